"""One edit of many places as many edits of one place each, so that they are decided one by one."""

from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditOpRow, EditRow
from lexdesk.review.errors import EditClosed, EditError
from lexdesk.review.groups import group
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, InsertBefore, Proposal, ReplaceText
from lexdesk.review.recording import edit_title
from lexdesk.review.resolution import is_move
from lexdesk.review.staging import Reasons, stage
from lexdesk.review.structure import Structures


def split(matter: Matter, structures: Structures, edit_id: int, by: str) -> list[EditRow]:
    """Stage a waiting edit again as one edit for each paragraph, such as a term renamed everywhere; they take
    its place and are a group.

    Instruction, evidence and look-ups are those of the edit they came from; each has warnings of its own.
    Raises ``EditClosed`` for an edit that does not wait, ``EditError`` for one of a single paragraph or a
    move, and the refusals of staging.
    """
    reader = matter.read()
    edit = reader.edits.get(edit_id)
    if edit.state not in ("staged", "set_aside"):
        raise EditClosed(f"Edit {edit_id} ({edit_title(edit)}) is {edit.state}.", "Make a new change.")
    places: dict[str, list[EditOpRow]] = {}
    for op in edit.ops:
        places.setdefault(op.paragraph_key, []).append(op)
    if len(places) < 2 or any(is_move(op) for op in edit.ops):
        raise EditError(f"Edit {edit_id} cannot be divided.", "Accept or reject it as it is.")
    packet = reader.packets.get(edit_id)
    made: list[EditRow] = []
    for number, ops in enumerate(places.values(), 1):
        reasons = Reasons(
            instruction=packet.instruction,
            explanation=f"{edit.explanation} Place {number} of {len(places)} of edit {edit_id}.".strip(),
            created_by=edit.created_by,
            model=packet.model,
            context_sha256=packet.context_sha256,
            run_id=edit.run_id,
            chat_id=edit.chat_id,
            packet_items=packet.items,
            lookups=tuple(
                item.tool_result_id
                for item in packet.items
                if item.section == "check" and item.tool_result_id
            ),
            supersedes=(edit_id,) if number == len(places) else (),
        )
        proposals = [_proposal(op) for op in ops]
        made.append(stage(matter, structures, proposals, edit.document_id, edit.version_id, reasons))
    group(matter, [one.id for one in made], f"they were one change, edit {edit_id}", by)
    return made


def _proposal(op: EditOpRow) -> Proposal:
    if op.op == "delete_paragraph":
        return DeleteParagraphs((op.paragraph_key,))
    if op.op == "insert_after":
        return InsertAfter(op.paragraph_key, op.new_text, op.like_key)
    if op.op == "insert_before":
        return InsertBefore(op.paragraph_key, op.new_text, op.like_key)
    return ReplaceText(op.old_text, op.new_text, op.paragraph_key, op.start, op.end)
