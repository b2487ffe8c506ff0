"""P1 and P2 at the decision: one transaction, no unseen warning, re-based only where nothing changed."""

import dataclasses

import pytest

from lexdesk.matter.stores import Tx
from lexdesk.review import decisions
from lexdesk.review.errors import (
    AdvisoryNotShown,
    AlreadyApplied,
    ApprovalOutdated,
    EditClosed,
    OverlappingEdits,
    StaleAnchor,
)
from lexdesk.review.proposal import DeleteClause, InsertAfter, ReplaceText
from tests.review.desks import LAWYER, Desk


def counts(desk: Desk) -> tuple[int, ...]:
    reader = desk.matter.read()
    document = desk.document_id
    return (
        len(reader.versions.list(document)),
        len(reader.changes.of_document(document)),
        len(reader.decisions.list(document)),
        len(reader.audit.rows()),
    )


def test_p1_staging_makes_no_version(desk: Desk) -> None:
    before, texts = desk.head, desk.texts()
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    assert edit.state == "staged"
    assert desk.head == before
    assert desk.texts() == texts


def test_p1_accept_writes_version_change_decision_and_audit_together(desk: Desk) -> None:
    parent = desk.head
    edit = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.", explanation="Shorter.")
    version = desk.accept(edit, comment="Fine.")
    reader = desk.matter.read()
    assert (version.parent_id, version.kind, version.created_by) == (parent.id, "accept", LAWYER)
    assert desk.head == version
    (change,) = reader.changes.of_version(version.id)
    assert change.removed == "12.6 The Supplier shall keep accurate books."
    assert change.added == "12.6 The Supplier shall keep good books."
    assert (change.instruction, change.explanation) == ("Say good books.", "Shorter.")
    assert (change.source, change.confidence, change.edit_id) == ("apply_time", "high", edit.id)
    assert (change.section_label, change.decided_by, change.from_version) == ("12.6", LAWYER, parent.id)
    (decision,) = reader.decisions.of_edit(edit.id)
    assert (decision.action, decision.version_id, decision.comment) == ("accept", version.id, "Fine.")
    assert reader.edits.get(edit.id).state == "accepted"
    assert reader.audit.rows()[-1].act == "edit.accept"
    assert reader.audit.verify() == []


def test_p1_a_failure_at_any_step_leaves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    desk.show(edit)
    before, head = counts(desk), desk.head

    def broken(tx: Tx, *arguments: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(decisions, "_origin", broken)
    with pytest.raises(OSError):
        desk.review.accept([edit.id], LAWYER)
    assert counts(desk) == before
    assert desk.head == head
    monkeypatch.undo()
    assert desk.accept(edit).parent_id == head.id


def test_p1_no_accept_passes_a_warning_that_was_not_shown(desk: Desk) -> None:
    quiet = desk.stage(ReplaceText("accurate books", "good books"))
    loud = desk.stage(DeleteClause("12.7"))
    desk.show(quiet)
    before = counts(desk)
    for batch in ([loud.id], [quiet.id, loud.id]):
        with pytest.raises(AdvisoryNotShown) as caught:
            desk.review.accept(batch, LAWYER)
        assert {row.edit_id for row in caught.value.advisories} == {loud.id}
        assert counts(desk) == before
    desk.accept(quiet, loud)
    shown = desk.matter.read().decisions.of_edit(loud.id)[0].shown_advisories
    assert set(shown) == {row.id for row in desk.matter.read().advisories.of_edit(loud.id)}


def test_p1_a_batch_is_one_version_or_none(desk: Desk) -> None:
    first = desk.stage(ReplaceText("accurate books", "good books"))
    second = desk.stage(ReplaceText("in writing", "by letter"))
    version = desk.accept(first, second)
    assert version.number == 2
    rows = desk.matter.read().changes.of_version(version.id)
    assert [row.edit_id for row in rows] == [first.id, second.id]
    assert [row.seq for row in rows] == [1, 2]

    third = desk.stage(ReplaceText("without notice", "without ten days’ notice"))
    stale = desk.stage(ReplaceText("good books", "best books"))
    desk.accept(desk.stage(ReplaceText("good books", "excellent books")))
    before, texts = counts(desk), desk.texts()
    desk.show(third, stale)
    seen = counts(desk)
    with pytest.raises(StaleAnchor):
        desk.review.accept([third.id, stale.id], LAWYER)
    assert counts(desk) == seen
    assert counts(desk)[:3] == before[:3]
    assert desk.texts() == texts


def test_p1_two_edits_of_one_paragraph_in_one_batch(desk: Desk) -> None:
    key = desk.key("4.1")
    first = desk.stage(ReplaceText("The Customer", "The Client", paragraph_key=key))
    second = desk.stage(
        ReplaceText("thirty (30)", "sixty (60)", paragraph_key=key), "Make it sixty (60) days."
    )
    clash = desk.stage(ReplaceText("(30) days of receipt", "days of receipt", paragraph_key=key))
    desk.show(first, second, clash)
    with pytest.raises(OverlappingEdits):
        desk.review.accept([second.id, clash.id], LAWYER)
    version = desk.accept(first, second)
    rows = desk.matter.read().changes.of_version(version.id)
    assert rows[0].added == rows[1].removed
    assert rows[1].added == desk.structure.block(key).text
    assert rows[1].added.startswith("4.1 The Client shall pay the Fees within sixty (60) days")


def test_p2_moved_head_rebases_an_untouched_paragraph_and_says_so(desk: Desk) -> None:
    waiting = desk.stage(ReplaceText("in writing", "by letter"))
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    version = desk.accept(waiting, comment="Yes.")
    assert version.number == 3
    assert "16.1 Notices are given by letter." in desk.texts()[16]
    assert "12.6 The Supplier shall keep good books." in desk.texts()
    (decision,) = desk.matter.read().decisions.of_edit(waiting.id)
    assert decision.comment.startswith("Yes. Made against version 1; re-based on version 2")
    assert "re-based" in desk.matter.read().audit.rows()[-1].detail


def test_p2_a_paragraph_changed_and_changed_back_is_stale(desk: Desk) -> None:
    waiting = desk.stage(ReplaceText("in writing", "by letter"))
    desk.accept(desk.stage(ReplaceText("in writing", "by fax")))
    desk.accept(desk.stage(ReplaceText("by fax", "in writing")))
    desk.show(waiting)
    with pytest.raises(StaleAnchor):
        desk.review.accept([waiting.id], LAWYER)


def test_p2_an_inserted_paragraph_nearby_does_not_matter(desk: Desk) -> None:
    waiting = desk.stage(ReplaceText("in writing", "by letter"))
    desk.accept(desk.stage(InsertAfter(desk.key("16. General"), "16.0 Nothing here.")))
    desk.accept(waiting)
    assert "16.1 Notices are given by letter. The Retained Records stay confidential." in desk.texts()


def test_p2_on_another_branch_the_same_paragraph_with_the_same_text(desk: Desk) -> None:
    base = desk.head.id
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    on_main = desk.stage(ReplaceText("in writing", "by letter"))
    on_changed = desk.stage(ReplaceText("good books", "best books"))
    desk.review.branch(base, "client", LAWYER)
    version = desk.accept(on_main)
    assert "by letter" in desk.texts()[16]
    assert "another branch" in desk.matter.read().decisions.of_edit(on_main.id)[0].comment
    desk.show(on_changed)
    with pytest.raises(StaleAnchor):
        desk.review.accept([on_changed.id], LAWYER)
    desk.review.switch(desk.document_id, "main", LAWYER)
    second = desk.accept(on_main)
    assert {row.id for row in desk.review.lineage.accepted_in(on_main.id)} == {version.id, second.id}
    with pytest.raises(AlreadyApplied):
        desk.review.accept([on_main.id], LAWYER)


def test_p2_on_another_branch_the_whole_paragraph_must_read_the_same(desk: Desk) -> None:
    base, key = desk.head.id, desk.key("16.1")
    desk.accept(desk.stage(ReplaceText("stay confidential", "stay secret", paragraph_key=key)))
    edit = desk.stage(ReplaceText("in writing", "by letter", paragraph_key=key))
    desk.review.branch(base, "client", LAWYER)
    desk.show(edit)
    with pytest.raises(StaleAnchor) as caught:
        desk.review.accept([edit.id], LAWYER)
    assert "stay secret" in caught.value.message
    assert "stay confidential" in caught.value.message


def test_harness_6_a_new_warning_on_the_moved_head_returns_the_edit(desk: Desk) -> None:
    desk.look_up("12.6")
    edit = desk.stage(DeleteClause("12.6"))
    assert "xref_dangling" not in desk.codes(edit)
    desk.accept(desk.stage(InsertAfter(desk.key("16.1"), "16.2 Books are kept under Section 12.6.")))
    desk.show(edit)
    before = counts(desk)
    with pytest.raises(ApprovalOutdated):
        desk.review.accept([edit.id], LAWYER)
    assert "xref_dangling" in desk.codes(edit)
    assert desk.matter.read().edits.get(edit.id).state == "staged"
    assert counts(desk)[:3] == before[:3]
    with pytest.raises(AdvisoryNotShown):
        desk.review.accept([edit.id], LAWYER)
    desk.accept(edit)
    assert not any(text.startswith("12.6") for text in desk.texts())


def test_rejected_edits_stay_rejected_and_set_aside_ones_wait(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    desk.review.set_aside([edit.id], LAWYER, "Ask the client.")
    assert desk.matter.read().edits.get(edit.id).state == "set_aside"
    other = desk.stage(ReplaceText("in writing", "by letter"))
    desk.review.reject([other.id], LAWYER)
    with pytest.raises(EditClosed):
        desk.review.accept([other.id], LAWYER)
    with pytest.raises(EditClosed):
        desk.review.reject([other.id], LAWYER)
    version = desk.accept(edit)
    assert version.number == 2
    with pytest.raises(EditClosed):
        desk.review.reject([edit.id], LAWYER)


def test_packet_is_frozen_at_staging(desk: Desk) -> None:
    edit = desk.stage(
        ReplaceText("accurate books", "good books"),
        "Say good books.",
        model="starter",
        context_sha256="ab" * 32,
    )
    packet = desk.matter.read().packets.get(edit.id)
    assert (packet.instruction, packet.model, packet.context_sha256) == (
        "Say good books.",
        "starter",
        "ab" * 32,
    )
    desk.accept(edit)
    assert desk.matter.read().packets.get(edit.id) == packet
    assert dataclasses.asdict(packet)["items"] == ()
