"""Decisions of a person on staged edits: accept, reject, set aside. Each is one transaction (P1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.file import Matter
from lexdesk.matter.records import AdvisoryRow, EditOpRow, EditRow, PacketRow, VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.advisories import Advisory, new_warnings, run_checks
from lexdesk.review.checks import CHECKS_AGAIN
from lexdesk.review.errors import (
    AdvisoryNotShown,
    AlreadyApplied,
    ApprovalOutdated,
    EditClosed,
    EditError,
)
from lexdesk.review.placing import Placed
from lexdesk.review.recording import (
    Hunk,
    Origin,
    add_hunks,
    add_version,
    edit_title,
    hunk_of,
    in_document_order,
    keep_set_aside,
)
from lexdesk.review.resolution import is_move, texts_after
from lexdesk.review.staging import add_advisories
from lexdesk.review.structure import Structure, Structures
from lexdesk.review.together import Together, case_of, edits_of, take_together

_TRIES = 5


@dataclass(frozen=True)
class _Plan:
    taken: Together
    fresh: tuple[tuple[int, Advisory], ...]  # edit id, warning that its approval did not know
    packets: dict[int, PacketRow]
    hunks: dict[int, list[Hunk]]


def accept(
    matter: Matter, structures: Structures, edit_ids: Sequence[int], by: str, comment: str = ""
) -> VersionRow:
    """Accept the edits, in this order, as one new version on the head of the current branch.

    Version, change records, decisions (with the advisories that had been shown) and audit row are one
    transaction. If the head has moved since an edit was made, the edit is placed again (P2); then, and
    for several edits taken together, the checks run again on the head.

    Raises ``AdvisoryNotShown``, ``StaleAnchor``, ``OverlappingEdits``, ``EditClosed``, ``AlreadyApplied``
    or ``CannotWrite`` and changes nothing; or ``ApprovalOutdated`` after storing the new warnings with
    the edits, which stay staged.
    """
    for _ in range(_TRIES):
        plan = _plan(matter, structures, edit_ids, by)
        outcome = matter.write(lambda tx, plan=plan: _commit(tx, plan, by, comment))  # type: ignore[misc]
        if isinstance(outcome, VersionRow):
            structures.keep(outcome.id, plan.taken.after)
            return outcome
        if outcome == "outdated":
            first = plan.fresh[0][1].finding.message
            more = f" (and {len(plan.fresh) - 1} more)" if len(plan.fresh) > 1 else ""
            moved = any(one.moved for one in plan.taken.placed)
            why = "the document has moved on" if moved else "the changes meet each other"
            raise ApprovalOutdated(
                f"Nothing was accepted: {why}, and there is a new warning: {first}{more}",
                "Read the change again; it is still staged.",
            )
    raise EditError("Nothing was accepted: the document kept changing meanwhile.", "Try again.")


def _plan(matter: Matter, structures: Structures, ids: Sequence[int], by: str) -> _Plan:
    reader = matter.read()
    edits = edits_of(matter, ids)
    head = reader.documents.head(edits[0].document_id)
    for edit in edits:
        _refuse_closed(reader, edit, head.id)
    taken = take_together(matter, structures, edits, by)
    packets = {edit.id: reader.packets.get(edit.id) for edit in edits}
    fresh: tuple[tuple[int, Advisory], ...] = ()
    if len(taken.placed) > 1 or any(one.moved for one in taken.placed):
        fresh = _fresh_warnings(matter, structures, taken, packets)
    return _Plan(taken, fresh, packets, _hunks(taken.placed, taken.before, taken.after))


def _refuse_closed(reader: Reader, edit: EditRow, head: int) -> None:
    if edit.kind in ("accept_tracked", "reject_tracked"):
        raise EditError(
            f"Edit {edit.id} records a decision on a tracked change of the draft.",
            "Decide that change itself, with “lexdesk accept-tracked” or “reject-tracked”.",
        )
    if edit.state in ("rejected", "superseded"):
        raise EditClosed(
            f"Change {edit.id} ({edit_title(edit)}) was {edit.state}.",
            "Undo the rejection, or make a new change.",
        )
    for decision in reader.decisions.of_edit(edit.id):
        made = decision.version_id if decision.action == "accept" else None
        if made is not None and reader.versions.on_line(head, made):
            number = reader.versions.get(made).number
            raise AlreadyApplied(
                f"Change {edit.id} was accepted already, in version {number}.", "Nothing is left to do."
            )


def _fresh_warnings(
    matter: Matter, structures: Structures, taken: Together, packets: dict[int, PacketRow]
) -> tuple[tuple[int, Advisory], ...]:
    reader = matter.read()
    stored: list[AdvisoryRow] = []
    for one in taken.placed:
        stored += reader.advisories.of_edit(one.edit.id)
    case = case_of(matter, structures, taken, list(packets.values()))
    found = new_warnings(run_checks(case, CHECKS_AGAIN), stored)
    moved = [one for one in taken.placed if one.moved] or taken.placed
    return tuple((_owner(advisory, moved), advisory) for advisory in found)


def _owner(advisory: Advisory, moved: Sequence[Placed]) -> int:
    """The edit that a warning belongs to: one that touches its place, else the first of those given."""
    keys = {place.paragraph_key for place in advisory.finding.places}
    for one in moved:
        if keys & {op.paragraph_key for op in one.ops}:
            return one.edit.id
    return moved[0].edit.id


def _hunks(placed: Sequence[Placed], before: Structure, after: Structure) -> dict[int, list[Hunk]]:
    """Per edit, what it does to each paragraph; two edits of one paragraph follow each other."""
    texts = {block.key: block.text for block in before.blocks}
    now: dict[str, str | None] = dict(texts)
    done: list[EditOpRow] = []
    found: dict[int, list[Hunk]] = {}
    for one in placed:
        done += one.ops
        results = texts_after(done, texts)
        keys = dict.fromkeys(op.new_key or op.paragraph_key for op in one.ops)
        hunks = []
        moved = {op.paragraph_key for op in one.ops if is_move(op)}
        for key in keys:
            hunks.append(hunk_of(before, after, key, now.get(key), results[key], key in moved))
            now[key] = results[key]
        by_hand = one.edit.kind == "hand"
        found[one.edit.id] = in_document_order(before, after, hunks) if by_hand else hunks
    return found


def _commit(tx: Tx, plan: _Plan, by: str, comment: str) -> VersionRow | str:
    """The version; "changed" if head or edits are not as planned; "outdated" after storing new warnings."""
    document_id = plan.taken.head.document_id
    if tx.documents.head(document_id).id != plan.taken.head.id:
        return "changed"
    for one in plan.taken.placed:
        if tx.edits.get(one.edit.id).state != one.edit.state:
            return "changed"
    if plan.fresh:
        for edit_id, advisory in plan.fresh:
            add_advisories(tx, edit_id, [advisory], tx.edits.get(edit_id).section_label)
        for one in plan.taken.placed:
            tx.act(by, "edit.approval_outdated", str(one.edit.id), head=plan.taken.head.id)
        return "outdated"
    shown = {one.edit.id: _shown(tx, one.edit.id) for one in plan.taken.placed}
    note = "Accept: " + ", ".join(edit_title(one.edit) for one in plan.taken.placed)
    by_hand = all(one.edit.kind == "hand" for one in plan.taken.placed)
    kind = "hand_edit" if by_hand else "accept"
    version = add_version(tx, document_id, plan.taken.head.id, kind, by, note, plan.taken.after.document)
    seq = 1
    for one in plan.taken.placed:
        edit, hunks = one.edit, plan.hunks[one.edit.id]
        add_hunks(
            tx,
            document_id,
            plan.taken.head.id,
            version.id,
            hunks,
            _origin(tx, edit, plan.packets[edit.id], by),
            seq,
        )
        seq += len(hunks)
        said = " ".join(part for part in (comment, one.note) if part)
        tx.decisions.add(
            edit_id=edit.id,
            action="accept",
            decided_by=by,
            comment=said,
            version_id=version.id,
            shown_advisories=shown[edit.id],
        )
        tx.edits.set_state(edit.id, "accepted")
    aside = [one.edit.id for one in plan.taken.placed if one.edit.state == "set_aside"]
    keep_set_aside(tx, version.id, aside)
    tx.act(
        by,
        "edit.accept",
        ",".join(str(one.edit.id) for one in plan.taken.placed),
        document=document_id,
        version=version.id,
        parent=plan.taken.head.id,
        comment=comment,
        rebased={str(one.edit.id): one.note for one in plan.taken.placed if one.moved},
        shown={str(edit_id): list(ids) for edit_id, ids in shown.items()},
    )
    return version


def _shown(tx: Tx, edit_id: int) -> list[int]:
    """Ids of the shown advisories. Raises ``AdvisoryNotShown`` if a warning or error is not among them."""
    shown = tx.advisories.shown(edit_id)
    missing = [
        row for row in tx.advisories.of_edit(edit_id) if row.severity != "info" and row.id not in shown
    ]
    if missing:
        raise AdvisoryNotShown(missing)
    return sorted(shown)


def _origin(tx: Tx, edit: EditRow, packet: PacketRow, by: str) -> Origin:
    if edit.kind == "hand":
        return Origin(decided_by=by, asked_by=by, explanation=edit.explanation)
    asked_by = tx.matter.info().author if edit.created_by.startswith("model") else edit.created_by
    return Origin(
        decided_by=by,
        source="apply_time",
        confidence="high",
        explanation=edit.explanation,
        instruction=packet.instruction,
        asked_by=asked_by,
        run_id=edit.run_id,
        edit_id=edit.id,
    )


def reject(matter: Matter, edit_ids: Sequence[int], by: str, comment: str = "") -> None:
    """Reject staged or set-aside edits: one transaction, no version. Raises ``EditClosed``."""
    _close(matter, edit_ids, by, comment, "reject", "rejected", ("staged", "set_aside"))


def set_aside(matter: Matter, edit_ids: Sequence[int], by: str, comment: str = "") -> None:
    """Put staged edits aside for later; they can still be accepted or rejected. Raises ``EditClosed``."""
    _close(matter, edit_ids, by, comment, "set_aside", "set_aside", ("staged",))


def _close(
    matter: Matter,
    edit_ids: Sequence[int],
    by: str,
    comment: str,
    action: str,
    state: str,
    allowed: Sequence[str],
) -> None:
    ids = list(dict.fromkeys(edit_ids))

    def work(tx: Tx) -> None:
        for edit_id in ids:
            edit = tx.edits.get(edit_id)
            if edit.state not in allowed:
                raise EditClosed(
                    f"Change {edit_id} ({edit_title(edit)}) is {edit.state.replace('_', ' ')}.",
                    "Undo its acceptance first." if edit.state == "accepted" else "Nothing was changed.",
                )
            # The head at the time is kept with the decision, so that undo knows where it stands in order.
            tx.decisions.add(
                edit_id=edit_id,
                action=action,
                decided_by=by,
                comment=comment,
                version_id=tx.documents.head(edit.document_id).id,
                shown_advisories=sorted(tx.advisories.shown(edit_id)),
            )
            tx.edits.set_state(edit_id, state)
        tx.act(by, f"edit.{action}", ",".join(map(str, ids)), comment=comment)

    if ids:
        matter.write(work)
