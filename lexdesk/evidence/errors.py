"""What can be wrong with a source file, in sentences; one class for each cause callers treat differently."""

from lexdesk.errors import LexDeskError
from lexdesk.matter.evidence_records import ExpungedRow


class SourceError(LexDeskError):
    """A file that cannot be taken as a source; nothing of it was kept."""

    code = "source_unreadable"


class SourceMissing(SourceError):
    """No such file, or a folder."""

    code = "source_missing"


class WrongType(SourceError):
    """The content is of a kind LexDesk does not read."""

    code = "wrong_type"


class PasswordNeeded(SourceError):
    """The file opens only with a password (or the one given is wrong)."""

    code = "password_needed"


class SourceDamaged(SourceError):
    """The file says it is of a known kind, but cannot be read."""

    code = "source_damaged"


class SourceTooLarge(SourceError):
    """The file passes a bound that keeps the machine usable."""

    code = "source_too_large"


class SourceExpunged(SourceError):
    """The same file was destroyed in this matter."""

    code = "source_expunged"


class NoPicture(SourceError):
    """The source has no pages to show as a picture, or not this one."""

    code = "no_picture"


def missing(name: str) -> SourceMissing:
    """There is no such file."""
    return SourceMissing(f"There is no file “{name}”.", "Check the name and the folder.")


def is_folder(name: str) -> SourceMissing:
    """A folder was given."""
    return SourceMissing(f"“{name}” is a folder, not a file.", "Add the files in it one by one.")


def no_file(name: str) -> SourceMissing:
    """A pipe, a socket or a device was given."""
    return SourceMissing(
        f"“{name}” is a pipe or a device, not a file.", "Copy what it holds to a file first."
    )


def expunged_before(name: str, gone: ExpungedRow | None) -> SourceExpunged:
    """These bytes were destroyed in this matter."""
    told = f" by {gone.said_by} on {gone.at[:10]} ({gone.reason})" if gone is not None else ""
    return SourceExpunged(
        f"“{name}” was expunged from this matter{told}; the same file is not taken in again.",
        "If it may be here after all, keep it in another matter.",
    )


def empty(name: str) -> SourceDamaged:
    """A file of no bytes."""
    return SourceDamaged(f"“{name}” is empty (0 bytes).", "Ask the sender for the file again.")


def only_zeros(name: str) -> SourceDamaged:
    """A file of which only the length was copied."""
    return SourceDamaged(
        f"“{name}” holds nothing but zero bytes: its content was lost in copying.",
        "Ask the sender for the file again.",
    )


def not_what_it_says(name: str, kind: str, instead: str) -> WrongType:
    """The name promises ``kind``, the content is ``instead`` ("" = nothing that is known); both with their
    articles."""
    if instead == "a web page":
        return WrongType(
            f"“{name}” is a web page, not {kind}: the download probably ended at a sign-in page.",
            "Download the file itself, or give it the ending .html if the page is meant.",
        )
    if instead:
        ending = ".eml" if instead == "an e-mail" else ".txt"
        return WrongType(
            f"“{name}” is {instead}, not {kind}, whatever its name says.",
            f"Give it the ending {ending} and add it again, or ask the sender for the right file.",
        )
    return WrongType(f"“{name}” is not {kind}, whatever its name says.", "Ask the sender for the file again.")


def wrong_type(name: str, kind: str) -> WrongType:
    """The content is ``kind``."""
    return WrongType(
        f"“{name}” is {kind}, which LexDesk cannot read as a source.",
        "Save it as PDF, .docx, .xlsx, .rtf, .html, .txt, .md or .eml and add that.",
    )


def password_needed(name: str, tried: bool) -> PasswordNeeded:
    """Locked; ``tried`` when a password was given and did not fit."""
    if tried:
        return PasswordNeeded(
            f"The password given does not open “{name}”.", "Try again with the right password."
        )
    return PasswordNeeded(
        f"“{name}” opens only with a password.", "Give the password, or ask for an open copy."
    )


def damaged(name: str, kind: str, why: str = "") -> SourceDamaged:
    """A broken file of ``kind``."""
    reason = f" ({why})" if why else ""
    return SourceDamaged(
        f"“{name}” is a damaged {kind} and cannot be read{reason}.", "Ask the sender for it again."
    )
