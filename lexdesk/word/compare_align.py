"""Aligning two sequences of texts: equal ones first, then alike ones in the gaps, never crossing."""

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, Protocol

from rapidfuzz.distance import Indel

_WORD = re.compile(r"\w+|[^\w\s]")
# Unrelated legal sentences share about a quarter of their words ("the", "of", "shall"), in order.
_ALIKE = 0.4
_FEW, _ALIKE_LETTERS = 6, 0.65  # so few words are compared by their letters: "Law", "Laws"
_BARELY = 0.001  # weight of a pair that only its place speaks for
# Comparisons tried in one gap; beyond that only items near the diagonal are tried.
_TRIES = 60_000
_BY_PLACE = frozenset(("table",))  # kinds that are the same where nothing else fits
_CELLS = 1_000_000  # a larger gap is cut in two
_WORDS = 2_000  # enough of a table or note to know it by

Pair = tuple[int | None, int | None]


class Alignable(Protocol):
    """Something with a text; only things of one kind are matched."""

    @property
    def text(self) -> str: ...

    @property
    def kind(self) -> str: ...


class _Item(NamedTuple):
    text: str
    kind: str


def words_of(text: str) -> list[str]:
    """The words and signs of a text in small letters, at most the first two thousand."""
    return _WORD.findall(text.casefold())[:_WORDS]


def align(old: Sequence[Alignable], new: Sequence[Alignable], *, loose: bool = False) -> list[Pair]:
    """Pairs in order, covering both sides; never crossing. ``loose`` pairs what is left by its place."""
    pairs: list[Pair] = []
    ours, theirs = ([_Item(item.text, item.kind) for item in side] for side in (old, new))
    i = j = 0
    for a, b in [*_equal(ours, theirs), (len(old), len(new))]:
        pairs += _gap(ours, theirs, (i, a), (j, b), loose)
        if a < len(old) or b < len(new):
            pairs.append((a, b))
        i, j = a + 1, b + 1
    return pairs


def _equal(a: Sequence[_Item], b: Sequence[_Item]) -> list[tuple[int, int]]:
    """Equal items: common ends, then those that stand once on both sides, then all between them."""
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
    return [
        (i, j)
        for n, (i, j) in enumerate(found)
        if a[i].text.strip() or _beside(found, n, -1) or _beside(found, n, 1)
    ]


def _beside(found: Sequence[tuple[int, int]], n: int, step: int) -> bool:
    if not 0 <= n + step < len(found):
        return False
    i, j = found[n]
    return found[n + step] == (i + step, j + step)


def _once(
    a: Sequence[_Item], b: Sequence[_Item], a0: int, a1: int, b0: int, b1: int
) -> list[tuple[int, int]]:
    """Longest rising chain of items that stand once in each range (patience diff)."""
    times_a, times_b = Counter(a[a0:a1]), Counter(b[b0:b1])
    where = {b[j]: j for j in range(b0, b1) if times_b[b[j]] == 1 and times_a.get(b[j]) == 1}
    pairs = [(i, where[a[i]]) for i in range(a0, a1) if a[i] in where and a[i].text.strip()]
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
    ours = [words_of(item.text) for item in old[left[0] : left[1]]]
    theirs = [words_of(item.text) for item in new[right[0] : right[1]]]
    weight: list[dict[int, float]] = []
    for x in range(n):
        centre = x * m // n
        row: dict[int, float] = {}
        for y in range(max(0, centre - band), min(m, centre + band + 1)):
            one, twin = old[left[0] + x], new[right[0] + y]
            if one.kind != twin.kind:
                continue
            likeness = _likeness(one.text, twin.text, ours[x], theirs[y])
            if likeness or loose or one.kind in _BY_PLACE:
                row[y] = max(likeness, _BARELY)
        weight.append(row)
    return _best(weight, n, m, left[0], right[0])


def _likeness(one: str, other: str, a: Sequence[str], b: Sequence[str]) -> float:
    """0 = not the same; else more words in common weigh more than a higher share of them."""
    if not a or not b:
        return 0.05 if len(a) == len(b) else 0.0
    share = Indel.normalized_similarity(a, b, score_cutoff=_ALIKE)
    if share < _ALIKE and min(len(a), len(b)) <= _FEW:
        share = Indel.normalized_similarity(one, other, score_cutoff=_ALIKE_LETTERS)
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
