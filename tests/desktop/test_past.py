"""Who changed these words, clause history, rounds, hand edits, papers and keys: with the real widgets."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from lexdesk.desktop.keys import KeysDialog
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.rounds.sent import SentDialog
from lexdesk.errors import LexDeskError
from lexdesk.review.verifying import Verification
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def select(window: MainWindow, words: str) -> None:
    """Select words in the document as a person does."""
    page = window.panes.document.page
    cursor = page.document().find(words)
    assert cursor.hasSelection(), words
    page.setTextCursor(cursor)


def test_selected_words_lead_to_the_record_and_its_packet(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    words = next(
        word
        for paragraph in window.session.view.paragraphs
        for piece in paragraph.pieces
        if not piece.change
        for word in [piece.text[piece.text.find("shall") :][:9]]
        if word.startswith("shall")
    )
    select(window, words)
    window.panes.document.page.setFocus()
    QTest.keyClick(window.panes.document.page, Qt.Key.Key_H, CTRL | SHIFT)
    settle()
    asked = next(call for call in desk.calls if call[0] == "who_changed")
    assert asked[1] == words
    assert asked[3], "the paragraph is named"
    pane = window.panes.middle.lineage
    assert window.panes.middle.page == "history"
    assert "Ada Brook brought it with version 3" in pane.sentence.text()
    shown = pane.detail.text()
    assert "Make it a duty" in shown
    assert "saved record" in shown
    wanted: list[int] = []
    pane.packet_wanted.connect(wanted.append)
    QTest.keyClick(pane.table, Qt.Key.Key_Return)
    assert wanted == [9]


def test_words_of_a_proposal_lead_to_the_proposal(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    select(window, "unreasonably")
    window.past.who_changed()
    settle()
    assert window.session.current == "edit:1"
    assert not [call for call in desk.calls if call[0] == "who_changed"]


def test_without_a_selection_it_says_what_to_do(window: MainWindow, settle: Settle) -> None:
    window.past.who_changed()
    assert window.message.label.text().startswith(window.words("history.select"))


def test_the_history_of_a_clause_from_outline_and_document(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    key = window.session.view.outline[0].key
    menu = window.panes.outline.section_menu(key)
    menu.actions()[1].trigger()
    settle()
    assert ("clause_history", key) in desk.calls
    assert len(window.panes.middle.lineage.table.lines()) == 2
    page = window.panes.document.page
    page.scroll_to_key("p126")
    menu = window.past.page_menu(QPoint(10, 10))
    texts = [action.text() for action in menu.actions() if action.text()]
    assert window.words("side.history") in texts
    assert window.words("command.edit_paragraph") in texts
    menu.close()


def test_a_reconstruction_is_never_shown_as_a_saved_record(window: MainWindow, settle: Settle) -> None:
    window.past.clause_history("p126")
    settle()
    pane = window.panes.middle.lineage
    pane.table.choose("3")
    pane._show_chosen()
    assert "reconstruction" in pane.detail.text()
    assert window.words("history.note_line_diff") in pane.detail.text()
    assert not pane.packet.isEnabled()


def test_half_a_settled_replacement_says_its_words_and_not_the_same_text_twice(
    window: MainWindow, settle: Settle
) -> None:
    window.past.clause_history("p126")
    settle()
    pane = window.panes.middle.lineage
    said = "Accepted: deletion “thirty” by Brown LLP."
    one = replace(pane.hunks[0], kind="replace", removed="As it is.", added="As it is.", explanation=said)
    pane.hunks = [one]
    pane._render()
    pane.table.choose(str(one.id))
    pane._show_chosen()
    assert "thirty" in pane.detail.text()
    assert "As it is." not in pane.detail.text()


# hand edits


def test_a_paragraph_is_edited_in_its_place_and_kept_by_key(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    page = window.panes.document.page
    page.scroll_to_key("p93")
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_F2)
    settle()
    editor = window.panes.document.editor
    assert editor.isVisible()
    old = desk.paragraph_text(1, "p93")
    assert editor.field.toPlainText() == old
    QTest.keyClicks(editor.field, " Always.")
    QTest.keyClick(editor.field, Qt.Key.Key_Z, CTRL)
    assert not editor.field.toPlainText().endswith("Always."), (
        "Ctrl+Z belongs to the words while they are open"
    )
    QTest.keyClicks(editor.field, " Always.")
    QTest.keyClick(editor.field, Qt.Key.Key_Return, CTRL)
    settle()
    assert ("hand_edit", "p93", old, f"{old} Always.") in desk.calls
    assert not editor.isVisible()
    assert not [call for call in desk.calls if call[0] == "accept"]


def test_escape_leaves_the_paragraph_as_it_was(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.panes.document.page.scroll_to_key("p93")
    window.writing.edit_paragraph()
    settle()
    editor = window.panes.document.editor
    QTest.keyClicks(editor.field, "x")
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    settle()
    assert not editor.isVisible()
    assert not [call for call in desk.calls if call[0] == "hand_edit"]


def test_p6_a_hand_edit_that_breaks_something_waits_as_a_proposal(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.panes.document.page.scroll_to_key("p93")
    window.writing.edit_paragraph()
    settle()
    window.panes.document.editor.field.setPlainText("")
    window.panes.document.editor.keep.click()
    settle()
    assert window.session.current == "edit:2"
    assert window.message.label.text().startswith(window.words("editor.waits")[:40])


def test_a_refused_hand_edit_loses_no_words(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    def refuse(*_given: object) -> None:
        raise LexDeskError("The paragraph has changed.", "Look at it again.")

    monkeypatch.setattr(desk, "hand_edit", refuse)
    window.panes.document.page.scroll_to_key("p93")
    window.writing.edit_paragraph()
    settle()
    window.panes.document.editor.field.setPlainText("My words")
    window.panes.document.editor.keep.click()
    settle()
    assert window.panes.document.editor.isVisible()
    assert window.panes.document.editor.field.toPlainText() == "My words"
    assert "The paragraph has changed." in window.message.label.text()


def test_a_proposal_is_put_in_own_words(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    window.commands.run("review.reword")
    settle()
    editor = window.panes.document.editor
    assert editor.field.toPlainText() == "The words of proposal 1."
    editor.field.setPlainText("My own words.")
    editor.keep.click()
    settle()
    assert ("reword", 1, "My own words.") in desk.calls


def test_old_versions_are_not_written_in(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.session.open_version(2)
    settle()
    window.panes.document.page.scroll_to_key("p93")
    window.writing.edit_paragraph()
    settle()
    assert not window.panes.document.editor.isVisible()
    assert window.message.isVisible()


def test_what_to_know_of_the_file_stands_above_the_page(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    desk.warning_list = [("signed", "English sentence")]
    window.session.refresh()
    settle()
    notice = window.panes.document.warning
    assert notice.isVisible()
    assert "signature invalid" in notice.label.text()
    window.commands.run("view.language_zh")
    assert "签名" in notice.label.text()
    desk.warning_list = [("concealed", "English sentence")]
    window.session.refresh()
    settle()
    assert "Word 不显示" in notice.label.text()
    window.commands.run("view.language_en")


# rounds


def test_a_round_from_sent_to_what_came_back(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch, tmp_path: Path
) -> None:
    def fill(dialog: SentDialog) -> int:
        assert not dialog.yes.isEnabled(), "nobody is named yet"
        dialog.receiver.setText("Marl LLP")
        dialog.day.setText("2026-03-02")
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(SentDialog, "exec", fill)
    window.past.mark_sent(tmp_path / "out.docx")
    settle()
    assert ("record_sent", tmp_path / "out.docx", "Marl LLP", "2026-03-02") in desk.calls
    pane = window.panes.middle.rounds
    assert window.panes.middle.page == "rounds"
    assert pane.said.text() == window.words("rounds.waiting")
    window.past.import_draft(tmp_path / "back.docx")
    settle()
    rows = pane.table.lines()
    assert [row.cells[:3] for row in rows] == [
        ("12.6", "new from them", "▲ in silence"),
        ("4.2", "accepted", ""),
    ], "what was made in silence stands first"
    assert "1 change made in silence" in pane.said.text()
    pane.table.opened.emit("0")
    settle()
    assert window.panes.document.page.paragraph_key() == "p126"


# papers


def test_memo_and_pack_say_what_they_are(
    window: MainWindow, desk: FakeDesk, settle: Settle, tmp_path: Path, monkeypatch
) -> None:
    window.papers.memo_to(tmp_path / "memo.docx")
    settle()
    assert "not for the other side" in window.message.label.text()
    shown: list[str] = []
    monkeypatch.setattr(
        "lexdesk.desktop.papers.TextSheet",
        lambda _t, _n, text, *_r: shown.append(text) or type("S", (), {"show": lambda _s: None})(),
    )
    window.papers.pack_to(tmp_path / "out.zip")
    settle()
    assert "not encrypted" in window.message.label.text()
    assert shown == ["ab" * 32]


def test_a_verification_names_what_is_broken_first(window: MainWindow, settle: Settle) -> None:
    found = Verification(
        "archive", ("manifest",), ("one.docx is not as packed",), (), "Proves little.", "ab", 3
    )
    sheet = window.papers.show_found(Path("out.zip"), found)
    text = sheet.text.toPlainText()
    assert text.splitlines()[0] == "✕ one.docx is not as packed"
    assert "Proves little." in text
    assert sheet.note.text() == window.words("papers.broken", name="out.zip")
    sheet.close()


def test_verify_works_without_an_open_matter(window: MainWindow) -> None:
    window.close_matter()
    assert window.commands.action("file.verify").isEnabled()
    assert window.commands.action("file.unpack").isEnabled()
    assert not window.commands.action("file.pack").isEnabled()


# keys


@pytest.fixture
def keys(window: MainWindow) -> KeysDialog:
    """The table of keys."""
    return KeysDialog(window.commands, window.words, window.themes, window)


def test_keys_are_changed_and_taken_ones_are_refused_by_name(window: MainWindow, keys: KeysDialog) -> None:
    keys.table.choose("review.compare")
    keys._chosen("review.compare")
    keys.keys.setKeySequence("F8")
    keys.set_keys()
    assert window.words("command.review_next") in keys.said.text()
    assert window.commands.shortcut("review.compare") == ""
    keys.keys.setKeySequence("Ctrl+Shift+D")
    keys.set_keys()
    assert window.commands.shortcut("review.compare") == "Ctrl+Shift+D"
    keys.set_usual()
    assert window.commands.shortcut("review.compare") == ""


def test_the_list_of_keys_is_searched_in_both_languages(keys: KeysDialog) -> None:
    keys.field.setText("比较两个版本")
    assert [line.target for line in keys.table.lines()] == ["review.compare"]
    keys.field.setText("compare")
    assert "review.compare" in [line.target for line in keys.table.lines()]
