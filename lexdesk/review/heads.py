"""Where a branch stands: revert, branch, switch, undo, redo. Nothing here removes a version.

Undo moves the head of the current branch to its parent and makes no version. The edits of an undone accept
are staged again, unless another branch still holds them. A rejection made while a version was head is
undone before that version is. Undone versions stay in the file, off the chain; a new version on the branch
ends redoing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.file import Matter
from lexdesk.matter.records import BranchRow, DecisionRow, VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.errors import BranchExists, BranchUnknown, EditClosed, NothingToRedo, NothingToUndo
from lexdesk.review.recording import add_copy, edit_title, keep_undone, undone_list, were_set_aside

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
            and _last_that_holds(reader, decision.edit_id, head) == decision.id
        ):
            return decision
    return None


def _last_that_holds(reader: Reader | Tx, edit_id: int, head: VersionRow) -> int:
    """Id of the latest decision on an edit, without acceptances that were undone."""
    for decision in reversed(reader.decisions.of_edit(edit_id)):
        made = decision.version_id
        if decision.action != "accept" or (made is not None and reader.versions.on_line(head.id, made)):
            return decision.id
    return 0


def _accepted_edits(reader: Reader | Tx, version: VersionRow) -> list[int]:
    return [row.edit_id for row in reader.decisions.of_version(version.id) if row.action == "accept"]


def _tracked_decided(reader: Reader | Tx, version: VersionRow) -> list[int]:
    """Edits that record the decision on a tracked change which made this version."""
    rows = reader.decisions.of_version(version.id)
    return [row.edit_id for row in rows if row.action.endswith("_tracked")]


def _stage_again(tx: Tx, undone: VersionRow) -> list[int]:
    """Edits of an undone version that no branch holds any more wait again, set aside if they had been."""
    heads = [row.head_version for row in tx.documents.branches(undone.document_id) if row.head_version]
    staged = []
    aside = were_set_aside(tx, undone.id)
    for edit_id in _accepted_edits(tx, undone):
        accepts = [d.version_id for d in tx.decisions.of_edit(edit_id) if d.action == "accept"]
        if not any(tx.versions.on_line(head, made) for head in heads for made in accepts if made is not None):
            tx.edits.set_state(edit_id, "set_aside" if edit_id in aside else "staged")
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


def go_back(
    matter: Matter, version_id: int, by: str, chat_id: int | None = None, message_id: int | None = None
) -> VersionRow:
    """Let the current branch stand at an earlier version again. Makes no version and loses none: what was
    made since is off the chain, and its edits wait again unless another branch holds them. With ``chat_id`` a
    notice in that chat says what was done, and that it goes on from ``message_id``. The head afterwards;
    raises the matter's ``NotFound``."""

    def work(tx: Tx) -> VersionRow:
        version = tx.versions.get(version_id)
        document_id = version.document_id
        left = tx.documents.head(document_id)
        branch_id = tx.documents.get(document_id).current_branch
        if left.id == version_id:
            return version
        above = [row for row in tx.versions.chain(left.id) if not tx.versions.on_line(version_id, row.id)]
        tx.documents.set_head(branch_id, version_id, "back")
        staged = [edit_id for row in above for edit_id in _stage_again(tx, row)]
        for row in above:
            for edit_id in _tracked_decided(tx, row):
                tx.edits.set_state(edit_id, "superseded")
        held = _accepted_on(tx, version)
        for edit_id in held:
            tx.edits.set_state(edit_id, "accepted")
        keep_undone(tx, branch_id, [])
        if chat_id is not None:
            notice = tx.chats.add_message(chat_id, "notice", told_of_going_back(version, left))
            if message_id is not None:
                tx.chats.went_back(notice.id, message_id)
        tx.act(
            by,
            "version.back",
            str(version_id),
            document=document_id,
            left=left.id,
            staged_again=staged,
            accepted_again=held,
            chat=chat_id,
            message=message_id,
        )
        return version

    return matter.write(work)


def _accepted_on(tx: Tx, version: VersionRow) -> list[int]:
    """Edits of the version's line that were staged again and so would wait for what is there already."""
    found = []
    for row in tx.versions.chain(version.id):
        waiting = ("staged", "set_aside")
        found += [one for one in _accepted_edits(tx, row) if tx.edits.get(one).state in waiting]
    return found


def told_of_going_back(version: VersionRow, left: VersionRow) -> str:
    """What going back does to the document, in a sentence."""
    if version.id == left.id:
        return f"The document stands at version {version.number} already."
    return (
        f"The document stands at version {version.number} again, as it was at this message. Version "
        f"{left.number} and everything made since stay in the list of versions."
    )


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


@dataclass(frozen=True)
class Act:
    """What undo or redo would do, as facts.

    ``kind`` is reject or set_aside, or the kind of the version: accept, hand_edit, import, revert, branch.
    ``edits`` are kind and clause of each edit in it; ``note`` is the version's own, "" for a decision alone.
    """

    kind: str
    edits: tuple[tuple[str, str], ...]
    note: str = ""


def undo_act(matter: Matter, document_id: int) -> Act | None:
    """What undo would take back; None if nothing."""
    reader = matter.read()
    head = reader.documents.head(document_id)
    decision = _decision_to_undo(reader, head)
    if decision is not None:
        return Act(decision.action, _named(reader, [decision.edit_id]))
    return None if head.parent_id is None else _of_version(reader, head)


def redo_act(matter: Matter, document_id: int) -> Act | None:
    """What redo would do again; None if nothing."""
    reader = matter.read()
    undone = undone_list(reader, reader.documents.get(document_id).current_branch)
    if not undone:
        return None
    entry = undone[-1]
    if "version" in entry:
        return _of_version(reader, reader.versions.get(int(str(entry["version"]))))
    return Act(str(entry["action"]), _named(reader, [int(str(entry["edit"]))]))


def _of_version(reader: Reader, version: VersionRow) -> Act:
    edits = [*_accepted_edits(reader, version), *_tracked_decided(reader, version)]
    return Act(version.kind, _named(reader, edits), version.note)


def _named(reader: Reader, edit_ids: Sequence[int]) -> tuple[tuple[str, str], ...]:
    edits = [reader.edits.get(edit_id) for edit_id in edit_ids]
    return tuple((edit.kind, edit.section_label or edit.section_heading) for edit in edits)


def _decision_words(reader: Reader, edit_id: int, action: str) -> str:
    return f"{action.replace('_', ' ')}: {edit_title(reader.edits.get(edit_id))}"


def _lowered(note: str) -> str:
    return note[:1].lower() + note[1:]
