"""Agreements among the sources, their amendments and restatements, as ``law`` reads them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from lexdesk.law.amendments import Instrument, NoSuchClause, missing_clauses, read_instrument, ruling
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.sections import build_sections
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader

_AGREEMENT = re.compile(
    r"\b(?:agreement|contract|lease|deed|amendment|addendum|terms|licen[cs]e|charter)\b|合同|协议|契约",
    re.IGNORECASE,
)
_APART = re.compile(
    r"\b(?:amended|and|restated|amendment|addendum|amending|no\.?|number|the|to|of|dated|first|second|third|fourth|draft"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)\b|\d+"
    r"|修正案|补充协议|重述|年|月|日|第|号",
    re.IGNORECASE,
)
_ROLES = frozenset(("draft", "earlier_draft", "fact", "other_side_fact", "precedent", "unknown"))
_BEGINNING = 4_000  # code points that tell what an agreement is
_LONGEST = 600_000  # code points; a longer text is no agreement of a family


@dataclass(frozen=True)
class RulingText:
    """Which of a family of agreements rules on a day: ``base`` and the amendments after it, oldest first."""

    base: int
    amendments: tuple[int, ...]


def agreements(read: Reader, sources: Sequence[SourceRow], whole: bool = False) -> list[Instrument]:
    """The agreements, amendments and restatements among these sources, dated as the sources are. Only their
    beginnings are read, which tell kind, title and date; with ``whole`` their clauses too."""
    found = []
    for source in sources:
        if source.role not in _ROLES or source.text_length > _LONGEST:
            continue
        if not _AGREEMENT.search(source.title):
            continue
        text = read.sources.text(source.id) if whole else read.sources.page(source.id, 1).text[:_BEGINNING]
        blocks = blocks_from_text(text)
        one = read_instrument(source.id, blocks, build_sections(blocks))
        found.append(Instrument(source.id, one.title, one.kind, source.dated or one.dated, blocks, one.tree))
    return found


def titles_agree(one: Instrument, other: Instrument) -> bool:
    """Whether two instruments can belong to one agreement: by what their titles say besides kind and date,
    or because one names the other in its first lines. An amendment that names nothing can amend anything."""
    mine, theirs = _core(one.title), _core(other.title)
    if mine and theirs:
        return bool(fuzz.token_set_ratio(mine, theirs) >= 85)
    return "amendment" in (one.kind, other.kind)


def family_of(read: Reader, source_id: int, whole: bool = False) -> list[Instrument]:
    """The instruments that can belong to one agreement with this source, itself among them; [] when it is no
    agreement."""
    family = agreements(read, read.sources.list())
    mine = next((one for one in family if one.id == source_id), None)
    if mine is None:
        return []
    related = [one for one in family if one.id == source_id or titles_agree(mine, one)]
    return agreements(read, [read.sources.get(one.id) for one in related], whole) if whole else related


def missing_in_family(read: Reader, source_id: int) -> list[NoSuchClause]:
    """What amendments in the family of this source change that the text they amend does not have (F57)."""
    return missing_clauses(family_of(read, source_id, whole=True))


def ruling_text(read: Reader, source_id: int, on: str) -> RulingText | None:
    """Which text of the family of this source rules on the day ``on`` (ISO); None if it has no family."""
    family = family_of(read, source_id)
    rule = ruling(family, on)
    if len(family) < 2 or not rule:
        return None
    return RulingText(rule[0].id, tuple(one.id for one in rule[1:]))


def _core(title: str) -> str:
    return " ".join(_APART.sub(" ", title).casefold().split()).strip(" .,")
