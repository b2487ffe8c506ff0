"""F8, the card, accept and reject, undo, warnings: with the real widgets."""

import threading

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from lexdesk.assistant.views import AuditSummary
from lexdesk.desktop.document.build import CHANGE
from lexdesk.desktop.main_window import MainWindow
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


def press(window: MainWindow, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Press a key in the widget that has the keyboard."""
    modifiers = Qt.KeyboardModifier.NoModifier
    for one in held:
        modifiers |= one
    QTest.keyClick(window.focusWidget() or window, key, modifiers)


CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_f8_goes_through_the_changes_in_document_order_and_wraps(window: MainWindow, settle: Settle) -> None:
    seen = []
    for _ in range(5):
        press(window, Qt.Key.Key_F8)
        settle()
        assert window.session is not None
        seen.append(window.session.current)
        seen.append(window.panes.document.position.text())
    assert seen[::2] == ["edit:1", "edit:2", "edit:3", "rev:r3", "edit:1"]
    assert seen[1] == "1 of 4"
    assert window.panes.document.pending.full_text() == "3 pending"
    assert window.status.notice.text() == window.words("review.wrapped")
    press(window, Qt.Key.Key_F8, SHIFT)
    settle()
    assert window.session.current == "rev:r3"
    assert window.status.notice.text() == window.words("review.wrapped_back")


def test_the_current_change_is_in_view_with_its_card(window: MainWindow, settle: Settle) -> None:
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    page = window.panes.document.page
    assert page.viewport().rect().contains(page.cursorRect().center())
    assert page.textCursor().block().text().startswith("Return of Confidential Information.")
    assert "Delete clause 12.7" in window.panes.evidence.card_title.full_text()
    texts = [label.text() for label in window.panes.evidence.card.findChildren(QLabel)]
    assert any("still refer to 12.7" in text and text.startswith("▲") for text in texts)
    assert any("duplicated elsewhere" in text for text in texts)


def test_p1_accept_by_key_records_the_warnings_first(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    press(window, Qt.Key.Key_Return, CTRL)
    settle()
    acts = [call for call in desk.calls if call[0] in ("show_advisories", "accept")]
    assert acts == [("show_advisories", 2), ("accept", (2,))]
    assert window.session is not None
    assert window.session.current == "edit:3", "accepting moves on to the next change that waits"
    assert window.panes.document.pending.full_text() == "2 pending"


def test_p1_a_hidden_card_bars_accept_and_comes_forward(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.panes.evidence.hide()
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    window.deciding.accept()
    settle()
    assert ("show_advisories", 2) in desk.calls, "once the card is forward its warnings are painted"
    assert [edit.state for edit in desk.edit_list] == ["staged", "staged", "staged"]
    assert window.panes.evidence.isVisible()
    assert window.message.isVisible()
    window.deciding.accept()
    settle()
    assert desk.edit_list[1].state == "accepted"


def test_a_warning_scrolled_out_of_the_card_does_not_count_as_shown(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.panes.evidence.place([90, 300, 300])
    settle()
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    scroll = window.panes.evidence.card_scroll
    assert ("show_advisories", 2) not in desk.calls
    bar = scroll.verticalScrollBar()
    for place in range(0, bar.maximum() + 30, 30):
        bar.setValue(place)
        settle()
    assert ("show_advisories", 2) in desk.calls


def test_reject_by_key_and_by_button(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    press(window, Qt.Key.Key_Backspace, CTRL)
    settle()
    assert desk.edit_list[0].state == "rejected"
    assert "not to be unreasonably withheld" not in window.panes.document.page.toPlainText()
    assert window.session is not None
    assert window.session.current == "edit:2"
    QTest.mouseClick(window.panes.document.reject, Qt.MouseButton.LeftButton)
    settle()
    assert desk.edit_list[1].state == "rejected"


def test_accept_button_and_last_change(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    for _ in range(3):
        QTest.mouseClick(window.panes.document.accept, Qt.MouseButton.LeftButton)
        settle()
    assert [edit.state for edit in desk.edit_list] == ["accepted"] * 3
    assert window.status.notice.text() == window.words("review.all_decided")
    assert not window.panes.document.accept.isEnabled()


def test_undo_and_redo_name_the_act(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    undo = window.commands.action("edit.undo")
    assert not undo.isEnabled()
    window.deciding.step(1)
    settle()
    window.deciding.accept()
    settle()
    assert undo.text() == "Undo accept: insert in clause 12.6"
    press(window, Qt.Key.Key_Z, CTRL)
    settle()
    assert desk.edit_list[0].state == "staged"
    assert window.session is not None
    assert window.session.current == "edit:1", "what waits again is the current change"
    assert window.commands.action("edit.redo").text() == "Redo accept: insert in clause 12.6"
    press(window, Qt.Key.Key_Z, CTRL, SHIFT)
    settle()
    assert desk.edit_list[0].state == "accepted"
    assert window.session.current == "edit:1", "after redo a change is chosen"
    assert window.panes.document.current_number() == 1


def test_p1_a_key_pressed_twice_decides_one_change(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    window.deciding.accept()
    window.deciding.accept()
    settle()
    assert [call for call in desk.calls if call[0] == "accept"] == [("accept", (1,))]
    window.deciding.reject()
    settle()
    assert desk.edit_list[1].state == "rejected", "the next press decides the next change"


def test_a_change_of_the_draft_is_decided_on_the_version_it_was_read_from(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(-1)
    settle()
    seen = window.session.view.version_id
    assert window.panes.document.reject.isEnabled()
    window.deciding.reject()
    settle()
    decided = [call for call in desk.calls if call[0] in ("accept", "reject", "decide_tracked")]
    assert decided == [("decide_tracked", ("rev:r3",), "reject", seen)]


def test_a_change_of_the_draft_is_not_decided_on_an_old_version(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.session.open_version(2)
    settle()
    window.deciding.step(-1)
    settle()
    assert window.session.current == "rev:r3"
    assert not window.panes.document.accept.isEnabled()
    window.deciding.accept()
    settle()
    assert not [call for call in desk.calls if call[0] in ("accept", "decide_tracked")]
    assert "J. Marl" in window.message.label.text()


def test_ctrl_return_in_the_chat_field_sends_and_does_not_accept(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    window.panes.focus("chat")
    QTest.keyClicks(window.panes.chat.composer.field, "What is the cap?")
    press(window, Qt.Key.Key_Return, CTRL)
    settle()
    assert [call[0] for call in desk.calls if call[0] in ("accept", "ask")] == ["ask"]


def test_click_on_the_change_bar_chooses_the_change(window: MainWindow, settle: Settle) -> None:
    page = window.panes.document.page
    rect = next(rect for _block, paragraph, rect in page.visible_blocks() if paragraph.key == "p127")
    QTest.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(16, round(rect.center().y())))
    settle()
    assert window.session is not None
    assert window.session.current == "edit:2"


def test_changes_are_never_told_by_colour_alone(window: MainWindow) -> None:
    page = window.panes.document.page
    formats = {}
    block = page.document().begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            form = iterator.fragment().charFormat()
            if form.property(CHANGE):
                formats.setdefault(form.property(CHANGE), []).append(form)
            iterator += 1
        block = block.next()
    assert all(form.fontUnderline() for form in formats["edit:1"])
    assert all(form.fontStrikeOut() for form in formats["edit:2"])
    assert [form.fontStrikeOut() for form in formats["edit:3"]] == [True, False]


def test_no_desk_call_of_an_act_runs_in_the_gui_thread(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    window.deciding.accept()
    settle()
    assert desk.calls
    assert threading.get_ident() not in desk.threads


def test_read_only_names_the_holder_and_disables_decisions(qtbot: QtBot, settings, tmp_path) -> None:
    held = MainWindow(FakeDesk(read_only=True), settings)
    qtbot.addWidget(held)
    held.show()
    qtbot.waitUntil(lambda: held.jobs.active == 0)
    held.deciding.step(1)
    qtbot.waitUntil(lambda: held.jobs.active == 0)
    assert held.read_only.isVisible()
    assert "Ada Brook on brook-laptop" in held.read_only.label.text()
    assert not held.panes.document.accept.isEnabled()


def test_saved_follows_the_audit(window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch) -> None:
    assert window.session is not None
    told: list[str] = []
    window.session.saved.connect(told.append)
    window.session.refresh_audit()
    settle()
    assert told == [], "nothing was written"
    rows = desk.audit().rows
    monkeypatch.setattr(desk, "audit", lambda: AuditSummary(rows + 1, "ab" * 32, ()))
    window.session.refresh_audit()
    settle()
    assert len(told) == 1
    assert told[0] in window.status.saved.text()


def test_a_passing_notice_goes_and_a_lasting_one_stays(window: MainWindow) -> None:
    status = window.status
    status.set_notice("Copied")
    assert status.fade.isActive()
    status.fade.timeout.emit()
    assert status.notice.text() == ""
    status.set_notice("Looking at version 3", lasting=True)
    assert not status.fade.isActive()
    assert status.notice.text() == "Looking at version 3"
