"""Make a ``QTextDocument`` of a ``DocumentView``: one block for each paragraph, real tables, no numbers.

The numbers stand in the margin and are painted by the page, so that selecting and copying gives the
contract's own words. Each block knows its paragraph (``PARAGRAPH``), each piece its change
(``CHANGE``) and its place in the paragraph (``PIECE``).
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)

from lexdesk.assistant.views import DocumentView, ParagraphView, PieceView
from lexdesk.desktop.document.looks import Look, marked, paragraph_shown, piece_shown
from lexdesk.desktop.fonts import Fonts
from lexdesk.desktop.offsets import one_block, units
from lexdesk.desktop.themes import Theme

PARAGRAPH = QTextFormat.Property.UserProperty + 1
CHANGE = QTextFormat.Property.UserProperty + 2
MARGIN = 42  # pixels left of the text column: change bars
_TWIPS_PER_PIXEL = 15
_DEEPEST = 210  # pixels of indent at most, so that deep lists stay readable in a narrow pane


@dataclass
class Built:
    """A document ready to be shown, with the way from paragraph keys to blocks."""

    document: QTextDocument
    view: DocumentView
    look: Look
    by_key: dict[str, ParagraphView] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # paragraph key -> block number
    starts: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)  # key -> piece, start, length

    def block(self, key: str) -> QTextBlock | None:
        """The block of a paragraph, or None when this look does not show it."""
        number = self.numbers.get(key)
        return None if number is None else self.document.findBlockByNumber(number)

    def paragraph(self, block: QTextBlock) -> ParagraphView | None:
        """The paragraph of a block, or None for the empty lines that tables bring."""
        key = block.blockFormat().property(PARAGRAPH)
        return None if key is None else self.by_key.get(key)

    def place(self, position: int) -> tuple[str, int, int] | None:
        """(paragraph key, piece, Qt offset in the piece) of a position, to find it in another look."""
        block = self.document.findBlock(position)
        paragraph = self.paragraph(block)
        if paragraph is None:
            return None
        inside = position - block.position()
        pieces = self.starts[paragraph.key]
        if not pieces:
            return paragraph.key, 0, 0
        found = pieces[max(0, bisect_right([start for _, start, _ in pieces], inside) - 1)]
        return paragraph.key, found[0], min(inside - found[1], found[2])

    def position(self, place: tuple[str, int, int]) -> int | None:
        """The position of a place in this look; the nearest one before it when its piece is not shown."""
        key, piece, offset = place
        block = self.block(key)
        if block is None:
            return None
        best = 0
        for number, start, length in self.starts[key]:
            if number == piece:
                return block.position() + start + min(offset, length)
            if number < piece:
                best = start + length
        return block.position() + best


def build(view: DocumentView, look: Look, theme: Theme, fonts: Fonts, size: int) -> Built:
    """Build the whole document at once. 60,000 words take some tens of milliseconds."""
    building = Building(view, look, theme, fonts, size)
    while not building.step(1000):
        pass
    return building.built


class Building:
    """A document being built in pieces, so that a very long one never holds the window."""

    def __init__(self, view: DocumentView, look: Look, theme: Theme, fonts: Fonts, size: int) -> None:
        self.built = _empty(view, look, fonts, size)
        self._writer = Writer(self.built, theme, fonts, size)
        self._pieces = self._writer.write()

    def step(self, paragraphs: int) -> bool:
        """Write about so many paragraphs more; True once all are there."""
        return any(next(self._pieces, None) is None for _ in range(paragraphs))


def _empty(view: DocumentView, look: Look, fonts: Fonts, size: int) -> Built:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDefaultFont(fonts.serif(size))
    lines = document.defaultTextOption()
    lines.setTabStopDistance(3 * size)
    lines.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # the page's, else it lays out twice
    document.setDefaultTextOption(lines)
    return Built(document, view, look, {paragraph.key: paragraph for paragraph in view.paragraphs})


class Writer:
    """Writes paragraphs of one look into a document."""

    def __init__(self, built: Built, theme: Theme, fonts: Fonts, size: int) -> None:
        self.built = built
        self.theme = theme
        self.metrics = QFontMetricsF(fonts.serif(size))
        self.scale = size / 15
        self.formats: dict[tuple[object, ...], QTextCharFormat] = {}

    def write(self) -> Iterator[bool]:
        """Write all paragraphs, one for each step."""
        document = self.built.document
        frame = QTextFrameFormat()
        frame.setLeftMargin(MARGIN)
        frame.setRightMargin(26)
        frame.setTopMargin(22)
        frame.setBottomMargin(60)
        document.rootFrame().setFrameFormat(frame)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        first = True
        paragraphs = self.built.view.paragraphs
        index = 0
        while index < len(paragraphs):
            paragraph = paragraphs[index]
            if paragraph.table is not None:
                end = index
                while end < len(paragraphs) and _table(paragraphs[end]) == paragraph.table[0]:
                    end += 1
                if self._table(cursor, index, end):
                    first = True  # the empty line Qt keeps below a table takes the next paragraph
                index = end
                yield True
                continue
            if paragraph_shown(paragraph, self.built.look):
                self.paragraph(cursor, paragraph, reuse=first)
                first = False
            index += 1
            yield True
        cursor.endEditBlock()
        self.number()

    def paragraph(self, cursor: QTextCursor, paragraph: ParagraphView, reuse: bool) -> None:
        """Write a paragraph at the cursor: into its block (``reuse``), which is empty, or into a new one."""
        block = self.block_format(paragraph)
        if reuse:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block, QTextCharFormat())
        at = 0
        places = []
        for number, piece in enumerate(paragraph.pieces):
            if not piece.text or not piece_shown(piece, self.built.look):
                continue
            text = one_block(piece.text)
            cursor.insertText(text, self._char_format(piece, paragraph))
            length = units(text)
            places.append((number, at, length))
            at += length
        self.built.starts[paragraph.key] = places

    def _table(self, cursor: QTextCursor, start: int, end: int) -> bool:
        shown = [
            (paragraph, paragraph.table)
            for paragraph in self.built.view.paragraphs[start:end]
            if paragraph.table is not None and paragraph_shown(paragraph, self.built.look)
        ]
        if not shown:
            return False
        rows = sorted({place[1] for _, place in shown})
        columns = max(max(place[2] + 1, place[3]) for _, place in shown)
        form = QTextTableFormat()
        form.setCellPadding(5)
        form.setCellSpacing(0)
        form.setBorder(1)
        form.setBorderCollapse(True)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(self.theme.colour("line"))
        form.setTopMargin(6)
        form.setBottomMargin(10)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints([QTextLength() for _ in range(columns)])
        table: QTextTable = cursor.insertTable(len(rows), columns, form)
        filled: set[tuple[int, int]] = set()
        for paragraph, place in shown:
            at = (rows.index(place[1]), place[2])
            inside = table.cellAt(*at).lastCursorPosition()
            self.paragraph(inside, paragraph, reuse=at not in filled)
            filled.add(at)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return True

    def block_format(self, paragraph: ParagraphView) -> QTextBlockFormat:
        """Indents, spacing and the name of a paragraph."""
        block = QTextBlockFormat()
        block.setProperty(PARAGRAPH, paragraph.key)
        in_table = paragraph.table is not None
        indent = max(0, min(_DEEPEST, paragraph.indent / _TWIPS_PER_PIXEL)) * self.scale
        label = paragraph.label or paragraph.note_mark
        if label:
            room = self.metrics.horizontalAdvance(label) + 12
            block.setLeftMargin(max(indent, room if in_table else max(room, 44 * self.scale)))
        else:
            block.setLeftMargin(indent)
            block.setTextIndent(max(-indent, min(120, paragraph.first_line / _TWIPS_PER_PIXEL)))
        block.setAlignment(_ALIGNMENTS.get(paragraph.alignment, Qt.AlignmentFlag.AlignLeft))
        block.setLineHeight(128.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if paragraph.heading_level is not None:
            block.setTopMargin(8 * self.scale)
            block.setHeadingLevel(min(6, paragraph.heading_level + 1))
        block.setBottomMargin(1 if in_table else 8 * self.scale)
        return block

    def _char_format(self, piece: PieceView, paragraph: ParagraphView) -> QTextCharFormat:
        heading = paragraph.heading_level is not None
        small = bool(paragraph.note_mark)
        key = (
            piece.change,
            piece.change_id,
            piece.bold or heading,
            piece.italic,
            piece.underline,
            piece.superscript,
            piece.concealed,
            small,
        )
        form = self.formats.get(key)
        if form is None:
            form = self.formats[key] = self._new_format(piece, heading, small)
        return form

    def _new_format(self, piece: PieceView, heading: bool, small: bool) -> QTextCharFormat:
        theme = self.theme
        form = QTextCharFormat()
        form.setForeground(theme.colour("muted" if piece.concealed or small else "text"))
        if piece.bold or heading:
            form.setFontWeight(QFont.Weight.Bold)
        form.setFontItalic(piece.italic or piece.concealed)
        form.setFontUnderline(piece.underline)
        if piece.concealed:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        if small:
            form.setProperty(QTextFormat.Property.FontSizeAdjustment, -1)
        if piece.superscript:
            form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        if piece.change_id:
            form.setProperty(CHANGE, piece.change_id)
        if piece.change and marked(self.built.look):
            comes = piece.change in ("ins", "move_to")
            form.setForeground(theme.colour("insertion" if comes else "deletion"))
            form.setBackground(theme.colour("insertion_soft" if comes else "deletion_soft"))
            if piece.change == "del":
                form.setFontStrikeOut(True)
                form.setFontUnderline(False)
            else:  # a moved text gets its second line from the page
                form.setFontUnderline(True)
                form.setFontStrikeOut(piece.change == "move_from")
        return form

    def number(self) -> None:
        """Note the block of every paragraph."""
        self.built.numbers.clear()
        block = self.built.document.begin()
        while block.isValid():
            paragraph = self.built.paragraph(block)
            if paragraph is not None:
                self.built.numbers[paragraph.key] = block.blockNumber()
            block = block.next()


# Justified text is shown ragged: in a narrow pane its gaps hinder reading.
_ALIGNMENTS = {
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
    "end": Qt.AlignmentFlag.AlignRight,
}


def _table(paragraph: ParagraphView) -> int | None:
    return None if paragraph.table is None else paragraph.table[0]
