"""Field reports F01-F10, F30, F31, F51, F55, F56: files that broke other tools."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from lexdesk.word.document import Document
from lexdesk.word.model import DeleteParagraph, Replace
from lexdesk.word.names import FLD_CHAR, P, w
from lexdesk.word.resolve import resolved
from tests.conftest import SHARED
from tests.word.build import AT, ME, replaced, texts, xml
from tests.word.canonical import annotation_ids, canonical

pytestmark = pytest.mark.skipif(not (SHARED / "field").is_dir(), reason="the field files are not here")
FIELD = SHARED / "field"


def opened(name: str) -> Document:
    return Document.open((FIELD / name).read_bytes())


def told(name: str) -> Any:
    return json.loads((FIELD / name).read_text(encoding="utf-8"))


def test_f01_a_deleted_mark_joins_and_swallows_nothing() -> None:
    document = opened("001_para_mark_delete.docx")
    joined = (
        "The Supplier shall deliver the Goods to the Yard within ten (10) Business Days after the Order Date."
    )
    assert texts(resolved(document, "accept")) == ["Delivery", joined, "Risk passes on delivery."]
    assert document.current_text().split("\n")[1] == joined
    rejected = resolved(document, "reject")
    assert [p.text for p in rejected.paragraphs] == [p.text for p in document.paragraphs]
    assert [p.alignment for p in rejected.paragraphs] == ["", "both", "left", ""]
    assert len(document.revisions) == 1


def test_f02_a_deleted_clause_leaves_no_empty_number() -> None:
    document = opened("002_delete_numbered_clause.docx")
    after = document.edited([DeleteParagraph("p2", "The Buyer may set off disputed sums.")], ME, AT)
    assert after.paragraph("p2").mark_change == "del"
    labels = [(p.label, p.text) for p in resolved(after, "accept").paragraphs if p.list_level is not None]
    assert labels == [
        ("1.", "The Buyer shall pay each invoice on time."),
        ("2.", "Interest runs from the due date."),
    ]
    back = resolved(after, "reject")
    assert canonical(back.tree_copy("word/document.xml")) == canonical(
        document.tree_copy("word/document.xml")
    )


def test_f04_moved_text_stands_once_in_each_reading() -> None:
    document = opened("004_tracked_move.docx")
    law, notices, parts = (
        "The law of Freedonia governs this Agreement.",
        "Notices must be in writing.",
        "Counterparts are permitted.",
    )
    assert document.current_text().split("\n")[1:] == [law, notices, parts]
    assert document.original_text().split("\n")[1:] == [notices, law, parts]
    assert [revision.kind for revision in document.revisions] == ["move"]
    assert texts(resolved(document, "accept"))[1:] == [law, notices, parts]
    assert texts(resolved(document, "reject"))[1:] == [notices, law, parts]


def test_f05_only_the_number_words_change_and_looks_stay() -> None:
    document = opened("005_mixed_runs.docx")
    proposal = told("005_edit.json")["proposals"][0]
    after = replaced(document, proposal["target_text"], proposal["new_text"])
    pieces = after.paragraphs[0].pieces
    assert [(p.text, p.change, p.underline) for p in pieces if p.change] == [
        ("thirty", "del", True),
        ("forty-five", "ins", True),
        ("30", "del", True),
        ("45", "ins", True),
    ]
    assert [p.text for p in pieces if p.bold] == ["“Net Proceeds”"]
    assert [p.text for p in pieces if p.italic] == ["less"]
    back = resolved(after, "reject")
    assert canonical(back.tree_copy("word/document.xml")) == canonical(
        document.tree_copy("word/document.xml")
    )


@pytest.mark.parametrize("number", [0, 1, 2])
def test_f06_fields_and_links_stay_whole(number: int) -> None:
    document = opened("006_field_and_hyperlink.docx")
    proposal = told("006_edits.json")["proposals"][number]
    after = replaced(document, proposal["target_text"], proposal["new_text"])
    for state in (after, resolved(after, "accept"), resolved(after, "reject")):
        kinds = [n.get(w("fldCharType")) for n in state.tree_copy("word/document.xml").iter(FLD_CHAR)]
        assert kinds in (["begin", "separate", "end"], [])
    assert proposal["new_text"] in resolved(after, "accept").current_text()
    assert 'w:history="1"' in xml(resolved(after, "accept"))


def test_f08_ids_are_new_and_untouched_paragraphs_are_untouched() -> None:
    document = opened("008_ids_and_untouched.docx")
    proposal = told("008_edit.json")["proposals"][0]
    after = Document.open(replaced(document, proposal["target_text"], proposal["new_text"]).to_bytes())
    assert max(annotation_ids(after).values()) == 1
    old, new = (list(d.tree_copy("word/document.xml").iter(P)) for d in (document, after))
    assert [etree.tostring(n, method="c14n") for n in old[:-1]] == [
        etree.tostring(n, method="c14n") for n in new[:-1]
    ]
    assert after.revisions[0].date == "2026-03-02T15:15:00Z"


def test_f09_rows_are_read_as_they_stand_now_and_stood() -> None:
    document = opened("009_table_row_changes.docx")
    assert document.current_text().split("\n")[3:-1] == ["Handling", "EUR 15", "Customs", "EUR 22"]
    assert document.original_text().split("\n")[3:-1] == ["Storage", "EUR 40", "Handling", "EUR 15"]
    assert [revision.kind for revision in document.revisions] == ["row_del", "row_ins"]


def test_f10_the_true_instant_orders_changes_and_nothing_is_rewritten() -> None:
    document = opened("010_local_and_utc_dates.docx")
    dates = {revision.text.strip(): revision.date for revision in document.revisions}
    assert dates["Oslo"] is not None
    assert dates["Calgary"] is not None
    assert datetime.fromisoformat(dates["Oslo"]) < datetime.fromisoformat(dates["Calgary"])
    assert dates["No date here."] is None
    after = xml(Document.open(replaced(document, "Signed", "Agreed").to_bytes()))
    assert after.count("<w:ins") == 4


def test_f30_only_the_named_one_of_twins_changes() -> None:
    document = opened("030_repeated_text.docx")
    words = "The Operator shall repair within thirty (30) days of a request."
    twins = [p for p in document.paragraphs if p.text == words]
    assert len(twins) == 2
    at = words.index("thirty (30)")
    after = document.edited([Replace(twins[1].key, at, at + 11, "thirty (30)", "five (5)")], ME, AT)
    differing = [
        a.key for a, b in zip(document.paragraphs, after.paragraphs, strict=True) if a.text != b.text
    ]
    assert differing == [twins[1].key]


def test_f31_typographic_characters_are_read_and_kept() -> None:
    document = opened("031_typographic_mismatch.docx")
    whole = document.current_text()
    assert "124" not in whole
    assert "1\u201124" in whole
    assert "\t" in whole
    paragraph = next(p for p in document.paragraphs if "5,000" in p.text)
    after = replaced(document, paragraph.text, paragraph.text.replace("5,000", "6,000"))
    assert [(p.text, p.change) for p in after.paragraph(paragraph.key).pieces if p.change] == [
        ("5", "del"),
        ("6", "ins"),
    ]


def test_f51_automatic_numbers_are_labels_and_typed_ones_text() -> None:
    document = opened("051_auto_and_typed_numbers.docx")
    expected = [label for label in told("051_expected.json")["labels_as_Word_shows"] if "typed" not in label]
    assert [p.label for p in document.paragraphs if p.label] == expected
    assert next(p.text for p in document.paragraphs if not p.label).startswith("2. ")


def test_f55_right_to_left_text_is_in_logical_order() -> None:
    document = opened("055_rtl.docx")
    check = told("055_check.json")
    assert [p.text for p in document.paragraphs] == check["docx_text_in_logical_order"]
    after = replaced(document, check["edit"]["target_text"], check["edit"]["new_text"])
    assert xml(after).count("<w:rtl/>") == xml(document).count("<w:rtl/>") + 1


def test_f56_corners_are_read_and_concealed_text_is_known() -> None:
    document = opened("056_hidden_corners.docx")
    check = told("056_check.json")
    whole = document.current_text()
    assert [text for text in check["must_be_readable"] if text not in whole] == []
    concealed = " ".join(piece.text for p in document.paragraphs for piece in p.pieces if piece.hidden)
    assert [text for text in check["must_be_flagged_hidden"] if text not in concealed] == []
    seen = " ".join(piece.text for p in document.paragraphs for piece in p.pieces if not piece.hidden)
    assert [text for text in check["must_be_readable"] if text not in seen] == []


def test_every_field_file_opens(shared: Path) -> None:
    for path in sorted((shared / "field").glob("*.docx")):
        assert Document.open(path.read_bytes()).current_text(), path.name
