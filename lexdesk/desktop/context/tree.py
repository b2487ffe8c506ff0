"""What a chat's model may see, as a tree of ticks: versions, sources, passages, skills, notes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from lexdesk.assistant.chat_views import ContextChoice
from lexdesk.desktop.parts import one_line
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

KINDS = ("version", "source", "passage", "skill", "note")
_CHOICE = Qt.ItemDataRole.UserRole
# In which section of the words the codes of ``ContextChoice.about`` are said.
_ABOUT = {
    "version": ("context",),
    "source": ("role", "status"),
    "passage": (),
    "skill": ("context", "context"),
    "note": (),
}


class ContextTree(QTreeWidget):
    """One group for each kind; ticking a group ticks what is in it. What the model in use never sees is grey
    and says why; ticking it is allowed, for another model may answer one day."""

    changed = Signal()

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ticks")
        self.words, self.themes = words, themes
        self.setHeaderHidden(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        words.bind(self, "setAccessibleName", "context.tree")
        self._due = QTimer(self, singleShot=True, interval=0)  # a group ticks hundreds of rows at once
        self._due.timeout.connect(self.tell)
        self.itemChanged.connect(lambda _item, _column: self._due.start())

    def show_choices(self, choices: Sequence[ContextChoice]) -> None:
        """Show what may be ticked; groups with something ticked are open."""
        self.blockSignals(True)
        self.clear()
        for kind in KINDS:
            members = [one for one in choices if one.kind == kind]
            if not members:
                continue
            group = QTreeWidgetItem()
            group.setFlags(group.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            self.addTopLevelItem(group)
            for one in members:
                group.addChild(self._item(one))
            open_ = any(one.ticked for one in members) or kind in ("version", "source")
            group.setExpanded(open_)
        self.blockSignals(False)
        self._count()

    def _item(self, one: ContextChoice) -> QTreeWidgetItem:
        said = [
            self.words.word(section, about)
            for section, about in zip(_ABOUT[one.kind], one.about, strict=True)
        ]
        if one.kind == "skill":
            said[0] = one.about[0]  # whoever brought it, by name
        if one.privileged:
            said.append(f"▲ {self.words('context.privileged')}")
        if one.unseen:
            said.append(self.words(f"context.unseen_{one.unseen}"))
        text = one_line(one.label)
        item = QTreeWidgetItem([f"{text} · {' · '.join(said)}" if said else text])
        item.setData(0, _CHOICE, one)
        item.setToolTip(0, f"{one.label}\n{' · '.join(said)}".strip())
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked if one.ticked else Qt.CheckState.Unchecked)
        if one.unseen:
            item.setForeground(0, QBrush(self.themes.current.colour("muted")))
            font = item.font(0)
            font.setItalic(True)
            item.setFont(0, font)
        return item

    def chosen(self) -> list[tuple[str, str]]:
        """The context set that is ticked, as the desk takes it."""
        return [
            (one.kind, one.ref)
            for item in self._items()
            if item.checkState(0) == Qt.CheckState.Checked and (one := item.data(0, _CHOICE))
        ]

    def tick(self, kind: str, ref: str, on: bool = True) -> None:
        """Tick one thing, as a click would."""
        for item in self._items():
            one = item.data(0, _CHOICE)
            if (one.kind, one.ref) == (kind, ref):
                item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.tell()

    def _items(self) -> list[QTreeWidgetItem]:
        groups = [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        return [group.child(row) for group in groups for row in range(group.childCount())]

    def tell(self) -> None:
        """Count what is ticked and say that it changed."""
        self._due.stop()
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        self.blockSignals(True)
        for row in range(self.topLevelItemCount()):
            group = self.topLevelItem(row)
            items = [group.child(at) for at in range(group.childCount())]
            ticked = sum(item.checkState(0) == Qt.CheckState.Checked for item in items)
            kind = self.words(f"context.{items[0].data(0, _CHOICE).kind}")
            group.setText(0, self.words("context.group", kind=kind, ticked=ticked, count=len(items)))
        self.blockSignals(False)
