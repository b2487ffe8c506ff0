"""The proof-reader over a document state: text, structure, comments and highlighting together."""

from collections.abc import Collection

from lexdesk.law.proofreading import Finding, Remark, proofread
from lexdesk.review.structure import Structure
from lexdesk.word.remarks import remarks_of


def findings_of(structure: Structure, switched_off: Collection[str] = ()) -> list[Finding]:
    """Likely slips of the current text, in order; blocks are paragraph keys of the document.

    Raises ``UnknownCheck`` when a code of ``switched_off`` names no check. Changes nothing.
    """
    standing = {block.key for block in structure.blocks}
    remarks = [
        Remark(remark.key, remark.span, remark.kind, remark.says)
        for remark in remarks_of(structure.document)
        if remark.key in standing
    ]
    return proofread(
        structure.blocks, structure.tree, structure.references, structure.terms, switched_off, remarks
    )
