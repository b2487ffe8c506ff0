"""Which place an instruction means: by number, quotation, heading, or topic. Code finds the candidates;
a model or the lawyer chooses only where more than one fits."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lexdesk.assistant.blanks import blanks, masked
from lexdesk.assistant.candidates import Candidate, candidates, named, ranked
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.measures import CAP, Asked, alike, asked_measure, fits, multiplied, targets
from lexdesk.assistant.naming import (
    LABEL,
    REFERENCE_MEANT,
    holds_item,
    labels_in,
    places_not_targets,
    quoted_places,
    referring_to,
)
from lexdesk.assistant.parties import asks_for_both
from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.shaped import courts_asked, law_asked
from lexdesk.assistant.tools import Place
from lexdesk.assistant.topic import REGION, bag_of, coverage, in_full, spoken, tells, topic_of
from lexdesk.assistant.vocabulary import means, widened
from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure

_DEFINITION_OF = re.compile(
    r"\bdefinition\s+(?:of|for)\s+(?:the\s+)?[“\"‘']?([\w\s-]{2,60}?)[”\"’']?\s*(?:$|[.,;]|\b(?:because|since|in|from)\b)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:please\s+)?(?:(?P<a>[^:.]{3,60}):\s|(?:in|under)\s+the\s+(?P<b>[^,.:]{3,60}?)\s+(?:clause|section|provision|row)\s*,\s)",
    re.IGNORECASE,
)
_HEADING_MEANT = re.compile(r"\b(?:heading|title|caption)s?\b", re.IGNORECASE)
_OBJECT = re.compile(
    r"^(?:please\s+)?[A-Za-z]+\s+(?:down\s+)?the\s+((?:[\w'’-]+\s+){0,3}?[\w'’-]+?)(?=\s+(?:to|so|in|from|should|must|is|by|clause|section|and|for|"
    r"with|down|provision)\b|[.,;:]|\s*$)",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(
    r"\s*(?:business\s+|calendar\s+)?(?:days?|weeks?|months?|years?|hours?)\b", re.IGNORECASE
)
_TARGET_NAME = re.compile(r"\b(?:headed|titled|called|entitled|with)\s+(?:[A-Z][\w-]*\s*(?:and\s+|of\s+)?)+")
_SAME_WORDS = 0.6  # share of the best score from which places with the same telling words fit equally
_CLEAR = 1.25  # how far ahead the best must be for code to choose it alone
_CLEAR_SECTION = 1.6  # the same for a whole section that is to go
_LEAST_SECTION = 0.15  # weighted share of the telling words below which no section is meant
_FEW = 3  # telling words up to which most of them must be there: "the power of attorney" is no "legal power"
_LEAST_OF_FEW = 0.5
_SHORT_SECTION = 60  # words of a section whose only mention of a thing makes it its subject
_NEAREST = 3  # sections or clauses named with a refusal
_SURE_SECTION = 0.5  # the same below which code does not choose alone
_NEIGHBOUR = 0.6  # share of the telling words that the neighbour of a named clause must have
_LEAST_COVERED = 0.4  # share of the telling words that a place must have

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_VENUE_THERE = re.compile(r"\bcourts?\b[^.]{0,60}?\b(?:in|of)\s+(?:the\s+)?[A-Z{\[_]")

How = Literal["number", "quotation", "heading", "topic"]


@dataclass(frozen=True)
class Resolution:
    """``sections`` (for a deletion) or ``places`` (for a change) that fit, best first. ``sure`` when
    code alone can say that the first is meant. ``missing`` is a label that does not exist."""

    how: How
    sections: tuple[Section, ...]
    places: tuple[Place, ...]
    sure: bool
    missing: str = ""
    all_meant: bool = False  # every one of the places is to be changed
    tied: bool = False  # the places fit equally: only the lawyer can say which is meant
    why: str = ""  # why nothing fits, for the lawyer


def resolve_section(instruction: str, structure: Structure) -> Resolution:
    """The whole section that a deletion means, with what else would fit."""
    numbered, missing = labels_in(instruction, structure)
    if numbered:
        return Resolution("number", tuple(_outermost(numbered, structure)), (), sure=True)
    if missing:
        return Resolution("number", (), (), sure=False, missing=missing[0])
    defined = _definition_named(instruction, structure)
    if defined is not None:
        return Resolution("heading", (defined,), (), sure=True)
    headed = _by_heading(instruction, structure)
    if headed:
        best = headed[0][1]
        top = tuple(section for section, score in headed if score >= best - 1e-9)
        return Resolution("heading", top, (), sure=len(top) == 1 and best >= 0.99)
    sections = [section for section in structure.tree.sections if section.depth <= 1 or not section.children]
    topic = topic_of(instruction)
    texts = [f"{row.heading} {row.heading} {structure.tree.text(row.id)}" for row in sections]
    scored = rank(widened(topic), texts)
    top = tuple(sections[index] for index, _score in scored[:5])
    telling = list(dict.fromkeys(words(topic)))
    weights = tells(telling, [set(words(text)) for text in texts])
    covered = _section_coverage(telling, top[0], structure, weights) if top else 0.0
    if covered < (_LEAST_OF_FEW if len(telling) <= _FEW else _LEAST_SECTION):
        return _no_section(topic, top)
    if len(telling) <= _FEW and not _is_about(telling, top[0], structure):
        return _no_section(topic, top)
    ahead = len(scored) == 1 or scored[0][1] >= _CLEAR_SECTION * scored[1][1]
    ahead = ahead and covered >= _SURE_SECTION
    return Resolution("topic", top[:1] if ahead else top, (), sure=ahead)


def _no_section(topic: str, nearest: tuple[Section, ...]) -> Resolution:
    """Nothing fits; the nearest are named, so that the lawyer can say which one it is."""
    listed = "; ".join(f"{row.label} {row.heading}".strip() for row in nearest[:_NEAREST])
    why = f"No section of this agreement speaks of {spoken(topic)}."
    why += f" The nearest by its words: {listed}." if listed else ""
    return Resolution("topic", (), (), sure=False, why=why)


def _is_about(telling: list[str], section: Section, structure: Structure) -> bool:
    """Whether a section is about a thing of few words and does not only mention it once on its way."""
    text = structure.tree.text(section.id)
    named_by = set(words(section.heading))
    if any(means(word, named_by) for word in telling) or len(text.split()) <= _SHORT_SECTION:
        return True
    return sum(means(word, {one}) for one in words(text) for word in telling) > len(telling)


def _definition_named(instruction: str, structure: Structure) -> Section | None:
    """The section that is the definition of the term an instruction names, and nothing else."""
    hit = _DEFINITION_OF.search(instruction)
    name = hit[1].strip().lower() if hit else ""
    for term in structure.terms:
        if name and term.name.lower() == name:
            for key, _span in term.sites:
                section = structure.tree.of_block(key)
                if section is not None and section.first_block == key and not section.children:
                    return section
    return None


def _section_coverage(
    telling: list[str], section: Section, structure: Structure, weights: Mapping[str, float]
) -> float:
    """Weighted share of the telling words that the section has in some form."""
    there = set(words(f"{section.heading} {structure.tree.text(section.id)}"))
    all_of_them = sum(weights.values())
    return sum(weights[word] for word in set(telling) if means(word, there)) / all_of_them if telling else 0.0


def _outermost(sections: list[Section], structure: Structure) -> list[Section]:
    """Without sections that stand inside another of the list."""
    ids = {section.id for section in sections}
    kept = []
    for section in sections:
        parent = section.parent
        while parent is not None and parent not in ids:
            above = structure.tree.get(parent)
            parent = above.parent if above else None
        if parent is None:
            kept.append(section)
    return kept


def _by_heading(instruction: str, structure: Structure) -> list[tuple[Section, float]]:
    """Sections whose whole heading stands in the instruction, the longest first."""
    asked = set(words(re.split(r"\b(?:because|since)\b", instruction)[0]))
    scored = []
    for section in structure.tree.sections:
        title = set(words(section.heading))
        if title and title <= asked:
            scored.append((section, float(len(title))))
    if not scored:
        return []
    most = max(score for _section, score in scored)
    return sorted(
        ((section, score / most) for section, score in scored), key=lambda item: (-item[1], item[0].depth)
    )


def resolve_place(instruction: str, intent: Intent, structure: Structure, limit: int = 6) -> Resolution:
    """The paragraphs that a change or an insertion may mean, best first."""
    numbered, missing = labels_in(instruction, structure)
    numbered = places_not_targets(instruction, numbered, structure)
    asked = asked_measure(instruction)
    everything = candidates(structure)
    wants_heading = bool(_HEADING_MEANT.search(instruction))
    pool = [
        one for one in everything if one.kind in ("clause", "cell") or (wants_heading and one.kind != "note")
    ]
    quoted = quoted_places(instruction, structure)
    led = _led_by(instruction, pool)
    if led:
        found = _narrowed(led, instruction, intent, asked)
        return Resolution("heading", (), tuple(one.place for one in found[:limit]), sure=len(found) == 1)
    if not numbered and missing and not quoted:
        parent = holds_item(missing[0], structure)
        if parent is None:
            return Resolution("number", (), (), sure=False, missing=missing[0])
        numbered = [parent]
    if numbered:
        twins_too = [one for one in structure.tree.sections if one.label == numbered[0].label]
        inside = {key for one in twins_too if one.label or one in numbered for key in one.blocks}
        own = [one for one in pool if one.key in inside] or [one for one in everything if one.key in inside]
        own = [one for one in own if one.key in quoted] or own
        found = _narrowed(own, instruction, intent, asked)
        places = tuple(one.place for one in found)
        twins = intent.act == "revise" and _in_two_languages(places)
        if twins and (asked.old is not None or asked.new is not None):
            return Resolution("number", (numbered[0],), places, sure=True, all_meant=True)
        return Resolution("number", (numbered[0],), places[:limit], sure=len(places) == 1)
    if quoted:
        found = [one for one in everything if one.key in quoted]
        found = _narrowed(found, instruction, intent, asked) or found
        return Resolution("quotation", (), tuple(one.place for one in found[:limit]), sure=len(found) == 1)
    if REFERENCE_MEANT.search(instruction):
        pool = [one for one in pool if one.key in referring_to(instruction, structure)] or pool
        if len(pool) == 1:
            return Resolution("topic", (), (pool[0].place,), sure=True)
    if courts_asked(instruction) and not law_asked(instruction):
        sitting = [one for one in pool if _VENUE_THERE.search(one.place.text)]
        if len(sitting) == 1:
            return Resolution("topic", (), (sitting[0].place,), sure=True)
    return _by_topic(instruction, intent, asked, pool, limit, structure)


def _in_two_languages(places: tuple[Place, ...]) -> bool:
    """Whether two paragraphs are one provision, in Chinese and in another language."""
    if len(places) != 2 or places[0].label != places[1].label:
        return False
    return sum(len(_CHINESE.findall(place.text)) > len(place.text) / 4 for place in places) == 1


def _led_by(instruction: str, pool: list[Candidate]) -> list[Candidate]:
    """The places that a lead names: "Damages waiver: ..." or "In the damages waiver clause, ..."."""
    hit = _LEAD.match(instruction)
    lead = (hit["a"] or hit["b"]) if hit else ""
    if not lead or LABEL.search(lead):
        return []
    found = named(f"clause {lead} clause", pool)
    tables = [one for one in found if one.kind == "cell"]
    return found if len({one.title for one in found}) == 1 or not tables else []


def _by_topic(
    instruction: str,
    intent: Intent,
    asked: Asked,
    pool: list[Candidate],
    limit: int,
    structure: Structure,
) -> Resolution:
    topic = in_full(topic_of(instruction), structure)
    telling = list(dict.fromkeys(words(topic)))
    everywhere = pool
    if REGION.search(instruction) and any(one.kind == "cell" for one in pool):
        pool = [one for one in pool if one.kind == "cell"]
    if asks_for_both(instruction):
        pool = [one for one in pool if one.kind == "clause"] or pool  # a cell binds nobody
    if re.search(r"\bdefinition\b|\bdefined\s+as\b", instruction, re.IGNORECASE):
        defined = [one for one in pool if "definition" in one.title.split()]
        pool = [one for one, _score in ranked(topic, defined)[:4]] or pool
    if re.search(r"[\w.+-]+@[\w-]+\.\w+", instruction):
        pool = [one for one in pool if "@" in one.place.text or _blank_named(one, "mail")] or pool
    by_name = named(_TARGET_NAME.sub(" ", instruction), pool)
    holding = _holding(by_name or pool, intent, asked)
    if by_name and not holding and (intent.before or asked.kind):
        # "the fees clause" may be the neighbour of the one so called, if that speaks of the same
        holding = [one for one in _holding(pool, intent, asked) if coverage(telling, one) >= _NEIGHBOUR]
        by_name = [] if holding else by_name
    pool = by_name or pool
    if not holding and asked.factor is not None:
        return Resolution(
            "topic", (), (), sure=False, why="No such sum, share or period stands in this agreement."
        )
    found = ranked(topic, holding or pool)
    if not telling and holding:
        found = [(one, 1.0) for one in holding]
    speaks = f"No clause of this agreement speaks of {spoken(topic)}."
    if not found:
        return Resolution("topic", (), (), sure=False, why=speaks)
    nearest = dict.fromkeys(f"{one.place.label} {one.place.heading}".strip() for one, _score in found)
    listed = "; ".join([name for name in nearest if name][:_NEAREST])
    nothing = Resolution(
        "topic", (), (), sure=False, why=f"{speaks} The nearest by its words: {listed}." if listed else speaks
    )
    known = {word for one in pool for word in words(f"{one.title} {one.place.text}")}
    thing = _OBJECT.search(instruction)
    if thing and not by_name and words(thing[1]) and not any(means(word, known) for word in words(thing[1])):
        return nothing
    best = found[0][1]
    covered = coverage(telling, found[0][0], tells(telling, [bag_of(one) for one in everywhere]))
    least = _LEAST_COVERED if holding and asked.old is None and not intent.before else 0.01
    if telling and not by_name and covered < least:
        return nothing
    if by_name and len(by_name) == 1:
        return Resolution("heading", (), (by_name[0].place,), sure=True)
    if asked.everywhere and asked.old is not None and len(holding) > 1:
        return Resolution("topic", (), tuple(one.place for one in holding), sure=True, all_meant=True)
    alike_there = [
        one
        for one, score in found
        if score >= _SAME_WORDS * best and _same(one, telling) == _same(found[0][0], telling)
    ]
    equal = [one for one in alike_there if (holding or by_name) and (intent.before or asked.old or asked.new)]
    tied = len(equal) > 1 and not asked.everywhere
    places = tuple(one.place for one in (equal if tied else [one for one, _score in found]))
    second = found[1][1] if len(found) > 1 else 0.0
    sure = not tied and best >= _CLEAR * second and covered >= _LEAST_COVERED
    return Resolution("topic", (), places[:limit], sure=sure, tied=tied)


def _same(one: Candidate, telling: list[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The telling words in the place's names, and in all of it."""
    named_by, there = set(words(one.title)), set(words(f"{one.title} {one.place.text}"))
    return (
        frozenset(word for word in telling if means(word, named_by)),
        frozenset(word for word in telling if means(word, there)),
    )


def _blank_named(one: Candidate, word: str) -> bool:
    return any(word in one.place.text[start:end].lower() for start, end in blanks(one.place.text))


def _holding(pool: list[Candidate], intent: Intent, asked: Asked) -> list[Candidate]:
    """The places that hold what is to be changed: the old words or measure, one of its kind, a blank."""
    measures = {one.key: find_quantities(masked(one.place.text)) for one in pool} if asked.kind else {}
    if asked.old is not None:
        old = asked.old
        return [one for one in pool if any(fits(old, q) for q in measures[one.key])]
    if intent.before:
        return [one for one in pool if holds(one.place.text, intent.before)]
    if asked.factor is not None:
        capped = [] if asked.of_time else [one for one in pool if CAP.search(one.place.text)]
        return [one for one in pool if multiplied(measures[one.key], asked) or one in capped]
    if asked.new is not None and asked.new.kind != "number" and not asked.compound:
        new = asked.new
        alike_there = [one for one in pool if any(alike(new, q) for q in measures[one.key])]
        open_there = [one for one in pool if _open_for(new.kind, one.place.text)]
        return [one for one in pool if one in alike_there or one in open_there] or [
            one for one in pool if blanks(one.place.text)
        ]
    return []


def _open_for(kind: str, text: str) -> bool:
    """Whether a blank of the text waits for a measure of this kind: "[ # ] days", "$____"."""
    return any(
        _UNIT_AFTER.match(text[end:]) if kind == "period" else text[:start].rstrip().endswith(("$", "€", "£"))
        for start, end in blanks(text)
    )


def _narrowed(own: list[Candidate], instruction: str, intent: Intent, asked: Asked) -> list[Candidate]:
    """Of the paragraphs of a named clause those that the instruction can mean, best first."""
    if len(own) <= 1:
        return own
    holding = _holding(own, intent, asked) or own
    if len(holding) == 1:
        return holding
    telling = words(topic_of(instruction))
    exact = [one for one in holding if asked.kind and targets(one.place.text, asked, telling)]
    order = [one for one, _score in ranked(topic_of(instruction), exact or holding)]
    return order + [one for one in holding if one not in order]


def holds(text: str, wanted: str) -> bool:
    """Whether the words, or the same quantity, or the same number stand in the text."""
    if wanted.lower() in text.lower():
        return True
    asked = {item.value for item in find_quantities(wanted)}
    numbers = {re.sub(r"\D", "", value) for value in asked} - {""}
    for item in find_quantities(text):
        if item.value in asked or (numbers and re.sub(r"\D", "", item.value) in numbers):
            return True
    return False
