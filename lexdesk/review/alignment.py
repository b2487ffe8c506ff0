"""Which paragraph of one text is which of another: equal text first, then key, heading, likeness."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz

_TABLE_LIMIT = 4_000_000
_ALIKE = 60.0


@dataclass(frozen=True)
class Line:
    """A paragraph to be aligned; ``key`` may be "" when it has none yet."""

    key: str
    text: str


Pair = tuple[int | None, int | None]


def align(old: Sequence[Line], new: Sequence[Line]) -> list[Pair]:
    """Pairs in order, covering both: (i, j) the same paragraph, (i, None) gone, (None, j) new.

    Equal texts are matched by a longest common subsequence. Between them paragraphs are the same if their
    keys are, else if they have the same heading (text up to the first ". "), else if they are alike; never
    crossing. Quadratic only between the common head and tail, and bounded.
    """
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*_common(old, new), (len(old), len(new))]:
        pairs += _gap(old, new, range(i, a), range(j, b))
        if a < len(old) or b < len(new):
            pairs.append((a, b))
        i, j = a + 1, b + 1
    return pairs


def _common(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """Indices of a longest common subsequence of equal texts."""
    n, m = len(old), len(new)
    head = 0
    while head < n and head < m and old[head].text == new[head].text:
        head += 1
    tail = 0
    while tail < min(n, m) - head and old[n - 1 - tail].text == new[m - 1 - tail].text:
        tail += 1
    a = [line.text for line in old[head : n - tail]]
    b = [line.text for line in new[head : m - tail]]
    middle = _longest(a, b) if len(a) * len(b) <= _TABLE_LIMIT else _blocks(a, b)
    ends = [(n - tail + k, m - tail + k) for k in range(tail)]
    return [*((k, k) for k in range(head)), *((head + x, head + y) for x, y in middle), *ends]


def _longest(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below = table[i], table[i + 1]
        for j in range(len(b) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if a[i] == b[j] else max(below[j], row[j + 1])
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _blocks(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return [(m.a + k, m.b + k) for m in matcher.get_matching_blocks() for k in range(m.size)]


def _gap(old: Sequence[Line], new: Sequence[Line], left: range, right: range) -> list[Pair]:
    """Pairs inside a gap without equal lines: the non-crossing matching of greatest weight."""
    if not left or not right:
        return [*((i, None) for i in left), *((None, j) for j in right)]
    if len(left) * len(right) > _TABLE_LIMIT // 10:
        size = min(len(left), len(right))
        pairs: list[Pair] = [(left[k], right[k]) for k in range(size)]
        return [*pairs, *((i, None) for i in left[size:]), *((None, j) for j in right[size:])]
    weight = [[_weight(old[i], new[j]) for j in right] for i in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for x in range(len(left) - 1, -1, -1):
        for y in range(len(right) - 1, -1, -1):
            best[x][y] = max(
                best[x + 1][y], best[x][y + 1], weight[x][y] and weight[x][y] + best[x + 1][y + 1]
            )
    pairs = []
    x = y = 0
    while x < len(left) or y < len(right):
        if x < len(left) and y < len(right):
            if weight[x][y] and best[x][y] == weight[x][y] + best[x + 1][y + 1]:
                pairs.append((left[x], right[y]))
                x, y = x + 1, y + 1
                continue
            step_left = best[x + 1][y] >= best[x][y + 1]
        else:
            step_left = x < len(left)
        if step_left:
            pairs.append((left[x], None))
            x += 1
        else:
            pairs.append((None, right[y]))
            y += 1
    return pairs


def _weight(old: Line, new: Line) -> float:
    if old.key and old.key == new.key:
        return 300.0
    if not old.text.strip() or not new.text.strip():
        return 0.0
    head = old.text.split(". ", 1)[0]
    if ". " in old.text and head == new.text.split(". ", 1)[0]:
        return 200.0
    ratio = fuzz.ratio(old.text, new.text)
    return ratio if ratio >= _ALIKE else 0.0
