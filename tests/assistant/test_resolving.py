"""Which place an instruction means, on real structures: number, name, quotation, topic, blank, row."""

from pathlib import Path

import pytest

from lexdesk.assistant.intent import read_intent
from lexdesk.assistant.parts import changes_in
from lexdesk.assistant.resolving import resolve_place, resolve_section
from lexdesk.review.structure import Structure
from lexdesk.word.document import Document
from tests.assistant.agreements import TERMS, write_agreement


@pytest.fixture(scope="module")
def structure(tmp_path_factory: pytest.TempPathFactory) -> Structure:
    path = write_agreement(tmp_path_factory.mktemp("agreement") / "a.docx")
    return Structure(Document.open(path.read_bytes()))


def place(instruction: str, structure: Structure) -> str:
    found = resolve_place(instruction, read_intent(instruction), structure)
    assert found.sure, found
    return found.places[0].text


@pytest.mark.parametrize(
    ("instruction", "text"),
    [
        ("In 4.1, 90 days.", TERMS[8]),
        ("In the definition of Update, add beta releases.", TERMS[1]),
        ("Fees clause: interest of 3% please.", TERMS[3]),
        ("Where it says “Either party may terminate”, only the Customer should.", TERMS[8]),
        ("The non-compete should be six months.", "12 months"),
        ("The support duration should be six months.", "24 months"),
        ("The deposit is EUR 9,000.", "[Deposit in euro]"),
        ("Fix the reference to Section 2.1: it should be to Section 4.1.", TERMS[4]),
    ],
)
def test_code_alone_is_sure_of_the_place(instruction: str, text: str, structure: Structure) -> None:
    assert place(instruction, structure) == text


def test_a_row_is_named_by_its_first_cell(structure: Structure) -> None:
    asked = "Change the support duration to 6 months."
    found = resolve_place(asked, read_intent(asked), structure)
    assert found.places[0].heading == "Support Duration"


def test_a_section_is_found_by_what_it_is_about(structure: Structure) -> None:
    found = resolve_section("Take out the section about giving papers back when it ends.", structure)
    assert found.sections[0].label == "4.2"
    missing = resolve_section("Delete the arbitration clause.", structure)
    assert missing.sections == ()
    assert "arbitration" in missing.why


@pytest.mark.parametrize(
    ("instruction", "parts"),
    [
        ("Governing law: Utah. Disputes go to the courts of Utah.", 2),
        ("Section 4.1 only binds the Customer. Make it mutual.", 1),
        ("Change 2.1 from 30 to 20 days and 4.1 from 60 to 90 days.", 2),
        ("Insert a clause after 4.1 on data. The Supplier must help.", 1),
        ("Delete 5.1. Change the notice in 4.1 to 90 days.", 2),
        ("In 2.2, make it 15 business days. Leave the rest alone.", 1),
    ],
)
def test_an_instruction_is_split_where_each_part_has_its_place(
    instruction: str, parts: int, structure: Structure
) -> None:
    assert len(changes_in(instruction, structure)) == parts


def test_the_agreement_of_the_test_reads_as_meant(structure: Structure, tmp_path: Path) -> None:
    labels = [section.label for section in structure.tree.sections]
    assert {"1", "2.1", "3.1", "4.2", "6.1"} <= set(labels)
