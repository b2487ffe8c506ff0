"""Where a staged edit stands on the head of a branch: the same paragraph, untouched, or nowhere (P2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.records import EditOpRow, EditRow
from lexdesk.matter.stores import Reader
from lexdesk.review.errors import StaleAnchor
from lexdesk.review.structure import Structure, Structures
from lexdesk.text.hashing import sha256_text


@dataclass(frozen=True)
class Placed:
    """The edit's operations as they stand on the head. ``note`` says how, when the head had moved."""

    edit: EditRow
    ops: tuple[EditOpRow, ...]
    note: str = ""

    @property
    def moved(self) -> bool:
        """True if the edit was made against another version than the head."""
        return bool(self.note)


def keys_changed_since(reader: Reader, ancestor: int, head: int) -> frozenset[str] | None:
    """Keys of paragraphs with a change record on the parent chain after ``ancestor`` up to ``head``.

    None if ``ancestor`` is not on the chain.
    """
    changed: set[str] = set()
    for row in reader.versions.chain(head):
        if row.id == ancestor:
            return frozenset(changed)
        changed.update(change.paragraph_key for change in reader.changes.of_version(row.id))
    return None


def place_edit(reader: Reader, structures: Structures, edit: EditRow, head: int) -> Placed:
    """The edit on the head version. Raises ``StaleAnchor`` with both texts if a paragraph has changed.

    On the parent chain the paragraph must be untouched; on another branch the paragraph of the same key
    must have the same text. Nothing is searched for elsewhere.
    """
    if edit.version_id == head:
        return Placed(edit, edit.ops)
    structure = structures.of(head)
    changed = keys_changed_since(reader, edit.version_id, head)
    for op in edit.ops:
        text = structure.text(op.paragraph_key)
        touched = changed is not None and op.paragraph_key in changed
        if touched or text is None or sha256_text(text) != op.paragraph_sha256:
            made_on = reader.versions.get(edit.version_id).number
            raise stale_paragraph(structures.of(edit.version_id), structure, op, f"version {made_on}")
        if op.op in ("move_after", "move_before") and not structure.has(op.like_key):
            raise StaleAnchor(
                f"Paragraph {op.like_key}, which the moved text was to stand beside, is no longer there.",
                "Make the change again with another place.",
            )
    made_on = reader.versions.get(edit.version_id).number
    now = reader.versions.get(head).number
    if changed is None:
        how = f"Made on another branch (version {made_on}); its paragraphs read the same in version {now}."
    else:
        how = f"Made against version {made_on}; re-based on version {now}: its paragraphs are untouched."
    return Placed(edit, edit.ops, how)


def stale_paragraph(then: Structure, now: Structure, op: EditOpRow, since: str) -> StaleAnchor:
    """The refusal that shows both texts of a paragraph that has changed since the edit was made."""
    old, new = then.text(op.paragraph_key), now.text(op.paragraph_key)
    if new is None:
        reads = "It is no longer in the document."
    elif new == old:
        reads = "It has been moved, or changed and changed back."
    else:
        reads = f"It reads now “{new}”."
    where = f" ({op.paragraph_label})" if op.paragraph_label else ""
    return StaleAnchor(
        f"Paragraph {op.paragraph_key}{where} has changed since {since}, when it read “{old}”. {reads}",
        "Make the change again from the paragraph as it reads now.",
    )


def section_names(structure: Structure, key: str, offset: int = 0) -> tuple[str, str, str]:
    """Identity, label and heading of the clause that holds the place. The identity is the path of the first
    paragraphs' keys from the outermost clause down, joined by "/": it outlives renumbering."""
    section = structure.section_at(key, offset)
    if section is None:
        return "", structure.place_label(key, offset), ""
    path = [*reversed(structure.tree.ancestors(section.id)), section]
    return "/".join(one.first_block for one in path), section.label, section.heading


def combined(placed: Sequence[Placed]) -> list[EditOpRow]:
    """All operations of a batch, in the order of the edits."""
    return [op for one in placed for op in one.ops]
