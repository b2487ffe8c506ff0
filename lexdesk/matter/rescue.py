"""What can still be read of a damaged matter, in a new matter; the rest is listed.

Rows are read in ever smaller ranges around what cannot be read. A row counts only when it is whole: what is
stored under its hash must fit it, and what it refers to must be there. The audit keeps its gaps: checking the
new matter names the rows that are missing.
"""

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from lexdesk.matter import places, schema
from lexdesk.matter.broken_pages import mended_copy
from lexdesk.matter.cipher import DRIVER_ERRORS
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import MatterDamaged, MatterUnreachable, NotAMatter
from lexdesk.matter.file import Matter
from lexdesk.matter.guards import guards
from lexdesk.matter.key import Key, MatterSealed, WrongPassphrase, is_sealed
from lexdesk.matter.migrations import upgrade
from lexdesk.matter.passages import Passages
from lexdesk.matter.stores import Tx
from lexdesk.matter.unfinished import unfinished_beside

TROUBLE = (MatterDamaged, MatterUnreachable, NotAMatter, WrongPassphrase)
UNREADABLE: tuple[type[Exception], ...] = (*TROUBLE, *DRIVER_ERRORS)
SKIPPED = ("holder", "_sqlite_migrations", "closing", "closing_tables")
STEP = 512  # rows read at once, where all is well
ROW = "row "
ALL = "all rows, if there were any"
UNLISTED = "all rows, if there were any: the list of tables is damaged where it says where they lie"
INDEXES = ("passage_words", "passage_characters")
HASHED = {
    "blobs": ("sha256", "bytes"),
    "tool_results": ("sha256", "output"),
    "passages": ("text_sha256", "text"),
    "contexts": ("sha256", "text"),
}


@dataclass(frozen=True)
class Lost:
    """What is missing of one table: ranges that could not be read, rows that were not whole, rows that point
    at something lost."""

    table: str
    unread: tuple[str, ...]
    altered: int
    orphaned: int


@dataclass(frozen=True)
class Rescue:
    """The new matter; rows kept by table; what was lost, () when everything could be read."""

    path: Path
    kept: tuple[tuple[str, int], ...]
    lost: tuple[Lost, ...]
    audit: tuple[str, ...]

    def lines(self) -> list[str]:
        """For people."""
        read = sum(count for _, count in self.kept)
        said = [f"{read:,} row{'' if read == 1 else 's'} could be read."]
        for one in self.lost:
            parts = [f"unreadable {place}" for place in one.unread]
            parts += [f"{one.altered} altered"] if one.altered else []
            if one.orphaned:
                parts.append(f"{one.orphaned} that point{'s' if one.orphaned == 1 else ''} at something lost")
            said.append(f"Lost of “{one.table}”: {', '.join(parts)}.")
        if not self.lost:
            said.append("Nothing was lost.")
        said.append("Rows without a hash of their own, such as decisions and edits, could not be checked.")
        said.append(
            "It is a matter of its own: what was done on other copies of the damaged one cannot be taken "
            "back into it."
        )
        return said + list(self.audit)


def rescue(path: Path, out: Path, by: str, passphrase: str = "") -> Rescue:
    """Read what can be read of the matter at ``path`` into a new one at ``out``; ``path`` is only read.
    The new one has a mark of its own: it is no copy, and nothing can be taken back between the two.

    A sealed matter's rescue is sealed with the same passphrase. Raises ``MatterDamaged`` when not even the
    list of tables can be read, ``MatterExists``, ``MatterSealed``, ``WrongPassphrase``.
    """
    path, out = places.absolute(path), places.absolute(out)
    places.check_existing(path)
    places.check_new(out)
    key = None
    if is_sealed(path):
        if not passphrase:
            raise MatterSealed(path)
        key = Key.of_file(path, passphrase)
    new_key = Key.new(passphrase) if key is not None else None
    unfinished = unfinished_beside(out)
    mended = unfinished_beside(out)
    source = None
    try:
        try:
            copied, whole_list = mended_copy(path, key, mended)
        except OSError as error:
            raise places.not_writable(out.parent, error) from error
        source = _Source(mended if copied else path, key)
        unfinished.touch()
        new = Connection(unfinished, "write", new_key)
        try:
            kept, lost = _copy_all(source, new, path, whole_list)
            new.run("BEGIN IMMEDIATE")
            if not sum(kept.values()):
                raise MatterDamaged(
                    f"No row of “{path.name}” can be read, so nothing can be rescued.",
                    (),
                    "Use the last backup, or ask a data recovery firm; keep this file as it is.",
                )
            counts = {name: count for name, count in kept.items() if count}
            detail = {"from": path.name, "kept": counts, "lost": [vars(one) for one in lost]}
            Tx(new).act(by, "matter.rescued", path.name, **detail)
            new.run("COMMIT")
        finally:
            new.close()
        with Matter.open(unfinished, read_only=True, key=new_key) as matter:
            audit = tuple(matter.read().audit.verify())
        unfinished.replace(out)
    finally:
        if source is not None:
            source.close()
        mended.unlink(missing_ok=True)
        unfinished.unlink(missing_ok=True)
    return Rescue(out, tuple(sorted(kept.items())), tuple(lost), audit)


class _Source:
    """The damaged file, or its mended copy."""

    def __init__(self, path: Path, key: Key | None) -> None:
        self._connection = Connection(path, "immutable", key)
        # With this set a schema that is broken in part counts as far as it could be read; the statement
        # that finds it broken still fails.
        self._connection.run("PRAGMA writable_schema=ON")
        with suppress(*TROUBLE):
            self._connection.rows("SELECT name FROM sqlite_master")

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._connection.rows(sql, values)

    def value(self, sql: str) -> Any:
        found = self.rows(sql)
        return found[0][0] if found else None

    def close(self) -> None:
        self._connection.close()


def _copy_all(
    source: _Source, new: Connection, path: Path, whole_list: bool
) -> tuple[Counter[str], list[Lost]]:
    upgrade(new)
    try:
        if source.value("PRAGMA application_id") != schema.APPLICATION_ID:
            raise NotAMatter(f"“{path.name}” is not a LexDesk matter.", "Choose a .lexmatter file.")
    except (NotAMatter, WrongPassphrase):
        raise
    except TROUBLE as error:
        raise MatterDamaged(
            f"Not even the first page of “{path.name}” can be read, so nothing can be rescued.",
            error.problems if isinstance(error, MatterDamaged) else (),
            "Use the last backup, or ask a data recovery firm; keep this file as it is.",
        ) from error
    try:
        there = {str(row[0]) for row in source.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except TROUBLE:  # the list of tables is damaged: each that a matter has is asked for
        there = set(_tables(new))
    new.run("PRAGMA foreign_keys=OFF")
    new.run("BEGIN IMMEDIATE")
    for name in guards():
        new.run(f"DROP TRIGGER {name}")
    kept: Counter[str] = Counter()
    unread: dict[str, list[str]] = {}
    altered: Counter[str] = Counter()
    wiped = _wiped(source)
    for table in _tables(new):
        if table in there:
            unread[table] = []
            for names, rows in _rows(source, table, unread[table]):
                for row in rows:
                    if _whole(table, names, row, wiped):
                        _insert(new, table, names, row)
                        kept[table] += 1
                    else:
                        altered[table] += 1
        elif not whole_list:
            unread[table] = [UNLISTED]
    orphaned = _drop_orphans(new)
    # A matter of its own: under the old mark the original would count as this one with its end cut off.
    new.run("UPDATE matter SET uuid = ?", (str(uuid4()),))
    Passages(new).reindex()
    for statement in guards().values():
        new.run(statement)
    new.run("COMMIT")
    new.run("PRAGMA foreign_keys=ON")
    kept.subtract(orphaned)
    lost = [
        Lost(
            table,
            tuple(_together(places_, kept[table] + altered[table] + orphaned[table])),
            altered[table],
            orphaned[table],
        )
        for table, places_ in sorted(unread.items())
        if places_ or altered[table] or orphaned[table]
    ]
    return kept, lost


def _tables(new: Connection) -> list[str]:
    names = [str(row[0]) for row in new.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    made_anew = tuple(f"{index}" for index in INDEXES)
    return [
        name
        for name in names
        if name not in SKIPPED and not name.startswith("sqlite_") and not name.startswith(made_anew)
    ]


def _rows(
    source: _Source, table: str, unread: list[str]
) -> Iterator[tuple[tuple[str, ...], list[tuple[Any, ...]]]]:
    """Column names and readable rows, batch by batch; what cannot be read is put into ``unread``."""
    try:
        names = tuple(str(row[1]) for row in source.rows(f"PRAGMA table_info({table})"))
    except TROUBLE:
        names = ()
    if not names:
        unread.append(ALL)
        return
    columns = ", ".join(f'"{name}"' for name in names)
    try:
        source.rows(f"SELECT rowid FROM {table} LIMIT 0")
    except TROUBLE:
        unread.append(ALL)
        return
    except DRIVER_ERRORS:  # a table without rowid
        yield names, _both_ends(source, table, columns, unread)
        return
    try:
        last = source.value(f"SELECT max(rowid) FROM {table}") or 0
    except TROUBLE:
        last = _reach(source, table)
        unread.append(f"what lies beyond row {last}, if anything does")
    for start in range(1, last + 1, STEP):
        yield names, _range(source, table, columns, start, min(start + STEP - 1, last), unread)


def _together(unread: list[str], read: int) -> Iterator[str]:
    """The same places with the rows that follow each other named as one; how far a table went of which not
    one row was ``read`` is not known."""
    if unread and not read:
        yield unread[0] if unread == [UNLISTED] else ALL
        return
    first = last = 0
    for place in (*unread, ""):
        row = int(place.removeprefix(ROW)) if place.startswith(ROW) else 0
        if first and row != last + 1:
            yield f"row {first}" if first == last else f"rows {first} to {last}"
            first = 0
        first, last = first or row, row
        if place and not row:
            yield place


def _reach(source: _Source, table: str) -> int:
    """How far rows can be looked for when the end of the table cannot be read."""
    bound = STEP
    while True:
        try:
            if not source.rows(f"SELECT rowid FROM {table} WHERE rowid >= ? LIMIT 1", (bound,)):
                return bound
        except TROUBLE:
            return bound
        bound *= 2


def _range(
    source: _Source, table: str, columns: str, start: int, end: int, unread: list[str]
) -> list[tuple[Any, ...]]:
    try:
        return source.rows(
            f"SELECT {columns} FROM {table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid", (start, end)
        )
    except TROUBLE:
        if start == end:
            unread.append(f"row {start}")
            return []
    middle = (start + end) // 2
    return [
        *_range(source, table, columns, start, middle, unread),
        *_range(source, table, columns, middle + 1, end, unread),
    ]


def _both_ends(source: _Source, table: str, columns: str, unread: list[str]) -> list[tuple[Any, ...]]:
    """A table without rowid: from its beginning to the damage, and from its end to the damage."""
    found: dict[tuple[Any, ...], None] = {}
    broken = False
    keys = [str(row[1]) for row in source.rows(f"PRAGMA table_info({table})") if row[5]]
    for direction in ("", " DESC"):
        order = ", ".join(f'"{key}"{direction}' for key in keys)
        offset = 0
        try:
            while rows := source.rows(
                f"SELECT {columns} FROM {table} ORDER BY {order} LIMIT 64 OFFSET ?", (offset,)
            ):
                found.update(dict.fromkeys(rows))
                offset += len(rows)
            break
        except TROUBLE:
            broken = True
    if broken:
        unread.append(f"a part of the table ({len(found)} rows of it were read)")
    return list(found)


def _wiped(source: _Source) -> set[tuple[str, str]]:
    """Table and key of what was destroyed on purpose and fits its hash no longer."""
    try:
        found = source.rows("SELECT held_in, stored FROM expunged_places")
    except UNREADABLE:  # damaged, or a file of version 1.0
        return set()
    return {(str(table), str(key)) for table, key in found}


def _whole(table: str, names: Sequence[str], row: tuple[Any, ...], wiped: set[tuple[str, str]]) -> bool:
    """What is stored under its hash fits it. A result under way has no hash yet."""
    if table not in HASHED:
        return True
    values = dict(zip(names, row, strict=True))
    hash_name, text_name = HASHED[table]
    content, wanted = values[text_name], values[hash_name]
    if not wanted or (table, wanted) in wiped or (table, str(values.get("id"))) in wiped:
        return True
    if table == "blobs" and values["encoding"] == "zlib":
        try:
            content = zlib.decompress(content)
        except zlib.error:
            return False
    data = content if isinstance(content, bytes) else str(content).encode("utf-8", "surrogatepass")
    return bool(hashlib.sha256(data).hexdigest() == wanted)


def _insert(new: Connection, table: str, names: Sequence[str], row: tuple[Any, ...]) -> None:
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(row))
    new.run(f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({marks})", row)


def _drop_orphans(new: Connection) -> Counter[str]:
    """Rows that point at a row which is lost go too, until none is left. The head of a branch that is lost
    goes back to the last version of its document that was read."""
    gone: Counter[str] = Counter()
    _mend_heads(new)
    while found := new.rows("PRAGMA foreign_key_check"):
        seen = set()
        for table, rowid, parent, number in found:
            if (table, rowid, number) in seen:
                continue
            seen.add((table, rowid, number))
            if rowid is not None:
                new.run(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))
                gone[table] += 1
                continue
            keys = [row for row in new.rows(f"PRAGMA foreign_key_list({table})") if row[0] == number]
            column, target = keys[0][3], keys[0][4] or "id"
            if not keys[0][4]:
                target = next(row[1] for row in new.rows(f"PRAGMA table_info({parent})") if row[5])
            before = new.changes
            new.run(f'DELETE FROM {table} WHERE "{column}" NOT IN (SELECT "{target}" FROM {parent})')
            gone[table] += new.changes - before
        _mend_heads(new)
    return gone


def _mend_heads(new: Connection) -> None:
    new.run(
        """UPDATE branches SET head_version = (SELECT max(id) FROM versions
            WHERE versions.document_id = branches.document_id)
        WHERE head_version IS NOT NULL AND head_version NOT IN (SELECT id FROM versions)"""
    )
    new.run(
        """UPDATE documents SET current_branch = (SELECT min(id) FROM branches
            WHERE branches.document_id = documents.id)
        WHERE current_branch IS NOT NULL AND current_branch NOT IN (SELECT id FROM branches)"""
    )
