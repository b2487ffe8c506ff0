"""The look-ups that come before any staging, recorded, and the packet items they become."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from lexdesk.assistant.citing import Citable, pin_hits
from lexdesk.assistant.events import EditStaged
from lexdesk.assistant.outcome import Claim, Outcome, by_code
from lexdesk.assistant.ranking import words
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import (
    Place,
    SearchArguments,
    SectionArguments,
    find_similar,
    get_cross_references,
    get_defined_terms,
    place_of,
    read_section,
    search_sources,
)
from lexdesk.evidence.model import SearchHit
from lexdesk.law.model import NearDuplicate, Reference, Section, Term
from lexdesk.matter.records import PacketItemRow
from lexdesk.review.proposal import Proposal
from lexdesk.review.staging import Reasons, stage

_SOURCES_SHOWN = 3
_WEIGHT = {"law": 0, "fact": 0, "other_side_fact": 1, "playbook": 1, "precedent": 2, "note": 2}


@dataclass
class Facts:
    """What was looked up for one section or paragraph, with the tool calls that prove it."""

    places: tuple[Place, ...] = ()
    references: tuple[Reference, ...] = ()
    terms: tuple[Term, ...] = ()
    similar: tuple[NearDuplicate, ...] = ()
    cited: list[Citable] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)
    reviews: list[int] = field(default_factory=list)  # completed cross-reference look-ups (P6)
    shown: set[str] = field(default_factory=set)  # markers and labels the model was shown
    used: set[int] = field(default_factory=set)  # pins the model named


def look_up_section(recorder: RunRecorder, scope: Scope, instruction: str, section: Section) -> Facts:
    """Text, references, terms, similar sections and sources for a whole section."""
    document, version = scope.document_id or 0, scope.version_id or 0
    arguments = SectionArguments(
        document_id=document, version_id=version, section=section.label or section.id
    )
    facts = Facts()
    text = recorder.tool("read_section", arguments, lambda: read_section(scope, section))
    references = recorder.tool(
        "get_cross_references", arguments, lambda: get_cross_references(scope, section)
    )
    terms = recorder.tool("get_defined_terms", arguments, lambda: get_defined_terms(scope, section))
    similar = recorder.tool("find_similar", arguments, lambda: find_similar(scope, section))
    facts.places, facts.references, facts.terms = text.value, references.value, terms.value
    facts.similar = similar.value
    facts.calls = {
        "read_section": text.id,
        "get_cross_references": references.id,
        "get_defined_terms": terms.id,
        "find_similar": similar.id,
    }
    facts.reviews.append(references.id)
    topic = f"{section.heading} {' '.join(place.text for place in text.value)}"
    _search(recorder, scope, facts, instruction, topic)
    return facts


def look_up(recorder: RunRecorder, scope: Scope, instruction: str, place: Place) -> Facts:
    """The same for the section that holds a paragraph; a paragraph outside all sections has only sources."""
    structure = scope.structure()
    section = structure.tree.of_block(place.key)
    if section is not None:
        return look_up_section(recorder, scope, instruction, section)
    facts = Facts(places=(place,))
    _search(recorder, scope, facts, instruction, place.text)
    return facts


def _search(recorder: RunRecorder, scope: Scope, facts: Facts, instruction: str, topic: str) -> None:
    if not scope.source_ids:
        return
    terms = list(dict.fromkeys(words(topic)))[:12]
    query = " ".join(dict.fromkeys([*_plain(topic)[:14], *_plain(instruction)[:8]]))
    found = recorder.tool(
        "search_sources",
        SearchArguments(text=query, sources=scope.source_ids),
        lambda: search_sources(scope, query, 24),
    )
    facts.calls["search_sources"] = found.id
    close = [hit for hit in found.value if len(set(words(hit.text)) & set(terms)) >= 2]
    facts.cited = pin_hits(recorder, _telling(recorder, close))


def _telling(recorder: RunRecorder, hits: list[SearchHit]) -> list[SearchHit]:
    """The best passage of each source, law and facts before drafts, the first few."""
    reader = recorder.matter.read()
    best: dict[int, SearchHit] = {}
    for hit in hits:
        best.setdefault(hit.source_id, hit)

    def weight(hit: SearchHit) -> tuple[int, float]:
        source = reader.sources.get(hit.source_id)
        outdated = source.status in ("superseded", "repealed", "overruled")
        return (_WEIGHT.get(source.role, 3) + (4 if outdated else 0), -hit.score)

    return sorted(best.values(), key=weight)[:_SOURCES_SHOWN]


def _plain(text: str) -> list[str]:
    """The telling words of a text as written, for a search."""
    kept = []
    for word in text.replace("(", " ").replace(")", " ").split():
        bare = word.strip(".,;:“”\"'’")
        if bare.isalpha() and words(bare):
            kept.append(bare)
    return kept


def packet_items(scope: Scope, facts: Facts) -> list[PacketItemRow]:
    """Clauses reviewed, facts, law and checks of a packet, each named for what the record proves."""
    structure = scope.structure()
    rows: list[PacketItemRow] = []

    def add(
        section: str, label: str, text: str, basis: str, passage: int | None, call: str, **details: object
    ) -> None:
        rows.append(
            PacketItemRow(
                len(rows) + 1,
                section,
                label,
                text,
                basis,
                passage,
                facts.calls.get(call),
                json.dumps(details, ensure_ascii=False, sort_keys=True),
            )
        )

    for place in facts.places:
        if place.text.strip():
            add("clause_reviewed", place.label, place.text, "shown_to_model", None, "read_section")
    for item in facts.similar:
        add(
            "clause_reviewed",
            item.label,
            structure.tree.text(item.section),
            "shown_to_model" if item.label in facts.shown else "found_by_code",
            None,
            "find_similar",
            ratio=round(item.ratio, 3),
            differing=[list(pair) for pair in item.quantities],
            only_here=list(item.only_here),
            only_there=list(item.only_there),
        )
    for reference in facts.references:
        place = place_of(structure, reference.block)
        add(
            "clause_reviewed",
            place.label,
            place.text,
            "shown_to_model" if place.label in facts.shown else "found_by_code",
            None,
            "get_cross_references",
            refers_by=reference.text,
            start=reference.span.start,
            end=reference.span.end,
        )
    for cited in facts.cited:
        kind = "law" if cited.source is not None and cited.source.role == "law" else "fact"
        if cited.source is not None and cited.source.role not in ("law", "fact", "other_side_fact"):
            kind = "passage"
        basis = (
            "cited_for_edit"
            if cited.pin_id in facts.used
            else ("shown_to_model" if cited.name in facts.shown else "found_by_code")
        )
        add(kind, cited.label, cited.text, basis, cited.passage_id, "search_sources", pin=cited.pin_id)
    return rows


@dataclass
class Drafted:
    """One change that is ready to be staged. ``by_code``: no model wrote any of it."""

    proposals: list[Proposal]
    facts: Facts
    lead: str  # what was staged, for the lawyer: "one change to 4.3(a)"
    explanation: str
    claims: tuple[Claim, ...] = ()
    by_code: bool = False
    removed: tuple[tuple[str, str], ...] = ()


def staged_outcome(
    recorder: RunRecorder, scope: Scope, instruction: str, drafts: Sequence[Drafted]
) -> Outcome:
    """Stage all drafts as one edit, tell the window, and say what was staged with every advisory in words."""
    recorder.check_stop()
    model = recorder.model.name if recorder.model is not None else ""
    facts = drafts[0].facts if len(drafts) == 1 else _together([draft.facts for draft in drafts])
    reasons = Reasons(
        instruction=instruction,
        explanation=" ".join(dict.fromkeys(draft.explanation for draft in drafts if draft.explanation)),
        created_by="code" if all(draft.by_code for draft in drafts) else f"model: {model}",
        model=model,
        context_sha256=recorder.last_context,
        run_id=recorder.run.id,
        chat_id=recorder.run.chat_id,
        packet_items=tuple(packet_items(scope, facts)),
        lookups=tuple(facts.reviews),
    )
    proposals = [proposal for draft in drafts for proposal in draft.proposals]
    edit = stage(
        scope.matter, scope.structures, proposals, scope.document_id or 0, scope.version_id or 0, reasons
    )
    recorder.on_event(EditStaged(edit.id))
    advisories = recorder.matter.read().advisories.of_edit(edit.id)
    warned = tuple(
        Claim(item.message, (), ((item.severity, item.code),))
        for item in advisories
        if item.severity != "info"
    )
    lead = by_code(f"I have staged {' and '.join(draft.lead for draft in drafts)}.")
    claims = tuple(claim for draft in drafts for claim in draft.claims)
    removed = tuple(pair for draft in drafts for pair in draft.removed)
    return Outcome("done", (lead, *claims, *warned), (edit.id,), removed)


def _together(several: Sequence[Facts]) -> Facts:
    """The look-ups of several drafts; each clause, reference and passage once."""
    merged = Facts()
    for facts in several:
        merged.places += tuple(place for place in facts.places if place not in merged.places)
        merged.references += tuple(one for one in facts.references if one not in merged.references)
        merged.terms += tuple(term for term in facts.terms if term not in merged.terms)
        merged.similar += tuple(near for near in facts.similar if near not in merged.similar)
        known = {cited.pin_id for cited in merged.cited}
        merged.cited += [cited for cited in facts.cited if cited.pin_id not in known]
        merged.calls |= facts.calls
        merged.reviews += facts.reviews
        merged.shown |= facts.shown
        merged.used |= facts.used
    return merged
