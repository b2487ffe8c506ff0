"""The list of authorities goes out as a file and its results come back: status, who, when, where."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from lexdesk.evidence import checklist
from lexdesk.evidence.checklist import ChecklistRefused, content, record, results_in, rows
from lexdesk.evidence.library import Library
from lexdesk.evidence.standing import of_source
from lexdesk.matter import Matter
from tests.evidence.test_relations import OLDER

Write = Callable[[str, str], Path]
MEMO = (
    "Memo\n\nSee Hadley v Baxendale (1854) 9 Exch 341 and section 4 of the Sale of Goods Act 1979. "
    "依据《中华人民共和国民法典》第五百八十五条。"
)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


@pytest.fixture
def listed(library: Library, matter: Matter, write: Write) -> list[checklist.ChecklistRow]:
    library.add(write("case.txt", OLDER))
    library.add(write("memo.txt", MEMO))
    return rows(matter.read())


def filled_csv(found: list[checklist.ChecklistRow], **said: str) -> bytes:
    table = list(csv.reader(io.StringIO(content("M", "csv", found).decode("utf-8-sig"))))
    at = {name: place for place, name in enumerate(table[0])}
    for name, value in said.items():
        table[1][at[name.replace("_", " ")]] = value
    out = io.StringIO()
    csv.writer(out).writerows(table)
    return out.getvalue().encode()


def test_authorities_of_the_matter_and_those_only_cited_are_listed_once(
    listed: list[checklist.ChecklistRow],
) -> None:
    assert (listed[0].ref, listed[0].authority) == ("source 1", "Marlowe Tannery v. Ebb Street Estates")
    cited = " ".join(row.authority for row in listed[1:])
    assert "Hadley" in cited
    assert "Sale of Goods Act 1979" in cited
    assert "民法典" in cited
    assert len({row.ref for row in listed}) == len(listed) == 4
    assert {row.places for row in listed[1:]} == {("Memo",)}


def test_the_csv_comes_back_and_the_status_stands_in_the_name_of_who_checked(
    matter: Matter, listed: list[checklist.ChecklistRow]
) -> None:
    data = filled_csv(
        listed,
        Status_found="overruled",
        Checked_by="Ottmar Fell",
        Checked_on="2026-03-01",
        Where="Lex Online",
    )
    taken = results_in(data, "back.csv")
    assert taken.empty == len(listed) - 1
    matter.write(lambda tx: record(tx, taken, "Edith Renn", "back.csv"))
    source = matter.read().sources.get(1)
    assert (source.status, source.status_by, source.as_of) == ("overruled", "Ottmar Fell", "2026-03-01")
    assert "status" not in source.unconfirmed
    said = [one.sentence for one in of_source(matter.read(), source).notices]
    assert "Ottmar Fell checked it on 2026-03-01 at Lex Online: overruled." in said
    assert matter.read().audit.rows()[-1].act == "checklist_taken"


def test_the_word_form_comes_back_too(matter: Matter, listed: list[checklist.ChecklistRow]) -> None:
    word = docx.Document(io.BytesIO(content("Matter", "docx", listed)))
    cells = word.tables[0].rows[1].cells
    for place, text in ((5, "现行有效"), (6, "李雷"), (7, "2026/03/01"), (8, "北大法宝")):
        cells[place].text = text
    out = io.BytesIO()
    word.save(out)
    taken = results_in(out.getvalue(), "back.docx")
    assert [(one.ref, one.status, one.checked_by, one.checked_on) for one in taken.results] == [
        ("source 1", "in_force", "李雷", "2026-03-01")
    ]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"Status_found": "fine", "Checked_by": "A", "Checked_on": "2026-03-01", "Where": "W"}, "no status"),
        ({"Status_found": "in force", "Checked_by": "A", "Checked_on": "May", "Where": "W"}, "no date"),
        ({"Status_found": "in force", "Checked_on": "2026-03-01", "Where": "W"}, "Checked by"),
        ({"Status_found": "in force", "Checked_by": "A", "Checked_on": "2026-03-01", "Where": ""}, "Where"),
    ],
)  # fmt: skip
def test_a_row_without_who_when_and_where_is_refused(
    listed: list[checklist.ChecklistRow], said: dict[str, str], why: str
) -> None:
    with pytest.raises(ChecklistRefused, match=why):
        results_in(filled_csv(listed, **said), "back.csv")


def test_a_list_of_another_matter_is_taken_whole_or_not_at_all(
    matter: Matter, listed: list[checklist.ChecklistRow]
) -> None:
    other = [checklist.ChecklistRow("source 99", 99, "X", "", "", ())]
    data = filled_csv(other, Status_found="repealed", Checked_by="A", Checked_on="2026-03-01", Where="W")
    with pytest.raises(ChecklistRefused):
        matter.write(lambda tx: record(tx, results_in(data, "b.csv"), "Edith Renn", "b.csv"))
    assert matter.read().authority_checks.list() == []


@pytest.mark.parametrize(("data", "name"), [(b"x", "a.docx"), (b"a,b\n1,2", "a.csv"), (b"<html>", "a.html")])
def test_what_is_no_checklist_is_refused_in_a_sentence(data: bytes, name: str) -> None:
    with pytest.raises(ChecklistRefused):
        results_in(data, name)


def test_no_cell_of_the_csv_is_a_formula() -> None:
    row = checklist.ChecklistRow("cited: x", None, "=HYPERLINK(1)", "", "", ())
    assert "'=HYPERLINK" in content("M", "csv", [row]).decode("utf-8-sig")


def test_the_page_holds_no_markup_of_a_title() -> None:
    row = checklist.ChecklistRow("cited: x", None, "<script>alert(1)</script>", "", "", ())
    assert b"<script>" not in content("M", "html", [row])
