"""What leaves the matter is the version asked for, written whole, reported and recorded."""

import json
import zipfile
from pathlib import Path

import pytest

from lexdesk.review.errors import ExportRefused
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file
from tests.review.test_advisories import tracked_file


def test_redline_clean_and_original(desk: Desk, tmp_path: Path) -> None:
    original = desk.matter.read().documents.original(desk.document_id)
    desk.accept(desk.stage(DeleteClause("12.7")))
    head = desk.matter.read().audit.head()
    report = desk.review.export(desk.document_id, "redline", tmp_path / "redline.docx", LAWYER)
    content = (tmp_path / "redline.docx").read_bytes()
    assert (report.sha256, report.size, report.version_number) == (sha256_bytes(content), len(content), 2)
    assert (report.chain_seq, report.chain_head) == head
    assert report.tracked == ((LAWYER, "del", 1),)
    redline = Document.open(content)
    assert [r.text.strip() for r in redline.revisions] == [AGREEMENT[10]]
    clean = desk.review.export(desk.document_id, "clean", tmp_path / "clean.docx", LAWYER)
    assert clean.tracked == ()
    written = Document.open((tmp_path / "clean.docx").read_bytes())
    assert written.current_text().split("\n") == [*AGREEMENT[:10], *AGREEMENT[11:]]
    desk.review.export(desk.document_id, "original", tmp_path / "original.docx", LAWYER)
    assert (tmp_path / "original.docx").read_bytes() == original
    rows = [row for row in desk.matter.read().audit.rows() if row.act == "export"]
    assert [row.subject for row in rows] == ["redline", "clean", "original"]
    assert json.loads(rows[0].detail)["sha256"] == report.sha256
    assert {path.name for path in tmp_path.glob("*.docx")} == {"redline.docx", "clean.docx", "original.docx"}


def test_an_imported_draft_has_its_own_original(desk: Desk, tmp_path: Path) -> None:
    draft = word_file([*AGREEMENT, "17. New."])
    version = desk.review.import_version(desk.document_id, draft, "draft.docx", LAWYER)
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    desk.review.export(desk.document_id, "original", tmp_path / "o.docx", LAWYER)
    assert (tmp_path / "o.docx").read_bytes() == draft
    old = desk.matter.read().versions.get(version.parent_id or 0)
    desk.review.export(desk.document_id, "redline", tmp_path / "old.docx", LAWYER, version_id=old.id)
    assert Document.open((tmp_path / "old.docx").read_bytes()).current_text().split("\n") == list(AGREEMENT)


def test_an_existing_file_is_replaced_only_when_told(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "out.docx"
    path.write_bytes(b"mine")
    with pytest.raises(ExportRefused):
        desk.review.export(desk.document_id, "clean", path, LAWYER)
    assert path.read_bytes() == b"mine"
    desk.review.export(desk.document_id, "clean", path, LAWYER, overwrite=True)
    assert zipfile.is_zipfile(path)


def test_an_impossible_place_leaves_no_file_and_no_record(desk: Desk, tmp_path: Path) -> None:
    before = len(desk.matter.read().audit.rows())
    for place in (tmp_path, tmp_path / "no such folder" / "x.docx"):
        with pytest.raises(ExportRefused):
            desk.review.export(desk.document_id, "clean", place, LAWYER)
    assert len(desk.matter.read().audit.rows()) == before
    assert not list(tmp_path.glob("*.part"))


def test_the_report_says_what_the_file_still_carries(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "theirs.lexmatter", tracked_file())
    desk.accept(desk.stage(ReplaceText("in full", "in part")))
    report = desk.review.export(desk.document_id, "redline", tmp_path / "r.docx", LAWYER)
    assert {author for author, _, _ in report.tracked} == {LAWYER, "Other Side"}
    carried = {item.what: item.examples for item in report.carries}
    assert any("creator: python-docx" in example for example in carried["document properties"])
    assert {f"tracked changes by {LAWYER}", "tracked changes by Other Side"} <= carried.keys()
    assert not {"comments", "text that is hidden, white or tiny"} & carried.keys()
    desk.matter.close()


def test_a_redline_against_any_earlier_version(desk: Desk, tmp_path: Path) -> None:
    first = desk.matter.read().documents.head(desk.document_id)
    desk.accept(desk.stage(DeleteClause("12.7")))
    second = desk.matter.read().documents.head(desk.document_id)
    desk.accept(desk.stage(ReplaceText("accurate books", "true books")))
    path = tmp_path / "since.docx"
    report = desk.review.export(desk.document_id, "redline", path, LAWYER, against_id=second.id)
    assert (report.version_number, report.against_number, report.left_out) == (3, 2, ())
    written = Document.open(path.read_bytes())
    assert [(r.kind, r.text, r.author) for r in written.revisions] == [
        ("del", "accurate", LAWYER),
        ("ins", "true", LAWYER),
    ]
    before = desk.review.structures.of(second.id).document
    assert resolved(written, "reject").current_text() == before.current_text()
    whole = desk.review.export(desk.document_id, "redline", path, LAWYER, overwrite=True, against_id=first.id)
    assert sum(count for _, _, count in whole.tracked) == 3
    rows = [row for row in desk.matter.read().audit.rows() if row.act == "export"]
    assert [json.loads(row.detail)["against"] for row in rows] == [second.id, first.id]
    for form, against in (("clean", first.id), ("redline", report.version_number)):
        with pytest.raises(ExportRefused):
            desk.review.export(
                desk.document_id,
                form,
                tmp_path / "no.docx",
                LAWYER,
                against_id=against,  # type: ignore[arg-type]
            )


def test_a_copy_to_send_says_what_was_taken_out(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "theirs.lexmatter", tracked_file())
    desk.accept(desk.stage(ReplaceText("in full", "in part")))
    path = tmp_path / "send.docx"
    report = desk.review.export(desk.document_id, "redline", path, LAWYER, scrub=True)
    assert "document properties" in {item.what for item in report.removed}
    assert "document properties" not in {item.what for item in report.carries}
    assert {author for author, _, _ in report.tracked} == {LAWYER, "Other Side"}
    clean = desk.review.export(desk.document_id, "clean", path, LAWYER, overwrite=True, scrub=True)
    assert (clean.tracked, clean.carries) == ((), ())
    with pytest.raises(ExportRefused):
        desk.review.export(desk.document_id, "original", path, LAWYER, overwrite=True, scrub=True)
    desk.matter.close()


def test_packet_json_holds_the_whole_story(desk: Desk) -> None:
    call = desk.look_up("12.7")
    edit = desk.stage(DeleteClause("12.7"), "Delete 12.7.", lookups=[call], model="starter")
    desk.accept(edit, comment="Agreed.")
    told = json.loads(desk.review.packet_json(edit.id))
    assert told["packet"]["instruction"] == "Delete 12.7."
    assert told["packet"]["items"][0]["tool_result_id"] == call
    codes = {row["code"]: row for row in told["advisories"]}
    assert {"xref_dangling", "near_duplicate_differs"} <= set(codes)
    assert all(row["shown"] for row in told["advisories"])
    assert codes["xref_dangling"]["details"]["targets"] == ["12.7"]
    (decision,) = told["decisions"]
    assert (decision["action"], decision["comment"]) == ("accept", "Agreed.")
    assert told["changes"][0]["removed"] == AGREEMENT[10]
