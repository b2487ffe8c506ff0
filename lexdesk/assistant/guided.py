"""Guided drafting: code resolves the place and gathers what bears on it, the model writes, code checks
and stages. Every look-up is a recorded tool call; nothing here changes a document (P1)."""

import re
from dataclasses import replace

from lexdesk.assistant import prompts
from lexdesk.assistant.answering import answer_question
from lexdesk.assistant.deleting import draft_deletion
from lexdesk.assistant.inserting import draft_insertion
from lexdesk.assistant.intent import Intent, read_intent
from lexdesk.assistant.items import item_named
from lexdesk.assistant.lookups import Drafted, staged_outcome
from lexdesk.assistant.measures import asked_measure
from lexdesk.assistant.moving import draft_move
from lexdesk.assistant.naming import holds_item, labels_in
from lexdesk.assistant.outcome import Claim, Outcome, by_code
from lexdesk.assistant.parts import changes_in
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.renaming import draft_renaming
from lexdesk.assistant.resolving import resolve_place
from lexdesk.assistant.revising import draft_revision, field
from lexdesk.assistant.ruling import amended_by_sources
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import VersionArguments, list_sections

_ACTS = {
    "question": "question",
    "change words of a clause": "revise",
    "delete a clause": "delete",
    "add a new clause": "insert",
}

_LATEST = 3  # edits named when something should be taken back
_TAKES_OUT = re.compile(
    r"\b(?:delete|strike|remove|drop|omit|take\s+out|cut|scrap|can\s+go)\b", re.IGNORECASE
)
_AND_ALSO = re.compile(
    r"\band\s+(?:also\s+|then\s+)?(?P<rest>(?:change|replace|amend|add|insert|rename|revise|make|set)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_LEFT_OUT = "This part of the instruction was not carried out: “{}”. Ask for it on its own."


def carry_out(recorder: RunRecorder, scope: Scope, instruction: str) -> Outcome:
    """One instruction or question of the lawyer, answered. Raises ``LexDeskError`` when it cannot be."""
    intent = _intent(recorder, scope, instruction)
    if intent.act == "take back":
        return _how_to_take_back(recorder)
    if intent.act == "question" or scope.version_id is None:
        return answer_question(recorder, scope, instruction)
    recorder.tool(
        "list_sections",
        VersionArguments(document_id=scope.document_id or 0, version_id=scope.version_id),
        lambda: list_sections(scope),
    )
    parts = [instruction] if intent.act in ("rename", "move") else changes_in(instruction, scope.structure())
    drafts: list[Drafted] = []
    there: list[Claim] = []
    for part in parts:
        own = intent if len(parts) == 1 else read_intent(part)
        drafted = _draft(recorder, scope, part, own)
        if isinstance(drafted, Drafted):
            drafts.append(drafted)
        elif drafted.state == "no_change":
            there += drafted.claims
        else:
            return drafted
    if not drafts:
        return Outcome("no_change", tuple(there))
    outcome = staged_outcome(recorder, scope, instruction, drafts)
    left = [by_code(_LEFT_OUT.format(rest)) for part in parts if (rest := _second_act(part))]
    places = [place for draft in drafts for place in draft.facts.places]
    return replace(outcome, claims=(*outcome.claims, *amended_by_sources(scope, places), *there, *left))


def _second_act(part: str) -> str:
    """The rest of a deletion that also asks for something else; "" if it does not."""
    if read_intent(part).act != "delete":
        return ""
    hit = _AND_ALSO.search(part)
    return part[hit.start("rest") :].strip() if hit else ""


def _intent(recorder: RunRecorder, scope: Scope, instruction: str) -> Intent:
    """By the words; a statement about one place of the agreement is a change; else the model says."""
    intent = read_intent(instruction)
    if intent.act != "unclear":
        return intent
    if scope.version_id is not None and not instruction.rstrip().endswith(("?", "？")):
        structure = scope.structure()
        if len(changes_in(instruction, structure)) > 1 or resolve_place(instruction, intent, structure).sure:
            return replace(intent, act="revise")
    messages, schema = prompts.choose_act(instruction)
    answered = recorder.ask("choose act", "Reading the instruction", messages, schema, 40)
    return replace(intent, act=_ACTS.get(field(answered.completion.text, "act"), "question"))  # type: ignore[arg-type]


def _draft(recorder: RunRecorder, scope: Scope, instruction: str, intent: Intent) -> Drafted | Outcome:
    """One change, drafted by what it asks for."""
    if intent.act == "move":
        return draft_move(recorder, scope, instruction)
    item = _item_that_is_a_clause(instruction, intent, scope)
    if item:
        return draft_deletion(recorder, scope, f"Delete {item}.")
    if intent.act == "delete" and not _is_item(instruction, scope):
        return draft_deletion(recorder, scope, instruction)
    if intent.act == "rename":
        renamed = draft_renaming(recorder, scope, instruction)
        if renamed is not None:
            return renamed
        if not labels_in(instruction, scope.structure())[0] and not asked_measure(instruction).kind:
            text = "Which term should be renamed, and to what? Name both, best in quotation marks."
            return Outcome("asked", (by_code(text),))
    if intent.act == "insert":
        return draft_insertion(recorder, scope, instruction)
    return draft_revision(recorder, scope, instruction, intent)


def _how_to_take_back(recorder: RunRecorder) -> Outcome:
    """No instruction takes a decision back: only an act of the lawyer does (P1). Which acts, and on what."""
    claims = [
        by_code(
            "Nothing was changed: taking back is an act of yours. Undo takes back the last act on "
            "the document (`lexdesk undo`). Revoke, on the card of an accepted edit, stages its inverse and "
            "keeps later work (`lexdesk revoke`). Reject, on the card of a staged one, leaves the document "
            "as it is."
        )
    ]
    reader = recorder.matter.read()
    for edit in reversed(reader.edits.list()[-_LATEST:]):
        claims.append(by_code(f"Edit {edit.id} ({edit.state}): {reader.packets.get(edit.id).instruction}"))
    return Outcome("asked", tuple(claims))


def _item_that_is_a_clause(instruction: str, intent: Intent, scope: Scope) -> str:
    """For "In 2.2, delete item (b)" where 2.2(b) is a clause of its own: its label; else ""."""
    item = item_named(instruction)
    if not item or not _TAKES_OUT.search(instruction) or intent.act not in ("delete", "revise"):
        return ""
    structure = scope.structure()
    found, _missing = labels_in(instruction, structure)
    if len(found) != 1 or found[0].label.endswith(item):
        return ""
    inside = structure.tree.find(f"{found[0].label}{item}")
    return inside[0].label if len(inside) == 1 and inside[0].parent == found[0].id else ""


def _is_item(instruction: str, scope: Scope) -> bool:
    """Whether what goes is an item inside a paragraph and no clause of its own: "7.5(e)"."""
    if not item_named(instruction):
        return False
    structure = scope.structure()
    found, missing = labels_in(instruction, structure)
    return not found and bool(missing) and holds_item(missing[0], structure) is not None
