"""The evidence pane as a whole. It asks for texts and pages with signals and is told the answers."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
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
from lexdesk.desktop.evidence.sources import SourceList
from lexdesk.desktop.evidence.viewer import PageView, SourceText
from lexdesk.desktop.findbar import FindBar
from lexdesk.desktop.fonts import SOURCE_SIZE, Fonts
from lexdesk.desktop.jumps import Jumps
from lexdesk.desktop.parts import Title
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.titles import Ends, said_title
from lexdesk.desktop.words import Words

_ROWS = 5  # sources in view without scrolling
_CARD_SHARE, _CARD_ALONE = 0.45, 0.62  # of the pane's height, at most, with and without an open source


class EvidencePane(QWidget):
    """Card, list, open source."""

    text_wanted = Signal(int, int)  # source, passage (0: none)
    page_wanted = Signal(int, int, int)  # source, page, passage (0: none)
    add_wanted = Signal()
    facts_wanted = Signal(int)

    def __init__(self, words: Words, themes: Themes, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes = words, themes
        self.size_pixels = SOURCE_SIZE
        self.jumps: Jumps[tuple[int, int, int]] = Jumps()  # source, page, passage
        self.open_source: SourceView | None = None
        self.open_page = 1
        self._number = 0
        self._label = ""
        self.placed = False  # the lawyer has moved the dividing lines: they stay
        self.card_title = Title(self)
        self.card = CardView(words, self)
        self.card_scroll = _scroll(self.card, self)
        self.list_title = Title(self)
        self.list = SourceList(words, themes, self)
        self.add = QToolButton(self)
        self.text = SourceText(themes, fonts, SOURCE_SIZE, self)
        self.page = PageView(themes, self)
        self.find = FindBar(self.text, words, self)
        self.find.found.connect(self.text.set_finds)
        self._make()
        words.bind(self.list_title, "setText", "evidence.title")
        words.bind(self.text, "setAccessibleName", "evidence.source")
        words.bind(self.page, "setAccessibleName", "evidence.source")
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
        self.empty = QLabel(self)
        self.empty.setWordWrap(True)
        self.empty.setObjectName("muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack = QStackedWidget(self)
        for widget in (self.empty, self.text, self.page):
            self.stack.addWidget(widget)
        column.addWidget(self.find)
        column.addWidget(self.stack, 1)
        column.addLayout(self._foot())
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

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.where = Title(self)
        self.before = QPushButton("‹", self)
        self.after = QPushButton("›", self)
        for button, key, by in (
            (self.before, "evidence.page_before", -1),
            (self.after, "evidence.page_after", 1),
        ):
            button.setProperty("quiet", True)
            self.words.bind(button, "setAccessibleName", key)
            self.words.bind(button, "setToolTip", key)
            button.clicked.connect(lambda _checked=False, by=by: self.turn(by))
        row.addWidget(self.where, 1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        return row

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
        self.empty.setText(self.words("evidence.empty"))
        source = self.open_source
        paged = source is not None and source.paged
        self.before.setVisible(paged)
        self.after.setVisible(paged)
        if source is None:
            self.where.setText("")
        elif paged:
            self.where.setText(
                self.words("evidence.page", name=_name(source), page=self.open_page, pages=source.page_count)
            )
            self.before.setEnabled(self.open_page > 1)
            self.after.setEnabled(self.open_page < source.page_count)
        else:
            self.where.setText(_name(source))

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.open_source = None
        self.jumps.clear()
        self.text.show_text("")
        self.page.source_id = 0
        self.list.show_sources([])
        self.stack.setCurrentWidget(self.empty)
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
        if jump:
            self.jumps.push((source_id, page, passage_id))
        if source.paged:
            self.page_wanted.emit(source_id, max(1, page), passage_id)
        else:
            self.text_wanted.emit(source_id, passage_id)

    def open_pin(self, pin: PinView) -> None:
        """Open a citation of a source at its sentence."""
        if pin.source_id is not None:
            self.open(pin.source_id, pin.page, pin.passage_id)

    def show_text(self, source_id: int, text: str, mark: Highlight | None) -> None:
        """The text of an unpaged source has come."""
        source = self.list.source(source_id)
        self.open_source, self.open_page = source, 1
        if self.text.text != text or not text:
            self.text.show_text(text)
        self._show(self.text)
        self.text.marked = None
        if mark is not None:
            self.text.mark(mark.start, mark.end)
        else:
            self.text.mark(0, 0)
        self._say()

    def show_page(
        self, source_id: int, page: int, points: tuple[float, float], mark: Highlight | None
    ) -> None:
        """The size of a page has come, and the boxes on it; its picture follows."""
        self.open_source, self.open_page = self.list.source(source_id), page
        self._show(self.page)
        self.page.open(source_id, page, points, mark)
        self._say()

    def _show(self, view: QWidget) -> None:
        first = self.stack.currentWidget() is self.empty
        self.stack.setCurrentWidget(view)
        if first:
            self._fit()

    def turn(self, by: int) -> None:
        """To the next or previous page."""
        if self.open_source is not None and self.open_source.paged:
            page = self.open_page + by
            if 1 <= page <= self.open_source.page_count:
                self.open(self.open_source.id, page)

    def set_size(self, pixels: int) -> None:
        """Reading size of the source in pixels; a page picture grows alike."""
        self.size_pixels = max(10, min(30, pixels))
        self.text.set_size(self.size_pixels)
        self.page.set_zoom(self.size_pixels / SOURCE_SIZE)

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


def _name(source: SourceView) -> str:
    return source.short_name or source.title


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
