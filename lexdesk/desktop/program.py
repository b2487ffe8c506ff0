"""Starting the window: the Qt application, fonts, the edge where unexpected errors are caught."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from lexdesk.desktop.faults import catch_all
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import MainWindow

_FINISH = 15_000  # milliseconds a picture waits at most for its panes to fill


def application() -> QApplication:
    """The one Qt application of this process; without a display it draws off the screen."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    unseen = sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    )
    if unseen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    started = QApplication(["lexdesk"])
    started.setApplicationName("LexDesk")
    started.setStyle("Fusion")
    return started


def run(opener: Opener, home: Path, matter: Path | None = None) -> int:
    """Show the window until it is closed; its exit status.

    ``home`` keeps ``window.ini`` and ``faults.log``. ``matter`` is opened at once if given.
    """
    running = application()
    window = MainWindow(None, WindowSettings.in_folder(home), opener, home / "faults.log")
    catch_all(window.fail)
    window.show()
    if matter is not None:
        QTimer.singleShot(0, window, lambda: window.filing.open(matter))
    return running.exec()


def open_window(desk: Any, settings: WindowSettings | None = None) -> MainWindow:
    """A shown window for an open desk, without an event loop. Without settings nothing is remembered."""
    application()
    if settings is None:
        settings = WindowSettings(QSettings(os.devnull, QSettings.Format.IniFormat))
    window = MainWindow(desk, settings)
    window.show()
    return window


def settle(window: MainWindow, until: Callable[[], bool] = lambda: True) -> None:
    """Let events run until no job is under way and ``until`` holds, at most some seconds."""
    loop = QEventLoop()
    limit = QTimer(singleShot=True, interval=_FINISH)
    check = QTimer(interval=20)
    quiet = 0

    def look() -> None:
        nonlocal quiet
        quiet = quiet + 1 if window.jobs.active == 0 and until() else 0
        if quiet >= 3:
            loop.quit()

    limit.timeout.connect(loop.quit)
    check.timeout.connect(look)
    limit.start()
    check.start()
    loop.exec()


def screenshot(window: MainWindow, path: Path) -> None:
    """Write what the window shows as PNG, once its panes are filled."""
    settle(window)
    if not window.grab().save(str(path), "PNG"):
        raise OSError(f"cannot write {path}")


def picture(desk: Any, path: Path) -> None:
    """Draw the window of an open desk into a PNG, at its first waiting change. The desk stays open."""
    window = open_window(_Kept(desk))
    settle(window)
    session = window.session
    if session is not None:
        waiting = [one for one in session.ordered() if one.state == "staged"]
        chosen = waiting or session.ordered()
        if chosen:
            session.choose(chosen[0].id)
            settle(window)
            card = session.card
            pins = [pin for pin in card.pins if pin.source_id is not None] if card else []
            if pins:
                window.reading.open_pin(pins[0])
    screenshot(window, path)
    window.close()
    window.deleteLater()


class _Kept:
    """A desk that the window may look at but not close."""

    def __init__(self, desk: Any) -> None:
        self._desk = desk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    def close(self) -> None:
        """Whoever opened the desk closes it."""
