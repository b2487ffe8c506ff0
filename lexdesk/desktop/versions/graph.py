"""The tree of versions as a picture: time runs to the right, each line of work has a lane."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from lexdesk.assistant.history_views import VersionTree
from lexdesk.desktop.parts import announce
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.versions.layout import Node, laid_out
from lexdesk.desktop.versions.said import spoken
from lexdesk.desktop.words import Words

_STEP, _LANE = 58, 34
_LEFT, _TOP = 34, 20
_HALF = 13  # half a node's width
_HIGH = 18


class VersionGraph(QAbstractScrollArea):
    """``chosen`` when another version is the current one (click, arrow keys), ``opened`` on Enter and
    double-click. Left goes to the parent, Right to a child, Up and Down to the nearest line."""

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("graph")
        self.words, self.themes = words, themes
        self.nodes: list[Node] = []
        self._at: dict[int, Node] = {}
        self.current = 0
        self.in_view = 0  # the version that the document pane shows
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.viewport().setMouseTracking(True)
        self.setMinimumHeight(64)
        words.changed.connect(self._name)
        themes.changed.connect(self.viewport().update)
        self._name()

    def show_tree(self, tree: VersionTree | None, in_view: int) -> None:
        """Show a tree; the current version stays the current one while it is there."""
        before = len(self.nodes)
        self.nodes = laid_out(tree.versions) if tree is not None else []
        self._at = {node.version.id: node for node in self.nodes}
        self.in_view = in_view
        if self.current not in self._at:
            self.current = 0
        self._fit()
        if len(self.nodes) != before:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().maximum())
        self._name()
        self.viewport().update()

    def choose(self, version_id: int) -> None:
        """Make a version the current one and bring it into view. Sends nothing."""
        self.current = version_id if version_id in self._at else 0
        node = self._at.get(version_id)
        if node is not None:
            rect = self._rect(node).adjusted(-30, -14, 30, 14)
            bar = self.horizontalScrollBar()
            bar.setValue(max(min(bar.value(), rect.left()), rect.right() - self.viewport().width()))
            down = self.verticalScrollBar()
            down.setValue(max(min(down.value(), rect.top()), rect.bottom() - self.viewport().height()))
        self._name()
        self.viewport().update()

    def wanted_height(self) -> int:
        """Pixels that show every lane."""
        lanes = max((node.lane for node in self.nodes), default=0) + 1
        return 2 * _TOP + lanes * _LANE - 8

    def sizeHint(self) -> QSize:
        """As high as its lanes, up to two."""
        return QSize(400, min(self.wanted_height(), 2 * _TOP + 2 * _LANE + 10))

    def _name(self) -> None:
        node = self._at.get(self.current)
        name = self.words("versions.graph")
        self.setAccessibleName(f"{name}: {self.said(node)}" if node is not None else name)

    def said(self, node: Node) -> str:
        """A version in one sentence."""
        parent = self._at.get(node.version.parent_id or 0)
        return spoken(node.version, parent.version.number if parent is not None else None, self.words)

    # geometry

    def _fit(self) -> None:
        width = 2 * _LEFT + max(0, len(self.nodes) - 1) * _STEP + 40
        bar = self.horizontalScrollBar()
        bar.setPageStep(self.viewport().width())
        bar.setRange(0, max(0, width - self.viewport().width()))
        bar.setSingleStep(_STEP)
        down = self.verticalScrollBar()
        down.setPageStep(self.viewport().height())
        down.setRange(0, max(0, self.wanted_height() - self.viewport().height()))
        down.setSingleStep(_LANE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll as far as there is picture."""
        super().resizeEvent(event)
        self._fit()

    def _rect(self, node: Node) -> QRect:
        """Where a node stands in the whole picture."""
        x, y = _LEFT + node.column * _STEP, _TOP + node.lane * _LANE
        return QRect(x - _HALF, y - _HIGH // 2 + 4, 2 * _HALF, _HIGH)

    def node_rect(self, version_id: int) -> QRect:
        """Where a version stands in the viewport."""
        shift = (-self.horizontalScrollBar().value(), -self.verticalScrollBar().value())
        return self._rect(self._at[version_id]).translated(*shift)

    def _node_at(self, point: QPointF) -> Node | None:
        x = point.x() + self.horizontalScrollBar().value()
        y = point.y() + self.verticalScrollBar().value()
        column = round((x - _LEFT) / _STEP)
        if not 0 <= column < len(self.nodes):
            return None
        node = self.nodes[column]
        return node if self._rect(node).adjusted(-6, -6, 6, 6).contains(round(x), round(y)) else None

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lines first, nodes over them; only the columns in view."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self.themes.current.colour("page"))
        painter.translate(-self.horizontalScrollBar().value(), -self.verticalScrollBar().value())
        left = self.horizontalScrollBar().value()
        first = max(0, (left - _LEFT) // _STEP - 1)
        last = (left + self.viewport().width() - _LEFT) // _STEP + 2
        for node in self.nodes:
            parent = self._at.get(node.version.parent_id or 0)
            if parent is not None and node.column >= first and parent.column <= last:
                self._paint_line(painter, parent, node)
        for node in self.nodes[first : last + 1]:
            self._paint_node(painter, node)
        painter.end()

    def _paint_line(self, painter: QPainter, parent: Node, node: Node) -> None:
        start, end = QRectF(self._rect(parent)).center(), QRectF(self._rect(node)).center()
        theme = self.themes.current
        pen = QPen(theme.colour("accent" if node.version.on_chain else "muted"), 1.6)
        if node.version.undone:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        path = QPainterPath(start)
        if start.y() == end.y():
            path.lineTo(end)
        else:
            turn = start.x() + _STEP / 2
            path.cubicTo(QPointF(turn, start.y()), QPointF(start.x() + 6, end.y()), QPointF(turn, end.y()))
            path.lineTo(end)
        painter.drawPath(path)

    def _paint_node(self, painter: QPainter, node: Node) -> None:
        theme, version = self.themes.current, node.version
        rect = QRectF(self._rect(node))
        line = theme.colour("accent" if version.on_chain else "muted")
        pen = QPen(line, 1.6)
        if version.undone:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(line if version.is_head else theme.colour("page"))
        round_by = 2.0 if version.kind == "import" else 8.0  # what came from outside has corners
        painter.drawRoundedRect(rect, round_by, round_by)
        font = painter.font()
        font.setPixelSize(11)
        font.setBold(version.id == self.in_view)
        painter.setFont(font)
        painter.setPen(theme.colour("on_accent" if version.is_head else "text"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(version.number))
        if version.id == self.current:
            painter.setPen(QPen(theme.colour("accent"), 2 if self.hasFocus() else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 10, 10)
        below = ", ".join(version.heads) or version.name
        font.setPixelSize(10)
        font.setBold(bool(version.heads))
        painter.setFont(font)
        if below:
            painter.setPen(theme.colour("accent" if version.is_head else "muted"))
            room = QRectF(rect.center().x() - _STEP / 2 + 2, rect.bottom() + 1, _STEP - 4, 13)
            shown = painter.fontMetrics().elidedText(below, Qt.TextElideMode.ElideRight, round(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)
        if version.sent:  # a sign that it left the house: an arrow out of the node
            x, y = rect.right() - 3, rect.top() - 9
            painter.setPen(QPen(theme.colour("warning"), 1.8))
            painter.drawPolyline([QPointF(x - 5, y + 7), QPointF(x + 3, y - 1)])
            painter.drawPolyline([QPointF(x - 3, y - 1), QPointF(x + 3, y - 1), QPointF(x + 3, y + 5)])

    # the mouse and the keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click makes a version the current one."""
        node = self._node_at(event.position())
        if node is not None:
            self._go(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double-click shows it."""
        node = self._node_at(event.position())
        if node is not None:
            self.opened.emit(node.version.id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """What the version under the mouse is, in words."""
        node = self._node_at(event.position())
        if node is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.said(node), self.viewport())
        else:
            QToolTip.hideText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go along the lines, Enter opens."""
        node = self._at.get(self.current)
        key = event.key()
        if not self.nodes or event.modifiers():
            super().keyPressEvent(event)
        elif node is None:
            self._go(next((one for one in self.nodes if one.version.is_head), self.nodes[-1]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(node.version.id)
        else:
            target = self._beside(node, key)
            if target is not None:
                self._go(target)
            elif key not in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
                super().keyPressEvent(event)

    def _beside(self, node: Node, key: int) -> Node | None:
        if key == Qt.Key.Key_Left:
            return self._at.get(node.version.parent_id or 0)
        if key == Qt.Key.Key_Right:
            children = [one for one in self.nodes if one.version.parent_id == node.version.id]
            return min(children, key=lambda one: one.lane, default=None)
        if key == Qt.Key.Key_Home:
            return self.nodes[0]
        if key == Qt.Key.Key_End:
            return self.nodes[-1]
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = -1 if key == Qt.Key.Key_Up else 1
            there = [one for one in self.nodes if (one.lane - node.lane) * by > 0]
            return min(
                there,
                key=lambda one: (abs(one.lane - node.lane), abs(one.column - node.column)),
                default=None,
            )
        return None

    def _go(self, node: Node) -> None:
        self.choose(node.version.id)
        announce(self, self.said(node))
        self.chosen.emit(node.version.id)
