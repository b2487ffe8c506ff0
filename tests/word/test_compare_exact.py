"""Redlines against files that somebody rewrote: exact paragraph by paragraph, few words touched (P3)."""

import pytest

from lexdesk.word.compare import compare
from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from tests.bench.agreement import sentences
from tests.bench.compare_pairs import compared, main_lines
from tests.conftest import SHARED
from tests.word.build import AT, CONTRACT_LIST, ME, docx, numbered, opened, para, run, table
from tests.word.rewriting import rewritten
from tests.word.test_compare_redline import check_rest

_FOLDER = SHARED / "corpus" / "docx"
_SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'


def contract(seed: int) -> bytes:
    """Clauses, empty paragraphs, a table with a table in a cell, a control, a section break, a last line."""
    source = sentences(seed)
    body = [numbered(next(source), n % 3) for n in range(14)]
    body[5:5] = [para(""), para(""), table((next(source), "EUR 640"), (next(source), para("") + para("b")))]
    inner = para(next(source)) + table((next(source), "x"), ("y", "z")) + para("")
    body.insert(9, para("", _SECTION))
    body.insert(11, table(("Cover", inner), ("Term", "two years")))
    body.insert(13, f"<w:sdt><w:sdtPr/><w:sdtContent>{para(next(source))}{para('')}</w:sdtContent></w:sdt>")
    return docx("".join([*body, para(""), para("Signed by both parties.")]), {"numbering": CONTRACT_LIST})


@pytest.mark.parametrize("seed", range(30))
def test_p3_a_rewritten_contract_is_redlined_exactly(seed: int) -> None:
    content = contract(seed % 5)
    changed = rewritten(content, seed, (1, 3, 8, 20)[seed % 4])
    outcome = compared(Document.open(content), Document.open(changed))
    assert (outcome.accepted, outcome.rejected, outcome.left_out) == ("", "", ())
    assert outcome.touched <= 1.2 * outcome.smallest + 4
    old = Document.open(content)
    made = redlined(old, Document.open(changed), ME, AT).document
    check_rest(old, Document.open(made.to_bytes()))


def both_ways(old: Document, new: Document) -> list[Document]:
    """The redline of each against the other, both exact."""
    found = []
    for one, other in ((old, new), (new, old)):
        outcome = compared(one, other)
        assert (outcome.accepted, outcome.rejected) == ("", "")
        found.append(Document.open(redlined(one, other, ME, AT).document.to_bytes()))
        check_rest(one, found[-1])
    return found


def test_paragraphs_at_the_end_come_and_go_without_an_empty_one() -> None:
    lines = [para("First clause."), para("Second clause."), para("Third.", '<w:jc w:val="center"/>')]
    come, gone = both_ways(opened("".join(lines[:1])), opened("".join(lines)))
    assert main_lines(resolved(gone, "accept")) == ["First clause."]
    # The mark before goes, as in Word, and the paragraph that stays keeps its own look.
    assert resolved(gone, "accept").paragraphs[0].alignment == ""
    assert resolved(gone, "reject").paragraphs[-1].alignment == "center"
    assert len(main_lines(resolved(come, "accept"))) == 3


def test_a_cell_loses_its_last_paragraph() -> None:
    both_ways(
        opened(table((para("Fee") + para("In euro."), "b")) + para("")),
        opened(table((para("Fee"), "b")) + para("")),
    )


def test_what_parts_two_tables_may_be_exchanged() -> None:
    one, other = table(("a b c d e f", "1")), table(("g h i j k l", "2"))
    both_ways(
        opened(one + para("Between the two.") + other + para("")),
        opened(one + para("") + para("Wholly different words.") + other + para("")),
    )


def test_a_section_break_goes_and_is_kept_where_both_have_one() -> None:
    with_break = para("Page one.") + para("", _SECTION) + para("Page two.")
    both_ways(opened(with_break), opened(para("Page one.") + para("Page two.")))
    both_ways(opened(with_break), opened(para("Page one.") + para("") + para("", _SECTION) + para("More.")))


def test_text_stands_behind_the_inner_table_it_follows() -> None:
    inner = table(("in one", "in two"))
    both_ways(
        opened(table((para("Before.") + inner + para(""), "b")) + para("")),
        opened(table((para("Before.") + inner + para("Behind the inner table.") + para(""), "b")) + para("")),
    )


def test_new_text_behind_a_control_that_ends_with_a_table() -> None:
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{table(('a', 'b'))}</w:sdtContent></w:sdt>"
    both_ways(opened(control + para("End.")), opened(control + para("Quite new here.") + para("End.")))


def test_a_cell_that_ends_with_a_control_takes_text_behind_it() -> None:
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{para('Inside.')}</w:sdtContent></w:sdt>"
    both_ways(
        opened(table((control, "b")) + para("")),
        opened(table((control + para("Wholly new words behind."), "b")) + para("")),
    )
    both_ways(
        opened(table((control, "b")) + para("")),
        opened(table((control + table(("x", "y")) + para("Behind a new table."), "b")) + para("")),
    )


def test_formulas_and_readings_are_exchanged_whole() -> None:
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    formula = f"<m:oMath {space}><m:r><m:t>E</m:t></m:r></m:oMath>"
    ruby = (
        "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かん</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r>"
    )
    for special in (formula, ruby):
        old = opened(para(run("The rate is ") + special + run(" per year.")))
        new = opened(para("The rate is five per year."))
        outcome = compared(old, new)
        assert (outcome.accepted, outcome.rejected, outcome.left_out) == ("", "", ())
        check_rest(old, Document.open(redlined(old, new, ME, AT).document.to_bytes()))


def test_controls_and_contents_that_only_one_file_has() -> None:
    char = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    toc = (
        para(char.format("begin") + "<w:r><w:instrText>TOC</w:instrText></w:r>" + char.format("separate"))
        + para("Payment 1")
        + para(run("Delivery 2") + char.format("end"))
    )
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{toc}</w:sdtContent></w:sdt>"
    old, new = opened(control + para("Text of it.")), opened(para("Text of it."))
    outcome = compared(old, new)
    assert (outcome.accepted, outcome.rejected) == ("", "")
    check_rest(old, Document.open(redlined(old, new, ME, AT).document.to_bytes()))
    inline = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('A name')}</w:sdtContent></w:sdt>"
    both_ways(opened(para(inline) + table(("a", "b")) + para("")), opened(table(("a", "b")) + para("")))


def test_a_text_box_goes_with_its_paragraph() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{para('In a box')}</w:txbxContent></w:pict></w:r>"
    old, new = opened(para("Stays.") + para(box) + para("End.")), opened(para("Stays.") + para("End."))
    outcome = compared(old, new)
    assert (outcome.accepted, outcome.rejected) == ("", "")


def test_a_clause_that_moved_past_a_changed_one_is_still_known() -> None:
    long = "The Supplier shall deliver the Goods within ten days of each Order and bear all cost of it."
    old = opened(para(long) + para("Governing law is that of Norway.") + para("End."))
    new = opened(para("Governing law is that of Norway.") + para(long.replace("ten", "six")) + para("End."))
    kinds = {(d.kind, d.removed, d.added) for d in compare(old, new).differences}
    assert ("moved", "", "Governing law is that of Norway.") in kinds
    assert ("changed", "ten", "six") in kinds


@pytest.mark.skipif(not _FOLDER.is_dir(), reason="the corpus of real documents is not here")
@pytest.mark.parametrize(
    "name", ["csa-with-ai", "csa-with-sla", "cloud-service-agreement", "pilot-agreement"]
)
def test_p3_agreements_against_edited_copies_and_their_sisters(name: str) -> None:
    content = (_FOLDER / f"oa__common-paper-{name}-template.docx").read_bytes()
    others = [rewritten(content, seed, changes) for seed, changes in ((1, 4), (2, 40))]
    if "csa" in name:
        sister = "csa-with-sla" if name == "csa-with-ai" else "csa-with-ai"
        others.append((_FOLDER / f"oa__common-paper-{sister}-template.docx").read_bytes())
    for other in others:
        outcome = compared(Document.open(content), Document.open(other))
        assert (outcome.accepted, outcome.rejected) == ("", "")
        assert outcome.ratio <= 1.2
