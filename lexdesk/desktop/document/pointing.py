"""What stands under the mouse or in the selection: the change, its other end, the words."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor

from lexdesk.assistant.views import PieceView
from lexdesk.desktop.document.build import CHANGE, MARGIN, Built
from lexdesk.desktop.offsets import qt_slice

if TYPE_CHECKING:
    from lexdesk.desktop.document.page import Page


def change_at(page: "Page", point: QPoint) -> str:
    """The change at a point of the viewport, "" if none: in the margin that of the bar (of several the one
    after the current one), in the text that of the words."""
    if page.built is None:
        return ""
    if point.x() < MARGIN - 10:
        for _block, paragraph, rect in page.visible_blocks():
            if paragraph.change_ids and rect.top() <= point.y() <= rect.bottom():
                ids = paragraph.change_ids
                at = ids.index(page.current) + 1 if page.current in ids else 0
                return ids[at % len(ids)]
        return ""
    cursor = page.cursorForPosition(point)
    for step in (1, 0):  # the character right of the cursor first, then the one left of it
        probe = QTextCursor(cursor)
        if step and not probe.movePosition(QTextCursor.MoveOperation.NextCharacter):
            continue
        if not step and cursor.atBlockStart():
            continue
        if step and probe.block() != cursor.block():
            continue
        found = probe.charFormat().property(CHANGE)
        if found and page.cursorRect(cursor).adjusted(-14, -4, 14, 4).contains(point):
            return str(found)
    return ""


def other_end(built: Built, change: str, block: int) -> str:
    """The paragraph with the other end of moved text that stands in a block, "" if there is none."""
    for paragraph in built.view.paragraphs:
        moved = any(p.change_id == change and p.change in ("move_from", "move_to") for p in paragraph.pieces)
        if moved and built.numbers.get(paragraph.key, block) != block:
            return paragraph.key
    return ""


def selection_of(built: Built, cursor: QTextCursor) -> tuple[str, str, str]:
    """The selected words, the paragraph if they stand in one (else ""), and the change if they are all of one
    change (else ""). Of words with marks among them those that stand in the version: not what is struck in
    the file, not what is only proposed; where nothing else is selected, the struck words."""
    if not cursor.hasSelection():
        return "", "", ""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    whole = cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")
    first, last = built.document.findBlock(start), built.document.findBlock(end)
    paragraph = built.paragraph(first)
    if first != last or paragraph is None:
        return whole, "", ""
    held = first.text()
    standing, changes = [], set()
    for number, at, length in built.starts[paragraph.key]:
        piece = paragraph.pieces[number]
        left = max(at, start - first.position())
        right = min(at + length, end - first.position())
        if left < right:
            changes.add(piece.change_id)
            if _stands(piece):
                standing.append(qt_slice(held, left, right))
    words = "".join(standing).replace("\u2028", "\n") or whole
    return words, paragraph.key, changes.pop() if len(changes) == 1 else ""


def _stands(piece: PieceView) -> bool:
    """Whether a piece is part of the version's text: a proposal strikes what still stands, and adds what does
    not stand yet; a change in the file is the other way round."""
    proposed = piece.change_id.startswith("edit:")
    return not piece.change or proposed == (piece.change in ("del", "move_from"))
