"""The lower pane: changes, versions, history, rounds, sources and the assistant below the document; one or
none is open."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from lexdesk.desktop.authors import Authors
from lexdesk.desktop.document.pane import DocumentPane
from lexdesk.desktop.evidence.table import SourcesPane
from lexdesk.desktop.lineage.pane import LineagePane
from lexdesk.desktop.memory.page import AssistantPage
from lexdesk.desktop.reviewing.pane import ReviewingList
from lexdesk.desktop.rounds.pane import RoundsPane
from lexdesk.desktop.table import Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.versions.pane import VersionsPane
from lexdesk.desktop.words import Words

PAGES = ("changes", "versions", "history", "rounds", "sources", "assistant")
_USUAL = 290  # pixels of height when it is opened first


class MiddleColumn(QWidget):
    """The document with the lower pane below it, and the strip of names that opens and closes it."""

    opened = Signal(str)  # a page came forward, or "" when the lower pane was closed

    def __init__(
        self,
        document: DocumentPane,
        words: Words,
        themes: Themes,
        authors: Authors,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.words = document, words
        self.reviewing = ReviewingList(words, themes, authors, self)
        self.versions = VersionsPane(words, themes, authors, self)
        self.lineage = LineagePane(words, themes, authors, self)
        self.rounds = RoundsPane(words, themes, self)
        self.sources = SourcesPane(words, themes, self)
        self.assistant = AssistantPage(words, themes, self)
        self._counts: dict[str, int] = {}
        self._height = _USUAL
        self.pages = QStackedWidget(self)
        self.pages.setObjectName("lower")
        self.pages.setMinimumHeight(150)
        for page in (self.reviewing, self.versions, self.lineage, self.rounds, self.sources, self.assistant):
            self.pages.addWidget(page)
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(document)
        self.split.addWidget(self.pages)
        self.split.setStretchFactor(0, 1)
        self.split.setStretchFactor(1, 0)
        self.pages.hide()
        self.strip = QWidget(self)
        self.strip.setObjectName("strip")
        self.strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self.strip)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(2)
        self.names = {page: QToolButton(self.strip) for page in PAGES}
        for page, button in self.names.items():
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.clicked.connect(lambda _checked=False, page=page: self.toggle(page))
            button.installEventFilter(self)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.split, 1)
        layout.addWidget(self.strip)
        words.changed.connect(self._say)
        self._say()

    @property
    def page(self) -> str:
        """The page that is open, "" if none."""
        return PAGES[self.pages.currentIndex()] if not self.pages.isHidden() else ""

    @property
    def height_kept(self) -> int:
        """Pixels of the lower pane, to be remembered."""
        return self.split.sizes()[1] if self.page else self._height

    def keep_height(self, pixels: int) -> None:
        """Open with this height from now on."""
        self._height = max(150, pixels)

    def open(self, page: str) -> None:
        """Bring a page forward."""
        self.pages.setCurrentIndex(PAGES.index(page))
        if self.pages.isHidden():
            self.pages.show()
            room = max(self.split.height(), 300)
            height = min(self._height, room - 160)
            self.split.setSizes([room - height, height])
        self._say()
        self.opened.emit(page)

    def close_page(self) -> None:
        """Leave the room to the document."""
        if self.page:
            self._height = self.split.sizes()[1]
        self.pages.hide()
        self._say()
        self.opened.emit("")

    def toggle(self, page: str) -> None:
        """Open a page, or close it when it is the open one."""
        if self.page == page:
            self.close_page()
        else:
            self.open(page)

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.reviewing.show_changes([])
        self.reviewing.show_edits([])
        self.versions.show_tree(None, 0, False)
        self.lineage.show_hunks([], "history.start")
        self.rounds.show_rounds([], False)
        self.sources.show_sources([], False)
        self.sources.show_card(None)
        self.sources.show_relations([])
        self.assistant.forget()
        self._counts.clear()
        self._say()

    def main_widget(self) -> Table:
        """The list of the open page, which takes the keyboard."""
        return {
            "versions": self.versions.table,
            "history": self.lineage.table,
            "rounds": self.rounds.table,
            "sources": self.sources.table,
            "assistant": self.assistant.table(),
        }.get(self.page, self.reviewing.table)

    def count(self, page: str, number: int) -> None:
        """Say a number beside the name of a page."""
        self._counts[page] = number
        self._say()

    def _say(self) -> None:
        for page, button in self.names.items():
            number = self._counts.get(page, 0)
            name = self.words(f"lower.{page}")
            button.setText(f"{name}  {number}" if number else name)
            button.setAccessibleName(button.text())
            button.setToolTip(self.words(f"lower.{page}_tip"))
            button.setChecked(page == self.page)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:
        """Left and right go along the strip."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
            buttons = list(self.names.values())
            if by and watched in buttons:
                buttons[(buttons.index(watched) + by) % len(buttons)].setFocus()
                return True
        return super().eventFilter(watched, event)
