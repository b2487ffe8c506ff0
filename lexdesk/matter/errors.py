"""What can go wrong with a matter file, one class for each cause that callers treat differently."""

from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.records import Holder


class MatterMissing(LexDeskError):
    """There is no file at that path."""

    code = "matter_missing"


class MatterExists(LexDeskError):
    """A new matter would have to overwrite something; nothing was touched."""

    code = "matter_exists"


class NotAMatter(LexDeskError):
    """The path holds something else: a folder, an empty file, another kind of file."""

    code = "not_a_matter"


class NewerMatter(LexDeskError):
    """The file was written by a LexDesk of a later major version."""

    code = "newer_matter"


class OlderMatter(LexDeskError):
    """Written by an older program, in a place where it cannot be brought up to date."""

    code = "older_matter"


class MatterLocked(LexDeskError):
    """Someone else has the matter open for writing. ``holder`` says who, None when it cannot be read."""

    code = "matter_locked"

    def __init__(self, path: Path, holder: Holder | None) -> None:
        who = f"by {holder.text}" if holder else "by another program"
        super().__init__(
            f'"{path.name}" is open for writing {who}.', "Open it read-only, or close it there first."
        )
        self.holder = holder


class MatterReadOnly(LexDeskError):
    """This matter is open for reading only; nothing was written."""

    code = "matter_read_only"


class MatterDamaged(LexDeskError):
    """Part of the file cannot be trusted. ``problems`` names the damage, line by line."""

    code = "matter_damaged"

    def __init__(self, message: str, problems: tuple[str, ...] = (), next_step: str = "") -> None:
        super().__init__(
            message, next_step or "Keep this file as it is and open the last backup or another copy."
        )
        self.problems = problems


class MatterMoved(LexDeskError):
    """Another file, or none, has the matter's name since it was opened; the act was not saved, or what was
    asked for is not read from the other file."""

    code = "matter_moved"

    def __init__(self, path: Path, reading: bool = False) -> None:
        what = "nothing is read from there" if reading else "the last act was not saved"
        super().__init__(
            f'"{path.name}" was moved, removed or replaced while it was open; {what}.',
            "Put the file back in its place, or close it here and open it where it is now.",
        )


class MatterUnreachable(LexDeskError):
    """The disk, stick or share under the file stopped answering; the act under way was not saved."""

    code = "matter_unreachable"


class DiskFull(LexDeskError):
    """No room; the act under way was not saved, everything before it is."""

    code = "disk_full"


class MatterClosed(LexDeskError):
    """The matter was closed before this was asked of it."""

    code = "matter_closed"

    def __init__(self, path: Path) -> None:
        super().__init__(f'"{path.name}" has been closed.', "Open it again.")


class NotFound(LexDeskError):
    """There is no such row: ``NotFound("edit", 7)`` says "There is no edit 7."."""

    code = "not_found"

    def __init__(self, what: str, which: object) -> None:
        super().__init__(f"There is no {what} {which}.")


class RecordRefused(LexDeskError):
    """The file refused a row: it would rewrite what was recorded, or point at nothing."""

    code = "record_refused"


class BadSearch(LexDeskError):
    """The words of a search are no valid query of the index."""

    code = "bad_search"


class UnrecordedChange(RuntimeError):
    """A programming error: a transaction changed rows and left no audit row. It was rolled back."""


class Expunged(LexDeskError):
    """What is asked for was destroyed with a source; only the record of that remains."""

    code = "expunged"

    def __init__(self, sha256: str) -> None:
        super().__init__(
            f"This file ({sha256[:12]}) was expunged from the matter; only its hash is left.",
            "See “lexdesk source show”, or the audit, for who did it, when and why.",
        )
