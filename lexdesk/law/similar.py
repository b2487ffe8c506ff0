"""Sections in nearly the same words as another, with the words and quantities that differ."""

import re
from collections import Counter

from rapidfuzz import fuzz

from lexdesk.law.model import NearDuplicate, Quantity, Section
from lexdesk.law.quantities import find_quantities
from lexdesk.law.sections import SectionTree

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|\d[\d.,]*\d|\d|[\u4e00-\u9fff]")
_FUNCTION_WORDS = """
the a an of to and or in on by for with that which this such any all shall will may must
be is are as at it its not no if from under upon each other their than into has have had
was were been party parties agreement within after before
"""
_COMMON = frozenset(_FUNCTION_WORDS.split())
_MOST = 6000  # characters compared of one section; a whole article is not a duplicate of a clause


def near_duplicates(
    tree: SectionTree, section_id: str, minimum: float = 0.5, *, elsewhere: SectionTree | None = None
) -> list[NearDuplicate]:
    """Sections outside ``section_id``'s own branch in nearly the same words, best first.

    With ``elsewhere``, the tree of another document, its sections are compared instead.

    ``ratio`` (0..1) is the share of equal wording, headings and numbers left out; word order may
    differ. ``quantities`` pairs what is measured here and there in other values, as written. Raises
    KeyError for an unknown id. One pass over the document.
    """
    here = tree.get(section_id)
    words_here = _own_words(tree, here)
    bag_here = Counter(w for w in _words(words_here) if w not in _COMMON)
    if sum(bag_here.values()) < 4:
        return []
    family = [here, *tree.descendants(section_id), *tree.ancestors(section_id)]
    branch = {s.id for s in family} if elsewhere is None else set()
    tree = tree if elsewhere is None else elsewhere
    found: list[NearDuplicate] = []
    for other in tree.sections:
        if other.id in branch or not other.label:
            continue
        words_there = _own_words(tree, other)
        if not 0.25 <= (len(words_there) + 1) / (len(words_here) + 1) <= 4:
            continue
        bag_there = Counter(w for w in _words(words_there) if w not in _COMMON)
        if not _overlap(bag_here, bag_there) >= minimum * 0.5:
            continue
        ratio = _ratio(words_here, words_there, bag_here, bag_there)
        if ratio >= minimum:
            found.append(_compare(other, ratio, words_here, words_there))
    found.sort(key=lambda n: -n.ratio)
    return _without_parents(tree, found)


def _own_words(tree: SectionTree, section: Section) -> str:
    text = tree.text(section.id)[:_MOST]
    head = re.escape(section.heading) if section.heading else ""
    text = re.sub(r"^\s*(?:[A-Z]?\d+(?:\.\d+)*\.?|\([A-Za-z0-9]{1,4}\)|第\S{1,6}条)[\s\u3000]*", "", text)
    return re.sub(rf"^{head}[\s.:]*", "", text) if head else text


def _words(text: str) -> list[str]:
    return [w.lower() for w in _WORD.findall(text)]


def _overlap(a: Counter[str], b: Counter[str]) -> float:
    shared = sum((a & b).values())
    smaller = min(sum(a.values()), sum(b.values()))
    return shared / smaller if smaller else 0.0


def _ratio(here: str, there: str, bag_here: Counter[str], bag_there: Counter[str]) -> float:
    in_order = fuzz.ratio(_words(here), _words(there)) / 100
    any_order = fuzz.token_sort_ratio(" ".join(_words(here)), " ".join(_words(there))) / 100
    shared = 2 * sum((bag_here & bag_there).values()) / (sum(bag_here.values()) + sum(bag_there.values()))
    return round(max(in_order, min(any_order, (shared + any_order) / 2)), 3)


def _compare(other: Section, ratio: float, here: str, there: str) -> NearDuplicate:
    words_here, words_there = _words(here), _words(there)
    bag_here, bag_there = Counter(words_here), Counter(words_there)
    only_here = tuple(dict.fromkeys(w for w in words_here if w not in bag_there and w not in _COMMON))
    only_there = tuple(dict.fromkeys(w for w in words_there if w not in bag_here and w not in _COMMON))
    return NearDuplicate(
        other.id, other.label, ratio, only_here, only_there, differing_quantities(here, there)
    )


def differing_quantities(here: str, there: str) -> tuple[tuple[str, str], ...]:
    """Quantities of one kind that differ between two texts, paired in order, as written.

    One that has no partner is paired with "".
    """
    pairs: list[tuple[str, str]] = []
    for kind in ("period", "amount", "percent", "date", "number"):
        a = [q for q in find_quantities(here) if q.kind == kind]
        b = [q for q in find_quantities(there) if q.kind == kind]
        left, right = _unmatched(a, b), _unmatched(b, a)
        for i in range(max(len(left), len(right))):
            if kind == "number" and (i >= len(left) or i >= len(right)):
                continue  # a lone plain number says nothing
            pairs.append((left[i].text if i < len(left) else "", right[i].text if i < len(right) else ""))
    return tuple(pairs)


def _unmatched(a: list[Quantity], b: list[Quantity]) -> list[Quantity]:
    values = Counter(q.value for q in b)
    out = []
    for quantity in a:
        if values[quantity.value]:
            values[quantity.value] -= 1
        else:
            out.append(quantity)
    return out


def _without_parents(tree: SectionTree, found: list[NearDuplicate]) -> list[NearDuplicate]:
    """A parent whose only child is the duplicate repeats it: keep the better of the two."""
    kept: list[NearDuplicate] = []
    lines: set[str] = set()
    for near in found:
        family = {near.section, *(s.id for s in tree.ancestors(near.section))}
        if family & lines:
            continue
        lines |= {near.section}
        kept.append(near)
        lines |= {s.id for s in tree.ancestors(near.section) if len(s.children) <= 1}
    return kept
