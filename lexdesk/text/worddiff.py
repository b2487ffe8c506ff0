"""The smallest readable difference of two texts, by words."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from lexdesk.text.spans import Span


@dataclass(frozen=True)
class DiffOp:
    """One step: ``old`` and ``new`` are spans into the two texts; one is empty for ins/del."""

    kind: Literal["equal", "delete", "insert"]
    old: Span
    new: Span


# Scripts written without blanks: every character is a unit of its own.
_CJK = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Marks that belong to the letter before them but are not word characters for ``re``.
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0dff"
_TOKEN = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])\w[{_MARKS}]*)+|[^\S\n\t]+|(?s:.)")
_SHORT_WORD = re.compile(r" *\w{1,3} *\Z")

# Above this product of token counts difflib's quadratic search is too slow; anchors split first.
_SMALL = 1_000_000
# A region without any anchor above this size is treated as rewritten as a whole.
_HOPELESS = 25_000_000

_Block = tuple[int, int, int]  # start in old tokens, start in new tokens, length


def word_diff(old: str, new: str) -> list[DiffOp]:
    """Ops in order, covering both texts completely; joining them gives each text back exactly.

    Words, runs of blanks and single punctuation marks are units (a CJK character is a unit); digits
    groups such as "1,000" differ only in the digits changed where that is shorter and readable. Of a
    replacement the deletion comes first. No two neighbouring ops have the same kind. A line break or
    tab that stands in both texts is never part of a change only to make it more readable.
    """
    changes = _changes(old, new)
    changes = _absorb(old, changes)
    return _ops(old, new, [_narrow_digits(old, new, change) for change in changes])


_Change = tuple[int, int, int, int]  # old start, old end, new start, new end: code points


def _changes(old: str, new: str) -> list[_Change]:
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    starts_a, starts_b = _starts(a), _starts(b)
    blocks = [*_matches(a, b), (len(a), len(b), 0)]
    found: list[_Change] = []
    at_a = at_b = 0
    for start_a, start_b, length in blocks:
        if start_a > at_a or start_b > at_b:
            found.append((starts_a[at_a], starts_a[start_a], starts_b[at_b], starts_b[start_b]))
        at_a, at_b = start_a + length, start_b + length
    return found


def _starts(tokens: Sequence[str]) -> list[int]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return starts


def _matches(a: Sequence[str], b: Sequence[str]) -> list[_Block]:
    """Matching blocks in order: common ends first, then unique anchors for long texts, then difflib."""
    found: list[_Block] = []
    waiting = [(0, len(a), 0, len(b))]
    while waiting:
        a0, a1, b0, b1 = waiting.pop()
        head = 0
        while a0 + head < a1 and b0 + head < b1 and a[a0 + head] == b[b0 + head]:
            head += 1
        if head:
            found.append((a0, b0, head))
            a0, b0 = a0 + head, b0 + head
        tail = 0
        while a1 - tail > a0 and b1 - tail > b0 and a[a1 - tail - 1] == b[b1 - tail - 1]:
            tail += 1
        if tail:
            a1, b1 = a1 - tail, b1 - tail
            found.append((a1, b1, tail))
        if a0 == a1 or b0 == b1:
            continue
        if (a1 - a0) * (b1 - b0) > _SMALL:
            box = (a0, a1, b0, b1)
            anchors = _anchors(a, b, box, 1) or _anchors(a, b, box, 7)
            if anchors:
                edges = [(a0 - 1, b0 - 1), *anchors, (a1, b1)]
                found.extend((i, j, 1) for i, j in anchors)
                waiting.extend((i + 1, k, j + 1, m) for (i, j), (k, m) in pairwise(edges))
                continue
            if (a1 - a0) * (b1 - b0) > _HOPELESS:
                continue
        matcher = SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False)
        found.extend((a0 + m.a, b0 + m.b, m.size) for m in matcher.get_matching_blocks() if m.size)
    return sorted(found)


def _anchors(
    a: Sequence[str], b: Sequence[str], box: tuple[int, int, int, int], width: int
) -> list[tuple[int, int]]:
    """Places of ``width`` tokens that stand once in each region, longest rising chain (patience diff)."""
    a0, a1, b0, b1 = box
    grams_a = [tuple(a[i : i + width]) for i in range(a0, a1)]
    grams_b = [tuple(b[j : j + width]) for j in range(b0, b1)]
    once = {gram for gram, n in Counter(grams_a).items() if n == 1}
    once &= {gram for gram, n in Counter(grams_b).items() if n == 1}
    place_b = {gram: b0 + j for j, gram in enumerate(grams_b) if gram in once}
    pairs = [(a0 + i, place_b[gram]) for i, gram in enumerate(grams_a) if gram in once]
    tops: list[int] = []
    top_pair: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before.append(top_pair[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(j)
            top_pair.append(index)
        else:
            tops[pile] = j
            top_pair[pile] = index
    chain: list[tuple[int, int]] = []
    at = top_pair[-1] if top_pair else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _absorb(old: str, changes: list[_Change]) -> list[_Change]:
    """Join changes that only a blank, or one short word among long changes, keeps apart."""
    joined: list[_Change] = []
    for change in changes:
        if joined:
            last = joined[-1]
            between = old[last[1] : change[0]]
            size = min(max(c[1] - c[0], c[3] - c[2]) for c in (last, change))
            if between == " " or (size >= 12 and _SHORT_WORD.match(between)):
                joined[-1] = (last[0], change[1], last[2], change[3])
                continue
        joined.append(change)
    return joined


def _narrow_digits(old: str, new: str, change: _Change) -> _Change:
    """Inside a three-digit group of a number such as 1,000 only the digits that differ are a change."""
    a0, a1, b0, b1 = change
    was, now = old[a0:a1], new[b0:b1]
    if not (len(was) == len(now) == 3 and was.isdecimal() and now.isdecimal() and _grouped(old, a0, a1)):
        return change
    head = 0
    while was[head] == now[head]:
        head += 1
    tail = 0
    while was[2 - tail] == now[2 - tail]:
        tail += 1
    return a0 + head, a1 - tail, b0 + head, b1 - tail


def _grouped(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 2) : start]
    after = text[end : end + 2]
    return any(
        len(pair) == 2 and pair[digit].isdecimal() and pair[1 - digit] in ",.'\u2019\u00a0\u202f"
        for pair, digit in ((before, 0), (after, 1))
    )


def _ops(old: str, new: str, changes: list[_Change]) -> list[DiffOp]:
    ops: list[DiffOp] = []
    at_a = at_b = 0
    for a0, a1, b0, b1 in [*changes, (len(old), len(old), len(new), len(new))]:
        if a0 > at_a:
            ops.append(DiffOp("equal", Span(at_a, a0), Span(at_b, b0)))
        if a1 > a0:
            ops.append(DiffOp("delete", Span(a0, a1), Span(b0, b0)))
        if b1 > b0:
            ops.append(DiffOp("insert", Span(a1, a1), Span(b0, b1)))
        at_a, at_b = a1, b1
    return ops
