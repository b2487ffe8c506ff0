"""Lists of one- or two-line rows, painted calmly; what they show is plain text for screen readers."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from lexdesk.desktop.themes import Themes

_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Row:
    """``target`` is what the row leads to. ``mark`` is a sign at the right edge ("▲ 2")."""

    target: str
    text: str
    second: str = ""
    depth: int = 0
    mark: str = ""
    strong: bool = False
    dot: str = ""  # colour of the author, "" for none
    spoken: str = ""
    tip: str = ""


class Rows(QListWidget):
    """A list of ``Row``; sends ``opened(target)`` on click and Enter."""

    opened = Signal(str)

    def __init__(self, themes: Themes, parent: QWidget | None = None, middle: bool = False) -> None:
        """``middle``: a first line that is too long loses its middle, so that number and end stay."""
        super().__init__(parent)
        self.themes = themes
        mode = Qt.TextElideMode
        self.elision = mode.ElideMiddle if middle else mode.ElideRight
        self.setItemDelegate(_Painter(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.itemClicked.connect(lambda item: self.opened.emit(item.data(_ROW).target))
        self.itemActivated.connect(lambda item: self.opened.emit(item.data(_ROW).target))
        themes.changed.connect(self.viewport().update)

    def show_rows(self, rows: list[Row]) -> None:
        """Show these rows; choice and place are kept."""
        chosen = self.current_target()
        place = self.verticalScrollBar().value()
        self.clear()
        for row in rows:
            item = QListWidgetItem(row.text)
            item.setData(_ROW, row)
            item.setToolTip(row.tip or "\n".join(part for part in (row.text, row.second) if part))
            spoken = row.spoken or ", ".join(part for part in (row.text, row.second, row.mark) if part)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.addItem(item)
        if chosen:
            self.choose(chosen)
        self.verticalScrollBar().setValue(place)

    def current_target(self) -> str:
        """Target of the chosen row, "" if none."""
        item = self.currentItem()
        return str(item.data(_ROW).target) if item is not None else ""

    def choose(self, target: str) -> None:
        """Choose the row of a target without opening it; "" for none."""
        for number in range(self.count()):
            if self.item(number).data(_ROW).target == target:
                self.setCurrentRow(number)
                self.scrollToItem(self.item(number))
                return
        self.setCurrentRow(-1)


class _Painter(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """First line, second line muted, mark at the right."""
        owner: Rows = self.parent()
        theme = owner.themes.current
        row: Row = index.data(_ROW)
        rect = QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.colour("soft"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.colour("accent"))
        left = rect.left() + 10 + 14 * row.depth
        right = rect.right() - 8
        font = option.font
        painter.setFont(font)
        metrics = painter.fontMetrics()
        height = metrics.height()
        top = rect.top() + 4
        if row.mark:
            width = metrics.horizontalAdvance(row.mark)
            painter.setPen(theme.colour("warning"))
            painter.drawText(QRect(right - width, top, width + 2, height), _LEFT, row.mark)
            right -= width + 6
        if row.dot:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(row.dot))
            painter.drawEllipse(left, top + height // 2 - 3, 7, 7)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            left += 13
        painter.setPen(theme.colour("text" if row.strong or chosen else "muted"))
        text = metrics.elidedText(row.text, owner.elision, right - left)
        painter.drawText(QRect(left, top, right - left + 2, height), _LEFT, text)
        if row.second:
            font.setPixelSize(11)
            painter.setFont(font)
            painter.setPen(theme.colour("muted"))
            below = painter.fontMetrics()
            text = below.elidedText(row.second, Qt.TextElideMode.ElideRight, rect.right() - 8 - left)
            painter.drawText(QRect(left, top + height, rect.right() - left, below.height()), _LEFT, text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """One or two lines."""
        height = option.fontMetrics.height() + 8
        return QSize(60, height + 15 if index.data(_ROW).second else height)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
