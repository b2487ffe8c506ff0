"""One agreement against one playbook: a result for each rule, with its evidence, and an edit where there is a
fallback. Code compares figures; only what figures cannot decide is asked of a model; without one it is left
to the lawyer. Edits are staged and nothing else (P1)."""

import json
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from lexdesk.assistant.citing import Citable, pin_passages, pin_places
from lexdesk.assistant.drafting import redraft
from lexdesk.assistant.events import EditStaged
from lexdesk.assistant.intent import read_intent
from lexdesk.assistant.lookups import Facts, look_up, packet_items
from lexdesk.assistant.outcome import Claim, Outcome
from lexdesk.assistant.playbooks.judging import judge
from lexdesk.assistant.playbooks.parts import WORDS, Part, Verdict, name_of, parts_by_code
from lexdesk.assistant.playbooks.rules import Rule, read_rules
from lexdesk.assistant.playbooks.wording import with_figures, with_phrase
from lexdesk.assistant.recorder import RunRecorder, ToolOutput
from lexdesk.assistant.scope import Scope
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.matter.records import PacketItemRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.proposal import ReplaceParagraph
from lexdesk.review.staging import Reasons, stage
from lexdesk.review.structure import Structure

_WORST: tuple[Verdict, ...] = ("missing", "deviates", "needs_judgement", "met")


class NotAPlaybook(LexDeskError):
    """The source is no playbook, or no rule can be read from it."""

    code = "not_a_playbook"


class PlaybookArguments(BaseModel):
    source_id: int


class RuleArguments(BaseModel):
    source_id: int
    document_id: int
    version_id: int
    section: str  # name of the rule


@dataclass
class Result:
    """The result of one rule."""

    rule: Rule
    parts: list[Part]
    verdict: Verdict = "needs_judgement"
    reason: str = ""
    stands_at: str = ""
    edit_id: int | None = None
    edit_words: str = ""
    pins: list[int] = field(default_factory=list)
    rule_passage: int = 0
    clause_passage: int | None = None

    @property
    def by_model(self) -> bool:
        """Whether the verdict hangs on the model: it alone says so, or "met" needed its yes."""
        said = [part.by_model for part in self.parts if part.verdict == self.verdict]
        return any(said) if self.verdict == "met" else bool(said) and all(said)


def rules_of(reader: Reader, source_id: int) -> list[Rule]:
    """The rules of a playbook source. Raises ``NotFound``, ``NotAPlaybook``."""
    source = reader.sources.get(source_id)
    name = source.short_name or source.title
    if source.role != "playbook":
        raise NotAPlaybook(
            f"{name} is no playbook.", f"If it is one: “lexdesk source set {source_id} --role playbook”."
        )
    rules = read_rules(
        reader.passages.of_source(source_id, "paragraph"), reader.passages.of_source(source_id, "sentence")
    )
    if not rules:
        raise NotAPlaybook(
            f"No rule can be read from {name}.",
            "A rule is a numbered heading with positions under it: “Preferred:”, “Fallback:” and the like.",
        )
    return rules


def review(recorder: RunRecorder, scope: Scope, source_id: int) -> Outcome:
    """Every rule of the playbook against the version of the run: one claim and one stored result a rule."""
    reader = scope.matter.read()
    source = scope.source(source_id)
    structure = scope.structure()
    read = recorder.tool(
        "read_playbook",
        PlaybookArguments(source_id=source_id),
        lambda: _rules_output(rules_of(reader, source_id)),
    )
    results = []
    for rule in read.value:
        recorder.check_stop()
        result = _result(recorder, scope, structure, source_id, rule)
        _evidence(recorder, scope, result)
        if result.verdict == "deviates" and rule.of("fallback"):
            _stage(recorder, scope, source.short_name or source.title, result)
        results.append(result)
    _store(recorder, results)
    counts = ", ".join(
        f"{sum(one.verdict == verdict for one in results)} {WORDS[verdict]}" for verdict in reversed(_WORST)
    )
    name = source.short_name or source.title
    head = Claim(f"{name}: {len(results)} rules ({counts}).", (), (("by_code", ""),))
    edits = tuple(one.edit_id for one in results if one.edit_id is not None)
    return Outcome("done", (head, *(_claim(one) for one in results)), edits)


def _rules_output(rules: list[Rule]) -> ToolOutput[list[Rule]]:
    lines = []
    for rule in rules:
        lines.append(rule.name)
        lines += [f"  {one.name} [passage {one.passage_id}]: {one.text}" for one in rule.positions]
    return ToolOutput("\n".join(lines), rules, f"{len(rules)} rules")


def _result(recorder: RunRecorder, scope: Scope, structure: Structure, source_id: int, rule: Rule) -> Result:
    arguments = RuleArguments(
        source_id=source_id,
        document_id=scope.document_id or 0,
        version_id=scope.version_id or 0,
        section=rule.name,
    )

    def compare() -> ToolOutput[list[Part]]:
        parts = parts_by_code(structure, rule)
        lines = [f"{part.position.name}: {WORDS[part.verdict]}. {part.reason}" for part in parts]
        return ToolOutput("\n".join(lines), parts, f"{len(parts)} positions")

    parts = recorder.tool("compare_with_playbook", arguments, compare).value
    parts = [_judged(recorder, structure, part) for part in parts]
    result = Result(rule, parts)
    verdicts = [part.verdict for part in parts]
    result.verdict = next(verdict for verdict in _WORST if verdict in verdicts)
    if "missing" in verdicts and any(verdict != "missing" for verdict in verdicts):
        found = [verdict for verdict in verdicts if verdict != "missing"]
        result.verdict = "deviates" if "deviates" in found else "needs_judgement"
    result.stands_at = next((part.stands_at for part in parts if part.stands_at), "")
    result.reason = " ".join(part.reason for part in parts)
    notes = [f"{one.label}: {one.text}" for one in rule.of("ask", "escalate", "care")]
    if notes and result.verdict != "met":
        result.reason += " The playbook adds: " + " ".join(notes)
    return result


def _judged(recorder: RunRecorder, structure: Structure, part: Part) -> Part:
    """An open position as the model judges it; it stays open when there is no model or it cannot tell."""
    if part.verdict != "needs_judgement" or part.place is None:
        return part
    forbidden = part.position.kind == "not_acceptable"
    said = judge(recorder, part.position.text, forbidden, part.place.line())
    if not said:
        return Part(
            part.position, "needs_judgement", f"{part.reason} To be judged by the lawyer.", part.place
        )
    how = "satisfies" if said == "met" else "does not satisfy"
    reason = f"{part.reason} The model says that {name_of(part.place)} {how} it; unchecked."
    return Part(part.position, said, reason, part.place, by_model=True)


def _evidence(recorder: RunRecorder, scope: Scope, result: Result) -> None:
    """Pins for the clause and for every position that a part speaks of."""
    places = list({part.place.key: part.place for part in result.parts if part.place is not None}.values())
    ours: list[Citable] = []
    if places and scope.version_id is not None:
        ours = pin_places(recorder, scope.version_id, places)
    passages = [part.position.passage_id for part in result.parts]
    passages += [one.passage_id for one in result.rule.of("fallback")]
    theirs = pin_passages(recorder, list(dict.fromkeys(passages)))
    result.pins = [item.pin_id for item in (*ours, *theirs)]
    result.clause_passage = ours[0].passage_id if ours else None
    result.rule_passage = passages[0]


def _stage(recorder: RunRecorder, scope: Scope, playbook: str, result: Result) -> None:
    """One edit that brings the clause to the first position of the chain; why there is none is said."""
    part = next(
        (one for one in result.parts if one.position.kind == "preferred" and one.verdict == "deviates"), None
    )
    if part is None or part.place is None:
        result.edit_words = "No edit: the preferred position is not what the agreement departs from."
        return
    place, target = part.place, part.position
    instruction = f"{playbook}, rule {result.rule.name}: bring {name_of(place)} to “{target.text}”"
    new, by = with_figures(place.text, part.readings), "code"
    how = "Only the figures were changed, by code."
    if not new:
        new = with_phrase(place.text, target.text)
        how = (
            "Code put the playbook's own words in the place of the clause's phrase; read them as a sentence."
        )
    try:
        if not new and recorder.model is not None:
            wish = f"Change the clause so that it reads: {target.text}"
            draft = redraft(recorder, wish, read_intent(wish), place)
            new, by = draft.text, draft.by
            how = "The draft is the model's; code checked numbers and scope."
        if not new or new == place.text:
            result.edit_words = "No edit: code cannot word this change" + (
                "." if recorder.model is not None else ", and no model is in use."
            )
            return
        facts = look_up(recorder, scope, instruction, place)
        aim = pin_passages(recorder, [target.passage_id])
        facts.cited = aim + [item for item in facts.cited if item.passage_id != target.passage_id]
        facts.used |= {item.pin_id for item in aim}
        model = recorder.model.name if recorder.model is not None and by == "model" else ""
        reasons = Reasons(
            instruction=instruction,
            explanation=f"{part.reason} {how}",
            created_by=f"model: {model}" if model else "code",
            model=model,
            context_sha256=recorder.last_context if model else "",
            run_id=recorder.run.id,
            chat_id=recorder.run.chat_id,
            packet_items=tuple(_packet(scope, facts, result.rule, bool(model))),
            lookups=tuple(facts.reviews),
            supersedes=tuple(
                scope.matter.read().playbook_results.waiting(result.rule_passage, scope.document_id or 0)
            ),
        )
        edit = stage(
            scope.matter,
            scope.structures,
            [ReplaceParagraph(place.key, new, place.text)],
            scope.document_id or 0,
            scope.version_id or 0,
            reasons,
        )
    except Cancelled:
        raise
    except LexDeskError as error:
        result.edit_words = f"No edit: {error.message}"
        return
    recorder.on_event(EditStaged(edit.id))
    result.edit_id = edit.id
    result.edit_words = f"Edit {edit.id} is staged: {how}"


def _packet(scope: Scope, facts: Facts, rule: Rule, by_model: bool) -> list[PacketItemRow]:
    """The packet of a drafted change, and the fallbacks in their order as alternatives. Where no model wrote
    the change, nothing was shown to one."""
    items = packet_items(scope, facts)
    if not by_model:
        items = [
            replace(item, basis="found_by_code") if item.basis == "shown_to_model" else item for item in items
        ]
    for one in rule.of("fallback"):
        details = json.dumps({"order": one.order, "condition": one.condition}, ensure_ascii=False)
        items.append(
            PacketItemRow(
                len(items) + 1,
                "alternative",
                one.name,
                one.text,
                "found_by_code",
                one.passage_id,
                None,
                details,
            )
        )
    return items


def _claim(result: Result) -> Claim:
    by_model = any(part.by_model for part in result.parts)
    text = f"{result.rule.name}: {WORDS[result.verdict]}. {result.reason} {result.edit_words}".strip()
    checks = (("not_checked", "Partly judged by the model; unchecked."),) if by_model else (("by_code", ""),)
    return Claim(text, tuple(result.pins), checks)


def _store(recorder: RunRecorder, results: list[Result]) -> None:
    model = f"model: {recorder.model.name}" if recorder.model is not None else "code"

    def work(tx: Tx) -> None:
        for one in results:
            tx.playbook_results.add(
                recorder.run.id,
                one.rule.name,
                one.verdict,
                one.stands_at,
                f"{one.reason} {one.edit_words}".strip(),
                model if one.by_model else "code",
                one.rule_passage,
                one.clause_passage,
                one.edit_id,
            )
        tx.act(
            recorder.actor,
            "playbook.review",
            f"run {recorder.run.id}",
            results=[[one.rule.name, one.verdict, one.edit_id] for one in results],
        )

    recorder.matter.write(work)
