"""Undo, redo, revert, branches, hand edits, imports: the tree is what its parents say."""

from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.review.errors import BranchExists, BranchUnknown, NothingToRedo, NothingToUndo
from lexdesk.review.proposal import InsertAfter, ReplaceText
from lexdesk.review.review import Review
from lexdesk.word.errors import WordFileError
from tests.review.desks import AGREEMENT, LAWYER, Desk, word_file

BOOKS = ReplaceText("accurate books", "good books")
LETTER = ReplaceText("in writing", "by letter")


def test_undo_moves_the_head_and_stages_the_edit_again(desk: Desk) -> None:
    base, edit = desk.head, desk.stage(BOOKS)
    version = desk.accept(edit)
    assert desk.review.undo_text(desk.document_id) == "Undo accept: change 12.6"
    assert desk.review.undo(desk.document_id, LAWYER) == base
    assert desk.head == base
    assert desk.matter.read().edits.get(edit.id).state == "staged"
    assert desk.matter.read().versions.get(version.id) == version
    assert desk.review.redo_text(desk.document_id) == "Redo accept: change 12.6"
    assert desk.review.redo(desk.document_id, LAWYER) == version
    assert desk.matter.read().edits.get(edit.id).state == "accepted"
    with pytest.raises(NothingToRedo):
        desk.review.redo(desk.document_id, LAWYER)


def test_undo_takes_back_a_rejection_before_the_version_it_was_made_on(desk: Desk) -> None:
    first, second = desk.stage(BOOKS), desk.stage(LETTER)
    version = desk.accept(first)
    desk.review.reject([second.id], LAWYER)
    assert desk.review.undo_text(desk.document_id) == "Undo reject: change 16.1"
    assert desk.review.undo(desk.document_id, LAWYER) == version
    assert desk.matter.read().edits.get(second.id).state == "staged"
    assert desk.review.undo(desk.document_id, LAWYER).number == 1
    with pytest.raises(NothingToUndo):
        desk.review.undo(desk.document_id, LAWYER)
    assert desk.review.redo(desk.document_id, LAWYER) == version
    desk.review.redo(desk.document_id, LAWYER)
    assert desk.matter.read().edits.get(second.id).state == "rejected"


def test_versions_alone_can_be_stepped_back_over_a_rejection(desk: Desk) -> None:
    first, second = desk.stage(BOOKS), desk.stage(LETTER)
    version = desk.accept(first)
    desk.review.reject([second.id], LAWYER)
    assert desk.review.undo(desk.document_id, LAWYER, versions_only=True).number == 1
    assert desk.matter.read().edits.get(second.id).state == "rejected"
    assert desk.review.redo(desk.document_id, LAWYER, versions_only=True) == version
    assert desk.review.undo(desk.document_id, LAWYER) == version
    with pytest.raises(NothingToRedo):
        desk.review.redo(desk.document_id, LAWYER, versions_only=True)


def test_f36_a_new_accept_after_undo_is_a_child_of_the_version_shown(desk: Desk) -> None:
    a, b = desk.stage(BOOKS), desk.stage(LETTER)
    second = desk.accept(a)
    third = desk.accept(b)
    desk.review.undo(desk.document_id, LAWYER)
    fourth = desk.accept(desk.stage(ReplaceText("without notice", "without a day’s notice")))
    assert fourth.parent_id == second.id
    assert third.id not in [row.id for row in desk.review.lineage.chain(fourth.id)]
    assert "by letter" in " ".join(desk.texts(third.id))
    with pytest.raises(NothingToRedo):
        desk.review.redo(desk.document_id, LAWYER)
    path, document, head = desk.matter.path, desk.document_id, desk.head
    desk.matter.close()
    with Matter.open(path) as again:
        assert again.read().documents.head(document) == head
        assert Review(again).undo(document, LAWYER).id == second.id


def test_revert_is_a_child_of_the_version_it_returns_to(desk: Desk) -> None:
    base = desk.head
    texts = desk.texts()
    desk.accept(desk.stage(BOOKS))
    version = desk.review.revert(base.id, LAWYER)
    assert (version.number, version.parent_id, version.kind) == (3, base.id, "revert")
    assert desk.texts() == texts
    assert desk.matter.read().changes.of_version(version.id) == []
    desk.accept(desk.stage(LETTER))
    assert [row.number for row in desk.review.lineage.chain(desk.head.id)] == [4, 3, 1]


def test_branches_have_their_own_heads(desk: Desk) -> None:
    base = desk.head
    on_main = desk.accept(desk.stage(BOOKS))
    branched = desk.review.branch(base.id, "client", LAWYER)
    assert (branched.parent_id, branched.kind) == (base.id, "branch")
    desk.accept(desk.stage(LETTER))
    assert "12.6 The Supplier shall keep accurate books." in desk.texts()
    assert desk.review.switch(desk.document_id, "main", LAWYER) == on_main
    assert "12.6 The Supplier shall keep good books." in desk.texts()
    with pytest.raises(BranchExists):
        desk.review.branch(base.id, "client", LAWYER)
    with pytest.raises(BranchUnknown):
        desk.review.branch(base.id, " ", LAWYER)
    with pytest.raises(BranchUnknown):
        desk.review.switch(desk.document_id, "nowhere", LAWYER)


def test_undo_leaves_an_edit_accepted_that_another_branch_holds(desk: Desk) -> None:
    base, edit = desk.head, desk.stage(BOOKS)
    desk.accept(edit)
    desk.review.branch(base.id, "client", LAWYER)
    desk.accept(edit)
    desk.review.undo(desk.document_id, LAWYER)
    assert desk.matter.read().edits.get(edit.id).state == "accepted"
    desk.review.switch(desk.document_id, "main", LAWYER)
    desk.review.undo(desk.document_id, LAWYER)
    assert desk.matter.read().edits.get(edit.id).state == "staged"


def test_a_hand_edit_is_a_version_with_medium_records(desk: Desk) -> None:
    later_first = [BOOKS, InsertAfter(desk.key("4.2"), "4.3 New.")]
    done = desk.review.hand_edit(desk.document_id, later_first, LAWYER)
    assert done.version is not None
    assert done.version.kind == "hand_edit"
    rows = desk.matter.read().changes.of_version(done.version.id)
    assert [(row.kind, row.source, row.confidence, row.edit_id) for row in rows] == [
        ("insert", "line_diff", "medium", None),
        ("replace", "line_diff", "medium", None),
    ]
    assert desk.review.undo(desk.document_id, LAWYER).number == 1


def test_rejecting_an_edit_leaves_later_hand_edits(desk: Desk) -> None:
    edit = desk.stage(BOOKS)
    desk.review.hand_edit(desk.document_id, [LETTER], LAWYER)
    desk.review.reject([edit.id], LAWYER)
    assert "by letter" in desk.texts()[16]


def test_an_imported_draft_keeps_keys_and_records_silent_changes(desk: Desk) -> None:
    keys = [block.key for block in desk.structure.blocks]
    desk.accept(desk.stage(BOOKS))
    waiting = desk.stage(ReplaceText("without notice", "without a day’s notice"))
    draft = [text.replace("accurate books", "good books") for text in AGREEMENT]
    draft[8] = "12. Records and audit"
    del draft[12]
    draft.insert(6, "4.3 Late payment bears interest.")
    content = word_file(draft)
    version = desk.review.import_version(desk.document_id, content, "their draft.docx", LAWYER)
    assert (version.kind, version.number) == ("import", 3)
    assert desk.texts() == draft
    rows = desk.matter.read().changes.of_version(version.id)
    assert [(row.kind, row.removed, row.added) for row in rows] == [
        ("insert", "", "4.3 Late payment bears interest."),
        ("replace", "12. Records", "12. Records and audit"),
        ("delete", AGREEMENT[12], ""),
    ]
    assert {row.source for row in rows} == {"line_diff"}
    kept = [block.key for block in desk.structure.blocks]
    assert [key for key in kept if key in keys] == [key for key in keys if key != keys[12]]
    # An edit of a paragraph that the draft left alone still applies.
    desk.accept(waiting)
    assert "without a day’s notice" in desk.texts()[5]


def test_what_is_no_word_file_is_refused_and_nothing_is_kept(desk: Desk, tmp_path: Path) -> None:
    before = len(desk.matter.read().audit.rows())
    with pytest.raises(WordFileError):
        desk.review.import_document(b"%PDF-1.7", "x.docx", LAWYER)
    with pytest.raises(WordFileError):
        desk.review.import_version(desk.document_id, b"", "x.docx", LAWYER)
    assert len(desk.matter.read().audit.rows()) == before
    assert tmp_path.exists()
