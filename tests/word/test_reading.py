"""What the reader says: text and offsets in three readings, pieces, hidden text, places, fields, notes."""

from lexdesk.word.document import Document
from lexdesk.word.model import CellPlace
from tests.word.build import CONTRACT_LIST, THEM, docx, numbered, opened, para, run, table, texts


def test_special_characters_have_their_place_in_the_text() -> None:
    inner = (
        "<w:r><w:t>1</w:t><w:noBreakHyphen/><w:t>24</w:t><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t><w:softHyphen/>"
        '<w:t>c</w:t><w:cr/><w:sym w:font="Symbol" w:char="F0B7"/><w:br w:type="page"/><w:t>d</w:t></w:r>'
    )
    assert opened(para(inner)).paragraphs[0].text == "1\u201124\ta\nb\u00adc\n\uf0b7d"


def test_three_readings_of_insertions_deletions_and_their_nesting() -> None:
    inner = (
        run("Pay ")
        + f'<w:del w:id="1" {THEM}><w:r><w:delText>never </w:delText></w:r></w:del>'
        + f'<w:ins w:id="2" {THEM}>{run("always ")}<w:del w:id="3" w:author="Third"><w:r><w:delText>maybe '
        "</w:delText></w:r></w:del></w:ins>" + run("now.")
    )
    paragraph = opened(para(inner)).paragraphs[0]
    assert paragraph.text == "Pay always now."
    assert paragraph.original == "Pay never now."
    assert [(p.text, p.change, p.author) for p in paragraph.pieces] == [
        ("Pay ", "", ""),
        ("never ", "del", "Other Side"),
        ("always ", "ins", "Other Side"),
        ("maybe ", "del", "Third"),
        ("now.", "", ""),
    ]
    assert all(
        p.current is None or paragraph.text[p.current.start : p.current.end] == p.text
        for p in paragraph.pieces
    )


def test_pieces_carry_looks_from_styles_and_runs() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Head"><w:rPr><w:b/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="Em"><w:rPr><w:i/></w:rPr></w:style>'
    )
    inner = run("A") + run("B", '<w:rStyle w:val="Em"/>') + run("C", '<w:b w:val="0"/><w:u w:val="single"/>')
    pieces = opened(para(inner, '<w:pStyle w:val="Head"/>'), styles=styles).paragraphs[0].pieces
    assert [(p.text, p.bold, p.italic, p.underline) for p in pieces] == [
        ("A", True, False, False),
        ("B", True, True, False),
        ("C", False, False, True),
    ]


def test_neighbouring_runs_of_one_look_are_one_piece() -> None:
    paragraph = opened(para(run("Ostra") + run("va ") + run("x", "<w:b/>"))).paragraphs[0]
    assert [piece.text for piece in paragraph.pieces] == ["Ostrava ", "x"]


def test_concealed_text_is_flagged_and_kept() -> None:
    inner = (
        run("seen ")
        + run("gone ", "<w:vanish/>")
        + run("white ", '<w:color w:val="FFFFFF"/>')
        + run("tiny ", '<w:sz w:val="2"/>')
        + run("label", '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>')
    )
    paragraph = opened(para(inner)).paragraphs[0]
    assert paragraph.text == "seen gone white tiny label"
    assert "".join(piece.text for piece in paragraph.pieces if piece.hidden) == "gone white tiny "


def test_white_text_on_a_dark_cell_is_not_concealed() -> None:
    cell = '<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Head</w:t></w:r></w:p>'
    body = table((cell,)).replace("<w:tcPr/>", '<w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr>')
    assert not opened(body + para("")).paragraphs[0].pieces[0].hidden


def test_tables_controls_boxes_notes_and_headers_are_all_read_once() -> None:
    box = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice Requires="wps"><w:drawing><w:txbxContent>{0}</w:txbxContent></w:drawing></mc:Choice>'
        "<mc:Fallback><w:pict><w:txbxContent>{0}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    ).format(para("In the box"))
    body = (
        f"<w:sdt><w:sdtContent>{para('In a control')}</w:sdtContent></w:sdt>"
        + para(run("Host") + box)
        + table(("a", table(("inner",)) + para("")), ("b", "c"))
        + para(run("Noted") + '<w:r><w:footnoteReference w:id="2"/></w:r>')
    )
    notes = (
        '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        f'<w:footnote w:id="2">{para(run("The note."))}</w:footnote>'
    )
    document = Document.open(docx(body, {"footnotes": notes, "hdr": para("Head line")}))
    assert texts(document) == [
        "In a control", "Host", "In the box", "a", "inner", "", "b", "c", "Noted", "The note.", "Head line",
    ]  # fmt: skip
    by_text = {paragraph.text: paragraph for paragraph in document.paragraphs}
    assert by_text["c"].table == CellPlace(0, 1, 1, "", 2)
    assert by_text["inner"].table == CellPlace(1, 0, 0, "", 1)
    assert by_text["The note."].note_mark == "1"
    assert [piece.note for piece in by_text["Noted"].pieces] == ["", "1"]
    assert by_text["Head line"].part == "word/hdr.xml"


def test_fields_show_their_result_and_tell_their_target() -> None:
    inner = (
        run("See clause ")
        + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF _Ref7 \\r \\h '
        "</w:instrText></w:r>"
        + '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        + run("4.2")
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        + run(" and ")
        + f'<w:fldSimple w:instr="PAGEREF _Ref8">{run("9")}</w:fldSimple>'
    )
    paragraph = opened(para(inner)).paragraphs[0]
    assert paragraph.text == "See clause 4.2 and 9"
    assert [(paragraph.text[f.span.start : f.span.end], f.target) for f in paragraph.fields] == [
        ("4.2", "_Ref7"),
        ("9", "_Ref8"),
    ]


def test_a_field_over_several_paragraphs_hides_no_text() -> None:
    first = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("Scope")
    )
    last = run("Term") + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    assert texts(opened(para(first) + para(last) + para("Body"))) == ["Scope", "Term", "Body"]


def test_revisions_are_counted_as_a_person_counts() -> None:
    gone = f'<w:del w:id="{{}}" {THEM}><w:r><w:delText>{{}}</w:delText></w:r></w:del>'
    body = (
        para(gone.format(1, "Whole ") + gone.format(2, "clause."), f'<w:rPr><w:del w:id="3" {THEM}/></w:rPr>')
        + para(run("Kept ") + f'<w:ins w:id="4" {THEM}>{run("new")}</w:ins>')
        + para(run("Bold", f'<w:b/><w:rPrChange w:id="5" {THEM}><w:rPr/></w:rPrChange>'))
    )
    found = [(r.kind, r.keys, r.text) for r in opened(body).revisions]
    assert found == [("del", ("p1",), "Whole clause."), ("ins", ("p2",), "new"), ("format", ("p3",), "")]
    assert {piece.revision for piece in opened(body).paragraphs[0].pieces} == {"r1"}


def test_bookmarks_and_indents_are_told() -> None:
    properties = '<w:jc w:val="both"/><w:ind w:left="720" w:hanging="360"/>'
    inner = '<w:bookmarkStart w:id="1" w:name="_Ref1"/>' + run("x") + '<w:bookmarkEnd w:id="1"/>'
    paragraph = opened(para(inner, properties)).paragraphs[0]
    assert (paragraph.bookmarks, paragraph.alignment) == (("_Ref1",), "both")
    assert (paragraph.indent, paragraph.first_line) == (720, -360)


def test_a_deleted_clause_does_not_count_in_the_numbers() -> None:
    gone = numbered("Two").replace("</w:numPr>", f'</w:numPr><w:rPr><w:del w:id="1" {THEM}/></w:rPr>')
    gone = gone.replace("<w:r><w:t", f'<w:del w:id="2" {THEM}><w:r><w:delText').replace(
        "</w:t></w:r>", "</w:delText></w:r></w:del>"
    )
    document = opened(numbered("One") + gone + numbered("Three"), numbering=CONTRACT_LIST)
    assert [(p.label, p.text, p.in_current) for p in document.paragraphs] == [
        ("1.", "One", True),
        ("", "", False),
        ("2.", "Three", True),
    ]
    assert document.original_text() == "One\nTwo\nThree"
