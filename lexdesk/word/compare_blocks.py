"""Which paragraph, table, row and cell of one document is which of another.

Those are matched that have the most words in common; matches never cross. What is left over and stands
elsewhere word for word has moved.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lexdesk.word.compare_align import Pair, align, words_of
from lexdesk.word.document import Document
from lexdesk.word.flow import Place, places
from lexdesk.word.model import Paragraph
from lexdesk.word.names import PPR, SECTPR, TBL, TC, TR, TXBX, Element, T, w

_MOVED_WORDS = 4  # shorter equal paragraphs ("[Reserved]") prove no move


@dataclass(frozen=True)
class Cell:
    """A table cell and what stands in it, in order."""

    blocks: tuple["Block", ...]

    @property
    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True, eq=False)
class Row:
    """A table row. ``inner``: how many tables lie between it and its first paragraph."""

    cells: tuple[Cell, ...]
    inner: int = 0

    @property
    def kind(self) -> str:
        """Rows of different shape are never the same row."""
        return f"row of {len(self.cells)}"

    @property
    def text(self) -> str:
        return "\t".join(cell.text for cell in self.cells)

    def lines(self) -> Iterator[Paragraph]:
        """Its paragraphs, cell by cell."""
        for cell in self.cells:
            for block in cell.blocks:
                yield from block.lines()


@dataclass(frozen=True, eq=False)
class Block:
    """A paragraph, or a table (``rows`` not empty).

    ``fixed``: the paragraph carries what a redline cannot write anew, a section break or a text box.
    ``inner``: how many tables lie between a table and its first paragraph.
    """

    text: str
    paragraph: Paragraph | None = None
    rows: tuple[Row, ...] = ()
    fixed: bool = False
    inner: int = 0

    @property
    def kind(self) -> str:
        """What it may be matched with."""
        return "table" if self.rows else "fixed" if self.fixed else ""

    def lines(self) -> Iterator[Paragraph]:
        """The paragraph itself, or those of the table in order."""
        if self.paragraph is not None:
            yield self.paragraph
        for row in self.rows:
            yield from row.lines()


@dataclass(frozen=True, eq=False)
class Flow:
    """Text that runs by itself: the body, one text box, one note, a header."""

    kind: str
    blocks: tuple[Block, ...]
    part: str = ""

    @property
    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)

    def lines(self) -> Iterator[Paragraph]:
        """Its paragraphs in order."""
        for block in self.blocks:
            yield from block.lines()


@dataclass(frozen=True)
class Match:
    """One place: a paragraph of both documents, of the old one only, or of the new one only.

    A row, a table, or a flow (note, box, header) that only one side has comes as one match, in ``gone`` or
    ``come``. ``before`` and ``after`` are the old neighbours in the same flow or cell (or of the same table,
    for a row), by which a place for new text is found.
    """

    old: Paragraph | None = None
    new: Paragraph | None = None
    gone: Row | Block | Flow | None = None
    come: Row | Block | Flow | None = None
    before: Block | Row | None = None
    after: Block | Row | None = None

    @property
    def old_lines(self) -> tuple[Paragraph, ...]:
        """The paragraphs of ``gone``."""
        return tuple(self.gone.lines()) if self.gone is not None else ()

    @property
    def new_lines(self) -> tuple[Paragraph, ...]:
        """The paragraphs of ``come``."""
        return tuple(self.come.lines()) if self.come is not None else ()


def matches(old: Document, new: Document) -> list[Match]:
    """Every paragraph of both, each once; within a flow in the order of reading."""
    found: list[Match] = []
    ours, theirs = _flows(old), _flows(new)
    for kind in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(kind, []), theirs.get(kind, [])
        for i, j in _flow_pairs(kind, one, other):
            if i is not None and j is not None:
                found += _matched(one[i].blocks, other[j].blocks)
            elif i is not None:
                found.append(Match(gone=one[i]))
            elif j is not None:
                found.append(Match(come=other[j]))
    return found


def _flow_pairs(kind: str, old: Sequence[Flow], new: Sequence[Flow]) -> list[Pair]:
    """Headers and footers of the same names are the same ones; everything else is known by its text."""
    names = [(flow.part, flow.kind) for flow in old]
    if kind in (w("hdr"), w("ftr")) and names == [(flow.part, flow.kind) for flow in new]:
        return [(n, n) for n in range(len(old))]
    return align(old, new, loose=True)


# -- from paragraphs to blocks ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """A paragraph and the tables around it in its flow, outermost first: (table, row, cell)."""

    paragraph: Paragraph
    fixed: bool
    path: Sequence[tuple[Element, Element, Element]]


def _flows(document: Document) -> dict[str, list[Flow]]:
    """The flows by the kind of their part (its root element), the main flow of a part before its boxes."""
    found: dict[str, list[Flow]] = {}
    by_part: dict[str, list[Paragraph]] = {}
    for paragraph in document.paragraphs:
        by_part.setdefault(paragraph.part, []).append(paragraph)
    for part, paragraphs in by_part.items():
        root = document.tree_copy(part)
        groups: dict[Element, list[_Line]] = {}
        for paragraph, place in zip(paragraphs, places(root, part), strict=True):
            line = _Line(paragraph, _is_fixed(place.node), _path(place))
            groups.setdefault(place.story, []).append(line)
        flows = [
            Flow("box" if story.tag == TXBX else "flow", _blocks(lines, 0), part)
            for story, lines in groups.items()
        ]
        found.setdefault(str(root.tag), []).extend(flows)
    return found


def _path(place: Place) -> list[tuple[Element, Element, Element]]:
    if place.cell is None:
        return []
    found: list[tuple[Element, Element, Element]] = []
    cell = row = place.node
    for node in place.node.iterancestors():
        if node is place.story:
            break
        if node.tag == TC:
            cell = node
        elif node.tag == TR:
            row = node
        elif node.tag == TBL:
            found.append((node, row, cell))
    return found[::-1]


def _is_fixed(node: Element) -> bool:
    if node.find(f"{PPR}/{SECTPR}") is not None:
        return True
    return any(next(box.iter(T), None) is not None for box in node.iter(TXBX))


def _blocks(lines: Sequence[_Line], depth: int) -> tuple[Block, ...]:
    """The blocks of lines that share the first ``depth`` tables of their paths."""
    found: list[Block] = []
    for table, group in itertools.groupby(lines, lambda line: _at(line, depth, 0)):
        held = list(group)
        if table is None:
            found += [Block(line.paragraph.text, line.paragraph, fixed=line.fixed) for line in held]
        else:
            rows = tuple(
                _row(list(row), depth) for _, row in itertools.groupby(held, lambda line: _at(line, depth, 1))
            )
            text = "\n".join(row.text for row in rows)
            found.append(Block(text, None, rows, inner=len(held[0].path) - depth - 1))
    return tuple(found)


def _row(lines: Sequence[_Line], depth: int) -> Row:
    cells = itertools.groupby(lines, lambda line: _at(line, depth, 2))
    inner = len(lines[0].path) - depth - 1
    return Row(tuple(Cell(_blocks(list(cell), depth + 1)) for _, cell in cells), inner)


def _at(line: _Line, depth: int, what: int) -> Element | None:
    """The table (0), row (1) or cell (2) around a line at that depth."""
    return line.path[depth][what] if depth < len(line.path) else None


# -- matching ----------------------------------------------------------------------------------------------


def _matched(old: Sequence[Block], new: Sequence[Block], *, loose: bool = False) -> list[Match]:
    found: list[Match] = []
    before: Block | None = None
    for i, j in _with_last(align(old, new, loose=loose), old, new):
        one = old[i] if i is not None else None
        other = new[j] if j is not None else None
        after = one if one is not None else _following(old, before)
        if one is not None and other is not None and one.rows:
            found += _tables(one, other)
        elif (one is not None and one.rows) or (other is not None and other.rows):
            found.append(Match(gone=one, come=other, before=before, after=after))
        else:
            ours = one.paragraph if one is not None else None
            theirs = other.paragraph if other is not None else None
            found.append(Match(ours, theirs, before=before, after=after))
        before = one or before
    return found


def _with_last(pairs: list[Pair], old: Sequence[Block], new: Sequence[Block]) -> list[Pair]:
    """The last paragraph cannot go and cannot be followed by another one: two that are left over are one."""
    last, come = len(old) - 1, len(new) - 1
    if (last, None) in pairs and (None, come) in pairs and not (old[last].rows or new[come].rows):
        return [pair for pair in pairs if pair not in ((last, None), (None, come))] + [(last, come)]
    return pairs


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
        if row is not None and twin is not None:
            for cell, its in zip(row.cells, twin.cells, strict=True):
                found += _matched(cell.blocks, its.blocks, loose=True)
        else:
            after = row or _following(one.rows, before)
            found.append(Match(gone=row, come=twin, before=before, after=after))
        before = row or before
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
