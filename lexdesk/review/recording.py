"""Writing versions and change records: every new version goes through here, with its records (P1, P7)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.clock import now
from lexdesk.matter.records import ChangeRow, EditRow, VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.placing import section_names
from lexdesk.review.structure import Structure, Structures
from lexdesk.text.hashing import sha256_text
from lexdesk.word.document import Document


@dataclass(frozen=True)
class Hunk:
    """What happened to one paragraph, before it is stored as a change record."""

    key: str
    kind: str  # replace | delete | insert | move
    removed: str
    added: str
    section_id: str
    label: str
    heading: str


@dataclass(frozen=True)
class Origin:
    """Where the hunks of a version come from."""

    decided_by: str
    source: str = "line_diff"
    confidence: str = "medium"
    explanation: str = ""
    instruction: str = ""
    asked_by: str = ""
    run_id: int | None = None
    edit_id: int | None = None


def hunk_of(
    before: Structure,
    after: Structure,
    key: str,
    removed: str | None,
    added: str | None,
    moved: bool = False,
) -> Hunk:
    """A hunk with the clause at the time: where the paragraph stood, or, for a new one, where it stands.
    A moved paragraph reads the same on both sides."""
    place = section_names(before if removed is not None else after, key)
    kind = "move" if moved else "insert" if removed is None else "delete" if added is None else "replace"
    return Hunk(key, kind, removed or "", added or "", *place)


def in_document_order(before: Structure, after: Structure, hunks: Sequence[Hunk]) -> list[Hunk]:
    """The hunks in the order in which their paragraphs stand, as a comparison of the two would list them."""
    places = {key: float(at) for at, key in enumerate(after.document.keys)}
    last = -0.5
    for key in before.document.keys:  # a paragraph that is gone for good stands after the one before it
        last = places.setdefault(key, last + 1e-6)
    return sorted(hunks, key=lambda hunk: places[hunk.key])


def add_version(
    tx: Tx, document_id: int, parent_id: int | None, kind: str, by: str, note: str, document: Document
) -> VersionRow:
    """Store a document state as a version. The head of the current branch moves to it and nothing is
    left to redo; the caller writes the audit row in the same transaction."""
    version = tx.versions.add(
        document_id=document_id,
        parent_id=parent_id,
        kind=kind,
        created_by=by,
        note=note,
        text_sha256=sha256_text(document.current_text()),
        keys=document.keys,
        parts=document.parts(),
    )
    branch = tx.documents.get(document_id).current_branch
    tx.documents.set_head(branch, version.id, kind)
    keep_undone(tx, branch, [])
    return version


def add_copy(tx: Tx, original: VersionRow, kind: str, by: str, note: str) -> VersionRow:
    """A version with the bytes of ``original`` and ``original`` as its parent (revert, branch)."""
    version = tx.versions.add(
        document_id=original.document_id,
        parent_id=original.id,
        kind=kind,
        created_by=by,
        note=note,
        text_sha256=original.text_sha256,
        keys=tx.versions.keys(original.id),
        parts=tx.versions.parts(original.id),
    )
    branch = tx.documents.get(original.document_id).current_branch
    tx.documents.set_head(branch, version.id, kind)
    keep_undone(tx, branch, [])
    return version


def add_hunks(
    tx: Tx,
    document_id: int,
    from_version: int,
    version_id: int,
    hunks: Sequence[Hunk],
    origin: Origin,
    first: int = 1,
) -> None:
    """Store hunks as change records, numbered from ``first``."""
    for seq, hunk in enumerate(hunks, first):
        tx.changes.add(
            ChangeRow(
                id=0,
                document_id=document_id,
                version_id=version_id,
                from_version=from_version,
                seq=seq,
                paragraph_key=hunk.key,
                section_id=hunk.section_id,
                section_label=hunk.label,
                section_heading=hunk.heading,
                kind=hunk.kind,
                removed=hunk.removed,
                added=hunk.added,
                explanation=origin.explanation,
                instruction=origin.instruction,
                asked_by=origin.asked_by,
                decided_by=origin.decided_by,
                at=now(),
                run_id=origin.run_id,
                edit_id=origin.edit_id,
                source=origin.source,
                confidence=origin.confidence,
            )
        )


def edit_title(edit: EditRow) -> str:
    """What an edit does in a few words: "delete 12.7", "change 4.2"."""
    words = {
        "delete_clause": "delete",
        "delete": "delete paragraph in",
        "insert": "insert at",
        "move": "move",
        "hand": "edit by hand",
        "accept_tracked": "accept the tracked change in",
        "reject_tracked": "reject the tracked change in",
    }
    where = edit.section_label or edit.section_heading or "unnumbered text"
    return f"{words.get(edit.kind, 'change')} {where}"


def full_title(structures: Structures, edit: EditRow) -> str:
    """What an edit does in a few words; of a move, where to, in the labels of the version it was made for
    ("move 6.6 after 4.1"): two moves of one clause differ in nothing else."""
    if edit.kind != "move":
        return edit_title(edit)
    structure, op = structures.of(edit.version_id), edit.ops[0]
    beside = structure.place_label(op.like_key) or f"“{(structure.text(op.like_key) or '')[:40]}”"
    return f"{edit_title(edit)} {op.op.removeprefix('move_')} {beside}"


def keep_set_aside(tx: Tx, version_id: int, edit_ids: Sequence[int]) -> None:
    """Note which edits of an accepted version had been set aside: undo gives them back as that."""
    if edit_ids:
        tx.settings.set(f"aside:{version_id}", json.dumps(list(edit_ids)))


def were_set_aside(reader: Reader | Tx, version_id: int) -> set[int]:
    """The edits that were set aside when they were accepted as this version."""
    return set(json.loads(reader.settings.get(f"aside:{version_id}", "[]")))


def undone_list(reader: Reader | Tx, branch_id: int) -> list[dict[str, object]]:
    """What was undone on a branch and can be done again, oldest first: {"version": id} or
    {"edit": id, "action": "reject" | "set_aside"}."""
    found: list[dict[str, object]] = json.loads(reader.settings.get(f"undone:{branch_id}", "[]"))
    return found


def keep_undone(tx: Tx, branch_id: int, entries: Sequence[dict[str, object]]) -> None:
    """Replace the list of what can be done again on a branch."""
    text = json.dumps(list(entries))
    if text != tx.settings.get(f"undone:{branch_id}", "[]"):
        tx.settings.set(f"undone:{branch_id}", text)
