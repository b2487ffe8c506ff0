"""Whether two places of an agreement speak of the same matter, by the rare words near a quantity."""

import re
from collections import Counter
from collections.abc import Set

from lexdesk.law.model import Quantity
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure
from lexdesk.text.spans import Span

_WORD = re.compile(r"[^\W\d_\u4e00-\u9fff]{3,}")
_TWO_SIGNS = re.compile(r"(?=([\u4e00-\u9fff]{2}))")
_ENDING = re.compile(r"(?:ings?|ed|es|s)$")
_TELL_NOTHING = re.compile(
    r"the|and|for|with|any|all|this|that|such|shall|will|may|must|not|than|least|more|less|prior|"
    r"before|after|within|upon|under|from|each|other|its|their|party|parties|agreement|section|"
    r"clause|day|days|business|calendar|month|months|year|years|period"
)
_STOP = re.compile(r"\.\s|[。；]")
_NEAR = 15  # words looked at on each side
_RARE = 0.08  # share of paragraphs that a telling word stands in, at most
_LEAST = 2  # telling words in common


def same_matter(before: Structure, after: Structure, key: str, quantity: Quantity) -> list[tuple[str, Span]]:
    """Places outside paragraph ``key``, untouched by the edit, that keep the same value near at least two
    of the same rare words. Linear in the document."""
    here = telling_words(around(before.text(key) or "", quantity.span))
    found = []
    rare: Set[str] | None = None
    for block in after.blocks:
        if block.key == key or before.text(block.key) != block.text:
            continue
        for other in find_quantities(block.text):
            if other.value == quantity.value:
                rare = _rare_words(before) if rare is None else rare
                if len(here & telling_words(around(block.text, other.span)) & rare) >= _LEAST:
                    found.append((block.key, other.span))
    return found


def _rare_words(structure: Structure) -> Set[str]:
    seen: Counter[str] = Counter()
    for block in structure.blocks:
        seen.update(telling_words(block.text))
    most = max(2.0, _RARE * sum(1 for block in structure.blocks if block.text.strip()))
    return {word for word, count in seen.items() if count <= most}


def telling_words(text: str) -> set[str]:
    """Words that tell what a text is about, without their endings; Chinese in pairs of characters."""
    words = (word.lower() for word in _WORD.findall(text))
    latin = {_ENDING.sub("", word) for word in words if not _TELL_NOTHING.fullmatch(word)}
    return latin | set(_TWO_SIGNS.findall(text))


def around(text: str, span: Span) -> str:
    """The words on both sides of ``span``, quantities blanked, not beyond a full stop."""
    bare = list(text)
    for quantity in find_quantities(text):
        bare[quantity.span.start : quantity.span.end] = " " * (quantity.span.end - quantity.span.start)
    left = _STOP.split("".join(bare[: span.start]))[-1].split()[-_NEAR:]
    right = _STOP.split("".join(bare[span.end :]))[0].split()[:_NEAR]
    return " ".join([*left, *right])
