"""Small pieces that several panes are made of: titles, rules, chips, flow layout, row painting."""

import re
from datetime import datetime

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QLayoutItem, QPushButton, QSizePolicy, QWidget

from lexdesk.desktop.words import Words

_LONG_WORD = re.compile(r"[!-~]{24}(?=[!-~])")  # a longer one (a hash, an address) may be broken


class Fitted(QLabel):
    """A line that is elided to its room; the whole text is its tool tip and its accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(self.sizePolicy().Policy.Ignored, self.sizePolicy().Policy.Fixed)
        self._full = ""

    def setText(self, text: str) -> None:
        """Keep the whole text; what does not fit is elided."""
        self._full = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._fit()

    def full_text(self) -> str:
        """The text before it was made to fit."""
        return self._full

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text into the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self._full
        metrics = self.fontMetrics()
        while len(shown) > 1 and metrics.horizontalAdvance(shown) > self.width() > 0:
            shown = shown[:-2].rstrip() + "…"
        super().setText(shown)

    def minimumSizeHint(self) -> QSize:
        """One line, any width."""
        return QSize(20, self.fontMetrics().height())


class Title(Fitted):
    """A pane title in small capitals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("title")
        font = self.font()
        font.setPixelSize(11)
        font.setWeight(QFont.Weight.DemiBold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        self.setFont(font)


class Rule(QFrame):
    """A hairline."""

    def __init__(self, parent: QWidget | None = None, upright: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("rule")
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)


class Chip(QPushButton):
    """A citation to press: Enter, Space or a click opens it. Where there is no room for its text it is
    elided; it never makes its pane wider."""

    opened = Signal()

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._full = text
        self.setObjectName("chip")
        font = self.font()
        font.setPixelSize(12)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.opened)

    def setText(self, text: str) -> None:
        """Keep the whole text; what does not fit is elided."""
        self._full = text
        super().setText(text)
        self.updateGeometry()
        self._fit()

    def full_text(self) -> str:
        """The text before it was made to fit."""
        return self._full

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        hint = super().sizeHint()
        more = self.fontMetrics().horizontalAdvance(self._full) - self.fontMetrics().horizontalAdvance(
            self.text()
        )
        return QSize(hint.width() + more, hint.height())

    def minimumSizeHint(self) -> QSize:
        """Some letters and the dots."""
        hint = self.sizeHint()
        return QSize(min(54, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text into the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 20  # padding and border on both sides
        enough = self.width() >= self.sizeHint().width()
        shown = (
            self._full
            if enough
            else self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideMiddle, max(20, room))
        )
        if shown != self.text():
            super().setText(shown)

    def keyPressEvent(self, event) -> None:
        """Enter opens, as a double-click would."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.click()
            return
        super().keyPressEvent(event)


class FittedButton(QPushButton):
    """A button whose text is elided to its width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""

    def setText(self, text: str) -> None:
        """The whole text."""
        self._full = text
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text into the new width."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """One line, any width."""
        return QSize(40, super().minimumSizeHint().height())

    def _fit(self) -> None:
        room = max(24, self.width() - 26)
        super().setText(self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, room))


class Flow(QLayout):
    """Lays widgets in lines, like words."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take one more item."""
        self._items.append(item)

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One item or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove one item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It never asks for more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at a width."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put every item in its place."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """The widest item decides."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The widest item decides."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, hint.height())))
            x += width + self._gap
            line = max(line, hint.height())
        return y + line - rect.y()


def one_line(text: str) -> str:
    """The text in one line, every run of blanks and line breaks made one blank."""
    return " ".join(text.split())


def breakable(text: str) -> str:
    """The text with room for a line break in words that are longer than a pane is wide."""
    return _LONG_WORD.sub(lambda word: word.group() + "\u200b", text)


def text_label(parent: QWidget, head: str, body: str = "", muted: bool = False, mark: str = "") -> QLabel:
    """A paragraph that may be selected: plain, or with a strong ``head`` before ``body``; ``mark`` shows the
    body as "deletion" or "insertion"."""
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if muted:
        label.setObjectName("muted")
    if body:
        escaped = escaped_html(body)
        if mark:
            tag = "s" if mark == "deletion" else "u"
            escaped = f"<{tag}>{escaped}</{tag}>"
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setText(f"<b>{escaped_html(head)}</b> {escaped}")
    else:
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setText(breakable(head))
    return label


def escaped_html(text: str) -> str:
    """Plain text for a rich label, with room for line breaks in long words."""
    return breakable(text).replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")


def clear(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif item is not None and item.layout() is not None:
            clear(item.layout())


def announce(widget: QWidget, text: str) -> None:
    """Tell a screen reader, if one listens, what has changed."""
    if text:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def restyle(widget: QWidget) -> None:
    """Apply the style sheet anew after a property it asks for has changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def paint_tag(painter: QPainter, at: QPoint, text: str, fill: QColor, ink: QColor) -> int:
    """Paint a small label with its left edge at ``at`` (middle of the row); gives its width."""
    painter.save()
    font = painter.font()
    font.setPixelSize(10)
    painter.setFont(font)
    width = QFontMetrics(font).horizontalAdvance(text) + 10
    box = QRectF(at.x(), at.y() - 8, width, 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
    return int(width)


def author_name(author: str, words: Words) -> str:
    """The name as shown: a model is marked by a sign before its name, the program named in the language."""
    if author == "code":
        return words("sources.said_by_code")
    kind, _, name = author.partition("model: ")
    return f"◆ {name}" if name and not kind else author


def clock(moment: str, short: bool = False) -> str:
    """ "14:02" of an ISO time, in this machine's zone; the day too when it is not today, with ``short`` the
    day alone; what is no time as it came; "" if none."""
    try:
        when = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    if len(moment) <= 10:
        return moment  # a day without a time
    today = datetime.now().astimezone().date()
    if when.date() == today:
        return when.strftime("%H:%M")
    return when.strftime("%Y-%m-%d" if short else "%Y-%m-%d %H:%M")
