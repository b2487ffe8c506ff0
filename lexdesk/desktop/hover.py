"""The small card that comes after 400 ms on a cite or a change, or by Ctrl+I; Esc closes it."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QVBoxLayout, QWidget

from lexdesk.assistant.views import ChangeItem, PinView
from lexdesk.desktop.evidence.standing import kind_line, pin_lines
from lexdesk.desktop.fonts import Fonts
from lexdesk.desktop.parts import author_name, clock
from lexdesk.desktop.titles import said_title
from lexdesk.desktop.words import Words

_ENDS = (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.ApplicationDeactivate)


class HoverCard(QFrame):
    """Shows a sentence with the ones before and after it, or what a change is. Never takes the focus."""

    def __init__(self, words: Words, fonts: Fonts, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip)
        self.setObjectName("hovercard")
        self.words = words
        self.head = QLabel(self)
        self.head.setObjectName("muted")
        self.head.setWordWrap(True)
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.body = QLabel(self)
        self.body.setWordWrap(True)
        self.body.setTextFormat(Qt.TextFormat.RichText)
        self.body.setFont(fonts.serif(14))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 9, 12, 10)
        layout.setSpacing(5)
        layout.addWidget(self.head)
        layout.addWidget(self.body)
        self.setFixedWidth(380)

    def show_pin(self, pin: PinView | None, at: QPoint) -> None:
        """The cited sentence ± one, its source and page. None hides the card."""
        if pin is None:
            self.hide()
            return
        label = self.words.cite(pin.label)
        if pin.standing is not None:
            said = [label, kind_line(pin.standing, self.words)]
        else:
            said = [label, self.words.word("role", pin.role), self.words.word("status", pin.status)]
        lines = pin_lines(pin, self.words)
        self.head.setText("\n".join([" · ".join(said), *(f"▲ {line}" for line in lines)]))
        before, text, after = (_escape(one) for one in (pin.before, pin.text, pin.after))
        self.body.setText(f"{before} <b>{text}</b> {after}".strip())
        self._place(at, ". ".join([f"{label}: {pin.text}", *lines]))

    def show_change(self, item: ChangeItem | None, at: QPoint) -> None:
        """Kind, author, time and summary of a change. None hides the card."""
        if item is None:
            self.hide()
            return
        parts = (item.label, self.words.word("kind", item.kind), self.words.word("state", item.state))
        by = author_name(item.author, self.words)
        self.head.setText(" · ".join(part for part in (*parts, by, clock(item.at)) if part))
        summary = said_title(item.summary, self.words, item.label)
        self.body.setText(_escape(summary))
        self._place(at, summary)

    def showEvent(self, event: QShowEvent) -> None:
        """While it is shown, look for a click elsewhere."""
        super().showEvent(event)
        QApplication.instance().installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """Look no longer."""
        super().hideEvent(event)
        QApplication.instance().removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click, the wheel or another window closes the card; the event goes on to where it was meant."""
        if event.type() in _ENDS:
            self.hide()
        return False

    def _place(self, at: QPoint, spoken: str) -> None:
        self.setAccessibleName(spoken)
        self.adjustSize()
        screen = QGuiApplication.screenAt(at) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        x = min(at.x() + 12, room.right() - self.width() - 8)
        y = at.y() + 18
        if y + self.height() > room.bottom():
            y = at.y() - self.height() - 12
        self.move(max(room.left(), x), max(room.top(), y))
        self.show()


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
