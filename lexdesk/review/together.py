"""Several edits as they would stand together on the head: what a decision applies, and what it would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from lexdesk.matter.effects import EffectRow
from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow, PacketRow, VersionRow
from lexdesk.review.advisories import Case, run_checks
from lexdesk.review.checks import CHECKS_AGAIN
from lexdesk.review.effects import effects_of
from lexdesk.review.errors import EditError, NotFoundInDocument
from lexdesk.review.placing import Placed, combined, place_edit
from lexdesk.review.resolution import refuse_overlaps
from lexdesk.review.staging import Reasons, applied, build_case
from lexdesk.review.structure import Structure, Structures


@dataclass(frozen=True)
class Together:
    """Edits of one document placed on the head and written in memory; nothing is stored."""

    head: VersionRow
    placed: tuple[Placed, ...]
    before: Structure
    after: Structure


def edits_of(matter: Matter, edit_ids: Sequence[int]) -> list[EditRow]:
    """The edits, which must be of one document. Raises ``NotFoundInDocument`` for none, ``EditError``."""
    reader = matter.read()
    edits = [reader.edits.get(edit_id) for edit_id in dict.fromkeys(edit_ids)]
    if not edits:
        raise NotFoundInDocument("No change was named.", "Name the changes to accept.")
    if any(edit.document_id != edits[0].document_id for edit in edits):
        raise EditError(
            "The changes belong to different documents.", "Accept those of one document at a time."
        )
    return edits


def take_together(matter: Matter, structures: Structures, edits: Sequence[EditRow], by: str) -> Together:
    """The edits in their order on the head of the current branch.

    Raises ``StaleAnchor``, ``OverlappingEdits`` or ``CannotWrite``.
    """
    reader = matter.read()
    head = reader.documents.head(edits[0].document_id)
    before = structures.of(head.id)
    placed = tuple(place_edit(reader, structures, edit, head.id) for edit in edits)
    ops = combined(placed)
    refuse_overlaps(ops)
    after = Structure(applied(before.document, ops, by, datetime.now(UTC)), before)
    return Together(head, placed, before, after)


def case_of(matter: Matter, structures: Structures, taken: Together, packets: Sequence[PacketRow]) -> Case:
    """The edits together as the checks see them, with the reasons of all."""
    items = tuple(item for packet in packets for item in packet.items)
    reasons = Reasons(
        instruction="\n".join(packet.instruction for packet in packets),
        packet_items=items,
        lookups=tuple(item.tool_result_id for item in items if item.tool_result_id is not None),
    )
    ops = combined(taken.placed)
    document, version = taken.head.document_id, taken.head.id
    return build_case(matter, structures, document, version, taken.before, taken.after, ops, reasons)


def effects_together(
    matter: Matter, structures: Structures, edit_ids: Sequence[int]
) -> tuple[EffectRow, ...]:
    """What accepting all of the edits as one version would break or mend, on the head as it is now.

    Refusals as ``take_together``. Stores nothing.
    """
    reader = matter.read()
    edits = edits_of(matter, edit_ids)
    taken = take_together(matter, structures, edits, reader.matter.info().author)
    packets = [reader.packets.get(edit.id) for edit in edits]
    found = run_checks(case_of(matter, structures, taken, packets), CHECKS_AGAIN)
    return effects_of(taken.before, taken.after, found)
