"""The document pane: review bar above, find bar, and the page."""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lexdesk.assistant.views import DocumentView
from lexdesk.desktop.document.build import Building, Writer, build
from lexdesk.desktop.document.editor import ParagraphEditor
from lexdesk.desktop.document.looks import LOOKS, Look
from lexdesk.desktop.document.notice import PageNotice
from lexdesk.desktop.document.page import Page
from lexdesk.desktop.document.patch import patch
from lexdesk.desktop.findbar import FindBar
from lexdesk.desktop.fonts import DOCUMENT_SIZE, Fonts
from lexdesk.desktop.jumps import Jumps
from lexdesk.desktop.parts import Fitted
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

SMALLEST, LARGEST = 10, 30
_AT_ONCE = 900  # paragraphs built in one go: some tens of milliseconds
_SLICE = 0.02  # seconds of building at a time


class DocumentPane(QWidget):
    """Shows one version of one document. Knows nothing of the desk: it is told what to show."""

    next_wanted = Signal()
    previous_wanted = Signal()
    accept_wanted = Signal()
    reject_wanted = Signal()
    change_clicked = Signal(str)
    change_hovered = Signal(str, QPoint)
    look_changed = Signal(str)

    def __init__(self, words: Words, themes: Themes, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("documentpane")
        self.words, self.themes, self.fonts = words, themes, fonts
        self.look: Look = "markup"
        self.size_pixels = DOCUMENT_SIZE
        self.jumps: Jumps[tuple[str, str]] = Jumps()
        self._view: DocumentView | None = None
        self._position = (0, 0, 0)
        self._how: tuple[object, ...] = ()  # document, look, theme and size of what the page shows
        self._building: Building | None = None
        self._wanted: Callable[[], object] | None = None  # where to go once a long text stands
        self._builder = QTimer(self, interval=0)
        self._builder.timeout.connect(self._build_more)
        self.page = Page(themes.current, self)
        self.find = FindBar(self.page, words, self)
        self.editor = ParagraphEditor(self.page, words)
        self.state = PageNotice(self)
        self.warning = PageNotice(self, level="warning")
        self._make_bar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.bar, self.warning, self.state, self.find):
            layout.addWidget(widget)
        layout.addWidget(self.page, 1)
        self.find.found.connect(self.page.set_finds)
        self.page.settled.connect(self._settled)
        self.page.change_clicked.connect(self.change_clicked)
        self.page.change_hovered.connect(self.change_hovered)
        themes.changed.connect(self._theme_changed)
        words.changed.connect(self._say_position)
        words.bind(self.page, "setAccessibleName", "pane.document")
        words.bind(self.page, "setPlaceholderText", "document.empty")
        self.set_position(0, 0, 0)
        self.enable_decision(False)

    def _make_bar(self) -> None:
        self.bar = QWidget(self)
        self.bar.setObjectName("reviewbar")
        self.bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.position = QLabel(self.bar)
        self.pending = Fitted(self.bar)
        self.pending.setObjectName("muted")
        self.looks = QComboBox(self.bar)
        for look in LOOKS:
            self.looks.addItem(self.words(f"look.{look}"), look)
        self.words.bind(self.looks, "setAccessibleName", "look.name")
        self.words.bind(self.looks, "setToolTip", "look.name")
        self.looks.currentIndexChanged.connect(lambda at: self.set_look(self.looks.itemData(at)))
        self.words.changed.connect(self._name_looks)
        self.previous = QPushButton(self.bar)
        self.next = QPushButton(self.bar)
        self.reject = QPushButton(self.bar)
        self.accept = QPushButton(self.bar)
        self.accept.setProperty("primary", True)
        for button, key, signal in (
            (self.previous, "review.previous", self.previous_wanted),
            (self.next, "review.next", self.next_wanted),
            (self.reject, "review.reject", self.reject_wanted),
            (self.accept, "review.accept", self.accept_wanted),
        ):
            self.words.bind(button, "setText", key)
            self.words.bind(button, "setToolTip", key + "_tip")
            self.words.bind(button, "setAccessibleName", key + "_tip")
            button.clicked.connect(signal)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.looks.setFixedWidth(104)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(12, 6, 10, 6)
        row.setSpacing(6)
        row.addWidget(self.position)
        row.addWidget(self.pending, 1)
        for widget in (self.looks, self.previous, self.next, self.reject, self.accept):
            row.addWidget(widget)

    def _name_looks(self) -> None:
        for index, look in enumerate(LOOKS):
            self.looks.setItemText(index, self.words(f"look.{look}"))

    def show_view(self, view: DocumentView) -> None:
        """Show a state of the document, keeping place and selection where paragraphs are the same."""
        if self._view is not None and self._view.document_id != view.document_id:
            self.jumps.clear()
        self._view = view
        self._build()

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self._view = self._building = self._wanted = None
        self._builder.stop()
        self.jumps.clear()
        self.find.hide()
        self.editor.close_editor()
        self.state.say("")
        self.warning.say("")
        self.page.clear_page()
        self.set_position(0, 0, 0)
        self.enable_decision(False)

    def _build(self) -> None:
        """Show the view: in place where little differs, at once where it is short, else piece by piece."""
        self._builder.stop()
        self._building = None
        view, theme = self._view, self.themes.current
        if view is None:
            return
        how = (view.document_id, self.look, theme.name, self.size_pixels)
        built = self.page.built
        if built is not None and self._how == how and not self.page.restoring:
            writer = Writer(built, theme, self.fonts, self.size_pixels)
            if patch(built, view, writer):
                self.page.patched()
                return
        self._how = how
        if len(view.paragraphs) <= _AT_ONCE:
            self.page.show_built(build(view, self.look, theme, self.fonts, self.size_pixels))
        else:
            self._building = Building(view, self.look, theme, self.fonts, self.size_pixels)
            self._builder.start()

    def _build_more(self) -> None:
        building, until = self._building, perf_counter() + _SLICE
        while building is not None and perf_counter() < until:
            if building.step(10):
                self._builder.stop()
                self._building = None
                self.page.show_built(building.built, patient=True)
                return

    def _settled(self) -> None:
        """A new state stands: go where something asked to go meanwhile, and search it."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted()
        if self.find.isVisible():
            self.find.search()

    @property
    def busy(self) -> bool:
        """Whether a long text is still on its way to the page."""
        return self._building is not None or self.page.restoring

    def set_look(self, look: Look) -> None:
        """All markup, simple, clean or original."""
        if look == self.look:
            return
        self.look = look
        self.looks.setCurrentIndex(LOOKS.index(look))
        self._build()
        self.look_changed.emit(look)

    def set_size(self, pixels: int) -> None:
        """Reading size of the text in pixels."""
        self.size_pixels = max(SMALLEST, min(LARGEST, pixels))
        self.page.zoom = self.size_pixels / DOCUMENT_SIZE
        self._build()
        self.page.fit_margins()

    def _theme_changed(self) -> None:
        self.page.set_theme(self.themes.current)
        self._build()

    def set_position(self, at: int, total: int, pending: int) -> None:
        """ "4 of 23 · 19 pending"; ``at`` 0 means that no change is chosen."""
        self._position = (at, total, pending)
        self._say_position()

    def current_number(self) -> int:
        """Number of the current change from 1, 0 if none."""
        return self._position[0]

    def position_text(self) -> str:
        """ "4 of 23 · 19 pending" in the words of the window; "" without changes."""
        at, total, pending = self._position
        if total == 0:
            return ""
        position = self.words("review.position", at=at or "–", all=total)
        return f"{position} · {self.words('review.pending', count=pending)}"

    def _say_position(self) -> None:
        at, total, pending = self._position
        if total == 0:
            self.position.setText(self.words("review.no_changes"))
            self.pending.setText("")
        else:
            self.position.setText(self.words("review.position", at=at or "–", all=total))
            self.pending.setText(self.words("review.pending", count=pending))

    def enable_decision(self, possible: bool) -> None:
        """Whether accept and reject apply to the current change."""
        self.accept.setEnabled(possible)
        self.reject.setEnabled(possible)

    def go_to_key(self, key: str, text: str = "") -> bool:
        """Jump to a paragraph (and mark ``text`` in it). Shows all markup when this look hides it."""
        if self.busy and self._view is not None and any(one.key == key for one in self._view.paragraphs):
            self._wanted = lambda: self.go_to_key(key, text)
            return True
        if self.page.scroll_to_key(key, text):
            self.jumps.push((key, text))
            return True
        if self.look != "markup" and self._view and any(p.key == key for p in self._view.paragraphs):
            self.set_look("markup")
            return self.go_to_key(key, text)
        return False

    def go_to_change(self, change_id: str, key: str) -> None:
        """Make a change the current one and bring it into view."""
        self.page.set_current(change_id)
        if self.busy:
            self._wanted = lambda: self.go_to_change(change_id, key)
            return
        if self.page.scroll_to_change(change_id, key):
            self.jumps.push((key, ""))
        elif self.look != "markup":
            self.set_look("markup")
            self.page.scroll_to_change(change_id, key)

    def back(self) -> bool:
        """Go back to the place before the last jump."""
        place = self.jumps.back()
        return place is not None and self.page.scroll_to_key(*place)

    def forward(self) -> bool:
        """Undo ``back``."""
        place = self.jumps.forward()
        return place is not None and self.page.scroll_to_key(*place)
