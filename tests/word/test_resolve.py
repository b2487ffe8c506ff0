"""Accepting and rejecting: runs, marks, rows, moves, cells and properties."""

import pytest

from lexdesk.word.document import Document
from lexdesk.word.errors import WordFileError
from lexdesk.word.model import DeleteParagraph
from lexdesk.word.resolve import resolved
from tests.conftest import SHARED
from tests.word.build import (
    AT,
    CONTRACT_LIST,
    ME,
    THEM,
    numbered,
    opened,
    para,
    replaced,
    run,
    table,
    texts,
    xml,
)
from tests.word.canonical import canonical, range_faults

_FOLDER = SHARED / "corpus" / "docx"


def both(document: Document) -> tuple[list[str], list[str]]:
    """The paragraphs after accepting all, and after rejecting all."""
    return texts(resolved(document, "accept")), texts(resolved(document, "reject"))


def changed(tag: str, number: int, inner: str) -> str:
    return f'<w:{tag} w:id="{number}" {THEM}>{inner}</w:{tag}>'


def gone(number: int, text: str) -> str:
    return changed("del", number, f'<w:r><w:delText xml:space="preserve">{text}</w:delText></w:r>')


def mark(tag: str, number: int) -> str:
    return f'<w:rPr><w:{tag} w:id="{number}" {THEM}/></w:rPr>'


def test_runs_are_kept_or_dropped_and_nothing_tracked_is_left() -> None:
    document = opened(para(run("A ") + changed("ins", 1, run("new ")) + gone(2, "old ") + run("Z")))
    assert both(document) == (["A new Z"], ["A old Z"])
    for action in ("accept", "reject"):
        assert not resolved(document, action).revisions  # type: ignore[arg-type]


def test_a_clean_copy_accepts_everybody_and_keeps_the_rest() -> None:
    document = opened(para(run("Pay ", "<w:b/>") + changed("ins", 1, run("him "))) + para("thirty days"))
    clean = resolved(replaced(document, "thirty", "sixty"), "accept")
    assert texts(clean) == ["Pay him ", "sixty days"]
    assert "w:ins" not in xml(clean)
    assert "w:del" not in xml(clean)
    assert clean.paragraphs[0].pieces[0].bold


def test_one_author_can_be_resolved_while_the_others_stay() -> None:
    document = replaced(
        opened(para(run("A ") + changed("ins", 1, run("their ")) + run("thirty"))), "thirty", "sixty"
    )
    mine = resolved(document, "accept", ME)
    assert {revision.author for revision in mine.revisions} == {"Other Side"}
    theirs = resolved(document, "reject", "Other Side")
    assert (texts(theirs), {revision.author for revision in theirs.revisions}) == (["A sixty"], {ME})


@pytest.mark.parametrize("order", [("1", "2"), ("2", "1")])
def test_one_is_accepted_and_its_neighbour_rejected_in_either_order(order: tuple[str, str]) -> None:
    document = opened(para(changed("ins", 1, run("one ")) + changed("ins", 2, run("two ")) + run("three")))
    for number in order:
        action = "accept" if number == "1" else "reject"
        document = resolved(document, action, lambda raw, wanted=number: raw.id == wanted)  # type: ignore[misc]
    assert (texts(document), document.revisions) == (["one three"], ())


def test_a_deleted_mark_joins_two_paragraphs_with_the_second_ones_properties() -> None:
    first = para("Deliver to the Yard", f'<w:jc w:val="both"/>{mark("del", 1)}')
    document = opened(first + para(" within ten days.", '<w:jc w:val="left"/>') + para("End"))
    accepted = resolved(document, "accept")
    assert texts(accepted) == ["Deliver to the Yard within ten days.", "End"]
    assert accepted.paragraphs[0].alignment == "left"
    assert texts(resolved(document, "reject")) == ["Deliver to the Yard", " within ten days.", "End"]


def test_an_inserted_mark_joins_them_again_on_reject() -> None:
    document = opened(para("One", mark("ins", 1)) + para(" two"))
    assert both(document) == (["One", " two"], ["One two"])


def test_marks_before_tables_and_at_the_end_of_a_cell() -> None:
    before_table = opened(para(gone(1, "Gone"), mark("del", 2)) + table(("x",)) + para("End"))
    assert both(before_table) == (["x", "End"], ["Gone", "x", "End"])
    text_before_table = opened(para("Stays", mark("del", 2)) + table(("x",)) + para("End"))
    assert both(text_before_table)[0] == ["Stays", "x", "End"]
    only_in_cell = opened(table((para(gone(1, "Gone"), mark("del", 2)),)) + para("End"))
    assert both(only_in_cell) == (["", "End"], ["Gone", "End"])


def test_rows_go_or_stay_whole() -> None:
    document = opened(
        table(
            ("Storage", "40"),
            ("Handling", "15"),
            ("Customs", "22"),
            marks={0: f'<w:del w:id="1" {THEM}/>', 2: f'<w:ins w:id="2" {THEM}/>'},
        )
        + para("End")
    )
    assert texts(document) == ["Handling", "15", "Customs", "22", "End"]
    assert both(document) == (
        ["Handling", "15", "Customs", "22", "End"],
        ["Storage", "40", "Handling", "15", "End"],
    )
    assert [(r.kind, r.keys, r.text) for r in document.revisions] == [
        ("row_del", ("p1", "p2"), "Storage | 40"),
        ("row_ins", ("p5", "p6"), "Customs | 22"),
    ]


def test_a_table_whose_rows_all_go_goes_too() -> None:
    document = opened(para("A") + table(("x",), marks={0: f'<w:del w:id="1" {THEM}/>'}) + para("B"))
    accepted = resolved(document, "accept")
    assert texts(accepted) == ["A", "B"]
    assert "w:tbl" not in xml(accepted)


def move(side: str, number: int, text: str) -> str:
    start = f'<w:move{side}RangeStart w:id="{number}" {THEM} w:name="m1"/>'
    end = f'<w:move{side}RangeEnd w:id="{number}"/>'
    return para(start + changed(f"move{side}", number + 1, run(text)) + end, mark(f"move{side}", number + 2))


def test_a_move_is_one_item_with_both_ends() -> None:
    document = opened(
        para("Law") + move("From", 1, "Notices") + para("Parts") + move("To", 5, "Notices") + para("End")
    )
    assert texts(document) == ["Law", "Parts", "Notices", "End"]
    assert document.original_text().split("\n") == ["Law", "Notices", "Parts", "End"]
    assert [(r.kind, r.keys, r.text) for r in document.revisions] == [("move", ("p2", "p4"), "Notices")]
    assert both(document) == (["Law", "Parts", "Notices", "End"], ["Law", "Notices", "Parts", "End"])
    assert "RangeStart" not in xml(resolved(document, "accept"))


def test_property_changes_come_back_on_reject() -> None:
    run_change = f'<w:b/><w:rPrChange w:id="1" {THEM}><w:rPr><w:i/></w:rPr></w:rPrChange>'
    old = f'<w:pPrChange w:id="2" {THEM}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>'
    paragraph_change = f'<w:jc w:val="center"/>{old}'
    section = (
        f'<w:sectPr><w:pgSz w:w="2"/><w:sectPrChange w:id="3" {THEM}><w:sectPr><w:pgSz w:w="1"/></w:sectPr>'
        "</w:sectPrChange></w:sectPr>"
    )
    document = opened(para(run("x", run_change), paragraph_change) + section)
    accepted, rejected = resolved(document, "accept"), resolved(document, "reject")
    assert (accepted.paragraphs[0].alignment, rejected.paragraphs[0].alignment) == ("center", "left")
    assert [p.paragraphs[0].pieces[0].italic for p in (accepted, rejected)] == [False, True]
    assert ('w:pgSz w:w="2"' in xml(accepted), 'w:pgSz w:w="1"' in xml(rejected)) == (True, True)
    assert not accepted.revisions
    assert not rejected.revisions


def test_table_properties_and_cells() -> None:
    cell = (
        f'<w:tcPr><w:tcW w:w="2"/><w:tcPrChange w:id="1" {THEM}><w:tcPr><w:tcW w:w="1"/></w:tcPr>'
        "</w:tcPrChange></w:tcPr>"
    )
    new = f'<w:cellIns w:id="2" {THEM}/>'
    body = (
        f"<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>{cell}{para('old')}</w:tc>"
        f"<w:tc><w:tcPr>{new}</w:tcPr>{para('new')}</w:tc></w:tr></w:tbl>" + para("")
    )
    document = opened(body)
    assert texts(resolved(document, "accept")) == ["old", "new", ""]
    rejected = resolved(document, "reject")
    assert texts(rejected) == ["old", ""]
    assert '<w:tcW w:w="1"/>' in xml(rejected)


def test_resolving_nothing_gives_the_same_document() -> None:
    document = opened(para("A") + para(changed("ins", 1, run("B"))))
    assert resolved(document, "accept", "Nobody") is document


def test_keys_follow_the_text_that_remains() -> None:
    document = opened(para("One", mark("ins", 1)) + para(changed("ins", 2, run("two"))) + para("Three"))
    rejected = resolved(document, "reject")
    assert [(p.key, p.text) for p in rejected.paragraphs] == [("p1", "One"), ("p3", "Three")]


def test_bookmarks_inside_a_rejected_insertion_keep_their_pair() -> None:
    inside = changed("ins", 1, run("x") + '<w:bookmarkStart w:id="7" w:name="a"/>')
    document = opened(para(inside + run("y") + '<w:bookmarkEnd w:id="7"/>'))
    root = resolved(document, "reject").tree_copy("word/document.xml")
    assert canonical(root).count("w:bookmark") == 4  # a start and an end tag each


def test_accepting_a_deletion_before_a_table_leaves_no_empty_number() -> None:
    struck = gone(7, "their words")
    before = opened(
        numbered("First.") + numbered(run("Second ") + struck) + table(("a", "b")) + para("End"),
        numbering=CONTRACT_LIST,
    )
    after = before.edited([DeleteParagraph("p2", "Second ")], ME, AT)
    mine = resolved(after, "accept", ME)
    assert [p.label for p in mine.paragraphs] == ["1.", "", "", ""]
    assert [p.text for p in mine.paragraphs] == ["First.", "a", "b", "End"]
    assert texts(resolved(mine, "reject"))[0] == "First.their words"
    assert [p.text for p in resolved(after, "reject", ME).paragraphs] == [p.text for p in before.paragraphs]


def test_runs_without_anything_in_them_keep_no_deleted_paragraph() -> None:
    hollow = "<w:r/><w:r><w:rPr><w:b/></w:rPr></w:r>"
    before = opened(
        numbered("First.") + numbered(hollow + run("Second") + hollow) + table(("a", "b")) + para("End"),
        numbering=CONTRACT_LIST,
    )
    after = before.edited([DeleteParagraph("p2", "Second")], ME, AT)
    assert [p.text for p in resolved(after, "accept", ME).paragraphs] == ["First.", "a", "b", "End"]
    assert "<w:body><w:r" not in xml(resolved(after, "accept", ME))
    assert canonical(resolved(after, "reject", ME).tree_copy("word/document.xml")) == canonical(
        before.tree_copy("word/document.xml")
    )


def test_the_range_of_a_move_that_ends_between_paragraphs_goes_with_it() -> None:
    def end(side: str, mark: int, start: str) -> str:
        return (
            f'<w:p><w:pPr><w:rPr><w:{side} w:id="{mark}" {THEM}/></w:rPr></w:pPr>'
            f'<w:{side}RangeStart w:id="{mark + 1}" w:name="m" {THEM}/><w:{side} w:id="{mark + 2}" {THEM}>'
            f'{run(start)}</w:{side}></w:p><w:{side}RangeEnd w:id="{mark + 1}"/>'
        )

    moved = opened(end("moveFrom", 1, "Moved.") + para("Stays.") + end("moveTo", 11, "Moved.") + para("End."))
    for action, wanted in (("accept", "Stays.\nMoved.\nEnd."), ("reject", "Moved.\nStays.\nEnd.")):
        done = resolved(moved, action)
        assert done.current_text() == wanted
        assert "move" not in xml(done)


def test_a_row_that_goes_leaves_the_ends_of_ranges_that_reach_out_of_it() -> None:
    row = f'<w:del w:id="5" {THEM}/>'
    cell = para('<w:bookmarkStart w:id="1" w:name="b"/><w:commentRangeStart w:id="2"/>' + run("Gone"))
    kept = para(run("Kept") + '<w:bookmarkEnd w:id="1"/><w:commentRangeEnd w:id="2"/>')
    document = opened(table((cell, "1"), (kept, "2"), marks={0: row}) + para(""))
    done = resolved(document, "accept")
    assert range_faults(done) == set()
    assert "bookmarkStart" in xml(done)


def test_formulas_are_deleted_and_inserted_in_whole_and_in_part() -> None:
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    mark = f'<w:del w:id="5" {THEM}><w:rPr/></w:del>'

    def formula(inner: str) -> str:
        return f"<m:oMath {space}>{inner}</m:oMath>"

    def sign(text: str, change: str = "") -> str:
        return f"<m:r>{change}<m:t>{text}</m:t></m:r>"

    fraction = (
        f"<m:f><m:fPr><m:ctrlPr>{mark}</m:ctrlPr></m:fPr><m:num>{sign('1', mark)}</m:num>"
        f"<m:den>{sign('2', mark)}</m:den></m:f>"
    )
    for inner, now, was in (
        (f'<w:del w:id="1" {THEM}>{formula(sign("x=1"))}</w:del>', "a  b", "a x=1 b"),
        (formula(sign("x=") + f'<w:del w:id="1" {THEM}>{sign("1")}</w:del>'), "a x= b", "a x=1 b"),
        (formula(sign("x=") + f'<w:ins w:id="1" {THEM}>{sign("1")}</w:ins>'), "a x=1 b", "a x= b"),
        (formula(sign("x=") + sign("1", mark)), "a x= b", "a x=1 b"),
        (formula(fraction), "a  b", "a 12 b"),
    ):
        document = opened(para(run("a ") + inner + run(" b")))
        paragraph = document.paragraphs[0]
        assert (paragraph.text, paragraph.original) == (now, was)
        assert resolved(document, "accept").paragraphs[0].text == now
        assert resolved(document, "reject").paragraphs[0].text == was
        assert "oMath" in xml(resolved(document, "accept")) or now == "a  b"


@pytest.mark.skipif(not _FOLDER.is_dir(), reason="the corpus of real documents is not here")
def test_nothing_tracked_and_no_half_range_is_left_in_real_files() -> None:
    for path in sorted(_FOLDER.glob("*.docx")):
        try:
            document = Document.open(path.read_bytes())
        except WordFileError:
            continue
        authors = sorted({revision.author for revision in document.revisions})
        for action in ("accept", "reject"):
            for who in (None, *authors) if authors else ():
                done = Document.open(resolved(document, action, who).to_bytes())
                assert range_faults(done) - range_faults(document) == set(), (path.name, action, who)
                assert not [r for r in done.revisions if who in (None, r.author)], (path.name, action, who)


def test_a_move_into_a_content_control_is_settled_at_both_ends() -> None:
    def end(side: str, number: int) -> str:
        return (
            f"<w:p><w:pPr>{mark(side, number)}</w:pPr>"
            f'<w:{side}RangeStart w:id="{number + 1}" w:name="m" {THEM}/>'
            f'{changed(side, number + 2, run("Moved."))}<w:{side}RangeEnd w:id="{number + 1}"/></w:p>'
        )

    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{end('moveTo', 20)}{para('Held.')}</w:sdtContent></w:sdt>"
    document = opened(end("moveFrom", 10) + para("Between.") + control + para("End."))
    assert [revision.kind for revision in document.revisions] == ["move"]
    assert both(document) == (
        ["Between.", "Moved.", "Held.", "End."],
        ["Moved.", "Between.", "Held.", "End."],
    )
    assert "move" not in xml(resolved(document, "accept")) + xml(resolved(document, "reject"))
