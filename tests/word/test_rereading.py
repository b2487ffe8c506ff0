"""Reading a state after an edit gives what reading the file anew gives, whatever the edit and the file."""

import random
from collections.abc import Sequence
from typing import cast

import pytest

from lexdesk.errors import LexDeskError
from lexdesk.word import reading
from lexdesk.word.document import Document
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace, WordEdit
from tests.word.build import AT, ME, docx, numbered, para, run, table
from tests.word.mutations import mutated, samples

_NUMBERED = [numbered("First."), numbered("Alpha.", 1), numbered("Beta.", 1), numbered("Second.")]


def assert_reads_as_anew(document: Document) -> None:
    other = Document.from_parts(document.parts(), document.keys)
    assert document.paragraphs == other.paragraphs
    assert document.revisions == other.revisions
    assert document.current_text() == other.current_text()


def some_edit(document: Document, chance: random.Random, number: int) -> WordEdit | None:
    standing = [p for p in document.paragraphs if p.in_current]
    if not standing:
        return None
    paragraph = chance.choice(standing)
    kind = chance.random()
    if kind < 0.6 and paragraph.text:
        start = chance.randrange(len(paragraph.text))
        end = min(len(paragraph.text), start + chance.randrange(3))
        old = paragraph.text[start:end]
        return (
            None if "\n" in old else Replace(paragraph.key, start, end, old, chance.choice(["z", "", "two"]))
        )
    if kind < 0.8:
        return DeleteParagraph(paragraph.key, paragraph.text)
    where = chance.choice(["after", "before"])
    return InsertParagraph(paragraph.key, cast(object, where), "New words.", f"new{number}")  # type: ignore[arg-type]


def edited_at_random(document: Document, chance: random.Random, steps: int) -> int:
    """Edits one after the other, each state read from the one before; how many could be written."""
    written = 0
    for number in range(steps):
        edit = some_edit(document, chance, number)
        if edit is None:
            continue
        try:
            document = document.edited([edit], chance.choice([ME, "Other Person"]), AT)
        except LexDeskError:
            continue
        written += 1
        assert_reads_as_anew(document)
    return written


def test_after_every_edit_of_every_sample_the_reading_is_that_of_the_file() -> None:
    chance = random.Random(6)
    written = sum(edited_at_random(Document.open(data), chance, 40) for data in samples())
    assert written > 100


def test_after_edits_of_mutated_files_the_reading_is_that_of_the_file() -> None:
    chance = random.Random(2026)
    files = samples()
    written = 0
    for _ in range(150):
        try:
            document = Document.open(mutated(chance.choice(files), files, chance))
            assert document.keys == tuple(paragraph.key for paragraph in document.paragraphs)
        except LexDeskError:
            continue
        written += edited_at_random(document, chance, 4)
    assert written > 50


def test_labels_follow_when_a_numbered_paragraph_goes_or_comes() -> None:
    document = Document.open(docx("".join(_NUMBERED) + para("End.")))
    keys = document.keys
    for edit in (
        DeleteParagraph(keys[1], "Alpha."),
        InsertParagraph(keys[0], "after", "Before alpha.", "new", like=keys[1]),
        Replace(keys[2], 0, 4, "Beta", "Gamma"),
    ):
        assert_reads_as_anew(document.edited([edit], ME, AT))
        assert_reads_as_anew(
            document.edited([edit], ME, AT).edited([Replace(keys[3], 0, 1, "S", "s")], ME, AT)
        )


def test_an_edit_of_one_paragraph_reads_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(para(f"Paragraph {n} of the agreement.") for n in range(200)) + table(("a", "b"))
    document = Document.open(docx(body))
    assert len(document.paragraphs) == 202
    read_anew: list[str] = []
    original = reading._Reader._paragraph

    def seen(self: object, key: str, index: int, item: object) -> object:
        read_anew.append(key)
        return original(self, key, index, item)  # type: ignore[arg-type]

    monkeypatch.setattr(reading._Reader, "_paragraph", seen)
    for at in (3, 150, 60):
        key = document.keys[at]
        old = document.paragraph(key).text
        document = document.edited([Replace(key, 0, 9, old[:9], "Section")], ME, AT)
        kept: Sequence[object] = document.paragraphs
        assert len(kept) == 202
    assert read_anew == [document.keys[at] for at in (3, 150, 60)]


def test_a_field_over_two_paragraphs_is_read_with_both() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    code = "<w:r><w:instrText>REF a \\h</w:instrText></w:r>"
    parted = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    body = (
        para(begin + code + parted + run("shown")) + para(run("more") + end + run(" after")) + para("Last.")
    )
    document = Document.open(docx(body))
    for key, old in ((document.keys[2], "Last."), (document.keys[1], "more after")):
        changed = document.edited([Replace(key, len(old) - 1, len(old), old[-1], "!")], ME, AT)
        assert_reads_as_anew(changed)
        assert_reads_as_anew(changed.edited([Replace(document.keys[2], 0, 1, "L", "l")], ME, AT))


def test_marks_of_notes_follow_when_a_reference_goes() -> None:
    notes = "".join(f'<w:footnote w:id="{n}">{para(f"Note {n}.")}</w:footnote>' for n in (2, 3))
    body = "".join(para(run(f"Text {n}") + f'<w:r><w:footnoteReference w:id="{n}"/></w:r>') for n in (2, 3))
    document = Document.open(docx(body + para("Last."), {"footnotes": notes}))
    key = document.keys[0]
    assert [p.note_mark for p in document.paragraphs if p.note_mark] == ["1", "2"]
    changed = document.edited([DeleteParagraph(key, document.paragraph(key).text)], ME, AT)
    assert_reads_as_anew(changed)
    assert changed.paragraphs != document.paragraphs
    marks = {p.text: p.note_mark for p in changed.paragraphs if p.part == "word/footnotes.xml"}
    assert marks["Note 3."] == "1"
