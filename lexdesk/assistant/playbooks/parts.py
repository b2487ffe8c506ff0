"""What code can say of each position of a rule: the place that speaks of it, and if its figures are met."""

from dataclasses import dataclass
from typing import Literal

from lexdesk.assistant.answering import whole_list
from lexdesk.assistant.playbooks.comparing import (
    Reading,
    absent_items,
    measures_of,
    places_for,
    read_measures,
    twins_against,
)
from lexdesk.assistant.playbooks.rules import Position, Rule
from lexdesk.assistant.tools import Place
from lexdesk.review.structure import Structure

Verdict = Literal["met", "deviates", "missing", "needs_judgement"]
WORDS: dict[Verdict, str] = {
    "met": "met",
    "deviates": "deviates",
    "missing": "missing",
    "needs_judgement": "needs judgement",
}


@dataclass(frozen=True)
class Part:
    """What was found for one position of a rule."""

    position: Position
    verdict: Verdict
    reason: str
    place: Place | None = None
    readings: tuple[Reading, ...] = ()
    stands_at: str = ""  # "preferred", "fallback 1", ...: which position the figures are those of
    by_model: bool = False


def parts_by_code(structure: Structure, rule: Rule) -> list[Part]:
    """What code can say of each position that asks or forbids something."""
    parts: list[Part] = []
    chain = rule.chain
    if chain:
        parts.append(_chain_part(structure, rule, chain))
    parts += [_part(structure, rule, one) for one in rule.of("required")]
    for one in rule.of("not_acceptable"):
        place = parts[0].place if parts else next(iter(places_for(structure, rule.title, one.text)), None)
        verdict: Verdict = "needs_judgement" if place else "missing"
        parts.append(Part(one, verdict, f"Not acceptable: “{one.text}”", place))
    if not parts:
        parts = [_part(structure, rule, one) for one in rule.of("wording")]
    return parts


def _chain_part(structure: Structure, rule: Rule, chain: list[Position]) -> Part:
    first = chain[0]
    part = _part(structure, rule, first)
    if part.place is None or not part.readings or part.verdict == "met":
        return part
    for fallback in chain[1:] if first.kind == "preferred" else chain:
        readings = read_measures([part.place], rule.title, fallback.demand)
        if readings and all(one.met for one in readings):
            said = f"{part.reason} Its figures are those of {fallback.name}: “{fallback.text}”"
            if fallback.condition:
                said += f" Whether “{fallback.condition}” holds is to be judged."
            return Part(first, part.verdict, said, part.place, part.readings, fallback.name)
    return part


def _part(structure: Structure, rule: Rule, position: Position) -> Part:
    places = places_for(structure, rule.title, position.text)
    if not places:
        return Part(position, "missing", f"Nothing in the agreement speaks of “{position.text}”")
    readings = tuple(read_measures(places, rule.title, position.demand))
    if not measures_of(position.demand):
        nearest = whole_list(structure, places[0].key)
        said = f"{name_of(nearest)} is nearest to “{position.text}”"
        lacking = absent_items(position.text, f"{nearest.heading} {nearest.text}")
        if lacking:
            said += f" Its words have nothing of: {', '.join(f'“{one}”' for one in lacking)}."
        return Part(position, "needs_judgement", said, nearest)
    place = readings[0].place or places[0]
    where = name_of(place)
    if all(one.there is None for one in readings):
        return Part(
            position, "needs_judgement", f"{where} has no figure that answers to “{position.text}”", place
        )
    if any(one.unclear for one in readings):
        return Part(
            position,
            "needs_judgement",
            f"{where} has several figures; which one “{position.text}” means is to be judged.",
            place,
        )
    wrong = [one for one in readings if not one.met]
    if wrong:
        said = "; ".join(f"{_figure(one)} where the playbook has {one.wanted.quantity.text}" for one in wrong)
        return Part(position, "deviates", f"{where}: {said}.", place, readings)
    twins = twins_against(structure, place, position.text)
    if twins:
        said = "; ".join(
            f"{label} is nearly the same clause with {there} instead of {here}"
            for label, here, there in twins
        )
        return Part(
            position, "deviates", f"{where} has the figure of the playbook, but {said}.", place, readings
        )
    figures = ", ".join(one.there.text for one in readings if one.there)
    return Part(
        position, "met", f"{where} has {figures}, as the playbook asks.", place, readings, position.name
    )


def _figure(reading: Reading) -> str:
    return reading.there.text if reading.there is not None else "no such figure"


def name_of(place: Place) -> str:
    """How a place is called in a reason: number and heading."""
    return f"{place.label} {place.heading}".strip() or "an unnumbered paragraph"
