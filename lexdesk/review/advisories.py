"""Warnings computed by code, never by a model: the registry and what a check may look at.

A check compares a version with the proposed result. It has a code, a version of its own (raised when its
rule changes) and gives findings: severity, one sentence for the lawyer, places, details.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol

from lexdesk.law.across import Pointer
from lexdesk.law.model import Section
from lexdesk.matter.records import AdvisoryRow, EditOpRow, PlaceRow
from lexdesk.review.deletion import Removed, deleted_sections, removed_spans
from lexdesk.review.grounds import Grounds
from lexdesk.review.structure import Structure
from lexdesk.text.spans import Span

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """What a check found. ``places`` stand in the version before the edit (offsets in its paragraphs),
    or, for paragraphs the edit makes, in the result."""

    severity: Severity
    message: str
    places: tuple[PlaceRow, ...] = ()
    details: dict[str, object] = field(default_factory=dict)


class OtherDocuments(Protocol):
    """Finds what in the matter's other documents leans on this one."""

    def pointers(self, here: Structure) -> list[tuple[str, str, Pointer]]:
        """References of the other documents into ``here``: document's name, clause there, reference."""
        ...


@dataclass(frozen=True)
class Case:
    """One proposed edit as the checks see it."""

    before: Structure
    after: Structure
    ops: tuple[EditOpRow, ...]
    instruction: str
    grounds: Grounds
    ours: frozenset[str]  # authors whose tracked changes are our own accepted edits
    reviewed: Callable[[Section], bool]  # is a completed cross-reference look-up on record? (P6)
    elsewhere: "OtherDocuments | None" = None  # the other working documents of the matter

    @cached_property
    def deleted(self) -> tuple[Section, ...]:
        """Whole clauses that go, outermost only; replacement by "[Reserved]" counts."""
        return deleted_sections(self.before, self.ops)

    @cached_property
    def deleted_ids(self) -> frozenset[str]:
        """Ids of the deleted clauses and their descendants."""
        tree = self.before.tree
        ids = {section.id for section in self.deleted}
        for section in self.deleted:
            ids.update(child.id for child in tree.descendants(section.id))
        return frozenset(ids)

    @cached_property
    def removed(self) -> Removed:
        """Spans of the version that go."""
        return removed_spans(self.before, self.ops)

    @cached_property
    def touched(self) -> tuple[str, ...]:
        """Keys of paragraphs with a replacement, in order, each once, that still stand afterwards."""
        keys = dict.fromkeys(op.paragraph_key for op in self.ops if op.op == "replace")
        return tuple(key for key in keys if self.after.has(key))

    @cached_property
    def made(self) -> tuple[str, ...]:
        """Keys of the paragraphs that the edit adds."""
        return tuple(op.new_key for op in self.ops if op.new_key and self.after.has(op.new_key))

    def name(self) -> str:
        """The clause the edit is about, as its label."""
        for section in self.deleted:
            return section.label or section.heading
        return self.before.place_label(self.ops[0].paragraph_key, self.ops[0].start)


def place(structure: Structure, key: str, span: Span, label: str = "") -> PlaceRow:
    """A place row for ``span`` of a paragraph; the sequence number is set when it is stored."""
    text = structure.text(key) or ""
    return PlaceRow(
        0,
        key,
        label or structure.place_label(key, span.start),
        span.start,
        span.end,
        text[span.start : span.end],
    )


@dataclass(frozen=True)
class Check:
    """A deterministic check. ``version`` is stored with each advisory it gives. ``once``: what it finds
    depends on the proposal alone, so it is not asked again when the head has moved."""

    code: str
    version: int
    run: Callable[[Case], Iterable[Finding]]
    once: bool = False


@dataclass(frozen=True)
class Advisory:
    """A finding with the check that made it, not yet stored."""

    code: str
    check_version: int
    finding: Finding

    def signature(self) -> frozenset[tuple[str, str]]:
        """What it is about, to tell a new warning from one already given: code with each place."""
        return frozenset((self.code, place.paragraph_key) for place in self.finding.places) or frozenset(
            {(self.code, "")}
        )


def run_checks(case: Case, checks: Sequence[Check]) -> list[Advisory]:
    """All findings of all checks, errors first, then warnings, then information."""
    found = [Advisory(check.code, check.version, finding) for check in checks for finding in check.run(case)]
    order = {"error": 0, "warning": 1, "info": 2}
    return sorted(found, key=lambda advisory: order[advisory.finding.severity])


def new_warnings(found: Sequence[Advisory], stored: Sequence[AdvisoryRow]) -> list[Advisory]:
    """Warnings and errors of ``found`` that name a place no stored advisory of that code names."""
    known = {(row.code, place.paragraph_key) for row in stored for place in row.places}
    known |= {(row.code, "") for row in stored}
    return [a for a in found if a.finding.severity != "info" and not a.signature() <= known]
