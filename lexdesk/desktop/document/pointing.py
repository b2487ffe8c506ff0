"""What stands under the mouse or in the selection: the change, its other end, the words."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor

from lexdesk.desktop.document.build import CHANGE, MARGIN, Built
from lexdesk.desktop.document.margin import fragments

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
    change (else "")."""
    if not cursor.hasSelection():
        return "", "", ""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    words = cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")
    first, last = built.document.findBlock(start), built.document.findBlock(end)
    if first != last:
        return words, "", ""
    paragraph = built.paragraph(first)
    changes = {
        form.property(CHANGE) or ""
        for at, length, form in fragments(first)
        if at < end and at + length > start
    }
    change = str(changes.pop()) if len(changes) == 1 else ""
    return words, paragraph.key if paragraph is not None else "", change
