"""From the words of a page to lines in reading order: rows, columns, tables read across.

Lines are sought in the frame in which the text reads from left to right (points, y grows downwards);
each word carries its box in the page as shown beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import NamedTuple


class Word(NamedTuple):
    """A word: its box where the text is level, and ``shown``, its box in the page as shown."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    shown: tuple[float, float, float, float]


@dataclass(frozen=True)
class Line:
    """A line of text: its words from first to last read, and its box."""

    words: tuple[Word, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    column: int = 0  # counts stretches that are read one after the other

    @property
    def height(self) -> float:
        """Height of the box."""
        return self.y1 - self.y0

    @cached_property
    def text(self) -> str:
        """The words with single blanks."""
        return " ".join(word.text for word in self.words)


def line_of(words: Sequence[Word], column: int = 0) -> Line:
    """The line of these words (at least one), in the order given."""
    return Line(
        tuple(words),
        min([word.x0 for word in words]),
        min([word.y0 for word in words]),
        max([word.x1 for word in words]),
        max([word.y1 for word in words]),
        column,
    )


def fragments_of(words: Iterable[tuple[Word, tuple[int, int]]]) -> list[Line]:
    """Unbroken pieces of lines. Each word comes with the (block, line) the PDF engine put it in; a gap
    wider than one and a half times the height breaks a piece, since columns and cells lie beyond it."""
    pieces: list[Line] = []
    run: list[Word] = []
    place: tuple[int, int] | None = None
    for word, at in words:
        if run and (at != place or word.x0 - run[-1].x1 > 1.5 * (word.y1 - word.y0) or word.x1 < run[0].x0):
            pieces.append(line_of(run))
            run = []
        run.append(word)
        place = at
    if run:
        pieces.append(line_of(run))
    return pieces


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
        row.sort(key=lambda f: f.x0)
    return rows


def _gutter(fragments: Sequence[Line]) -> float | None:
    """The x of a gutter between two columns of prose, None when there are none (a table has cells of a
    word or two and is read across)."""
    left = min(f.x0 for f in fragments)
    right = max(f.x1 for f in fragments)
    width = right - left
    if width <= 0 or len(fragments) < 8:
        return None
    best: tuple[int, float] | None = None
    edges = sorted({f.x0 for f in fragments if left + 0.25 * width < f.x0 < left + 0.75 * width})
    for edge in edges:
        x = edge - 1.0
        crossing = sum(1 for f in fragments if f.x0 < x < f.x1)
        starts = sum(1 for f in fragments if abs(f.x0 - edge) < 3)
        if (
            starts >= 3
            and crossing <= 0.4 * len(fragments)
            and (best is None or (starts - crossing) > best[0])
        ):
            best = (starts - crossing, x)
    if best is None:
        return None
    x = best[1]
    one = [f for f in fragments if f.x1 <= x]
    two = [f for f in fragments if f.x0 >= x]
    return x if _is_prose(one) and _is_prose(two) and _side_by_side(one, two) else None


def _is_prose(side: Sequence[Line]) -> bool:
    if len(side) < 4:
        return False
    span = max(f.x1 for f in side) - min(f.x0 for f in side)
    return median(len(f.words) for f in side) >= 3 and median(f.x1 - f.x0 for f in side) >= 0.6 * span


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
        return [
            line_of([word for piece in row for word in piece.words], counter[0]) for row in _rows(fragments)
        ]
    lines: list[Line] = []
    band: list[Line] = []
    for row in _rows(fragments):
        if any(piece.x0 < x < piece.x1 for piece in row):
            lines += _band(band, x, counter)
            band = []
            counter[0] += 1
            lines.append(line_of([word for piece in row for word in piece.words], counter[0]))
        else:
            band += row
    return lines + _band(band, x, counter)


def _band(band: list[Line], x: float, counter: list[int]) -> list[Line]:
    one = [piece for piece in band if piece.x1 <= x]
    two = [piece for piece in band if piece.x0 >= x]
    lines: list[Line] = []
    for side in (one, two):
        lines += _ordered(side, counter)
    return lines
