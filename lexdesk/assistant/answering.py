"""A plain question: passages found by code, an answer of single claims, each checked against its pin."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from lexdesk.assistant import prompts
from lexdesk.assistant.bearing import asked_for, least_support, supports
from lexdesk.assistant.citing import Citable, pin_chosen, pin_hits, pin_places
from lexdesk.assistant.claim_rules import check_kind
from lexdesk.assistant.entries import entries
from lexdesk.assistant.events import TextArrived
from lexdesk.assistant.markers import MarkerFilter
from lexdesk.assistant.naming import labels_in
from lexdesk.assistant.outcome import Claim, Outcome
from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.recorder import RunRecorder, ToolOutput
from lexdesk.assistant.ruling import amended_by_sources
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import (
    FindArguments,
    Place,
    SearchArguments,
    place_of,
    search_sources,
)
from lexdesk.assistant.vocabulary import widened
from lexdesk.evidence.authorities import authorities_in, check_cite
from lexdesk.evidence.claims import check_claim
from lexdesk.evidence.model import SearchHit
from lexdesk.evidence.ontology import OUTDATED, word
from lexdesk.evidence.search.found import Scope as SearchScope
from lexdesk.evidence.standing import standing_of
from lexdesk.law.model import Block, Section
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structure
from lexdesk.text.sentences import sentences

_QUOTED = re.compile(r"[“\"「]([^“”\"「」]{12,600})[”\"」]")
UNCITED = ("no_evidence", "No passage stands behind this sentence: the model's words, not verified.")
_MOST_PLACES = 4
_MOST_HITS = 24
_MOST_SOURCES = 3
_LONGEST_LIST = 16  # paragraphs; a longer list is cited item by item
_NO_LONGER_RULES = frozenset(("superseded_by", "amended_by", "ended_by", "no_longer"))
_NOTHING = (
    "Nothing found: nothing in this matter that this chat may see speaks of enough of what is asked (the "
    "least that counts is a share of {:.1f})."
)
_WEAK = 0.35  # passages that score under this share of the best are not shown to the model


def answer_question(recorder: RunRecorder, scope: Scope, question: str) -> Outcome:
    """Claims with pins, or "nothing found", which is an answer too."""
    places = places_of_question(recorder, scope, question)
    found = recorder.tool(
        "search_sources",
        SearchArguments(text=question, sources=scope.source_ids),
        lambda: search_sources(scope, question, _MOST_HITS),
    )
    answerable = found.value and _sources_answer(scope, question)
    hits = _telling(recorder, question, found.value if answerable else (), bool(places))
    citable = pin_chosen(recorder, scope.passage_ids)
    if places and scope.version_id is not None:
        citable += pin_places(recorder, scope.version_id, places)
    citable += pin_hits(recorder, list(hits))
    citable = _fitting(recorder, list({item.passage_id: item for item in citable}.values()))
    if not citable:
        return Outcome("done", (Claim(_NOTHING.format(least_support(question))),))
    messages, schema = prompts.answer(question, [(item.name, item.line()) for item in citable])
    stream = _SentenceStream(recorder)
    answered = recorder.ask("answer question", "Reading and answering", messages, schema, 420, stream.feed)
    stream.close()
    outcome = _outcome(recorder.matter.read(), question, answered.completion.text, citable)
    amended = amended_by_sources(scope, places) if places else []
    return replace(outcome, claims=(*outcome.claims, *amended))


def _sources_answer(scope: Scope, question: str) -> bool:
    """Whether the best stretch of the sources speaks of enough of what is asked for. A few words to look up
    ask for no answer, so whatever holds them will do."""
    found = scope.library.find(question, SearchScope(source_ids=scope.source_ids), 1)
    return found.answered or not found.asks


def _telling(
    recorder: RunRecorder, question: str, hits: Sequence[SearchHit], current_wording: bool
) -> list[SearchHit]:
    """The best passage of each source that shares telling words with the question and is no question itself;
    an earlier draft only where the agreement says nothing."""
    reader = recorder.matter.read()
    asked = set(words(question))
    best: dict[int, SearchHit] = {}
    top = max((hit.score for hit in hits), default=0.0)
    for hit in hits:
        draft = reader.sources.get(hit.source_id).role == "earlier_draft"
        if hit.text.rstrip().endswith(("?", "？")) or (draft and current_wording):
            continue
        if asked & set(words(hit.text)) and hit.score >= 0.5 * top:
            best.setdefault(hit.source_id, hit)
    return list(best.values())[:_MOST_SOURCES]


def places_of_question(recorder: RunRecorder, scope: Scope, question: str) -> list[Place]:
    """The paragraphs of the agreement that a question is about, best first; recorded as a look-up."""
    if scope.version_id is None or scope.document_id is None:
        return []
    structure = scope.structure()
    arguments = FindArguments(document_id=scope.document_id, version_id=scope.version_id, text=question)

    def look() -> ToolOutput[tuple[Place, ...]]:
        named, _missing = labels_in(question, structure)
        keys = [key for section in named for key in section.blocks]
        blocks = [
            block for block in structure.blocks if block.text.strip() and not _is_contents(structure, block)
        ]
        texts = []
        for block in blocks:
            place = place_of(structure, block.key)
            texts.append(f"{place.heading} {place.heading} {block.text}")
        ranked = rank(widened(asked_for(question)), texts)
        best = ranked[0][1] if ranked else 0.0
        shares = supports(question, texts)
        least = least_support(question)
        keys += [
            blocks[index].key for index, score in ranked if score >= _WEAK * best and shares[index] >= least
        ]
        chosen = list(dict.fromkeys(whole_list(structure, key) for key in keys))
        chosen = [place for place in chosen if len(place.text.split()) > 3][:_MOST_PLACES]
        text = "\n".join(place.line() for place in chosen) or "Nothing found."
        return ToolOutput(text, tuple(chosen), f"{len(chosen)} paragraphs")

    return list(recorder.tool("find_text", arguments, look).value)


def _is_contents(structure: Structure, block: Block) -> bool:
    """A line of the table of contents, or another short line outside of every clause and table."""
    if block.style.lower().startswith("toc"):
        return True
    return structure.tree.of_block(block.key) is None and block.table is None and len(block.text.split()) < 8


def whole_list(structure: Structure, key: str) -> Place:
    """The paragraph; where it leads into a list or is an item of one, the lead-in with all its items, since
    neither says anything alone."""
    section = structure.tree.of_block(key)
    place = place_of(structure, key)
    top = section
    while top is not None and not _leads(structure, top):
        top = structure.tree.get(top.parent) if top.parent else None
    if top is None or len(top.blocks) > _LONGEST_LIST:
        return place
    lines = []
    for each in top.blocks:
        item = structure.tree.of_block(each)
        mark = item.label.removeprefix(top.label) if item is not None and item.id != top.id else ""
        lines.append(f"{mark} {structure.text(each) or ''}".strip())
    return Place(top.first_block, top.label, place.heading, " ".join(lines))


def _leads(structure: Structure, section: Section) -> bool:
    """Whether the section's first paragraph ends in a colon and its items follow."""
    return len(section.blocks) > 1 and (structure.text(section.first_block) or "").rstrip().endswith(
        (":", "：")
    )


def _fitting(recorder: RunRecorder, citable: list[Citable]) -> list[Citable]:
    """As many as fit into half of the model's context; what was left out is a limit of the answer."""
    model = recorder.model
    if model is None:
        return citable
    room = model.context_length // 2
    kept: list[Citable] = []
    for item in citable:
        room -= model.count_tokens(item.line()) + 12
        if room < 0:
            break
        kept.append(item)
    if len(kept) < len(citable):
        recorder.limit(
            "passages_not_shown",
            f"{len(citable) - len(kept)} of {len(citable)} passages did not fit into the model's context.",
        )
    return kept


def _outcome(reader: Reader, question: str, text: str, citable: list[Citable]) -> Outcome:
    by_name = {item.name: item for item in citable}
    gate = MarkerFilter(set(by_name))
    claims: list[Claim] = []
    seen: set[str] = set()
    for entry in entries(text, "answer"):
        name, said = str(entry.get("pin", "")), str(entry.get("sentence", "")).strip()
        shown = " ".join((gate.feed(said) + gate.end()).split())
        shown = re.sub(r"\s*\[\[(?:pin|diff)_\d+\]\]", "", shown)
        for span in sentences(shown):
            sentence = shown[span.start : span.end].strip()
            folded = sentence.lower()
            if not folded or folded in seen or folded.rstrip("?") == question.rstrip("?").lower():
                continue
            seen.add(folded)
            item = by_name.get(name)
            claims.append(checked_claim(reader, sentence, [item] if item is not None else []))
    ours = [item for item in citable if item.source is None]
    cited = {pin for claim in claims for pin in claim.pins}
    if claims and ours and not cited & {item.pin_id for item in ours}:
        nearest = [item for item in ours if len(set(words(item.text)) & set(words(question))) > 1][:2]
        if nearest:
            left_out = "The model left the agreement out; its nearest clauses are these."
            claims.insert(0, Claim(left_out, tuple(item.pin_id for item in nearest), (("by_code", ""),)))
    if not claims:
        near = tuple(item.pin_id for item in citable[:3])
        return Outcome(
            "done",
            (Claim("The model found no answer in the passages it was shown; the nearest are these.", near),),
            removed=tuple(gate.removed),
        )
    return Outcome("done", tuple(claims), removed=tuple(gate.removed))


def checked_claim(
    reader: Reader, sentence: str, cited: Sequence[Citable], records: Sequence[str] = ()
) -> Claim:
    """One sentence with the pins it rests on and what code found: its figures, names and quotations in these
    passages, whether they are of the kind it needs, which of them are no longer current, and whether the
    authorities it names are in the matter at all. What a model says of an authority's existence counts for
    nothing (F24). ``records`` are further texts it rests on, such as change records."""
    named = _named_authorities(reader, sentence)
    if not cited and not records:
        return Claim(sentence, (), (UNCITED, *named))
    checks: list[tuple[str, str]] = list(check_claim(sentence, [*(item.line() for item in cited), *records]))
    checks += named
    checks += check_kind(sentence, [item.backing for item in cited], reader.matter.info().as_of)
    for item in cited:
        if item.source is not None and item.source.status in OUTDATED:
            checks.append(("superseded", f"{item.source.short_name} is marked {word(item.source.status)}."))
        elif item.source is not None:
            seen = {one.source.id for one in cited if one.source is not None}
            standing = standing_of(reader, reader.passages.get(item.passage_id))
            if any(notice.code in _NO_LONGER_RULES for notice in standing.notices):
                checks.append(("superseded", f"{item.source.short_name}: {standing.brief(seen)}."))
    return Claim(sentence, tuple(item.pin_id for item in cited), tuple(checks))


def _named_authorities(reader: Reader, sentence: str) -> list[tuple[str, str]]:
    """What is wrong with the authorities that a sentence names; nothing for those the matter holds."""
    names = authorities_in(sentence)
    quotes = _QUOTED.findall(sentence)
    quote = quotes[0] if len(names) == len(quotes) == 1 else ""
    checks = [check_cite(reader, name, quote) for name in names]
    return [(one.state, one.message) for one in checks if one.state != "verified"]


class _SentenceStream:
    """Shows the sentences of the JSON answer as they are written, without the JSON around them."""

    def __init__(self, recorder: RunRecorder) -> None:
        self._recorder = recorder
        self._raw = ""
        self._shown = 0
        self._gate = MarkerFilter(())

    def feed(self, piece: str) -> None:
        """More of the raw answer."""
        self._raw += piece
        text = " ".join(self._sentences())
        new = text[self._shown :]
        self._shown = len(text)
        shown = self._gate.feed(new)
        if shown:
            self._recorder.on_event(TextArrived(shown))

    def close(self) -> None:
        """The rest that was held back."""
        rest = self._gate.end()
        if rest:
            self._recorder.on_event(TextArrived(rest))

    def _sentences(self) -> list[str]:
        out = []
        for hit in re.finditer(r'"sentence"\s*:\s*"((?:[^"\\]|\\.)*)', self._raw):
            body = hit.group(1)
            try:
                out.append(json.loads(f'"{body}"'))
            except ValueError:
                out.append(body.rsplit("\\", 1)[0])
        return out
