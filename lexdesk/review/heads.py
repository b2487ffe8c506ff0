"""Where a branch stands: revert, branch, switch, undo, redo. Nothing here removes a version.

Undo moves the head of the current branch to its parent and makes no version. The edits of an undone accept
are staged again, unless another branch still holds them. A rejection made while a version was head is
undone before that version is. Undone versions stay in the file, off the chain; a new version on the branch
ends redoing.
"""

from lexdesk.matter.file import Matter
from lexdesk.matter.records import BranchRow, DecisionRow, VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.errors import BranchExists, BranchUnknown, EditClosed, NothingToRedo, NothingToUndo
from lexdesk.review.recording import add_copy, edit_title, keep_undone, undone_list

_STATES = {"reject": "rejected", "set_aside": "set_aside"}


def revert(matter: Matter, version_id: int, by: str, note: str = "") -> VersionRow:
    """A new version on the current branch with the text of ``version_id`` and that version as parent, so
    that history runs on from there. Raises the matter's ``NotFound``."""

    def work(tx: Tx) -> VersionRow:
        original = tx.versions.get(version_id)
        left = tx.documents.head(original.document_id)
        version = add_copy(tx, original, "revert", by, note or f"Back to version {original.number}")
        tx.act(
            by, "version.revert", str(version.id), to=version_id, left=left.id, document=original.document_id
        )
        return version

    return matter.write(work)


def branch(matter: Matter, version_id: int, name: str, by: str) -> VersionRow:
    """A new branch, made current, that begins with a version of the text and parent ``version_id``.
    Raises ``BranchExists``, ``BranchUnknown`` for an empty name, the matter's ``NotFound``."""

    def work(tx: Tx) -> VersionRow:
        original = tx.versions.get(version_id)
        if not name.strip():
            raise BranchUnknown("A branch needs a name.", "Give it one.")
        if any(row.name == name for row in tx.documents.branches(original.document_id)):
            raise BranchExists(
                f"There is a branch “{name}” already.", "Choose another name, or switch to it."
            )
        row = tx.documents.add_branch(original.document_id, name, 0)
        tx.documents.set_current_branch(original.document_id, row.id)
        version = add_copy(tx, original, "branch", by, f"Branch {name} from version {original.number}")
        tx.act(
            by, "version.branch", str(version.id), name=name, parent=version_id, document=original.document_id
        )
        return version

    return matter.write(work)


def switch(matter: Matter, document_id: int, name: str, by: str) -> VersionRow:
    """Make another branch current; its head. Raises ``BranchUnknown``."""

    def work(tx: Tx) -> VersionRow:
        row = _branch_named(tx, document_id, name)
        tx.documents.set_current_branch(document_id, row.id)
        tx.act(by, "branch.switch", name, document=document_id, head=row.head_version)
        return tx.versions.get(row.head_version)

    return matter.write(work)


def _branch_named(tx: Tx, document_id: int, name: str) -> BranchRow:
    branches = tx.documents.branches(document_id)
    for row in branches:
        if row.name == name:
            return row
    names = ", ".join(f"“{row.name}”" for row in branches)
    raise BranchUnknown(f"There is no branch “{name}”.", f"There are: {names}.")


def undo(matter: Matter, document_id: int, by: str, versions_only: bool = False) -> VersionRow:
    """Take back the latest act on the current branch: a rejection or setting aside made on its head, else
    the head version; with ``versions_only`` always the version. The head afterwards. Raises
    ``NothingToUndo``."""

    def work(tx: Tx) -> VersionRow:
        branch_id = tx.documents.get(document_id).current_branch
        head = tx.documents.head(document_id)
        undone = undone_list(tx, branch_id)
        decision = None if versions_only else _decision_to_undo(tx, head)
        if decision is not None:
            tx.edits.set_state(decision.edit_id, "staged")
            undone.append({"edit": decision.edit_id, "action": decision.action})
            tx.act(by, "undo", f"edit {decision.edit_id}", action=decision.action, document=document_id)
        elif head.parent_id is None:
            raise NothingToUndo("There is nothing to undo.", "")
        else:
            tx.documents.set_head(branch_id, head.parent_id, "undo")
            staged = _stage_again(tx, head)
            for edit_id in _tracked_decided(tx, head):
                tx.edits.set_state(edit_id, "superseded")
            undone.append({"version": head.id})
            tx.act(
                by,
                "undo",
                f"version {head.id}",
                document=document_id,
                head=head.parent_id,
                staged_again=staged,
            )
        keep_undone(tx, branch_id, undone)
        return tx.documents.head(document_id)

    return matter.write(work)


def _decision_to_undo(reader: Reader | Tx, head: VersionRow) -> DecisionRow | None:
    """The latest rejection or setting aside made while ``head`` was head, if it still holds."""
    for decision in reversed(reader.decisions.of_version(head.id)):
        if (
            reader.edits.get(decision.edit_id).state == _STATES.get(decision.action)
            and reader.decisions.of_edit(decision.edit_id)[-1].id == decision.id
        ):
            return decision
    return None


def _accepted_edits(reader: Reader | Tx, version: VersionRow) -> list[int]:
    return [row.edit_id for row in reader.decisions.of_version(version.id) if row.action == "accept"]


def _tracked_decided(reader: Reader | Tx, version: VersionRow) -> list[int]:
    """Edits that record the decision on a tracked change which made this version."""
    rows = reader.decisions.of_version(version.id)
    return [row.edit_id for row in rows if row.action.endswith("_tracked")]


def _stage_again(tx: Tx, undone: VersionRow) -> list[int]:
    """Edits of an undone version that no branch holds any more become staged again."""
    heads = [row.head_version for row in tx.documents.branches(undone.document_id) if row.head_version]
    staged = []
    for edit_id in _accepted_edits(tx, undone):
        accepts = [d.version_id for d in tx.decisions.of_edit(edit_id) if d.action == "accept"]
        if not any(tx.versions.on_line(head, made) for head in heads for made in accepts if made is not None):
            tx.edits.set_state(edit_id, "staged")
            staged.append(edit_id)
    return staged


def redo(matter: Matter, document_id: int, by: str, versions_only: bool = False) -> VersionRow:
    """Do again what the last undo took back (with ``versions_only`` the last undone version); the head
    afterwards. Raises ``NothingToRedo``; ``EditClosed`` if an edit of that version was rejected meanwhile."""

    def work(tx: Tx) -> VersionRow:
        branch_id = tx.documents.get(document_id).current_branch
        head = tx.documents.head(document_id)
        undone = undone_list(tx, branch_id)
        fitting = [entry for entry in undone if not versions_only or "version" in entry]
        if not fitting:
            raise NothingToRedo("There is nothing to do again.", "")
        entry = fitting[-1]
        undone.remove(entry)
        if "version" in entry:
            version = tx.versions.get(int(str(entry["version"])))
            edits = _accepted_edits(tx, version)
            for edit_id in edits:
                if tx.edits.get(edit_id).state == "rejected":
                    raise EditClosed(
                        f"Change {edit_id} was rejected after it was undone.", "Undo the rejection first."
                    )
                tx.edits.set_state(edit_id, "accepted")
            for edit_id in _tracked_decided(tx, version):
                tx.edits.set_state(edit_id, "accepted")
            tx.documents.set_head(branch_id, version.id, "redo")
            tx.act(by, "redo", f"version {version.id}", document=document_id, edits=edits)
        else:
            edit_id, action = int(str(entry["edit"])), str(entry["action"])
            tx.edits.set_state(edit_id, _STATES[action])
            tx.decisions.add(
                edit_id=edit_id,
                action=action,
                decided_by=by,
                comment="Done again after undo",
                version_id=head.id,
                shown_advisories=sorted(tx.advisories.shown(edit_id)),
            )
            tx.act(by, "redo", f"edit {edit_id}", action=action, document=document_id)
        keep_undone(tx, branch_id, undone)
        return tx.documents.head(document_id)

    return matter.write(work)


def undo_text(matter: Matter, document_id: int) -> str:
    """What undo would take back, for its menu entry: "Undo accept: delete 12.7"; "" if nothing."""
    reader = matter.read()
    head = reader.documents.head(document_id)
    decision = _decision_to_undo(reader, head)
    if decision is not None:
        return f"Undo {_decision_words(reader, decision.edit_id, decision.action)}"
    return "" if head.parent_id is None else f"Undo {_lowered(head.note)}"


def redo_text(matter: Matter, document_id: int) -> str:
    """What redo would do again, for its menu entry; "" if nothing."""
    reader = matter.read()
    undone = undone_list(reader, reader.documents.get(document_id).current_branch)
    if not undone:
        return ""
    entry = undone[-1]
    if "version" in entry:
        return f"Redo {_lowered(reader.versions.get(int(str(entry['version']))).note)}"
    return f"Redo {_decision_words(reader, int(str(entry['edit'])), str(entry['action']))}"


def _decision_words(reader: Reader, edit_id: int, action: str) -> str:
    return f"{action.replace('_', ' ')}: {edit_title(reader.edits.get(edit_id))}"


def _lowered(note: str) -> str:
    return note[:1].lower() + note[1:]
