"""Which paragraph, table, row and cell of one document is which of another.

Equal ones are matched first, then alike ones inside the gaps; matches never cross. What is left over and
stands elsewhere word for word has moved.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from lexdesk.word.compare_align import Pair, align, words_of
from lexdesk.word.document import Document
from lexdesk.word.flow import places
from lexdesk.word.model import Paragraph
from lexdesk.word.names import TBL, TXBX, Element, w

Whole = Literal["", "row", "table", "inner", "flow"]
_MOVED_WORDS = 4  # shorter equal paragraphs ("[Reserved]") prove no move


@dataclass(frozen=True)
class Cell:
    """A table cell and its paragraphs, in order."""

    lines: tuple["Block", ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, eq=False)
class Row:
    """A table row."""

    cells: tuple[Cell, ...]
    kind: str = ""

    @property
    def text(self) -> str:
        return "\t".join(cell.text for cell in self.cells)

    def lines(self) -> tuple[Paragraph, ...]:
        """Its paragraphs, cell by cell."""
        return tuple(p for cell in self.cells for line in cell.lines for p in line.lines())


@dataclass(frozen=True, eq=False)
class Block:
    """A paragraph, or a table (``rows`` not empty)."""

    text: str
    paragraph: Paragraph | None = None
    table: int = -1
    rows: tuple[Row, ...] = ()

    @property
    def kind(self) -> str:
        """What it may be matched with."""
        return "table" if self.rows else ""

    def lines(self) -> Iterator[Paragraph]:
        """The paragraph itself, or those of the table in order."""
        if self.paragraph is not None:
            yield self.paragraph
        for row in self.rows:
            yield from row.lines()


@dataclass(frozen=True)
class Flow:
    """Text that runs by itself: the body, one text box, one note, a header, a table in a table."""

    kind: str
    blocks: tuple[Block, ...]
    part: str = ""

    @property
    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True)
class Match:
    """One place: a paragraph of both documents, of the old one only, or of the new one only.

    A row, table, table in a table ("inner"), or a note, box or header ("flow") that only one side has comes
    as one match: ``whole`` tells which, ``old_lines`` or
    ``new_lines`` hold its paragraphs. ``before`` and ``after`` are the old neighbours in the same flow or
    cell (or of the same table, for a row), by which a place for new text is found.
    """

    old: Paragraph | None = None
    new: Paragraph | None = None
    whole: Whole = ""
    old_lines: tuple[Paragraph, ...] = ()
    new_lines: tuple[Paragraph, ...] = ()
    before: Block | Row | None = None
    after: Block | Row | None = None


def matches(old: Document, new: Document) -> list[Match]:
    """Every paragraph of both, each once; within a flow in the order of reading."""
    found: list[Match] = []
    ours, theirs = _flows(old), _flows(new)
    for kind in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(kind, []), theirs.get(kind, [])
        for i, j in _flow_pairs(kind, one, other):
            if i is not None and j is not None:
                found += _matched(one[i].blocks, other[j].blocks)
            else:
                gone = _lines(one[i].blocks) if i is not None else ()
                come = _lines(other[j].blocks) if j is not None else ()
                flow = one[i] if i is not None else other[j or 0]
                whole: Whole = "inner" if flow.kind == "inner" else "flow"
                found.append(Match(whole=whole, old_lines=gone, new_lines=come))
    return found


def _flow_pairs(kind: str, old: Sequence[Flow], new: Sequence[Flow]) -> list[Pair]:
    """Headers and footers of the same names are the same ones; everything else is known by its text."""
    names = [(flow.part, flow.kind) for flow in old]
    if kind in (w("hdr"), w("ftr")) and names == [(flow.part, flow.kind) for flow in new]:
        return [(n, n) for n in range(len(old))]
    return align(old, new, loose=True)


def _lines(found: Sequence[Block]) -> tuple[Paragraph, ...]:
    return tuple(line for block in found for line in block.lines())


def _flows(document: Document) -> dict[str, list[Flow]]:
    """The flows by the kind of their part (its root element), the main flow of a part before its boxes."""
    found: dict[str, list[Flow]] = {}
    by_part: dict[str, list[Paragraph]] = {}
    for paragraph in document.paragraphs:
        by_part.setdefault(paragraph.part, []).append(paragraph)
    for part, paragraphs in by_part.items():
        root = document.tree_copy(part)
        aside = _aside(root, part, [paragraph.key for paragraph in paragraphs])
        groups: dict[str, list[Paragraph]] = {}
        for paragraph in paragraphs:
            groups.setdefault(aside.get(paragraph.key, f"flow {paragraph.note_mark}"), []).append(paragraph)
        flows = [Flow(name.split()[0], tuple(_blocks(group)), part) for name, group in groups.items()]
        found.setdefault(str(root.tag), []).extend(flows)
    return found


def _aside(root: Element, part: str, keys: Sequence[str]) -> dict[str, str]:
    """Paragraph key -> name of the text box or table in a table that it stands in."""
    if next(root.iter(TXBX), None) is None and root.find(f".//{TBL}//{TBL}") is None:
        return {}
    numbers: dict[Element, str] = {}
    found: dict[str, str] = {}
    for key, place in zip(keys, places(root, part), strict=True):
        inner = place.story if place.story.tag == TXBX else _inner_table(place.node)
        if inner is not None:
            kind = "box" if inner.tag == TXBX else "inner"
            found[key] = numbers.setdefault(inner, f"{kind} {len(numbers)}")
    return found


def _inner_table(node: Element) -> Element | None:
    """The nearest table around a paragraph, if it stands in another one."""
    tables = list(node.iterancestors(TBL))
    return tables[0] if len(tables) > 1 else None


def _blocks(paragraphs: Sequence[Paragraph]) -> list[Block]:
    found: list[Block] = []
    rows: dict[int, dict[tuple[int, int], list[Paragraph]]] = {}
    place: dict[int, int] = {}
    for paragraph in paragraphs:
        cell = paragraph.table
        if cell is None:
            found.append(_line(paragraph))
            continue
        if cell.table not in place:
            place[cell.table] = len(found)
            rows[cell.table] = {}
            found.append(Block("", table=cell.table))
        rows[cell.table].setdefault((cell.row, cell.column), []).append(paragraph)
    for number, cells in rows.items():
        found[place[number]] = _table(number, cells)
    return found


def _line(paragraph: Paragraph) -> Block:
    return Block(paragraph.text, paragraph)


def _table(number: int, cells: dict[tuple[int, int], list[Paragraph]]) -> Block:
    by_row: dict[int, list[Cell]] = defaultdict(list)
    for (row, _), lines in sorted(cells.items()):
        by_row[row].append(Cell(tuple(_line(paragraph) for paragraph in lines)))
    rows = tuple(Row(tuple(found)) for _, found in sorted(by_row.items()))
    text = "\n".join(row.text for row in rows)
    return Block(text, None, number, rows)


def _matched(old: Sequence[Block], new: Sequence[Block], *, loose: bool = False) -> list[Match]:
    found: list[Match] = []
    before: Block | None = None
    for i, j in align(old, new, loose=loose):
        one = old[i] if i is not None else None
        other = new[j] if j is not None else None
        after = one if one is not None else _following(old, before)
        if one is not None and other is not None and one.rows:
            found += _tables(one, other)
        elif (one is not None and one.rows) or (other is not None and other.rows):
            gone = _lines([one]) if one is not None else ()
            come = _lines([other]) if other is not None else ()
            found.append(Match(None, None, "table", gone, come, before, after))
        else:
            ours = one.paragraph if one is not None else None
            theirs = other.paragraph if other is not None else None
            found.append(Match(ours, theirs, before=before, after=after))
        before = one or before
    return found


_Placed = TypeVar("_Placed", Block, Row)


def _following(items: Sequence[_Placed], before: _Placed | None) -> _Placed | None:
    if before is None:
        return items[0] if items else None
    place = next(n for n, item in enumerate(items) if item is before) + 1
    return items[place] if place < len(items) else None


def _tables(one: Block, other: Block) -> list[Match]:
    found: list[Match] = []
    before: Row | None = None
    for i, j in align(one.rows, other.rows, loose=True):
        row = one.rows[i] if i is not None else None
        twin = other.rows[j] if j is not None else None
        if row is not None and twin is not None and len(row.cells) == len(twin.cells):
            found += _rows(row, twin)
        else:
            gone = row.lines() if row is not None else ()
            come = twin.lines() if twin is not None else ()
            after = row or _following(one.rows, before)
            found.append(Match(None, None, "row", gone, come, before, after))
        before = row or before
    return found


def _rows(row: Row, twin: Row) -> list[Match]:
    found: list[Match] = []
    for cell, other in zip(row.cells, twin.cells, strict=True):
        found += _matched(cell.lines, other.lines, loose=True)
    return found


def moves(found: Sequence[Match]) -> dict[str, str]:
    """Moved paragraphs: key in the old document -> key in the new one, where the words are the same."""
    gone: dict[str, list[str]] = defaultdict(list)
    come: dict[str, list[str]] = defaultdict(list)
    for match in found:
        if match.old is not None and match.new is None:
            gone[match.old.text].append(match.old.key)
        elif match.new is not None and match.old is None:
            come[match.new.text].append(match.new.key)
    moved: dict[str, str] = {}
    for text, keys in gone.items():
        if len(words_of(text)) >= _MOVED_WORDS:
            moved.update(zip(keys, come.get(text, []), strict=False))
    return moved
