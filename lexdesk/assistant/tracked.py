"""The card of a change tracked in the file: what the file says, and our own record if there is one."""

from lexdesk.assistant.views import ChangeCard
from lexdesk.errors import LexDeskError
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structures


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
    kinds = {"ins": "insertion", "del": "deletion", "move": "move", "format": "formatting change"}
    words = kinds.get(row.kind, "row change")
    return ChangeCard(
        change_id=f"rev:{revision}",
        edit_id=record.edit_id if record is not None else None,
        title=f"{words} in {label}" if label else words,
        state="accepted" if record is not None else "tracked",
        instruction=record.instruction if record is not None else "",
        explanation=record.explanation if record is not None else "",
        author=row.author,
        model="",
        at=row.date or "no date",
        removed=row.text if row.kind in ("del", "row_del") else "",
        added=row.text if row.kind in ("ins", "move", "row_ins") else "",
        advisories=(),
        lines=(),
        pins=(),
    )
