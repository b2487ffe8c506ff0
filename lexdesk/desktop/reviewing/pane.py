"""The reviewing list (one row a change): filters, keys, and decisions on the chosen rows."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.history_views import EditSummary
from lexdesk.assistant.views import ChangeItem
from lexdesk.desktop.authors import Authors
from lexdesk.desktop.parts import author_name, clock, one_line
from lexdesk.desktop.reviewing.lines import Entry, entries
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.titles import said_title
from lexdesk.desktop.words import Words

FIELDS = ("author", "kind", "state")
_HEADS = ("clause", "kind", "author", "time", "reason", "state")


class ReviewingList(QWidget):
    """Moving through the rows chooses the change in the document; Space, Ctrl and Shift choose several.
    ``menu_wanted`` asks for what can be done with the chosen rows."""

    change_chosen = Signal(str)
    change_opened = Signal(str)
    accept_wanted = Signal(list)
    reject_wanted = Signal(list)
    aside_wanted = Signal(list)
    menu_wanted = Signal(list, QPoint)

    def __init__(self, words: Words, themes: Themes, authors: Authors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes, self.authors = words, themes, authors
        self._changes: list[ChangeItem] = []
        self._edits: list[EditSummary] = []
        self._entries: list[Entry] = []
        self._read_only = False
        self.filters = {field: QComboBox(self) for field in FIELDS}
        self.table = Table(themes, (56, 82, 108, 90, 0, 74), self, several=True)
        self.count = QLabel(self)
        self.count.setObjectName("muted")
        self.accept = QPushButton(self)
        self.reject = QPushButton(self)
        self.aside = QPushButton(self)
        self._make()
        words.changed.connect(self._render)
        themes.changed.connect(self._fill)
        authors.changed.connect(self._fill)
        self._render()

    def _make(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(10, 5, 8, 3)
        row.setSpacing(6)
        for field, box in self.filters.items():
            self.words.bind(box, "setAccessibleName", f"reviewing.filter_{field}")
            box.setMinimumWidth(96)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.currentIndexChanged.connect(self._fill)
            row.addWidget(box, 2)
        row.addWidget(self.count)
        for button, key, signal in (
            (self.aside, "reviewing.aside", self.aside_wanted),
            (self.reject, "reviewing.reject", self.reject_wanted),
            (self.accept, "reviewing.accept", self.accept_wanted),
        ):
            self.words.bind(button, "setText", key)
            self.words.bind(button, "setToolTip", key + "_tip")
            self.words.bind(button, "setAccessibleName", key + "_tip")
            button.clicked.connect(lambda _checked=False, signal=signal: signal.emit(self.table.targets()))
            row.addWidget(button)
        self.words.bind(self.table, "setAccessibleName", "reviewing.name")
        self.table.chosen.connect(self.change_chosen)
        self.table.opened.connect(self.change_opened)
        self.table.selectionModel().selectionChanged.connect(self._say)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._ask_menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.table, 1)

    def show_changes(self, changes: list[ChangeItem]) -> None:
        """The changes of the document in view, in its order."""
        self._changes = changes
        self._render()

    def show_edits(self, edits: list[EditSummary]) -> None:
        """Every edit of the document, for reasons and for what the text does not show."""
        self._edits = edits
        self._render()

    def set_read_only(self, read_only: bool) -> None:
        """Whether nothing can be decided here."""
        self._read_only = read_only
        self._say()

    def choose(self, change_id: str) -> None:
        """Follow the current change."""
        if len(self.table.targets()) <= 1:
            self.table.choose(change_id)

    def entry(self, change_id: str) -> Entry | None:
        """The row of a change, whether the filters show it or not."""
        return next((one for one in self._entries if one.id == change_id), None)

    def _render(self) -> None:
        self._entries = entries(self._changes, self._edits)
        self.table.set_heads(tuple(self.words(f"reviewing.{name}") for name in _HEADS))
        for field, box in self.filters.items():
            chosen = box.currentData()
            box.blockSignals(True)
            box.clear()
            box.addItem(self.words(f"reviewing.any_{field}"), None)
            for value in dict.fromkeys(getattr(one, field) for one in self._entries):
                if value:
                    box.addItem(self._word(field, value), value)
            box.setCurrentIndex(max(0, box.findData(chosen)))
            box.blockSignals(False)
        self._fill()

    def _word(self, field: str, value: str) -> str:
        return author_name(value, self.words) if field == "author" else self.words.word(field, value)

    def _fill(self) -> None:
        wanted = {field: box.currentData() for field, box in self.filters.items()}
        shown = [
            one
            for one in self._entries
            if all(value is None or getattr(one, field) == value for field, value in wanted.items())
        ]
        self.table.show_rows([one.id for one in shown], lambda row: self._line(shown[row]))
        self._say()

    def _line(self, one: Entry) -> Line:
        reason = said_title(one.reason, self.words, one.label)
        reason = one_line(self.words.said(reason) if one.author == "code" else reason)
        sign = f"▲ {one.warnings}  " if one.warnings else ""
        return Line(
            one.id,
            (
                one.label or "–",
                self.words.word("kind", one.kind),
                author_name(one.author, self.words),
                clock(one.at, short=True) if one.at else "",
                sign + reason,
                self.words.word("state", one.state),
            ),
            strong=one.state == "staged",
            tip="\n".join(part for part in (said_title(one.title, self.words), one.reason) if part),
            dots=((2, self.authors.colour(one.author, self.themes.current.dark)),),
        )

    def _say(self) -> None:
        chosen = [one for one in map(self.entry, self.table.targets()) if one is not None]
        self.count.setText(self.words("reviewing.chosen", count=len(chosen)))
        self.count.setVisible(len(chosen) > 1)
        waiting = [one for one in chosen if one.state in ("staged", "set_aside")]
        tracked = [one for one in chosen if one.origin == "theirs" and one.state == "tracked"]
        decidable = bool(chosen) and len(chosen) in (len(waiting), len(tracked)) and not self._read_only
        self.accept.setEnabled(decidable and not any(one.state == "set_aside" for one in chosen))
        self.reject.setEnabled(decidable)
        staged = decidable and all(one.state == "staged" for one in chosen)
        self.aside.setEnabled(staged)

    def _ask_menu(self, at: QPoint) -> None:
        if self.table.targets():
            self.menu_wanted.emit(self.table.targets(), self.table.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The menu key asks for the menu of the chosen rows."""
        if event.key() == Qt.Key.Key_Menu:
            self._ask_menu(self.table.visualRect(self.table.currentIndex()).bottomLeft())
            return
        super().keyPressEvent(event)
