"""Guided drafting: code resolves the place and gathers what bears on it, the model writes, code checks
and stages. Every look-up is a recorded tool call; nothing here changes a document (P1)."""

import json
import re
from dataclasses import replace

from lexdesk.assistant import prompts
from lexdesk.assistant.answering import answer_question
from lexdesk.assistant.deleting import stage_deletion
from lexdesk.assistant.drafting import redraft
from lexdesk.assistant.inserting import stage_insertion
from lexdesk.assistant.intent import Intent, read_intent
from lexdesk.assistant.lookups import look_up, staged_outcome
from lexdesk.assistant.outcome import Claim, Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.renaming import stage_renaming
from lexdesk.assistant.resolving import Resolution, holds, labels_in, resolve_place
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import Place, VersionArguments, list_sections
from lexdesk.review.proposal import ReplaceParagraph

_ACTS = {
    "question": "question",
    "change words of a clause": "revise",
    "delete a clause": "delete",
    "add a new clause": "insert",
}


def carry_out(recorder: RunRecorder, scope: Scope, instruction: str) -> Outcome:
    """One instruction or question of the lawyer, answered. Raises ``LexDeskError`` when it cannot be."""
    intent = read_intent(instruction)
    if intent.act == "unclear":
        messages, schema = prompts.choose_act(instruction)
        answered = recorder.ask("choose act", "Reading the instruction", messages, schema, 40)
        intent = replace(intent, act=_ACTS.get(_value(answered.completion.text, "act"), "question"))  # type: ignore[arg-type]
    if intent.act == "question" or scope.version_id is None:
        return answer_question(recorder, scope, instruction)
    recorder.tool(
        "list_sections",
        VersionArguments(document_id=scope.document_id or 0, version_id=scope.version_id),
        lambda: list_sections(scope),
    )
    if intent.act == "delete":
        return stage_deletion(recorder, scope, instruction)
    if intent.act == "rename":
        renamed = stage_renaming(recorder, scope, instruction)
        if renamed is not None:
            return renamed
    if intent.act == "insert":
        return stage_insertion(recorder, scope, instruction, intent)
    return _revise(recorder, scope, instruction, intent)


def _value(answer: str, name: str) -> str:
    try:
        return str(json.loads(answer).get(name, ""))
    except (ValueError, AttributeError):
        return ""


def _revise(recorder: RunRecorder, scope: Scope, instruction: str, intent: Intent) -> Outcome:
    structure = scope.structure()
    resolution = resolve_place(instruction, intent, structure)
    if resolution.missing:
        return Outcome("refused", (by_code(_no_such(resolution.missing, scope)),))
    if not resolution.places:
        return Outcome("refused", (by_code("No clause of this agreement fits the instruction."),))
    if intent.before and not any(holds(place.text, intent.before) for place in resolution.places):
        there = [place for place in resolution.places if intent.after and holds(place.text, intent.after)]
        if there and there[0] == resolution.places[0]:
            return Outcome(
                "refused",
                (
                    Claim(
                        f"{there[0].label or 'The clause'} already says “{intent.after}”. Nothing was staged."
                    ),
                ),
            )
    place = choose(recorder, instruction, intent, resolution)
    if isinstance(place, Outcome):
        return place
    facts = look_up(recorder, scope, instruction, place)
    draft = redraft(recorder, instruction, intent, place)
    who = (
        "The draft is the model's; code checked numbers and scope."
        if draft.by == "model"
        else ("The model's drafts did not pass the checks; this replacement was made by code.")
    )
    return staged_outcome(
        recorder,
        scope,
        [ReplaceParagraph(place.key, draft.text, place.text)],
        instruction,
        explanation=who,
        facts=facts,
        lead=f"I have staged one change to {place.label or place.heading or 'the paragraph'}.",
        created_by="code" if draft.by == "code" else "",
    )


def choose(
    recorder: RunRecorder, instruction: str, intent: Intent, resolution: Resolution
) -> Place | Outcome:
    """The one place meant: by code when sure, else chosen by the model from the list; a tie is asked."""
    places = resolution.places
    if resolution.sure or len(places) == 1:
        return places[0]
    if intent.before:
        exact = [place for place in places if holds(place.text, intent.before)]
        if len(exact) == 1:
            return exact[0]
        same = [place for place in exact if place.text == exact[0].text] if exact else []
        if len(same) > 1 and resolution.how != "number":
            return ask_which(exact, f"“{intent.before}” stands in more than one place that fits.")
    lines = [_short(place.line()) for place in places]
    messages, schema = prompts.choose_place(instruction, lines)
    answered = recorder.ask("choose place", "Finding the clause", messages, schema, 30)
    chosen = _value(answered.completion.text, "place")
    if chosen.isdigit() and 1 <= int(chosen) <= len(places):
        return places[int(chosen) - 1]
    return ask_which(list(places), "It is not clear which clause is meant.")


def _short(line: str, most: int = 360) -> str:
    """A candidate line; what is cut says so (P15): the whole text is in the recorded look-up."""
    return line if len(line) <= most else f"{line[:most]} … [{len(line) - most} more characters]"


def ask_which(places: list[Place], why: str) -> Outcome:
    """A question back to the lawyer, with every candidate."""
    listed = "; ".join(f"{place.label} {place.heading}".strip() or f"“{place.text[:60]}”" for place in places)
    return Outcome("asked", (by_code(f"{why} Which one do you mean: {listed}?"),))


def _no_such(label: str, scope: Scope) -> str:
    structure = scope.structure()
    number = re.search(r"\d+", label)
    near: list[str] = []
    if number:
        named, _missing = labels_in(f"Section {number.group()}", structure)
        near = [structure.tree.get(child).label for child in named[0].children][:12] if named else []
    there = f" Section {number.group()} has {', '.join(near)}." if near and number else ""
    return f"This agreement has no {label}.{there} Nothing was staged."
