"""The paragraphs of a part in document order, each with what stands around it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lexdesk.word.atoms import control_lock, preferred
from lexdesk.word.model import CellPlace, Change
from lexdesk.word.names import (
    ALTERNATE,
    CHOICE,
    DEL,
    FALLBACK,
    ID,
    INS,
    RUN_CHANGES,
    SDT,
    SDT_CONTENT,
    TBL,
    TC,
    TCPR,
    TR,
    TRPR,
    TXBX,
    TYPE,
    Element,
    P,
    child_val,
    w,
)

_FOOTNOTE, _ENDNOTE = w("footnote"), w("endnote")
_TBLPR = w("tblPr")
_SHD, _FILL = w("shd"), w("fill")
_PLAIN_TABLES = frozenset((None, "TableGrid", "TableNormal"))


@dataclass(eq=False, slots=True)
class Place:
    """One ``w:p``: its part, the story it flows in, the changes around it, its cell and note."""

    node: Element
    part: str
    story: Element
    outer: tuple[Element, ...] = ()  # tracked changes around the paragraph, outermost first
    cell: CellPlace | None = None
    note: tuple[str, str] = ("", "")  # ("footnote" or "endnote", its id)
    lock: str = ""  # why a content control around the paragraph forbids edits, "" when none does
    shaded: bool = False  # in a table cell that may have a dark ground

    def of(self, node: Element) -> "Place":
        """The same place for another paragraph; ``replace`` takes three times as long."""
        return Place(node, self.part, self.story, self.outer, self.cell, self.note, self.lock, self.shaded)


class _Flow:
    def __init__(self, root: Element) -> None:
        self._tables = 0
        self._boxed = next(root.iter(TXBX), None) is not None

    def blocks(self, parent: Element, around: Place) -> Iterator[Place]:
        for node in parent:
            tag = node.tag
            if tag == P:
                yield around.of(node)
                if self._boxed:
                    yield from self._boxes(node, around)
            elif tag == TBL:
                yield from self._table(node, around)
            elif tag == SDT:
                content = node.find(SDT_CONTENT)
                if content is not None:
                    lock = around.lock or control_lock(node)
                    yield from self.blocks(content, replace(around, lock=lock))
            elif tag in RUN_CHANGES:
                yield from self.blocks(node, replace(around, outer=(*around.outer, node)))
            elif tag in (_FOOTNOTE, _ENDNOTE):
                # Separators have a type and no text of the author's.
                if node.get(TYPE) in (None, "normal"):
                    kind = "footnote" if tag == _FOOTNOTE else "endnote"
                    note = (kind, node.get(ID, ""))
                    yield from self.blocks(node, replace(around, story=node, note=note))
            elif tag == ALTERNATE:
                for branch in preferred(node):
                    yield from self.blocks(branch, around)
            elif isinstance(tag, str) and tag not in (TCPR, TRPR) and len(node):
                yield from self.blocks(node, around)

    def _boxes(self, paragraph: Element, around: Place) -> Iterator[Place]:
        for box in paragraph.iter(TXBX):
            outer: list[Element] = []
            node, shown = box.getparent(), True
            while node is not None and node is not paragraph:
                if node.tag in RUN_CHANGES:
                    outer.insert(0, node)
                elif node.tag == FALLBACK:
                    alternate = node.getparent()
                    shown = shown and (alternate is None or alternate.find(CHOICE) is None)
                elif node.tag == TXBX:
                    shown = False  # a box in a box: found from the inner paragraph
                node = node.getparent()
            if shown:
                yield from self.blocks(
                    box, replace(around, story=box, outer=(*around.outer, *outer), shaded=True)
                )

    def _table(self, table: Element, around: Place) -> Iterator[Place]:
        number = self._tables
        self._tables += 1
        styled = child_val(table.find(_TBLPR), w("tblStyle")) not in _PLAIN_TABLES
        for row_number, row in enumerate(_through_controls(table, TR)):
            mark = row_mark(row)
            outer = around.outer if mark is None else (*around.outer, mark)
            change: Change = "" if mark is None else "ins" if mark.tag == INS else "del"
            cells = list(_through_controls(row, TC))
            for column, cell in enumerate(cells):
                shade = cell.find(f"{TCPR}/{_SHD}")
                dark = shade is not None and shade.get(_FILL, "auto").upper() not in ("AUTO", "FFFFFF")
                place = CellPlace(number, row_number, column, change, len(cells))
                yield from self.blocks(
                    cell, replace(around, outer=outer, cell=place, shaded=around.shaded or styled or dark)
                )


def row_mark(row: Element) -> Element | None:
    """The ``w:ins`` or ``w:del`` of a table row; a deletion counts before an insertion."""
    properties = row.find(TRPR)
    if properties is None:
        return None
    mark = properties.find(DEL)
    return mark if mark is not None else properties.find(INS)


def _through_controls(parent: Element, tag: str) -> Iterator[Element]:
    for node in parent:
        if node.tag == tag:
            yield node
        elif node.tag == SDT:
            content = node.find(SDT_CONTENT)
            if content is not None:
                yield from _through_controls(content, tag)
        elif node.tag in RUN_CHANGES or node.tag == w("customXml"):
            yield from _through_controls(node, tag)


def places(root: Element, part: str) -> list[Place]:
    """Every paragraph of the part in document order: tables, controls, text boxes and notes included.

    Of two drawings of one thing (``mc:AlternateContent``) only the preferred one is listed.
    """
    return list(_Flow(root).blocks(root, Place(root, part, root)))
