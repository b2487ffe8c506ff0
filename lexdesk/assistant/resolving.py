"""Which place an instruction means: by number, quotation, heading, or topic. Code finds the candidates;
a model or the lawyer chooses only where more than one fits."""

import re
from dataclasses import dataclass
from typing import Literal

from lexdesk.assistant.intent import Intent
from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.tools import Place, place_of
from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure

_KEYWORD = (
    r"(?:sections?|clauses?|articles?|paragraphs?|sub-?sections?|sub-?clauses?|schedules?|annex(?:es)?|exhibits?|"
    r"appendix|§+|item)"
)
_LABEL = re.compile(
    rf"(?P<keyword>{_KEYWORD})\s*(?P<a>(?:\d+(?:\.\d+)*|[IVXLC]+\b|[A-Z]\b)(?:\s?\([A-Za-z0-9]{{1,5}}\))*)"
    r"|(?P<b>(?<![\d.$€£%])\b\d+(?:\.\d+)+(?:\s?\([A-Za-z0-9]{1,5}\))*(?!\s*(?:%|percent|per\s+cent|days?|months?|million)))"
    r"|(?P<c>(?<![\d.$€£%])\b\d+(?:\s?\([A-Za-z]{1,4}\))+)"
    r"|(?P<d>第[一二三四五六七八九十百零〇\d]+[章条款项](?:第[一二三四五六七八九十百零〇\d]+[款项])*)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“\"「『]([^”\"」』]{2,400})[”\"」』]|(?<!\w)[‘']([^’']{2,400})[’'](?!\w)")

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


def labels_in(instruction: str, structure: Structure) -> tuple[list[Section], list[str]]:
    """Sections named by number, in order, and the numbers that name no section."""
    found: list[Section] = []
    missing: list[str] = []
    for hit in _LABEL.finditer(instruction):
        label = next(value for value in (hit["a"], hit["b"], hit["c"], hit["d"]) if value)
        tried = [f"{hit['keyword']} {label}", label] if hit["keyword"] else [label]
        sections: list[Section] = []
        for name in tried:
            sections = structure.tree.find(name)
            if sections:
                break
        if sections:
            found.extend(section for section in sections if section not in found)
        elif not _external(instruction, hit.end()):
            missing.append(hit.group().strip())
    return found, missing


def _external(text: str, end: int) -> bool:
    return bool(re.match(r"\s*(?:of|under|in)\s+the\s+[A-Z]", text[end:]))


def resolve_section(instruction: str, structure: Structure) -> Resolution:
    """The whole section that a deletion means, with what else would fit."""
    numbered, missing = labels_in(instruction, structure)
    if numbered:
        return Resolution("number", tuple(_outermost(numbered, structure)), (), sure=True)
    if missing:
        return Resolution("number", (), (), sure=False, missing=missing[0])
    headed = _by_heading(instruction, structure)
    if headed:
        best = headed[0][1]
        top = tuple(section for section, score in headed if score >= best - 1e-9)
        return Resolution("heading", top, (), sure=len(top) == 1 and best >= 0.99)
    sections = [section for section in structure.tree.sections if section.depth <= 1 or not section.children]
    ranked = rank(instruction, [f"{row.heading} {structure.tree.text(row.id)}" for row in sections])
    top = tuple(sections[index] for index, _score in ranked[:5])
    return Resolution("topic", top, (), sure=False)


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
    quoted = _quoted_places(instruction, structure)
    if not numbered and missing and not quoted:
        return Resolution("number", (), (), sure=False, missing=missing[0])
    if numbered:
        keys = list(dict.fromkeys(key for key in numbered[0].blocks))
        within = [key for key in quoted if key in keys] or keys
        places = _narrowed([place_of(structure, key) for key in within], instruction, intent)
        return Resolution("number", (numbered[0],), tuple(places[:limit]), sure=len(places) == 1)
    if quoted:
        places = [place_of(structure, key) for key in quoted]
        return Resolution("quotation", (), tuple(places[:limit]), sure=len(places) == 1)
    scope = _by_heading(instruction, structure)
    how: How = "topic"
    blocks = [block for block in structure.blocks if block.text.strip()]
    if scope:
        inside = {key for section, score in scope if score >= 0.99 for key in section.blocks}
        holding = [block for block in blocks if block.key in inside]
        narrowed = _narrowed([place_of(structure, block.key) for block in holding], instruction, intent)
        if len(narrowed) == 1 or (holding and not intent.before):
            blocks, how = holding, "heading"
        if len(narrowed) == 1:
            return Resolution("heading", (), tuple(narrowed), sure=bool(intent.before))
    texts = [
        f"{row_title(structure, block.key)} {place_of(structure, block.key).heading} {block.text}"
        for block in blocks
    ]
    ranked = [blocks[index] for index, _score in rank(instruction, texts)]
    candidates = [place_of(structure, block.key) for block in ranked[: limit * 3]]
    places = _narrowed(candidates, instruction, intent)
    if not places:
        places = candidates
    return Resolution(how, (), tuple(places[:limit]), sure=False)


def row_title(structure: Structure, key: str) -> str:
    """For a paragraph in a table: the text of the first cell of its row; else ""."""
    block = structure.block(key)
    if block.table is None:
        return ""
    table, row, _column = block.table
    for other in structure.blocks:
        if other.table is not None and other.table[:2] == (table, row) and other.text.strip():
            return other.text
    return ""


def _quoted_places(instruction: str, structure: Structure) -> list[str]:
    keys: list[str] = []
    for hit in _QUOTED.finditer(instruction):
        quote = (hit[1] or hit[2]).strip()
        if len(quote.split()) < 3 and not re.search(r"[\u3400-\u9fff]{4}", quote):
            continue
        keys.extend(block.key for block in structure.blocks if quote in block.text and block.key not in keys)
    return keys


def _narrowed(places: list[Place], instruction: str, intent: Intent) -> list[Place]:
    """Only the places that hold what is to be changed, when the instruction says what that is."""
    places = [place for place in places if place.text.strip()]
    if not intent.before:
        return places
    exact = [place for place in places if holds(place.text, intent.before)]
    return exact or places


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
