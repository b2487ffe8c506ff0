"""The one family of errors a user may see.

A ``LexDeskError`` holds a sentence for the user and what to do next. Each package defines its own
subclasses, one for each cause that callers treat differently. Nothing else is shown to a user.
"""

import errno

_FULL = (errno.ENOSPC, errno.EDQUOT)


class LexDeskError(Exception):
    """A sentence for the user (``message``) and what to do next (``next_step``, may be empty).

    ``code`` is a stable word for programs (JSON output, tests, tool errors a model can act on).
    """

    code = "error"

    def __init__(self, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step

    def __str__(self) -> str:
        return f"{self.message} {self.next_step}".strip()


class Cancelled(LexDeskError):
    """The user stopped the work; nothing of it was kept unless the message says so."""

    code = "cancelled"

    def __init__(self, message: str = "Stopped.", next_step: str = "") -> None:
        super().__init__(message, next_step)


def is_want_of_room(error: OSError) -> bool:
    """Whether the disk, or the user's share of it, is full."""
    return error.errno in _FULL


def or_make_room(error: OSError, next_step: str) -> str:
    """``next_step`` for a file that could not be written, or, where the disk or the user's share of it is
    full, the one thing that helps."""
    return "Make room on that disk and try again." if is_want_of_room(error) else next_step
