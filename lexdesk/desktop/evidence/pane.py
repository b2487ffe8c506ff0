"""The evidence pane as a whole. It asks for texts and pages with signals and is told the answers."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.history_views import CompanionView
from lexdesk.assistant.views import ChangeCard, Highlight, PinView, SourceView
from lexdesk.desktop.card.view import CardView
from lexdesk.desktop.evidence.opened import OpenSource
from lexdesk.desktop.evidence.sources import SourceList
from lexdesk.desktop.evidence.viewer import PageView, SourceText
from lexdesk.desktop.findbar import FindBar
from lexdesk.desktop.fonts import SOURCE_SIZE, Fonts
from lexdesk.desktop.jumps import Jumps
from lexdesk.desktop.parts import Title, restyle
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.titles import Ends, said_title
from lexdesk.desktop.words import Words
from lexdesk.evidence.model import RenderedPage

_BESIDE = 620  # pixels of width from which two sources stand side by side
_ROWS = 5  # sources in view without scrolling
_CARD_SHARE, _CARD_ALONE = 0.45, 0.62  # of the pane's height, at most, with and without an open source


class EvidencePane(QWidget):
    """Card, list, open source."""

    text_wanted = Signal(int, int)  # source, passage (0: none)
    page_wanted = Signal(int, int, int)  # source, page, passage (0: none)
    add_wanted = Signal()
    facts_wanted = Signal(int)
    cite_wanted = Signal(object)  # PinView

    def __init__(self, words: Words, themes: Themes, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes = words, themes
        self.size_pixels = SOURCE_SIZE
        self.jumps: Jumps[tuple[int, int, int]] = Jumps()  # source, page, passage
        self._number = 0
        self._label = ""
        self.placed = False  # the lawyer has moved the dividing lines: they stay
        self.card_title = Title(self)
        self.card = CardView(words, self)
        self.card_scroll = _scroll(self.card, self)
        self.list_title = Title(self)
        self.list = SourceList(words, themes, self)
        self.add = QToolButton(self)
        self.first = OpenSource(words, themes, fonts, self)
        self.second = OpenSource(words, themes, fonts, self)
        self.active = self.first  # the viewer that takes what is opened next
        self._make()
        words.bind(self.list_title, "setText", "evidence.title")
        words.changed.connect(self._say)
        self.list.source_opened.connect(self.open)
        self.list.facts_wanted.connect(self.facts_wanted)
        self.show_card(None, 0, any_changes=False)
        self._say()

    def _make(self) -> None:
        upper = QWidget(self)
        column = QVBoxLayout(upper)
        column.setContentsMargins(10, 10, 10, 6)
        column.setSpacing(8)
        column.addWidget(self.card_title)
        column.addWidget(self.card_scroll, 1)
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(10, 6, 10, 4)
        column.setSpacing(4)
        row = QHBoxLayout()
        row.addWidget(self.list_title, 1)
        self.add.setText("+")
        self.words.bind(self.add, "setToolTip", "evidence.add")
        self.words.bind(self.add, "setAccessibleName", "evidence.add")
        self.add.clicked.connect(self.add_wanted)
        row.addWidget(self.add)
        column.addLayout(row)
        column.addWidget(self.list, 1)
        lower = QWidget(self)
        column = QVBoxLayout(lower)
        column.setContentsMargins(10, 4, 10, 8)
        column.setSpacing(4)
        self.both = QSplitter(Qt.Orientation.Vertical, lower)
        self.both.setHandleWidth(5)
        self.both.setChildrenCollapsible(False)
        for viewer in (self.first, self.second):
            self.both.addWidget(viewer)
            viewer.turned.connect(lambda by, viewer=viewer: self._turn(viewer, by))
            viewer.split_wanted.connect(self.toggle_split)
            viewer.cite_wanted.connect(lambda viewer=viewer: self._cite(viewer))
        self.second.hide()
        QApplication.instance().focusChanged.connect(self._focus_moved)
        column.addWidget(self.both, 1)
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        for widget in (upper, middle, lower):
            self.split.addWidget(widget)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.splitterMoved.connect(self._moved)
        self.card.grown.connect(lambda: QTimer.singleShot(0, self, self._fit))
        for index, stretch in enumerate((2, 1, 3)):
            self.split.setStretchFactor(index, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.split)

    # the viewers; most of the window knows one open source: that of the active viewer

    @property
    def text(self) -> SourceText:
        """The text view of the active viewer."""
        return self.active.text

    @property
    def page(self) -> PageView:
        """The page view of the active viewer."""
        return self.active.page

    @property
    def find(self) -> FindBar:
        """The find bar of the active viewer."""
        return self.active.find

    @property
    def stack(self) -> QStackedWidget:
        """What the active viewer shows: nothing, a text or a page."""
        return self.active.stack

    @property
    def empty(self) -> QLabel:
        """What the active viewer says while nothing is open."""
        return self.active.empty

    @property
    def where(self) -> Title:
        """Name and page of the open source."""
        return self.active.where

    @property
    def before(self) -> QPushButton:
        """To the page before."""
        return self.active.before

    @property
    def after(self) -> QPushButton:
        """To the next page."""
        return self.active.after

    @property
    def open_source(self) -> SourceView | None:
        """The source in the active viewer."""
        return self.active.source

    @property
    def open_page(self) -> int:
        """Its page."""
        return self.active.number

    @property
    def viewers(self) -> tuple[OpenSource, OpenSource]:
        """Both viewers."""
        return self.first, self.second

    def toggle_split(self) -> None:
        """A second source below the first (beside it where there is room), or the first alone again."""
        shown = self.second.isHidden()
        wide = self.both.width() >= _BESIDE
        self.both.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        self.second.setVisible(shown)
        self._activate(self.second if shown else self.first)
        if not shown:
            self.second.forget()
        for viewer in self.viewers:
            key = "evidence.unsplit" if shown else "evidence.split"
            viewer.split.setText("⊠" if shown else "⊟")
            viewer.split.setToolTip(self.words(key))
            viewer.split.setAccessibleName(self.words(key))
            viewer.short = shown and not wide
            viewer.say()
        if shown:
            self.both.setSizes([1, 1])

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or self.second.isHidden():
            return
        for viewer in self.viewers:
            if viewer is new or viewer.isAncestorOf(new):
                self._activate(viewer)

    def _activate(self, viewer: OpenSource) -> None:
        self.active = viewer
        for one in self.viewers:
            one.where.setProperty("active", one is viewer and not self.second.isHidden())
            restyle(one.where)

    def _cite(self, viewer: OpenSource) -> None:
        if viewer.pin is not None:
            self.cite_wanted.emit(viewer.pin)

    # the card

    def show_card(
        self,
        card: ChangeCard | None,
        number: int,
        label: str = "",
        ends: tuple[Ends, Ends] = ((), ()),
        any_changes: bool = True,
        companions: Sequence[CompanionView] = (),
    ) -> None:
        """Show the card of change ``number`` (from 1), or that none is chosen. ``label`` is its clause where
        the title names none; ``ends`` where moved text left and came to."""
        self._number, self._label = number, label
        self.card.show_card(card, ends, any_changes, companions)
        self.card_scroll.verticalScrollBar().setValue(0)
        self._say()

    def _say(self) -> None:
        card = self.card.card
        if card is None:
            self.card_title.setText(self.words("card.title_none"))
        else:
            title = said_title(card.title, self.words, self._label)
            self.card_title.setText(self.words("card.title", number=self._number or "", title=title))

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.jumps.clear()
        self.list.show_sources([])
        if not self.second.isHidden():
            self.toggle_split()
        for viewer in self.viewers:
            viewer.forget()
        self.show_card(None, 0, any_changes=False)

    # heights

    def place(self, heights: list[int]) -> None:
        """Heights the lawyer has chosen for card, list and source; they are kept from now on."""
        self.placed = True
        self.split.setSizes(heights)

    def _moved(self, _position: int, _index: int) -> None:
        self.placed = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height anew."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        """The card gets the height it needs up to a share, the list some rows, the source the rest."""
        room = self.split.height()
        if self.placed or room < 200:
            return
        holder = self.card_scroll.widget().layout()
        need = holder.totalHeightForWidth(self.card_scroll.viewport().width())
        share = _CARD_SHARE if self.open_source is not None else _CARD_ALONE
        upper = min(need + self.card_title.height() + 26, round(room * share))
        row = self.list.sizeHintForRow(0) if self.list.count() else 24
        middle = row * max(4, min(_ROWS, self.list.count())) + self.add.sizeHint().height() + 24
        self.split.setSizes([upper, middle, max(120, room - upper - middle)])

    # the open source

    def open(self, source_id: int, page: int = 1, passage_id: int = 0, jump: bool = True) -> None:
        """Open a source; with ``passage_id`` at that passage, highlighted."""
        source = self.list.source(source_id)
        if source is None:
            return
        self.list.choose(source_id)
        if self.active.pin is not None and self.active.pin.passage_id != passage_id:
            self.active.show_pin(None)
        if jump:
            self.jumps.push((source_id, page, passage_id))
        if source.paged:
            self.page_wanted.emit(source_id, max(1, page), passage_id)
        else:
            self.text_wanted.emit(source_id, passage_id)

    def open_pin(self, pin: PinView) -> None:
        """Open a citation of a source at its sentence."""
        if pin.source_id is not None:
            self.active.show_pin(pin)
            self.open(pin.source_id, pin.page, pin.passage_id)

    def show_text(self, source_id: int, text: str, mark: Highlight | None) -> None:
        """The text of an unpaged source has come."""
        first = self.stack.currentWidget() is self.empty
        self.active.show_text(self.list.source(source_id), text, mark)
        if first:
            self._fit()

    def show_page(
        self, source_id: int, page: int, points: tuple[float, float], mark: Highlight | None
    ) -> None:
        """The size of a page has come, and the boxes on it; its picture follows."""
        first = self.stack.currentWidget() is self.empty
        self.active.show_page(self.list.source(source_id), page, points, mark)
        if first:
            self._fit()

    def show_picture(self, source_id: int, page: int, picture: RenderedPage) -> None:
        """The picture of a page has come: to whichever viewer shows that page."""
        for viewer in self.viewers:
            if (viewer.page.source_id, viewer.page.page) == (source_id, page):
                viewer.page.show_picture(picture)

    def forget_source(self, source_id: int) -> None:
        """Show nothing of a source that is to go."""
        for viewer in self.viewers:
            if viewer.source is not None and viewer.source.id == source_id:
                viewer.forget()

    def turn(self, by: int) -> None:
        """To the next or previous page."""
        self._turn(self.active, by)

    def _turn(self, viewer: OpenSource, by: int) -> None:
        source = viewer.source
        if source is not None and source.paged and 1 <= viewer.number + by <= source.page_count:
            self._activate(viewer)
            self.open(source.id, viewer.number + by)

    def set_size(self, pixels: int) -> None:
        """Reading size of the source in pixels; a page picture grows alike."""
        self.size_pixels = max(10, min(30, pixels))
        for viewer in self.viewers:
            viewer.text.set_size(self.size_pixels)
            viewer.page.set_zoom(self.size_pixels / SOURCE_SIZE)

    def back(self) -> bool:
        """Back to the place before the last jump."""
        place = self.jumps.back()
        if place is not None:
            self.open(*place, jump=False)
        return place is not None

    def forward(self) -> bool:
        """Undo ``back``."""
        place = self.jumps.forward()
        if place is not None:
            self.open(*place, jump=False)
        return place is not None


def _scroll(inside: QWidget, parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    holder = QWidget()
    holder.setObjectName("inside")
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 2, 0)
    column.addWidget(inside)
    column.addStretch(1)
    area.setWidget(holder)
    area.setMinimumHeight(60)
    return area
