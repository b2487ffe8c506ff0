"""The list of sources: role, title, status, in words."""

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from lexdesk.assistant.views import SourceView
from lexdesk.desktop.parts import paint_tag
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_SOURCE = Qt.ItemDataRole.UserRole
_OLD = ("superseded", "repealed", "overruled")


def part_read(source: SourceView, words: Words) -> str:
    """How far a source was read whose import is not finished."""
    return words("sources.part_read", read=max(0, source.pages_read), pages=source.page_count)


class SourceList(QListWidget):
    """One row for each source. Enter or a click opens it; the menu key edits what is known of it."""

    source_opened = Signal(int)
    facts_wanted = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes = words, themes
        self._sources: list[SourceView] = []
        self.setItemDelegate(_Row(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._edit_at)
        self.itemClicked.connect(self._open)
        self.itemActivated.connect(self._open)
        words.bind(self, "setAccessibleName", "evidence.list")
        words.changed.connect(lambda: self.show_sources(self._sources))
        themes.changed.connect(self.viewport().update)

    def show_sources(self, sources: list[SourceView]) -> None:
        """Show these sources, keeping the choice."""
        chosen = self.current_id()
        self._sources = list(sources)
        self.clear()
        for source in sources:
            role = self.words.word("role", source.role)
            status = self.words.word("status", source.status)
            item = QListWidgetItem(source.short_name or source.title)
            item.setData(_SOURCE, source)
            item.setToolTip(self._tip(source, role, status))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{role}: {source.title}, {status}")
            self.addItem(item)
            if source.id == chosen:
                self.setCurrentItem(item)

    def _tip(self, source: SourceView, role: str, status: str) -> str:
        unknown = self.words("evidence.unknown")
        lines = [
            source.title,
            f"{role} · {status}" + (f" ({source.status_by})" if source.status_by else ""),
            self.words("evidence.jurisdiction", value=source.jurisdiction or unknown),
            self.words("evidence.as_of", value=source.as_of or unknown),
            self.words("evidence.dated", value=source.dated or unknown),
            source.file_name,
            f"SHA-256 {source.sha256[:16]}…",
        ]
        lines += [f"▲ {self.words.said(message)}" for _code, message, _page in source.findings]
        return "\n".join(lines)

    def current_id(self) -> int | None:
        """The chosen source, or None."""
        item = self.currentItem()
        return item.data(_SOURCE).id if item is not None else None

    def choose(self, source_id: int) -> None:
        """Choose a source without opening it."""
        for row in range(self.count()):
            if self.item(row).data(_SOURCE).id == source_id:
                self.setCurrentRow(row)

    def source(self, source_id: int) -> SourceView | None:
        """The view of a source, or None."""
        return next((one for one in self._sources if one.id == source_id), None)

    def _open(self, item: QListWidgetItem) -> None:
        self.source_opened.emit(item.data(_SOURCE).id)

    def _edit_at(self, point: QPoint) -> None:
        item = self.itemAt(point) or self.currentItem()
        if item is not None:
            self.facts_wanted.emit(item.data(_SOURCE).id)


class _Row(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Role tag, title, status tag."""
        owner: SourceList = self.parent()
        theme, words = owner.themes.current, owner.words
        source: SourceView = index.data(_SOURCE)
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("soft"))
        middle = rect.center().y() + 1
        tag = words.word("role", source.role).upper()
        x = rect.left() + 4
        x += paint_tag(painter, QPoint(x, middle), tag, theme.colour("chip"), theme.colour("muted")) + 8
        old = source.status in _OLD
        looks = ("warning_soft", "warning") if old else ("chip", "muted")
        tags = [] if source.status == "unknown" else [(words.word("status", source.status), *looks)]
        if source.import_state != "done":
            tags.append((part_read(source, words), "warning_soft", "warning"))
        if source.expunged:
            tags = [(words("sources.expunged_row"), "warning_soft", "warning")]
        if source.privileged:
            tags.append((words("facts.privileged_tag"), "chip", "text"))
        small = painter.font()
        small.setPixelSize(10)
        room = sum(QFontMetrics(small).horizontalAdvance(said) + 24 for said, _fill, _ink in tags) + 8
        painter.setFont(option.font)
        painter.setPen(theme.colour("muted" if source.status in _OLD else "text"))
        metrics = painter.fontMetrics()
        name = source.short_name or source.title
        name = ("▲ " if source.findings else "") + name
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(30, rect.right() - x - room))
        painter.drawText(QRect(x, rect.top(), rect.width(), rect.height()), _MIDDLE, text)
        x += metrics.horizontalAdvance(text) + 8
        for said, fill, ink in tags:
            x += paint_tag(painter, QPoint(x, middle), said, theme.colour(fill), theme.colour(ink)) + 6
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """One calm line."""
        return QSize(100, option.fontMetrics.height() + 8)


_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
