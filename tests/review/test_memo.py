"""The memo for the file: what the record proves, named as such, as Word and as HTML."""

from pathlib import Path

import docx
import pytest

from lexdesk.review.errors import ExportRefused
from lexdesk.review.memo import NothingForMemo
from lexdesk.review.proposal import DeleteClause, ReplaceText
from tests.review.desks import LAWYER, Desk


def written(desk: Desk, path: Path, *edits: int) -> str:
    desk.review.memo(edits, path, LAWYER)
    if path.suffix == ".docx":
        return "\n".join(paragraph.text for paragraph in docx.Document(str(path)).paragraphs)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["docx", "html"])
def test_it_says_instruction_change_warnings_and_decision(desk: Desk, tmp_path: Path, ending: str) -> None:
    deleted = desk.stage(DeleteClause("12.7"), "Delete 12.7.", explanation="It stands in 9.3.")
    desk.accept(deleted, comment="Agreed by phone.")
    text = written(desk, tmp_path / f"memo.{ending}")
    for words in (
        "Delete 12.7.",
        "12.7 On termination the Supplier shall return",
        "the model's words, unchecked" if ending == "docx" else "the model&#x27;s words, unchecked",
        "cross_reference_review_not_recorded (shown to the lawyer)",
        "Accepted by Ada Counsel",
        "version 2",
        "Agreed by phone.",
        "No evidence is on record",
        "not for the other side",
        desk.matter.read().audit.rows()[-2].hash,
    ):
        assert words in text, words
    last = desk.matter.read().audit.rows()[-1]
    assert (last.act, last.actor, last.subject) == ("export.memo", LAWYER, f"memo.{ending}")


def test_without_names_it_holds_what_was_decided(desk: Desk, tmp_path: Path) -> None:
    accepted = desk.stage(ReplaceText("accurate books", "good books"), "First.")
    rejected = desk.stage(ReplaceText("in writing", "by letter"), "Second.")
    desk.stage(ReplaceText("without notice", "without ten days’ notice"), "Third.")
    desk.accept(accepted)
    desk.review.reject([rejected.id], LAWYER)
    text = written(desk, tmp_path / "all.html")
    assert "First." in text
    assert "Second." in text
    assert "Third." not in text
    assert "Third." in written(desk, tmp_path / "one.html", 3)


def test_markup_and_control_characters_are_text(desk: Desk, tmp_path: Path) -> None:
    edit = desk.stage(
        ReplaceText("accurate books", "good books"), "Say <i>good</i> \x0b& “so” [[pin_7]]\x00."
    )
    assert "&lt;i&gt;" in written(desk, tmp_path / "a.html", edit.id)
    assert "<i>good</i> \ufffd& “so”" in written(desk, tmp_path / "a.docx", edit.id)


def test_refusals_write_nothing(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(NothingForMemo):
        written(desk, tmp_path / "memo.docx")
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    with pytest.raises(NothingForMemo):
        written(desk, tmp_path / "memo.txt")
    (tmp_path / "there.html").write_text("mine", encoding="utf-8")
    with pytest.raises(ExportRefused):
        written(desk, tmp_path / "there.html")
    assert (tmp_path / "there.html").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "memo.txt").exists()
