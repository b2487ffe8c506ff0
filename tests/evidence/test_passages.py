"""Passages: sentences, paragraphs, pages; across pages only where the sentence goes on."""

from lexdesk.evidence.marks import COVERED, UNREADABLE
from lexdesk.evidence.model import PageText, ReadSource
from lexdesk.evidence.passages import paragraphs, passages_of
from lexdesk.text.spans import Span


def source(*pages: str, paged: bool = True) -> ReadSource:
    texts = tuple(PageText(n, str(n), text) for n, text in enumerate(pages, 1))
    return ReadSource("application/pdf", texts, "", "", (), paged)


def of_kind(read: ReadSource, kind: str) -> list[tuple[str, int, int]]:
    return [(p.text, p.page_from, p.page_to) for p in passages_of(read) if p.kind == kind]


def test_a_sentence_runs_over_a_page_end_when_it_goes_on() -> None:
    read = source("One. The party that knew of the defect and", "remained silent pays. Two.")
    assert of_kind(read, "sentence") == [
        ("One.", 1, 1),
        ("The party that knew of the defect and\nremained silent pays.", 1, 2),
        ("Two.", 2, 2),
    ]


def test_headings_and_page_marks_do_not_run_into_the_next_page() -> None:
    read = source("Body text.\n\nOSTR-9001", "Body of two", "[3] Third.")
    assert of_kind(read, "sentence") == [
        ("Body text.", 1, 1),
        ("OSTR-9001", 1, 1),
        ("Body of two", 2, 2),
        ("[3] Third.", 3, 3),
    ]


def test_running_heads_do_not_break_a_sentence_and_are_no_sentences() -> None:
    one = "The judge found that those copies were incomplete, and\n\n412"
    two = "Halden v Merrow\n\nthat finding was open to him. Second."
    pages = (
        PageText(1, "1", one, edges=(Span(len(one) - 3, len(one)),)),
        PageText(2, "2", two, edges=(Span(0, 15),)),
    )
    read = ReadSource("application/pdf", pages, "", "", (), True)
    assert of_kind(read, "sentence") == [
        ("The judge found that those copies were incomplete, and\nthat finding was open to him.", 1, 2),
        ("Second.", 2, 2),
    ]
    assert [words for words, _, _ in of_kind(read, "paragraph")][1:] == ["412", "Halden v Merrow"]
    split = passages_of(read)[0]
    assert read.text[split.start : split.end].startswith("The judge")
    assert read.text[split.start : split.end].endswith("open to him.")


def test_a_heading_above_a_numbered_paragraph_stands_alone() -> None:
    long = "Halden argued in the alternative that the parties had removed clause 15.2 by a letter"
    read = source(
        f"{long}\nof variation of that year and so on, which is a matter for them, and "
        "not for us.\nDamages\n12. {long}."
    )
    assert "Damages" in [words for words, _, _ in of_kind(read, "sentence")]


def test_every_passage_is_its_span_of_the_text() -> None:
    read = source("A b. C d.\nE f.\n\nG h", "i j. K")
    found = passages_of(read)
    assert {passage.kind for passage in found} == {"sentence", "paragraph", "page"}
    assert all(read.text[passage.start : passage.end] == passage.text for passage in found)


def test_what_nobody_can_read_is_no_passage() -> None:
    read = source(f"{UNREADABLE} {UNREADABLE}\n\nGood words. \n\n{COVERED}")
    assert of_kind(read, "sentence") == [("Good words.", 1, 1)]


def test_one_paragraph_to_a_line_and_wrapped_prose_are_told_apart() -> None:
    long = "A paragraph of more than one hundred and sixty characters, " * 4
    text = f"{long}\n{long}"
    assert len(paragraphs(text)) == 2
    wrapped = (
        "This agreement is made between the parties named below and\n"
        "is subject to the terms that follow here, and to all of them\nas they stand."
    )
    assert len(paragraphs(wrapped)) == 1


def test_pages_are_passages_of_paged_sources_only() -> None:
    assert of_kind(source("A b.", paged=False), "page") == []
    assert of_kind(source("A b.", "C d."), "page") == [("A b.", 1, 1), ("C d.", 2, 2)]
