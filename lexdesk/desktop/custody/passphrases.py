"""Asking for a passphrase, and choosing a new one with its strength shown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.words import Words
from lexdesk.matter.key import SHORTEST
from lexdesk.matter.strength import strength


class PassphraseField(QLineEdit):
    """A hidden line. ``capitals`` says whether capital letters seem to be locked: a letter came large without
    Shift, or small with it."""

    capitals = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.setAccessibleName(name)
        self.setPlaceholderText(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Look at letters that have two sizes; the Caps Lock key itself ends the hint."""
        letter = event.text()
        if event.key() == Qt.Key.Key_CapsLock:
            self.capitals.emit(False)
        elif len(letter) == 1 and letter.lower() != letter.upper():
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.capitals.emit(letter.isupper() != shifted)
        super().keyPressEvent(event)


class CapitalsHint(QLabel):
    """Says that capital letters seem to be locked."""

    def __init__(self, words: Words, *fields: PassphraseField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words.bind(self, "setText", "custody.capitals")
        self.hide()
        for field in fields:
            field.capitals.connect(self.setVisible)


class AskPassphrase(QDialog):
    """The passphrase of one file. ``wrong``: the last one did not open it."""

    def __init__(
        self,
        name: str,
        words: Words,
        parent: QWidget | None = None,
        wrong: bool = False,
        ask_head: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("custody.ask_title"))
        self.setMinimumWidth(460)
        note = _note(words("custody.ask_note", name=name), self)
        self.wrong = _note("▲ " + words("custody.wrong"), self)
        self.wrong.setVisible(wrong)
        self.field = PassphraseField(words("custody.passphrase"), self)
        self.hint = CapitalsHint(words, self.field, parent=self)
        self.head = QLineEdit(self)
        self.head.setPlaceholderText(words("papers.ask_head"))
        self.head.setAccessibleName(words("papers.ask_head"))
        self.head.setVisible(ask_head)
        box = _buttons(self, words("custody.open"), words)
        _column(self, note, self.wrong, self.field, self.hint, self.head, box)
        self.field.setFocus()

    @property
    def passphrase(self) -> str:
        """What was typed."""
        return self.field.text()


class NewPassphrase(QWidget):
    """Two lines that must be the same, the strength, and that there is no way back without it."""

    changed = Signal(bool)  # whether it can be used

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.field = PassphraseField(words("custody.new"), self)
        self.again = PassphraseField(words("custody.again"), self)
        self.hint = CapitalsHint(words, self.field, self.again, parent=self)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 4)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.said = _note("", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.field, self.bar, self.said, self.again, self.hint):
            layout.addWidget(widget)
        layout.addWidget(_note("▲ " + words("custody.no_recovery"), self))
        self.field.textChanged.connect(self._look)
        self.again.textChanged.connect(self._look)
        self._look()

    @property
    def usable(self) -> bool:
        """Long enough, and typed twice alike."""
        return len(self.field.text().strip()) >= SHORTEST and self.field.text() == self.again.text()

    @property
    def passphrase(self) -> str:
        """What was typed."""
        return self.field.text()

    def _look(self) -> None:
        typed = self.field.text()
        score = strength(typed).score if typed else 0
        if len(typed.strip()) < SHORTEST:
            said = self.words("custody.short", count=SHORTEST)
            score = 0
        else:
            said = self.words(f"custody.strength_{score}")
            if self.again.text() and self.again.text() != typed:
                said += " " + self.words("custody.not_same")
        self.bar.setValue(score)
        self.said.setText(said)
        self.changed.emit(self.usable)


class NewPassphraseDialog(QDialog):
    """A new passphrase for one file; ``old`` also asks for the present one."""

    def __init__(
        self, title: str, note: str, words: Words, parent: QWidget | None = None, old: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(480)
        self.old = PassphraseField(words("custody.present"), self)
        self.old.setVisible(old)
        self.new = NewPassphrase(words, self)
        box = _buttons(self, title, words)
        accept = _accepting(box)
        accept.setEnabled(False)
        self.new.changed.connect(accept.setEnabled)
        _column(self, _note(note, self), self.old, self.new, box)
        (self.old if old else self.new.field).setFocus()


def _note(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _buttons(dialog: QDialog, accept: str, words: Words) -> QDialogButtonBox:
    box = QDialogButtonBox(dialog)
    button = box.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    button.setProperty("primary", True)
    button.setDefault(True)
    box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def _accepting(box: QDialogButtonBox) -> QPushButton:
    return next(
        button for button in box.buttons() if box.buttonRole(button) == QDialogButtonBox.ButtonRole.AcceptRole
    )


def _column(dialog: QDialog, *widgets: QWidget) -> None:
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(18, 16, 18, 14)
    layout.setSpacing(10)
    for widget in widgets:
        layout.addWidget(widget)
