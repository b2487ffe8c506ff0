"""A plain dialog: a stored text, or a question about one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

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
