"""An edit in the lawyer's own words, edits that give way to newer ones, and edits that need each other."""

import json

import pytest

from lexdesk.review.errors import AdvisoryNotShown, EditClosed, EditError, StaleAnchor
from lexdesk.review.proposal import DeleteClause, InsertAfter, ReplaceText
from tests.review.desks import LAWYER, Desk

OWN = "12.6 The Supplier shall keep books that are true and complete."


def test_own_words_take_the_place_of_the_proposal_and_are_recorded_as_such(desk: Desk) -> None:
    proposed = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.")
    own = desk.review.reword(proposed.id, OWN, LAWYER)
    reader = desk.matter.read()
    assert reader.edits.get(proposed.id).state == "superseded"
    assert reader.decisions.of_edit(proposed.id)[-1].comment == f"Superseded by edit {own.id}."
    assert (own.created_by, reader.packets.get(own.id).instruction) == (LAWYER, "Say good books.")
    assert "12.6 The Supplier shall keep good books." in own.explanation, "what was proposed stays readable"
    assert desk.head.number == 1, "P1: nothing is changed before it is accepted"
    version = desk.accept(own)
    assert OWN in desk.texts()
    (change,) = reader.changes.of_version(version.id)
    assert (change.added, change.asked_by, change.edit_id) == (OWN, LAWYER, own.id)
    assert f"In the words of {LAWYER}" in change.explanation
    with pytest.raises(EditClosed):
        desk.review.accept([proposed.id], LAWYER)


def test_p1_own_words_have_warnings_of_their_own(desk: Desk) -> None:
    proposed = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.")
    desk.show(proposed)
    own = desk.review.reword(proposed.id, "12.6 The Supplier shall keep no books under Section 99.", LAWYER)
    with pytest.raises(AdvisoryNotShown):
        desk.review.accept([own.id], LAWYER)


def test_own_words_for_a_new_paragraph(desk: Desk) -> None:
    proposed = desk.stage(InsertAfter(desk.key("16.1"), "16.2 Interest accrues."))
    desk.accept(desk.review.reword(proposed.id, "16.2 No interest accrues.", LAWYER))
    assert desk.texts()[-1] == "16.2 No interest accrues."


def test_own_words_are_refused_where_they_have_no_one_place(desk: Desk) -> None:
    several = desk.stage([DeleteClause("12.7"), DeleteClause("9.3")])
    with pytest.raises(EditError):
        desk.review.reword(several.id, "x", LAWYER)
    stale = desk.stage(ReplaceText("accurate books", "good books"))
    desk.accept(desk.stage(ReplaceText("accurate books", "true books")))
    with pytest.raises(StaleAnchor):
        desk.review.reword(stale.id, OWN, LAWYER)
    assert desk.matter.read().edits.get(stale.id).state == "staged", "refused, nothing gave way"
    desk.review.reject([stale.id], LAWYER)
    with pytest.raises(EditClosed):
        desk.review.reword(stale.id, OWN, LAWYER)


def test_a_newer_proposal_takes_the_place_of_an_older_one(desk: Desk) -> None:
    older = desk.stage(ReplaceText("accurate books", "good books"))
    newer = desk.stage(ReplaceText("accurate books", "true books"), supersedes=[older.id])
    assert desk.matter.read().edits.get(older.id).state == "superseded"
    desk.accept(newer)
    with pytest.raises(EditClosed):
        desk.stage(ReplaceText("in writing", "by letter"), supersedes=[newer.id])
    assert len(desk.matter.read().edits.list()) == 2, "refused whole"
    row = next(
        row for row in desk.matter.read().audit.rows() if row.act == "edit.stage" and row.subject == "2"
    )
    assert json.loads(row.detail)["supersedes"] == [older.id]


def test_edits_that_need_each_other_are_named_when_one_is_decided(desk: Desk) -> None:
    first = desk.stage(ReplaceText("accurate books", "good books"))
    second = desk.stage(ReplaceText("in writing", "by letter"))
    third = desk.stage(ReplaceText("without notice", "without ten days’ notice"))
    desk.review.group([first.id, second.id], "the one term stands in both", LAWYER)
    desk.review.reject([first.id], LAWYER)
    (companion,) = desk.review.companions([first.id])
    assert (
        companion.sentence
        == f"Edit {second.id} (change 16.1, staged) belongs with it: the one term stands in both"
    )
    assert desk.review.companions([third.id]) == ()
    assert desk.review.companions([first.id, second.id]) == ()
    for wrong in ([first.id], []):
        with pytest.raises(EditError):
            desk.review.group(wrong, "", LAWYER)
