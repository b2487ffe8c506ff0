"""A new clause after a named one: the model writes it, code places and stages it."""

import json

from lexdesk.assistant import prompts
from lexdesk.assistant.drafting import DraftFailed, without_title
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.lookups import look_up, staged_outcome
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import labels_in, resolve_place
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import Place, place_of
from lexdesk.law.quantities import find_quantities
from lexdesk.review.proposal import InsertAfter


def stage_insertion(recorder: RunRecorder, scope: Scope, instruction: str, intent: Intent) -> Outcome:
    """One staged insertion after the section the instruction names, never at the end by default."""
    structure = scope.structure()
    numbered, missing = labels_in(instruction, structure)
    if numbered:
        section = numbered[0]
        anchor = section.blocks[-1]
        like = section.first_block
    elif missing:
        return Outcome("refused", (by_code(f"This agreement has no {missing[0]}. Nothing was staged."),))
    else:
        resolution = resolve_place(instruction, intent, structure)
        if not resolution.places:
            return Outcome("asked", (by_code("After which clause should the new one stand?"),))
        listed = "; ".join(f"{place.label} {place.heading}".strip() for place in resolution.places[:4])
        if not resolution.sure and len(resolution.places) > 1:
            return Outcome(
                "asked", (by_code(f"After which clause should the new one stand, for example {listed}?"),)
            )
        anchor = like = resolution.places[0].key
    near = place_of(structure, like)
    facts = look_up(recorder, scope, instruction, near)
    text = _written(recorder, instruction, near)
    return staged_outcome(
        recorder,
        scope,
        [InsertAfter(anchor, text, like)],
        instruction,
        explanation="The text is the model's; code checked that it holds the numbers of the instruction.",
        facts=facts,
        lead=f"I have staged a new clause after {near.label or 'the paragraph named'}.",
    )


def _written(recorder: RunRecorder, instruction: str, near: Place) -> str:
    note = ""
    for _attempt in range(2):
        messages, schema = prompts.new_clause(instruction, near.text, note)
        answered = recorder.ask("write clause", "Writing the new clause", messages, schema, 400)
        try:
            text = str(json.loads(answered.completion.text).get("clause", ""))
        except ValueError:
            note = "it was not finished."
            continue
        text = " ".join(without_title(text, near).split())
        there = {item.value for item in find_quantities(text)}
        lost = [
            item.text
            for item in find_quantities(instruction)
            if item.kind != "number" and item.value not in there
        ]
        if text and text != near.text and not lost:
            return text
        note = f"It must say {', '.join(lost)}." if lost else "It must be a new clause."
    raise DraftFailed(
        f"The model's new clause did not pass the checks: {note}",
        "Say more exactly what the clause should hold, or use a stronger model.",
    )
