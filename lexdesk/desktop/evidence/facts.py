"""What the lawyer says about a source: kind, rank, status, dates, extent, whose words, privilege."""

from typing import get_args

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from lexdesk.assistant.views import SourceView
from lexdesk.desktop.evidence.sheet import field_word
from lexdesk.desktop.words import Words
from lexdesk.evidence import ontology
from lexdesk.evidence.model import Role, Status

_TEXTS = ("issuer", "jurisdiction", "dated", "valid_from", "valid_to", "as_of", "purpose")
_CHOSEN = ("role", "kind", "status", "rank", "extent", "voice", "confidentiality")
_ORDER = (
    "short_name", "role", "kind", "status", "as_of", "rank", "issuer", "jurisdiction", "dated", "valid_from",
    "valid_to", "extent", "voice", "purpose", "confidentiality",
)  # fmt: skip


class FactsDialog(QDialog):
    """Edits the facts of one source. ``fields`` holds only what was changed."""

    def __init__(self, source: SourceView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self.setWindowTitle(words("facts.title"))
        form = QFormLayout(self)
        form.setContentsMargins(20, 18, 20, 16)
        form.setSpacing(7)
        head = QLabel(source.title, self)
        head.setWordWrap(True)
        form.addRow(head)
        self.title = QLineEdit(source.short_name or source.title, self)
        self.role = _choice(get_args(Role), source.role, "role", words, self)
        self.kind = _choice(ontology.KINDS, source.kind, "source_kind", words, self)
        self.status = _choice(get_args(Status), source.status, "status", words, self)
        self.rank = _choice(("", *ontology.RANKS), source.rank, "rank", words, self)
        self.extent = _choice(("", *ontology.EXTENTS), source.extent, "extent", words, self)
        self.voice = _choice(("", *ontology.VOICES), source.voice, "voice", words, self)
        self.confidentiality = _choice(
            ("", *ontology.CONFIDENTIALITIES), source.confidentiality, "confidentiality", words, self
        )
        for name in _TEXTS:
            field = QLineEdit(str(getattr(source, name)), self)
            field.setPlaceholderText(words("evidence.unknown"))
            setattr(self, name, field)
        self.privileged = QCheckBox(words("facts.privileged"), self)
        self.privileged.setChecked(source.privileged)
        for name in _ORDER:
            widget = self.title if name == "short_name" else getattr(self, name)
            said = field_word(name, words)
            widget.setAccessibleName(said)
            row = QLabel(f"{said} ?" if name in source.unconfirmed else said, self)
            if name in source.unconfirmed:
                row.setToolTip(words("facts_more.unconfirmed"))
            row.setBuddy(widget)
            form.addRow(row, widget)
        form.addRow("", self.privileged)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(words("dialog.save"))
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(words("dialog.cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def fields(self) -> dict[str, object]:
        """The changed facts by the names ``Desk.set_source`` takes."""
        given: dict[str, object] = {"short_name": self.title.text().strip()}
        given |= {name: getattr(self, name).currentData() for name in _CHOSEN}
        given |= {name: getattr(self, name).text().strip() for name in _TEXTS}
        given["privileged"] = self.privileged.isChecked()
        before = {name: getattr(self._source, name) for name in given}
        before["short_name"] = self._source.short_name or self._source.title
        changed = {name: value for name, value in given.items() if value != before[name]}
        if "role" in changed and "kind" not in changed:
            return changed
        if "kind" in changed:
            changed.pop("role", None)  # the kind says it
        return changed


def _choice(names: tuple[str, ...], chosen: str, section: str, words: Words, parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    for name in names:
        box.addItem(words.word(section, name) if name else words("facts_more.none"), name)
    if chosen not in names:
        box.addItem(words.word(section, chosen), chosen)
    box.setCurrentIndex(box.findData(chosen))
    return box
