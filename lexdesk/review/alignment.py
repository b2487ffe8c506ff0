"""Which paragraph of one text is which of another: equal text first, then key, heading, likeness."""

from bisect import bisect
from collections.abc import Collection, Sequence
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


def align_versions(old: Sequence[Line], new: Sequence[Line], moved: Collection[str] = ()) -> list[Pair]:
    """Pairs as of ``align`` for two versions of one document, whose keys tell which paragraph is which: equal
    keys are a pair, but for those that stand elsewhere now, which are gone and come. ``moved`` are those that
    a record says were moved: they give way to the others. What has a key on one side alone may be the same
    paragraph by heading or likeness.
    """
    here, there = {line.key for line in old}, {line.key for line in new}
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*_same_keys(old, new, moved), (len(old), len(new))]:
        left, right = range(i, a), range(j, b)
        own = _gap(
            old,
            new,
            [x for x in left if old[x].key not in there],
            [y for y in right if new[y].key not in here],
        )
        own += [(x, None) for x in left if old[x].key in there]
        own += [(None, y) for y in right if new[y].key in here]
        pairs += _in_order(own, j)
        if a < len(old) or b < len(new):
            pairs.append((a, b))
        i, j = a + 1, b + 1
    return pairs


def _same_keys(old: Sequence[Line], new: Sequence[Line], moved: Collection[str]) -> list[tuple[int, int]]:
    """Indices of paragraphs with the same key that keep their order; moved ones only where they fit in."""
    left = [i for i, line in enumerate(old) if line.key not in moved]
    right = [j for j, line in enumerate(new) if line.key not in moved]
    named = [[Line("", side[at].key) for at in some] for side, some in ((old, left), (new, right))]
    pairs = [(left[a], right[b]) for a, b in _common(*named)]
    places = {line.key: j for j, line in enumerate(new)}
    for i, line in enumerate(old):
        if line.key in moved and line.key in places:
            at = bisect(pairs, (i, -1))
            j = places[line.key]
            if (at == 0 or pairs[at - 1][1] < j) and (at == len(pairs) or j < pairs[at][1]):
                pairs.insert(at, (i, j))
    return pairs


def _in_order(pairs: Sequence[Pair], start: int) -> list[Pair]:
    """Pairs of a gap by their place in the new text; what is gone stands behind what stood before it."""
    both = [(x, y) for x, y in pairs if x is not None and y is not None]

    def place(pair: Pair) -> tuple[float, int]:
        x, y = pair
        if y is not None:
            return (y, -1)
        return (max((b for a, b in both if a < (x or 0)), default=start - 1) + 0.5, x or 0)

    return sorted(pairs, key=place)


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


def _gap(old: Sequence[Line], new: Sequence[Line], left: Sequence[int], right: Sequence[int]) -> list[Pair]:
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
