"""Guided drafting end to end on a real Word file: code finds the place and makes what is plain."""

from pathlib import Path

import pytest

from lexdesk.errors import LexDeskError
from tests.assistant.agreements import TERMS, carry_out
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel

FEES, DISPUTES, USE = TERMS[3], TERMS[4], TERMS[6]


def silent() -> ScriptedModel:
    """A model that may not be asked: code does it alone."""
    return ScriptedModel([])


PLAIN = [
    ("Change the payment period in the fees clause from thirty to forty-five days.",
     FEES, FEES.replace("thirty (30)", "forty-five (45)")),
    ("The interest in 2.1 should be 3%.", FEES, FEES.replace("2%", "3%")),
    ("In 2.2, give the Customer 15 business days to contest an invoice instead of 10.",
     DISPUTES, DISPUTES.replace("10 business", "15 business")),
    ("Cut the non-compete down to six months.", "12 months", "6 months"),
    ("Double the notice period in 4.1.", TERMS[8], TERMS[8].replace("60", "120")),
    ("Replace “copy the Software” with “copy or share the Software” in 3.1.",
     USE, USE.replace("copy the", "copy or share the")),
    ("Delete the words “at any time” in 3.1.", USE, USE.replace(" at any time", "")),
    ("In 3.1, delete item (b) and re-letter the rest.",
     USE, USE.replace("(b) rent the Software; (c)", "(b)").replace("(d)", "(c)")),
    ("Delete 3.1(d) and tidy the list.",
     USE, USE.replace("(c) remove notices; or (d) test its security", "or (c) remove notices")),
    ("Delete the last sentence of 6.1.",
     TERMS[13], TERMS[13].replace(" The Customer may not assign claims.", "")),
    ("The reference to Section 2.1 in the disputes clause should be to Section 4.2.",
     DISPUTES, DISPUTES.replace("2.1 (Fees)", "4.2 (Return)")),
    ("Governing law: Utah.", "The laws of the State of {governing_law}", "The laws of the State of Utah"),
    ("Deposit: EUR 5,000", "[Deposit in euro]", "EUR 5,000"),
]  # fmt: skip


@pytest.mark.parametrize(("instruction", "old", "new"), PLAIN)
def test_a_plain_change_is_made_by_code_alone(tmp_path: Path, instruction: str, old: str, new: str) -> None:
    done = carry_out(tmp_path, silent(), instruction)
    assert done.changed == {old: new}, done.message
    assert done.edit is not None
    assert done.edit.created_by == "code"


def test_several_changes_of_one_instruction_become_one_edit(tmp_path: Path) -> None:
    asked = "Change the period in 2.1 from 30 to 20 days and the notice in 4.1 from 60 to 90 days."
    done = carry_out(tmp_path, silent(), asked)
    assert done.changed == {
        FEES: FEES.replace("thirty (30)", "twenty (20)"),
        TERMS[8]: TERMS[8].replace("60", "90"),
    }


def test_a_blank_takes_the_words_of_the_instruction_and_no_others(tmp_path: Path) -> None:
    asked = "Governing law: Utah. Disputes go to the courts in Salt Lake City."
    done = carry_out(tmp_path, obliging(value="Salt Lake City"), asked)
    assert set(done.changed.values()) == {
        "The laws of the State of Utah",
        "The courts located in Salt Lake City",
    }
    (tmp_path / "b").mkdir()
    invented = obliging(value="Nevada", rewrite=lambda text: text.replace("{jurisdiction}", "Salt Lake City"))
    other = carry_out(tmp_path / "b", invented, asked)
    assert "The courts located in Salt Lake City" in other.changed.values()


def test_a_term_is_renamed_in_every_use_with_its_article(tmp_path: Path) -> None:
    done = carry_out(tmp_path, silent(), 'Rename the defined term "Update" to "Patch" everywhere.')
    assert done.changed == {
        TERMS[1]: TERMS[1].replace('"Update"', '"Patch"'),
        USE: USE.replace("an Update", "a Patch"),
    }


def test_equal_places_are_asked_about_and_nothing_is_staged(tmp_path: Path) -> None:
    done = carry_out(tmp_path, silent(), "Change the 24 months on the Cover Page to 18 months.")
    assert (done.state, done.edit) == ("asked", None)
    assert "Supplier Warranty Duration" in done.message
    assert "Support Duration" in done.message


@pytest.mark.parametrize(
    "instruction",
    [
        "Double the liability cap.",
        "Clause 12.4: shorten the period to 10 days.",
        "Delete the arbitration clause.",
    ],
)
def test_what_the_agreement_does_not_have_is_refused(tmp_path: Path, instruction: str) -> None:
    done = carry_out(tmp_path, silent(), instruction)
    assert (done.state, done.edit) == ("refused", None)


def test_what_stands_there_already_is_said_and_not_changed(tmp_path: Path) -> None:
    done = carry_out(tmp_path, silent(), "The notice period in 4.1 should be 60 days.")
    assert (done.state, done.edit) == ("no_change", None)
    asked = "Make sure the Customer cannot assign claims."
    (tmp_path / "b").mkdir()
    there = carry_out(tmp_path / "b", obliging(says_so="yes"), asked)
    assert (there.state, there.edit) == ("no_change", None)
    assert "may not assign claims" in there.message


def test_a_sentence_is_added_and_the_rest_stays(tmp_path: Path) -> None:
    sentence = "The Supplier may assign this agreement to an affiliate."
    asked = "Assignment clause: add that the Supplier may assign this agreement to an affiliate."
    done = carry_out(tmp_path, obliging(sentence=sentence), asked)
    assert done.changed == {TERMS[13]: f"{TERMS[13]} {sentence}"}


def test_a_clause_goes_with_its_heading_and_a_row_with_its_name(tmp_path: Path) -> None:
    done = carry_out(tmp_path, obliging(), "Strike section 5 entirely, title and text.")
    assert done.changed == {TERMS[10]: None, TERMS[11]: None}
    (tmp_path / "b").mkdir()
    row = carry_out(tmp_path / "b", silent(), "Delete the Support Duration row.")
    assert row.changed == {"Support Duration": None, "24 months": None}


def test_the_last_clause_is_deleted_without_the_signatures(tmp_path: Path) -> None:
    terms = [*TERMS, "Signatures", "Signed by the parties."]
    done = carry_out(tmp_path, obliging(), "Delete section 6.", terms)
    assert done.changed == {TERMS[12]: None, TERMS[13]: None}


def test_a_new_clause_stands_after_the_clause_named_and_speaks_of_what_was_asked(tmp_path: Path) -> None:
    asked = "Add a new clause after 4.1 saying that the Supplier helps with the migration of data."
    right = "The Supplier helps with the migration of data."
    done = carry_out(tmp_path, obliging(new_clause=right), asked)
    assert done.added[0][0] == TERMS[8]
    assert right in done.added[0][1]
    (tmp_path / "b").mkdir()
    with pytest.raises(LexDeskError, match="does not speak of"):
        carry_out(tmp_path / "b", obliging(new_clause="The parties are friends."), asked)


def test_the_same_change_is_made_in_every_place_when_all_are_meant(tmp_path: Path) -> None:
    asked = "Change both of the 24 months durations on the Cover Page to 18 months."
    done = carry_out(tmp_path, silent(), asked)
    assert done.edit is not None, done.message
    assert [op.old_text for op in done.edit.ops] == ["24", "24"]
    assert [op.new_text for op in done.edit.ops] == ["18", "18"]


def test_an_instruction_without_the_new_words_is_asked_about(tmp_path: Path) -> None:
    done = carry_out(tmp_path, silent(), "Change the notice period.")
    assert (done.state, done.edit) == ("asked", None)


def test_words_that_do_not_stand_in_the_clause_named_are_not_looked_for_elsewhere(tmp_path: Path) -> None:
    done = carry_out(tmp_path, silent(), "Replace “best efforts” by “reasonable efforts” in 4.1.")
    assert (done.state, done.edit) == ("refused", None)
    assert "best efforts" in done.message


def test_a_reason_that_denies_the_references_found_is_not_shown(tmp_path: Path) -> None:
    def denies(messages: object, schema: object) -> str:
        return '{"reason": "2.1 is not referenced in any other section."}'

    done = carry_out(tmp_path, ScriptedModel(denies), "Delete 2.1.")
    assert done.changed == {FEES: None}
    assert "not referenced" not in done.message
    assert "2.2" in done.message
