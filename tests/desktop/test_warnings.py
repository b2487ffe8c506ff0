"""A warning counts as shown only when all of it was on the screen; nothing out of view is decided (P1)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from lexdesk.assistant.views import AdvisoryView, ChangeCard
from lexdesk.desktop.card.advisory import Advisory
from lexdesk.desktop.card.view import CardView
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.parts import Chip
from lexdesk.desktop.words import Words
from tests.desktop.conftest import Settle
from tests.desktop.fake_content import pin_93, pin_act
from tests.desktop.fake_desk import FakeDesk
from tests.desktop.fake_paper import card_of, proposals

LONG_PIN = "Halden Glassworks Ltd v Merrow Minerals International Trading Company, p. 1"


def paint(widget: QWidget) -> None:
    """Paint now, and let what looks after the paint look."""
    for _ in range(3):
        widget.repaint()
        QApplication.processEvents()


def test_p1_a_warning_cut_at_the_right_edge_has_not_been_shown(qtbot: QtBot, words: Words) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(200, 200)
    advisory = Advisory(AdvisoryView(7, "x", "warning", "Sections 14.2 and 15.1(c) refer to 12.7", ()), words)
    advisory.setParent(holder)
    advisory.setGeometry(0, 0, 300, 60)
    seen: list[int] = []
    advisory.painted.connect(seen.append)
    holder.show()
    paint(holder)
    assert seen == [], "a third of its width is outside of the pane"
    holder.resize(320, 200)
    paint(holder)
    assert seen == [7]


def test_p1_a_warning_lower_than_its_text_has_not_been_shown(qtbot: QtBot, words: Words) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(400, 300)
    advisory = Advisory(AdvisoryView(7, "x", "warning", "Section 14.2 refers to 12.7. " * 9, ()), words)
    advisory.setParent(holder)
    advisory.setGeometry(0, 0, 300, 30)
    seen: list[int] = []
    advisory.painted.connect(seen.append)
    holder.show()
    paint(holder)
    assert seen == []
    advisory.setGeometry(0, 0, 300, 280)
    paint(holder)
    assert seen == [7]


def long_card() -> ChangeCard:
    """The second proposal with a long citation and a warning with a word longer than the pane."""
    card = card_of(proposals(), "edit:2")
    warning = AdvisoryView(
        9, "long", "warning", "The file " + "0123456789abcdef" * 6 + " is not the same", ()
    )
    return replace(
        card,
        pins=(replace(pin_93(), label=LONG_PIN), pin_act()),
        advisories=(*card.advisories, warning),
    )


def test_long_citations_and_words_do_not_make_the_card_wider_than_its_pane(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    monkeypatch.setattr(desk, "card", lambda _document, _change: long_card())
    window.panes.setSizes([190, 600, 260, 300])
    evidence = window.panes.evidence
    evidence.place([560, 60, 80])
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    assert evidence.card.width() <= evidence.card_scroll.viewport().width()
    assert not evidence.card_scroll.horizontalScrollBar().isVisible()
    chip = next(one for one in evidence.card.findChildren(Chip) if one.full_text() == LONG_PIN)
    assert chip.text() != LONG_PIN
    assert "…" in chip.text()
    assert LONG_PIN in chip.toolTip()
    assert chip.fontMetrics().horizontalAdvance(chip.text()) <= chip.width()
    for label in evidence.card.findChildren(QLabel):
        assert label.minimumSizeHint().width() <= label.width(), label.text()
    assert ("show_advisories", 2) in desk.calls, "in such a pane warnings can still be seen whole"


@pytest.mark.parametrize("act", ["accept", "reject"])
def test_p1_a_change_out_of_view_is_shown_before_it_is_decided(
    window: MainWindow, desk: FakeDesk, settle: Settle, act: str
) -> None:
    page = window.panes.document.page
    window.panes.document.set_size(26)
    window.deciding.step(1)
    settle()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    settle()
    assert not page.shows_change("edit:1")
    decide = getattr(window.deciding, act)
    decide()
    settle()
    assert [edit.state for edit in desk.edit_list] == ["staged"] * 3
    assert page.shows_change("edit:1")
    assert window.status.notice.text() == window.words("review.now_in_view")
    decide()
    settle()
    assert desk.edit_list[0].state == {"accept": "accepted", "reject": "rejected"}[act]


def test_what_is_counted_is_named_for_what_the_record_says(qtbot: QtBot, words: Words) -> None:
    card = card_of(proposals(), "edit:1")
    line = next(one for one in card.lines if one.section == "law")
    lines = [
        replace(line, passage_id=1, basis="found_by_code"),
        replace(line, passage_id=2, basis="found_by_code"),
        replace(line, passage_id=3, basis="shown_to_model"),
        replace(line, passage_id=4, basis="found_by_code"),
        replace(line, passage_id=4, basis="cited_for_edit"),
    ]
    view = CardView(words)
    qtbot.addWidget(view)
    view.show_card(replace(card, lines=tuple(lines)))
    told = " ".join(label.text() for label in view.findChildren(QLabel))
    assert "1 passage cited" in told
    assert "1 passage shown to the model" in told
    assert "2 passages found by search" in told
    view.show_card(replace(card, lines=tuple(lines[:2])))
    shown = [label.text() for label in view.findChildren(QLabel) if not label.isHidden()]
    assert not any("cited" in text for text in shown), "a search hit is no citation"


def test_the_hover_card_goes_on_a_click_elsewhere_on_accept_and_on_the_next_change(
    window: MainWindow, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    for act in (
        lambda: QTest.mouseClick(
            window.panes.outline.outline.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 400)
        ),
        window.deciding.accept,
        lambda: window.deciding.step(1),
    ):
        window.commands.run("review.card")
        assert window.hover.isVisible()
        act()
        settle()
        assert not window.hover.isVisible()


def test_moved_text_says_where_it_left_and_where_it_came_to(qtbot: QtBot, words: Words) -> None:
    card = replace(card_of(proposals(), "rev:r3"), title="move in 9.3")
    area = QScrollArea()
    qtbot.addWidget(area)
    view = CardView(words)
    area.setWidget(view)
    view.show_card(card, ((("p1", "9.3", "old place"),), (("p2", "12.4", "new place"),)))
    opened: list[str] = []
    view.place_opened.connect(lambda key, _text: opened.append(key))
    for chip in view.findChildren(Chip):
        if not chip.isHidden() and chip.full_text() in ("9.3", "12.4"):
            chip.click()
    assert opened == ["p1", "p2"]
    told = [label.text() for label in view.findChildren(QLabel)]
    assert words("card.moved_from") in told
    assert words("card.moved_to") in told
