"""1366 x 768: nothing is clipped, sixty characters fit, panes hide by key, the layout is remembered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QComboBox, QLabel, QLineEdit, QWidget

from lexdesk.desktop.document.build import MARGIN
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.panes import NAMES
from lexdesk.desktop.settings import WindowSettings
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


def clipped(window: MainWindow) -> list[str]:
    """Visible buttons, labels and fields that are smaller than their content or stand outside."""
    found = []
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, QAbstractButton | QLabel | QLineEdit | QComboBox) or not widget.isVisible():
            continue
        need = widget.minimumSizeHint()
        name = f"{widget.objectName() or type(widget).__name__} “{widget.accessibleName()}”"
        if isinstance(widget, QAbstractButton) and widget.objectName() != "search" and _whole(widget):
            need = widget.sizeHint()
        if widget.width() < need.width() or widget.height() < need.height():
            found.append(f"{name} {widget.size().toTuple()} < {need.toTuple()}")
        parent = widget.parentWidget()
        if parent is not None and not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()):
            found.append(f"{name} outside of its parent")
    return found


def _whole(widget: QAbstractButton) -> bool:
    """False for trail rows, which are cut with the pane and carry their text as a name."""
    return widget.parentWidget() is not None and widget.parentWidget().objectName() != "trail"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_clipped_at_1366_by_768(window: MainWindow, settle: Settle, language: str) -> None:
    window.words.switch(language)
    window.deciding.step(1)
    window.deciding.step(1)
    settle()
    assert window.size().toTuple() == (1366, 768)
    assert clipped(window) == []


def test_three_digit_counts_do_not_squeeze_the_buttons(window: MainWindow, settle: Settle) -> None:
    window.panes.document.set_position(118, 123, 119)
    settle()
    assert window.panes.document.position.text() == "118 of 123"
    assert clipped(window) == []


def letters(window: MainWindow) -> float:
    """How many letters of running text fit into a line of a numbered clause."""
    page = window.panes.document.page
    metrics = QFontMetrics(page.document().defaultFont())
    sample = "the party shall not assign this agreement without the consent of the other"
    room = page.viewport().width() - MARGIN - 26 - 44
    return room * len(sample) / metrics.horizontalAdvance(sample)


def test_sixty_characters_fit_into_a_line(window: MainWindow) -> None:
    assert letters(window) >= 60


def test_the_document_keeps_sixty_characters_when_squeezed(window: MainWindow, settle: Settle) -> None:
    window.panes.setSizes([400, 10, 500, 500])
    settle()
    assert letters(window) >= 60


def test_panes_hide_and_come_back_by_key(window: MainWindow) -> None:
    window.panes.focus("chat")
    window.commands.run("view.pane_chat")
    assert window.panes.chat.isHidden()
    window.commands.run("view.pane_chat")
    assert window.panes.chat.isVisible()
    assert window.panes.focused() == "chat"
    for name in ("outline", "evidence", "chat"):
        window.panes.pane(name).hide()
    window.panes.focus("document")
    window.commands.run("view.pane_document")
    assert window.panes.document.isVisible(), "the last pane stays"


def test_a_screen_at_150_percent_puts_panes_away_and_brings_them_back(
    window: MainWindow, settle: Settle
) -> None:
    window.resize(911, 512)
    settle()
    assert window.size().toTuple() == (911, 512)
    assert letters(window) >= 60
    assert [name for name in NAMES if window.panes.pane(name).isVisible()] == ["document", "evidence"]
    assert clipped(window) == []
    window.commands.run("view.pane_chat")
    assert [name for name in NAMES if window.panes.pane(name).isVisible()] == ["document", "chat"]
    window.resize(1366, 768)
    settle()
    assert all(window.panes.pane(name).isVisible() for name in NAMES)


def test_f6_goes_round_the_panes(window: MainWindow) -> None:
    window.panes.focus("outline")
    seen = []
    for _ in range(4):
        window.commands.run("go.next_pane")
        seen.append(window.panes.focused())
    assert seen == ["document", "evidence", "chat", "outline"]


def test_the_layout_is_remembered(qtbot, settings: WindowSettings) -> None:
    first = MainWindow(FakeDesk(), settings)
    first.show()
    qtbot.waitUntil(lambda: first.jobs.active == 0)
    first.panes.chat.hide()
    first.panes.document.set_size(19)
    first.themes.switch("dark")
    first.words.switch("zh")
    first.close()
    second = MainWindow(FakeDesk(), settings)
    qtbot.addWidget(second)
    second.show()
    qtbot.waitUntil(lambda: second.jobs.active == 0)
    assert second.panes.chat.isHidden()
    assert second.panes.document.size_pixels == 19
    assert second.themes.current.name == "dark"
    assert second.words.language == "zh"


def test_broken_settings_do_no_harm(qtbot, settings: WindowSettings) -> None:
    for key in ("layout/panes", "size/document", "layout/window", "theme", "language", "layout/evidence"):
        settings.store.setValue(key, "nonsense")
    window = MainWindow(FakeDesk(), settings)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.jobs.active == 0)
    assert window.panes.document.size_pixels == 15
    assert window.words.language == "en"


def test_all_controls_have_accessible_names(window: MainWindow, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    nameless = [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QLineEdit | QComboBox)
        and widget.isVisible()
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
    ]
    assert nameless == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_page_below_the_document_is_clipped_or_nameless(
    window: MainWindow, desk: FakeDesk, settle: Settle, language: str
) -> None:
    window.words.switch(language)
    window.deciding.step(1)
    settle()
    for page in ("changes", "versions", "history", "rounds"):
        window.show_lower(page)
        if page == "history":
            window.past.clause_history("p126")
        settle()
        assert window.panes.middle.page == page
        assert clipped(window) == [], page
        below = window.panes.middle.pages.currentWidget()
        nameless = [
            type(widget).__name__
            for widget in below.findChildren(QWidget)
            if isinstance(widget, QAbstractButton | QComboBox | QAbstractScrollArea)
            and widget.isVisible()
            and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
        ]
        assert nameless == [], page


def test_the_lower_pane_opens_closes_and_is_remembered(
    qtbot, window: MainWindow, settings: WindowSettings, settle: Settle
) -> None:
    middle = window.panes.middle
    assert middle.page == ""
    before = middle.document.height()
    window.commands.run("view.lower_versions")
    settle()
    assert middle.page == "versions"
    assert middle.document.height() < before
    assert middle.versions.table.hasFocus()
    window.commands.run("view.lower_versions")
    settle()
    assert middle.page == "", "the same key closes it"
    assert middle.document.height() == before
    window.commands.run("view.lower_rounds")
    window.panes.keep()
    again = MainWindow(FakeDesk(), settings)
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.jobs.active == 0)
    assert again.panes.middle.page == "rounds"


def test_only_the_open_page_of_rounds_is_computed(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    assert not [call for call in desk.calls if call[0] == "rounds"]
    window.show_lower("rounds")
    settle()
    assert [call for call in desk.calls if call[0] == "rounds"]
