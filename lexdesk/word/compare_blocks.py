"""Which paragraph, table, row and cell of one document is which of another.

Equal ones are matched first, then alike ones inside the gaps; matches never cross. What is left over and
stands elsewhere word for word has moved.
"""

import itertools
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal, TypeVar

from rapidfuzz.distance import Indel

from lexdesk.word.document import Document
from lexdesk.word.flow import places
from lexdesk.word.model import Paragraph
from lexdesk.word.names import TBL, TXBX, Element, w

_WORD = re.compile(r"\w+|[^\w\s]")
# Unrelated legal sentences share about a quarter of their words ("the", "of", "shall"), in order.
_ALIKE = 0.4
_FEW, _ALIKE_LETTERS = 6, 0.65  # so few words are compared by their letters: "Law", "Laws"
# Word comparisons tried in one gap; beyond that only paragraphs near the diagonal are tried.
_TRIES = 60_000
_CELLS = 1_000_000  # a larger gap is cut in two
_TABLE_WORDS = 2_000  # enough of a table, row or note to know it by
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
    words: list[str] = field(default_factory=list, compare=False, repr=False)

    def lines(self) -> Iterator[Paragraph]:
        """The paragraph itself, or those of the table in order."""
        if self.paragraph is not None:
            yield self.paragraph
        for row in self.rows:
            yield from row.lines()


_Item = TypeVar("_Item", "Block", "Row", "Cell", "Flow")
Pair = tuple[int | None, int | None]


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

    A row, table or note that only one side has comes as one match: ``whole`` tells which, ``old_lines`` or
    ``new_lines`` hold its paragraphs. ``before`` and ``after`` are the old neighbours in the same flow or
    cell (or of the same table, for a row), by which a place for new text is found.
    """

    old: Paragraph | None = None
    new: Paragraph | None = None
    whole: Literal["", "row", "table", "flow"] = ""
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
                found.append(Match(whole="flow", old_lines=gone, new_lines=come))
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
    return Block(paragraph.text, paragraph, words=_WORD.findall(paragraph.text.casefold()))


def _table(number: int, cells: dict[tuple[int, int], list[Paragraph]]) -> Block:
    by_row: dict[int, list[Cell]] = defaultdict(list)
    for (row, _), lines in sorted(cells.items()):
        by_row[row].append(Cell(tuple(_line(paragraph) for paragraph in lines)))
    rows = tuple(Row(tuple(found)) for _, found in sorted(by_row.items()))
    text = "\n".join(row.text for row in rows)
    return Block(text, None, number, rows, _WORD.findall(text.casefold())[:_TABLE_WORDS])


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


def align(old: Sequence[_Item], new: Sequence[_Item], *, loose: bool = False) -> list[Pair]:
    """Pairs in order, covering both sides; never crossing. ``loose`` pairs what is left by its place."""
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*_equal(old, new), (len(old), len(new))]:
        pairs += _gap(old, new, (i, a), (j, b), loose)
        if a < len(old) or b < len(new):
            pairs.append((a, b))
        i, j = a + 1, b + 1
    return pairs


def _name(item: Block | Row | Cell | Flow) -> tuple[str, str]:
    """What must be equal: the text, and what kind of thing it is."""
    if isinstance(item, Flow):
        return item.text, item.kind
    return item.text, "table" if isinstance(item, Block) and item.rows else ""


def _equal(old: Sequence[_Item], new: Sequence[_Item]) -> list[tuple[int, int]]:
    """Equal items: common ends, then those that stand once on both sides, then all between them."""
    a, b = [_name(item) for item in old], [_name(item) for item in new]
    found: list[tuple[int, int]] = []
    waiting = [(0, len(a), 0, len(b))]
    while waiting:
        a0, a1, b0, b1 = waiting.pop()
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            found.append((a0, b0))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            found.append((a1, b1))
        if a0 == a1 or b0 == b1:
            continue
        chain: list[tuple[int, int]] = _once(a, b, a0, a1, b0, b1)
        if not chain:
            matcher = SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False)
            for block in matcher.get_matching_blocks():
                found += [(a0 + block.a + n, b0 + block.b + n) for n in range(block.size)]
            continue
        found += chain
        edges = [(a0 - 1, b0 - 1), *chain, (a1, b1)]
        for (i, j), (k, m) in itertools.pairwise(edges):
            waiting.append((i + 1, k, j + 1, m))
    # An empty paragraph proves nothing: alone between two gaps it would keep alike ones apart.
    found.sort()
    lone = [
        n
        for n, (i, j) in enumerate(found)
        if not a[i][0].strip() and not _beside(found, n, -1) and not _beside(found, n, 1)
    ]
    return [pair for n, pair in enumerate(found) if n not in set(lone)]


def _beside(found: Sequence[tuple[int, int]], n: int, step: int) -> bool:
    if not 0 <= n + step < len(found):
        return False
    i, j = found[n]
    return found[n + step] == (i + step, j + step)


def _once(
    a: Sequence[tuple[str, str]], b: Sequence[tuple[str, str]], a0: int, a1: int, b0: int, b1: int
) -> list[tuple[int, int]]:
    """Longest rising chain of items that stand once in each range (patience diff)."""
    times_a, times_b = Counter(a[a0:a1]), Counter(b[b0:b1])
    where = {b[j]: j for j in range(b0, b1) if times_b[b[j]] == 1 and times_a.get(b[j]) == 1}
    pairs = [(i, where[a[i]]) for i in range(a0, a1) if a[i] in where and a[i][0].strip()]
    tops: list[int] = []
    top: list[int] = []
    back: list[int] = []
    for n, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        back.append(top[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(j)
            top.append(n)
        else:
            tops[pile], top[pile] = j, n
    chain: list[tuple[int, int]] = []
    at = top[-1] if top else -1
    while at >= 0:
        chain.append(pairs[at])
        at = back[at]
    return chain[::-1]


def _words(item: Block | Row | Cell | Flow) -> list[str]:
    return item.words if isinstance(item, Block) else _WORD.findall(item.text.casefold())[:_TABLE_WORDS]


def _gap(
    old: Sequence[_Item], new: Sequence[_Item], left: tuple[int, int], right: tuple[int, int], loose: bool
) -> list[Pair]:
    """Pairs inside a gap without equal items: the non-crossing matching of greatest likeness."""
    n, m = left[1] - left[0], right[1] - right[0]
    if not n or not m:
        return [*((i, None) for i in range(*left)), *((None, j) for j in range(*right))]
    if n * m > _CELLS and n > 1 and m > 1:
        middle, other = left[0] + n // 2, right[0] + m // 2
        first = _gap(old, new, (left[0], middle), (right[0], other), loose)
        return first + _gap(old, new, (middle, left[1]), (other, right[1]), loose)
    band = m if n * m <= _TRIES else max(4, _TRIES // (2 * n))
    ours = [_words(item) for item in old[left[0] : left[1]]]
    theirs = [_words(item) for item in new[right[0] : right[1]]]
    weight: list[dict[int, float]] = []
    for x in range(n):
        centre = x * m // n
        row: dict[int, float] = {}
        for y in range(max(0, centre - band), min(m, centre + band + 1)):
            likeness = _likeness(old[left[0] + x], new[right[0] + y], ours[x], theirs[y])
            if loose and _name(old[left[0] + x])[1] == _name(new[right[0] + y])[1]:
                likeness = max(likeness, 0.001)
            if likeness:
                row[y] = likeness
        weight.append(row)
    return _best(weight, n, m, left[0], right[0])


def _likeness(
    one: Block | Row | Cell | Flow, other: Block | Row | Cell | Flow, a: list[str], b: list[str]
) -> float:
    """0 = not the same; else more words in common weigh more than a higher share of them."""
    if _name(one)[1] != _name(other)[1]:
        return 0.0
    if not a or not b:
        return 0.05 if len(a) == len(b) else 0.0
    share = Indel.normalized_similarity(a, b, score_cutoff=_ALIKE)
    if share < _ALIKE and min(len(a), len(b)) <= _FEW:
        share = Indel.normalized_similarity(one.text, other.text, score_cutoff=_ALIKE_LETTERS)
    return float(share) * (1 + min(len(a), len(b)) / 50) if share >= _ALIKE else 0.0


def _best(weight: Sequence[dict[int, float]], n: int, m: int, i0: int, j0: int) -> list[Pair]:
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for x in range(n - 1, -1, -1):
        row, below, here = best[x], best[x + 1], weight[x]
        for y in range(m - 1, -1, -1):
            value = max(below[y], row[y + 1])
            if y in here:
                value = max(value, here[y] + below[y + 1])
            row[y] = value
    pairs: list[Pair] = []
    x = y = 0
    while x < n or y < m:
        if x < n and y < m and y in weight[x] and best[x][y] == weight[x][y] + best[x + 1][y + 1]:
            pairs.append((i0 + x, j0 + y))
            x, y = x + 1, y + 1
        elif x < n and (y == m or best[x + 1][y] >= best[x][y + 1]):
            pairs.append((i0 + x, None))
            x += 1
        else:
            pairs.append((None, j0 + y))
            y += 1
    return pairs


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
        if len(_WORD.findall(text)) >= _MOVED_WORDS:
            moved.update(zip(keys, come.get(text, []), strict=False))
    return moved
