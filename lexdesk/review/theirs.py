"""Deciding tracked changes that came with a draft: a decision like any other, with impact, record, lineage.

Each decision makes a version in which the named tracked changes are settled and everything else is as it
was. Version, change records, edit with packet, decision and audit row are one transaction (P1).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.matter.effects import EffectRow
from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditOpRow, EditRow, PacketItemRow, PacketRow, VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.advisories import Advisory, run_checks
from lexdesk.review.checks import CHECKS
from lexdesk.review.effects import effects_of
from lexdesk.review.errors import AdvisoryNotShown, EditError, NotFoundInDocument, StaleAnchor
from lexdesk.review.placing import section_names
from lexdesk.review.recording import Hunk, Origin, add_hunks, add_version, hunk_of, in_document_order
from lexdesk.review.staging import Reasons, add_advisories, build_case
from lexdesk.review.structure import Structure, Structures
from lexdesk.text.hashing import sha256_text
from lexdesk.text.worddiff import word_diff
from lexdesk.word.choice import chosen
from lexdesk.word.model import Revision
from lexdesk.word.resolve import resolved

Action = Literal["accept", "reject"]
KINDS: dict[Action, str] = {"accept": "accept_tracked", "reject": "reject_tracked"}
_WORDS = {
    "ins": "insertion",
    "del": "deletion",
    "move": "move",
    "format": "formatting change",
    "row_ins": "inserted row",
    "row_del": "deleted row",
}
# About who proposes and why; a tracked change of the draft has no instruction and is not laid over itself.
_NOT_ASKED = ("instruction_only", "touches_other_side_change")


@dataclass(frozen=True)
class _Plan:
    head: VersionRow
    revisions: tuple[Revision, ...]
    action: Action
    before: Structure
    after: Structure
    hunks: list[Hunk]
    advisories: tuple[Advisory, ...]
    effects: tuple[EffectRow, ...]  # () where nothing is warned of: the decision passes at once
    origin: str  # the draft it came with, in words
    label: str
    heading: str

    @property
    def words(self) -> str:
        """What is decided: "deletion “thirty”, insertion “ninety” by Brown LLP, dated 2026-01-02"."""
        said = []
        for row in self.revisions:
            text = f" “{row.text[:200]}”" if row.text.strip() else ""
            said.append(f"{_WORDS[row.kind]}{text}")
        dates = sorted({(row.date or "")[:10] for row in self.revisions} - {""})
        dated = f", dated {' to '.join(dict.fromkeys((dates[0], dates[-1])))}" if dates else ""
        return f"{', '.join(said)} by {self.authors}{dated}"

    @property
    def authors(self) -> str:
        """Who made the changes."""
        return ", ".join(dict.fromkeys(row.author or "an unnamed author" for row in self.revisions))


def decide_tracked(
    matter: Matter,
    structures: Structures,
    document_id: int,
    revision_ids: Sequence[str],
    action: Action,
    by: str,
    comment: str = "",
    seen_version: int | None = None,
) -> VersionRow:
    """Accept or reject tracked changes of the head ("r3"), decided as one; the version this makes.

    Numbers of changes hold for one version only: with ``seen_version``, the version they were read from, a
    head that has moved since is refused (``StaleAnchor``).

    Its impact is checked first, as of a proposal: the draft without the change against the draft with it.
    If there are warnings, the first call stores them with an edit and raises ``AdvisoryNotShown``; once they
    have been shown, the same call goes through. Raises ``NotFoundInDocument`` for an unknown change and
    ``EditError`` for one that records our own accepted edit.
    """
    head = matter.read().documents.head(document_id)
    if seen_version is not None and seen_version != head.id:
        raise StaleAnchor(
            f"The document has moved on to version {head.number}, so nothing was decided.",
            "Look at the change again there.",
        )
    plan = _plan(matter, structures, document_id, tuple(dict.fromkeys(revision_ids)), action)
    waiting = waiting_edits(matter.read(), plan.head, revision_ids)
    edit = next((one for one in waiting if one.kind == KINDS[action]), None)
    if edit is None and any(advisory.finding.severity != "info" for advisory in plan.advisories):
        edit = matter.write(lambda tx: _stage(tx, plan, by))
    version = matter.write(lambda tx: _commit(tx, plan, edit, by, comment))
    structures.keep(version.id, plan.after)
    return version


def waiting_edits(reader: Reader, head: VersionRow, revision_ids: Sequence[str]) -> list[EditRow]:
    """Decisions on exactly these tracked changes of ``head`` that wait until their warnings are shown,
    newest first."""
    found = []
    for edit in reader.edits.list(head.document_id, "staged"):
        if edit.kind in KINDS.values() and edit.version_id == head.id:
            details = json.loads(reader.packets.get(edit.id).items[0].details)
            if set(details["revisions"]) == set(revision_ids):
                found.append(edit)
    return found[::-1]


def _plan(
    matter: Matter, structures: Structures, document_id: int, ids: tuple[str, ...], action: Action
) -> _Plan:
    reader = matter.read()
    head = reader.documents.head(document_id)
    before = structures.of(head.id)
    document = before.document
    known = {row.id: row for row in document.revisions}
    missing = [name for name in ids if name not in known]
    if missing or not ids:
        raise NotFoundInDocument(
            f"Version {head.number} has no tracked change {', '.join(missing) or 'of that name'}.",
            "Their numbers change with every version: list them again.",
        )
    revisions = tuple(known[name] for name in known if name in ids)
    for revision in revisions:
        _refuse_ours(reader, head, revision)
    which = chosen(document, ids=ids)
    taken = Structure(resolved(document, "accept", which))
    refused = Structure(resolved(document, "reject", which))
    old, after = (refused, taken) if action == "accept" else (taken, refused)
    key = next((key for row in revisions for key in row.keys), "")
    _, label, heading = section_names(before if before.has(key) else refused, key)
    advisories = _impact(matter, structures, head, old, after)
    warned = any(advisory.finding.severity != "info" for advisory in advisories)
    return _Plan(
        head=head,
        revisions=revisions,
        action=action,
        before=before,
        after=after,
        hunks=_hunks(before, after, refused, revisions),
        advisories=advisories,
        effects=effects_of(old, after, advisories) if warned else (),
        origin=_origin(reader, structures, head, revisions[0]),
        label=label,
        heading=heading,
    )


def _refuse_ours(reader: Reader, head: VersionRow, revision: Revision) -> None:
    chain = {row.id for row in reader.versions.chain(head.id)}
    for key in revision.keys:
        for change in reader.changes.of_key(head.document_id, key):
            ours = change.version_id in chain and change.source == "apply_time"
            if ours and change.edit_id is not None and change.decided_by == revision.author:
                if reader.edits.get(change.edit_id).kind in KINDS.values():
                    continue
                raise EditError(
                    f"Tracked change {revision.id} is your own accepted edit {change.edit_id}.",
                    f"Take it back with “lexdesk revoke {change.edit_id}”.",
                )


def _origin(reader: Reader, structures: Structures, head: VersionRow, revision: Revision) -> str:
    """The oldest import on the chain that has the change."""
    same = (revision.kind, revision.author, revision.date, revision.text)
    for row in reversed(reader.versions.chain(head.id)):
        if row.kind == "import":
            rows = structures.of(row.id).document.revisions
            if any((one.kind, one.author, one.date, one.text) == same for one in rows):
                return f"version {row.number} ({row.note})"
    return "an imported draft"


def _impact(
    matter: Matter, structures: Structures, head: VersionRow, old: Structure, new: Structure
) -> tuple[Advisory, ...]:
    ops = _ops(old, new)
    if not ops:
        return ()
    case = build_case(matter, structures, head.document_id, head.id, old, new, ops, Reasons())
    checks = [check for check in CHECKS if check.code not in _NOT_ASKED]
    return tuple(run_checks(case, checks))


def _ops(old: Structure, new: Structure) -> list[EditOpRow]:
    """The difference of two states as operations on the first; paragraphs keep their keys in both."""
    ops: list[EditOpRow] = []

    def add(op: str, key: str, start: int, end: int, removed: str, added: str, new_key: str = "") -> None:
        digest = sha256_text(old.text(key) or "")
        ops.append(EditOpRow(len(ops) + 1, op, key, start, end, removed, added, digest, new_key, ""))

    for block in old.blocks:
        now_text = new.text(block.key)
        if now_text is None:
            add("delete_paragraph", block.key, 0, len(block.text), block.text, "")
        elif now_text != block.text:
            for step in word_diff(block.text, now_text):
                if step.kind != "equal":
                    removed = block.text[step.old.start : step.old.end]
                    added = now_text[step.new.start : step.new.end]
                    add("replace", block.key, step.old.start, step.old.end, removed, added)
    last = ""
    for block in new.blocks:
        if old.has(block.key):
            last = block.key
        elif last:
            add("insert_after", last, 0, 0, "", block.text, block.key)
    return ops


def _hunks(
    before: Structure, after: Structure, refused: Structure, revisions: Sequence[Revision]
) -> list[Hunk]:
    """What deciding does to the text; for a paragraph whose text stays, that it was decided there."""
    found = {}
    for key in dict.fromkeys((*before.document.keys, *after.document.keys)):
        old, new = before.text(key), after.text(key)
        if old != new:
            found[key] = hunk_of(before, after, key, old, new)
    for key in (key for row in revisions for key in row.keys):
        if key not in found:
            text = before.text(key)
            # A struck paragraph has its clause only in the draft without the change.
            place = before if text is not None else refused
            original = before.paragraphs[key].original
            found[key] = hunk_of(place, after, key, text if text is not None else original, text)
    return in_document_order(before, after, list(found.values()))


def _stage(tx: Tx, plan: _Plan, by: str) -> EditRow:
    edit = _add_edit(tx, plan, by)
    codes = [advisory.code for advisory in plan.advisories]
    tx.act(by, "tracked.stage", str(edit.id), action=plan.action, change=plan.words, advisories=codes)
    return edit


def _add_edit(tx: Tx, plan: _Plan, by: str) -> EditRow:
    edit = tx.edits.add(
        document_id=plan.head.document_id,
        version_id=plan.head.id,
        run_id=None,
        chat_id=None,
        kind=KINDS[plan.action],
        section_label=plan.label,
        section_heading=plan.heading,
        explanation="",
        created_by=plan.authors,
        ops=(),
    )
    details = {
        "revisions": [row.id for row in plan.revisions],
        "kinds": [row.kind for row in plan.revisions],
        "dates": [row.date or "" for row in plan.revisions],
    }
    item = PacketItemRow(
        seq=1,
        section="check",
        label="Tracked change",
        text=f"{plan.words}; it came with {plan.origin}.",
        basis="found_by_code",
        passage_id=None,
        tool_result_id=None,
        details=json.dumps(details, ensure_ascii=False),
    )
    tx.packets.freeze(PacketRow(edit.id, "", None, None, "", "", edit.created_at, (item,)))
    add_advisories(tx, edit.id, plan.advisories, plan.label)
    tx.effects.add(edit.id, plan.effects)
    return edit


def _commit(tx: Tx, plan: _Plan, edit: EditRow | None, by: str, comment: str) -> VersionRow:
    document_id = plan.head.document_id
    if tx.documents.head(document_id).id != plan.head.id:
        raise EditError("The document changed meanwhile, so nothing was decided.", "Try again.")
    if edit is None:
        edit = _add_edit(tx, plan, by)
    shown = tx.advisories.shown(edit.id)
    unseen = [row for row in tx.advisories.of_edit(edit.id) if row.severity != "info" and row.id not in shown]
    if unseen:
        error = AdvisoryNotShown(unseen)
        error.next_step = f"Read them with “lexdesk show-edit {edit.id}”, then decide again."
        raise error
    verb = "Accept" if plan.action == "accept" else "Reject"
    where = f" in {plan.label or plan.heading}" if plan.label or plan.heading else ""
    kinds = ", ".join(dict.fromkeys(_WORDS[row.kind] for row in plan.revisions))
    note = f"{verb} tracked {kinds} of {plan.authors}{where}"
    version = add_version(tx, document_id, plan.head.id, "tracked", by, note, plan.after.document)
    origin = Origin(
        decided_by=by,
        source="apply_time",
        confidence="high",
        explanation=f"{verb}ed: {plan.words}; it came with {plan.origin}.",
        asked_by=plan.authors,
        edit_id=edit.id,
    )
    add_hunks(tx, document_id, plan.head.id, version.id, plan.hunks, origin)
    tx.decisions.add(
        edit_id=edit.id,
        action=edit.kind,
        decided_by=by,
        comment=comment,
        version_id=version.id,
        shown_advisories=sorted(shown),
    )
    tx.edits.set_state(edit.id, "accepted")
    for other in tx.edits.list(document_id, "staged"):
        if other.kind in KINDS.values() and other.id != edit.id:
            tx.edits.set_state(other.id, "superseded")
    tx.act(
        by,
        f"tracked.{plan.action}",
        str(edit.id),
        document=document_id,
        version=version.id,
        parent=plan.head.id,
        change=plan.words,
        comment=comment,
        shown=sorted(shown),
    )
    return version
