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
from pathlib import Path
from typing import Any

from lexdesk.matter.cipher import DRIVER_ERRORS
from lexdesk.matter.driver import Connection, translate
from lexdesk.matter.errors import MatterDamaged

LEFT_OUT = ("audit", "holder", "closing", "closing_tables")


def contents_sha256(connection: Connection) -> str:
    """The hash, by the rule in the module's text. Reads the whole file; rows are not held in memory."""
    digest = hashlib.sha256(netstring(b"lexdesk-contents-1"))
    objects = connection.rows(
        "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master "
        "WHERE substr(name, 1, 7) <> 'sqlite_' ORDER BY type, name"
    )
    for row in objects:
        # A damaged file can hold a text as a blob; both count as their bytes, here and in the rows.
        digest.update(b"".join(netstring(f if isinstance(f, bytes) else str(f).encode()) for f in row))
    for table in hashed_tables(connection):
        digest.update(table_bytes(connection, table))
    return digest.hexdigest()


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
    try:
        info = connection.raw.execute(f'PRAGMA table_info("{table}")').fetchall()
        names = [column[1] for column in info if column[1] != without]
        columns = ", ".join(f'"{name}"' for name in names)
        cursor = connection.raw.execute(f'SELECT {columns} FROM "{table}"')
        rows = sorted(_row(row) for row in cursor)
    except DRIVER_ERRORS as error:
        raise translate(error, connection.path) from error
    except UnicodeDecodeError as error:
        raise MatterDamaged(f'"{connection.path.name}" is damaged: a text in it cannot be read.') from error
    head = b"".join(netstring(name.encode()) for name in (table, *names))
    return head + b"".join(rows)


def _row(values: Iterable[Any]) -> bytes:
    return hashlib.sha256(b"".join(netstring(_value(value)) for value in values)).digest()


def _value(value: Any) -> bytes:
    if value is None:
        return b"n"
    if isinstance(value, int):
        return b"i%d" % value
    if isinstance(value, float):
        return b"f" + struct.pack(">d", value)
    return b"b" + (value.encode() if isinstance(value, str) else bytes(value))
