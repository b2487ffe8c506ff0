"""A clause that is moved keeps its identity, its look and its history; lineage says that it was moved."""

import io
from pathlib import Path

import docx
import pytest

from lexdesk.errors import LexDeskError
from lexdesk.review.comparing import redline
from lexdesk.review.errors import AlreadyApplied, NoChange, OverlappingEdits, StaleAnchor
from lexdesk.review.proposal import DeleteClause, InsertAfter, Move, MoveClause, ReplaceText
from lexdesk.word.resolve import by_author, resolved
from tests.review.desks import LAWYER, Desk, open_desk, word_file
from tests.review.trees import apply


def moved(texts: list[str], what: str, behind: str) -> list[str]:
    (line,) = [text for text in texts if text.startswith(what)]
    rest = [text for text in texts if text != line]
    at = next(i for i, text in enumerate(rest) if text.startswith(behind)) + 1
    return [*rest[:at], line, *rest[at:]]


def test_a_moved_clause_keeps_key_and_history(desk: Desk) -> None:
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    first, texts, key = desk.head, desk.texts(), desk.key("12.6")
    edit = desk.stage(MoveClause("12.6", "9.3"))
    assert edit.kind == "move"
    assert not {"cross_reference_review_not_recorded", "xref_dangling"} & set(desk.codes(edit))
    assert desk.head == first
    version = desk.accept(edit)
    wanted = moved(texts, "12.6", "9.3")
    assert desk.texts() == wanted
    assert desk.key("12.6") == key
    (change,) = desk.matter.read().changes.of_version(version.id)
    assert (change.kind, change.paragraph_key, change.section_label) == ("move", key, "12.6")
    assert (change.source, change.edit_id) == ("apply_time", edit.id)
    kinds = [hunk.change.kind for hunk in desk.review.lineage.history(version.id, "12.6")]
    assert kinds == ["replace", "move"]
    assert apply(desk, texts, first.id, version.id) == wanted
    assert desk.review.lineage.who_changed(version.id, "good books").hunk.change.kind == "replace"  # type: ignore[union-attr]
    document = desk.structure.document
    assert resolved(document, "accept").current_text().split("\n") == wanted
    back = resolved(document, "reject", by_author(LAWYER)).current_text().split("\n")
    assert back == [text.replace("good books", "accurate books") for text in texts]


def test_a_clause_moves_with_its_descendants_in_order_and_before_too(tmp_path: Path) -> None:
    lines = ["1. One", "1.1 First.", "1.2 Second.", "2. Two", "2.1 Third.", "3. Three", "3.1 Fourth."]
    desk = open_desk(tmp_path / "tree.lexmatter", word_file(lines))
    desk.accept(desk.stage(MoveClause("1", "2")))
    assert desk.texts() == [*lines[3:5], *lines[:3], *lines[5:]]
    desk.accept(desk.stage(MoveClause("3", "2", "before")))
    assert desk.texts() == [*lines[5:], *lines[3:5], *lines[:3]]
    assert desk.review.lineage.texts(desk.document_id)[desk.head.id] == {
        block.key: block.text for block in desk.structure.blocks
    }
    assert desk.review.undo(desk.document_id, LAWYER).number == 2
    assert desk.texts() == [*lines[3:5], *lines[:3], *lines[5:]]
    desk.matter.close()


def test_a_moved_paragraph_keeps_the_look_of_its_words(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("1. First.")
    paragraph = document.add_paragraph("2. The ")
    paragraph.add_run("Fee").bold = True
    paragraph.add_run(" is due.\tNow.")
    document.add_paragraph("3. Third.")
    out = io.BytesIO()
    document.save(out)
    desk = open_desk(tmp_path / "look.lexmatter", out.getvalue())
    desk.accept(desk.stage(Move((desk.key("2."),), desk.key("3."))))
    now = desk.structure.paragraphs[desk.key("2.")]
    assert [(p.text, p.bold) for p in now.pieces] == [
        ("2. The ", False),
        ("Fee", True),
        (" is due.\tNow.", False),
    ]
    desk.matter.close()


def test_what_cannot_be_moved_is_refused_with_a_reason(desk: Desk) -> None:
    with pytest.raises(AlreadyApplied):
        desk.stage(MoveClause("4.2", "4.1"))
    with pytest.raises(NoChange):
        desk.stage(MoveClause("12", "12.7"))
    with pytest.raises(OverlappingEdits):
        desk.stage([MoveClause("12.6", "9.3"), ReplaceText("accurate", "good", section="12.6")])
    with pytest.raises(OverlappingEdits):
        desk.stage([MoveClause("12.6", "9.3"), InsertAfter(desk.key("12.6"), "12.6A New.")])
    assert desk.matter.read().edits.list() == []


def test_a_paragraph_with_a_note_is_not_moved(tmp_path: Path) -> None:
    from tests.word.build import docx as packed
    from tests.word.build import run

    body = (
        f"<w:p>{run('1. One.')}</w:p><w:p>{run('2. Two')}<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
        "<w:r><w:instrText> DATE </w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>"
        f"{run('today')}<w:r><w:fldChar w:fldCharType='end'/></w:r></w:p><w:p>{run('3. Three.')}</w:p>"
    )
    desk = open_desk(tmp_path / "field.lexmatter", packed(body, {}))
    with pytest.raises(LexDeskError) as caught:
        desk.stage(Move((desk.key("2."),), desk.key("3.")))
    assert caught.value.code == "cannot_move"
    desk.matter.close()


def test_a_moved_head_is_placed_again_or_refused(desk: Desk) -> None:
    waiting = desk.stage(MoveClause("12.6", "9.3"))
    late = desk.stage(ReplaceText("accurate books", "good books"))
    desk.accept(desk.stage(ReplaceText("without notice", "without a day’s notice")))
    desk.accept(waiting)
    desk.show(late)
    with pytest.raises(StaleAnchor):
        desk.review.accept([late.id], LAWYER)
    gone = desk.stage(MoveClause("4.2", "16.1"))
    desk.accept(desk.stage(DeleteClause("16")))
    desk.show(gone)
    with pytest.raises(StaleAnchor):
        desk.review.accept([gone.id], LAWYER)


def test_a_move_is_drawn_at_both_places_and_can_be_revoked(desk: Desk) -> None:
    texts = desk.texts()
    edit = desk.stage(MoveClause("12.6", "9.3"))
    drawn = [row for row in redline(desk.structure, [edit]) if f"edit:{edit.id}" in row.change_ids]
    assert [row.mark_change for row in drawn] == ["ins", "del"]
    assert {"".join(piece.text for piece in row.pieces) for row in drawn} == {edit.ops[0].old_text}
    desk.accept(edit)
    desk.accept(desk.review.revoke(edit.id, LAWYER))
    assert desk.texts() == texts
    assert desk.matter.read().audit.verify() == []


def test_a_move_by_hand_is_a_version_at_once(desk: Desk) -> None:
    done = desk.review.hand_edit(desk.document_id, [MoveClause("12.6", "9.3")], LAWYER)
    assert done.version is not None
    (change,) = desk.matter.read().changes.of_version(done.version.id)
    assert (change.kind, change.source) == ("move", "line_diff")
