"""How the sources hang together, as a tree one can read: grouped by relation, each with its reason."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.evidence_views import RelationView
from lexdesk.desktop.evidence.sheet import relation_line
from lexdesk.desktop.words import Words

_RELATION = Qt.ItemDataRole.UserRole


class RelationTree(QWidget):
    """Enter or a double-click opens the passage that shows a relation; the buttons decide the chosen one."""

    decided = Signal(int, str)
    passage_opened = Signal(int)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.views: list[RelationView] = []
        self._read_only = False
        self.tree = QTreeWidget(self)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(False)
        self.tree.setWordWrap(True)
        self.empty = QLabel(self)
        self.empty.setObjectName("muted")
        self.because = QLabel(self)
        self.because.setWordWrap(True)
        self.because.setObjectName("muted")
        self.confirm = QPushButton(self)
        self.refuse = QPushButton(self)
        words.bind(self.confirm, "setText", "sources.confirm")
        words.bind(self.refuse, "setText", "sources.refuse")
        words.bind(self.empty, "setText", "sources.no_relations")
        words.bind(self.tree, "setAccessibleName", "sources.relations")
        self.confirm.clicked.connect(lambda: self._decide("confirmed"))
        self.refuse.clicked.connect(lambda: self._decide("refused"))
        self.tree.currentItemChanged.connect(lambda _now, _before: self._say())
        self.tree.itemActivated.connect(self._open)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 0, 8, 2)
        foot.addWidget(self.because, 1)
        foot.addWidget(self.confirm)
        foot.addWidget(self.refuse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.empty)
        layout.addWidget(self.tree, 1)
        layout.addLayout(foot)
        words.changed.connect(self._fill)
        self._fill()

    def show_relations(self, views: list[RelationView], read_only: bool) -> None:
        """Show these; the chosen one stays chosen."""
        self.views, self._read_only = list(views), read_only
        self._fill()

    def current(self) -> RelationView | None:
        """The chosen relation, None on a group."""
        item = self.tree.currentItem()
        return item.data(0, _RELATION) if item is not None else None

    def _fill(self) -> None:
        chosen = self.current()
        self.tree.clear()
        for kind in dict.fromkeys(view.kind for view in self.views):
            members = [view for view in self.views if view.kind == kind]
            name = self.words("sources.group", kind=self.words.word("relation", kind), count=len(members))
            group = QTreeWidgetItem([name])
            self.tree.addTopLevelItem(group)
            for view in members:
                item = QTreeWidgetItem([relation_line(view, self.words)])
                item.setData(0, _RELATION, view)
                item.setToolTip(0, view.because)
                group.addChild(item)
                if chosen is not None and view.id == chosen.id:
                    self.tree.setCurrentItem(item)
            group.setExpanded(True)
        self.empty.setVisible(not self.views)
        self.tree.setVisible(bool(self.views))
        self._say()

    def _say(self) -> None:
        view = self.current()
        said = " ".join(view.because.split()) if view is not None else ""
        self.because.setText(self.words("sources.because", words=said) if said else "")
        can = view is not None and not self._read_only
        self.confirm.setEnabled(can and view is not None and view.state != "confirmed")
        self.refuse.setEnabled(can)

    def _decide(self, state: str) -> None:
        view = self.current()
        if view is not None:
            self.decided.emit(view.id, state)

    def _open(self, item: QTreeWidgetItem) -> None:
        view: RelationView | None = item.data(0, _RELATION)
        if view is not None and view.evidence_passage is not None:
            self.passage_opened.emit(view.evidence_passage)
