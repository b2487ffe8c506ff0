"""The other documents of the matter warn when a clause they refer to goes."""

import json

from lexdesk.review.proposal import DeleteClause, ReplaceText
from tests.review.desks import LAWYER, Desk, word_file

ORDER = (
    "Order Form No. 1",
    "This Order Form is issued under the Agreement. This Order Form prevails.",
    "1. Records",
    "1.1 Section 12.7 of the Agreement does not apply to this order.",
    "1.2 The Customer pays under Section 4.1 of the Agreement and Section 9 of the Sale of Goods Act 1979.",
)


def warnings(desk: Desk, label: str) -> list[str]:
    edit = desk.stage(DeleteClause(label))
    rows = desk.matter.read().advisories.of_edit(edit.id)
    return [row.message for row in rows if row.code == "xref_elsewhere"]


def test_an_order_form_that_refers_to_the_clause_is_named(desk: Desk) -> None:
    desk.review.import_document(word_file(ORDER), "Order form 1.docx", LAWYER)
    (said,) = warnings(desk, "12.7")
    assert "1.1 of “Order form 1” refers to 12.7" in said
    (whole,) = warnings(desk, "4")
    assert "1.2 of “Order form 1” refers to 4.1" in whole


def test_nothing_is_said_where_no_other_document_refers_to_it(desk: Desk) -> None:
    assert warnings(desk, "12.7") == []
    desk.review.import_document(word_file(ORDER), "Order form 1.docx", LAWYER)
    assert warnings(desk, "12.6") == []
    edit = desk.stage(ReplaceText("forty-five (45)", "sixty (60)"))
    assert "xref_elsewhere" not in desk.codes(edit)


def test_a_name_that_two_documents_bear_is_said_to_be_unsure(desk: Desk) -> None:
    desk.review.import_document(word_file(ORDER), "Order form 1.docx", LAWYER)
    other = (
        "Services Agreement",
        "This Services Agreement binds; this Services Agreement is final.",
        "1. Scope",
    )
    desk.review.import_document(word_file(other), "Services.docx", LAWYER)
    (said,) = warnings(desk, "12.7")
    assert "may refer to 12.7" in said


def test_p1_the_warning_must_be_shown_before_it_is_accepted(desk: Desk) -> None:
    desk.review.import_document(word_file(ORDER), "Order form 1.docx", LAWYER)
    edit = desk.stage(DeleteClause("12.7"))
    desk.accept(edit)
    (decision,) = desk.matter.read().decisions.of_edit(edit.id)
    shown = desk.matter.read().advisories.shown(edit.id)
    (row,) = [r for r in desk.matter.read().advisories.of_edit(edit.id) if r.code == "xref_elsewhere"]
    assert row.id in shown
    assert json.loads(row.details)["references"]
    assert decision.action == "accept"
