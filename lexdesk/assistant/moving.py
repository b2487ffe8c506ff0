"""Taking a clause to another place: both are found by code, and nobody writes a word."""

import re

from lexdesk.assistant.lookups import Drafted, look_up_section
from lexdesk.assistant.naming import labels_in
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import resolve_section
from lexdesk.assistant.scope import Scope
from lexdesk.law.model import Section
from lexdesk.review.proposal import MoveClause
from lexdesk.review.structure import Structure

_WHERE = re.compile(
    r"(?:,?\s*\bso\s+that\s+it\s+\w+)?\s*\b(?:(?:right|directly|straight|immediately)\s+)?(?:to\s+)?"
    r"(?P<where>after|behind|below|following|before|above|ahead\s+of|in\s+front\s+of|"
    r"(?:the\s+|at\s+the\s+)?(?:very\s+)?(?:end|bottom)\s+of|(?:the\s+|at\s+the\s+)?(?:very\s+)?(?:start|beginning|top)\s+of)\s+(?P<there>.+)",
    re.IGNORECASE | re.DOTALL,
)
_WHERE_ZH = re.compile(
    r"(?:移|挪|调整|放)(?:到|至|动到)(?P<there>.+?)(?:的)?(?P<where>之?后面?|之?前面?|末尾|开头)"
)
_BEFORE = re.compile(r"before|above|ahead|front|start|beginning|top|前|开头", re.IGNORECASE)
_INSIDE = re.compile(r"end|bottom|start|beginning|top|末尾|开头", re.IGNORECASE)


def draft_move(recorder: RunRecorder, scope: Scope, instruction: str) -> Drafted | Outcome:
    """The clause the instruction names beside the other it names; a question or a refusal if either is not
    plain. A clause keeps its words and its history; what refers to a number that changes is warned of."""
    structure = scope.structure()
    hit = _WHERE_ZH.search(instruction) or _WHERE.search(instruction)
    if hit is None:
        return Outcome(
            "asked", (by_code("Where to? Name the clause after or before which it should stand."),)
        )
    clause = _named(instruction[: hit.start()], structure)
    beside = _named(hit["there"], structure)
    if isinstance(clause, Outcome):
        return clause
    if isinstance(beside, Outcome):
        return beside
    where = "before" if _BEFORE.search(hit["where"]) else "after"
    name = beside.label or beside.heading
    if _INSIDE.search(hit["where"]) and beside.children:
        beside = structure.tree.get(beside.children[0 if where == "before" else -1])
    facts = look_up_section(recorder, scope, instruction, clause)
    proposal = MoveClause(clause.id, beside.id, "before" if where == "before" else "after")
    lead = f"the move of {clause.label or clause.heading} to stand {where} {name}"
    return Drafted([proposal], facts, lead, "The clause was moved by code, word for word.", by_code=True)


def _named(words_of_place: str, structure: Structure) -> Section | Outcome:
    """The one section that these words name."""
    numbered, missing = labels_in(words_of_place, structure)
    if len(numbered) == 1:
        return numbered[0]
    if missing and not numbered:
        return Outcome("refused", (by_code(f"This agreement has no {missing[0]}. Nothing was staged."),))
    fitting = numbered
    if not numbered:
        found = resolve_section(words_of_place, structure)
        if found.sure and len(found.sections) == 1:
            return found.sections[0]
        if not found.sections:
            return Outcome("refused", (by_code(f"{found.why} Nothing was staged."),))
        fitting = list(found.sections)
    listed = "; ".join(f"{section.label} {section.heading}".strip() for section in fitting)
    return Outcome("asked", (by_code(f"Which one do you mean: {listed}?"),))
