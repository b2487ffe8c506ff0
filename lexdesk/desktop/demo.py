"""The main job in the window: the instructions of the sample are asked one after the other, to be watched.

Nothing is decided for the lawyer: each staged edit waits in its card. Ctrl+Enter accepts it.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.window import application, make_window, screenshot
from lexdesk.resources import resources
from lexdesk.settings import Settings


def run_demo(
    open_desk: Callable[[Path, bool], Any],
    new_desk: Callable[[Path, str], Any],
    settings: Settings,
    matter: Path,
    out: Path,
) -> int:
    """Open the sample matter, ask its instructions, and leave the window to the lawyer; exit status.

    ``window.png`` is written to ``out`` when the last answer is there.
    """
    window = make_window(open_desk, new_desk, settings)
    instructions = tomllib.loads((resources() / "sample" / "sample.toml").read_text(encoding="utf-8"))
    demo = _Demo(window, [str(text) for text in instructions["demo"]["instructions"]], out)
    QTimer.singleShot(0, window, lambda: window.filing.open(matter))
    demo.begin()
    return application().exec()


class _Demo(QObject):
    """Asks the next instruction when the answer before it has ended; stops asking when one fails."""

    def __init__(self, window: MainWindow, instructions: list[str], out: Path) -> None:
        super().__init__(window)
        self._window, self._left, self._out = window, list(instructions), out
        self._timer = QTimer(self, interval=200)
        self._timer.timeout.connect(self._look)
        self._connected = False

    def begin(self) -> None:
        """Wait for the matter, then ask."""
        self._timer.start()

    def _look(self) -> None:
        window = self._window
        if window.runs is None or window.jobs.active or window.panes.chat.current_chat() is None:
            return
        self._timer.stop()
        if not self._connected:
            self._connected = True
            window.runs.ended.connect(lambda _chat: self._timer.start())
        if self._left and not window.message.isVisible():
            window.panes.chat.asked.emit(window.panes.chat.current_chat(), self._left.pop(0))
        else:
            screenshot(window, self._out / "window.png")
            window.status.set_notice(window.words("demo.done"), lasting=True)
