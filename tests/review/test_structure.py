"""The structure of an edited state is the same whether or not it starts from the state before."""

import pytest

from lexdesk.review.proposal import DeleteClause, InsertAfter, Proposal, ReplaceText
from lexdesk.review.staging import Reasons, propose
from lexdesk.review.structure import Structure
from tests.review.desks import Desk


@pytest.mark.parametrize(
    "proposal",
    [
        ReplaceText("forty-five (45)", "sixty (60)"),
        ReplaceText("“Fees” means", "“Charges” means"),
        ReplaceText("Section 9.3; and", "Section 9.4; and"),
        DeleteClause("12.7"),
    ],
)
def test_an_edit_is_analysed_as_a_whole_document_would_be(desk: Desk, proposal: Proposal) -> None:
    made = propose(desk.matter, desk.review.structures, [proposal], desk.document_id, desk.head.id, Reasons())
    whole = Structure(made.after.document)
    assert made.after.tree.sections == whole.tree.sections
    assert made.after.references == whole.references
    assert made.after.terms == whole.terms


def test_what_an_edit_of_words_does_not_touch_is_kept(desk: Desk) -> None:
    proposal = ReplaceText("forty-five (45)", "sixty (60)")
    made = propose(desk.matter, desk.review.structures, [proposal], desk.document_id, desk.head.id, Reasons())
    assert made.after.tree.same_outline(made.before.tree)
    kept = {id(reference) for reference in made.before.references}
    assert all(id(reference) in kept for reference in made.after.references)


def test_new_paragraphs_are_read_into_the_tree(desk: Desk) -> None:
    proposal = InsertAfter(desk.key("12.7"), "12.8 The Supplier shall follow Section 12.7.")
    made = propose(desk.matter, desk.review.structures, [proposal], desk.document_id, desk.head.id, Reasons())
    assert made.after.tree.find("12.8")
    assert made.after.references == Structure(made.after.document).references
