"""Laying out a very long text piece by piece, so that the window is never held."""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextDocument

_SLICE = 0.02  # seconds at a time
_STEP = 10  # blocks between two looks at the clock


class Laying(QObject):
    """Lays out one document at a time up to a block, then calls back."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._document: QTextDocument | None = None
        self._last = self._at = 0
        self._done: Callable[[], None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._more)

    @property
    def active(self) -> bool:
        """Whether a document is being laid out."""
        return self._timer.isActive()

    def start(self, document: QTextDocument, last_block: int, done: Callable[[], None]) -> None:
        """Lay out ``document`` up to a block number; what was under way is given up."""
        self._document, self._last, self._at, self._done = document, last_block, 0, done
        self._timer.start()

    def stop(self) -> None:
        """Give up what is under way."""
        self._timer.stop()
        self._document = self._done = None

    def _more(self) -> None:
        document, done, until = self._document, self._done, perf_counter() + _SLICE
        if document is None:
            return
        layout = document.documentLayout()
        while self._at < self._last and perf_counter() < until:
            self._at = min(self._last, self._at + _STEP)
            layout.blockBoundingRect(document.findBlockByNumber(self._at))
        if self._at >= self._last and done is not None:
            self.stop()
            done()
