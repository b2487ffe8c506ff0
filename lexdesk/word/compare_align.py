"""Aligning two sequences of texts so that few words change: equal and alike ones paired, never crossing.

Those pairs are chosen whose words in common are the most; a longest common subsequence of words weighs each
pair. A text that stands once on both sides is never paired with another one. Where there are too many pairs
to weigh them all, such texts are matched first.
"""

import itertools
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, Protocol

from rapidfuzz.distance import Indel, LCSseq

_WORD = re.compile(r"\w+|[^\w\s]")
# Unrelated legal sentences share about a quarter of their words ("the", "of", "shall"), in order.
_ALIKE = 0.34
_FEW, _ALIKE_FEW, _ALIKE_LETTERS = 6, 0.25, 0.65  # of so few words one may do; or the letters: "Law", "Laws"
_EQUAL = 0.5  # words that equality is worth beyond the words themselves
_BY_PLACE_WEIGHT, _BARELY = 0.3, 0.001  # weights of pairs that only their kind or place speaks for
_BY_PLACE = frozenset(("table", "fixed"))  # kinds that are the same where nothing else fits
_LINES = frozenset(("", "fixed"))  # kinds that may be paired with each other
_KNOWN = 5  # words by which a text that stands once is known
_STRONG = 20  # words of an equal text that is an anchor whatever stands around it
# Pairs weighed in one gap; beyond that equal texts cut it, or only items near the diagonal are tried.
_TRIES = 250_000
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
    words: str  # each word as one character, by which two texts are compared fast
    known: bool  # stands once on both sides: it is that one or has moved, and is never another


def words_of(text: str) -> list[str]:
    """The words and signs of a text, at most the first two thousand."""
    return _WORD.findall(text)[:_WORDS]


def align(old: Sequence[Alignable], new: Sequence[Alignable], *, loose: bool = False) -> list[Pair]:
    """Pairs in order, covering both sides; never crossing. ``loose`` pairs what is left by its place."""
    signs: dict[str, str] = {}
    once = _once_each(old) & _once_each(new)
    ours, theirs = ([_item(item, signs, once) for item in side] for side in (old, new))
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*sorted(_anchors(ours, theirs)), (len(old), len(new))]:
        pairs += _gap(ours, theirs, (i, a), (j, b), loose)
        if a < len(old) or b < len(new):
            pairs.append((a, b))
        i, j = a + 1, b + 1
    return pairs


def _once_each(items: Sequence[Alignable]) -> set[tuple[str, str]]:
    times = Counter((item.text, item.kind) for item in items)
    return {item for item, count in times.items() if count == 1}


def _item(item: Alignable, signs: dict[str, str], once: Container[tuple[str, str]]) -> _Item:
    words = [signs.setdefault(word, _sign(len(signs))) for word in words_of(item.text)]
    known = len(words) >= _KNOWN and (item.text, item.kind) in once
    return _Item(item.text, item.kind, "".join(words), known)


def _sign(number: int) -> str:
    return chr(number if number < 0xD800 else number + 0x800)  # surrogates are no characters


# -- anchors -----------------------------------------------------------------------------------------------


def _anchors(a: Sequence[_Item], b: Sequence[_Item]) -> Iterator[tuple[int, int]]:
    """Equal items at both ends; of long sequences also those that stand once on both sides."""
    waiting = [(0, len(a), 0, len(b))]
    while waiting:
        a0, a1, b0, b1 = waiting.pop()
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            yield a0, b0
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            yield a1, b1
        if (a1 - a0) * (b1 - b0) <= _TRIES:
            continue
        box = (a0, a1, b0, b1)
        chain = _once(a, b, box, _STRONG) or _once(a, b, box, 1) or _blocks(a, b, box)
        if chain:
            yield from chain
            edges = [(a0 - 1, b0 - 1), *chain, (a1, b1)]
            waiting += [(i + 1, k, j + 1, m) for (i, j), (k, m) in itertools.pairwise(edges)]


_Box = tuple[int, int, int, int]


def _blocks(a: Sequence[_Item], b: Sequence[_Item], box: _Box) -> list[tuple[int, int]]:
    """What difflib finds equal, for gaps too large to weigh every pair."""
    a0, a1, b0, b1 = box
    matcher = SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False)
    found = [(m.a + n, m.b + n) for m in matcher.get_matching_blocks() for n in range(m.size)]
    return [(a0 + i, b0 + j) for i, j in found if a[a0 + i].words]


def _once(a: Sequence[_Item], b: Sequence[_Item], box: _Box, least: int) -> list[tuple[int, int]]:
    """Items of ``least`` words that stand once in each range: the rising chain with the most words."""
    a0, a1, b0, b1 = box
    times_a, times_b = Counter(a[a0:a1]), Counter(b[b0:b1])
    where = {b[j]: j for j in range(b0, b1) if times_b[b[j]] == 1 and times_a.get(b[j]) == 1}
    pairs = [(i, where[a[i]]) for i in range(a0, a1) if a[i] in where and len(a[i].words) >= least]
    # A Fenwick tree of greatest sums: the best chain that ends before a given place of ``b``.
    tree: list[tuple[int, int]] = [(0, -1)] * (b1 - b0 + 1)
    back: list[int] = []
    for n, (i, j) in enumerate(pairs):
        at, best = j - b0, (0, -1)
        while at > 0:
            best = max(best, tree[at])
            at &= at - 1
        back.append(best[1])
        here = (best[0] + len(a[i].words), n)
        at = j - b0 + 1
        while at < len(tree):
            tree[at] = max(tree[at], here)
            at += at & -at
    at, best = b1 - b0, (0, -1)
    while at > 0:
        best = max(best, tree[at])
        at &= at - 1
    chain: list[tuple[int, int]] = []
    last = best[1]
    while last >= 0:
        chain.append(pairs[last])
        last = back[last]
    return chain[::-1]


# -- gaps --------------------------------------------------------------------------------------------------


def _gap(
    old: Sequence[_Item], new: Sequence[_Item], left: tuple[int, int], right: tuple[int, int], loose: bool
) -> list[Pair]:
    """Pairs inside a gap between anchors: the non-crossing matching of greatest weight."""
    n, m = left[1] - left[0], right[1] - right[0]
    if not n or not m:
        return [*((i, None) for i in range(*left)), *((None, j) for j in range(*right))]
    if n * m > _CELLS and n > 1 and m > 1:
        middle, other = left[0] + n // 2, right[0] + m // 2
        first = _gap(old, new, (left[0], middle), (right[0], other), loose)
        return first + _gap(old, new, (middle, left[1]), (other, right[1]), loose)
    band = m if n * m <= _TRIES else max(4, _TRIES // (2 * n))
    weights: list[dict[int, float]] = []
    for x in range(n):
        centre = x * m // n
        row: dict[int, float] = {}
        for y in range(max(0, centre - band), min(m, centre + band + 1)):
            weight = _weight(old[left[0] + x], new[right[0] + y], loose)
            if weight:
                row[y] = weight
        weights.append(row)
    return _best(weights, n, m, left[0], right[0])


def _weight(one: _Item, twin: _Item, loose: bool) -> float:
    """0 = may not be paired; else the words that stay, and something for standing at its place."""
    if one.kind != twin.kind and not (one.kind in _LINES and twin.kind in _LINES):
        return 0.0
    if (one.known or twin.known) and one.text != twin.text:
        return 0.0
    place = one.kind == twin.kind and one.kind in _BY_PLACE
    least = _BY_PLACE_WEIGHT if place else _BARELY if loose else 0.0
    return max(_in_common(one, twin) + (_BY_PLACE_WEIGHT if place else 0.0), least)


def _in_common(one: _Item, twin: _Item) -> float:
    a, b = one.words, twin.words
    if one.text == twin.text:
        return len(a) + _EQUAL
    if not a or not b:
        return 0.0
    few = min(len(a), len(b)) <= _FEW
    share = Indel.normalized_similarity(a, b, score_cutoff=_ALIKE_FEW if few else _ALIKE)
    if share:
        return float(LCSseq.similarity(a, b))
    if few and Indel.normalized_similarity(
        one.text.casefold(), twin.text.casefold(), score_cutoff=_ALIKE_LETTERS
    ):
        return _EQUAL
    return 0.0


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
