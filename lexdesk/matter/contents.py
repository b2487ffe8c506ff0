"""One hash over everything a matter says, so that one audit row can vouch for all other rows.

A stand-alone verifier needs only this rule. A netstring is the length in bytes (decimal ASCII), ":", the
bytes, ",". The hash is the SHA-256, in lower-case hex, of these netstrings: "lexdesk-contents-1"; then for
each row of ``sqlite_master`` whose name does not begin with "sqlite_", ordered by type and name: type, name,
tbl_name, sql; then for each table ordered by name: its name, its column names in order, and the SHA-256 (32
bytes) of each row, these sorted. The hash of a row is that of a netstring for each value: "n" for NULL, "i"
and the decimal number, "f" and the eight bytes of the number (big-endian), "b" and the bytes of a text
(UTF-8) or blob. Left out are ``audit`` (the chain vouches for it), ``holder`` (who has the file open),
``closing`` and ``closing_tables`` (such hashes at the last closing), virtual tables (search indexes, made
from the passages) and the tables behind them.
"""

import hashlib
import struct
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from lexdesk.matter.beside import Beside
from lexdesk.matter.cipher import DRIVER_ERRORS
from lexdesk.matter.driver import Connection, translate
from lexdesk.matter.errors import MatterDamaged

LEFT_OUT = ("audit", "holder", "closing", "closing_tables")
LARGEST = "blobs"
RANGES = 24
LONG = 1 << 15  # bytes of a row


def contents_sha256(connection: Connection, *more: Connection) -> str:
    """The hash, by the rule in the module's text. Reads the whole file; rows are not held in memory. With
    ``more`` connections to the same file, which nobody writes to meanwhile, as many threads read it."""
    digest = hashlib.sha256(netstring(b"lexdesk-contents-1"))
    objects = connection.rows(
        "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master "
        "WHERE substr(name, 1, 7) <> 'sqlite_' ORDER BY type, name"
    )
    for row in objects:
        # A damaged file can hold a text as a blob; both count as their bytes, here and in the rows.
        digest.update(b"".join(netstring(f if isinstance(f, bytes) else str(f).encode()) for f in row))
    tables = hashed_tables(connection)
    if not more:
        for table in tables:
            digest.update(table_bytes(connection, table))
        return digest.hexdigest()
    names = {table: _columns(connection, table) for table in tables}
    rows: dict[str, list[bytes]] = {table: [] for table in tables}
    left = [(table, "") for table in tables if table != LARGEST] + _ranges(connection)

    def work(reading: Connection) -> None:
        while left:
            try:
                table, which = left.pop()
            except IndexError:  # the other thread took it
                return
            rows[table] += _rows(reading, table, names[table], which)

    helpers = [Beside(partial(work, reading), "hash of the contents") for reading in more]
    try:
        work(connection)
    finally:
        for helper in helpers:
            helper.wait()
    for helper in helpers:
        helper.result()
    for table in tables:
        digest.update(_joined(table, names[table], rows[table]))
    return digest.hexdigest()


def _ranges(connection: Connection) -> list[tuple[str, str]]:
    """The rows of the largest table in parts that several threads can read, as conditions."""
    low, high = connection.rows(f"SELECT min(rowid), max(rowid) FROM {LARGEST}")[0]
    step = ((high or 0) - (low or 0)) // RANGES + 1
    cuts = range((low or 0) + step, (high or 0) + 1, step)
    return [
        (LARGEST, f"WHERE rowid >= {start} AND rowid < {end}")
        for start, end in zip([low or 0, *cuts], [*cuts, (high or 0) + 1], strict=True)
    ]


def hashed_tables(connection: Connection, with_search: bool = False) -> list[str]:
    """The tables whose rows count, by name; those behind a search index only ``with_search``."""
    rows = connection.rows(
        "SELECT CAST(name AS TEXT), CAST(COALESCE(sql, '') AS TEXT) FROM sqlite_master WHERE type = 'table' "
        "AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
    )
    virtual = [name for name, sql in rows if sql.upper().startswith("CREATE VIRTUAL")]
    return [
        table
        for table, _ in rows
        if table not in LEFT_OUT
        and table not in virtual
        and (with_search or not any(table.startswith(f"{name}_") for name in virtual))
    ]


def sha256_file(path: Path) -> str:
    """Hex SHA-256 of a file's bytes, read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def netstring(data: bytes) -> bytes:
    """The bytes with their length before them, so that two fields never run together."""
    return b"%d:%s," % (len(data), data)


def table_bytes(connection: Connection, table: str, without: str = "") -> bytes:
    """What one table contributes: its name, its columns, and the sorted hashes of its rows; ``without`` one
    column if it names one."""
    names = _columns(connection, table, without)
    return _joined(table, names, _rows(connection, table, names))


def _joined(table: str, names: list[str], rows: list[bytes]) -> bytes:
    return b"".join(netstring(name.encode()) for name in (table, *names)) + b"".join(sorted(rows))


def _columns(connection: Connection, table: str, without: str = "") -> list[str]:
    info = connection.rows(f'PRAGMA table_info("{table}")')
    return [str(column[1]) for column in info if column[1] != without]


def _rows(connection: Connection, table: str, names: list[str], which: str = "") -> list[bytes]:
    columns = ", ".join(f'"{name}"' for name in names)
    try:
        return [_row(row) for row in connection.raw.execute(f'SELECT {columns} FROM "{table}" {which}')]
    except DRIVER_ERRORS as error:
        raise translate(error, connection.path) from error
    except UnicodeDecodeError as error:
        raise MatterDamaged(f'"{connection.path.name}" is damaged: a text in it cannot be read.') from error


def _row(values: Iterable[Any]) -> bytes:
    parts: list[bytes] = []
    size = 0
    for value in values:
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, bytes):
            size += len(value)
            parts += (b"%d:b" % (len(value) + 1), value, b",")
        elif value is None:
            parts.append(b"1:n,")
        elif isinstance(value, int):
            parts.append(netstring(b"i%d" % value))
        else:
            parts.append(netstring(b"f" + struct.pack(">d", value)))
    if size < LONG:
        return hashlib.sha256(b"".join(parts)).digest()
    digest = hashlib.sha256()
    for part in parts:  # not put together: a stored file is long
        digest.update(part)
    return digest.digest()
