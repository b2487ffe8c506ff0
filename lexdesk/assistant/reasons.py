"""What code knows to be wrong in a model's reason for a deletion. No I/O.

A poor reason is worse than none: the lawyer signs for it. So it is told to the model once, then dropped.
"""

import re

from lexdesk.assistant.lookups import Facts
from lexdesk.assistant.tools import place_of
from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure

_NO_REFERENCE = re.compile(
    r"\b(?:not|never|neither)\s+(?:\w+\s+){0,3}(?:referenced|referred|mentioned|cited)\b|"
    r"\bno\s+(?:other\s+)?(?:section|clause|reference|provision)s?\b[^.]{0,40}\b(?:refers?|references?|mentions?|points?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?<![\d.])\d+(?:\.\d+)+(?:\([a-z]{1,4}\))*")
_ABOUT_ADVICE = re.compile(
    r"\b(?:the\s+)?(?:lawyer|user|client|assistant|instruction)s?\b[^.]{0,30}\b(?:should|must|can|wants?|needs?|asks?|asked|has)\b|"
    r"\b(?:I|you)\s+(?:should|must|can|would|recommend|suggest)\b|"
    r"\bdelet(?:ed|ing|ion|e)\b[^.]{0,60}\bas\s+(?:per|requested|instructed|directed)\b",
    re.IGNORECASE,
)
_SAYS_SAME = re.compile(
    r"\b(?:duplicat\w*|redundan\w*|identical|repeats?|repeated|the\s+same\s+(?:words|wording|duty|content|text|information|provision)|"
    r"already\s+(?:covered|stated|contained|provided))\b|重复|相同|一致",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"\b(?:keep|retain|preserve)(?:s|ing)?\s+(?:(?:the|all|whole|entire|of|section|clause)\s+)*(?P<label>\d+(?:\.\d+)+(?:\([a-z]{1,4}\))*)",
    re.IGNORECASE,
)


def reason_faults(reason: str, section: Section, facts: Facts, structure: Structure) -> list[str]:
    """Sentences that tell the model what is wrong with its reason; [] when code knows of nothing."""
    return [
        *misplaced_figures(reason, structure),
        *_against_references(reason, section, facts, structure),
        *_against_similar(reason, section, facts, structure),
    ]


def misplaced_figures(reason: str, structure: Structure) -> list[str]:
    """Figures that a sentence gives to the section named last before them and that it does not hold."""
    wrong = []
    for sentence in re.split(r"(?<=[.;])\s+(?=[A-Z“])", reason):
        for figure in find_quantities(sentence):
            if figure.kind not in ("period", "amount", "percent"):
                continue
            labels = _NUMBERED.findall(sentence[: figure.span.start])
            sections = structure.tree.find(labels[-1]) if labels else []
            if not sections:
                continue
            said = {one.value for one in find_quantities(structure.tree.text(sections[0].id))}
            if figure.value not in said:
                wrong.append(f"{labels[-1]} does not say “{figure.text}”.")
    return wrong


def _against_references(reason: str, section: Section, facts: Facts, structure: Structure) -> list[str]:
    """The sentence that tells a model that it denied references which code has found."""
    if not facts.references or not _NO_REFERENCE.search(reason):
        return []
    places = dict.fromkeys(place_of(structure, one.block).label or "other text" for one in facts.references)
    return [f"{', '.join(places)} do refer to {section.label or section.heading}."]


def _against_similar(reason: str, section: Section, facts: Facts, structure: Structure) -> list[str]:
    """What the reason says of other sections, held against those that code has found and shown."""
    wrong = []
    if _ABOUT_ADVICE.search(reason):
        wrong.append("Speak of the sections only, not of the lawyer or the instruction.")
    similar = {structure.tree.get(item.section).label for item in facts.similar}
    near = {place_of(structure, one.block).label for one in facts.references}
    known = {section.label, *similar, *near}
    for label in dict.fromkeys(_NUMBERED.findall(reason)):
        if not any(label == one or one.startswith(label) or label.startswith(one) for one in known if one):
            wrong.append(f"{label} is none of the sections listed.")
    if not similar and _SAYS_SAME.search(reason):
        wrong.append(f"No other section has nearly the same words as {section.label or section.heading}.")
    kept = _KEEPS.search(reason)
    if kept and kept["label"] == section.label:
        wrong.append(f"{section.label} is what goes, so it keeps nothing.")
    return wrong
