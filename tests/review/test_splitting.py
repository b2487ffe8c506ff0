"""A term renamed everywhere is one decision, or many: an edit of many places can be divided."""

import pytest

from lexdesk.review.errors import EditClosed, EditError
from lexdesk.review.proposal import InsertAfter, ReplaceText
from tests.review.desks import LAWYER, Desk


def renamed(desk: Desk) -> list[ReplaceText]:
    return [
        ReplaceText("“Fees”", "“Charges”", section="1.2"),
        ReplaceText("the Fees", "the Charges", section="4.1"),
    ]


def test_one_decision_becomes_many_that_belong_together(desk: Desk) -> None:
    whole = desk.stage(
        [*renamed(desk), InsertAfter(desk.key("16.1"), "16.2 Fees are called Charges.")], "Rename Fees."
    )
    parts = desk.review.split(whole.id, LAWYER)
    reader = desk.matter.read()
    assert [part.section_label for part in parts] == ["1.2", "4.1", "16.1"]
    assert {reader.packets.get(part.id).instruction for part in parts} == {"Rename Fees."}
    assert reader.edits.get(whole.id).state == "superseded"
    assert [one.edit_id for one in desk.review.companions([parts[0].id])] == [parts[1].id, parts[2].id]
    desk.review.reject([parts[2].id], LAWYER)
    desk.accept(parts[0], parts[1])
    assert "4.1 The Customer shall pay the Charges" in " ".join(desk.texts())
    assert "16.2" not in " ".join(desk.texts())


def test_what_has_one_place_or_is_decided_is_not_divided(desk: Desk) -> None:
    with pytest.raises(EditError):
        desk.review.split(desk.stage(renamed(desk)[0]).id, LAWYER)
    done = desk.stage(renamed(desk))
    desk.review.reject([done.id], LAWYER)
    with pytest.raises(EditClosed):
        desk.review.split(done.id, LAWYER)
