"""To whom and when a file went."""

from datetime import date

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from lexdesk.desktop.words import Words


class SentDialog(QDialog):
    """Asks for the receiver and the day of one exported file."""

    def __init__(self, file_name: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("rounds.mark_sent"))
        note = QLabel(words("rounds.sent_note", name=file_name), self)
        note.setWordWrap(True)
        note.setMinimumWidth(340)
        self.receiver = QLineEdit(self)
        self.day = QLineEdit(date.today().isoformat(), self)
        for field, key in ((self.receiver, "rounds.to"), (self.day, "rounds.on")):
            field.setAccessibleName(words(key))
        form = QFormLayout()
        form.addRow(words("rounds.to"), self.receiver)
        form.addRow(words("rounds.on"), self.day)
        box = QDialogButtonBox(self)
        self.yes = box.addButton(words("rounds.mark_sent"), QDialogButtonBox.ButtonRole.AcceptRole)
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        self.yes.setEnabled(False)
        self.receiver.textChanged.connect(lambda text: self.yes.setEnabled(bool(text.strip())))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(note)
        layout.addLayout(form)
        layout.addWidget(box)

    def to(self) -> str:
        """The receiver."""
        return self.receiver.text().strip()

    def at(self) -> str:
        """The day as written, "" for now."""
        return self.day.text().strip()
