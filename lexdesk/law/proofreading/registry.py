"""All checks with their severities and switches, and the one function that runs them."""

from collections.abc import Collection, Iterator, Sequence

from lexdesk.errors import LexDeskError
from lexdesk.law.model import Block, Reference, Term
from lexdesk.law.proofreading import (
    amounts,
    brackets,
    capitals,
    crossrefs,
    defined,
    figures,
    notes,
    numbering,
    parties,
)
from lexdesk.law.proofreading.model import Check, Finding, Reading, Remark
from lexdesk.law.sections import SectionTree

CHECKS: tuple[Check, ...] = (
    Check("dangling_ref", "error", "A reference leads to a section that does not exist.", crossrefs.dangling),
    Check(
        "wrong_ref_heading",
        "error",
        "A reference names the heading of another section.",
        crossrefs.wrong_headings,
    ),
    Check("ref_field_error", "error", "A cross-reference field lost its target.", crossrefs.field_errors),
    Check("ref_field_stale", "error", "A cross-reference field shows an old number.", crossrefs.stale_fields),
    Check("number_words", "error", "Words and figures of a number differ.", figures.words_and_figures),
    Check("bad_date", "error", "A date does not exist or has another weekday.", figures.dates),
    Check("amount_mismatch", "error", "An amount differs from the table it rests on.", amounts.mismatches),
    Check("numbering", "error", "A typed number is used twice or leaves a gap.", numbering.typed_numbers),
    Check("double_letter", "error", "A typed letter is used twice in one list.", numbering.letters),
    Check(
        "missing_schedule", "warning", "A schedule or exhibit is not attached.", crossrefs.missing_attachments
    ),
    Check("double_definition", "warning", "A term is defined twice.", defined.twice_defined),
    Check("undefined_term", "warning", "A term is used but not defined.", defined.undefined),
    Check("party_name", "warning", "The name of a party is spelt in another way.", parties.deviating_names),
    Check("unmatched_bracket", "warning", "A bracket or quotation mark has no partner.", brackets.unmatched),
    Check("placeholder", "warning", "A blank or placeholder has not been filled in.", notes.placeholders),
    Check("drafting_note", "warning", "A note, comment or highlighting is left.", notes.notes),
    Check("unused_term", "note", "A defined term is never used.", defined.unused),
    Check("capitalisation_drift", "note", "A defined term is written in lower case.", capitals.lower_case),
    Check(
        "unreferenced_schedule", "note", "No clause refers to a schedule.", crossrefs.unreferenced_attachments
    ),
    Check(
        "list_conjunction", "note", "A list lacks “and” or “or” before its last item.", numbering.conjunctions
    ),
    Check("clause_section_drift", "note", "“Clause” and “Section” are mixed.", crossrefs.keyword_drift),
)


class UnknownCheck(LexDeskError):
    """A switch names no check."""

    code = "unknown_check"

    def __init__(self, name: str) -> None:
        known = ", ".join(check.code for check in CHECKS)
        super().__init__(f"There is no check called “{name}”.", f"The checks are: {known}.")


def proofread(
    blocks: Sequence[Block],
    tree: SectionTree,
    references: Sequence[Reference],
    terms: Sequence[Term],
    switched_off: Collection[str] = (),
    remarks: Sequence[Remark] = (),
) -> list[Finding]:
    """Likely slips of a document in the order of their places.

    ``tree``, ``references`` and ``terms`` are those of ``blocks``; ``remarks`` are comments and
    highlighting, which no text shows. Checks whose code is in ``switched_off`` do not run. Raises
    ``UnknownCheck`` for a code there is not. Pure: the same document gives the same findings.
    """
    known = {check.code for check in CHECKS}
    for code in switched_off:
        if code not in known:
            raise UnknownCheck(code)
    reading = Reading(blocks, tree, references, terms, remarks)
    found = [f for check in CHECKS if check.code not in switched_off for f in _run(check, reading)]
    return sorted(found, key=lambda f: (reading.order.get(f.block, -1), f.span, f.code))


def _run(check: Check, reading: Reading) -> Iterator[Finding]:
    seen: set[tuple[str, int, int]] = set()
    for hit in check.find(reading):
        place = (hit.block, *hit.span)
        if place not in seen:
            seen.add(place)
            yield Finding(check.code, check.severity, hit.block, hit.span, hit.message, hit.fix)
