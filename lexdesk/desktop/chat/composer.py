"""Where the lawyer writes: Ctrl+Return sends, Stop ends the run."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.parts import FittedButton, restyle
from lexdesk.desktop.words import Words


class _Field(QPlainTextEdit):
    sent = Signal()
    focus_moved = Signal(bool)

    def event(self, event: QEvent) -> bool:
        """Ctrl+Return sends here, whatever it means elsewhere in the window."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_send(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Ctrl+Return; Tab leaves the field."""
        if _is_send(event):
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame to draw its ring."""
        super().focusInEvent(event)
        self.focus_moved.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame to drop its ring."""
        super().focusOutEvent(event)
        self.focus_moved.emit(False)


def _is_send(event: QEvent) -> bool:
    return (
        isinstance(event, QKeyEvent)
        and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    )


MODES = ("guided", "free")


class Composer(QFrame):
    """Field, the "Sees: ..." line that opens the context set, the way of working, Send and Stop."""

    sent = Signal(str)
    stopped = Signal()
    context_wanted = Signal()
    mode_wanted = Signal(str)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.words = words
        self._sees = ""
        self._read_only = False
        self.field = _Field(self)
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(58)
        self.field.sent.connect(self.send)
        self.field.focus_moved.connect(self._ring)
        self.sees = FittedButton(self)
        self.sees.setProperty("link", True)
        self.sees.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.sees.clicked.connect(self.context_wanted)
        self._mode = "guided"
        self.mode = QToolButton(self)
        self.mode.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.modes = QMenu(self)
        for name in MODES:
            action = self.modes.addAction("")
            words.bind(action, "setText", f"mode.choose_{name}")
            action.triggered.connect(lambda _checked=False, name=name: self.mode_wanted.emit(name))
        self.mode.setMenu(self.modes)
        self.send_button = QPushButton(self)
        self.stop_button = QPushButton(self)
        for button, key in ((self.send_button, "chat.send"), (self.stop_button, "chat.stop")):
            words.bind(button, "setText", key)
            words.bind(button, "setToolTip", key + "_tip")
            words.bind(button, "setAccessibleName", key + "_tip")
        words.bind(self.field, "setPlaceholderText", "chat.field")
        words.bind(self.field, "setAccessibleName", "chat.field")
        self.send_button.clicked.connect(self.send)
        self.stop_button.clicked.connect(self.stopped)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.mode)
        row.addStretch(1)
        row.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.send_button, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(9, 7, 9, 8)
        layout.setSpacing(4)
        layout.addWidget(self.sees)
        layout.addWidget(self.field)
        layout.addLayout(row)
        words.changed.connect(self._say)
        self.set_running(False)

    def show_sees(self, sees: str) -> None:
        """What this chat's model may see, in one line."""
        self._sees = sees
        self._say()

    def show_mode(self, mode: str) -> None:
        """How this chat works: guided, or free with tools."""
        self._mode = mode
        self._say()

    def _say(self) -> None:
        said = self.words("chat.sees", what=self._sees) if self._sees else ""
        self.sees.setText(said)
        self.sees.setVisible(bool(said))
        self.sees.setToolTip(f"{said}\n{self.words('chat.sees_tip')}")
        self.sees.setAccessibleName(said)
        self.mode.setText(f"{self.words.word('mode', self._mode)} ▾")
        self.mode.setAccessibleName(self.words("mode.name", mode=self.words.word("mode", self._mode)))
        self.mode.setToolTip(self.words.word("mode", f"tip_{self._mode}"))

    def set_running(self, running: bool) -> None:
        """While a run is on, Stop stands in place of Send."""
        self.send_button.setVisible(not running)
        self.stop_button.setVisible(running)

    def set_read_only(self, read_only: bool) -> None:
        """In a matter that cannot be written here nothing is asked: every answer is a record."""
        self._read_only = read_only
        self.send_button.setEnabled(not read_only)
        self.mode.setEnabled(not read_only)

    def send(self) -> None:
        """Send what stands in the field, if anything does and no run is on."""
        text = self.field.toPlainText().strip()
        if text and not self._read_only and not self.send_button.isHidden():
            self.field.clear()
            self.sent.emit(text)

    def _ring(self, on: bool) -> None:
        self.setProperty("focused", on)
        restyle(self)
