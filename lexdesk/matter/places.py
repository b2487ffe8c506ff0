"""What can be said about a path before SQLite touches it, as sentences."""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from lexdesk.errors import LexDeskError, is_want_of_room, or_make_room
from lexdesk.matter.errors import MatterExists, MatterMissing, MatterReadOnly, NotAMatter

LONGEST_NAME = 255  # bytes, on the usual file systems
LONGEST_PATH = 511  # bytes, SQLite's own limit on Unix
SIDE_FILE = "-journal"
SEALING = ".sealing"
PROBE = 1 << 20  # bytes that a disk with room takes
_NOTHING = bytes(1 << 16)


def absolute(path: Path | str) -> Path:
    """The path from the root; links stay links: people read the name they chose."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def check_new(path: Path) -> None:
    """Raise unless a new matter can be made at ``path``."""
    if os.path.lexists(path):
        raise MatterExists(f'There is already something at "{path.name}".', "Choose another name or place.")
    _check_length(path, len(SEALING + SIDE_FILE))
    if not path.parent.is_dir():
        raise MatterMissing(f'There is no folder "{path.parent}".', "Make it first or choose another.")
    if not _may(path.parent, os.W_OK):
        raise not_writable(path.parent)


def check_existing(path: Path) -> None:
    """Raise unless there is a file at ``path`` that could be a matter."""
    try:
        status = path.stat()
    except FileNotFoundError:
        raise MatterMissing(f'There is no file "{path}".', "Check the name and the place.") from None
    except OSError as error:
        raise MatterMissing(
            f'"{path}" cannot be reached: {error.strerror}.', "Check the name and the place."
        ) from error
    if path.is_dir():
        raise NotAMatter(f'"{path.name}" is a folder, not a matter.', "Choose the .lexmatter file.")
    if not path.is_file():
        raise NotAMatter(f'"{path.name}" is not a file.')
    if status.st_size == 0:
        raise NotAMatter(f'"{path.name}" is empty (0 bytes); it holds no matter.', "Take another copy of it.")
    if not _may(path, os.R_OK):
        raise MatterMissing(f'"{path.name}" may not be read by you.', "Ask for the right to read it.")
    _check_length(path, len(SIDE_FILE))


def why_not_writable(path: Path) -> str:
    """A sentence why the matter at ``path`` cannot be written, "" if it can."""
    if not _may(path, os.W_OK):
        return "The file is write-protected."
    if not _may(path.parent, os.W_OK):
        return "The folder it lies in is write-protected."
    return ""


def not_writable(folder: Path, error: OSError | None = None) -> LexDeskError:
    """The error for a folder where nothing can be made; ``error`` is the system's own, where there is one."""
    step = "Choose a place you can write to."
    return MatterReadOnly(
        f'Nothing can be written in "{folder}".', step if error is None else or_make_room(error, step)
    )


def is_full(folder: Path) -> bool:
    """Whether nothing more can be written in a folder for want of room: of blocks, of files, or of what this
    user may use. Asked by a file without a name, which leaves nothing behind."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
            for _ in range(PROBE // len(_NOTHING)):
                probe.write(_NOTHING)
            os.fsync(probe.fileno())
    except OSError as error:
        return is_want_of_room(error)
    return False


def looks_like(path: Path) -> str:
    """What a file that is no matter seems to be: " It looks like a web page.", or ""."""
    with path.open("rb") as file:
        start = file.read(512).lstrip().lower()
    for sign, what in (
        (b"<!doctype html", "a web page"),
        (b"<html", "a web page"),
        (b"%pdf", "a PDF"),
        (b"pk\x03\x04", "a Word document or a zip file"),
        (b"gguf", "a model file"),
    ):
        if start.startswith(sign):
            return f" It looks like {what}."
    return ""


def remove_half_sealed(path: Path) -> None:
    """Remove what a sealing in place, or its undoing, left beside the matter when it was killed: it may be a
    readable copy of a sealed matter. For the holder of the matter's lock alone."""
    half = sealing_place(path)
    for left in (half, half.with_name(half.name + SIDE_FILE)):
        with suppress(OSError):
            left.unlink(missing_ok=True)


def sealing_place(path: Path) -> Path:
    """Where the new file of a matter lies while it is sealed in place; short, however long the name is."""
    mark = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    return path.with_name(f".lexdesk-{mark}{SEALING}")


def identity(path: Path) -> tuple[int, int] | None:
    """Which file has this name, None when none has."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def flush_file(path: Path) -> None:
    """Make the content of a file last through a power cut. Not for a database that this process has open:
    closing the file would drop its locks."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut, where the system has a way to."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_length(path: Path, room: int) -> None:
    name, whole = len(os.fsencode(path.name)), len(os.fsencode(path))
    if name + room > LONGEST_NAME:
        raise MatterMissing(
            f"The file name is too long ({name} bytes; at most {LONGEST_NAME - room} can be used).",
            "Choose a shorter name.",
        )
    if os.name == "posix" and whole + room > LONGEST_PATH:
        raise MatterMissing(
            f"The path is too long ({whole} bytes; at most {LONGEST_PATH - room} can be used).",
            "Choose a folder nearer to the top.",
        )


def _may(path: Path, mode: int) -> bool:
    # The effective user is the one whose rights count; Windows has no such distinction.
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)
