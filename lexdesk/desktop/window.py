"""Starting the window: the Qt application, the edge where unexpected errors are caught, the event loop."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from lexdesk.assistant.model_views import ModelShelf
from lexdesk.desktop.faults import catch_all
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.review.verifying import unpack
from lexdesk.settings import Settings

_LONGEST = 15_000  # milliseconds a window is waited for


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


def make_window(
    open_desk: Callable[..., Any],
    new_desk: Callable[..., Any],
    settings: Settings,
    end_model: Callable[[], None] = lambda: None,
    shelf: ModelShelf | None = None,
) -> MainWindow:
    """The window of this user on its start page, shown; unexpected errors go to ``faults.log`` beside the
    settings and are said in one sentence."""
    application()
    log = settings.path.parent / "faults.log"

    def made_of(archive: Path, out: Path, head: str) -> Path:
        return unpack(archive, out, settings.author, head)[0]

    opener = Opener(open_desk, new_desk, made_of, settings.author, end_model, shelf)
    window = MainWindow(None, WindowSettings.of_user(settings), opener, log)
    _look_after(window)
    window.show()
    window.activateWindow()
    return window


def _look_after(window: MainWindow) -> None:
    """Unexpected errors go to this window, from now on and after it was locked to the one in its place."""
    catch_all(window.fail)
    window.lock.replaced.connect(_look_after)


def run(
    open_desk: Callable[..., Any],
    new_desk: Callable[..., Any],
    settings: Settings,
    matter: Path | None = None,
    end_model: Callable[[], None] = lambda: None,
    shelf: ModelShelf | None = None,
) -> int:
    """Show the window, with ``matter`` if one is given, until it is closed; its exit status."""
    window = make_window(open_desk, new_desk, settings, end_model, shelf)
    if matter is not None:
        QTimer.singleShot(0, window, partial(window.filing.open, matter))
    del window  # once it is locked another stands in its place, and nothing may hold the old one
    return application().exec()


def open_window(desk: Any, settings: WindowSettings | None = None) -> MainWindow:
    """A shown window for an open desk, without an event loop. Without settings nothing is remembered."""
    application()
    window = MainWindow(desk, settings or WindowSettings.forgetful())
    window.show()
    return window


def settle(window: MainWindow, until: Callable[[], bool] = lambda: True) -> None:
    """Let events run until no job is under way, the text stands and ``until`` holds, at most some seconds."""
    loop = QEventLoop()
    limit = QTimer(singleShot=True, interval=_LONGEST)
    check = QTimer(interval=20)
    quiet = 0

    def look() -> None:
        nonlocal quiet
        at_rest = window.jobs.active == 0 and not window.panes.document.busy
        quiet = quiet + 1 if at_rest and until() else 0
        if quiet >= 3:
            loop.quit()

    limit.timeout.connect(loop.quit)
    check.timeout.connect(look)
    limit.start()
    check.start()
    loop.exec()


def screenshot(window: MainWindow, path: Path) -> None:
    """Write what the window shows as PNG, once its panes are filled. Raises OSError."""
    settle(window)
    if not window.grab().save(str(path), "PNG"):
        raise OSError(f"cannot write {path}")
