"""The side column: the clauses of the document, and what was found in it and its sources."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSplitter, QVBoxLayout, QWidget

from lexdesk.assistant.views import ChangeItem, DocumentView, FindingView, OutlineRow, SourceView
from lexdesk.desktop.outline.rows import Row, Rows
from lexdesk.desktop.parts import Title
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.wording import said_finding
from lexdesk.desktop.words import Words


class OutlinePane(QWidget):
    """Outline above, findings below."""

    section_opened = Signal(str)
    history_wanted = Signal(str)  # paragraph a clause begins with
    chat_wanted = Signal(str)  # paragraph a clause begins with
    finding_opened = Signal(int, int)  # source, page
    place_opened = Signal(str, str)  # paragraph, words in it
    correction_wanted = Signal(object)  # FindingView

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes = words, themes
        self._view: DocumentView | None = None
        self._sources: list[SourceView] = []
        self._slips: list[FindingView] = []
        self.outline = Rows(themes, self, middle=True)
        self.findings = Rows(themes, self)
        for rows, key in ((self.outline, "side.outline"), (self.findings, "side.findings")):
            words.bind(rows, "setAccessibleName", key)
        self._make()
        self.outline.opened.connect(self.section_opened)
        self.findings.opened.connect(self._open_finding)
        for rows, menu in ((self.findings, self._finding_menu), (self.outline, self._section_menu)):
            rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            rows.customContextMenuRequested.connect(menu)
        words.changed.connect(self._render)
        themes.changed.connect(self._render)

    def _make(self) -> None:
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        for rows, key in ((self.outline, "side.outline"), (self.findings, "side.findings")):
            part = QWidget(self)
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 10, 0, 4)
            column.setSpacing(5)
            title = Title(part)
            title.setContentsMargins(10, 0, 0, 0)
            self.words.bind(title, "setText", key)
            column.addWidget(title)
            column.addWidget(rows)
            split.addWidget(part)
        split.setSizes([460, 190])
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split)

    def show_document(self, view: DocumentView) -> None:
        """Show the outline of a document state."""
        before, self._view = self._view, view
        other = before is None or before.document_id != view.document_id
        if other or before.outline != view.outline:
            self._render()
        if other:
            self.outline.scrollToTop()

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
        self._view, self._sources, self._slips = None, [], []
        self.outline.show_rows([])
        self._render()

    def choose_change(self, item: ChangeItem | None) -> None:
        """Follow the current change."""
        if self._view is not None:
            self.outline.choose(_section_of(self._view, item.paragraph_key) if item is not None else "")

    def _render(self) -> None:
        self._show_outline()
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
            said = said_finding(slip, self.words)
            text = f"{slip.label}  {said}".strip()
            rows.append(
                Row(
                    f"slip:{number}",
                    text,
                    " · ".join(part for part in (kind, fix) if part),
                    mark="▲" if slip.severity == "error" else "",
                    spoken=", ".join(part for part in (slip.label, kind, said, fix) if part),
                )
            )
        for source in self._sources:
            name = source.short_name or source.title
            for _code, message, page in source.findings:
                rows.append(Row(f"source:{source.id}:{page or 1}", f"{name}: {self.words.said(message)}"))
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

    def section_menu(self, key: str) -> QMenu:
        """What can be done with a clause: go there, see its history, talk about it in a chat of its own."""
        menu = QMenu(self)
        for word, signal in (
            ("side.go_there", self.section_opened),
            ("side.history", self.history_wanted),
            ("chat.about_this", self.chat_wanted),
        ):
            action = QAction(self.words(word), menu)
            action.triggered.connect(lambda _checked=False, signal=signal: signal.emit(key))
            menu.addAction(action)
        return menu

    def _section_menu(self, at: QPoint) -> None:
        item = self.outline.itemAt(at)
        if item is not None:
            key = item.data(Qt.ItemDataRole.UserRole).target
            self.section_menu(key).exec(self.outline.viewport().mapToGlobal(at))


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
