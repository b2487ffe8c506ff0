"""The reviewing list by keys alone, decisions on several rows, companions, the card's further acts."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel, QPushButton

from lexdesk.assistant.history_views import CompanionView, EditSummary
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.reviewing.decision import DecisionDialog
from lexdesk.desktop.reviewing.pane import ReviewingList
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


@pytest.fixture
def listed(window: MainWindow, settle: Settle) -> ReviewingList:
    """The reviewing list, open, with its keyboard."""
    window.show_lower("changes")
    settle()
    return window.panes.middle.reviewing


def answer(
    window: MainWindow, comment: str = "", ticked: bool = False, times: int = 1
) -> list[DecisionDialog]:
    """Answer the next questions yes once they may be answered; the dialogs seen. A question that can never
    be answered is left with no."""
    seen: list[DecisionDialog] = []
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, DecisionDialog):
            if looks < 500:
                QTimer.singleShot(10, look)
            return
        if looks >= 500:
            dialog.reject()
            return
        if dialog not in seen:
            seen.append(dialog)
        for tick in dialog.ticks.values():
            tick.setChecked(ticked)
        dialog.comment.setText(comment)
        bar = dialog.scroll.verticalScrollBar()
        bar.setValue(min(bar.maximum(), bar.value() + 20))
        dialog.repaint()
        if dialog.yes.isEnabled():
            dialog.yes.click()
            if len(seen) == times:
                return
        QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    return seen


def test_one_row_for_each_change_with_its_columns(listed: ReviewingList) -> None:
    rows = listed.table.lines()
    assert [row.target for row in rows] == ["edit:1", "edit:2", "edit:3", "rev:r3"]
    assert rows[1].cells[0] == "12.7"
    assert rows[1].cells[1] == "Deletion"
    assert rows[1].cells[4] == "▲ 2  Instruction 2"
    assert rows[1].cells[5] == "pending"
    assert len({row.dots[0][1] for row in rows}) == 2, "two authors, two colours"


def test_keys_alone_walk_choose_several_and_decide(
    window: MainWindow, listed: ReviewingList, desk: FakeDesk, settle: Settle
) -> None:
    listed.table.setFocus()
    listed.table.choose("edit:1")
    QTest.keyClick(listed.table, Qt.Key.Key_Down)
    settle()
    assert window.session.current == "edit:2", "the document follows"
    QTest.keyClick(listed.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert listed.table.targets() == ["edit:2", "edit:3"]
    answer(window, comment="agreed by telephone")
    listed.reject.setFocus()
    QTest.keyClick(listed.reject, Qt.Key.Key_Space)
    settle()
    assert [edit.state for edit in desk.edit_list] == ["staged", "rejected", "rejected"]
    assert [call for call in desk.calls if call[0] == "reject"] == [("reject", (2, 3))]


def test_p1_a_batch_is_accepted_as_one_version_after_every_warning_was_painted(
    window: MainWindow, listed: ReviewingList, desk: FakeDesk, settle: Settle
) -> None:
    window.panes.evidence.hide()
    seen = answer(window)
    window.deciding.several(["edit:1", "edit:2", "edit:3"], "accept")
    settle()
    assert len(seen) == 1
    said = [label.text() for label in seen[0].findChildren(QLabel)]
    assert "Accepting this breaks two references." in said, "what all of them together would do"
    acts = [call for call in desk.calls if call[0] in ("show_advisories", "accept")]
    assert acts[-1] == ("accept", (1, 2, 3))
    assert ("show_advisories", 2) in acts[:-1]
    assert [edit.state for edit in desk.edit_list] == ["accepted"] * 3


def test_p1_accept_is_barred_in_the_question_until_the_warnings_were_read(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    card = desk.edit_card(2)
    long = replace(card.advisories[0], message="word " * 400)
    dialog = DecisionDialog(
        [replace(card, advisories=(long, *card.advisories[1:]))], "accept", (), window.words, window
    )
    dialog.resize(400, 300)
    dialog.show()
    settle()
    assert not dialog.yes.isEnabled()
    assert dialog.wait.isVisible()
    dialog.close()


def test_the_states_that_left_the_text_are_listed_and_filtered(
    window: MainWindow, listed: ReviewingList, desk: FakeDesk, settle: Settle
) -> None:
    desk.closed = [
        EditSummary(8, "replace", "superseded", "4.2", "change 4.2", "Qwen 1.5B", "", "Older idea", 0),
        EditSummary(9, "delete_clause", "set_aside", "5", "delete 5", "Ada Brook", "", "Perhaps later", 1),
    ]
    window.session.refresh()
    settle()
    assert [row.target for row in listed.table.lines()][-2:] == ["edit:9", "edit:8"]
    for field, value, wanted in (
        ("state", "superseded", ["edit:8"]),
        ("kind", "delete", ["edit:2", "edit:9"]),
        ("author", "J. Marl (Counterparty LLP)", ["rev:r3"]),
    ):
        box = listed.filters[field]
        box.setCurrentIndex(box.findData(value))
        assert [row.target for row in listed.table.lines()] == wanted
        box.setCurrentIndex(0)


def test_staged_and_tracked_changes_are_not_decided_in_one_act(listed: ReviewingList) -> None:
    listed.table.selectAll()
    assert not listed.accept.isEnabled()
    assert not listed.reject.isEnabled()
    listed.table.choose("rev:r3")
    listed._say()
    assert listed.accept.isEnabled()
    assert not listed.aside.isEnabled()


def test_accepting_one_offers_what_belongs_with_it(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    desk.companion_list = {1: [CompanionView(3, "change 12.6", "staged", "the term is used there")]}
    window.deciding.step(1)
    settle()
    assert window.session.companions
    answer(window, ticked=True, times=2)
    window.deciding.accept()
    settle()
    assert [call for call in desk.calls if call[0] == "accept"] == [("accept", (1, 3))]


def test_rejecting_one_warns_and_leaves_the_rest_unless_ticked(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    desk.companion_list = {1: [CompanionView(3, "change 12.6", "staged", "the term is used there")]}
    window.deciding.step(1)
    settle()
    seen = answer(window)
    window.deciding.reject()
    settle()
    assert seen[0].ticks[3].text() == "change 12.6 (pending): the term is used there"
    assert [edit.state for edit in desk.edit_list] == ["rejected", "staged", "staged"]


def test_set_aside_and_take_back(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    window.commands.run("review.set_aside")
    settle()
    assert ("set_aside", (1,), "") in desk.calls
    assert window.session.current == "edit:2"
    window.deciding.revoke(1)
    settle()
    assert ("revoke", 1) in desk.calls


def test_the_card_offers_own_words_aside_and_comment_by_key(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    names = [
        button.text()
        for button in window.panes.evidence.card.findChildren(QPushButton)
        if button.isVisible() and button.property("link")
    ]
    assert names[:3] == ["Own words …", "Set aside", "Comment …"]


def test_the_context_of_a_packet_opens_as_it_was(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(
        "lexdesk.desktop.reading.TextSheet",
        lambda _title, _note, text, *_rest: shown.append(text) or type("S", (), {"exec": lambda _s: 0})(),
    )
    window.reading.show_context(2)
    settle()
    assert shown == [desk.edit_context(2)]


def test_chosen_rows_are_noted_as_belonging_together(
    window: MainWindow, listed: ReviewingList, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("one defines what the other uses", True))
    menu = window.deciding.menu(["edit:1", "edit:3"], listed.mapToGlobal(listed.rect().center()))
    action = next(one for one in menu.actions() if one.text() == window.words("decision.group"))
    action.trigger()
    menu.close()
    settle()
    assert ("group", (1, 3), "one defines what the other uses") in desk.calls


def test_p1_a_row_that_the_text_does_not_show_leaves_nothing_to_accept(
    window: MainWindow, listed: ReviewingList, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    window.deciding.step(1)
    settle()
    aside = replace(desk.edit_card(2), change_id="edit:9", edit_id=9, state="set_aside")
    card = desk.card
    monkeypatch.setattr(desk, "card", lambda doc, one: aside if one == "edit:9" else card(doc, one))
    window.deciding.follow_row("edit:9")
    settle()
    assert window.panes.evidence.card.card is aside
    assert window.session.current == "", "the card shows another edit, so no change of the text is current"
    assert not window.panes.document.accept.isEnabled()


def test_the_acts_of_the_card_mean_the_edit_it_shows(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(window.deciding, "several", lambda ids, _action: asked.append(list(ids)))
    window.deciding.step(1)
    settle()
    window.panes.evidence.show_card(desk.edit_card(3), 0)
    window.deciding.current_with("set_aside")
    assert asked == [["edit:3"]]
    window.deciding.current_with("revoke")
    settle()
    assert ("revoke", 3) in desk.calls


def test_a_read_only_matter_offers_no_decisions(listed: ReviewingList) -> None:
    listed.table.choose("edit:1")
    listed._say()
    assert listed.accept.isEnabled()
    listed.set_read_only(True)
    assert not listed.accept.isEnabled()
    assert not listed.aside.isEnabled()
