"""Which text rules today, in the real path: an amendment among the sources is told with edits and answers."""

from pathlib import Path

import docx
import pytest

from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.conftest import SHARED

FIELD = SHARED / "field"
needs_field = pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")


def write(path: Path, *lines: str) -> Path:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(str(path))
    return path


def test_an_edit_of_an_amended_clause_says_so(tmp_path: Path) -> None:
    agreement = write(
        tmp_path / "supply.docx",
        "Supply Agreement of 3 March 2024",
        "1. Price. The price is EUR 100 per tonne.",
        "2. Payment. The Buyer pays within 30 days.",
    )
    amendment = write(
        tmp_path / "amendment.docx",
        "Amendment No. 1 to the Supply Agreement, dated 5 May 2025",
        "Clause 2 is replaced by: The Buyer pays within 45 days.",
    )
    with open_matter(tmp_path / "a.lexmatter", obliging(), agreement) as desk:
        desk.add_source(amendment, role="fact")
        chat = desk.chats()[0].id
        changed = desk.ask(chat, "Change the payment period in clause 2 to 60 days.")
        assert changed.edit_ids
        assert "Amendment No. 1" in changed.text
        assert "replaces clause 2" in changed.text
        other = desk.ask(chat, "Change the price in clause 1 to EUR 110.")
        assert other.edit_ids
        assert "Amendment No. 1" not in other.text, "clause 1 is not amended"


@needs_field
def test_f57_an_answer_names_the_text_that_rules(tmp_path: Path) -> None:
    with open_matter(tmp_path / "a.lexmatter", obliging(), FIELD / "057_original_2024.docx") as desk:
        desk.add_source(FIELD / "057_amendment_no_1_2025.docx", role="fact")
        answer = desk.ask(desk.chats()[0].id, "What is the payment term?")
    assert "Amendment" in answer.text
    assert "may not be the one that rules today" in answer.text


def test_a_question_nothing_speaks_of_finds_nothing(tmp_path: Path) -> None:
    agreement = write(
        tmp_path / "supply.docx",
        "Supply Agreement",
        "1. Price. The price is EUR 100 per tonne, paid in euro.",
    )
    with open_matter(tmp_path / "a.lexmatter", obliging(), agreement) as desk:
        answer = desk.ask(desk.chats()[0].id, "What is the insurance premium for marine cargo?")
        known = desk.ask(desk.chats()[0].id, "What is the price per tonne?")
    assert answer.text.startswith("Nothing found")
    assert "0.5" in answer.text
    assert known.claims[0].pins
