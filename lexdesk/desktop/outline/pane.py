"""The side column with its three lists."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QMenu, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from lexdesk.assistant.views import ChangeItem, DocumentView, FindingView, OutlineRow, SourceView, VersionView
from lexdesk.desktop.outline.authors import author_colour
from lexdesk.desktop.outline.rows import Row, Rows
from lexdesk.desktop.parts import Title, author_name, clock, one_line
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.titles import said_title
from lexdesk.desktop.words import Words

PAGES = ("outline", "changes", "versions")


class OutlinePane(QWidget):
    """Outline and findings | changes | versions."""

    section_opened = Signal(str)
    change_opened = Signal(str)
    version_opened = Signal(int)
    revert_wanted = Signal(int)
    finding_opened = Signal(int, int)  # source, page
    place_opened = Signal(str, str)  # paragraph, words in it
    correction_wanted = Signal(object)  # FindingView

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes = words, themes
        self._view: DocumentView | None = None
        self._changes: list[ChangeItem] = []
        self._versions: list[VersionView] = []
        self._sources: list[SourceView] = []
        self._slips: list[FindingView] = []
        self._version = 0
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("views")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        for page in PAGES:
            self.tabs.addTab(words(f"side.{page}"))
        words.bind(self.tabs, "setAccessibleName", "pane.outline")
        self.outline = Rows(themes, self)
        self.findings = Rows(themes, self)
        self.changes = Rows(themes, self)
        self.versions = Rows(themes, self)
        for rows, key in (
            (self.outline, "side.outline"),
            (self.findings, "side.findings"),
            (self.changes, "side.changes"),
            (self.versions, "side.versions"),
        ):
            words.bind(rows, "setAccessibleName", key)
        self.filter = QComboBox(self)
        words.bind(self.filter, "setAccessibleName", "side.filter")
        self.stack = QStackedWidget(self)
        self._make()
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        self.outline.opened.connect(self.section_opened)
        self.changes.opened.connect(self.change_opened)
        self.versions.opened.connect(lambda target: self.version_opened.emit(int(target)))
        self.findings.opened.connect(self._open_finding)
        self.filter.currentIndexChanged.connect(self._show_changes)
        self.findings.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.findings.customContextMenuRequested.connect(self._finding_menu)
        self.versions.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.versions.customContextMenuRequested.connect(self._version_menu)
        words.changed.connect(self._render)
        themes.changed.connect(self._render)

    def _make(self) -> None:
        first = QSplitter(Qt.Orientation.Vertical, self)
        first.setHandleWidth(1)
        first.setChildrenCollapsible(False)
        first.addWidget(self.outline)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 8, 0, 4)
        column.setSpacing(4)
        title = Title(below)
        title.setContentsMargins(10, 0, 0, 0)
        self.words.bind(title, "setText", "side.findings")
        column.addWidget(title)
        column.addWidget(self.findings)
        first.addWidget(below)
        first.setSizes([460, 160])
        first.setStretchFactor(0, 3)
        first.setStretchFactor(1, 1)
        second = QWidget(self)
        column = QVBoxLayout(second)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        holder = QVBoxLayout()
        holder.setContentsMargins(8, 2, 8, 0)
        holder.addWidget(self.filter)
        column.addLayout(holder)
        column.addWidget(self.changes, 1)
        for page in (first, second, self.versions):
            self.stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 7, 0, 0)
        layout.setSpacing(3)
        head = QVBoxLayout()
        head.setContentsMargins(5, 0, 0, 0)
        head.addWidget(self.tabs)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)

    def show_page(self, page: str) -> None:
        """Bring "outline", "changes" or "versions" to the front."""
        self.tabs.setCurrentIndex(PAGES.index(page))

    def current_rows(self) -> Rows:
        """The list that takes the keyboard when the column is entered."""
        return (self.outline, self.changes, self.versions)[self.tabs.currentIndex()]

    def show_document(self, view: DocumentView, changes: list[ChangeItem]) -> None:
        """Show outline and changes of a document state."""
        other = self._view is None or self._view.document_id != view.document_id
        self._view, self._changes, self._version = view, changes, view.version_id
        self._render()
        if other:
            self.outline.scrollToTop()
            self.changes.scrollToTop()

    def show_versions(self, versions: list[VersionView]) -> None:
        """Show the versions, newest first."""
        self._versions = list(versions)
        self._show_versions()

    def show_slips(self, slips: list[FindingView]) -> None:
        """Show what the proof-reader found in the version in view."""
        self._slips = list(slips)
        self._show_findings()

    def show_sources(self, sources: list[SourceView]) -> None:
        """Show what was found in the sources."""
        self._sources = list(sources)
        self._show_findings()

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self._view, self._changes, self._versions, self._sources = None, [], [], []
        self._slips = []
        self.outline.show_rows([])
        self._render()

    def choose_change(self, item: ChangeItem | None) -> None:
        """Follow the current change in both lists."""
        self.changes.choose(item.id if item else "")
        if self._view is not None:
            self.outline.choose(_section_of(self._view, item.paragraph_key) if item is not None else "")

    def _render(self) -> None:
        for index, page in enumerate(PAGES):
            self.tabs.setTabText(index, self.words(f"side.{page}"))
        self._show_outline()
        self._fill_filter()
        self._show_changes()
        self._show_versions()
        self._show_findings()

    def _show_outline(self) -> None:
        if self._view is not None:
            self.outline.show_rows(
                [
                    Row(
                        one.key,
                        _row_name(one),
                        depth=min(one.depth, 4),
                        mark="▲" if one.warnings else "",
                        strong=one.depth == 0,
                        spoken=_row_name(one)
                        + (f", {self.words('side.warnings', count=one.warnings)}" if one.warnings else ""),
                    )
                    for one in self._view.outline
                ]
            )

    def _fill_filter(self) -> None:
        chosen = self.filter.currentData()
        self.filter.blockSignals(True)
        self.filter.clear()
        self.filter.addItem(self.words("side.all_changes"), None)
        for field in ("state", "kind"):
            for name in sorted({getattr(one, field) for one in self._changes}):
                self.filter.addItem(self.words.word(field, name), (field, name))
        for name in sorted({one.author for one in self._changes if one.author}):
            self.filter.addItem(name, ("author", name))
        index = next((i for i in range(self.filter.count()) if self.filter.itemData(i) == chosen), 0)
        self.filter.setCurrentIndex(index)
        self.filter.blockSignals(False)

    def _show_changes(self) -> None:
        chosen = self.filter.currentData()
        dark = self.themes.current.dark
        rows = []
        for one in self._changes:
            if chosen is not None and getattr(one, chosen[0]) != chosen[1]:
                continue
            kind = self.words.word("kind", one.kind)
            state = self.words.word("state", one.state)
            author = author_name(one.author)
            at = clock(one.at) if one.at else ""
            text = f"{one.label or '–'}  {kind} · {state}"
            summary = one_line(said_title(one.summary, self.words, one.label))
            second = " · ".join(part for part in (author, summary) if part)
            rows.append(
                Row(
                    one.id,
                    text,
                    second,
                    strong=one.state == "staged",
                    dot=author_colour(one.author, dark),
                    spoken=", ".join(part for part in (text, author, at, one.summary) if part),
                    tip="\n".join(part for part in (text, author, at, one.summary) if part),
                )
            )
        self.changes.show_rows(rows)

    def _show_versions(self) -> None:
        rows = []
        for one in sorted(self._versions, key=lambda version: -version.number):
            parent = (
                "" if one.parent_number is None else self.words("versions.from", number=one.parent_number)
            )
            here = " ●" if one.id == self._version else ""
            kind = self.words.word("version_kind", one.kind)
            text = self.words("versions.row", number=one.number, kind=kind) + here
            second = " · ".join(part for part in (parent, clock(one.at), one.by, one.note) if part)
            if not one.on_chain:
                second = f"{self.words('versions.other_branch')} · {second}"
            rows.append(Row(str(one.id), text, second, depth=0 if one.on_chain else 1, strong=one.is_head))
        self.versions.show_rows(rows)

    def _show_findings(self) -> None:
        rows = []
        if self._view is not None:
            for one in self._view.outline:
                if one.warnings:
                    text = self.words("side.finding", label=one.label or one.heading, count=one.warnings)
                    rows.append(Row(f"key:{one.key}", text))
        for number, slip in enumerate(self._slips):
            fix = "" if slip.fix is None else self.words("side.fix", old=slip.text, new=slip.fix)
            kind = self.words.word("slip", slip.severity)
            text = f"{slip.label}  {slip.message}".strip()
            rows.append(
                Row(
                    f"slip:{number}",
                    text,
                    " · ".join(part for part in (kind, fix) if part),
                    mark="▲" if slip.severity == "error" else "",
                    spoken=", ".join(part for part in (slip.label, kind, slip.message, fix) if part),
                )
            )
        for source in self._sources:
            name = source.short_name or source.title
            for _code, message, page in source.findings:
                rows.append(Row(f"source:{source.id}:{page or 1}", f"{name}: {message}"))
        if not rows:
            rows.append(Row("", self.words("side.no_findings")))
        self.findings.show_rows(rows)

    def _open_finding(self, target: str) -> None:
        if not target:
            return
        if target.startswith("key:"):
            self.section_opened.emit(target[4:])
        elif target.startswith("slip:"):
            slip = self._slips[int(target[5:])]
            self.place_opened.emit(slip.paragraph_key, slip.text)
        else:
            _, source, page = target.split(":")
            self.finding_opened.emit(int(source), int(page))

    def finding_menu(self, target: str) -> QMenu:
        """What can be done with a row of the findings: go there, and take the safe correction."""
        menu = QMenu(self)
        show = QAction(self.words("side.go_there"), menu)
        show.triggered.connect(lambda: self._open_finding(target))
        menu.addAction(show)
        slip = self._slips[int(target[5:])] if target.startswith("slip:") else None
        if slip is not None and slip.fix is not None:
            stage = QAction(self.words("side.propose_fix"), menu)
            stage.triggered.connect(lambda: self.correction_wanted.emit(slip))
            menu.addAction(stage)
        return menu

    def _finding_menu(self, point) -> None:
        item = self.findings.itemAt(point)
        target = item.data(Qt.ItemDataRole.UserRole).target if item is not None else ""
        if target:
            self.finding_menu(target).exec(self.findings.viewport().mapToGlobal(point))

    def _version_menu(self, point) -> None:
        item = self.versions.itemAt(point)
        if item is None:
            return
        target = int(item.data(Qt.ItemDataRole.UserRole).target)
        menu = QMenu(self)
        show = QAction(self.words("versions.show"), menu)
        show.triggered.connect(lambda: self.version_opened.emit(target))
        revert = QAction(self.words("versions.revert"), menu)
        revert.triggered.connect(lambda: self.revert_wanted.emit(target))
        menu.addActions([show, revert])
        menu.exec(self.versions.viewport().mapToGlobal(point))


def _row_name(row: OutlineRow) -> str:
    """Number and heading; a heading that is its own number stands once."""
    return row.heading if row.heading.startswith(row.label) else f"{row.label} {row.heading}".strip()


def _section_of(view: DocumentView, key: str) -> str:
    """Key of the outline row that a paragraph stands under, "" if none: a struck clause that the outline no
    longer lists is not part of the clause before it."""
    rows = {row.key for row in view.outline}
    last = ""
    for paragraph in view.paragraphs:
        if paragraph.key in rows:
            last = paragraph.key
        elif paragraph.mark_change == "del" and paragraph.label and not paragraph.label.startswith("("):
            last = ""
        if paragraph.key == key:
            return last
    return ""
