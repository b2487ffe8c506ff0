"""``pin --source`` and ``source show --clause|--pages``: clauses and page ranges from the command line."""

from pathlib import Path

import pymupdf
import pytest

from lexdesk.app import main
from tests.assistant.agreements import write_agreement
from tests.cli.test_knowledge import Said

ACT = (
    "Retention Act 2021\n\n1. Papers. Papers are kept for seven years. The period runs from receipt.\n\n"
    "2. Copies.\n\n2.1 A copy may be kept by the owner.\n\n2.2 No copy may be sold by anybody.\n\n"
    "3. Fines. A fine of 500 crowns is due.\n"
)


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    path = tmp_path / "m.lexmatter"
    assert main(["new", str(path), "--document", str(write_agreement(tmp_path / "a.docx"))]) == 0
    (tmp_path / "act.txt").write_text(ACT)
    file = pymupdf.open()
    for number in range(1, 5):
        file.new_page().insert_text((72, 72), f"On sheet {number} the goods were late again.")
    (tmp_path / "log.pdf").write_bytes(file.tobytes())
    facts = ("--role", "law", "--status", "superseded", "--short-name", "Retention Act")
    assert main(["source", "add", str(tmp_path / "act.txt"), "-m", str(path), *facts]) == 0
    assert main(["source", "add", str(tmp_path / "log.pdf"), "-m", str(path), "--role", "fact"]) == 0
    return Said(path, capsys)


def test_a_clause_is_cited_with_all_its_parts_and_says_what_it_is_from(said: Said) -> None:
    made = said.json("pin", "--source", "1", "--clause", "2")
    pin = made["pin"]
    assert (made["level"], pin["label"]) == ("clause 2, 3 paragraphs", "Retention Act, 2")
    assert pin["marker"] == f"[[pin_{pin['pin_id']}]]"
    assert "A copy may be kept" in pin["text"]
    assert "No copy may be sold" in pin["text"]
    assert "fine" not in pin["text"]
    shown = said.text("pin", str(pin["pin_id"]))
    assert "clause 2, 3 paragraphs" in shown
    assert "status" in shown
    assert "superseded  (" in shown, "with who said so"
    assert "!" in shown, "that the words are not those of today is said in words"
    again = said.json("pin", "--source", "1", "--clause", "2")["pin"]
    assert again["pin_id"] == pin["pin_id"]


def test_pages_are_cited_as_a_range(said: Said) -> None:
    made = said.json("pin", "--source", "2", "--pages", "2-3")
    assert made["level"] == "pages 2 to 3"
    assert made["pin"]["label"].endswith("pp. 2-3")
    assert "sheet 2" in made["pin"]["text"]
    assert "sheet 3" in made["pin"]["text"]
    assert "sheet 4" not in made["pin"]["text"]
    assert said.json("pin", "--source", "2", "--pages", "4")["level"] == "page 4"


def test_a_place_is_read_without_being_cited(said: Said) -> None:
    before = said.json("audit")
    shown = said.text("source", "show", "1", "--clause", "2.2", "--clauses")
    assert "No copy may be sold" in shown
    assert "lexdesk pin --source 1 --clause 2.2" in shown
    assert "2.1" in shown
    assert "[page 3]" in said.text("source", "show", "2", "--pages", "3-4")
    assert said.json("audit") == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("pin",),
        ("pin", "1", "--source", "1"),
        ("pin", "--source", "1"),
        ("pin", "--source", "1", "--clause", "2", "--pages", "1"),
        ("pin", "--source", "1", "--clause", "99"),
        ("pin", "--source", "2", "--pages", "5-1"),
        ("pin", "--source", "2", "--pages", "9"),
        ("pin", "--source", "77", "--clause", "1"),
        ("source", "show", "1", "--clause", "nine"),
        ("source", "show", "2", "--pages", "all"),
    ],
)
def test_a_place_that_is_not_there_is_one_sentence(said: Said, arguments: tuple[str, ...]) -> None:
    told = said.refused(*arguments)
    assert "Traceback" not in told
    assert len(told.strip().splitlines()) <= 2
