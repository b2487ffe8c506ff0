"""Title and context set of a chat, new or there already."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.chat_views import ContextChoice
from lexdesk.desktop.context.tree import ContextTree
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class ContextDialog(QDialog):
    """What a chat's model may see: exactly what is ticked. With ``main`` nothing ticked means the whole
    matter; a side chat needs at least one tick."""

    def __init__(
        self,
        title: str,
        choices: Sequence[ContextChoice],
        words: Words,
        themes: Themes,
        parent: QWidget | None = None,
        new: bool = True,
        main: bool = False,
    ) -> None:
        super().__init__(parent)
        self.words, self._main = words, main
        self.setWindowTitle(words("chat.new" if new else "context.title"))
        self.resize(520, 480)
        self.title = QLineEdit(title, self)
        self.title.setAccessibleName(words("chat.title"))
        self.title.setVisible(new)
        self.title.selectAll()
        note = QLabel(words("chat.new_note"), self)
        note.setObjectName("muted")
        note.setWordWrap(True)
        self.tree = ContextTree(words, themes, self)
        self.tree.show_choices(choices)
        self.tree.changed.connect(self._say)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        box = QDialogButtonBox(self)
        self.ok: QPushButton = box.addButton(
            words("chat.create" if new else "context.keep"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        for widget in (self.title, note, self.tree, self.said, box):
            layout.addWidget(widget)
        layout.setStretchFactor(self.tree, 1)
        self._say()

    def chosen(self) -> list[tuple[str, str]]:
        """The context set as pairs the desk takes."""
        return self.tree.chosen()

    def _say(self) -> None:
        none = not self.chosen()
        self.ok.setEnabled(self._main or not none)
        if none:
            self.said.setText(self.words("context.whole" if self._main else "context.nothing"))
        else:
            self.said.setText(self.words.count("context.count", len(self.chosen())))
