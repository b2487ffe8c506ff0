"""Staging: a proposal becomes an edit with anchors, advisories and a frozen packet, in one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditOpRow, EditRow, PacketItemRow, PacketRow
from lexdesk.matter.stores import Tx
from lexdesk.review.advisories import Advisory, Case, run_checks
from lexdesk.review.checks import CHECKS
from lexdesk.review.effects import effects_of
from lexdesk.review.elsewhere import Elsewhere
from lexdesk.review.errors import CannotWrite, EditClosed, StaleAnchor
from lexdesk.review.grounds import Grounds
from lexdesk.review.lookups import LookUps, look_up_items
from lexdesk.review.placing import keys_changed_since, stale_paragraph
from lexdesk.review.proposal import Proposal
from lexdesk.review.resolution import Resolved, is_move, moved_key, resolve, texts_after, word_edits
from lexdesk.review.structure import Structure, Structures, stands
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused


@dataclass(frozen=True)
class Reasons:
    """Why an edit is proposed: what the packet freezes. ``created_by`` is "model: NAME" or a person."""

    instruction: str = ""
    explanation: str = ""
    created_by: str = ""
    model: str = ""
    context_sha256: str = ""
    run_id: int | None = None
    chat_id: int | None = None
    packet_items: tuple[PacketItemRow, ...] = ()
    lookups: tuple[int, ...] = ()  # tool results of look-ups made for this edit, by code or model
    supersedes: tuple[int, ...] = ()  # waiting edits that this one takes the place of


@dataclass(frozen=True)
class Proposed:
    """A proposal anchored, written in memory and checked; nothing is stored yet."""

    document_id: int
    version_id: int
    resolved: Resolved
    before: Structure
    after: Structure
    case: Case
    advisories: tuple[Advisory, ...]


def applied(document: Document, ops: Sequence[EditOpRow], author: str, at: datetime) -> Document:
    """The document with the operations written as tracked changes of ``author``; exactly them (P3).

    Raises ``CannotWrite`` where the Word file cannot carry a change, ``StaleAnchor`` if a paragraph is
    not as the operations say.
    """
    texts = {p.key: p.text for p in document.paragraphs if stands(p)}
    try:
        result = document.edited(word_edits(ops, texts), author, at)
    except EditRefused as error:
        if error.code in ("stale_anchor", "not_exact"):
            raise StaleAnchor(error.message, error.next_step) from error
        raise CannotWrite(error.message, error.next_step, error.code) from error
    result = _with_keys_kept(result, ops)
    wanted: dict[str, str | None] = {**texts, **texts_after(ops, texts)}
    written = {p.key: p.text for p in result.paragraphs if stands(p)}
    right = written == {key: text for key, text in wanted.items() if text is not None}
    if not (right and _stand_as_moved(list(written), ops)):
        raise CannotWrite(
            "The Word engine would have written something else than was proposed, so nothing was written.",
            "Make the change in Word, and import the new draft.",
        )
    return result


def _with_keys_kept(result: Document, ops: Sequence[EditOpRow]) -> Document:
    """Moved paragraphs under their own keys again; what is left at their old place gets a new key."""
    moved = {op.paragraph_key for op in ops if is_move(op)}
    if not moved:
        return result
    names = {key: f"n{uuid.uuid4().hex[:12]}" for key in moved} | {moved_key(key): key for key in moved}
    return result.renamed([names.get(key, key) for key in result.keys])


def _stand_as_moved(order: Sequence[str], ops: Sequence[EditOpRow]) -> bool:
    """True if every moved paragraph stands beside the one named, or beside another of this change."""
    ours = {op.new_key or op.paragraph_key for op in ops if is_move(op) or op.new_key}
    for op in ops:
        if is_move(op):
            step = -1 if op.op == "move_after" else 1
            at = order.index(op.paragraph_key) + step
            while 0 <= at < len(order) and order[at] in ours:
                at += step
            if not 0 <= at < len(order) or order[at] != op.like_key:
                return False
    return True


def propose(
    matter: Matter,
    structures: Structures,
    proposals: Sequence[Proposal],
    document_id: int,
    version_id: int,
    reasons: Reasons,
    mend: bool = False,
) -> Proposed:
    """Anchor the proposals against ``version_id``, apply them in memory, run the checks. Stores nothing.

    Raises ``StaleAnchor`` if the version is unknown or a named paragraph has changed between it and the
    head, and every refusal of :mod:`lexdesk.review.errors`.
    """
    reader = matter.read()
    if not reader.versions.is_of(document_id, version_id):
        raise StaleAnchor(
            f"Version {version_id} is not a version of this document.",
            "Read the document again and use its version.",
        )
    before = structures.of(version_id)
    resolved = resolve(before, proposals, mend)
    head = reader.documents.head(document_id)
    if head.id != version_id:
        changed = keys_changed_since(reader, version_id, head.id) or frozenset()
        now = structures.of(head.id)
        number = reader.versions.get(version_id).number
        for op in resolved.ops:
            if op.paragraph_key in changed or now.text(op.paragraph_key) != before.text(op.paragraph_key):
                raise stale_paragraph(before, now, op, f"version {number}")
    author = reader.matter.info().author
    after = Structure(applied(before.document, resolved.ops, author, datetime.now(UTC)), before)
    case = build_case(matter, structures, document_id, version_id, before, after, resolved.ops, reasons)
    return Proposed(document_id, version_id, resolved, before, after, case, tuple(run_checks(case, CHECKS)))


def build_case(
    matter: Matter,
    structures: Structures,
    document_id: int,
    version_id: int,
    before: Structure,
    after: Structure,
    ops: Sequence[EditOpRow],
    reasons: Reasons,
) -> Case:
    """What the checks look at, from the edit and the matter's records."""
    reader = matter.read()
    ours = reader.versions.authors(document_id, ("accept", "hand_edit"))
    look_ups = LookUps(reader, structures, document_id, version_id, reasons.lookups)
    return Case(
        before=before,
        after=after,
        ops=tuple(ops),
        instruction=reasons.instruction,
        grounds=Grounds(reader, reasons.packet_items),
        ours=ours | {reader.matter.info().author},
        reviewed=look_ups.covers,
        elsewhere=Elsewhere(matter, structures, document_id),
    )


def stage(
    matter: Matter,
    structures: Structures,
    proposals: Sequence[Proposal],
    document_id: int,
    version_id: int,
    reasons: Reasons,
    mend: bool = False,
) -> EditRow:
    """Anchor, check and store one edit. All proposals become one edit, or none is stored."""
    proposed = propose(matter, structures, proposals, document_id, version_id, reasons, mend)
    return store(matter, proposed, reasons)


def store(matter: Matter, proposed: Proposed, reasons: Reasons, kind: str = "") -> EditRow:
    """Store a checked proposal: edit, packet, advisories, effects and audit row, together or not at all."""
    reader = matter.read()
    items = list(reasons.packet_items)
    items += look_up_items(
        reader,
        proposed.before,
        reasons.lookups,
        [item.tool_result_id for item in items if item.section == "check"],
    )
    items += [
        PacketItemRow(0, "check", "Anchor", note, "found_by_code", None, None, "{}")
        for note in proposed.resolved.mended
    ]
    first = proposed.resolved.ops[0]
    section = (
        proposed.case.deleted[0]
        if proposed.case.deleted
        else proposed.before.section_at(first.paragraph_key, first.start)
    )
    created_by = reasons.created_by or reader.matter.info().author
    edit_kind = kind or kind_of(proposed.case)

    asked_by = reader.matter.info().author
    effects = effects_of(proposed.before, proposed.after, proposed.advisories)

    def work(tx: Tx) -> EditRow:
        edit = tx.edits.add(
            document_id=proposed.document_id,
            version_id=proposed.version_id,
            run_id=reasons.run_id,
            chat_id=reasons.chat_id,
            kind=edit_kind,
            section_label=proposed.case.name() if section is None else section.label,
            section_heading="" if section is None else section.heading,
            explanation=reasons.explanation,
            created_by=created_by,
            ops=proposed.resolved.ops,
        )
        tx.packets.freeze(
            PacketRow(
                edit_id=edit.id,
                instruction=reasons.instruction,
                run_id=reasons.run_id,
                chat_id=reasons.chat_id,
                model=reasons.model,
                context_sha256=reasons.context_sha256,
                frozen_at=edit.created_at,
                items=tuple(replace(item, seq=seq) for seq, item in enumerate(items, 1)),
            )
        )
        add_advisories(tx, edit.id, proposed.advisories, edit.section_label)
        tx.effects.add(edit.id, effects)
        for old in reasons.supersedes:
            _supersede(tx, old, edit.id, created_by)
        tx.act(
            created_by,
            "edit.stage",
            str(edit.id),
            document=proposed.document_id,
            version=proposed.version_id,
            kind=edit_kind,
            section=edit.section_label,
            asked_by=asked_by,
            advisories=[advisory.code for advisory in proposed.advisories],
            supersedes=list(reasons.supersedes),
        )
        return edit

    return matter.write(work)


def _supersede(tx: Tx, edit_id: int, by_edit: int, by: str) -> None:
    """A waiting edit gives way to a newer proposal; both stay on record."""
    edit = tx.edits.get(edit_id)
    if edit.state not in ("staged", "set_aside"):
        raise EditClosed(f"Edit {edit_id} is {edit.state}, so nothing can take its place.")
    tx.edits.set_state(edit_id, "superseded")
    tx.decisions.add(
        edit_id=edit_id,
        action="supersede",
        decided_by=by,
        comment=f"Superseded by edit {by_edit}.",
        shown_advisories=sorted(tx.advisories.shown(edit_id)),
    )


def kind_of(case: Case) -> str:
    """What the edit mainly does: delete_clause, delete, insert or replace."""
    if case.deleted:
        return "delete_clause"
    kinds = {op.op for op in case.ops}
    if kinds <= {"move_after", "move_before"}:
        return "move"
    if kinds == {"delete_paragraph"}:
        return "delete"
    return "insert" if kinds <= {"insert_after", "insert_before"} else "replace"


def add_advisories(tx: Tx, edit_id: int, advisories: Sequence[Advisory], section_label: str) -> None:
    """Store findings as advisories of the edit, places numbered."""
    for advisory in advisories:
        finding = advisory.finding
        tx.advisories.add(
            edit_id=edit_id,
            code=advisory.code,
            severity=finding.severity,
            message=finding.message,
            details={"section": section_label, **finding.details},
            source=f"lexdesk.review.checks:{advisory.code}",
            check_version=advisory.check_version,
            places=[replace(place, seq=seq) for seq, place in enumerate(finding.places, 1)],
        )
