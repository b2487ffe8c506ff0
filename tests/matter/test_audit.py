"""The audit chain: append-only, and every kind of tampering shows."""

import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.matter import Matter, RecordRefused
from lexdesk.matter.guards import guards
from lexdesk.matter.schema import WRITTEN_ONCE


@pytest.fixture
def closed(matter: Matter, matter_path: Path) -> Path:
    """A closed matter with ten audit rows."""
    for n in range(9):
        matter.write(lambda tx, n=n: tx.act("anna", "noted", f"note {n}", text=f"第{n}条 – “quoted”", n=n))
    assert matter.read().audit.verify() == []
    matter.close()
    return matter_path


def tampered(path: Path, *statements: str) -> list[str]:
    """What ``verify`` says after someone with a database tool was at the file."""
    with sqlite3.connect(path) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(statement)
        for trigger in guards().values():  # whoever rewrites would cover the traces
            raw.execute(trigger)
    raw.close()
    with Matter.open(path, read_only=True) as matter:
        return matter.read().audit.verify()


def test_a_stand_alone_verifier_needs_only_the_written_rule(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    rows = raw.execute("SELECT seq, at, actor, act, subject, detail, prev_hash, hash FROM audit ORDER BY seq")
    before = "0" * 64
    for *fields, hash_ in rows.fetchall():
        texts = ["lexdesk-audit-1", *map(str, fields)]
        told = "".join(f"{len(t.encode())}:{t}," for t in texts)
        assert hashlib.sha256(told.encode()).hexdigest() == hash_
        assert fields[-1] == before
        before = hash_
    raw.close()


def test_detail_is_canonical_json(closed: Path) -> None:
    with Matter.open(closed, read_only=True) as matter:
        row = matter.read().audit.rows(after=1, limit=1)[0]
    assert row.detail == '{"n":0,"text":"第0条 – “quoted”"}'


@pytest.mark.parametrize("column", ["at", "actor", "act", "subject", "detail"])
def test_an_altered_row_is_named(closed: Path, column: str) -> None:
    problems = tampered(closed, f"UPDATE audit SET {column} = {column} || 'x' WHERE seq = 4")
    assert problems == ["Audit row 4 was altered: its hash does not fit what it says."]


def test_a_row_altered_with_its_hash_breaks_the_next(closed: Path) -> None:
    def rehash(row: tuple[object, ...]) -> str:
        told = "".join(f"{len(str(t).encode())}:{t}," for t in ("lexdesk-audit-1", *row))
        return hashlib.sha256(told.encode()).hexdigest()

    raw = sqlite3.connect(closed)
    row = raw.execute(
        "SELECT seq, at, actor, act, 'other', detail, prev_hash FROM audit WHERE seq=4"
    ).fetchone()
    raw.close()
    problems = tampered(closed, f"UPDATE audit SET subject='other', hash='{rehash(row)}' WHERE seq=4")
    assert problems == ["Audit row 5 does not follow from row 4."]


def test_missing_rows_are_named(closed: Path) -> None:
    assert tampered(closed, "DELETE FROM audit WHERE seq = 1") == ["Audit row 1 is missing."]
    assert tampered(closed, "DELETE FROM audit WHERE seq IN (5, 6)") == [
        "Audit row 1 is missing.",
        "Audit rows 5 to 6 are missing.",
    ]
    assert tampered(closed, "DELETE FROM audit") == ["The audit is empty; even a new matter has one row."]


def test_rows_swapped_are_named(closed: Path) -> None:
    problems = tampered(
        closed,
        "UPDATE audit SET seq = -1 WHERE seq = 3",
        "UPDATE audit SET seq = 3 WHERE seq = 4",
        "UPDATE audit SET seq = 4 WHERE seq = -1",
    )
    assert len(problems) >= 2
    assert all("row 3" in p or "row 4" in p or "row 5" in p for p in problems)


def test_guards_taken_out_or_put_in_are_named(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    raw.execute("DROP TRIGGER audit_is_final")
    raw.execute("CREATE TRIGGER helper AFTER INSERT ON edits BEGIN DELETE FROM settings; END")
    raw.close()
    with Matter.open(closed, read_only=True) as matter:
        missing, foreign = matter.read().audit.verify()
    assert missing.startswith("1 of the ")
    assert "guards against rewriting are missing" in missing
    assert foreign == "The file holds 1 triggers that LexDesk did not make."


def test_a_cut_tail_shows_against_a_head_noted_elsewhere(closed: Path) -> None:
    with Matter.open(closed, read_only=True) as matter:
        noted = matter.read().audit.head()
    assert tampered(closed, "DELETE FROM audit WHERE seq > 7") == []
    with Matter.open(closed, read_only=True) as matter:
        assert matter.read().audit.head() != noted


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audit SET act = 'other' WHERE seq = 1",
        "DELETE FROM audit WHERE seq = 1",
        "REPLACE INTO audit VALUES (1, '', '', '', '', '', '', '')",
    ],
)
def test_the_file_itself_refuses_to_rewrite_the_audit(matter: Matter, sql: str) -> None:
    before = matter.read().audit.rows()
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.connection.run(sql))
    assert matter.read().audit.rows() == before


CHANGEABLE = {
    "matter", "holder", "settings", "documents", "branches", "sources", "chats", "chat_context", "messages",
    "runs", "tool_results", "model_calls", "edits", "imports", "closing", "closing_tables",
}  # fmt: skip


def test_every_table_is_written_once_unless_named_here(matter: Matter) -> None:
    rows = matter.read().connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    ours = {name for (name,) in rows if not name.startswith(("sqlite_", "_sqlite", "passage_"))}
    final = {name for name in ours if {f"{name}_is_final", f"{name}_stays"} <= guards().keys()}
    assert ours - CHANGEABLE == final
    assert set(WRITTEN_ONCE) <= final


def test_every_table_that_is_written_once_refuses_change_and_removal(
    matter: Matter, fill_every_table: Callable[[Matter], None]
) -> None:
    fill_every_table(matter)
    for table in WRITTEN_ONCE:
        assert matter.read().connection.value(f"SELECT COUNT(*) FROM {table}"), f"{table} is empty"
        first = matter.read().connection.rows(f"PRAGMA table_info({table})")[0][1]
        for sql in (f"UPDATE {table} SET {first} = {first}", f"DELETE FROM {table}"):
            with pytest.raises(RecordRefused, match=table):
                matter.write(lambda tx, sql=sql: tx.connection.run(sql))
