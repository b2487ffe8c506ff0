"""The tree of versions, as a picture and as a list that say the same, with what can be done there."""

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QSplitter, QVBoxLayout, QWidget

from lexdesk.assistant.history_views import TreeVersion, VersionTree
from lexdesk.desktop.authors import Authors
from lexdesk.desktop.parts import author_name, clock
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.versions.graph import VersionGraph
from lexdesk.desktop.versions.said import marks, spoken, what
from lexdesk.desktop.words import Words

_HEADS = ("version", "what", "from", "by", "time", "marks")
ACTS = ("show", "changed", "compare", "name", "branch", "revert")


class VersionsPane(QWidget):
    """Picture above, list below; the current version is the same in both. Two chosen rows are compared with
    each other, one with the version in view."""

    show_wanted = Signal(int)
    changed_wanted = Signal(int)
    compare_wanted = Signal(int, int)  # older, newer
    name_wanted = Signal(int)
    branch_wanted = Signal(int)
    revert_wanted = Signal(int)
    switch_wanted = Signal(str)

    def __init__(self, words: Words, themes: Themes, authors: Authors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes, self.authors = words, themes, authors
        self.tree: VersionTree | None = None
        self.in_view = 0
        self.read_only = False
        self.graph = VersionGraph(words, themes, self)
        self.table = Table(themes, (58, 0, 44, 96, 90, 120), self, several=True)
        self.branches = QComboBox(self)
        self.buttons = {name: QPushButton(self) for name in ACTS}
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self._make()
        words.changed.connect(self._render)
        themes.changed.connect(self._fill)
        authors.changed.connect(self._fill)
        self._render()

    def _make(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(10, 5, 8, 3)
        row.setSpacing(4)
        self.words.bind(self.branches, "setAccessibleName", "versions.branches")
        self.words.bind(self.branches, "setToolTip", "versions.branches")
        self.branches.setMinimumWidth(72)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.branches.setSizeAdjustPolicy(policy)  # a long name never widens the pane
        self.branches.activated.connect(lambda at: self.switch_wanted.emit(self.branches.itemData(at)))
        row.addWidget(self.branches, 1)
        for name, button in self.buttons.items():
            self.words.bind(button, "setText", f"versions.do_{name}")
            self.words.bind(button, "setToolTip", f"versions.do_{name}_tip")
            self.words.bind(button, "setAccessibleName", f"versions.do_{name}_tip")
            button.setProperty("quiet", True)
            button.clicked.connect(lambda _checked=False, name=name: self.do(name))
            row.addWidget(button)
        self.words.bind(self.table, "setAccessibleName", "versions.list")
        self.graph.chosen.connect(self._from_graph)
        self.graph.opened.connect(self.show_wanted)
        self.table.chosen.connect(lambda target: self.graph.choose(int(target)))
        self.table.opened.connect(lambda target: self.show_wanted.emit(int(target)))
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._table_menu)
        self.split.addWidget(self.graph)
        self.split.addWidget(self.table)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.split, 1)

    def show_tree(self, tree: VersionTree | None, in_view: int, read_only: bool) -> None:
        """Show the tree of a document; ``in_view`` is the version that the document pane shows."""
        other = tree is None or self.tree is None or self.tree.document_id != tree.document_id
        self.tree, self.in_view, self.read_only = tree, in_view, read_only
        self._render()
        if tree is not None and (other or not self.table.current()):
            self._choose(in_view)
        if other:
            self.split.setSizes([self.graph.sizeHint().height(), 400])

    def chosen(self) -> list[int]:
        """Ids of the chosen versions, the older first."""
        ids = {int(target) for target in self.table.targets()}
        return [one.id for one in self._versions() if one.id in ids]

    def version(self, version_id: int) -> TreeVersion | None:
        """A version of the tree by its id."""
        return next((one for one in self._versions() if one.id == version_id), None)

    def do(self, name: str) -> None:
        """One of ``ACTS`` on the chosen version or versions."""
        chosen = self.chosen()
        if not chosen or not self.buttons[name].isEnabled():
            return
        if name == "compare":
            first, second = chosen if len(chosen) == 2 else sorted((chosen[0], self.in_view), key=self._age)
            self.compare_wanted.emit(first, second)
        else:
            {
                "show": self.show_wanted,
                "changed": self.changed_wanted,
                "name": self.name_wanted,
                "branch": self.branch_wanted,
                "revert": self.revert_wanted,
            }[name].emit(chosen[-1])

    def menu(self) -> QMenu:
        """What can be done with the chosen versions."""
        menu = QMenu(self)
        for name in ACTS:
            action = QAction(self.words(f"versions.do_{name}_tip"), menu)
            action.setEnabled(self.buttons[name].isEnabled())
            action.triggered.connect(lambda _checked=False, name=name: self.do(name))
            menu.addAction(action)
        return menu

    def _table_menu(self, at: QPoint) -> None:
        if self.table.targets():
            self.menu().exec(self.table.viewport().mapToGlobal(at))

    def _versions(self) -> tuple[TreeVersion, ...]:
        return self.tree.versions if self.tree is not None else ()

    def _age(self, version_id: int) -> int:
        return next((at for at, one in enumerate(self._versions()) if one.id == version_id), 0)

    def _choose(self, version_id: int) -> None:
        self.table.choose(str(version_id))
        self.graph.choose(version_id)
        self._enable()

    def _from_graph(self, version_id: int) -> None:
        self.table.choose(str(version_id))
        self._enable()

    def _render(self) -> None:
        self.table.set_heads(tuple(self.words(f"versions.{name}_head") for name in _HEADS))
        self.graph.show_tree(self.tree, self.in_view)
        with QSignalBlocker(self.branches):
            self.branches.clear()
            for one in self.tree.branches if self.tree is not None else ():
                self.branches.addItem(self.words("versions.branch", name=one.name), one.name)
                if one.current:
                    self.branches.setCurrentIndex(self.branches.count() - 1)
        self._fill()

    def _fill(self) -> None:
        numbers = {one.id: one.number for one in self._versions()}
        dark = self.themes.current.dark
        lines = []
        for one in reversed(self._versions()):
            parent = numbers.get(one.parent_id or 0)
            here = " ●" if one.id == self.in_view else ""
            lines.append(
                Line(
                    str(one.id),
                    (
                        f"{one.number}{here}",
                        what(one, self.words),
                        "" if parent is None else str(parent),
                        author_name(one.by, self.words),
                        clock(one.at, short=True),
                        marks(one, self.words),
                    ),
                    strong=one.on_chain,
                    tip=spoken(one, parent, self.words),
                    dots=((3, self.authors.colour(one.by, dark)),),
                    struck=one.undone,
                )
            )
        self.table.show_lines(lines)
        self._enable()

    def _enable(self) -> None:
        chosen = self.chosen()
        one, writing = len(chosen) == 1, not self.read_only
        pair = len(chosen) == 2 or (one and chosen[0] != self.in_view)
        for name, possible in (
            ("show", one),
            ("changed", one),
            ("compare", pair),
            ("name", one and writing),
            ("branch", one and writing),
            ("revert", one and writing),
        ):
            self.buttons[name].setEnabled(possible)
        self.branches.setEnabled(writing and self.branches.count() > 1)
