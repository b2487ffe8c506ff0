"""Connections to SQLite, and the one place where the driver's errors become sentences.

Everything above this module sees only ``Connection`` and the classes of ``errors``.
"""

import dataclasses
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from lexdesk.matter import places
from lexdesk.matter.cipher import DRIVER_ERRORS, connect
from lexdesk.matter.errors import (
    BadSearch,
    DiskFull,
    MatterClosed,
    MatterDamaged,
    MatterLocked,
    MatterReadOnly,
    MatterUnreachable,
    NotAMatter,
    RecordRefused,
)
from lexdesk.matter.key import Key, WrongPassphrase
from lexdesk.matter.unfinished import is_unfinished

R = TypeVar("R")
Access = Literal["write", "read", "read_sealed", "immutable"]
"""How a file is opened: for writing; for reading where a torn write can be rolled back; for reading in a
place that cannot be written; for reading a file that nobody can be writing (no locks, no side files)."""

BUSY_MILLISECONDS = 15_000


class Connection:
    """One SQLite connection. Statements are serialised; rows are fetched whole, so no read lock lingers."""

    def __init__(self, path: Path, access: Access, key: Key | None = None) -> None:
        """Open ``path``, which must exist; with the key of a sealed file. The first statement that reads may
        raise (``translate``)."""
        self.path = path
        self.access = access
        self.key = key
        self._guard = threading.RLock()
        self._closed = False
        query = {
            "write": "mode=rw",
            "read": "mode=rw",
            "read_sealed": "mode=ro",
            "immutable": "mode=ro&immutable=1",
        }
        try:
            self.raw = connect(f"{path.absolute().as_uri()}?{query[access]}", BUSY_MILLISECONDS, key)
        except DRIVER_ERRORS as error:
            raise self._translated(error) from error
        try:
            for pragma in (
                "foreign_keys=ON",
                "recursive_triggers=ON",
                "trusted_schema=OFF",
                "temp_store=MEMORY",
            ):
                self.run(f"PRAGMA {pragma}")
            if access == "write":
                # A spilled cache would take the exclusive lock early and shut readers out for a whole import.
                self.run("PRAGMA cache_spill=OFF")
                self.run("PRAGMA synchronous=FULL")
            else:
                self.run("PRAGMA query_only=ON")
        except BaseException:
            self.close()
            raise

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute; the id of the row inserted last."""
        return self._execute(sql, values)[1]

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Execute once for each row of values."""
        with self._guard:
            if self._closed:
                raise MatterClosed(self.path)
            try:
                self.raw.executemany(sql, rows)
            except DRIVER_ERRORS as error:
                raise self._translated(error) from error

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self._execute(sql, values)[0]

    def row(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row of a query, or None."""
        found = self.rows(sql, values)
        return found[0] if found else None

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The first column of the first row, or None."""
        found = self.row(sql, values)
        return found[0] if found else None

    def match(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Rows of a full-text query whose words came from outside; ``BadSearch`` when they are no query."""
        try:
            return self.rows(sql, values)
        except DRIVER_ERRORS as error:
            raise BadSearch(
                "The search words could not be understood.", "Use plain words, or quote them."
            ) from error

    def insert(self, table: str, **values: Any) -> int:
        """Insert one row; its id. A name that SQL reserves may end in "_" ("end_" is column "end")."""
        names = ", ".join(f'"{name.removesuffix("_")}"' for name in values)
        marks = ", ".join("?" * len(values))
        return self.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))

    def update(self, table: str, row_id: int, **values: Any) -> bool:
        """Change columns of the row with that id; False if there is none."""
        names = ", ".join(f'"{name.removesuffix("_")}" = ?' for name in values)
        return bool(
            self.rows(f"UPDATE {table} SET {names} WHERE id = ? RETURNING id", (*values.values(), row_id))
        )

    def records(
        self, kind: type[R], tail: str, values: Sequence[Any] = (), **made: Callable[[Any], Any]
    ) -> list[R]:
        """``SELECT <the fields of kind> tail`` as records, for tables whose columns are the fields.

        A field named in ``made`` is no column: the function gives it from the first field of the row.
        """
        names, flags = _columns(cast(Hashable, kind), tuple(made))
        return [
            kind(
                **{
                    name: bool(cell) if flag else cell
                    for name, flag, cell in zip(names, flags, row, strict=True)
                },
                **{name: make(row[0]) for name, make in made.items()},
            )
            for row in self.rows(f"SELECT {', '.join(map(_quoted, names))} {tail}", values)
        ]

    def record(
        self, kind: type[R], tail: str, values: Sequence[Any] = (), **made: Callable[[Any], Any]
    ) -> R | None:
        """The first of ``records``, or None."""
        found = self.records(kind, tail, values, **made)
        return found[0] if found else None

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """What a library raises that works on ``raw`` itself comes out as this class would raise it."""
        try:
            yield
        except DRIVER_ERRORS as error:
            raise self._translated(error) from error

    @property
    def changes(self) -> int:
        """Rows changed since the connection was opened."""
        return int(self.raw.total_changes)

    @property
    def in_transaction(self) -> bool:
        return bool(self.raw.in_transaction)

    def watch(self, tables: set[str]) -> None:
        """From now on put the name of every table that a statement may write into ``tables``."""
        writes = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)

        def seen(action: int, table: str | None, *_: object) -> int:
            if action in writes and table:
                tables.add(table)
            return sqlite3.SQLITE_OK

        self.raw.set_authorizer(seen)

    def close(self) -> None:
        """Close; a statement under way in another thread ends first. Idempotent."""
        with self._guard:
            self._closed = True
            self.raw.close()

    def _execute(self, sql: str, values: Sequence[Any]) -> tuple[list[tuple[Any, ...]], int]:
        with self._guard:
            if self._closed:
                raise MatterClosed(self.path)
            try:
                try:
                    cursor = self.raw.execute(sql, values)
                except UnicodeEncodeError:
                    cursor = self.raw.execute(sql, [storable(v) if isinstance(v, str) else v for v in values])
                return cursor.fetchall(), cursor.lastrowid or 0
            except DRIVER_ERRORS as error:
                raise self._translated(error) from error
            except UnicodeDecodeError as error:
                raise MatterDamaged(f'"{self.path.name}" is damaged: a text in it cannot be read.') from error
            except OverflowError as error:
                raise RecordRefused("A number is larger than a matter can hold.") from error

    def _translated(self, error: Exception) -> Exception:
        said = translate(error, self.path)
        # A page that the key does not fit looks like no database at all.
        return WrongPassphrase(self.path) if self.key is not None and isinstance(said, NotAMatter) else said

    def __del__(self) -> None:
        raw = getattr(self, "raw", None)
        if raw is not None:
            raw.close()


def storable(text: str) -> str:
    """The text with each lone surrogate (which UTF-8 cannot hold) as U+FFFD; offsets stay the same."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("�" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def marks(values: Iterable[object]) -> str:
    """The question marks of an IN list: "?, ?, ?"."""
    return ", ".join("?" for _ in values)


def _quoted(name: str) -> str:
    return f'"{name}"'


@cache
def _columns(kind: Hashable, made: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    fields = [f for f in dataclasses.fields(cast(Any, kind)) if f.name not in made]
    return tuple(f.name for f in fields), tuple(f.type is bool for f in fields)


def translate(error: Exception, path: Path) -> Exception:
    """The sentence for a driver error; the error itself where the program is at fault (bad SQL)."""
    name = f'"{path.name}"'
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # raised by Python's module itself
        if "decode" in str(error):
            return MatterDamaged(f"{name} is damaged: a text in it cannot be read.", (str(error),))
        return error  # wrong use of a connection
    if code == sqlite3.SQLITE_ERROR:
        code = _code_in_words(error)
    primary = code & 0xFF
    if primary == sqlite3.SQLITE_CORRUPT:
        return MatterDamaged(f"{name} is damaged: {error}.", (str(error),))
    if primary == sqlite3.SQLITE_NOTADB:
        return NotAMatter(f"{name} is not a LexDesk matter.")
    if primary == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if primary == sqlite3.SQLITE_READONLY:
        return MatterReadOnly(f"{name} can only be read here.", "Save a copy in a place you can write to.")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return MatterLocked(path, None)
    if primary == sqlite3.SQLITE_CONSTRAINT:
        return RecordRefused(f"The matter refused a record: {error}.")
    # Only a write that runs out of blocks is SQLITE_FULL; no inode and a used-up quota come as these.
    writing = primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and code not in _READING
    if writing and places.is_full(path.parent):
        return disk_full(path)
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return MatterUnreachable(
            f"{name} could not be read or written ({error}); the last act was not saved.",
            "Check the disk, stick or share it lies on, then open it again.",
        )
    return error


_SAID = {
    "database or disk is full": sqlite3.SQLITE_FULL,
    "disk I/O error": sqlite3.SQLITE_IOERR,
    "unable to open database": sqlite3.SQLITE_CANTOPEN,
    "database disk image is malformed": sqlite3.SQLITE_CORRUPT,
    "database is locked": sqlite3.SQLITE_BUSY,
}


def _code_in_words(error: Exception) -> int:
    """The code that the words stand for: inside a function of SQLCipher the code is lost, they are not."""
    return next((code for words, code in _SAID.items() if words in str(error)), sqlite3.SQLITE_ERROR)


_READING = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)


def disk_full(path: Path) -> DiskFull:
    """The disk on which the file at ``path`` was to be written has no room."""
    where = f'holds "{path.name}"'
    if is_unfinished(path):  # a name that nobody gave
        where = f'was to take it, under "{path.parent}",'
    return DiskFull(f"The disk that {where} is full; the last act was not saved.", "Make room and try again.")
