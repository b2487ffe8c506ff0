"""The first look into a file: is it a matter, whole, and of a version that can be read or written."""

from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter import closing, places, schema
from lexdesk.matter.driver import Access, Connection
from lexdesk.matter.errors import (
    MatterDamaged,
    MatterReadOnly,
    MatterUnreachable,
    NewerMatter,
    NotAMatter,
    OlderMatter,
)
from lexdesk.matter.info import supported
from lexdesk.matter.key import Key

PROBLEMS_NAMED = 20


def open_first(path: Path, access: Access, key: Key | None = None) -> Connection:
    """A connection that has read the file's header. A file left in WAL mode is turned back when it can be
    written, and read as it lies when it cannot."""
    try:
        return _open(path, access, key)
    except NotAMatter as error:
        what = places.looks_like(path) or " If it was one, the start of the file is damaged."
        raise NotAMatter(f"{error.message}{what}", "Choose a .lexmatter file.") from error
    except (MatterUnreachable, MatterReadOnly) as error:
        if access != "read_sealed":
            raise
        _check_side_files(path, error)
        return _open(path, "immutable", key)


def _open(path: Path, access: Access, key: Key | None) -> Connection:
    connection = Connection(path, access, key)
    try:
        connection.value(
            "PRAGMA schema_version"
        )  # reads the header, so that what is no database says so here
        if access == "write" and connection.value("PRAGMA journal_mode") == "wal":
            _leave_wal(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def check(connection: Connection) -> str:
    """Raise unless this is a whole matter of a version we know; a sentence if it may only be read, or ""."""
    because = check_version(connection)
    name = f'"{connection.path.name}"'
    problems = () if _large_and_closed(connection) else damage(connection)
    if problems:
        raise MatterDamaged(
            f"{name} is damaged and was not opened: {problems[0]}.",
            problems,
            "Keep this file as it is; open the last backup or another copy. The damage is listed in full.",
        )
    return because


def check_version(connection: Connection) -> str:
    """The same, without looking whether the file is whole."""
    name = f'"{connection.path.name}"'
    if connection.value("PRAGMA application_id") != schema.APPLICATION_ID:
        raise NotAMatter(
            f"{name} is a database of another program, not a LexDesk matter.", "Choose a .lexmatter file."
        )
    version = connection.value("PRAGMA user_version")
    known, writable = supported(version)
    if not known:
        raise NewerMatter(
            f"{name} was written by a LexDesk with file format {version >> 16}; this one knows "
            f"{schema.MAJOR}.",
            "Open it with the newer LexDesk.",
        )
    if not writable:
        return f"It was written by a newer LexDesk (file format {version >> 16}.{version & 0xFFFF})."
    return ""


def check_form(connection: Connection) -> None:
    """Raise ``OlderMatter`` when the file lacks what later versions added: a reader cannot add it."""
    minor = int(connection.value("PRAGMA user_version")) & 0xFFFF
    if minor < schema.MINOR:
        raise OlderMatter(
            f'"{connection.path.name}" was written by an older LexDesk and can only be read once it has been '
            "brought up to date, which changes the file.",
            "Open it for writing once, or open a copy of it in a place that can be written.",
        )


def changed_outside(connection: Connection) -> tuple[str, ...]:
    """What was changed since the last closing by something else than LexDesk, () when nothing, when it was
    not closed, or when the file is too large to look at each opening (``lexdesk verify`` looks always)."""
    if connection.value("PRAGMA user_version") != schema.user_version():
        return ()
    if connection.path.stat().st_size > closing.AT_OPENING:
        return ()
    return tuple(closing.problems(connection))


def _large_and_closed(connection: Connection) -> bool:
    """Whether reading the whole file can wait for ``verify``: it is large, and was closed in order. What is
    damaged in it is still found when it is read."""
    return (
        connection.value("PRAGMA user_version") == schema.user_version()
        and connection.path.stat().st_size > closing.LARGE
        and closing.in_order(connection)
    )


def damage(connection: Connection) -> tuple[str, ...]:
    """What SQLite finds wrong with the file's structure, () when nothing. Reads the whole file."""
    try:
        rows = connection.rows(f"PRAGMA quick_check({PROBLEMS_NAMED})")
    except MatterDamaged as error:
        return error.problems
    lines = tuple(line for row in rows for line in str(row[0]).splitlines() if not line.startswith("***"))
    return () if lines == ("ok",) else lines


def _leave_wal(connection: Connection) -> None:
    if connection.value("PRAGMA journal_mode=DELETE") != "delete":
        raise MatterUnreachable(
            f'"{connection.path.name}" could not be made safe for writing; another program uses it.',
            "Close it there and open it again.",
        )


def _check_side_files(path: Path, error: LexDeskError) -> None:
    """Where SQLite may not make its side files, the file is read alone: right only if they hold nothing."""
    for ending in ("-wal", "-journal"):
        side = path.with_name(path.name + ending)
        if side.exists() and side.stat().st_size:
            raise MatterUnreachable(
                f'"{path.name}" was not closed properly, and "{side.name}" beside it holds its last acts.',
                "Copy both files to a place you can write to and open the copy.",
            ) from error
