"""What changed since the last closing shows, whatever row it is in; a crash gives no false alarm."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.app import Application
from lexdesk.matter import Matter, MatterDamaged
from lexdesk.review.verifying import verify
from lexdesk.settings import Places


@pytest.fixture
def path(matter_path: Path) -> Path:
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:
        for number in range(3):
            matter.write(lambda tx, n=number: (tx.settings.set(f"k{n}", "v"), tx.act("anna", "set", f"k{n}")))
    return matter_path


def outside(path: Path, sql: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute(sql)
    raw.close()


def test_a_row_without_a_hash_that_was_changed_outside_is_named_and_on_record(path: Path) -> None:
    outside(path, "UPDATE settings SET value = 'w' WHERE key = 'k1'")
    with Matter.open(path, read_only=True) as matter:
        (said,) = matter.changed_outside
    assert said == "Rows of “settings” are not as they were when the matter was last closed."
    with Matter.open(path) as matter:
        assert matter.changed_outside
        last = matter.read().audit.rows(matter.read().audit.head()[0] - 1)[0]
        assert (last.act, last.actor) == ("changed_outside_found", "LexDesk")
        assert "settings" in last.detail
    with Matter.open(path) as matter:
        assert matter.changed_outside == ()  # said once; the audit keeps it


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM settings WHERE key = 'k0'",
        "INSERT INTO settings VALUES ('k9', 'v')",
        "UPDATE matter SET name = 'Other'",
        "INSERT INTO passage_words (rowid, text) VALUES (7, 'words that no passage has')",
        "CREATE TABLE another (x)",
    ],
)
def test_every_kind_of_change_shows(path: Path, sql: str) -> None:
    outside(path, sql)
    with Matter.open(path, read_only=True) as matter:
        assert len(matter.changed_outside) >= 1


def test_work_in_many_sessions_is_no_change_from_outside(path: Path) -> None:
    for number in range(3):
        with Matter.open(path) as matter:
            assert matter.changed_outside == ()
            matter.write(lambda tx, n=number: (tx.settings.set("k", str(n)), tx.act("anna", "set", "k")))
        with Matter.open(path, read_only=True) as matter:
            assert matter.changed_outside == ()
    with Matter.open(path):
        pass
    with Matter.open(path, read_only=True) as matter:
        assert matter.changed_outside == ()


def test_a_kill_is_no_change_from_outside(path: Path) -> None:
    script = (
        "import sys\nfrom lexdesk.matter import Matter\nm = Matter.open(sys.argv[1])\n"
        "m.write(lambda tx: (tx.settings.set('k1', 'killed'), tx.act('anna', 'set', 'k1')))\n"
        "print('done', flush=True)\nsys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "done\n"
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    with Matter.open(path, read_only=True) as matter:
        assert matter.changed_outside == ()
    with Matter.open(path) as matter:
        assert matter.changed_outside == ()
    outside(path, "UPDATE settings SET value = 'w' WHERE key = 'k1'")
    with Matter.open(path) as matter:
        assert matter.changed_outside  # the closing after the kill noted every table anew


def test_a_copy_has_no_closing_of_its_own(path: Path) -> None:
    copy = path.with_name("copy.lexmatter")
    with Matter.open(path) as matter:
        matter.copy_to(copy)
    with Matter.open(copy, read_only=True) as matter:
        assert matter.changed_outside == ()


def test_the_lawyer_is_told(path: Path, tmp_path: Path) -> None:
    outside(path, "UPDATE settings SET value = 'w' WHERE key = 'k1'")
    application = Application(Places(tmp_path / "c", tmp_path / "d", tmp_path / "e"))
    with application.open_desk(path) as desk:
        assert any("last closed" in line for line in desk.custody_warnings)


def test_a_list_of_tables_with_values_of_another_kind_is_no_fault_of_ours(path: Path) -> None:
    """A flipped bit can turn the kind of a value; SQLite reads it alike: it may pass, never fail us."""
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA writable_schema=ON")
        raw.execute("UPDATE sqlite_master SET sql = CAST(sql AS BLOB) WHERE sql IS NOT NULL")
    raw.close()
    with contextlib.suppress(MatterDamaged), Matter.open(path, read_only=True) as matter:
        assert matter.read().audit.rows()
    assert verify(path).kind == "matter"


def test_opening_a_matter_writes_to_no_table_that_its_closing_would_read_again(path: Path) -> None:
    with Matter.open(path) as matter:
        assert matter.written_since_opening() == {"holder", "closing"}
        assert matter.touched_since_closing() == {"holder", "closing"}
        matter.write(lambda tx: (tx.settings.set("k1", "w"), tx.act("anna", "set", "k1")))
        assert "settings" in matter.written_since_opening()
