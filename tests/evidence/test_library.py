"""The library over a real matter file: add, describe, search, highlight, show."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.errors import Cancelled
from lexdesk.evidence.describing import WrongField
from lexdesk.evidence.errors import NoPicture, PasswordNeeded
from lexdesk.evidence.library import Library
from lexdesk.evidence.suggest import SUGGESTED_BY
from lexdesk.matter import Matter

MakePdf = Callable[..., bytes]
ACT_2009 = (
    "Retention of Records Act 2009\n\nState of Norland\n\nAn Act to require the "
    "keeping of records.\n\n3. A keeper shall keep each record for six years."
)
ACT_2021 = (
    "Retention of Records Act 2021\n\nState of Norland\n\nAn Act to repeal the "
    "Retention of Records Act 2009.\n\n9. A keeper shall return records within sixty "
    "days."
)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def put(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return put


Write = Callable[[str, str | bytes], Path]


def audit_of(matter: Matter, act: str) -> list[dict[str, object]]:
    return [json.loads(row.detail) for row in matter.read().audit.rows() if row.act == act]


def test_a_source_is_stored_whole_with_its_passages(library: Library, matter: Matter, write: Write) -> None:
    path = write("act.txt", ACT_2021)
    row, is_new = library.add(path, added_by="Edith Renn")
    assert is_new
    read = matter.read()
    assert read.sources.original(row.id) == path.read_bytes()
    assert read.sources.text(row.id) == ACT_2021
    for passage in read.passages.of_source(row.id):
        assert ACT_2021[passage.start : passage.end] == passage.text
    assert (row.role, row.jurisdiction, row.status) == ("law", "Norland", "unknown")
    assert audit_of(matter, "source_added")[0]["sha256"] == row.sha256


def test_the_same_bytes_twice_are_the_same_source(library: Library, matter: Matter, write: Write) -> None:
    first, _ = library.add(write("a.txt", ACT_2021), "law")
    pages: list[int] = []
    again, is_new = library.add(write("b.txt", ACT_2021), "note", lambda done, total: pages.append(done))
    assert (again, is_new) == (first, False)
    assert len(audit_of(matter, "source_added")) == 1


def test_what_the_lawyer_says_goes_before_what_code_suggests(library: Library, write: Write) -> None:
    row, _ = library.add(
        write("a.txt", ACT_2021), "precedent", added_by="Edith Renn", status="in_force", title="The Act"
    )
    assert (row.role, row.status, row.status_by, row.title) == (
        "precedent",
        "in_force",
        "Edith Renn",
        "The Act",
    )


def test_a_law_of_the_matter_that_repeals_another_is_told(
    library: Library, matter: Matter, write: Write
) -> None:
    for order in (("2009", ACT_2009, "2021", ACT_2021), ("2021b", ACT_2021 + " ", "2009b", ACT_2009 + " ")):
        for name, text in (order[:2], order[2:]):
            library.add(write(f"{name}.txt", text))
    rows = {row.file_name: row for row in matter.read().sources.list()}
    for name in ("2009.txt", "2009b.txt"):
        assert (rows[name].status, rows[name].status_by) == ("repealed", SUGGESTED_BY)
    assert rows["2021.txt"].status == "unknown"
    said = matter.read().facts.of(rows["2009.txt"].id)["status"]
    assert "repeal the Retention" in said.because
    passage = matter.read().passages.get(int(str(audit_of(matter, "status_suggested")[0]["passage"])))
    assert " ".join(passage.text.split()) == " ".join(said.because.split())


def test_a_change_of_description_is_audited_with_old_and_new(
    library: Library, matter: Matter, write: Write
) -> None:
    row, _ = library.add(write("a.txt", ACT_2021))
    changed = library.set(row.id, "Edith Renn", status="superseded", as_of="2025-06-16")
    assert (changed.status, changed.status_by) == ("superseded", "Edith Renn")
    assert audit_of(matter, "source_described") == [
        {
            "old": {"as_of": "", "status": "unknown", "status_by": ""},
            "new": {"as_of": "2025-06-16", "status": "superseded", "status_by": "Edith Renn"},
        }
    ]


@pytest.mark.parametrize("fields", [{"status": "good"}, {"role": "judge"}, {"as_of": "June"}, {"pages": 3}])
def test_wrong_words_are_refused_and_nothing_changes(
    library: Library, matter: Matter, write: Write, fields: dict[str, object]
) -> None:
    row, _ = library.add(write("a.txt", ACT_2021))
    with pytest.raises(WrongField):
        library.set(row.id, "Edith Renn", **fields)
    assert matter.read().sources.get(row.id) == row


def test_a_cancelled_or_refused_import_leaves_nothing(
    library: Library, matter: Matter, write: Write, make_pdf: MakePdf
) -> None:
    before = matter.read().audit.head()
    with pytest.raises(Cancelled):
        library.add(write("a.pdf", make_pdf([[(72, 100, "One.")], []])), cancelled=lambda: True)
    locked = make_pdf([[(72, 100, "One.")]], encryption=5, user_pw="open-me", owner_pw="o")
    with pytest.raises(PasswordNeeded):
        library.add(write("b.pdf", locked))
    assert matter.read().sources.list() == []
    assert matter.read().audit.head() == before
    row, _ = library.add(write("b.pdf", locked), password="open-me")
    assert "open-me" not in str(audit_of(matter, "source_added"))
    assert matter.read().sources.text(row.id) == "One."


def test_search_gives_sentences_best_first(library: Library, write: Write) -> None:
    library.add(write("a.txt", ACT_2009))
    second, _ = library.add(write("b.txt", ACT_2021))
    hits = library.search("return records within sixty days")
    assert hits[0].text == "9. A keeper shall return records within sixty days."
    assert hits[0].source_id == second.id
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert {hit.source_id for hit in library.search("records", [second.id])} == {second.id}
    assert library.search("records", []) == []
    assert len(library.search("records", limit=1)) == 1


@pytest.mark.parametrize(
    "text", ['"', "NEAR(", "a AND OR NOT", "col:x*", "^(", "", "   ", "zzz", "-", "'; DROP"]
)
def test_nothing_typed_is_taken_for_query_syntax(library: Library, write: Write, text: str) -> None:
    library.add(write("a.txt", ACT_2009))
    library.search(text)
    assert library.search(f"keeper {text}")


def test_a_part_of_the_words_is_enough(library: Library, write: Write) -> None:
    library.add(write("a.txt", ACT_2009))
    assert "six years" in library.search("for how many years must the importer keep a record?")[0].text


@pytest.mark.parametrize("text", ["违", "约金", "违约金", "甲方违约金怎么支付"])
def test_chinese_is_found_from_one_character_on(library: Library, write: Write, text: str) -> None:
    library.add(write("a.txt", "第一条 甲方应在三十日内付款。逾期应支付违约金。\n\n第二条 乙方交货。"))
    assert library.search(text)[0].text == "逾期应支付违约金。"


def test_a_passage_is_highlighted_line_by_line_and_page_by_page(
    library: Library, matter: Matter, write: Write, make_pdf: MakePdf
) -> None:
    lines = [
        [(72, 100, "First sentence. The party that"), (72, 116, "knew of the defect and")],
        [(72, 100, "remained silent pays. Last one.")],
    ]
    library.add(write("a.pdf", make_pdf(lines)))
    hit = library.search("party that knew silent")[0]
    assert (hit.page_from, hit.page_to) == (1, 2)
    boxes = library.highlight(hit.passage_id)
    assert [box.page for box in boxes] == [1, 1, 2]
    row = matter.read().sources.page(hit.source_id, 1)
    words = {row.text[a:b]: box for a, b, *box in row.words}
    assert boxes[0].x0 == words["The"][0]
    assert boxes[0].x1 == words["that"][2]
    assert boxes[0].x0 > words["sentence."][2]
    assert boxes[1].x0 == words["knew"][0]
    assert library.context(hit.passage_id)[0] == "First sentence."
    assert library.context(hit.passage_id)[2] == "Last one."


def test_a_highlight_over_pages_leaves_running_heads_out(
    library: Library, matter: Matter, write: Write, make_pdf: MakePdf
) -> None:
    bodies = [
        "The judge found that those copies were incomplete, and",
        "that finding was open to him.",
        "Third.",
    ]
    pages = [
        [(72, 40, "Halden v Merrow"), (72, 100, body), (300, 810, str(412 + n))]
        for n, body in enumerate(bodies)
    ]
    library.add(write("a.pdf", make_pdf(pages)))
    hit = library.search("judge found finding open")[0]
    assert hit.text == "The judge found that those copies were incomplete, and\nthat finding was open to him."
    assert [(box.page, box.x0, round(box.y1) < 110) for box in library.highlight(hit.passage_id)] == [
        (1, 72.0, True),
        (2, 72.0, True),
    ]
    assert all(box.y0 > 60 for box in library.highlight(hit.passage_id))
    assert library.search("413")[0].text == "413"


def test_p9_a_quotation_is_checked_over_pages_on_its_page_and_in_other_sources(
    library: Library, write: Write, make_pdf: MakePdf
) -> None:
    bodies = [
        "The judge found that those copies were incomplete, and",
        "that finding was open to him.",
        "Third.",
    ]
    pages = [
        [(72, 40, "Halden v Merrow"), (72, 100, body), (300, 810, str(412 + n))]
        for n, body in enumerate(bodies)
    ]
    case, _ = library.add(write("a.pdf", make_pdf(pages)))
    act, _ = library.add(write("b.txt", ACT_2021))
    over = library.check_quote(case.id, "those copies were incomplete, and that finding was open to him", 2)
    assert (over.state, over.page) == ("normalised", 1)
    assert library.check_quote(case.id, "those copies were incomplete", 1).state == "exact"
    assert library.check_quote(case.id, "those copies were incomplete", 3).state == "found_elsewhere"
    elsewhere = library.check_quote(case.id, "A keeper shall return records within sixty days.")
    assert elsewhere.state == "found_elsewhere"
    assert act.short_name in elsewhere.note
    assert library.check_quote(act.id, "A keeper shall return records within ninety days.").state == "altered"


def test_no_highlight_where_there_is_no_page(library: Library, write: Write) -> None:
    library.add(write("a.txt", ACT_2009))
    hit = library.search("six years")[0]
    assert library.highlight(hit.passage_id) == []
    assert library.place(hit.passage_id) == ""
    with pytest.raises(NoPicture):
        library.render_page(hit.source_id, 1)


def test_pages_are_drawn_and_measured(library: Library, write: Write, make_pdf: MakePdf) -> None:
    row, _ = library.add(write("a.pdf", make_pdf([[(72, 100, "Page one.")]])))
    picture = library.render_page(row.id, 1, 2.0)
    assert (picture.width, picture.height) == (1190, 1684)
    assert len(picture.data) == picture.height * picture.stride
    assert library.page_size(row.id, 1) == (595.0, 842.0)


def test_a_later_document_that_names_an_authority_is_shown_beside_it(library: Library, write: Write) -> None:
    older, _ = library.add(
        write(
            "a.txt",
            "Freedonia Supreme Court, 2004\n\nMarlowe Tannery v. Ebb Street Estates\n\nHELD: "
            "the clause is enforceable.",
        )
    )
    newer, _ = library.add(
        write(
            "b.txt",
            "Freedonia Supreme Court, 2019\n\nSandoval Kiln v. Ebb Street Estates\n\nSo far "
            "as Marlowe Tannery v. Ebb Street Estates (2004) holds that, we now overrule it.",
        )
    )
    hits = library.named_in(older.id)
    assert [hit.source_id for hit in hits] == [newer.id]
    assert "we now overrule it" in hits[0].text
    assert library.named_in(newer.id) == []


def test_p14_limits_of_an_answer_name_what_was_not_read(library: Library, write: Write) -> None:
    used, _ = library.add(write("a.txt", ACT_2009))
    left, _ = library.add(write("b.txt", "From nobody in particular. Lunch is at noon."))
    limits = dict(library.limits([used.id]))
    assert "status_unknown" in limits
    assert left.short_name in limits["sources_not_read"]
    assert "sources_not_read" not in dict(library.limits([used.id], [used.id]))


HERE = os.environ.get("LEXDESK_SHARED") or Path(__file__).resolve().parents[3] / "shared"
FIELD = pytest.mark.skipif(not Path(HERE, "field").is_dir(), reason="the field files are not here")


@FIELD
def test_field_017_the_highlight_covers_the_sentence_on_every_turned_page(
    library: Library, shared: Path
) -> None:
    row, _ = library.add(shared / "field/017_rotated_and_offset.pdf")
    hits = library.search("Landlord consent is required before any sublease")
    assert sorted(hit.page_from for hit in hits if "Landlord" in hit.text) == [1, 2, 3, 4, 5, 6]
    for hit in hits:
        picture = library.render_page(row.id, hit.page_from, 1.0)

        def dark(x0: float, y0: float, x1: float, y1: float, picture=picture) -> int:  # type: ignore[no-untyped-def]
            return sum(
                picture.data[y * picture.stride + 3 * x] < 128
                for y in range(int(y0), int(y1))
                for x in range(int(x0), int(x1))
            )

        boxes = library.highlight(hit.passage_id)
        inside = sum(dark(box.x0, box.y0, box.x1, box.y1) for box in boxes)
        everywhere = dark(0, 0, picture.width, picture.height)
        assert inside > 100
        assert inside > 0.75 * everywhere


@FIELD
def test_field_019_sheet_printed_page_and_bates_number_are_named_apart(
    library: Library, shared: Path
) -> None:
    library.add(shared / "field/019_page_labels_bates.pdf")
    hit = library.search("marker M5")[0]
    assert library.place(hit.passage_id) == "sheet 5 of 6, printed page 2, OSTR-9005"


@FIELD
def test_field_056_visible_corners_are_found_and_concealed_ones_are_not_text(
    library: Library, matter: Matter, shared: Path
) -> None:
    row, _ = library.add(shared / "field/056_hidden_corners.docx")
    check = json.loads((shared / "field/056_check.json").read_text("utf-8"))
    text = matter.read().sources.text(row.id)
    assert all(words in text for words in check["must_be_readable"])
    finding = next(f for f in matter.read().sources.findings(row.id) if f.code == "concealed_text")
    assert all(words in finding.message and words not in text for words in check["must_be_flagged_hidden"])
