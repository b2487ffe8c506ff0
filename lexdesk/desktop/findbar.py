"""The find bar of one text pane: count, next, previous."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QTextEdit, QToolButton, QWidget

from lexdesk.desktop.offsets import to_qt, units
from lexdesk.desktop.words import Words

_MOST = 2000  # places coloured at once; the count is always complete


class FindBar(QWidget):
    """Finds in one ``QTextEdit``, without regard to case. Sends the ranges it found."""

    found = Signal(list)

    def __init__(self, edit: QTextEdit, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._edit = edit
        self._ranges: list[tuple[int, int]] = []
        self._at = -1
        self.field = QLineEdit(self)
        self.count = QLabel(self)
        self.count.setObjectName("muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 5, 12, 5)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.count)
        for sign, key, act in (("‹", "find.previous", -1), ("›", "find.next", 1), ("×", "find.close", 0)):
            button = QToolButton(self)
            button.setText(sign)
            words.bind(button, "setAccessibleName", key)
            words.bind(button, "setToolTip", key)
            button.clicked.connect(self.close_bar if act == 0 else (self.previous if act < 0 else self.next))
            layout.addWidget(button)
        words.bind(self.field, "setPlaceholderText", "find.field")
        words.bind(self.field, "setAccessibleName", "find.field")
        self.field.textChanged.connect(self.search)
        self.field.returnPressed.connect(self.next)
        self.hide()

    def open(self) -> None:
        """Show the bar and take the keyboard."""
        self.show()
        chosen = self._edit.textCursor().selectedText()
        if chosen and "\u2029" not in chosen:
            self.field.setText(chosen)
        self.field.setFocus()
        self.field.selectAll()
        self.search()

    def close_bar(self) -> None:
        """Hide the bar and give the keyboard back to the text."""
        self.hide()
        self._ranges = []
        self.found.emit([])
        self._edit.setFocus()

    def search(self) -> None:
        """Find all places of the field's text."""
        self._ranges = all_places(self._edit.toPlainText(), self.field.text())
        self._at = -1
        self.found.emit(self._ranges[:_MOST])
        if self._ranges:
            here = self._edit.textCursor().selectionStart()
            self._at = next((i for i, (start, _) in enumerate(self._ranges) if start >= here), 0)
            self._show()
        self._say()

    def next(self) -> None:
        """Go to the next place, from the last one to the first."""
        self._step(1)

    def previous(self) -> None:
        """Go to the place before, from the first one to the last."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if not self._ranges:
            return
        self._at = (self._at + by) % len(self._ranges)
        self._show()
        self._say()

    def _show(self) -> None:
        start, end = self._ranges[self._at]
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()

    def _say(self) -> None:
        if not self.field.text():
            self.count.setText("")
        elif not self._ranges:
            self.count.setText(self.words("find.none"))
        else:
            self.count.setText(self.words("find.count", at=self._at + 1, all=len(self._ranges)))


def all_places(text: str, wanted: str) -> list[tuple[int, int]]:
    """Qt positions of every place of ``wanted`` in ``text``, without regard to case where that keeps
    lengths."""
    if not wanted:
        return []
    hay, needle = text.lower(), wanted.lower()
    if len(hay) != len(text) or len(needle) != len(wanted):
        hay, needle = text, wanted
    plain = units(text) == len(text)
    places = []
    at = hay.find(needle)
    while at >= 0:
        end = at + len(needle)
        places.append((at, end) if plain else (to_qt(text, at), to_qt(text, end)))
        at = hay.find(needle, end)
    return places
