"""Edits as tracked changes: what is written, what is kept, what is refused (P3)."""

import pytest

from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace, WordEdit
from lexdesk.word.resolve import resolved
from tests.word.build import (
    AT,
    CONTRACT_LIST,
    ME,
    THEM,
    docx,
    numbered,
    opened,
    para,
    replaced,
    run,
    table,
    texts,
    xml,
)
from tests.word.canonical import annotation_ids, canonical, field_faults, range_faults

BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{}</w:instrText></w:r>'
SEPARATE, END = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("separate", "end"))


def field(code: str, shown: str) -> str:
    return BEGIN.format(code) + SEPARATE + run(shown) + END


def holds_p3(before: Document, after: Document, author: str = ME) -> None:
    """Rejecting ours gives the old parts; ids are unique; fields and ranges are paired in every state."""
    after = Document.open(after.to_bytes(), after.keys)
    back = resolved(after, "reject", author)
    for part in before.stories:
        assert canonical(back.tree_copy(part)) == canonical(before.tree_copy(part))
    assert [p.text for p in back.paragraphs] == [p.text for p in before.paragraphs]
    assert max(annotation_ids(after).values(), default=1) <= 1
    for state in (after, back, resolved(after, "accept", author)):
        assert not field_faults(state)
        assert not range_faults(state)


def edit(document: Document, *edits: WordEdit, author: str = ME) -> Document:
    return document.edited(edits, author, AT)


def accepted(document: Document) -> list[str]:
    return [p.text for p in resolved(document, "accept", ME).paragraphs]


def test_p3_only_the_changed_words_are_marked_and_looks_are_kept() -> None:
    before = opened(para(run("within ") + run("thirty (30)", '<w:u w:val="single"/>') + run(" days")))
    after = replaced(before, "within thirty (30) days", "within forty-five (45) days")
    assert (
        '<w:del w:author="Ada Counsel"><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:delText>thirty</w:delText>'
        '</w:r></w:del><w:ins w:author="Ada Counsel"><w:r><w:rPr><w:u w:val="single"/></w:rPr>'
        "<w:t>forty-five</w:t></w:r></w:ins>"
    ) in xml(after).replace(' xml:space="preserve"', "")
    assert accepted(after) == ["within forty-five (45) days"]
    holds_p3(before, after)


def test_p3_each_deleted_run_keeps_its_look_and_the_new_text_takes_the_first() -> None:
    before = opened(
        para(run("red ", '<w:sz w:val="24"/>') + run("green", '<w:sz w:val="26"/>') + run(" end"))
    )
    after = replaced(before, "red green", "one colour")
    text = xml(after)
    assert '<w:sz w:val="24"/></w:rPr><w:delText xml:space="preserve">red ' in text
    assert '<w:sz w:val="26"/></w:rPr><w:delText xml:space="preserve">green' in text
    assert '<w:sz w:val="24"/></w:rPr><w:t xml:space="preserve">one colour' in text or (
        '<w:sz w:val="24"/></w:rPr><w:t>one colour' in text
    )
    holds_p3(before, after)


def test_p3_of_a_bold_number_only_the_changed_digit_goes() -> None:
    before = opened(para(run("EUR ") + run("1,000", "<w:b/>") + run(" each")))
    after = replaced(before, "EUR 1,000 each", "EUR 1,500 each")
    pieces = after.paragraphs[0].pieces
    assert [(p.text, p.change, p.bold) for p in pieces if p.change] == [
        ("0", "del", True),
        ("5", "ins", True),
    ]
    holds_p3(before, after)


def test_a_change_carries_author_and_both_dates() -> None:
    after = replaced(opened(para("thirty")), "thirty", "sixty")
    part = next(p for p in after.parts() if p.name == "word/document.xml")
    assert part
    revision = after.revisions[0]
    assert (revision.author, revision.date, revision.kind) == (ME, "2026-03-02T09:15:00Z", "del")
    root = after.tree_copy("word/document.xml")
    assert root.get("{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable") == "w16du"


def test_new_ids_avoid_bookmarks_comments_and_old_revisions() -> None:
    marks = "".join(
        f'<w:bookmarkStart w:id="{n}" w:name="b{n}"/><w:bookmarkEnd w:id="{n}"/>' for n in range(40)
    )
    before = opened(para(marks + run("a b ") + f'<w:ins w:id="77" {THEM}>{run("c")}</w:ins>'))
    after = replaced(replaced(before, "a", "x"), "b", "y")
    assert max(annotation_ids(after).values()) == 1
    holds_p3(before, after)


def test_inside_their_insertion_we_nest_a_deletion_and_split_around_an_insertion() -> None:
    before = opened(para(run("A ") + f'<w:ins w:id="5" {THEM}>{run("their new words")}</w:ins>' + run(" Z")))
    after = replaced(before, "their new words", "their own new words")
    theirs = '<w:ins w:author="Other Side">'
    assert xml(after).count(theirs) == 2
    assert accepted(after) == ["A their own new words Z"]
    holds_p3(before, after)
    nested = replaced(before, "new ", "")
    assert f'{theirs}<w:r><w:t xml:space="preserve">their </w:t></w:r><w:del w:author="{ME}">' in xml(nested)
    assert resolved(nested, "reject", "Other Side").paragraphs[0].text == "A  Z"
    holds_p3(before, nested)


def test_our_own_earlier_insertion_is_edited_in_place() -> None:
    first = replaced(opened(para("Pay now.")), "Pay now.", "Pay promptly and fully now.")
    second = replaced(first, "and fully", "or late")
    assert [(p.text, p.change) for p in second.paragraphs[0].pieces] == [
        ("Pay ", ""),
        ("promptly or late ", "ins"),
        ("now.", ""),
    ]
    gone = replaced(second, "promptly or late ", "")
    assert "w:ins" not in xml(gone)
    assert gone.original_text() == "Pay now."


def test_their_deletion_stays_inside_a_change_across_it() -> None:
    before = opened(
        para(
            run("one ")
            + f'<w:del w:id="3" {THEM}><w:r><w:delText>two </w:delText></w:r></w:del>'
            + run("three")
        )
    )
    after = replaced(before, "one three", "four")
    assert accepted(after) == ["four"]
    assert "Other Side" in {r.author for r in resolved(after, "accept", ME).revisions}
    holds_p3(before, after)


def test_a_numbered_paragraph_goes_with_its_mark() -> None:
    before = opened(numbered("One") + numbered("Two") + numbered("Three"), numbering=CONTRACT_LIST)
    after = edit(before, DeleteParagraph("p2", "Two"))
    assert [(p.label, p.text) for p in resolved(after, "accept", ME).paragraphs] == [
        ("1.", "One"),
        ("2.", "Three"),
    ]
    assert len([r for r in after.revisions if r.kind == "del"]) == 1
    holds_p3(before, after)


def test_crossing_bookmarks_of_two_deleted_paragraphs_survive() -> None:
    one = '<w:bookmarkStart w:id="1" w:name="a"/>' + run("One") + '<w:bookmarkStart w:id="2" w:name="b"/>'
    two = '<w:bookmarkEnd w:id="1"/>' + run("Two") + '<w:bookmarkEnd w:id="2"/>'
    before = opened(para(one) + para(two) + para("Three"))
    after = edit(before, DeleteParagraph("p1", "One"), DeleteParagraph("p2", "Two"))
    assert accepted(after) == ["Three"]
    holds_p3(before, after)


def test_the_only_paragraph_of_a_cell_stays_empty_and_unnumbered() -> None:
    before = opened(table((numbered("Only"), "Next")) + para("End"), numbering=CONTRACT_LIST)
    after = edit(before, DeleteParagraph("p1", "Only"))
    left = resolved(after, "accept", ME).paragraphs[0]
    assert (left.text, left.label, left.mark_change) == ("", "", "")
    holds_p3(before, after)


@pytest.mark.parametrize(
    "tail",
    ["<w:sectPr/>", "", table(("x",)) + para("")],
    ids=["before the section", "at the end", "before a table"],
)
def test_the_last_paragraph_of_its_kind_can_be_deleted(tail: str) -> None:
    before = opened(para("First") + para("Last") + tail)
    after = edit(before, DeleteParagraph("p2", "Last"))
    assert [text for text in accepted(after) if text] == [
        text for text in ("First", "x") if text == "First" or tail.startswith("<w:tbl")
    ]
    holds_p3(before, after)


def test_a_section_break_survives_the_deletion_of_its_paragraph() -> None:
    before = opened(para("One", '<w:sectPr><w:pgSz w:w="1"/></w:sectPr>') + para("Two"))
    after = edit(before, DeleteParagraph("p1", "One"))
    assert "<w:sectPr>" in xml(resolved(after, "accept", ME))
    holds_p3(before, after)


@pytest.mark.parametrize("where", ["after", "before"])
@pytest.mark.parametrize("anchor", ["p1", "p2", "p3", "p4", "p6"])
def test_a_new_paragraph_takes_style_and_number_and_leaves_nothing_on_reject(where: str, anchor: str) -> None:
    body = (
        numbered("One")
        + numbered("Sub", 1)
        + para("Break", '<w:jc w:val="both"/><w:sectPr/>')
        + table(("Cell",))
        + para("")
        + numbered("Last", 1)
        + "<w:sectPr/>"
    )
    before = opened(body, numbering=CONTRACT_LIST)
    after = edit(before, InsertParagraph(anchor, where, "New text", "n1"))  # type: ignore[arg-type]
    made = after.paragraph("n1")
    old = before.paragraph(anchor)
    assert (made.text, made.list_level, made.alignment) == ("New text", old.list_level, old.alignment)
    keys = list(after.keys)
    assert keys.index("n1") - keys.index(anchor) == (1 if where == "after" else -1)
    assert accepted(after) == [p.text for p in after.paragraphs]
    holds_p3(before, after)


def test_a_new_paragraph_copies_no_text_that_stands_among_properties() -> None:
    odd = f"<w:pict><w:txbxContent>{para('In a box')}</w:txbxContent></w:pict>"
    after = edit(opened(para("One", odd) + para("Two")), InsertParagraph("p1", "after", "New", "n1"))
    assert [p.text for p in after.paragraphs] == ["One", "In a box", "New", "Two"]


def test_a_new_last_paragraph_like_another_one_leaves_nothing_on_reject() -> None:
    before = opened(numbered("One") + para("Plain", '<w:jc w:val="both"/>'), numbering=CONTRACT_LIST)
    after = edit(before, InsertParagraph("p2", "after", "Two", "n1", like="p1"))
    assert [(p.label, p.text, p.alignment) for p in resolved(after, "accept", ME).paragraphs] == [
        ("1.", "One", ""),
        ("", "Plain", "both"),
        ("2.", "Two", ""),
    ]
    holds_p3(before, after)


def test_our_own_new_paragraph_is_removed_for_good() -> None:
    before = opened(numbered("One") + numbered("Two"), numbering=CONTRACT_LIST)
    for anchor in ("p1", "p2"):
        made = edit(before, InsertParagraph(anchor, "after", "New", "n1"))
        gone = edit(made, DeleteParagraph("n1", "New"))
        assert gone.keys == before.keys
        assert not gone.revisions
        holds_p3(before, gone)


def test_new_runs_take_the_look_of_most_of_the_text() -> None:
    before = opened(
        para(run("Payment.", "<w:b/>") + run(" The Buyer shall pay within thirty days.")) + para("x")
    )
    after = edit(before, InsertParagraph("p1", "after", "New clause", "n1"))
    assert [piece.bold for piece in after.paragraph("n1").pieces] == [False]


def test_a_field_is_deleted_whole_or_not_at_all() -> None:
    before = opened(
        para(run("Subject to clause ") + field("REF _Ref1 \\h", "4.2") + run(" above, the limit"))
    )
    whole = replaced(before, "Subject to clause 4.2 above, the limit", "The limit")
    assert accepted(whole) == ["The limit"]
    assert "<w:delInstrText>REF _Ref1" in xml(whole)
    holds_p3(before, whole)
    beside = replaced(before, "clause 4.2 above", "paragraph 4.2 below")
    assert accepted(beside) == ["Subject to paragraph 4.2 below, the limit"]
    holds_p3(before, beside)


@pytest.mark.parametrize(
    ("old", "new", "code", "works"),
    [
        ("clause 4.2 above", "clause 5.1 above", "inside_field", "clause "),
        ("to clause 4.2", "to clauses 9", "across_field", "to clause "),
        ("4.2 above", "4 above", "inside_field", " above"),
    ],
)
def test_a_reference_is_never_typed_over(old: str, new: str, code: str, works: str) -> None:
    before = opened(para(run("Subject to clause ") + field("REF _Ref1 \\h", "4.2") + run(" above.")))
    with pytest.raises(EditRefused) as refused:
        replaced(before, old, new)
    assert refused.value.code in (code, "across_field")
    assert refused.value.position == len("Subject to clause ")
    start, end = refused.value.span or (0, 0)
    assert works in before.paragraphs[0].text[start:end]


def test_edits_inside_a_link_stay_inside_and_beside_it_outside() -> None:
    styled = run("schedule 4(ix)", '<w:rStyle w:val="Hyperlink"/>')
    link = f'<w:hyperlink r:id="rId20">{styled}</w:hyperlink>'
    before = opened(para(run("at ") + link + run(" applies")))
    inside = replaced(before, "4(ix)", "4(xii)")
    assert (
        xml(inside).index("<w:hyperlink") < xml(inside).index("<w:ins") < xml(inside).index("</w:hyperlink>")
    )
    beside = replaced(before, "schedule 4(ix) applies", "schedule 4(ix) always applies")
    assert xml(beside).index("<w:ins") > xml(beside).index("</w:hyperlink>")
    across = replaced(before, "at schedule 4(ix) applies", "nowhere")
    assert accepted(across) == ["nowhere"]
    for after in (inside, beside, across):
        holds_p3(before, after)


def test_a_footnote_mark_is_not_swallowed() -> None:
    notes = f'<w:footnote w:id="2">{para(run("Note text."))}</w:footnote>'
    before = opened(
        para(run("See this") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(" here.")), footnotes=notes
    )
    with pytest.raises(EditRefused, match="footnote") as refused:
        replaced(before, "this here", "that")
    assert (refused.value.code, refused.value.position) == ("across_note", 8)
    after = replaced(before, "Note text", "New text")
    assert [p.text for p in after.paragraphs] == ["See this here.", "New text."]
    holds_p3(before, after)
    gone = edit(before, DeleteParagraph("p1", "See this here."))
    assert '<w:del w:author="Ada Counsel"><w:r>' in xml(gone)
    holds_p3(before, gone)


def test_headers_boxes_and_controls_can_be_edited_and_locked_ones_not() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{para('Box words')}</w:txbxContent></w:pict></w:r>"
    inline = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('EUR 640')}</w:sdtContent></w:sdt>"
    locked = (
        '<w:sdt><w:sdtPr><w:lock w:val="sdtContentLocked"/></w:sdtPr>'
        f"<w:sdtContent>{para('Fixed words')}</w:sdtContent></w:sdt>"
    )
    before = Document.open(
        docx(para(run("Host") + box) + para(run("Fee ") + inline) + locked, {"hdr": para("Head words")})
    )
    for old, new in (("Box", "Bag"), ("640", "700"), ("Head", "Top")):
        holds_p3(before, replaced(before, old, new))
    for change in (Replace("p4", 0, 5, "Fixed", "Free"), DeleteParagraph("p4", "Fixed words")):
        with pytest.raises(EditRefused) as refused:
            edit(before, change)
        assert refused.value.code == "locked"


def test_tabs_and_no_break_hyphens_are_written_as_word_writes_them() -> None:
    before = opened(para("<w:r><w:t>1</w:t><w:noBreakHyphen/><w:t>24</w:t><w:tab/><w:t>months</w:t></w:r>"))
    after = replaced(before, "1\u201124\tmonths", "1\u201136\tmonths\tand 3\u20114")
    assert accepted(after) == ["1\u201136\tmonths\tand 3\u20114"]
    assert xml(after).count("<w:noBreakHyphen/>") == 2
    holds_p3(before, after)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Replace("p9", 0, 1, "a", "b"), "stale_anchor"),
        (Replace("p1", 0, 3, "abd", "x"), "not_exact"),
        (Replace("p1", 0, 9, "abc defg!", "x"), "not_exact"),
        (Replace("p1", 3, 2, "", "x"), "bad_edit"),
        (Replace("p1", 0, 3, "abc", "abc"), "no_change"),
        (Replace("p1", 0, 3, "abc", "a\nb"), "newline"),
        (Replace("p1", 0, 3, "abc", "a\x07"), "bad_character"),
        (Replace("p1", 0, 3, "abc", "\ud800"), "bad_character"),
        (DeleteParagraph("p1", "other"), "stale_anchor"),
        (InsertParagraph("p1", "after", "x", "p1"), "bad_edit"),
        (InsertParagraph("p7", "after", "x", "n"), "stale_anchor"),
        (InsertParagraph("p1", "after", "x\ny", "n"), "newline"),
    ],
)
def test_edits_that_do_not_fit_are_refused_by_name(change: WordEdit, code: str) -> None:
    before = opened(para("abc def") + para("second"))
    with pytest.raises(EditRefused) as refused:
        edit(before, change)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_batch_is_all_or_nothing_and_counts_in_the_text_before_it() -> None:
    before = opened(para("one two three") + para("four"))
    after = edit(
        before,
        Replace("p1", 8, 13, "three", "3"),
        Replace("p1", 0, 3, "one", "1"),
        DeleteParagraph("p2", "four"),
    )
    assert [p.text for p in after.paragraphs if p.in_current] == ["1 two 3", ""]
    data = before.to_bytes()
    with pytest.raises(EditRefused) as refused:
        edit(before, Replace("p1", 0, 7, "one two", "1"), Replace("p1", 4, 7, "two", "2"))
    assert refused.value.code == "overlap"
    with pytest.raises(EditRefused):
        edit(before, Replace("p1", 0, 3, "one", "1"), Replace("p2", 0, 4, "five", "5"))
    assert before.to_bytes() == data


def test_line_breaks_that_stay_are_no_obstacle() -> None:
    before = opened(para("<w:r><w:t>one</w:t><w:br/><w:t>two</w:t></w:r>"))
    after = replaced(before, "one\ntwo", "eins\nzwei")
    assert accepted(after) == ["eins\nzwei"]
    holds_p3(before, after)


def test_joined_paragraphs_are_never_torn_apart() -> None:
    mark = f'<w:rPr><w:del w:id="9" {THEM}/></w:rPr>'
    before = opened(para("The Goods", mark) + para(" are sold.") + para("End"))
    assert before.current_text() == "The Goods are sold.\nEnd"
    after = edit(before, InsertParagraph("p1", "after", "New", "n1"))
    assert after.current_text() == "The Goods are sold.\nNew\nEnd"
    holds_p3(before, after)
    gone = edit(before, DeleteParagraph("p2", " are sold."))
    assert gone.current_text() == "The Goods\nEnd"
    holds_p3(before, gone)


def test_hebrew_keeps_its_direction() -> None:
    before = opened(para(run("שלושים ימים", "<w:rtl/>"), "<w:bidi/>"))
    after = replaced(before, "שלושים", "תשעים")
    assert xml(after).count("<w:rtl/>") == 3
    holds_p3(before, after)


def test_text_beside_a_deleted_field_lands_outside_links() -> None:
    before = opened(para(f'<w:hyperlink w:anchor="a">{run("all linked")}</w:hyperlink>'))
    after = replaced(before, "all linked", "all linked text")
    assert accepted(after) == ["all linked text"]
    holds_p3(before, after)


def test_a_text_box_outlives_the_paragraph_it_hangs_on() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{para('Box words')}</w:txbxContent></w:pict></w:r>"
    before = opened(para(run("Host") + box) + para("Next"))
    after = edit(before, DeleteParagraph("p1", "Host"))
    assert after.paragraph("p2").text == "Box words"
    assert sorted(text for text in accepted(after) if text) == ["Box words", "Next"]
    holds_p3(before, after)


def test_formulas_are_read_and_left_alone() -> None:
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    formula = f'<m:oMath xmlns:m="{math}"><m:r><m:t>a+b</m:t></m:r></m:oMath>'
    before = opened(para(run("Sum ") + formula + run(" due")))
    assert before.paragraphs[0].text == "Sum a+b due"
    for start, end, old, new in ((5, 5, "", "c"), (0, 7, "Sum a+b", "Total")):
        with pytest.raises(EditRefused) as refused:
            edit(before, Replace("p1", start, end, old, new))
        assert refused.value.code == "locked"
    gone = edit(before, DeleteParagraph("p1", "Sum a+b due"))
    assert gone.current_text() == ""
    holds_p3(before, gone)


def test_a_last_clause_whose_format_somebody_changed_leaves_no_number() -> None:
    theirs = f'<w:pPrChange w:id="8" {THEM}><w:pPr><w:jc w:val="both"/></w:pPr></w:pPrChange>'
    last = numbered("Last").replace("</w:pPr>", f"{theirs}</w:pPr>")
    before = opened(numbered("First") + last + "<w:sectPr/>", numbering=CONTRACT_LIST)
    after = edit(before, DeleteParagraph("p2", "Last"))
    assert [(p.label, p.text) for p in resolved(after, "accept", ME).paragraphs] == [("1.", "First")]
    holds_p3(before, after)
    with pytest.raises(EditRefused) as refused:
        edit(after, DeleteParagraph("p1", "First"))
    assert refused.value.code == "last_paragraph"
    # Nor by taking back a paragraph of our own, once it is the only one that stays.
    ours_stays = edit(
        edit(after, InsertParagraph("p1", "before", "New", "n1")), DeleteParagraph("p1", "First")
    )
    with pytest.raises(EditRefused) as refused:
        edit(ours_stays, DeleteParagraph("n1", "New"))
    assert refused.value.code == "last_paragraph"


def test_a_paragraph_before_a_block_control_can_be_deleted() -> None:
    before = opened(para("Gone") + f"<w:sdt><w:sdtContent>{para('Kept')}</w:sdtContent></w:sdt>")
    after = edit(before, DeleteParagraph("p1", "Gone"))
    assert accepted(after) == ["Kept"]
    holds_p3(before, after)


def test_a_paragraph_between_two_tables_keeps_them_apart() -> None:
    before = opened(table(("a",)) + para("Between") + table(("b",)) + para("End"))
    after = edit(before, DeleteParagraph("p2", "Between"))
    assert accepted(after) == ["a", "", "b", "End"]
    holds_p3(before, after)


def test_their_insertion_is_one_again_after_our_edit_inside_it_is_rejected() -> None:
    before = opened(para(f'<w:ins w:id="5" {THEM}>{run("their words")}</w:ins>'))
    back = resolved(replaced(before, "their words", "their own words"), "reject", ME)
    assert xml(back).count("<w:ins") == 1


def test_new_ids_stay_in_range_where_the_file_uses_the_highest() -> None:
    marks = "".join(
        f'<w:bookmarkStart w:id="{n}" w:name="b{n}"/><w:bookmarkEnd w:id="{n}"/>' for n in (1, 2, 2147483646)
    )
    after = replaced(opened(para(marks + run("thirty"))), "thirty", "sixty")
    assert sorted(int(number) for number in annotation_ids(after)) == [1, 2, 3, 4, 2147483646]


def test_p3_what_does_not_read_back_as_wanted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexdesk.word.retext.TextChange.write", lambda self: None)
    with pytest.raises(EditRefused) as refused:
        replaced(opened(para("thirty")), "thirty", "sixty")
    assert refused.value.code == "cannot_apply"


def test_a_bookmark_that_begins_or_ends_inside_replaced_words_keeps_both_ends() -> None:
    begin, end = '<w:bookmarkStart w:id="5" w:name="b"/>', '<w:bookmarkEnd w:id="5"/>'
    for inner in (
        run("pay within ") + begin + run("ten days") + run(" of it") + end,
        begin + run("pay within ") + run("ten ") + end + run("days of it"),
        run("pay within ten") + begin + end + run(" days of it"),
    ):
        document = opened(para(inner))
        after = replaced(document, "within ten days", "in six weeks")
        for state in (after, resolved(after, "accept"), resolved(after, "reject")):
            assert range_faults(state) == set()
            assert xml(state).count("bookmark") == 2
        assert texts(resolved(after, "accept")) == ["pay in six weeks of it"]
        assert texts(resolved(after, "reject")) == ["pay within ten days of it"]


def test_the_text_of_a_footnote_is_edited_in_its_own_part_alone() -> None:
    note = f'<w:footnote w:id="2">{para("See the old schedule.")}</w:footnote>'
    document = opened(para(run("Text") + '<w:r><w:footnoteReference w:id="2"/></w:r>'), footnotes=note)
    after = replaced(document, "old", "new")
    assert "See the new schedule." in texts(after)
    assert "<w:ins" in xml(after, "word/footnotes.xml")
    untouched = [part for part in document.parts() if part.name != "word/footnotes.xml"]
    assert [part for part in after.parts() if part.name != "word/footnotes.xml"] == untouched
