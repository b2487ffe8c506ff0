"""Bring a document that is shown to another state in place, where few paragraphs differ: accepting one change
of a long agreement must not lay all of it out anew."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtGui import QTextCharFormat, QTextCursor

from lexdesk.assistant.views import DocumentView, ParagraphView
from lexdesk.desktop.document.build import Built, Writer
from lexdesk.desktop.document.looks import paragraph_shown

_MOST = 60  # paragraphs written anew in place; above that building is as quick


def patch(built: Built, view: DocumentView, writer: Writer) -> bool:
    """Make ``built`` show ``view``. False, with nothing changed, if too much differs, or a table, or what
    Qt keeps at the beginning of a document.

    The document's blocks and their order are those that building it anew would give.
    """
    old, new = built.view.paragraphs, view.paragraphs
    start = 0
    while start < min(len(old), len(new)) and old[start].key == new[start].key:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end].key == new[-1 - end].key:
        end += 1
    gone, come = old[start : len(old) - end], new[start : len(new) - end]
    kept = [
        *zip(old[:start], new[:start], strict=True),
        *zip(old[len(old) - end :], new[len(new) - end :], strict=True),
    ]
    changed = [(a, b) for a, b in kept if a != b]
    written = [(a, b) for a, b in changed if _rewritten(a, b)]
    if len(gone) + len(come) + len(written) > _MOST or not _in_reach(built, gone, come, changed, start):
        return False
    built.view = view
    built.by_key = {paragraph.key: paragraph for paragraph in new}
    cursor = QTextCursor(built.document)
    cursor.beginEditBlock()
    for _before, after in written:
        _write(built, cursor, after, writer)
    for before, after in changed:
        if not _rewritten(before, after):
            _restyle(built, cursor, after, writer)
    for paragraph in reversed(gone):  # from the end, so that the blocks before keep their numbers
        _remove(built, cursor, paragraph)
    before_key = next((one.key for one in reversed(new[:start]) if one.key in built.numbers), "")
    for paragraph in reversed(come):
        if paragraph_shown(paragraph, built.look):
            block = built.block(before_key)
            if block is not None:
                cursor.setPosition(block.position() + block.length() - 1)
                writer.paragraph(cursor, paragraph, reuse=False)
    cursor.endEditBlock()
    writer.number()
    return True


def _rewritten(before: ParagraphView, after: ParagraphView) -> bool:
    """Whether words or looks differ; a number that moved on is painted beside the text."""
    return replace(before, label=after.label, change_ids=after.change_ids) != after


def _in_reach(
    built: Built,
    gone: Sequence[ParagraphView],
    come: Sequence[ParagraphView],
    changed: Sequence[tuple[ParagraphView, ParagraphView]],
    start: int,
) -> bool:
    if any(one.table is not None for one in (*gone, *come)):
        return False
    if any(a.table != b.table for a, b in changed):
        return False
    if any(paragraph_shown(a, built.look) != paragraph_shown(b, built.look) for a, b in changed):
        return False
    around = built.view.paragraphs[max(0, start - 1) : start + len(gone) + 1]
    if (gone or come) and any(one.table is not None for one in around):
        return False
    before = any(one.key in built.numbers for one in built.view.paragraphs[:start])
    return not (gone or come) or before


def _write(built: Built, cursor: QTextCursor, paragraph: ParagraphView, writer: Writer) -> None:
    block = built.block(paragraph.key)
    if block is None:
        return
    cursor.setPosition(block.position())
    cursor.setPosition(block.position() + block.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    cursor.setCharFormat(QTextCharFormat())
    writer.paragraph(cursor, paragraph, reuse=True)


def _restyle(built: Built, cursor: QTextCursor, paragraph: ParagraphView, writer: Writer) -> None:
    """The room of a longer or shorter number."""
    block = built.block(paragraph.key)
    if block is None:
        return
    form = writer.block_format(paragraph)
    if form.leftMargin() != block.blockFormat().leftMargin():
        cursor.setPosition(block.position())
        cursor.setBlockFormat(form)


def _remove(built: Built, cursor: QTextCursor, paragraph: ParagraphView) -> None:
    block = built.block(paragraph.key)
    if block is None:
        return
    cursor.setPosition(block.position() - 1)
    cursor.setPosition(block.position() + block.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    kept = block.previous().blockFormat()
    cursor.removeSelectedText()
    cursor.setBlockFormat(kept)
    built.starts.pop(paragraph.key, None)
