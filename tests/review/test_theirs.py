"""P1, P6, P7: a decision on the draft's own tracked changes is one like any other; revoking one edit."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from lexdesk.matter.records import VersionRow
from lexdesk.review import theirs
from lexdesk.review.effects import effect_sentence
from lexdesk.review.errors import AdvisoryNotShown, EditError, NotFoundInDocument, StaleAnchor
from lexdesk.review.export import document_bytes
from lexdesk.review.proposal import DeleteClause, InsertAfter, ReplaceText
from lexdesk.review.revoking import NotRevocable
from lexdesk.review.theirs import Action
from lexdesk.word.document import Document
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file

THEM = "Brown LLP"
CHANGED = "4.1 The Customer shall pay the Fees within ninety (90) days of receipt of an invoice."
BEFORE = AGREEMENT[4]
STRUCK = AGREEMENT[10]
ADDED = "16.2 Interest accrues monthly."


@pytest.fixture
def drafted(tmp_path: Path) -> Desk:
    """Their draft: r1 to r4 change the period in 4.1, then 12.7 is struck and 16.2 added, all tracked."""
    draft = Document.open(word_file(AGREEMENT))
    keys = {p.text: p.key for p in draft.paragraphs}
    at = BEFORE.index("thirty (30)")
    edits = [
        Replace(keys[BEFORE], at, at + 11, "thirty (30)", "ninety (90)"),
        DeleteParagraph(keys[STRUCK], STRUCK),
        InsertParagraph(keys[AGREEMENT[-1]], "after", ADDED, "new"),
    ]
    content = draft.edited(edits, THEM, datetime(2026, 1, 2, tzinfo=UTC)).to_bytes()
    return open_desk(tmp_path / "test.lexmatter", content)


def revisions(desk: Desk) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in desk.structure.document.revisions]


def ids(desk: Desk, start: str) -> list[str]:
    """The tracked changes in the paragraph that begins or began with these words."""
    (key,) = [p.key for p in desk.structure.document.paragraphs if (p.text or p.original).startswith(start)]
    return [row.id for row in desk.structure.document.revisions if key in row.keys]


def decide(desk: Desk, start: str, action: Action) -> VersionRow:
    """Show the warnings if there are any, then decide."""
    names = ids(desk, start)
    try:
        return desk.review.decide_tracked(desk.document_id, names, action, LAWYER)
    except AdvisoryNotShown as error:
        desk.review.show_advisories(error.advisories[0].edit_id, LAWYER)
        return desk.review.decide_tracked(desk.document_id, names, action, LAWYER)


def test_accepting_settles_the_change_and_nothing_else(drafted: Desk) -> None:
    before, parent = revisions(drafted), drafted.head
    version = decide(drafted, "4.1", "accept")
    assert (version.parent_id, version.kind, version.created_by) == (parent.id, "tracked", LAWYER)
    assert revisions(drafted) == before[4:], "P3: all others stay tracked as they were"
    assert drafted.structure.document.paragraph(drafted.key("4.1")).original == CHANGED
    assert drafted.texts() == drafted.texts(parent.id)


def test_rejecting_gives_the_text_before(drafted: Desk) -> None:
    decide(drafted, "4.1", "reject")
    assert BEFORE in drafted.texts()
    decide(drafted, STRUCK, "reject")
    assert STRUCK in drafted.texts()
    decide(drafted, "16.2", "reject")
    assert ADDED not in drafted.texts()
    assert drafted.texts()[:17] == list(AGREEMENT)


def test_p1_version_record_decision_and_audit_come_together(drafted: Desk) -> None:
    version = decide(drafted, "4.1", "reject")
    reader = drafted.matter.read()
    (change,) = reader.changes.of_version(version.id)
    assert (change.removed, change.added, change.section_label) == (CHANGED, BEFORE, "4.1")
    assert (change.source, change.confidence) == ("apply_time", "high")
    assert (change.asked_by, change.decided_by) == (THEM, LAWYER), "their author, our decider"
    assert "version 1 (Imported agreement.docx)" in change.explanation, "the draft it came with"
    edit = reader.edits.get(change.edit_id or 0)
    assert (edit.kind, edit.state, edit.created_by) == ("reject_tracked", "accepted", THEM)
    (decision,) = reader.decisions.of_edit(edit.id)
    assert (decision.action, decision.version_id) == ("reject_tracked", version.id)
    assert set(decision.shown_advisories) == {row.id for row in reader.advisories.of_edit(edit.id)}
    assert reader.audit.rows()[-1].act == "tracked.reject"
    assert reader.audit.verify() == []


def test_p1_a_failure_leaves_nothing(drafted: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ids(drafted, "16.2")

    def broken(*arguments: object) -> None:
        raise OSError("the disk is gone")

    before = drafted.matter.read().audit.head()
    monkeypatch.setattr(theirs, "add_hunks", broken)
    with pytest.raises(OSError):
        drafted.review.decide_tracked(drafted.document_id, names, "accept", LAWYER)
    assert drafted.head.number == 1
    assert drafted.matter.read().edits.list() == []
    assert drafted.matter.read().audit.head() == before


def test_p1_p6_its_impact_is_shown_before_the_decision(drafted: Desk) -> None:
    names = ids(drafted, STRUCK)
    with pytest.raises(AdvisoryNotShown) as caught:
        drafted.review.decide_tracked(drafted.document_id, names, "accept", LAWYER)
    codes = {row.code for row in caught.value.advisories}
    assert {"cross_reference_review_not_recorded", "xref_dangling"} <= codes
    assert drafted.head.number == 1
    with pytest.raises(AdvisoryNotShown):
        drafted.review.decide_tracked(drafted.document_id, names, "accept", LAWYER)
    assert len(drafted.matter.read().edits.list()) == 1, "asked twice, one edit waits"
    effects = drafted.matter.read().effects.of_edit(1)
    assert effect_sentence(effects) == "Accepting this breaks three references."
    with pytest.raises(EditError):
        drafted.review.accept([1], LAWYER)
    drafted.review.show_advisories(1, LAWYER)
    assert drafted.review.decide_tracked(drafted.document_id, names, "accept", LAWYER).number == 2


def test_p7_composition_of_the_records_is_the_text(drafted: Desk) -> None:
    decide(drafted, "4.1", "reject")
    decide(drafted, STRUCK, "accept")
    decide(drafted, "16.2", "accept")
    texts = drafted.review.lineage.texts(drafted.document_id)
    for version in drafted.review.lineage.chain(drafted.head.id):
        blocks = drafted.review.structures.of(version.id).blocks
        assert texts[version.id] == {block.key: block.text for block in blocks}
    hunks = drafted.review.lineage.history(drafted.head.id)
    assert [hunk.change.section_label for hunk in hunks][:2] == ["4.1", "12.7"]
    assert {hunk.record for hunk in hunks} == {"saved record"}


def test_undo_and_redo_of_a_decision(drafted: Desk) -> None:
    before = revisions(drafted)
    version = decide(drafted, "4.1", "reject")
    drafted.review.undo(drafted.document_id, LAWYER)
    assert revisions(drafted) == before
    assert drafted.matter.read().edits.get(1).state == "superseded"
    assert drafted.review.redo(drafted.document_id, LAWYER) == version
    assert drafted.matter.read().edits.get(1).state == "accepted"


def test_numbers_of_changes_hold_for_one_version(drafted: Desk) -> None:
    seen = drafted.head.id
    decide(drafted, "4.1", "reject")
    with pytest.raises(StaleAnchor):
        drafted.review.decide_tracked(drafted.document_id, ["r1"], "accept", LAWYER, seen_version=seen)
    with pytest.raises(NotFoundInDocument):
        drafted.review.decide_tracked(drafted.document_id, ["r99"], "accept", LAWYER)
    with pytest.raises(NotFoundInDocument):
        drafted.review.decide_tracked(drafted.document_id, [], "accept", LAWYER)


def test_our_own_accepted_edit_is_taken_back_not_rejected(drafted: Desk) -> None:
    edit = drafted.stage(ReplaceText("accurate books", "good books"))
    drafted.accept(edit)
    with pytest.raises(EditError) as caught:
        drafted.review.decide_tracked(drafted.document_id, ids(drafted, "12.6"), "reject", LAWYER)
    assert f"revoke {edit.id}" in caught.value.next_step


def test_revoke_puts_the_words_back_and_keeps_later_work(desk: Desk) -> None:
    first = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.")
    desk.accept(first)
    desk.accept(desk.stage(ReplaceText("12.6 The Supplier shall", "12.6 The Supplier must at all times")))
    inverse = desk.review.revoke(first.id, LAWYER)
    assert (inverse.state, inverse.created_by) == ("staged", LAWYER), "P1: it is staged, not done"
    assert "12.6 The Supplier must at all times keep good books." in desk.texts()
    packet = desk.matter.read().packets.get(inverse.id)
    assert packet.instruction.startswith(f"Revoke edit {first.id}")
    desk.accept(inverse)
    assert "12.6 The Supplier must at all times keep accurate books." in desk.texts()


def test_revoke_of_deleted_and_inserted_paragraphs(desk: Desk) -> None:
    deleted = desk.stage([DeleteClause("12.7"), DeleteClause("9.3")])
    inserted = desk.stage(InsertAfter(desk.key("16.1"), "16.2 One.\n16.3 Two."))
    for edit in (deleted, inserted):
        desk.accept(edit)
    for edit in (inserted, deleted):
        desk.accept(desk.review.revoke(edit.id, LAWYER))
    assert desk.texts() == list(AGREEMENT)
    look = {p.text: p.style for p in desk.structure.document.paragraphs if p.in_current}
    assert look[AGREEMENT[10]] == look[AGREEMENT[9]]


def test_revoke_refuses_what_it_cannot_do_exactly(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    with pytest.raises(NotRevocable):
        desk.review.revoke(edit.id, LAWYER)
    desk.accept(edit)
    desk.accept(desk.stage(ReplaceText("good books", "excellent books")))
    with pytest.raises(StaleAnchor) as caught:
        desk.review.revoke(edit.id, LAWYER)
    assert "excellent" in caught.value.message


def test_clean_and_redline_after_a_rejection_carry_no_trace_of_it(drafted: Desk) -> None:
    version = decide(drafted, "4.1", "reject")
    for form in ("redline", "clean"):
        content = document_bytes(drafted.matter, drafted.review.structures, version.id, form)  # type: ignore[arg-type]
        (paragraph,) = [p for p in Document.open(content).paragraphs if p.text.startswith("4.1")]
        assert (paragraph.text, paragraph.original) == (BEFORE, BEFORE)
