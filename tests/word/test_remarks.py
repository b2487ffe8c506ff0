"""Comments and highlighting are found with their places in the current text."""

import io

from docx import Document as NewWord
from docx.enum.text import WD_COLOR_INDEX

from lexdesk.text.spans import Span
from lexdesk.word.document import Document
from lexdesk.word.remarks import remarks_of


def _opened(word: "NewWord") -> Document:  # type: ignore[valid-type]
    file = io.BytesIO()
    word.save(file)  # type: ignore[attr-defined]
    return Document.open(file.getvalue())


def test_comment_with_its_text_and_words() -> None:
    word = NewWord()
    paragraph = word.add_paragraph("The cap is ")
    run = paragraph.add_run("ten million")
    paragraph.add_run(" euros.")
    word.add_comment(run, text="Too low?", author="Ms Reed", initials="MR")
    [remark] = remarks_of(_opened(word))
    assert (remark.kind, remark.span, remark.author, remark.says) == (
        "comment",
        Span(11, 22),
        "Ms Reed",
        "Too low?",
    )


def test_neighbouring_highlighted_runs_are_one_stretch() -> None:
    word = NewWord()
    paragraph = word.add_paragraph("Pay ")
    for words in ("within ", "ten days"):
        paragraph.add_run(words).font.highlight_color = WD_COLOR_INDEX.YELLOW
    paragraph.add_run(" or ")
    paragraph.add_run("later").font.highlight_color = WD_COLOR_INDEX.YELLOW
    found = remarks_of(_opened(word))
    assert [(r.kind, r.span) for r in found] == [("highlight", Span(4, 19)), ("highlight", Span(23, 28))]


def test_document_without_remarks() -> None:
    word = NewWord()
    word.add_paragraph("Nothing here.")
    assert remarks_of(_opened(word)) == []


def test_comment_over_two_paragraphs_has_a_place_in_each() -> None:
    word = NewWord()
    first = word.add_paragraph("One two").runs[0]
    last = word.add_paragraph("three four").runs[0]
    word.add_comment([first, last], text="Both.", author="A", initials="A")
    found = remarks_of(_opened(word))
    assert [r.span for r in found] == [Span(0, 7), Span(0, 10)]
    assert found[0].key != found[1].key
