"""Where an agreement speaks of a rule, and whether its figures are those of a position. By code, no model.

Code decides on figures only: periods, amounts and shares of the same kind and unit, exactly, or as "at least"
and "at most" where the playbook says so. Everything else is left to be judged.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.tools import Place, place_of
from lexdesk.assistant.vocabulary import means, widened
from lexdesk.law.model import Quantity
from lexdesk.law.quantities import find_quantities
from lexdesk.law.similar import near_duplicates
from lexdesk.review.structure import Structure
from lexdesk.text.sentences import sentences

Sense = Literal["exact", "least", "most"]
_LEAST = re.compile(
    r"(?:\bat least|\b(?:not|no) (?:less|fewer|shorter) than|\bminimum(?: of)?"
    r"|至少|不少于|不低于|不得少于|不得低于)\s*\Z",
    re.IGNORECASE,
)
# "Within" and "内" set a time for whoever must act; a shorter one is not always better for the client.
_MOST = re.compile(
    r"(?:\bat most|\b(?:not|no) (?:more|longer|later|greater) than|\bup to|\bmaximum(?: of)?"
    r"|\bnot exceed(?:ing)?"
    r"|不超过|至多|不多于|不得超过|不迟于|不高于)\s*\Z",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\A[“\"「]?\S{1,40}(?:\s\S{1,40}){0,4}[”\"」]?\s+means\b|\A[“\"][^”\"]{1,40}[”\"]\s*(?:是?指)"
)
_ONE_CLAUSE = re.compile(r"\bone clause\b|\ba single clause\b|(?:一个|一条|单一)条款", re.I)
_AND = re.compile(r"\s+and\s+|,\s*|[和与及、，]", re.IGNORECASE)
_ITEMS = re.compile(r"[,;，；、]\s*(?:and\s+|or\s+)?|[和及或与]")
_UNIT = re.compile(r"\A(?:PT?([\d.]+)([A-Z]+)|([A-Z]{3}) ([\d.]+)|([\d.]+)(%?))\Z")
_WEIGHT_OF_TITLE = 2.0
_DEFINITION_SHARE = 0.3
_SHARE_WITHOUT_TITLE = 0.4  # of the telling words, where no word of the title stands in the paragraph
_ROUND = 6  # places looked at


@dataclass(frozen=True)
class Measure:
    """A figure that a position asks for."""

    quantity: Quantity
    sense: Sense


@dataclass(frozen=True)
class Reading:
    """What the clause says where the position asks for a figure. ``there`` None: it has no figure of that
    kind and unit, or, with ``unclear``, several of which none is plainly the one meant."""

    wanted: Measure
    there: Quantity | None
    place: Place | None
    unclear: bool = False

    @property
    def met(self) -> bool:
        """Whether the figure there answers to the one wanted."""
        return self.there is not None and satisfies(self.wanted, self.there)


def measures_of(text: str) -> list[Measure]:
    """The periods, amounts and shares a position asks for, each with its sense."""
    found = []
    for quantity in find_quantities(text):
        if quantity.kind not in ("period", "amount", "percent"):
            continue
        before = text[: quantity.span.start]
        sense: Sense = "least" if _LEAST.search(before) else "most" if _MOST.search(before) else "exact"
        found.append(Measure(quantity, sense))
    return found


def unit_of(quantity: Quantity) -> str:
    """What may be compared with what: "period:D", "period:BD", "period:M", "amount:EUR", "percent"."""
    return _sized(quantity.value)[0]


def satisfies(wanted: Measure, there: Quantity) -> bool:
    """Whether a figure is the wanted one, or on the right side of it."""
    unit, size = _sized(wanted.quantity.value)
    other, number = _sized(there.value)
    if unit != other or size is None or number is None:
        return wanted.quantity.value == there.value
    if wanted.sense == "least":
        return number >= size
    return number <= size if wanted.sense == "most" else number == size


@cache
def _sized(value: str) -> tuple[str, Decimal | None]:
    hit = _UNIT.match(value)
    if hit is None:
        return value, None
    if hit[1]:
        unit, number = hit[2], Decimal(hit[1])
        if unit == "Y":
            return "period:M", number * 12
        if unit == "W":
            return "period:D", number * 7
        return f"period:{unit}", number
    if hit[3]:
        return f"amount:{hit[3]}", Decimal(hit[4])
    return ("percent" if hit[6] else "number"), Decimal(hit[5])


def places_for(structure: Structure, title: str, text: str) -> list[Place]:
    """Paragraphs that speak of a rule, best first: they share telling words with its title or its text, where
    the title counts double and a definition little. Of a title with several subjects ("Delivery and Service
    Credits") only those count that the text speaks of, if any. [] when the agreement does not speak of it."""
    title, text = subject_of(title, text), _without_figures(text)
    blocks = [block for block in structure.blocks if len(block.text.split()) > 3 or _is_cjk(block.text)]
    blocks = [block for block in blocks if not block.style.lower().startswith("toc")]
    places = [place_of(structure, block.key) for block in blocks]
    texts = [f"{place.heading} {place.heading} {place.text}" for place in places]
    weights = widened(text)
    for word, weight in widened(title).items():
        weights[word] = max(weights.get(word, 0.0), weight) * _WEIGHT_OF_TITLE
    telling = set(words(title)) | set(words(text))
    scored = []
    for index, score in rank(weights, texts):
        there = set(words(texts[index]))
        shared = [word for word in telling if word in there]
        of_title = [word for word in set(words(title)) if means(word, there)]
        if not shared or not (of_title or len(shared) >= max(2, _SHARE_WITHOUT_TITLE * len(telling))):
            continue
        scored.append((score * (_DEFINITION_SHARE if _DEFINES.match(places[index].text) else 1.0), index))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    best = scored[0][0] if scored else 0.0
    return [places[index] for score, index in scored if score >= 0.35 * best][:_ROUND]


def subject_of(title: str, text: str) -> str:
    """The subjects of a title that a position speaks of; the whole title where it names none of them."""
    subjects = _AND.split(title)
    said = set(words(text))
    named = [one for one in subjects if said & set(words(one))]
    return " ".join(named) if named and len(named) < len(subjects) else title


def _is_cjk(text: str) -> bool:
    return bool(re.search(r"[\u3400-\u9fff]{6}", text))


def read_measures(places: Sequence[Place], title: str, text: str) -> list[Reading]:
    """For each figure of a position the one that one paragraph has in its stead: the best place among those
    that have most of the kinds and units asked for."""
    measures = measures_of(text)
    if not measures or not places:
        return [Reading(measure, None, None) for measure in measures]

    about = set(words(_without_figures(text)))

    def held(place: Place) -> tuple[int, int]:
        units = {unit_of(quantity) for quantity in find_quantities(place.text)}
        shared = about & set(words(_without_figures(place.text)))
        return sum(unit_of(measure.quantity) in units for measure in measures), len(shared)

    best = max(places, key=held)  # the first of those that hold most
    return [_reading(best, title, text, measure) for measure in measures]


def _reading(place: Place, title: str, text: str, wanted: Measure) -> Reading:
    about = set(words(_without_figures(f"{title} {text}")))
    unit = unit_of(wanted.quantity)
    found = [quantity for quantity in find_quantities(place.text) if unit_of(quantity) == unit]
    if not found:
        return Reading(wanted, None, place)
    if len({quantity.value for quantity in found}) == 1:
        return Reading(wanted, found[0], place)
    scored = sorted(
        ((_nearness(place.text, quantity, about), quantity) for quantity in found), key=lambda pair: -pair[0]
    )
    if scored[0][0] > scored[1][0] or scored[0][1].value == scored[1][1].value:
        return Reading(wanted, scored[0][1], place)
    return Reading(wanted, None, place, unclear=True)


def _nearness(text: str, quantity: Quantity, about: set[str]) -> float:
    inside = next(
        (one for one in sentences(text) if one.start <= quantity.span.start < one.end), quantity.span
    )
    sentence = text[inside.start : inside.end]
    near = text[max(inside.start, quantity.span.start - 60) : min(inside.end, quantity.span.end + 60)]
    return len(about & set(words(_without_figures(sentence)))) + 0.5 * len(about & set(words(near)))


def _without_figures(text: str) -> str:
    bare = list(text)
    for quantity in find_quantities(text):
        bare[quantity.span.start : quantity.span.end] = " " * (quantity.span.end - quantity.span.start)
    return "".join(bare)


def absent_items(position: str, clause: str) -> list[str]:
    """Of a list of three or more things in a position, those of which the clause has fewer than half of the
    telling words. What it lacks in words it may still say by number: only a hint for who judges."""
    items = [one.strip(" .。;；") for one in _ITEMS.split(position) if one.strip(" .。;；")]
    if len(items) < 3:
        return []
    there = set(words(clause))
    lacking = []
    for item in items:
        asked = set(words(item))
        if asked and 2 * sum(means(one, there) for one in asked) < len(asked):
            lacking.append(item)
    return lacking


def twins_against(structure: Structure, place: Place, text: str) -> list[tuple[str, str, str]]:
    """Where a position asks for *one* clause and the agreement has more of the kind: (label, figure here,
    figure there) of each other clause in nearly the same words with another figure."""
    section = structure.tree.of_block(place.key)
    if section is None or not _ONE_CLAUSE.search(text):
        return []
    return [
        (near.label, *near.quantities[0])
        for near in near_duplicates(structure.tree, section.id)
        if near.quantities
    ]
