"""Highlights of field files against the true places of the words, as MuPDF itself gives them."""

import json
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from lexdesk.evidence.citable import NoSuchClause, clauses
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.model import HighlightBox
from lexdesk.evidence.quotes import check_quote
from lexdesk.matter import Matter
from tests.conftest import SHARED

field = pytest.mark.skipif(not (SHARED / "field").is_dir(), reason="the field files are not here")


@pytest.fixture
def here(matter: Matter) -> Iterator[Library]:
    library = Library(matter, ReaderHere)
    yield library
    library.close()


def letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in plain if sign.isalnum())


def true_words(page: pymupdf.Page, quote: str) -> tuple[list[pymupdf.Rect], list[pymupdf.Rect]]:
    """The boxes, as the page is shown, of the words of the quotation, and of all other words."""
    words = page.get_text("words")
    half = page.rect.width / 2
    for order in (words, sorted(words, key=lambda word: word[0] >= half)):
        stream = ""
        owner: list[int] = []
        for number, word in enumerate(order):
            stream += letters(word[4])
            owner += [number] * len(letters(word[4]))
        at = stream.find(letters(quote))
        if at >= 0:
            mine = set(owner[at : at + len(letters(quote))])
            boxes = [pymupdf.Rect(word[:4]) * page.rotation_matrix for word in order]
            return [boxes[n] for n in sorted(mine)], [box for n, box in enumerate(boxes) if n not in mine]
    raise AssertionError(f"MuPDF does not find {quote!r} either")


def covers(boxes: list[HighlightBox], number: int, word: pymupdf.Rect) -> bool:
    middle = pymupdf.Point((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
    return any(
        box.page == number and box.x0 <= middle.x <= box.x1 and box.y0 <= middle.y <= box.y1 for box in boxes
    )


CASES = [
    ("013_ligatures.pdf", "013_quotes.json", 1),
    ("014_line_end_hyphens.pdf", "014_quotes.json", 1),
    ("015_two_columns.pdf", "015_quotes.json", 1),
]


@field
@pytest.mark.parametrize(("name", "quotes", "number"), CASES)
def test_boxes_are_those_of_the_words_and_of_no_other(
    here: Library, matter: Matter, name: str, quotes: str, number: int
) -> None:
    source, _ = here.add(SHARED / "field" / name)
    text = matter.read().sources.text(source.id)
    shown = 0
    with pymupdf.open(SHARED / "field" / name) as document:
        for case in json.loads((SHARED / "field" / quotes).read_text("utf-8")):
            check = check_quote(case["quote"], text)
            if check.state not in ("exact", "normalised"):
                continue
            assert check.start is not None
            assert check.end is not None
            boxes = here.highlight(here.cite(source.id, check.start, check.end, "Edith Renn"))
            mine, others = true_words(document[number - 1], case["quote"])
            assert all(covers(boxes, number, word) for word in mine), case["quote"]
            assert not any(covers(boxes, number, word) for word in others), case["quote"]
            whole = pymupdf.Rect()
            for word in mine:
                whole |= word
            roomy = pymupdf.Rect(whole.x0 - 1, whole.y0 - 1, whole.x1 + 1, whole.y1 + 1)
            assert all(pymupdf.Rect(box.x0, box.y0, box.x1, box.y1) in roomy for box in boxes)
            shown += 1
    assert shown >= 2


@field
def test_boxes_are_right_on_pages_that_are_turned_shifted_and_cropped(here: Library, matter: Matter) -> None:
    path = SHARED / "field" / "017_rotated_and_offset.pdf"
    quote = json.loads((SHARED / "field" / "017_check.json").read_text("utf-8"))["quote"]
    source, _ = here.add(path)
    with pymupdf.open(path) as document:
        for number in range(1, 7):
            page = matter.read().sources.page(source.id, number)
            start = page.start + page.text.index(quote)
            boxes = here.highlight(here.cite(source.id, start, start + len(quote), "Edith Renn"))
            mine, others = true_words(document[number - 1], quote)
            assert all(covers(boxes, number, word) for word in mine), number
            assert not any(covers(boxes, number, word) for word in others), number


@field
def test_a_file_that_only_its_owner_may_copy_shows_its_places_too(here: Library, matter: Matter) -> None:
    path = SHARED / "field" / "020_encrypted_owner_only.pdf"
    source, _ = here.add(path)
    row = next(row for row in matter.read().passages.of_source(source.id, "sentence") if len(row.text) > 20)
    with pymupdf.open(path) as document:
        mine, others = true_words(document[row.page_from - 1], row.text)
    boxes = here.highlight(row)
    assert all(covers(boxes, row.page_from, word) for word in mine)
    assert not any(covers(boxes, row.page_from, word) for word in others)


@field
def test_a_marker_is_shown_on_its_sheet_and_not_on_the_printed_number(here: Library, matter: Matter) -> None:
    source, _ = here.add(SHARED / "field" / "019_page_labels_bates.pdf")
    text = matter.read().sources.text(source.id)
    at = text.index("M5")
    passage = here.cite(source.id, at, at + 2, "Edith Renn")
    assert {box.page for box in here.highlight(passage)} == {5}
    assert here.place(passage) == "sheet 5 of 6, printed page 2, OSTR-9005"


LEASE = (
    "LEASE\n\n1. Term\n\n1.1 The term is five years.\n\n1.2 It may be renewed:\n\n(a) once; and\n\n"
    "(b) on notice.\n\n"
    "2. Rent\n\n2.1 The rent is 100 a month.\n\n2.2 It is due on the first day."
)


def test_the_clauses_of_a_source_are_passages_with_their_parts(
    here: Library, matter: Matter, tmp_path: Path
) -> None:
    (tmp_path / "lease.txt").write_text(LEASE, "utf-8")
    source, _ = here.add(tmp_path / "lease.txt")
    passage = here.cite_clause(source.id, "1.2", "Edith Renn")
    assert passage.text == "1.2 It may be renewed:\n\n(a) once; and\n\n(b) on notice."
    assert LEASE[passage.start : passage.end] == passage.text
    assert (passage.kind, passage.label) == ("clause", "1.2")
    assert here.cite_clause(source.id, "Clause 1.2", "Edith Renn").id == passage.id
    assert here.cite_clause(source.id, "2", "Edith Renn").text.endswith("first day.")
    with pytest.raises(NoSuchClause):
        here.cite_clause(source.id, "7.1", "Edith Renn")
    assert [hit.text for hit in here.search("renewed")] == ["1.2 It may be renewed:"]


def test_clauses_follow_one_another_and_lie_in_their_parents() -> None:
    found = clauses(LEASE)
    assert [clause.label for clause in found[:3]] == ["1", "1.1", "1.2"]
    tops = [clause for clause in found if "." not in clause.label and "(" not in clause.label]
    assert all(one.end <= two.start for one, two in pairwise(tops))
    assert clauses("A letter.\n\nIt has no numbers.") == []


def test_chinese_articles_are_clauses(here: Library, tmp_path: Path) -> None:
    (tmp_path / "zh.txt").write_text(
        "第一条 甲方付款。\n\n第二条 乙方交货。\n应当及时。\n\n第三条 完。", "utf-8"
    )
    source, _ = here.add(tmp_path / "zh.txt")
    assert here.cite_clause(source.id, "第二条", "Edith Renn").text.startswith("第二条 乙方交货。")


def test_a_page_range_is_a_passage_highlighted_on_its_pages(here: Library, tmp_path: Path, make_pdf) -> None:  # type: ignore[no-untyped-def]
    lines = [[(72, 100, f"This is sentence {n} of the file.")] for n in range(1, 5)]
    (tmp_path / "four.pdf").write_bytes(make_pdf(lines))
    source, _ = here.add(tmp_path / "four.pdf")
    passage = here.cite_pages(source.id, 2, 3, "Edith Renn")
    assert (passage.page_from, passage.page_to) == (2, 3)
    assert "sentence 2" in passage.text
    assert "sentence 4" not in passage.text
    assert {box.page for box in here.highlight(passage)} == {2, 3}
    assert here.cite_pages(source.id, 2, 3, "Somebody else").id == passage.id
