"""Deleting whole sections: code finds everything that bears on it, the model words the reason."""

import json
import re
from typing import Any

from lexdesk.assistant import prompts
from lexdesk.assistant.lookups import Facts, look_up_section, staged_outcome
from lexdesk.assistant.markers import MarkerFilter
from lexdesk.assistant.outcome import Claim, Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import Resolution, resolve_section
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import place_of
from lexdesk.evidence.claims import check_claim, wrong_comparisons
from lexdesk.law.model import Section
from lexdesk.review.proposal import DeleteClause

_TAIL = re.compile(
    r"\b(?:because|since|as\s+it|given\s+that|so\s+that|leave|leaving|keep|keeping|but\s+not|except|tell\s+me)\b|因为|保留",
    re.IGNORECASE,
)


def stage_deletion(recorder: RunRecorder, scope: Scope, instruction: str) -> Outcome:
    """One staged deletion of the section meant, or a question back."""
    structure = scope.structure()
    asked = _TAIL.split(instruction, maxsplit=1)[0]
    resolution = resolve_section(asked if len(asked.split()) > 1 else instruction, structure)
    if resolution.missing:
        return Outcome(
            "refused", (by_code(f"This agreement has no {resolution.missing}. Nothing was staged."),)
        )
    if not resolution.sections:
        return Outcome("refused", (by_code("No section of this agreement fits the instruction."),))
    sections = _chosen(recorder, scope, resolution, instruction)
    if isinstance(sections, Outcome):
        return sections
    facts = look_up_section(recorder, scope, instruction, sections[0])
    for other in sections[1:]:
        more = look_up_section(recorder, scope, instruction, other)
        facts.places += more.places
        facts.references += more.references
        facts.similar += more.similar
        facts.reviews += more.reviews
    reason, used, removed, listed = _reason(recorder, scope, sections[0], facts, instruction)
    names = ", ".join(_name(section) for section in sections)
    claims: tuple[Claim, ...] = ()
    if reason:
        texts = [item.text for item in facts.cited if item.pin_id in used]
        texts += listed
        texts += [place.text for place in facts.places] + [
            structure.tree.text(item.section) for item in facts.similar
        ]
        claims = (Claim(reason, tuple(used), tuple(check_claim(reason, texts))),)
    return staged_outcome(
        recorder,
        scope,
        [DeleteClause(section.id) for section in sections],
        instruction,
        explanation=reason,
        facts=facts,
        lead=f"I have staged one deletion: {names}.",
        claims=claims,
        removed=removed,
    )


def _name(section: Section) -> str:
    return f"{section.label} {section.heading}".strip()


def _chosen(
    recorder: RunRecorder, scope: Scope, resolution: Resolution, instruction: str
) -> list[Section] | Outcome:
    sections = list(resolution.sections)
    if resolution.sure:
        return sections
    structure = scope.structure()
    if resolution.how == "heading" and len(sections) > 1:
        listed = "; ".join(_name(section) for section in sections)
        return Outcome("asked", (by_code(f"More than one section fits. Which one do you mean: {listed}?"),))
    lines = [f"{_name(section)}: {structure.tree.text(section.id)[:300]}" for section in sections]
    messages, schema = prompts.choose_place(instruction, lines)
    answered = recorder.ask("choose section", "Finding the section", messages, schema, 30)
    try:
        chosen = str(json.loads(answered.completion.text).get("place", ""))
    except (ValueError, AttributeError):
        chosen = ""
    if chosen.isdigit() and 1 <= int(chosen) <= len(sections):
        return [sections[int(chosen) - 1]]
    listed = "; ".join(_name(section) for section in sections)
    return Outcome("asked", (by_code(f"It is not clear which section is meant. Which of these: {listed}?"),))


def _reason(
    recorder: RunRecorder, scope: Scope, section: Section, facts: Facts, instruction: str
) -> tuple[str, list[int], tuple[tuple[str, str], ...], list[str]]:
    """The model's words for the deletion, filtered, with the pins it named."""
    structure = scope.structure()
    listed: list[str] = []
    for item in facts.similar:
        line = f"{item.label} has nearly the same words ({item.ratio:.0%} the same)"
        for here, there in item.quantities:
            line += f", but says “{there}” where {section.label} says “{here}”"
        listed.append(f"{line}. It says: {structure.tree.text(item.section)}")
        facts.shown.add(item.label)
    for reference in facts.references:
        place = place_of(structure, reference.block)
        listed.append(f"{place.label or 'Unnumbered text'} refers to {section.label}.")
        facts.shown.add(place.label)
    passages = [(item.name, item.line()) for item in facts.cited]
    facts.shown.update(name for name, _text in passages)
    text = "\n".join(place.text for place in facts.places)
    answer: dict[str, Any] = {}
    reason, note = "", ""
    gate = MarkerFilter({name for name, _text in passages})
    for _attempt in range(2):
        messages, schema = prompts.explain_deletion(instruction, _name(section), text, listed, passages, note)
        answered = recorder.ask("explain deletion", "Writing the reason", messages, schema, 260)
        try:
            answer = json.loads(answered.completion.text)
        except ValueError:
            note = "it was not finished."
            continue
        reason = " ".join((gate.feed(str(answer.get("reason", ""))) + gate.end()).split())
        reason = re.sub(r"\s*\[\[(?:pin|diff)_\d+\]\]", "", reason)
        note = " ".join(wrong_comparisons(reason))
        if not note:
            break
    named = answer.get("pins", [])
    used = [item.pin_id for item in facts.cited if item.name in named or item.name in gate.used]
    facts.used.update(used)
    return reason, used, tuple(gate.removed), listed
