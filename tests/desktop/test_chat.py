"""Streaming, stop, trail, pins, limits, side chats, the first send."""

from dataclasses import replace

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from lexdesk.assistant import events
from lexdesk.assistant.views import ClaimView
from lexdesk.desktop.chat.answer import answer_html, streaming_html
from lexdesk.desktop.context.dialog import ContextDialog
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.sheets import TextSheet
from tests.desktop.conftest import Settle
from tests.desktop.fake_content import SENTENCE, pin_act, said
from tests.desktop.fake_desk import FakeDesk


def ask(window: MainWindow, text: str) -> None:
    """Write into the composer and press Ctrl+Return."""
    field = window.panes.chat.composer.field
    field.setFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_the_answer_appears_while_it_is_written(
    window: MainWindow, desk: FakeDesk, qtbot: QtBot, settle: Settle
) -> None:
    desk.hold.clear()
    ask(window, "What is the cap?")
    talk = window.panes.chat.talks[1]
    qtbot.waitUntil(lambda: talk.live is not None and bool(talk.live.trail.rows))
    assert talk.live.doing or talk.live.text.toPlainText()
    assert window.panes.chat.composer.stop_button.isVisible()
    desk.hold.set()
    settle()
    message = talk.messages[-1]
    assert "The cap is the Fees paid in twelve months" in message.text.toPlainText()
    assert "Retention Act s 4" in message.text.toPlainText()
    assert "[[" not in message.text.toPlainText()
    assert talk.messages[-2].said.text() == "What is the cap?"
    assert window.panes.chat.composer.send_button.isVisible()


def test_text_is_painted_as_it_arrives(window: MainWindow) -> None:
    chat = window.panes.chat
    chat.begin(1, "What is the cap?")
    chat.hear(1, events.TextArrived("The cap "))
    live = chat.talks[1].live
    assert live is not None
    assert live.text.toPlainText().strip() == "The cap"
    chat.hear(1, events.TextArrived("is the Fees [[pin_1"))
    assert live.text.toPlainText().strip() == "The cap is the Fees"
    chat.hear(1, events.TextArrived("1]]."))
    assert "[[" not in live.text.toPlainText()


def test_escape_stops_the_run_and_says_so_once(
    window: MainWindow, desk: FakeDesk, qtbot: QtBot, settle: Settle
) -> None:
    desk.hold.clear()
    ask(window, "What is the cap?")
    qtbot.waitUntil(lambda: window.runs is not None and window.runs.running)
    QTest.keyClick(window.panes.chat.composer.field, Qt.Key.Key_Escape)
    settle()
    assert desk.messages(1)[-1].state == "stopped"
    foot = window.panes.chat.talks[1].messages[-1].foot
    told = [label.text() for label in foot.findChildren(QLabel)]
    assert window.words("chat.stopped_empty") in told, "nothing is claimed kept when nothing was written"
    assert window.status.notice.text() == "", "the status bar does not keep “Stopping”"
    assert window.panes.chat.composer.send_button.isVisible()


def test_a_stopped_answer_says_once_that_its_text_is_kept(window: MainWindow, settle: Settle) -> None:
    talk = window.panes.chat.talks[1]
    view = replace(
        talk.messages[1].view, state="stopped", text="The cap is", claims=(), limits=(), edit_ids=()
    )
    for text, key in (("The cap is", "chat.stopped"), ("Stopped.", "chat.stopped_empty")):
        talk.messages[1].show_message(replace(view, text=text))
        settle()
        labels = [one.text() for one in talk.messages[1].foot.findChildren(QLabel) if not one.isHidden()]
        assert labels == [window.words(key)]
        assert talk.messages[1].text.isHidden() == (key == "chat.stopped_empty")


def test_the_stop_button_stops_too(window: MainWindow, desk: FakeDesk, qtbot: QtBot, settle: Settle) -> None:
    desk.hold.clear()
    ask(window, "What is the cap?")
    qtbot.waitUntil(window.panes.chat.composer.stop_button.isVisible)
    QTest.mouseClick(window.panes.chat.composer.stop_button, Qt.MouseButton.LeftButton)
    settle()
    assert desk.messages(1)[-1].state == "stopped"


def test_a_pin_in_the_answer_opens_the_evidence(window: MainWindow, settle: Settle) -> None:
    answer = window.panes.chat.talks[1].messages[1]
    answer.text.anchorClicked.emit(QUrl("pin:11"))
    settle()
    marked = window.panes.evidence.text.extraSelections()
    assert [one.cursor.selectedText() for one in marked] == [SENTENCE]


def test_the_trail_opens_the_whole_stored_result(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    seen = []
    monkeypatch.setattr(TextSheet, "exec", lambda sheet: seen.append(sheet.text.toPlainText()))
    trail = window.panes.chat.talks[1].messages[1].trail
    buttons = trail.findChildren(QPushButton)
    assert buttons[0].accessibleName() == "References to 12.7 · 2 found"
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    settle()
    assert "Section 15.1(c) refers to 12.7." in seen[0]


def test_limits_edits_and_sees_are_shown(window: MainWindow, settle: Settle) -> None:
    answer = window.panes.chat.talks[1].messages[1]
    notes = [label.text() for label in answer.foot.findChildren(QLabel)]
    assert any(text.startswith("Not covered: Schedule 3 has no text") for text in notes)
    assert window.panes.chat.composer.sees.accessibleName() == "Sees: agreement v6, 2 sources, no skills"
    answer.edit_opened.emit(2)
    settle()
    assert window.session is not None
    assert window.session.current == "edit:2"


def test_what_has_no_source_and_what_is_not_verified_is_said_in_words(window: MainWindow) -> None:
    message = replace(
        said(9, "assistant", "The cap is ten. The fee is one [[pin_11]]."),
        claims=(
            ClaimView("The cap is ten.", (), ()),
            ClaimView("The fee is one", (pin_act(),), (("not_found", ""),)),
        ),
    )
    html = answer_html(message, window.words, window.themes.current)
    assert "The cap is ten. <span" in html
    assert html.count("[no source]") == 1
    assert "▲ not verified, not in the source" in html
    own = replace(message, claims=(ClaimView("The cap is ten.", (), (("by_code", ""),)), *message.claims[1:]))
    assert "[no source]" not in answer_html(own, window.words, window.themes.current)


def test_text_of_a_model_is_text_and_not_markup(window: MainWindow) -> None:
    html = streaming_html("<img src=x> & [[pin_99]]", {}, window.words, window.themes.current)
    assert "<img" not in html
    assert "&lt;img" in html


def test_a_staged_edit_becomes_the_current_change(window: MainWindow, settle: Settle) -> None:
    assert window.session is not None
    window.session.edits_staged(3)
    settle()
    assert window.session.current == "edit:3"


def test_p10_a_side_chat_gets_exactly_the_ticked_sources(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    def tick_and_accept(dialog: ContextDialog) -> int:
        assert not dialog.ok.isEnabled(), "a side chat with nothing ticked would see nothing"
        dialog.tree.tick("source", "3")
        assert dialog.ok.isEnabled()
        return ContextDialog.DialogCode.Accepted

    monkeypatch.setattr(ContextDialog, "exec", tick_and_accept)
    window.commands.run("go.new_chat")
    settle()
    made = next(call for call in desk.calls if call[0] == "new_chat")
    assert made[2] == [("source", "3")]
    assert window.panes.chat.current_chat() == 3


def test_p12_the_first_send_shows_the_exact_bytes_and_no_means_no(
    qtbot: QtBot, settings, monkeypatch
) -> None:
    desk = FakeDesk(remote=True)
    window = MainWindow(desk, settings)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.jobs.active == 0)
    shown = []

    def refuse(sheet: TextSheet) -> int:
        shown.append(sheet.text.toPlainText())
        default = [b for b in sheet.findChild(QDialogButtonBox).buttons() if b.isDefault()]
        assert [button.text() for button in default] == ["Do not send"]
        return TextSheet.DialogCode.Rejected

    monkeypatch.setattr(TextSheet, "exec", refuse)
    ask(window, "What is the cap?")
    qtbot.waitUntil(lambda: window.jobs.active == 0)
    assert shown == ['{"messages": ["the clause"]}']
    assert not desk.sent_before
    assert window.panes.chat.composer.field.toPlainText() == "What is the cap?"
    assert window.message.isVisible()


def test_a_long_chat_lays_out_its_newest_messages_and_the_earlier_ones_on_demand(
    window: MainWindow, qtbot: QtBot, settle: Settle
) -> None:
    talk = window.panes.chat.talks[1]
    talk.show_messages([said(number, "user", f"Message {number}") for number in range(1, 61)])
    assert [one.view.id for one in talk.messages] == list(range(45, 61))
    assert talk.more.text() == "Show earlier messages (44)"
    talk.more.click()
    assert [one.view.id for one in talk.messages] == list(range(37, 61))
    assert talk.go_to(3)
    qtbot.waitUntil(lambda: talk.messages[0].view.id <= 3)
    settle()
    assert [one.view.id for one in talk.messages] == sorted(one.view.id for one in talk.messages)
    wanted = next(one for one in talk.messages if one.view.id == 3)
    assert wanted.visibleRegion().boundingRect().height() > 0
    assert not talk.go_to(999)


def test_what_the_model_does_is_said_in_the_language_of_the_window(window: MainWindow) -> None:
    chat = window.panes.chat
    chat.begin(1, "Draft it.")
    live = chat.talks[1].live
    assert live is not None
    chat.hear(1, events.ModelWorking("Writing the clause again"))
    assert live.doing == "Writing the clause again"
    window.words.switch("zh")
    chat.hear(1, events.ModelWorking("Writing the reason"))
    assert live.doing == "撰写理由，第 2 步"
    chat.hear(1, events.ModelWorking("Something new"))
    assert live.doing.startswith("Something new"), "what has no word yet is not lost"
    chat.hear(1, events.ContextCompacted(1, 3, 12345))
    assert "12,345" in live.doing
