"""A warning on the screen, and whether a person can have read it."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from lexdesk.assistant.views import AdvisoryView
from lexdesk.desktop.parts import breakable
from lexdesk.desktop.wording import said_advisory
from lexdesk.desktop.words import Words


class Advisory(QLabel):
    """One warning, with a triangle and words. Says once that every part of it has been on the screen, its
    whole width included: a warning cut at the edge of the pane has not been shown (P1)."""

    painted = Signal(int)

    def __init__(self, advisory: AdvisoryView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("advisory")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.advisory = advisory
        sign = "▲" if advisory.severity in ("warning", "error") else "•"
        said = said_advisory(advisory, words)
        self.setText(f"{sign} {breakable(said)}")
        self.setAccessibleName(f"{words.word('severity', advisory.severity)}: {said}")
        places = "\n".join(f"{label}  {text}" for _key, label, text in advisory.places)
        self.setToolTip(places)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._seen = QRegion()
        self._told = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """At another width its words stand elsewhere: what was seen before does not count."""
        super().resizeEvent(event)
        self._seen = QRegion()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint, then look which part is on the screen. Later, since a first paint may come before the
        layout has given this warning its place."""
        super().paintEvent(event)
        if not self._told:
            QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        if self._told or not self.window().isVisible():
            return
        self._seen = self._seen.united(self.visibleRegion())
        inside = self.rect().adjusted(1, 2, -1, -2)
        fits = self.height() >= self.heightForWidth(self.width())
        if fits and QRegion(inside).subtracted(self._seen).isEmpty():
            self._told = True
            self.painted.emit(self.advisory.id)
