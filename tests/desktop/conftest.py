"""A real window on the fake desk, drawn off the screen."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.words import Words
from lexdesk.resources import resources
from tests.desktop.fake_desk import FakeDesk

Settle = Callable[[], None]


@pytest.fixture
def settings(tmp_path: Path) -> WindowSettings:
    """Settings of this test alone."""
    store = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    store.setValue("theme", "light")
    return WindowSettings(store)


@pytest.fixture
def words() -> Words:
    """The words of the window, in English."""
    return Words(resources() / "translations")


@pytest.fixture
def desk() -> FakeDesk:
    """The Kilnbrook matter."""
    return FakeDesk()


@pytest.fixture
def window(qtbot: QtBot, desk: FakeDesk, settings: WindowSettings, tmp_path: Path) -> Iterator[MainWindow]:
    """The window at 1366 x 768, loaded."""
    made = MainWindow(desk, settings, fault_log=tmp_path / "faults.log")
    made.resize(1366, 768)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.jobs.active == 0)
    yield made
    desk.hold.set()
    made.close()
    made.deleteLater()


@pytest.fixture
def settle(qtbot: QtBot, window: MainWindow) -> Settle:
    """Wait until no job is under way and what was painted late is painted."""

    def wait() -> None:
        for _ in range(3):
            qtbot.waitUntil(lambda: window.jobs.active == 0, timeout=10_000)
            window.repaint()
            QApplication.processEvents()
        qtbot.waitUntil(lambda: window.jobs.active == 0, timeout=10_000)

    return wait
