"""Deleting whole sections: code finds everything that bears on it, the model words the reason."""

import json
import re
from typing import Any

from lexdesk.assistant import prompts
from lexdesk.assistant.candidates import candidates, named, own_keys
from lexdesk.assistant.lookups import Drafted, Facts, look_up_section
from lexdesk.assistant.markers import MarkerFilter
from lexdesk.assistant.naming import labels_in
from lexdesk.assistant.outcome import Claim, Outcome, by_code
from lexdesk.assistant.reasons import reason_faults
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import Resolution, resolve_section
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import place_of
from lexdesk.evidence.claims import check_claim, wrong_comparisons
from lexdesk.law.model import Section
from lexdesk.review.proposal import DeleteClause, DeleteParagraphs
from lexdesk.review.structure import Structure

_TAIL = re.compile(
    r"\b(?:because|since|as\s+it|given\s+that|so\s+that|leave|leaving|keep|keeping|but\s+not|except|tell\s+me)\b|因为|保留",
    re.IGNORECASE,
)

_RANGE = re.compile(
    r"(?P<first>\b\d+(?:\.\d+)*(?:\([A-Za-z]+\))*)\s*(?:to|through|until|up\s+to|[\u2013-])\s*"
    r"(?P<last>\d+(?:\.\d+)*(?:\([A-Za-z]+\))*)"
)


def draft_deletion(recorder: RunRecorder, scope: Scope, instruction: str) -> Drafted | Outcome:
    """The deletion of the sections or the table row meant, or a question back, or a refusal."""
    structure = scope.structure()
    asked = _TAIL.split(instruction, maxsplit=1)[0]
    asked = asked if len(asked.split()) > 1 else instruction
    row = _row(asked, structure)
    if row is not None:
        return row
    resolution = resolve_section(_with_range(asked, structure), structure)
    if resolution.missing:
        text = f"This agreement has no {resolution.missing}. Nothing was staged."
        return Outcome("refused", (by_code(text),))
    if not resolution.sections:
        why = resolution.why or "No section of this agreement fits the instruction."
        return Outcome("refused", (by_code(f"{why} Nothing was staged."),))
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
    if not reason and not facts.references and not facts.similar:
        claims = (by_code("No other clause refers to it, and none stands in nearly the same words."),)
    if reason:
        texts = [item.line() for item in facts.cited if item.pin_id in used]
        texts += listed
        texts += [place.text for place in facts.places] + [
            structure.tree.text(item.section) for item in facts.similar
        ]
        claims = (Claim(reason, tuple(used), tuple(check_claim(reason, texts))),)
    return Drafted(
        [_whole(section, structure) for section in sections],
        facts,
        lead=f"one deletion: {names}",
        explanation=reason,
        claims=claims,
        by_code=not reason,
        removed=removed,
    )


def _whole(section: Section, structure: Structure) -> DeleteClause | DeleteParagraphs:
    """The whole clause; of the last one not the signatures that follow it."""
    own = own_keys(section, structure)
    if own == section.blocks:
        return DeleteClause(section.id)
    return DeleteParagraphs(tuple(key for key in own if structure.block(key).text.strip()))


def _row(instruction: str, structure: Structure) -> Drafted | None:
    """The whole text of a named table row, when a row is what the instruction speaks of."""
    if not re.search(r"\brow\b", instruction, re.IGNORECASE):
        return None
    found = [one for one in named(instruction, candidates(structure)) if one.kind in ("cell", "row_name")]
    tables = {table[:2] for one in found if (table := structure.block(one.key).table) is not None}
    if len(tables) != 1:
        return None
    (row,) = tables
    keys = [
        block.key
        for block in structure.blocks
        if block.table is not None and block.table[:2] == row and block.text.strip()
    ]
    places = tuple(place_of(structure, key) for key in keys)
    return Drafted(
        [DeleteParagraphs(tuple(keys))],
        Facts(places=places),
        lead=f"the deletion of the text of the row “{places[0].text[:60]}”",
        explanation="The row was found by its name.",
        by_code=True,
    )


def _with_range(instruction: str, structure: Structure) -> str:
    """ "6.1 to 6.3" with every section between the two named as well."""
    hit = _RANGE.search(instruction)
    if hit is None:
        return instruction
    first, last = labels_in(hit["first"], structure)[0], labels_in(hit["last"], structure)[0]
    if not first or not last or first[0].parent != last[0].parent:
        return instruction
    rows = structure.tree.sections
    between = rows[rows.index(first[0]) : rows.index(last[0]) + 1]
    listed = ", ".join(row.label for row in between if row.parent == first[0].parent)
    return f"{instruction[: hit.start()]}{listed}{instruction[hit.end() :]}"


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
    if not listed and not passages:
        return "", [], (), listed  # nothing bears on it: a model could only make something up
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
        note = " ".join([*wrong_comparisons(reason), *reason_faults(reason, section, facts, structure)])
        if not note:
            break
    if note:
        return "", [], tuple(gate.removed), listed  # what code knows to be wrong is not shown as the reason
    named = answer.get("pins", [])
    used = [item.pin_id for item in facts.cited if item.name in named or item.name in gate.used]
    facts.used.update(used)
    return reason, used, tuple(gate.removed), listed
