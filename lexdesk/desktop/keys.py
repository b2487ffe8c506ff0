"""Every command with its keys, to be read, searched and changed. Keys that are taken are refused."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.commands import Commands, ShortcutTaken
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class KeysDialog(QDialog):
    """Choose a command, press its new keys, set them."""

    def __init__(
        self, commands: Commands, words: Words, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.commands, self.words = commands, words
        self.setWindowTitle(words("command.help_keys"))
        self.resize(620, 520)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(words("keys.find"))
        self.field.setAccessibleName(words("keys.find"))
        self.table = Table(themes, (0, 110, 150), self)
        self.table.setAccessibleName(words("command.help_keys"))
        self.table.set_heads((words("keys.command"), words("keys.menu"), words("keys.keys")))
        self.keys = QKeySequenceEdit(self)
        self.keys.setMaximumSequenceLength(1)
        self.keys.setAccessibleName(words("keys.new"))
        self.set = QPushButton(words("keys.set"), self)
        self.usual = QPushButton(words("keys.usual"), self)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(QLabel(words("keys.new"), self))
        row.addWidget(self.keys, 1)
        row.addWidget(self.set)
        row.addWidget(self.usual)
        box = QDialogButtonBox(self)
        box.addButton(words("dialog.close"), QDialogButtonBox.ButtonRole.RejectRole)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(9)
        layout.addWidget(self.field)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(self.said)
        layout.addWidget(box)
        self.field.textChanged.connect(self._fill)
        self.table.chosen.connect(self._chosen)
        self.table.opened.connect(lambda _id: self.keys.setFocus(Qt.FocusReason.OtherFocusReason))
        self.set.clicked.connect(self.set_keys)
        self.usual.clicked.connect(self.set_usual)
        self._fill()
        self._chosen("")

    def _fill(self) -> None:
        parts = self.field.text().lower().split()
        lines = []
        for command in self.commands.all():
            keys = self.commands.shortcut(command.id)
            hay = " ".join((*self.words.in_all(command.word), command.id, keys)).lower()
            if all(part in hay for part in parts):
                cells = (self.words(command.word), self.words(f"menu.{command.group}"), keys)
                lines.append(Line(command.id, cells, strong=bool(keys)))
        self.table.show_lines(lines)

    def _chosen(self, command_id: str) -> None:
        self.said.setText("")
        for widget in (self.keys, self.set, self.usual):
            widget.setEnabled(bool(command_id))
        self.keys.setKeySequence(
            self.commands.action(command_id).shortcut() if command_id else QKeySequence()
        )

    def set_keys(self) -> None:
        """Give the chosen command the keys in the field; taken ones are refused and named."""
        self._try(self.keys.keySequence().toString(QKeySequence.SequenceFormat.PortableText))

    def set_usual(self) -> None:
        """Give the chosen command the keys it came with."""
        command = next((one for one in self.commands.all() if one.id == self.table.current()), None)
        if command is not None:
            self._try(command.shortcuts[0] if command.shortcuts else "")

    def _try(self, keys: str) -> None:
        command_id = self.table.current()
        if not command_id:
            return
        try:
            self.commands.set_shortcut(command_id, keys)
        except ShortcutTaken as taken:
            other = next(one for one in self.commands.all() if one.id == taken.command_id)
            self.said.setText(self.words("keys.taken", keys=keys, command=self.words(other.word)))
            return
        self._fill()
        self.keys.setKeySequence(self.commands.action(command_id).shortcut())
        self.said.setText(self.words("keys.done"))
