"""Taking one accepted edit back: its inverse, staged on the head, with everything done since kept."""

from collections.abc import Sequence

from lexdesk.matter.file import Matter
from lexdesk.matter.records import ChangeRow, EditRow
from lexdesk.matter.stores import Reader
from lexdesk.review.errors import EditError, StaleAnchor
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, InsertBefore, Move, Proposal, ReplaceText
from lexdesk.review.recording import edit_title
from lexdesk.review.staging import Reasons, stage
from lexdesk.review.structure import Structure, Structures
from lexdesk.text.worddiff import word_diff


class NotRevocable(EditError):
    """The edit is not part of the head, or its inverse would undo later work."""

    code = "not_revocable"


def revoke(matter: Matter, structures: Structures, edit_id: int, by: str, comment: str = "") -> EditRow:
    """Stage the inverse of an accepted edit on the head of the current branch.

    Its words go back to what they were; what was changed since, in the same paragraph too, stays. Raises
    ``NotRevocable`` if the edit is not on the head's chain, ``StaleAnchor`` if later work changed the very
    words it brought, and the refusals of staging.
    """
    reader = matter.read()
    edit = reader.edits.get(edit_id)
    head = reader.documents.head(edit.document_id)
    if edit.kind.endswith("_tracked"):
        raise NotRevocable(
            f"Edit {edit_id} decided a tracked change of the draft, which is settled in the text now.",
            "Undo it, or go back to the version before with “lexdesk revert”.",
        )
    changes = _changes(reader, edit, head.id)
    if not changes:
        raise NotRevocable(
            f"Edit {edit_id} ({edit_title(edit)}) is {edit.state.replace('_', ' ')}; "
            "it changed nothing on the current line of versions.",
            "“lexdesk history” lists what did.",
        )
    before, now = structures.of(changes[0].from_version), structures.of(head.id)
    proposals: list[Proposal] = []
    deleted: list[ChangeRow] = []
    for change in changes:
        if change.kind == "delete":
            deleted.append(change)
        elif change.kind == "insert":
            proposals.append(_without(now, change))
        elif change.kind == "move":
            proposals.append(_moved_back(before, now, change))
        else:
            proposals += _replaced(now, change)
    proposals += _inserted(before, now, deleted)
    number = reader.versions.get(changes[0].version_id).number
    instruction = f"Revoke edit {edit_id} ({edit_title(edit)}), accepted in version {number}."
    said = reader.packets.get(edit_id).instruction
    reasons = Reasons(
        instruction=f"{instruction} {comment}".strip(),
        explanation=f"The inverse of edit {edit_id}" + (f", whose instruction was: {said}" if said else "."),
        created_by=by,
    )
    return stage(matter, structures, proposals, edit.document_id, head.id, reasons)


def _changes(reader: Reader, edit: EditRow, head: int) -> list[ChangeRow]:
    rows = [row for row in reader.changes.of_document(edit.document_id) if row.edit_id == edit.id]
    on_chain = [row for row in rows if reader.versions.on_line(head, row.version_id)]
    latest = max((row.version_id for row in on_chain), default=0)
    return [row for row in on_chain if row.version_id == latest]


def _without(now: Structure, change: ChangeRow) -> Proposal:
    text = now.text(change.paragraph_key)
    if text != change.added:
        raise _changed_since(change, text)
    return DeleteParagraphs((change.paragraph_key,))


def _moved_back(before: Structure, now: Structure, change: ChangeRow) -> Proposal:
    """The paragraph again after the nearest one before it that still stands."""
    if now.text(change.paragraph_key) != change.added:
        raise _changed_since(change, now.text(change.paragraph_key))
    order = [block.key for block in before.blocks]
    at = order.index(change.paragraph_key)
    earlier = next((key for key in reversed(order[:at]) if now.has(key)), None)
    if earlier is not None:
        return Move((change.paragraph_key,), earlier)
    later = next(key for key in order[at + 1 :] if now.has(key))
    return Move((change.paragraph_key,), later, "before")


def _replaced(now: Structure, change: ChangeRow) -> list[Proposal]:
    """Each run of words that the edit changed, put back where it stands in the paragraph now."""
    text = now.text(change.paragraph_key)
    if text is None:
        raise _changed_since(change, text)
    equal = [op for op in word_diff(change.added, text) if op.kind == "equal"]
    runs: list[tuple[int, int, str]] = []  # start and end in what the edit made, the words from before
    for op in word_diff(change.added, change.removed):
        if op.kind == "equal":
            continue
        words = change.removed[op.new.start : op.new.end]
        if runs and runs[-1][1] == op.old.start:
            runs[-1] = (runs[-1][0], op.old.end, runs[-1][2] + words)
        else:
            runs.append((op.old.start, op.old.end, words))
    found: list[Proposal] = []
    for start, end, words in runs:
        holding = [op for op in equal if op.old.start <= start and end <= op.old.end]
        if not holding:
            raise _changed_since(change, text)
        at = start - holding[0].old.start + holding[0].new.start
        old = text[at : at + end - start]
        found.append(ReplaceText(old, words, change.paragraph_key, at, at + end - start))
    return found


def _inserted(before: Structure, now: Structure, deleted: Sequence[ChangeRow]) -> list[Proposal]:
    """Deleted paragraphs again, after the nearest one before them that still stands."""
    for change in deleted:
        if now.has(change.paragraph_key):
            raise _changed_since(change, now.text(change.paragraph_key))
    order = [block.key for block in before.blocks]
    found: list[Proposal] = []
    for change in sorted(deleted, key=lambda row: order.index(row.paragraph_key)):
        if change.removed.strip():  # a blank paragraph was no wording
            earlier = reversed(order[: order.index(change.paragraph_key)])
            found.append(_again(change, next((key for key in earlier if now.has(key)), None), now))
    return found


def _again(change: ChangeRow, previous: str | None, now: Structure) -> Proposal:
    like = change.paragraph_key if change.paragraph_key in now.paragraphs else ""
    if previous is None:
        return InsertBefore(now.blocks[0].key, change.removed, like)
    return InsertAfter(previous, change.removed, like)


def _changed_since(change: ChangeRow, text: str | None) -> StaleAnchor:
    reads = "is no longer in the document" if text is None else f"reads now “{text}”"
    return StaleAnchor(
        f"Later work changed the words of edit {change.edit_id} in {change.section_label or 'the document'}: "
        f"paragraph {change.paragraph_key} {reads}.",
        "Take the later change back first, or edit the paragraph as it reads now.",
    )
