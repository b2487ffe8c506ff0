"""Plain dialogs: a stored text, a question, a new side chat, the report of an export."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.views import SourceView
from lexdesk.desktop.offsets import shown
from lexdesk.desktop.words import Words


class TextSheet(QDialog):
    """Shows a text exactly. With ``question`` it is answered by yes or no, no being the default."""

    def __init__(
        self,
        title: str,
        note: str,
        text: str,
        words: Words,
        font: QFont,
        parent: QWidget | None = None,
        question: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(640, 420)
        self.note = QLabel(note, self)
        self.note.setWordWrap(True)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = QPlainTextEdit(shown(text), self)
        self.text.setReadOnly(True)
        self.text.setFont(font)
        self.text.setAccessibleName(title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(self.note)
        layout.addWidget(self.text, 1)
        box = QDialogButtonBox(self)
        if question is None:
            box.addButton(words("dialog.close"), QDialogButtonBox.ButtonRole.RejectRole)
        else:
            box.addButton(question[0], QDialogButtonBox.ButtonRole.AcceptRole)
            no = box.addButton(question[1], QDialogButtonBox.ButtonRole.RejectRole)
            no.setDefault(True)
            no.setFocus()
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout.addWidget(box)


class NewChatDialog(QDialog):
    """Title and context set of a side chat: exactly the sources that are ticked."""

    def __init__(self, sources: list[SourceView], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("chat.new"))
        self.resize(420, 380)
        self.title = QLineEdit(words("chat.new_title"), self)
        self.title.setAccessibleName(words("chat.title"))
        self.title.selectAll()
        note = QLabel(words("chat.new_note"), self)
        note.setObjectName("muted")
        note.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setObjectName("ticks")
        self.list.setAccessibleName(words("chat.new_note"))
        for source in sources:
            item = QListWidgetItem(f"{source.short_name or source.title} ({words.word('role', source.role)})")
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.UserRole, source.id)
            self.list.addItem(item)
        box = QDialogButtonBox(self)
        box.addButton(words("chat.create"), QDialogButtonBox.ButtonRole.AcceptRole)
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        for widget in (self.title, note, self.list, box):
            layout.addWidget(widget)

    def chosen(self) -> list[tuple[str, int]]:
        """The context set as pairs the desk takes."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [
            ("source", int(item.data(Qt.ItemDataRole.UserRole)))
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        ]
