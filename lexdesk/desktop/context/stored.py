"""A stored tool output, page by page: the lawyer reads by the same ranges as the model (P4)."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from lexdesk.desktop.offsets import shown
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.words import Words

PAGE = 40_000  # code points fetched and laid out at once: some milliseconds
Slice = tuple[str, int, int | None, str]  # text, total, next offset or None, SHA-256 of the whole


class StoredSheet(TextSheet):
    """Begins with one page; ``fetch(offset, show)`` gets any other and calls ``show(offset, slice)``."""

    def __init__(
        self,
        number: int,
        first: Slice,
        fetch: Callable[[int, Callable[[int, Slice], None]], None],
        words: Words,
        font: QFont,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("record.title"), "", first[0], words, font, parent)
        self.words, self._number, self._fetch = words, number, fetch
        self.offset, self.total = 0, first[1]
        self.before = QPushButton(words("record.before"), self)
        self.after = QPushButton(words("record.after"), self)
        self.before.clicked.connect(lambda: self.turn(-1))
        self.after.clicked.connect(lambda: self.turn(1))
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        self.layout().insertLayout(2, row)
        paged = first[1] > PAGE
        self.before.setVisible(paged)
        self.after.setVisible(paged)
        self.show_page(0, first)

    def show_page(self, offset: int, part: Slice) -> None:
        """A page has come."""
        text, total, following, digest = part
        self.offset = offset
        self.text.setPlainText(shown(text))
        note = self.words("record.note", number=self._number, length=f"{total:,}", sha=digest[:16])
        if total > PAGE:
            note += " " + self.words(
                "record.page",
                page=offset // PAGE + 1,
                pages=(total + PAGE - 1) // PAGE,
                start=f"{offset:,}",
                end=f"{offset + len(text):,}",
            )
        self.note.setText(note)
        self.note.setAccessibleName(note)
        self.before.setEnabled(offset > 0)
        self.after.setEnabled(following is not None)

    def turn(self, by: int) -> None:
        """To the next or the previous page."""
        wanted = self.offset + by * PAGE
        if 0 <= wanted < self.total:
            self._fetch(wanted, self.show_page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+PgUp and Ctrl+PgDown turn pages."""
        by = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()), 0)
        if by and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.turn(by)
            return
        super().keyPressEvent(event)
