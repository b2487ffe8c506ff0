"""The card of a change tracked in the file: what the file says, our own record if there is one, and the
warnings of a decision on it that waits for them to be read."""

import json

from lexdesk.assistant.views import AdvisoryView, ChangeCard
from lexdesk.errors import LexDeskError
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structures
from lexdesk.review.theirs import waiting_edits


def tracked_card(reader: Reader, structures: Structures, document_id: int, revision: str) -> ChangeCard:
    """Author, date and words of a tracked change of the head; for one of ours its instruction too."""
    head = reader.documents.head(document_id)
    structure = structures.of(head.id)
    row = next((item for item in structure.document.revisions if item.id == revision), None)
    if row is None:
        raise LexDeskError("This tracked change is no longer in the document.", "Refresh the document.")
    key = row.keys[0] if row.keys else ""
    label = structure.place_label(key)
    record = None
    if row.author == reader.matter.info().author:
        chain = {version.id for version in reader.versions.chain(head.id)}
        records = [change for change in reader.changes.of_key(document_id, key) if change.version_id in chain]
        record = records[-1] if records else None
    waiting = waiting_edits(reader, head, [revision])
    advisories = tuple(
        AdvisoryView(
            one.id,
            one.code,
            one.severity,
            one.message,
            tuple((place.paragraph_key, place.label, place.text) for place in one.places),
            json.loads(one.details),
        )
        for edit in waiting[:1]
        for one in reader.advisories.of_edit(edit.id)
    )
    edit_id = record.edit_id if record is not None else waiting[0].id if waiting else None
    kinds = {"ins": "insertion", "del": "deletion", "move": "move", "format": "formatting change"}
    words = kinds.get(row.kind, "row change")
    return ChangeCard(
        change_id=f"rev:{revision}",
        edit_id=edit_id,
        title=f"{words} in {label}" if label else words,
        state="accepted" if record is not None else "tracked",
        instruction=record.instruction if record is not None else "",
        explanation=record.explanation if record is not None else "",
        author=row.author,
        model="",
        at=row.date or "no date",
        removed=row.text if row.kind in ("del", "row_del") else "",
        added=row.text if row.kind in ("ins", "move", "row_ins") else "",
        advisories=advisories,
        lines=(),
        pins=(),
    )
