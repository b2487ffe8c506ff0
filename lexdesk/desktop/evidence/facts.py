"""What the lawyer says about a source: role, status, jurisdiction, dates, privilege."""

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
from lexdesk.desktop.words import Words
from lexdesk.evidence.model import Role, Status


class FactsDialog(QDialog):
    """Edits the facts of one source. ``fields`` holds only what was changed."""

    def __init__(self, source: SourceView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self.setWindowTitle(words("facts.title"))
        form = QFormLayout(self)
        form.setContentsMargins(20, 18, 20, 16)
        form.setSpacing(9)
        head = QLabel(source.title, self)
        head.setWordWrap(True)
        form.addRow(head)
        self.title = QLineEdit(source.short_name or source.title, self)
        self.role = _choice(get_args(Role), source.role, "role", words, self)
        self.status = _choice(get_args(Status), source.status, "status", words, self)
        self.jurisdiction = QLineEdit(source.jurisdiction, self)
        self.as_of = QLineEdit(source.as_of, self)
        self.dated = QLineEdit(source.dated, self)
        for field in (self.jurisdiction, self.as_of, self.dated):
            field.setPlaceholderText(words("evidence.unknown"))
        self.privileged = QCheckBox(words("facts.privileged"), self)
        self.privileged.setChecked(source.privileged)
        for key, widget in (
            ("facts.short_name", self.title),
            ("facts.role", self.role),
            ("facts.status", self.status),
            ("facts.jurisdiction", self.jurisdiction),
            ("facts.as_of", self.as_of),
            ("facts.dated", self.dated),
        ):
            widget.setAccessibleName(words(key))
            form.addRow(words(key), widget)
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
        given: dict[str, object] = {
            "short_name": self.title.text().strip(),
            "role": self.role.currentData(),
            "status": self.status.currentData(),
            "jurisdiction": self.jurisdiction.text().strip(),
            "as_of": self.as_of.text().strip(),
            "dated": self.dated.text().strip(),
            "privileged": self.privileged.isChecked(),
        }
        before = {name: getattr(self._source, name) for name in given}
        before["short_name"] = self._source.short_name or self._source.title
        return {name: value for name, value in given.items() if value != before[name]}


def _choice(names: tuple[str, ...], chosen: str, section: str, words: Words, parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    for name in names:
        box.addItem(words.word(section, name), name)
    if chosen not in names:
        box.addItem(words.word(section, chosen), chosen)
    box.setCurrentIndex(box.findData(chosen))
    return box
