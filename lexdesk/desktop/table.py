"""A table of plain rows, for every list that has columns: rows are chosen as a whole, by mouse or keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from lexdesk.desktop.themes import Themes

_Index = QModelIndex | QPersistentModelIndex
_DOT = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Line:
    """``target`` is what the row leads to. ``dots`` are (column, colour): a spot before that cell's text."""

    target: str
    cells: tuple[str, ...]
    strong: bool = False
    tip: str = ""
    dots: tuple[tuple[int, str], ...] = ()
    warning: int = -1  # column in the colour of warnings, -1 for none
    struck: bool = False


def _no_line(row: int) -> Line:
    raise IndexError(row)


class _Model(QAbstractTableModel):
    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self.table = table
        self.targets: list[str] = []
        self._make: Callable[[int], Line] = _no_line
        self._made: dict[int, Line] = {}
        self.heads: tuple[str, ...] = ()

    def take(self, targets: list[str], make: Callable[[int], Line]) -> None:
        """Other rows; a line is made when it is first looked at."""
        self.beginResetModel()
        self.targets, self._make, self._made = targets, make, {}
        self.endResetModel()

    def line(self, row: int) -> Line:
        """The line of a row."""
        if row not in self._made:
            self._made[row] = self._make(row)
        return self._made[row]

    def rowCount(self, parent: _Index | None = None) -> int:
        """One row for each line."""
        return 0 if parent is not None and parent.isValid() else len(self.targets)

    def columnCount(self, parent: _Index | None = None) -> int:
        """As many as there are heads."""
        return 0 if parent is not None and parent.isValid() else len(self.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Heads of the columns."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.heads[section] if section < len(self.heads) else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        """Text, tool tip, weight and colour of a cell; its accessible text names the column."""
        line, column = self.line(index.row()), index.column()
        text = line.cells[column]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.tip or text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.heads[column]}: {text}" if text else self.heads[column]
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(self.table.font())
            font.setWeight(QFont.Weight.DemiBold if line.strong and column == 0 else QFont.Weight.Normal)
            font.setStrikeOut(line.struck and column == 0)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            theme = self.table.themes.current
            if column == line.warning:
                return theme.colour("warning")
            return theme.colour("text" if line.strong else "muted")
        if role == _DOT:
            return next((colour for at, colour in line.dots if at == column), "")
        return None


class _Painter(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The cell, with its spot; the focus frame goes round the whole row."""
        theme = self.parent().themes.current
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.colour("soft"))
            if index.column() == 0:
                bar = option.rect.adjusted(0, 0, 0, 0)
                bar.setWidth(3)
                painter.fillRect(bar, theme.colour("accent"))
        rect = option.rect.adjusted(8, 0, -4, 0)
        colour = index.data(_DOT)
        painter.save()
        if colour:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawEllipse(rect.left(), rect.center().y() - 3, 7, 7)
            rect.setLeft(rect.left() + 12)
        painter.setFont(index.data(Qt.ItemDataRole.FontRole))
        painter.setPen(index.data(Qt.ItemDataRole.ForegroundRole))
        text = " ".join(str(index.data()).split())
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        if option.state & QStyle.StateFlag.State_HasFocus and index.column() == 0:
            painter.setPen(theme.colour("accent"))
            painter.drawLine(option.rect.topLeft(), option.rect.bottomLeft())
        painter.restore()


class Table(QTableView):
    """Sends ``opened(target)`` on Enter and double-click, ``chosen(target)`` when another row becomes the
    current one. ``widths`` are pixels of the columns; 0 takes the rest."""

    opened = Signal(str)
    chosen = Signal(str)

    def __init__(
        self, themes: Themes, widths: tuple[int, ...], parent: QWidget | None = None, several: bool = False
    ) -> None:
        super().__init__(parent)
        self.setObjectName("lines")
        self.themes = themes
        self._widths = widths
        self._quiet = False
        self._model = _Model(self)
        self.setModel(self._model)
        self.setItemDelegate(_Painter(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.ExtendedSelection if several else mode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(25)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsClickable(False)
        self.horizontalHeader().setMinimumSectionSize(24)
        self.horizontalHeader().setObjectName("heads")
        self.doubleClicked.connect(lambda index: self.opened.emit(self._model.targets[index.row()]))
        themes.changed.connect(self.viewport().update)

    def set_heads(self, heads: tuple[str, ...]) -> None:
        """Name the columns, one for each width; rows and choice stay."""
        if self._model.heads:
            self._model.heads = heads
            self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(heads) - 1)
            return
        self._model.beginResetModel()
        self._model.heads = heads
        self._model.endResetModel()
        for column, width in enumerate(self._widths):
            stretch = width == 0
            mode = QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.Interactive
            self.horizontalHeader().setSectionResizeMode(column, mode)
            if not stretch:
                self.setColumnWidth(column, width)

    def show_lines(self, lines: list[Line]) -> None:
        """Show these rows; the chosen ones that are still there stay chosen. Sends nothing."""
        self.show_rows([line.target for line in lines], lines.__getitem__)

    def show_rows(self, targets: list[str], make: Callable[[int], Line]) -> None:
        """Show a row for each target; ``make`` gives the line of a row when it is first looked at."""
        kept, current = self.targets(), self.current()
        place = self.verticalScrollBar().value()
        self._quiet = True
        self._model.take(targets, make)
        at = {target: row for row, target in enumerate(targets)}
        selection = self.selectionModel()
        flags = selection.SelectionFlag
        if current in at:
            selection.setCurrentIndex(self._model.index(at[current], 0), flags.NoUpdate)
        for target in kept:
            if target in at:
                selection.select(self._model.index(at[target], 0), flags.Select | flags.Rows)
        self._quiet = False
        self.verticalScrollBar().setValue(place)

    def lines(self) -> list[Line]:
        """The rows shown."""
        return [self._model.line(row) for row in range(len(self._model.targets))]

    def current(self) -> str:
        """Target of the current row, "" if none."""
        index = self.currentIndex()
        return self._model.targets[index.row()] if index.isValid() else ""

    def targets(self) -> list[str]:
        """Targets of the chosen rows, from the top."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._model.targets[row] for row in rows]

    def choose(self, target: str) -> None:
        """Choose the row of a target alone, without opening it; "" for none. Sends nothing."""
        self._quiet = True
        row = self._model.targets.index(target) if target in self._model.targets else None
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif self.targets() != [target]:
            flags = self.selectionModel().SelectionFlag
            index = self._model.index(row, 0)  # not selectRow: that one minds keys that are held down
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        self._quiet = False

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        """Say which row is the current one now."""
        super().currentChanged(current, previous)
        if not self._quiet and current.isValid() and current.row() != previous.row():
            self.chosen.emit(self._model.targets[current.row()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.current():
                self.opened.emit(self.current())
            return
        super().keyPressEvent(event)
