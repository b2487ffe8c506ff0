"""Changes of a common shape: lists, parties, caps, law and courts, exceptions, by code on the bare text."""

import io

import docx
import pytest

from lexdesk.assistant.items import item_named, without_item
from lexdesk.assistant.parties import kept_for_one, made_mutual, parties
from lexdesk.assistant.shaped import shaped_change
from lexdesk.review.structure import Structure
from lexdesk.word.document import Document

BOUND = "The Customer shall keep the Supplier's data secret. Nothing here binds the Customer after its death."
BOTH = "Either party may end this agreement. The ending party tells the other party."


@pytest.fixture(scope="module")
def structure() -> Structure:
    document = docx.Document()
    for text in (BOUND, BOTH, "The Supplier shall deliver. The Supplier may invoice. The Customer must pay."):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return Structure(Document.open(out.getvalue()))


LIST = "It covers (a) travel (economy), (b) hotels, and (c) food. More."


@pytest.mark.parametrize(
    ("name", "reletter", "after"),
    [
        ("(a)", True, "It covers (a) hotels, and (b) food. More."),
        ("(a)", False, "It covers (b) hotels, and (c) food. More."),
        ("(b)", True, "It covers (a) travel (economy), and (b) food. More."),
        ("(c)", True, "It covers (a) travel (economy) and (b) hotels. More."),
        ("(d)", True, ""),
    ],
)
def test_an_item_goes_and_the_list_stays_a_list(name: str, reletter: bool, after: str) -> None:
    assert without_item(LIST, name, reletter) == after


def test_the_item_meant_is_read_from_the_instruction() -> None:
    assert item_named("In 7.5, delete item (e) (tests) and re-letter the rest.") == "(e)"
    assert item_named("Strike 4.2(ii).") == "(ii)"
    assert item_named("Delete Section 4.") == ""


def test_the_parties_are_those_who_have_rights_and_duties(structure: Structure) -> None:
    assert set(parties(structure)) == {"Supplier", "Customer"}


def test_a_duty_of_one_is_made_mutual(structure: Structure) -> None:
    assert made_mutual("Make it mutual.", BOUND, structure) == (
        "Each party shall keep the other party's data secret. "
        "Nothing here binds either party after its death."
    )
    assert made_mutual("Make it shorter.", BOUND, structure) == ""
    assert made_mutual("Make it mutual.", BOTH, structure) == ""


def test_a_right_of_both_is_kept_for_one(structure: Structure) -> None:
    assert kept_for_one("Only the Customer should have that right.", BOTH, structure) == (
        "The Customer may end this agreement. The Customer tells the Supplier."
    )
    assert kept_for_one("Shorten it.", BOTH, structure) == ""


@pytest.mark.parametrize(
    ("instruction", "text", "after"),
    [
        ("The cap should be the greater of the Fees and $500,000.", "It will not exceed the Fees.",
         "It will not exceed the greater of the Fees and $500,000."),
        ("Double the liability cap.", "It is limited to the Fees.", "It is limited to two times the Fees."),
        ("Governing law should be Ohio.", "By the laws of the State of New York, without more.",
         "By the laws of the State of Ohio, without more."),
        ("Disputes go to the courts of Leeds.", "Only the courts located in Bristol decide.",
         "Only the courts located in Leeds decide."),
        ("Remove the carve-out for fraud.", "Except for fraud, no one is liable, unless insured.",
         "No one is liable, unless insured."),
        ("Delete the exception for insured loss.", "Except for fraud, no one is liable, unless loss insured.",
         "Except for fraud, no one is liable."),
    ],
)  # fmt: skip
def test_common_shapes(instruction: str, text: str, after: str, structure: Structure) -> None:
    assert shaped_change(instruction, text, structure)[0] == after


def test_what_fits_no_shape_is_left_to_the_model(structure: Structure) -> None:
    assert shaped_change("Make it friendlier.", BOUND, structure) == ("", "")
