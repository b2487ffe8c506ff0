"""Errors at the edge of the window: a sentence for the user, the traceback into a file."""

import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from lexdesk.desktop.words import Words
from lexdesk.errors import Cancelled, LexDeskError


def sentence(error: BaseException, words: Words, log: Path | None) -> tuple[str, str] | None:
    """What to say of an error: message and next step; None for "the user stopped it".

    Errors that are no ``LexDeskError`` are written to ``log`` with their traceback.
    """
    if isinstance(error, Cancelled):
        return None
    if isinstance(error, LexDeskError) and getattr(error, "problems", ()):
        return _damaged(error, words, log)
    if isinstance(error, LexDeskError):
        return words.said(error.message), words.said(error.next_step)
    if log is None:
        return words("fault.unexpected"), ""
    write_log(log, type(error), error, error.__traceback__)
    return words("fault.unexpected"), words("fault.logged", path=str(log))


def _damaged(error: LexDeskError, words: Words, log: Path | None) -> tuple[str, str]:
    """The sentence without the store's own words for the damage; those go into the log."""
    message = error.message
    for problem in getattr(error, "problems", ()):
        message = message.replace(f": {problem}", "")
    message = words.said(message)
    if log is None:
        return message, words("fault.damaged_next")
    write_log(log, type(error), error, error.__traceback__)
    return message, f"{words('fault.damaged_next')} {words('fault.logged', path=str(log))}"


def write_log(
    log: Path, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Append one traceback; a log that cannot be written is no reason to fail."""
    lines = "".join(traceback.format_exception(kind, error, trace))
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as stream:
            stream.write(f"--- {datetime.now().astimezone().isoformat()}\n{lines}\n")
    except OSError:
        sys.stderr.write(lines)


def catch_all(say: Callable[[BaseException], None]) -> None:
    """Send what escapes from Qt's slots to ``say`` instead of the terminal."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        say(error.with_traceback(trace))

    sys.excepthook = hook
