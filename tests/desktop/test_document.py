"""The document pane: looks, selection, tables, find, margins."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QTextCursor, QTextTable
from pytestqt.qtbot import QtBot

from lexdesk.desktop.document.looks import LOOKS, Look
from lexdesk.desktop.findbar import all_places
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import settle as wait_until_settled
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


def text_of(window: MainWindow) -> str:
    """The text the page shows."""
    return window.panes.document.page.toPlainText()


@pytest.mark.parametrize(
    ("look", "there", "gone"),
    [
        ("markup", ("twelve (12)", "twenty-four (24)", "Upon termination"), ()),
        ("simple", ("twenty-four (24)", "withheld"), ("twelve (12)", "Upon termination")),
        ("clean", ("twenty-four (24)", "withheld"), ("twelve (12)", "Upon termination")),
        ("original", ("twelve (12)", "Upon termination"), ("twenty-four", "withheld", "personal injury")),
    ],
)
def test_each_look_shows_its_text(
    window: MainWindow, look: Look, there: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    window.panes.document.set_look(look)
    text = text_of(window)
    assert [one for one in there if one not in text] == []
    assert [one for one in gone if one in text] == []


def test_selection_survives_every_look(window: MainWindow) -> None:
    page = window.panes.document.page
    text = text_of(window)
    start = text.index("months before the claim")
    cursor = page.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(start + len("months before"), QTextCursor.MoveMode.KeepAnchor)
    page.setTextCursor(cursor)
    for look in (*LOOKS[1:], "markup"):
        window.panes.document.set_look(look)
        assert page.textCursor().selectedText() == "months before", look


def test_numbers_are_not_part_of_the_text(window: MainWindow) -> None:
    text = text_of(window)
    assert "\nAssignment. Neither Party" in text
    assert "12.6" not in text
    labels = [paragraph.label for _block, paragraph, _rect in window.panes.document.page.visible_blocks()]
    assert {"9", "9.1", "(a)", "12.6"} <= set(labels)


def test_tables_are_tables(window: MainWindow) -> None:
    frames = window.panes.document.page.document().rootFrame().childFrames()
    tables = [frame for frame in frames if isinstance(frame, QTextTable)]
    assert [(table.rows(), table.columns()) for table in tables] == [(3, 2)]
    cell = tables[0].cellAt(2, 1).firstCursorPosition().block().text()
    assert cell == "EUR 2,500"


def test_the_end_of_a_large_agreement_can_be_reached(qtbot, settings) -> None:
    large = MainWindow(FakeDesk(long=1500), settings)
    qtbot.addWidget(large)
    large.show()
    qtbot.waitUntil(lambda: large.jobs.active == 0, timeout=20_000)
    qtbot.waitUntil(lambda: not large.panes.document.busy, timeout=20_000)
    assert "Further term 1507." in text_of(large)
    assert large.panes.document.go_to_key("x1507")
    assert large.panes.document.page.verticalScrollBar().value() > 10_000


def test_find_counts_and_goes_round(window: MainWindow, qtbot, settle: Settle) -> None:
    window.panes.focus("document")
    window.seeking.find()
    bar = window.panes.document.find
    bar.field.setText("party shall")
    assert bar.count.text() == "1 of 3"
    first = window.panes.document.page.textCursor().selectionStart()
    for _ in range(3):
        window.seeking.find_step(1)
    assert window.panes.document.page.textCursor().selectionStart() == first
    window.seeking.escape()
    assert not bar.isVisible()


def test_what_was_found_follows_the_look(window: MainWindow) -> None:
    window.panes.focus("document")
    window.seeking.find()
    bar = window.panes.document.find
    bar.field.setText("twelve (12)")
    assert bar.count.text() == "1 of 1"
    window.panes.document.set_look("clean")
    assert bar.count.text() == "nothing found"
    assert window.panes.document.page.extraSelections() == []


def test_places_count_in_qt_units() -> None:
    assert all_places("a 𝄞 clause", "CLAUSE") == [(5, 11)]
    assert all_places("第十二条 保密", "保") == [(5, 6)]


def test_outline_jumps_and_back_returns(window: MainWindow, settle: Settle) -> None:
    page = window.panes.document.page
    window.reading.open_paragraph("p91")
    window.reading.open_paragraph("x7")
    assert page.textCursor().block().text().startswith("Further term 7.")
    window.panes.focus("document")
    window.commands.run("go.back")
    assert page.textCursor().block().text().startswith("Duty.")
    window.commands.run("go.forward")
    assert page.textCursor().block().text().startswith("Further term 7.")


def test_letters_grow_in_the_focused_pane_only(window: MainWindow) -> None:
    before = window.panes.chat.size_pixels
    window.panes.focus("document")
    window.commands.run("view.larger")
    assert window.panes.document.page.document().defaultFont().pixelSize() == 16
    assert window.panes.chat.size_pixels == before
    window.panes.focus("chat")
    window.commands.run("view.smaller")
    assert window.panes.chat.size_pixels == before - 1


def test_versions_of_another_branch_are_named(window: MainWindow, settle: Settle) -> None:
    window.show_lower("versions")
    lines = window.panes.middle.versions.table.lines()
    assert lines[0].tip.startswith("Version 6")
    assert "from 3" in lines[0].tip
    assert [line.cells[5] for line in lines[1:3]] == ["undone", "head of client, not on this line"]


def test_reviewing_list_filters_and_opens(window: MainWindow, settle: Settle) -> None:
    window.show_lower("changes")
    listed = window.panes.middle.reviewing
    assert len(listed.table.lines()) == 4
    states = listed.filters["state"]
    states.setCurrentIndex(states.findData("tracked"))
    assert [line.target for line in listed.table.lines()] == ["rev:r3"]
    listed.table.opened.emit("rev:r3")
    settle()
    assert window.session is not None
    assert window.session.current == "rev:r3"


def seen_and_whole(window: MainWindow) -> tuple[QImage, QImage]:
    """The page as it stands on the screen, and as it is when it is painted anew in full."""
    page = window.panes.document.page.viewport()
    corner = page.mapTo(window, page.rect().topLeft())
    part = QRect(corner, page.size()).adjusted(4, 4, -4, -4)
    screen = window.screen().grabWindow(window.winId()).toImage()
    return screen.copy(part), window.grab().toImage().copy(part)


def test_numbers_and_bars_stay_when_the_letters_grow(qtbot: QtBot, settings: WindowSettings) -> None:
    window = MainWindow(FakeDesk(long=60), settings)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    wait_until_settled(window)
    for _ in range(4):
        window.commands.run("view.larger")
        wait_until_settled(window)
        screen, whole = seen_and_whole(window)
        assert screen == whole
        first = next(window.panes.document.page.visible_blocks())
        assert first[1].key == "t0", "growing letters do not move the place"


def test_another_document_is_shown_from_its_beginning(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    pane = window.panes.document
    view = FakeDesk.document(desk, 1)
    bar = pane.page.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    pane.show_view(view)
    assert bar.value() > 0, "another state of the same document keeps the place"
    pane.show_view(replace(view, document_id=2))
    settle()
    assert bar.value() == 0


def test_the_number_of_a_footnote_has_room_on_the_page(window: MainWindow, desk: FakeDesk) -> None:
    view = FakeDesk.document(desk, 1)
    note = replace(view.paragraphs[-1], label="", note_mark="12", indent=0)
    window.panes.document.show_view(replace(view, paragraphs=(note,), changes=()))
    page = window.panes.document.page
    block, _paragraph, rect = next(page.visible_blocks())
    room = rect.left() + block.blockFormat().leftMargin()
    assert room - max(44, page.fontMetrics().horizontalAdvance("12") + 10) >= 0
