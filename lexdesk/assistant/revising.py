"""Changing words of a paragraph: place by code where sure, words by code where plain, else by the model."""

import json
import re
from collections.abc import Sequence

from lexdesk.assistant import prompts
from lexdesk.assistant.already import already_says
from lexdesk.assistant.drafting import redraft
from lexdesk.assistant.exact import exact_change
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.lookups import Drafted, look_up
from lexdesk.assistant.naming import labels_in, straight
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.quoted import missing_quote
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import Resolution, holds, resolve_place
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import Place
from lexdesk.review.proposal import Proposal, ReplaceParagraph

_VAGUE = re.compile(
    r"^(?!.*\b(?:to|so|with|by|from|instead|for|into|only|mutual)\b)(?:please\s+)?(?:change|amend|revise|update|adjust|modify|reword|redraft|improve|strengthen|soften|tighten|loosen|fix|rework|clean\s+up|tidy(?:\s+up)?)\s+(?:the\s+|section\s+|clause\s+)?[\w\s'’.()-]{2,40}?[.]?\s*$",
    re.IGNORECASE,
)
_MOST_ASKED = 5  # places offered to the model


def draft_revision(
    recorder: RunRecorder, scope: Scope, instruction: str, intent: Intent, whole: str = ""
) -> Drafted | Outcome:
    """One changed paragraph, or a question back, or why nothing has to or can be changed."""
    structure = scope.structure()
    resolution = resolve_place(instruction, intent, structure)
    if resolution.missing:
        return Outcome("refused", (by_code(_no_such(resolution.missing, scope)),))
    if not resolution.places:
        why = resolution.why or "No clause of this agreement fits the instruction."
        return Outcome("refused", (by_code(f"{why} Nothing was staged."),))
    if resolution.tied:
        return ask_which(list(resolution.places), "More than one place fits equally.")
    if resolution.all_meant:
        return _everywhere(recorder, scope, instruction, intent, resolution.places)
    if _VAGUE.match(instruction):
        text = "What should it say? Name the new period, amount or words."
        return Outcome("asked", (by_code(text),))
    place = choose(recorder, instruction, intent, resolution)
    if isinstance(place, Outcome):
        return place
    facts = look_up(recorder, scope, instruction, place)

    def ask_value(text: str) -> str:
        return _value_for_blank(recorder, instruction, text)

    name = place.label or place.heading or "the paragraph"
    plain = exact_change(instruction, intent, place.text, structure, ask_value)
    if plain is not None and plain.already:
        return Outcome("no_change", (by_code(f"{name}: {plain.how} Nothing was staged."),))
    if plain is not None:
        edit = ReplaceParagraph(place.key, plain.text, place.text)
        return Drafted([edit], facts, f"one change to {name}", plain.how, by_code=True)
    lost = missing_quote(instruction, place.text)
    if lost and resolution.how == "number":
        return Outcome("refused", (by_code(f"“{lost}” does not stand in {name}. Nothing was staged."),))
    said = already_says(recorder, instruction, intent, place)
    if said:
        return Outcome("no_change", (by_code(f"{name} already says so: “{said}” Nothing was staged."),))
    draft = redraft(recorder, instruction, intent, place)
    how = "The draft is the model's; code checked numbers and scope."
    if draft.by == "code":
        how = "The model's drafts did not pass the checks; this replacement was made by code."
    edit = ReplaceParagraph(place.key, draft.text, place.text)
    return Drafted([edit], facts, f"one change to {name}", how, by_code=draft.by == "code")


def _everywhere(
    recorder: RunRecorder, scope: Scope, instruction: str, intent: Intent, places: Sequence[Place]
) -> Drafted | Outcome:
    """The same plain change in every place that holds the old measure, by code or not at all."""
    structure = scope.structure()
    edits: list[Proposal] = []
    for place in places:
        plain = exact_change(instruction, intent, place.text, structure, lambda text: "")
        if plain is None:
            return ask_which(list(places), "The change is not plain in every place.")
        if not plain.already:
            edits.append(ReplaceParagraph(place.key, plain.text, place.text))
    facts = look_up(recorder, scope, instruction, places[0])
    facts.places += tuple(place for place in places if place not in facts.places)
    return Drafted(edits, facts, f"the same change in {len(edits)} places", "Made by code.", by_code=True)


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
    lines = [_short(place.line()) for place in places[:_MOST_ASKED]]
    messages, schema = prompts.choose_place(instruction, lines)
    answered = recorder.ask("choose place", "Finding the clause", messages, schema, 30)
    chosen = field(answered.completion.text, "place")
    if chosen.isdigit() and 1 <= int(chosen) <= len(lines):
        return places[int(chosen) - 1]
    return ask_which(list(places), "It is not clear which clause is meant.")


def field(answer: str, name: str) -> str:
    """A field of the model's JSON as text; "" when the answer was cut or has none."""
    try:
        return str(json.loads(answer).get(name, ""))
    except (ValueError, AttributeError):
        return ""


def _short(line: str, most: int = 360) -> str:
    """A candidate line; what is cut says so (P15): the whole text is in the recorded look-up."""
    return line if len(line) <= most else f"{line[:most]} … [{len(line) - most} more characters]"


def ask_which(places: list[Place], why: str) -> Outcome:
    """A question back to the lawyer, with every candidate."""
    listed = "; ".join(
        f"{place.label} {place.heading}".strip() + f" (“{place.text[:60]}”)" for place in places
    )
    return Outcome("asked", (by_code(f"{why} Which one do you mean: {listed}?"),))


def _no_such(label: str, scope: Scope) -> str:
    structure = scope.structure()
    number = "".join(part for part in label if part.isdigit() or part == ".").split(".")[0]
    near: list[str] = []
    if number:
        named, _missing = labels_in(f"Section {number}", structure)
        near = [structure.tree.get(child).label for child in named[0].children][:12] if named else []
    there = f" Section {number} has {', '.join(near)}." if near else ""
    return f"This agreement has no {label}.{there} Nothing was staged."


def _value_for_blank(recorder: RunRecorder, instruction: str, text: str) -> str:
    """What the model would write into the blank; only words of the instruction count."""
    messages, schema = prompts.fill_blank(instruction, text)
    answered = recorder.ask("fill blank", "Filling in the blank", messages, schema, 60)
    value = field(answered.completion.text, "value").strip().strip('.“”"')
    said = straight(instruction).lower()
    return value if value and straight(value).lower() in said else ""
