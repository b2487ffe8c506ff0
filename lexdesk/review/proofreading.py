"""The proof-reader over a document state: text, structure, comments and highlighting together."""

from collections.abc import Collection

from lexdesk.law.proofreading import CHECKS, Finding, UnknownCheck
from lexdesk.review.structure import Structure


def findings_of(structure: Structure, switched_off: Collection[str] = ()) -> list[Finding]:
    """Likely slips of the current text, in order; blocks are paragraph keys of the document.

    Raises ``UnknownCheck`` when a code of ``switched_off`` names no check. Changes nothing.
    """
    known = {check.code for check in CHECKS}
    for code in switched_off:
        if code not in known:
            raise UnknownCheck(code)
    return [finding for finding in structure.findings if finding.code not in switched_off]
