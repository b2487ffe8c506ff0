"""Versions that a person makes without an edit of the assistant: imports, new drafts, hand edits."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePath

from lexdesk.matter.file import Matter
from lexdesk.matter.records import DocumentRow, EditRow, VersionRow
from lexdesk.matter.stores import Tx
from lexdesk.review.alignment import Line, align
from lexdesk.review.errors import EditError
from lexdesk.review.proposal import Proposal
from lexdesk.review.recording import Origin, add_hunks, add_version, hunk_of, in_document_order
from lexdesk.review.resolution import is_move, texts_after
from lexdesk.review.staging import Reasons, applied, propose, store
from lexdesk.review.structure import Structure, Structures, stands
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.document import Document

_HOLD = ("cross_reference_review_not_recorded", "xref_dangling", "term_lost", "touches_concealed")


@dataclass(frozen=True)
class HandEdit:
    """What a hand edit came to: a version, or, when it breaks something, an edit staged with its warnings."""

    version: VersionRow | None
    edit: EditRow | None


def import_document(
    matter: Matter, structures: Structures, data: bytes, file_name: str, by: str
) -> DocumentRow:
    """A new working document with version 1; the file is kept byte for byte. Raises ``WordFileError``."""
    document = Document.open(data)

    def work(tx: Tx) -> tuple[DocumentRow, VersionRow]:
        row = tx.documents.add(PurePath(file_name).stem or file_name, file_name, data)
        version = add_version(tx, row.id, None, "import", by, f"Imported {file_name}", document)
        tx.act(
            by, "document.import", str(row.id), file=file_name, sha256=sha256_bytes(data), version=version.id
        )
        return tx.documents.get(row.id), version

    row, version = matter.write(work)
    structures.keep(version.id, Structure(document))
    return row


def import_version(
    matter: Matter, structures: Structures, document_id: int, data: bytes, file_name: str, by: str
) -> VersionRow:
    """A new draft of an existing document as a version on the head. Paragraphs keep their keys where they
    are recognised; every difference is a ``line_diff`` record, tracked in the file or not."""
    opened = Document.open(data)
    head = matter.read().documents.head(document_id)
    before = structures.of(head.id)
    old = [Line(b.key, b.text) for b in before.blocks]
    current = [p for p in opened.paragraphs if stands(p)]
    pairs = align(old, [Line("", p.text) for p in current])
    kept = {current[j].key: old[i].key for i, j in pairs if i is not None and j is not None}
    keys = [kept.get(key) or f"n{uuid.uuid4().hex[:12]}" for key in opened.keys]
    after = Structure(Document.open(data, keys))
    final = [b.key for b in after.blocks]
    hunks = []
    for i, j in pairs:
        was = old[i].text if i is not None else None
        now = current[j].text if j is not None else None
        if was != now and (was or now):
            key = final[j] if j is not None else old[i or 0].key
            hunks.append(hunk_of(before, after, key, was, now))

    def work(tx: Tx) -> VersionRow:
        _refuse_moved(tx, head)
        version = add_version(tx, document_id, head.id, "import", by, f"Imported {file_name}", after.document)
        add_hunks(tx, document_id, head.id, version.id, hunks, Origin(decided_by=by))
        sha256 = tx.blobs.put(data)
        tx.settings.set(f"imported:{version.id}", sha256)
        tx.act(by, "version.import", str(version.id), document=document_id, file=file_name, sha256=sha256)
        return version

    version = matter.write(work)
    structures.keep(version.id, after)
    return version


def _refuse_moved(tx: Tx, head: VersionRow) -> None:
    if tx.documents.head(head.document_id).id != head.id:
        raise EditError("The document changed meanwhile, so nothing was done.", "Try again.")


def hand_edit(
    matter: Matter,
    structures: Structures,
    document_id: int,
    proposals: Sequence[Proposal],
    by: str,
    note: str = "",
) -> HandEdit:
    """The lawyer's own change on the head. It is a version at once, its records ``line_diff``, unless it
    deletes a clause that has not been looked up, breaks references, loses a term or touches words that Word
    does not show: then it is staged with those warnings and becomes a version when it is accepted (P6)."""
    head = matter.read().documents.head(document_id)
    reasons = Reasons(created_by=by, explanation=note)
    proposed = propose(matter, structures, proposals, document_id, head.id, reasons)
    if any(advisory.code in _HOLD for advisory in proposed.advisories):
        kept = tuple(advisory for advisory in proposed.advisories if advisory.code in _HOLD)
        held = replace(proposed, advisories=kept)
        return HandEdit(None, store(matter, held, reasons, "hand"))
    before = proposed.before
    after = Structure(applied(before.document, proposed.resolved.ops, by, datetime.now(UTC)), before)
    texts = {block.key: block.text for block in before.blocks}
    results = texts_after(proposed.resolved.ops, texts)
    order = dict.fromkeys(op.new_key or op.paragraph_key for op in proposed.resolved.ops)
    moved = {op.paragraph_key for op in proposed.resolved.ops if is_move(op)}
    found = [hunk_of(before, after, key, texts.get(key), results[key], key in moved) for key in order]
    hunks = in_document_order(before, after, found)

    def work(tx: Tx) -> VersionRow:
        _refuse_moved(tx, head)
        version = add_version(
            tx, document_id, head.id, "hand_edit", by, note or "Edited by hand", after.document
        )
        add_hunks(
            tx, document_id, head.id, version.id, hunks, Origin(decided_by=by, asked_by=by, explanation=note)
        )
        tx.act(by, "version.hand_edit", str(version.id), document=document_id, parent=head.id, note=note)
        return version

    version = matter.write(work)
    structures.keep(version.id, after)
    return HandEdit(version, None)
