"""What is painted beside and over the text: clause numbers, change bars, the second line of moved text."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextBlock, QTextFormat

from lexdesk.assistant.views import ParagraphView
from lexdesk.desktop.document.build import CHANGE
from lexdesk.desktop.themes import Theme

_BAR_X = 16


class Margin:
    """Paints one page once. ``current`` is the change with the strong bar; rectangles are of the viewport."""

    def __init__(self, painter: QPainter, theme: Theme, zoom: float, current: str) -> None:
        self.painter, self.theme, self.zoom, self.current = painter, theme, zoom, current

    def label(
        self, block: QTextBlock, paragraph: ParagraphView, rect: QRectF, usual: QFont, marked: bool
    ) -> None:
        """The number of a paragraph, struck where the paragraph is deleted and marks are shown."""
        label = paragraph.label or paragraph.note_mark
        if not label or block.layout().lineCount() == 0:
            return
        painter = self.painter
        font = QFont(usual)
        heading = paragraph.heading_level is not None
        font.setBold(heading)
        struck = paragraph.mark_change == "del" and marked
        font.setStrikeOut(struck)
        painter.setFont(font)
        name = "deletion" if struck else "text" if heading else "muted"
        painter.setPen(self.theme.colour(name))
        line = block.layout().lineAt(0)
        width = painter.fontMetrics().horizontalAdvance(label)
        if block.blockFormat().alignment() & (Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignRight):
            left, hang = block.layout().position().x() + line.naturalTextRect().left(), width + 10.0
        else:
            left, hang = rect.left() + block.blockFormat().leftMargin(), max(44 * self.zoom, width + 10)
        baseline = rect.top() + line.y() + line.ascent()
        painter.drawText(QPointF(left - hang, baseline), label)

    def bar(self, paragraph: ParagraphView, rect: QRectF) -> None:
        """The bar of a changed paragraph; a strong one with a pointer for the current change."""
        painter = self.painter
        current = self.current in paragraph.change_ids
        deleted = paragraph.mark_change == "del" or any(p.change == "del" for p in paragraph.pieces)
        colour = QColor(self.theme.colour("deletion" if deleted else "insertion"))
        width = 4.0 if current else 2.0
        bar = QRectF(_BAR_X - width / 2, rect.top() + 1, width, max(8.0, rect.height() - 3))
        painter.fillRect(bar, colour)
        if current:
            x, y = _BAR_X + 6.0, rect.top() + 6
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("accent"))
            painter.drawPolygon([QPointF(x, y), QPointF(x + 6, y + 4.5), QPointF(x, y + 9)])
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def double_lines(self, block: QTextBlock, paragraph: ParagraphView, rect: QRectF) -> None:
        """The second line under moved text."""
        moved = {p.change_id for p in paragraph.pieces if p.change in ("move_from", "move_to")}
        if not moved:
            return
        painter = self.painter
        for start, length, form in fragments(block):
            if form.property(CHANGE) not in moved:
                continue
            painter.setPen(QPen(form.foreground().color(), 1))
            layout = block.layout()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                begin = max(start - block.position(), line.textStart())
                end = min(start - block.position() + length, line.textStart() + line.textLength())
                if begin < end:
                    y = rect.top() + line.y() + line.ascent() + 4
                    left = layout.position().x()
                    painter.drawLine(
                        QPointF(left + line.cursorToX(begin)[0], y), QPointF(left + line.cursorToX(end)[0], y)
                    )


def fragments(block: QTextBlock) -> Iterator[tuple[int, int, QTextFormat]]:
    """(position, length, format) of each stretch of one format in a block."""
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if fragment.isValid():
            yield fragment.position(), fragment.length(), fragment.charFormat()
        iterator += 1
