"""Comparing two documents: what differs, and what of it was not marked (field report F11)."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from lexdesk.text.spans import Span
from lexdesk.word.compare import Comparison, Difference, compare
from lexdesk.word.compare_blocks import matches, moves
from lexdesk.word.document import Document
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace
from lexdesk.word.package import changed_part, part_bytes
from lexdesk.word.resolve import resolved
from tests.conftest import SHARED
from tests.word.build import AT, CONTRACT_LIST, ME, THEM, numbered, opened, para, replaced, run, table

FIELD = SHARED / "field"


def tracked(tag: str, number: int, text: str, who: str = THEM) -> str:
    """A run under a tracked insertion or deletion."""
    kind = "delText" if tag == "del" else "t"
    inner = f'<w:r><w:{kind} xml:space="preserve">{text}</w:{kind}></w:r>'
    return f'<w:{tag} w:id="{number}" {who}>{inner}</w:{tag}>'


def told(found: Sequence[Difference]) -> list[tuple[str, str, str, str]]:
    """(who, clause, removed, added) of each."""
    return [(d.author if d.tracked else "SILENT", d.clause, d.removed, d.added) for d in found]


@pytest.mark.skipif(not FIELD.exists(), reason="the field files are not here")
def test_f11_two_of_three_changes_were_not_marked(shared: Path) -> None:
    sent = Document.open((shared / "field/011_sent_to_other_side.docx").read_bytes())
    returned = Document.open((shared / "field/011_returned_by_other_side.docx").read_bytes())
    found = compare(sent, returned)
    assert told(found.differences) == [
        ("SILENT", "1.", "sixty (60)", "thirty (30)"),
        ("SILENT", "2.", "not ", ""),
        ("Other Side", "3.", "thirty (30)", "forty-five (45)"),
    ]
    assert (len(found.tracked), len(found.silent), found.equal_paragraphs) == (1, 2, 2)


def test_nothing_differs_between_a_file_and_itself() -> None:
    document = opened(para(run("Pay ") + tracked("ins", 1, "him ")) + table(("a", "b")))
    found = compare(document, document)
    assert (found.differences, found.equal_paragraphs) == ((), len(document.paragraphs))


def test_a_silent_change_in_a_tracked_paragraph_is_still_told() -> None:
    old = opened(para("The Buyer shall not pay within ten days of delivery."))
    body = run("The Buyer shall pay within ") + tracked("del", 1, "ten") + tracked("ins", 2, "ninety")
    new = opened(para(body + run(" days of delivery.")))
    assert told(compare(old, new).differences) == [
        ("SILENT", "", "not ", ""),
        ("Other Side", "", "ten", "ninety"),
    ]


def test_our_own_marks_that_come_back_are_no_differences() -> None:
    sent = replaced(opened(para("Pay within ten days.") + para("The end.")), "ten", "sixty")
    assert compare(sent, Document.open(sent.to_bytes())).differences == ()


def test_words_slipped_under_our_own_mark_are_silent() -> None:
    sent = replaced(opened(para("Pay within ten days.")), "ten", "sixty")
    text = sent.to_bytes()
    returned = _with_part(text, b">sixty<", b">sixty-six<")
    assert told(compare(sent, returned).differences) == [("SILENT", "", "", "-six")]


def test_a_mark_of_ours_that_was_rejected_in_silence_is_told() -> None:
    sent = replaced(opened(para("Pay within ten days.")), "ten", "sixty")
    assert told(compare(sent, resolved(sent, "reject")).differences) == [("SILENT", "", "sixty", "ten")]
    assert compare(sent, resolved(sent, "accept")).differences == ()


def test_paragraphs_added_removed_and_moved_are_recognised() -> None:
    lines = [f"{word} clause about a matter of its own, number {n}." for n, word in enumerate("ABCDEFG")]
    old = opened("".join(para(line) for line in lines))
    changed = [lines[0], lines[5], lines[1], "A wholly new undertaking.", *lines[3:5], lines[6]]
    found = compare(old, opened("".join(para(line) for line in changed)))
    kinds = [(d.kind, d.added or d.removed) for d in found.differences]
    assert sorted(kinds) == [
        ("added", "A wholly new undertaking."),
        ("moved", lines[5]),
        ("removed", lines[2]),
    ]
    moved = next(d for d in found.differences if d.kind == "moved")
    assert (moved.old_key, moved.new_key) == ("p6", "p2")


def test_tracked_insertions_deletions_moves_and_formats_name_their_author() -> None:
    move = (
        f'<w:p><w:pPr><w:rPr><w:{{0}} w:id="{{1}}" {THEM}/></w:rPr></w:pPr><w:{{0}}RangeStart w:id="{{2}}" '
        f'w:name="m" {THEM}/><w:{{0}} w:id="{{3}}" {THEM}>'
        "<w:r><w:t>Moved words of a clause.</w:t></w:r></w:{0}>"
        '<w:{0}RangeEnd w:id="{2}"/></w:p>'
    )
    format_change = f'<w:b/><w:rPrChange w:id="30" {THEM}><w:rPr/></w:rPrChange>'
    mark = f'<w:rPr><w:ins w:id="40" {THEM}/></w:rPr>'
    old = opened(para("Moved words of a clause.") + para("Middle.") + para("Plain words.") + para("End."))
    new = opened(
        move.format("moveFrom", 1, 2, 3)
        + para("Middle.")
        + para(run("Plain words.", format_change))
        + move.format("moveTo", 4, 5, 6)
        + para(tracked("ins", 41, "A new one."), mark)
        + para(tracked("del", 50, "End."))
    )
    found = compare(old, new)
    assert [(d.kind, d.author, d.removed, d.added) for d in found.differences] == [
        ("format", "Other Side", "", ""),
        ("moved", "Other Side", "", "Moved words of a clause."),
        ("added", "Other Side", "", "A new one."),
        ("removed", "Other Side", "End.", ""),
    ]
    assert {d.date for d in found.differences} == {"2026-01-05T10:00:00Z"}


def test_a_split_made_with_a_tracked_mark_is_one_tracked_difference() -> None:
    old = opened(para("Deliver to the Yard within ten days.") + para("End."))
    mark = f'<w:rPr><w:ins w:id="1" {THEM}/></w:rPr>'
    new = opened(para("Deliver to the Yard ", mark) + para("within ten days.") + para("End."))
    found = compare(old, new).differences
    assert [(d.tracked, d.kind, d.added) for d in found] == [(True, "added", "\u00b6")]


def test_clauses_come_from_the_numbers_word_shows() -> None:
    body = numbered("Payment", 0) + numbered("Pay in ten days.", 1)
    body += para("This runs on.") + numbered("Law", 0)
    old = opened(body, numbering=CONTRACT_LIST)
    new = opened(
        body.replace("ten", "six").replace("runs on", "goes on").replace("Law", "Laws"),
        numbering=CONTRACT_LIST,
    )
    assert [d.clause for d in compare(old, new).differences] == ["1.1", "1.1", "2."]
    typed = opened(para("7.2 Pay in ten days.")), opened(para("7.2 Pay in six days."))
    assert compare(*typed).differences[0].clause == "7.2"


def test_tables_are_compared_by_cell_and_row() -> None:
    old = opened(para("Fees") + table(("Storage", "100"), ("Customs", "200"), ("Port", "300")) + para("End"))
    new = opened(para("Fees") + table(("Storage", "150"), ("Port", "300"), ("Rail", "400")) + para("End"))
    found = compare(old, new)
    assert [(d.removed, d.added) for d in found.differences[:1]] == [("100", "150")]
    changed = found.differences[0].cell
    assert changed is not None
    assert (changed.row, changed.column) == (0, 1)
    assert {(d.kind, d.removed or d.added) for d in found.differences[1:]} == {
        ("removed", "Customs"),
        ("removed", "200"),
        ("added", "Rail"),
        ("added", "400"),
    }


def test_spans_point_at_the_words_in_the_files_as_given() -> None:
    old = opened(para("Pay within ten days of the date."))
    new = opened(para("Pay within sixty days of the date."))
    (found,) = compare(old, new).differences
    assert (found.old_span, found.new_span) == (Span(11, 14), Span(11, 16))
    assert old.paragraph(found.old_key).text[slice(*found.old_span)] == "ten"


def test_notes_headers_and_boxes_are_compared_with_their_like() -> None:
    note = '<w:footnote w:id="2"><w:p><w:r><w:t>See clause {}.</w:t></w:r></w:p></w:footnote>'
    body = para('<w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>')
    old = opened(body, footnotes=note.format(4), hdr=para("Draft 1"))
    new = opened(body, footnotes=note.format(5), hdr=para("Draft 2"))
    found = compare(old, new).differences
    assert [(d.part, d.removed, d.added) for d in found] == [
        ("word/footnotes.xml", "4", "5"),
        ("word/hdr.xml", "1", "2"),
    ]


def test_words_made_hidden_without_a_mark_are_told() -> None:
    old = opened(para(run("Pay in full ") + run("unless disputed.")))
    new = opened(para(run("Pay in full ") + run("unless disputed.", "<w:vanish/>")))
    (found,) = compare(old, new).differences
    assert (found.kind, found.tracked, found.added, found.detail) == (
        "format", False, "unless disputed.", "made hidden",
    )  # fmt: skip
    (back,) = compare(new, old).differences
    assert back.detail == "no longer hidden"
    marked = f'<w:vanish/><w:rPrChange w:id="1" {THEM}><w:rPr/></w:rPrChange>'
    (theirs,) = compare(old, opened(para(run("Pay in full ") + run("unless disputed.", marked)))).differences
    assert (theirs.tracked, theirs.kind) == (True, "format")


def test_every_paragraph_stands_in_exactly_one_match() -> None:
    old = opened(para("a b c") + table(("d", "e"), ("f", "g")) + para("") + para("h i j"))
    new = opened(para("x") + para("h i j") + table(("d", "q"), ("z", "g"), ("f", "g")) + para("a b c"))
    found = matches(old, new)
    ours = [key for m in found for key in ([m.old.key] if m.old else []) + [p.key for p in m.old_lines]]
    theirs = [key for m in found for key in ([m.new.key] if m.new else []) + [p.key for p in m.new_lines]]
    assert (sorted(ours), sorted(theirs)) == (sorted(old.keys), sorted(new.keys))
    assert moves(found) == {}, "three words prove no move"


def test_long_rewritten_documents_are_compared_within_bounds() -> None:
    """No equal paragraph at all between 400 and 420: the search stays near the diagonal."""
    old = opened("".join(para(f"Clause {n} says alpha beta gamma {n * 7} delta.") for n in range(400)))
    new = opened("".join(para(f"Clause {n} says alpha beta omega {n * 7} delta.") for n in range(420)))
    found = compare(old, new)
    assert len([d for d in found.differences if (d.removed, d.added) == ("gamma", "omega")]) == 400
    assert len([d for d in found.differences if d.kind == "added" and not d.old_key]) == 20


def test_edits_of_our_own_engine_come_back_as_tracked() -> None:
    """Whatever the writer can write, the list calls tracked, by its author, and nothing else."""
    old = opened(
        "".join(para(f"Clause {n} says something of its own.") for n in range(12)) + table(("a b", "c"))
    )
    edits = [
        Replace("p2", 0, 6, "Clause", "Section"),
        DeleteParagraph("p5", "Clause 4 says something of its own."),
        InsertParagraph("p8", "after", "An inserted undertaking.", "x"),
        Replace("p13", 0, 1, "a", "q"),
    ]
    found: Comparison = compare(old, old.edited(edits, ME, AT))
    assert {d.author for d in found.differences} == {ME}
    assert (len(found.tracked), len(found.silent)) == (4, 0)


def _with_part(data: bytes, was: bytes, now: bytes) -> Document:
    """The file with some bytes of its main part replaced."""
    document = Document.open(data)
    parts = [
        changed_part(part, part_bytes(part).replace(was, now)) if part.name == "word/document.xml" else part
        for part in document.parts()
    ]
    assert re.search(was, part_bytes(next(p for p in document.parts() if p.name == "word/document.xml")))
    return Document.from_parts(parts)
