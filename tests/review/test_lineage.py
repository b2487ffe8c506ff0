"""P7: history follows recorded parents, and what the records compose to is what the versions say."""

import pytest

from lexdesk.matter.errors import NotFound
from lexdesk.review.lineage import registered_hunks
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    ReplaceText,
)
from tests.conftest import SHARED
from tests.gold import anchors as anchors_runner
from tests.gold import lineage as lineage_runner
from tests.review.desks import LAWYER, Desk


def test_p7_a_hunk_holds_every_fact(desk: Desk) -> None:
    base = desk.head
    chat = desk.matter.write(lambda tx: (tx.chats.add("Main", "main"), tx.act("t", "chat", "1"))[0])
    run = desk.matter.write(
        lambda tx: (
            tx.runs.start(chat.id, "Say good.", "guided", "scripted", desk.document_id, base.id),
            tx.act("t", "run", "1"),
        )[0]
    )
    edit = desk.stage(
        ReplaceText("accurate books", "good books"),
        "Say good.",
        explanation="Shorter.",
        run_id=run.id,
        chat_id=chat.id,
    )
    version = desk.accept(edit)
    (hunk,) = desk.review.lineage.hunks(version.id)
    change = hunk.change
    assert (hunk.before, hunk.after) == (base, version)
    assert (change.document_id, change.section_label, change.kind) == (desk.document_id, "12.6", "replace")
    assert change.section_id == f"{desk.key('12. Records')}/{desk.key('12.6')}"
    assert (change.asked_by, change.decided_by) == (LAWYER, LAWYER)
    assert (change.run_id, change.edit_id, change.at[:2]) == (run.id, edit.id, "20")
    assert (hunk.record, hunk.marker) == ("saved record", f"[[diff_{change.id}]]")
    assert [h.change for h in desk.review.lineage.of_run(run.id)] == [change]
    assert desk.review.lineage.hunk(change.id) == hunk
    assert registered_hunks(desk.matter.read(), [change.id, 999]) == {change.id: change}
    with pytest.raises(NotFound):
        desk.review.lineage.hunk(999)


def test_p7_history_follows_parents_and_not_numbers(desk: Desk) -> None:
    base = desk.head
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    desk.review.revert(base.id, LAWYER)
    third = desk.accept(desk.stage(ReplaceText("in writing", "by letter")))
    found = desk.review.lineage.history(third.id)
    assert [hunk.change.section_label for hunk in found] == ["16.1"]
    assert found[0].before.number == 3


def test_p7_history_of_a_clause_that_is_gone(desk: Desk) -> None:
    desk.accept(desk.stage(ReplaceText("forty-five (45)", "sixty (60)", section="12.7")))
    desk.accept(desk.stage(ReplaceText("accurate", "good", section="12.6")))
    version = desk.accept(desk.stage(DeleteClause("12.7")))
    found = desk.review.lineage.history(version.id, "Section 12.7")
    assert [hunk.change.kind for hunk in found] == ["replace", "delete"]
    assert [h.change.section_label for h in desk.review.lineage.history(version.id, "12")] == [
        "12.7",
        "12.6",
        "12.7",
    ]
    assert desk.review.lineage.history(version.id, "99") == []


def test_p7_hand_edits_and_imports_are_reconstructions(desk: Desk) -> None:
    done = desk.review.hand_edit(desk.document_id, [ReplaceText("accurate", "good")], LAWYER)
    assert done.version is not None
    (hunk,) = desk.review.lineage.hunks(done.version.id)
    assert hunk.record == "reconstruction"
    verdict = desk.review.lineage.claim(done.version.id, "accurate books")
    assert (verdict.verdict, verdict.hunk) == ("reconstruction_only", hunk)


def test_p7_who_changed_these_words(desk: Desk) -> None:
    base = desk.head
    edit = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.")
    version = desk.accept(edit)
    lineage = desk.review.lineage
    gone = lineage.who_changed(version.id, "ACCURATE  books")
    assert (gone.present, gone.reason) == (False, "accepted_edit")
    assert gone.hunk is not None
    assert gone.hunk.change.edit_id == edit.id
    assert gone.chain_versions_with == (base.id,)
    here = lineage.who_changed(version.id, "good books", key=desk.key("12.6"))
    assert here.present
    assert here.hunk == gone.hunk
    original = lineage.who_changed(version.id, "in writing")
    assert (original.present, original.hunk) == (True, None)
    assert lineage.who_changed(version.id, "never said").reason == "never_on_this_chain"
    assert lineage.claim(version.id, "accurate books", edit.id, "say GOOD").verdict == "proved"
    assert lineage.claim(version.id, "accurate books", edit.id, "be quick").verdict == "refuted"
    assert lineage.claim(version.id, "accurate books", edit.id + 1).verdict == "refuted"
    desk.review.branch(base.id, "client", LAWYER)
    other = lineage.who_changed(desk.head.id, "good books")
    assert (other.reason, other.hunk) == ("never_on_this_chain", None)
    assert other.other_versions_with == (version.id,)
    assert lineage.edits_only_on(version.id, desk.head.id) == [edit.id]
    ancestor = lineage.common_ancestor(version.id, desk.head.id)
    assert ancestor == base


def test_p7_the_removal_is_the_step_at_which_the_words_left_the_document(desk: Desk) -> None:
    first = desk.stage(ReplaceText("thirty (30)", "ten (10)", section="4.1"), "Make it ten (10) days.")
    second = desk.stage(ReplaceText("thirty (30)", "ten (10)", section="9.3"), "And here ten (10) days.")
    middle = desk.accept(first)
    assert desk.review.lineage.who_changed(middle.id, "thirty (30)").present
    last = desk.accept(second)
    added = desk.stage(InsertAfter(desk.key("16.1"), "16.2 Within thirty (30) days."))
    desk.accept(added)
    version = desk.accept(desk.stage(DeleteParagraphs((desk.key("16.2"),))))
    desk.review.branch(middle.id, "client", LAWYER)
    for head, edit in ((last, second), (version, None)):
        answer = desk.review.lineage.who_changed(head.id, "thirty (30)")
        assert answer.hunk is not None
        assert answer.hunk.after == head
        assert edit is None or answer.hunk.change.edit_id == edit.id
    third = desk.stage(
        ReplaceText("all records of the Customer within thirty (30) days", "all", section="9.3")
    )
    fourth = desk.stage(InsertAfter(desk.key("16.1"), "16.2 Within thirty (30) days."))
    kept = desk.accept(third, fourth)
    assert desk.review.lineage.claim(kept.id, "thirty (30)").verdict == "refuted"


@pytest.mark.skipif(not (SHARED / "gold").is_dir(), reason="the measuring sets are not here")
def test_lineage_scenarios_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    folder = SHARED / "gold" / "lineage"
    assert lineage_runner.main([str(folder / "dev-04.json"), str(folder / "dev-08.json")]) == 0
    assert '{"scenarios": 2, "exact": 2, "questions": 16, "right": 16}' in capsys.readouterr().out


@pytest.mark.skipif(not (SHARED / "gold").is_dir(), reason="the measuring sets are not here")
def test_anchor_probes_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert anchors_runner.main([str(SHARED / "gold" / "edits" / "anchor_probes.json")]) == 0
    assert '{"cases": 7, "right": 7}' in capsys.readouterr().out
