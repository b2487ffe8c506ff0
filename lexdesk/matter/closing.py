"""What a matter held when it was last closed: one hash for each table, so that a change made since by
anything but LexDesk shows, in rows that have no hash of their own too.

The row in ``closing`` names the head of the audit chain at that moment. It goes when the matter is opened for
writing and comes back when it is closed: a matter that was not closed, as after a crash, has none, and then
this check says nothing. A stand-alone verifier needs only this rule: the hash of a table is the SHA-256, in
lower-case hex, of what the table contributes to the hash of :mod:`lexdesk.matter.contents`, without the
column that ``CONTENT`` names, which another column of the row hashes; the tables behind the search indexes,
which that hash leaves out, and ``sqlite_master`` (type, name, tbl_name, sql) are treated alike.
"""

import hashlib
from collections.abc import Collection

from lexdesk.matter.clock import now
from lexdesk.matter.contents import hashed_tables, table_bytes
from lexdesk.matter.driver import Connection

AT_OPENING = 2_000_000  # bytes: up to this size the check is made at each opening; above, by ``verify``
LARGE = 16_000_000  # bytes: above, a file closed in order is not even read through at its opening

CONTENT = {
    "sqlite_master": "rootpage",
    "blobs": "bytes",
    "tool_results": "output",
    "passages": "text",
    "contexts": "text",
}

SCHEMA = "sqlite_master"


def opened(connection: Connection) -> bool:
    """Take the row of the last closing away, in the running transaction; whether it fitted the chain."""
    row = connection.row("SELECT head FROM closing")
    connection.run("DELETE FROM closing")
    return row is not None and row[0] == _head(connection)


def closed(connection: Connection, touched: Collection[str] | None) -> None:
    """Note what each table holds, in the running transaction; ``touched`` are the tables that may have
    changed since the last closing, None for all."""
    for table in _tables(connection):
        if touched is None or table in touched or table == SCHEMA:
            digest = hashlib.sha256(table_bytes(connection, table, CONTENT.get(table, ""))).hexdigest()
            connection.run(
                "INSERT OR REPLACE INTO closing_tables (name, sha256) VALUES (?, ?)", (table, digest)
            )
    connection.run("DELETE FROM closing")
    connection.insert("closing", id=1, head=_head(connection), at=now())


def in_order(connection: Connection) -> bool:
    """Whether the matter was closed after the last act that its chain holds."""
    row = connection.row("SELECT head FROM closing")
    return row is not None and row[0] == _head(connection)


def problems(connection: Connection) -> list[str]:
    """Tables that are not as they were when the matter was last closed; [] also when it was not closed."""
    if not in_order(connection):
        return []
    noted = {
        str(name): str(sha256) for name, sha256 in connection.rows("SELECT name, sha256 FROM closing_tables")
    }
    found = []
    for table in _tables(connection):
        if hashlib.sha256(table_bytes(connection, table, CONTENT.get(table, ""))).hexdigest() != noted.get(
            table
        ):
            found.append(f"Rows of “{table}” are not as they were when the matter was last closed.")
    return found


def _tables(connection: Connection) -> list[str]:
    return [*hashed_tables(connection, with_search=True), SCHEMA]


def _head(connection: Connection) -> str:
    return str(connection.value("SELECT hash FROM audit ORDER BY seq DESC LIMIT 1") or "")
