"""From the words of a page to lines in reading order: rows, columns, tables read across.

Lines are sought in the frame in which the text reads from left to right (points, y grows downwards);
each word carries its box in the page as shown beside it.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from statistics import median
from typing import Any, Self

import numpy as np

Word = tuple[Any, ...]
"""``(x0, y0, x1, y1, text, ...)``: the box where the text is level, and the word. What follows is the PDF
engine's, or in turned text (``TURNED``) the box in the page as shown. A bare tuple, since a long file has
millions of them."""

X0, Y0, X1, Y1, TEXT, TURNED = range(6)

Columns = Sequence[Any]
"""Words column by column: all x0, all y0 and so on, each a sequence or an array; empty where there is no
word."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
#: More pieces than this are no page of prose; they are read from top to bottom.
_MOST_PIECES = 4000
_EDGES = 256  # looked at together


def columns_of(words: Sequence[Word]) -> Columns:
    """The engine's words (block and line follow the text) column by column, numbers as arrays."""
    if not words:
        return ()
    x0s, y0s, x1s, y1s, texts, blocks, lines = tuple(zip(*words, strict=True))[:7]
    boxes = (np.array(values, np.float64) for values in (x0s, y0s, x1s, y1s))
    return (*boxes, texts, np.array(blocks), np.array(lines))


class Line:
    """A line of text: its words from first to last read, and its box. ``column`` counts stretches that are
    read one after the other."""

    __slots__ = ("column", "parts", "text", "x0", "x1", "y0", "y1")

    def __init__(
        self, parts: Columns, column: int = 0, box: tuple[float, float, float, float] | None = None
    ) -> None:
        """``parts``: at least one word, in the order read; ``box`` is theirs, where it is known."""
        self.parts = parts
        self.column = column
        self.x0: float
        self.y0: float
        self.x1: float
        self.y1: float
        self.x0, self.y0, self.x1, self.y1 = box or (
            float(min(parts[X0])),
            float(min(parts[Y0])),
            float(max(parts[X1])),
            float(max(parts[Y1])),
        )
        self.text: str = " ".join(parts[TEXT])

    @classmethod
    def of(cls, words: Iterable[Word], column: int = 0) -> Self:
        """The line of these words, at least one."""
        return cls(tuple(zip(*words, strict=True)), column)

    @property
    def height(self) -> float:
        """Height of the box."""
        return self.y1 - self.y0


def fragments_of(words: Iterable[tuple[Word, tuple[int, int]]]) -> list[Line]:
    """Unbroken pieces of lines. Each word comes with the (block, line) the PDF engine put it in; a gap
    wider than one and a half times the height breaks a piece, since columns and cells lie beyond it."""
    runs: dict[int, list[Word]] = {}
    number = 0
    place: tuple[int, int] | None = None
    for word, at in words:
        if at != place:
            number += 1
            place = at
        runs.setdefault(number, []).append(word)
    return [piece for run in runs.values() for piece in _pieces(run)]


def level_fragments(columns: Columns) -> list[Line]:
    """``fragments_of`` for the engine's own words (``columns_of``), which spares looking at each of the many
    words in turn."""
    if not columns:
        return []
    x0s, y0s, x1s, y1s, texts, blocks, numbers = columns[:7]
    wide = x0s[1:] - x1s[:-1] > 1.5 * (y1s[1:] - y0s[1:])
    cuts = np.flatnonzero(wide | (numbers[1:] != numbers[:-1]) | (blocks[1:] != blocks[:-1])) + 1
    begins = np.concatenate(((0,), cuts))
    ends = [*cuts.tolist(), len(texts)]
    least, most = np.minimum.reduceat, np.maximum.reduceat
    boxes = zip(*(edge.tolist() for edge in (least(x0s, begins), least(y0s, begins),
                                             most(x1s, begins), most(y1s, begins))), strict=True)  # fmt: skip
    whole = (least(x1s, begins) >= x0s[begins]).tolist()
    pieces: list[Line] = []
    for begin, end, box, is_whole in zip(begins.tolist(), ends, boxes, whole, strict=True):
        run = x0s[begin:end], y0s[begin:end], x1s[begin:end], y1s[begin:end], texts[begin:end]
        if is_whole:
            pieces.append(Line(run, 0, box))
        else:
            given = (part if part is run[TEXT] else part.tolist() for part in run)
            pieces += _pieces(list(zip(*given, strict=True)))
    return pieces


def _pieces(run: Sequence[Word]) -> list[Line]:
    cuts: list[int] = []
    first = run[0][0]
    for at, (word, after) in enumerate(pairwise(run), 1):
        if after[0] - word[2] > 1.5 * (after[3] - after[1]) or after[2] < first:
            cuts.append(at)
            first = after[0]
    if not cuts:
        return [Line.of(run)]
    ends = [*cuts, len(run)]
    return [Line.of(run[start:end]) for start, end in zip([0, *cuts], ends, strict=True)]


def _rows(fragments: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    low = high = 0.0
    for piece in sorted(fragments, key=lambda f: ((f.y0 + f.y1) / 2, f.x0)):
        middle = (piece.y0 + piece.y1) / 2
        if rows and low <= middle <= high:
            rows[-1].append(piece)
            continue
        rows.append([piece])
        # A row is as high as its first piece, less a rim, so that a drop capital does not swallow lines.
        rim = 0.2 * piece.height
        low, high = piece.y0 + rim, piece.y1 - rim
    for row in rows:
        if len(row) > 1:
            row.sort(key=lambda f: f.x0)
    return rows


def _gutter(fragments: Sequence[Line]) -> float | None:
    """The x of a gutter between two columns of prose, None when there are none (a table has cells of a
    word or two and is read across)."""
    if not 8 <= len(fragments) <= _MOST_PIECES:
        return None
    starts = [f.x0 for f in fragments]
    left = min(starts)
    width = max([f.x1 for f in fragments]) - left
    if width <= 0:
        return None
    low, high = left + 0.25 * width, left + 0.75 * width
    edges = sorted({x for x in starts if low < x < high})
    if not edges:
        return None
    best: tuple[int, float] | None = None
    x0s, x1s = np.array(starts), np.array([f.x1 for f in fragments])
    for at in range(0, len(edges), _EDGES):
        some = np.array(edges[at : at + _EDGES])[:, np.newaxis]
        crossing = ((x0s < some - 1.0) & (some - 1.0 < x1s)).sum(axis=1)
        beginning = (np.abs(x0s - some) < 3).sum(axis=1)
        fits = (beginning >= 3) & (crossing <= 0.4 * len(fragments))
        gains = np.where(fits, beginning - crossing, -len(fragments) - 1)
        first = int(gains.argmax())
        if fits[first] and (best is None or gains[first] > best[0]):
            best = (int(gains[first]), edges[at + first] - 1.0)
    if best is None:
        return None
    x = best[1]
    one = [f for f in fragments if f.x1 <= x]
    two = [f for f in fragments if f.x0 >= x]
    return x if _is_text(one) and _is_text(two) and _side_by_side(one, two) else None


def _is_text(side: Sequence[Line]) -> bool:
    """Whether a side is a column of prose, or several beside each other (of three, two are on one side)."""
    return _is_prose(side) or _gutter(side) is not None


def _is_prose(side: Sequence[Line]) -> bool:
    if len(side) < 4:
        return False
    span = max(f.x1 for f in side) - min(f.x0 for f in side)
    return median(map(_word_count, side)) >= 3 and median(f.x1 - f.x0 for f in side) >= 0.6 * span


def _word_count(line: Line) -> float:
    # Chinese and Japanese have no blanks: two signs are taken for a word.
    return (
        len(line.parts[TEXT])
        if line.text.isascii()
        else max(len(line.parts[TEXT]), len(_CJK.findall(line.text)) / 2)
    )


def _side_by_side(one: Sequence[Line], two: Sequence[Line]) -> bool:
    shared = min(max(f.y1 for f in one), max(f.y1 for f in two)) - max(
        min(f.y0 for f in one), min(f.y0 for f in two)
    )
    return shared > 0


def reading_order(fragments: Sequence[Line]) -> list[Line]:
    """Whole lines in the order a person reads them: column after column between pieces that span the
    page; pieces of one row joined from left to right everywhere else."""
    return _ordered(list(fragments), [0])


def _ordered(fragments: list[Line], counter: list[int]) -> list[Line]:
    if not fragments:
        return []
    x = _gutter(fragments)
    if x is None:
        counter[0] += 1
        return [_joined(row, counter[0]) for row in _rows(fragments)]
    lines: list[Line] = []
    band: list[Line] = []
    for row in _rows(fragments):
        if any(piece.x0 < x < piece.x1 for piece in row):
            lines += _band(band, x, counter)
            band = []
            counter[0] += 1
            lines.append(_joined(row, counter[0]))
        else:
            band += row
    return lines + _band(band, x, counter)


def _joined(row: Sequence[Line], column: int) -> Line:
    if len(row) == 1:
        row[0].column = column
        return row[0]
    parts = zip(*(piece.parts for piece in row), strict=True)
    box = (
        row[0].x0,
        min([piece.y0 for piece in row]),
        max([piece.x1 for piece in row]),
        max([piece.y1 for piece in row]),
    )
    return Line([_one_after_the_other(part) for part in parts], column, box)


def _one_after_the_other(columns: Sequence[Any]) -> Any:
    if isinstance(columns[0], np.ndarray):
        return np.concatenate(columns)
    return [*chain.from_iterable(columns)]


def _band(band: list[Line], x: float, counter: list[int]) -> list[Line]:
    one = [piece for piece in band if piece.x1 <= x]
    two = [piece for piece in band if piece.x0 >= x]
    lines: list[Line] = []
    for side in (one, two):
        lines += _ordered(side, counter)
    return lines
