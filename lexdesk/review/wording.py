"""An edit in the lawyer's own words: a proposal of its own that takes the place of the one it came from."""

from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow
from lexdesk.review.errors import EditClosed, EditError
from lexdesk.review.proposal import InsertAfter, InsertBefore, Proposal, ReplaceParagraph
from lexdesk.review.recording import edit_title
from lexdesk.review.resolution import is_move, texts_after
from lexdesk.review.staging import Reasons, stage
from lexdesk.review.structure import Structures


def reword(matter: Matter, structures: Structures, edit_id: int, words: str, by: str) -> EditRow:
    """Stage a waiting edit again so that its one paragraph reads ``words``; the edit proposed is superseded.

    Instruction, evidence and look-ups are those of the edit it came from; the explanation says whose words
    these are and what was proposed. Its own warnings must be shown before it is accepted. Raises
    ``EditClosed`` for an edit that does not wait, ``EditError`` for one of several paragraphs, and the
    refusals of staging, ``StaleAnchor`` among them if the paragraph reads otherwise now.
    """
    reader = matter.read()
    edit = reader.edits.get(edit_id)
    if edit.state not in ("staged", "set_aside"):
        raise EditClosed(f"Edit {edit_id} ({edit_title(edit)}) is {edit.state}.", "Make a new change.")
    before = structures.of(edit.version_id)
    texts = {block.key: block.text for block in before.blocks}
    results = texts_after(edit.ops, texts)
    if len(results) != 1:
        raise EditError(
            f"Edit {edit_id} touches {len(results)} paragraphs; your own words can stand for one.",
            "Accept or reject it, and change the paragraphs one by one.",
        )
    (key, proposed), op = next(iter(results.items())), edit.ops[0]
    if is_move(op):
        raise EditError(f"Edit {edit_id} moves a paragraph and proposes no words.", "Accept or reject it.")
    proposal: Proposal
    if op.op == "insert_after":
        proposal = InsertAfter(op.paragraph_key, words, op.like_key)
    elif op.op == "insert_before":
        proposal = InsertBefore(op.paragraph_key, words, op.like_key)
    else:
        proposal = ReplaceParagraph(key, words, texts[key])
    packet = reader.packets.get(edit_id)
    instead = "the paragraph deleted" if proposed is None else f"“{proposed}”"
    reasons = Reasons(
        instruction=packet.instruction,
        explanation=f"In the words of {by}. Edit {edit_id} ({edit.created_by}) had proposed {instead}.",
        created_by=by,
        run_id=edit.run_id,
        chat_id=edit.chat_id,
        packet_items=packet.items,
        lookups=tuple(
            item.tool_result_id for item in packet.items if item.section == "check" and item.tool_result_id
        ),
        supersedes=(edit_id,),
    )
    head = reader.documents.head(edit.document_id)
    return stage(matter, structures, [proposal], edit.document_id, head.id, reasons)


def proposed_words(matter: Matter, structures: Structures, edit_id: int) -> str:
    """How the one paragraph of an edit would read, "" if it would go. Raises ``EditError`` for an edit of
    several paragraphs, which cannot be worded anew as one."""
    edit = matter.read().edits.get(edit_id)
    texts = {block.key: block.text for block in structures.of(edit.version_id).blocks}
    results = list(texts_after(edit.ops, texts).values())
    if len(results) != 1:
        raise EditError(
            f"Edit {edit_id} touches {len(results)} paragraphs; your own words can stand for one.",
            "Accept or reject it, and change the paragraphs one by one.",
        )
    return results[0] or ""
