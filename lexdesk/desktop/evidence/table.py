"""All sources with what they are: filtered, sorted, confirmed; beside them the card of the chosen one."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.evidence_views import RelationView, SourceCard
from lexdesk.assistant.views import SourceView
from lexdesk.desktop.evidence.relations import RelationTree
from lexdesk.desktop.evidence.sheet import card_html
from lexdesk.desktop.evidence.sources import part_read
from lexdesk.desktop.parts import Fitted
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_VIEWS = ("table", "relations", "card")
_HEADS = ("title", "kind", "rank", "status", "by", "place", "dated")
_WIDTHS = (0, 76, 96, 88, 72, 86, 94)
_WIDE = 860  # pixels from which the card stands beside the table, and ranks have a column
_MARKED = {"kind": ("kind", "role"), "rank": ("rank",), "status": ("status",), "place": ("jurisdiction",),
           "dated": ("dated",)}  # fmt: skip
SUGGESTED_BY = "suggested by code"


class SourcesPane(QWidget):
    """``chosen`` asks for the card of a source. A click on a head sorts; "?" marks what nobody confirmed."""

    chosen = Signal(int)
    opened = Signal(int)
    confirm_wanted = Signal(int)
    edit_wanted = Signal(int)
    relate_wanted = Signal(int)
    chat_wanted = Signal(int)
    expunge_wanted = Signal(int)
    resume_wanted = Signal(int)
    relation_decided = Signal(int, str)
    passage_opened = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes = words, themes
        self.sources: list[SourceView] = []
        self.card: SourceCard | None = None
        self.read_only = False
        self._sorted, self._down = "", False
        self.filter = QLineEdit(self)
        self.kinds = QComboBox(self)
        self.only = QCheckBox(self)
        self.table = Table(themes, _WIDTHS, self)
        self.relations = RelationTree(words, self)
        self.said = Fitted(self)
        self.sheet = QLabel(self)
        self.scroll = QScrollArea(self)
        self.both = QSplitter(Qt.Orientation.Horizontal, self)
        self.views = QStackedWidget(self)
        self.switches: dict[str, QPushButton] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._make()
        words.changed.connect(self._render)
        themes.changed.connect(self._say_card)
        self._render()

    def _make(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(10, 5, 8, 3)
        head.setSpacing(6)
        for widget, stretch in ((self.filter, 1), (self.kinds, 0), (self.only, 0)):
            head.addWidget(widget, stretch)
        for number, name in enumerate(_VIEWS):
            button = self.switches[name] = QPushButton(self)
            button.setCheckable(True)
            button.setProperty("quiet", True)
            self.words.bind(button, "setText", f"sources.{name}")
            self.words.bind(button, "setAccessibleName", f"sources.{name}")
            button.clicked.connect(lambda _checked=False, number=number: self.show_view(number))
            head.addWidget(button)
        self.words.bind(self.filter, "setPlaceholderText", "sources.filter")
        self.words.bind(self.filter, "setAccessibleName", "sources.filter")
        self.words.bind(self.kinds, "setAccessibleName", "sources.kind_head")
        self.words.bind(self.only, "setText", "sources.only_unconfirmed")
        self.words.bind(self.table, "setAccessibleName", "sources.name")
        self.filter.textChanged.connect(self._fill)
        self.kinds.currentIndexChanged.connect(self._fill)
        self.only.toggled.connect(self._fill)
        self.table.horizontalHeader().setSectionsClickable(True)
        self.table.horizontalHeader().sectionClicked.connect(self._sort)
        self.table.chosen.connect(lambda target: self._choose(int(target)))
        self.table.opened.connect(lambda target: self.opened.emit(int(target)))
        self.relations.decided.connect(self.relation_decided)
        self.relations.passage_opened.connect(self.passage_opened)
        self.sheet.setObjectName("inside")
        self.sheet.setWordWrap(True)
        self.sheet.setTextFormat(Qt.TextFormat.RichText)
        self.sheet.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.sheet.setContentsMargins(12, 4, 8, 8)
        self.sheet.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.sheet.linkActivated.connect(lambda link: self.passage_opened.emit(int(link)))
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setWidget(self.sheet)
        self.both.setHandleWidth(1)
        self.both.setChildrenCollapsible(False)
        self.both.addWidget(self.table)
        for page in (self.both, self.relations, self.scroll):
            self.views.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.views, 1)
        layout.addWidget(self._foot())
        self._arrange()

    def _foot(self) -> QWidget:
        foot = QWidget(self)
        row = QHBoxLayout(foot)
        row.setContentsMargins(12, 0, 8, 3)
        row.setSpacing(6)
        self.said.setObjectName("muted")
        row.addWidget(self.said, 1)
        for name, signal in (
            ("resume", self.resume_wanted),
            ("confirm", self.confirm_wanted),
            ("edit", self.edit_wanted),
            ("relate", self.relate_wanted),
            ("chat", self.chat_wanted),
            ("expunge", self.expunge_wanted),
        ):
            button = self.buttons[name] = QPushButton(foot)
            self.words.bind(button, "setText", f"sources.{name}")
            self.words.bind(button, "setToolTip", f"sources.{name}_tip")
            self.words.bind(button, "setAccessibleName", f"sources.{name}_tip")
            button.clicked.connect(lambda _checked=False, signal=signal: self._send(signal))
            row.addWidget(button)
        return foot

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the card beside the table where there is room, else behind it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= _WIDE
        self.table.setColumnHidden(_HEADS.index("rank"), not wide)
        if wide == (self.both.indexOf(self.scroll) >= 0):
            return
        if wide:
            self.both.addWidget(self.scroll)
            self.scroll.show()
            self.both.setSizes([self.width() - 300, 300])
        else:
            self.views.addWidget(self.scroll)
        self.switches["card"].setVisible(not wide)
        self.show_view(min(self.views.currentIndex(), self.views.count() - 1))

    def show_view(self, number: int) -> None:
        """Bring table (0), relations (1) or, where it is not beside the table, the card (2) forward."""
        self.views.setCurrentIndex(number)
        for at, button in enumerate(self.switches.values()):
            button.setChecked(at == number)
        for button in self.buttons.values():
            button.setVisible(number != 1)
        self._enable()

    # what is shown

    def show_sources(self, sources: list[SourceView], read_only: bool) -> None:
        """Show these sources; filter, order and choice stay."""
        self.sources, self.read_only = list(sources), read_only
        self._render()

    def show_card(self, card: SourceCard | None) -> None:
        """Show everything known of the chosen source."""
        self.card = card
        self._say_card()

    def show_relations(self, relations: list[RelationView]) -> None:
        """Show how the sources hang together."""
        self.relations.show_relations(relations, self.read_only)

    def source(self) -> SourceView | None:
        """The chosen source, None if none."""
        chosen = self.table.current()
        return next((one for one in self.sources if str(one.id) == chosen), None)

    def _render(self) -> None:
        self.table.set_heads(tuple(self._head(name) for name in _HEADS))
        kinds = list(dict.fromkeys(source.kind for source in self.sources))
        chosen = self.kinds.currentData()
        with QSignalBlocker(self.kinds):
            self.kinds.clear()
            self.kinds.addItem(self.words("sources.all_kinds"), "")
            for kind in kinds:
                self.kinds.addItem(self.words.word("source_kind", kind), kind)
            self.kinds.setCurrentIndex(max(0, self.kinds.findData(chosen)))
        self._fill()
        self._say_card()

    def _head(self, name: str) -> str:
        sign = (" ▾" if self._down else " ▴") if name == self._sorted else ""
        return self.words(f"sources.{name}_head") + sign

    def _fill(self) -> None:
        wanted, kind = self.filter.text().casefold().split(), self.kinds.currentData() or ""
        rows = []
        for source in self.sources:
            if (kind and source.kind != kind) or (self.only.isChecked() and not source.unconfirmed):
                continue
            cells = self._cells(source)
            if all(word in " ".join((*cells, source.title, source.file_name)).casefold() for word in wanted):
                rows.append((cells, source))
        if self._sorted:
            at = _HEADS.index(self._sorted)
            # What is not said comes last, whichever way round.
            rows.sort(key=lambda row: row[0][at].casefold(), reverse=self._down)
            rows.sort(key=lambda row: not row[0][at])
        self.table.show_lines(
            [
                Line(
                    str(source.id),
                    cells,
                    strong=not source.expunged,
                    tip=source.expunged or f"{source.title}\n{source.file_name}",
                    warning=3 if source.status in ("superseded", "repealed", "overruled") else -1,
                    struck=bool(source.expunged),
                )
                for cells, source in rows
            ]
        )
        count = sum(1 for source in self.sources if source.unconfirmed)
        said = [self.words.count("sources.unconfirmed_count", count)] if count else []
        said += [self.words("sources.suggested_note")] if count else []
        self.said.setText(" · ".join(said) if self.sources else self.words("sources.none"))
        self._enable()

    def _cells(self, source: SourceView) -> tuple[str, ...]:
        words = self.words
        said = {name: who for name, who, _at in source.said}
        values = {
            "title": source.short_name or source.title,
            "kind": words.word("source_kind", source.kind) if source.kind != "unknown" else "",
            "rank": words.word("rank", source.rank) if source.rank else "",
            "status": words.word("status", source.status) if source.status != "unknown" else "",
            "by": said.get("status", source.status_by),
            "place": source.jurisdiction,
            "dated": source.dated,
        }
        if values["by"] == SUGGESTED_BY:
            values["by"] = words("sources.said_by_code")
        if source.import_state != "done":
            values["title"] = f"{values['title']} ({part_read(source, words)})"
        if source.expunged:
            values |= {"kind": words("sources.expunged_row"), "status": ""}
        for name, fields in _MARKED.items():
            if values[name] and set(fields) & set(source.unconfirmed):
                values[name] = words("sources.suggested", value=values[name])
        return tuple(values[name] for name in _HEADS)

    def _say_card(self) -> None:
        source = self.source()
        if source is None or self.card is None or self.card.source_id != source.id:
            self.sheet.setText(self.words("sources.card_none") if source is None else "")
        else:
            accent = self.themes.current.colour("accent").name()
            self.sheet.setText(card_html(source, self.card, self.words, accent))

    # acts

    def _choose(self, source_id: int) -> None:
        self._enable()
        self.sheet.setText("")
        self.chosen.emit(source_id)

    def _enable(self) -> None:
        source = self.source()
        can = source is not None and not source.expunged and not self.read_only
        for name, button in self.buttons.items():
            button.setEnabled(can and (name != "confirm" or bool(source is not None and source.unconfirmed)))
        unfinished = source is not None and source.import_state != "done"
        self.buttons["resume"].setVisible(unfinished and self.views.currentIndex() != 1)

    def _send(self, signal) -> None:
        source = self.source()
        if source is not None:
            signal.emit(source.id)

    def _sort(self, column: int) -> None:
        name = _HEADS[column]
        self._down = not self._down if name == self._sorted else False
        self._sorted = name
        self._render()
