"""Files that are no matter, damaged, of another version, in WAL mode, or in a read-only place."""

import os
import runpy
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lexdesk.matter import (
    Matter,
    MatterDamaged,
    MatterMissing,
    MatterReadOnly,
    MatterUnreachable,
    NewerMatter,
    NotAMatter,
    OlderMatter,
    closing,
    opening,
    schema,
)
from tests.conftest import SHARED

needs_shared = pytest.mark.skipif(not (SHARED / "field").is_dir(), reason="the field files are not here")


@pytest.fixture
def path(matter_path: Path) -> Path:
    """A closed matter with some content."""
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:
        for n in range(40):
            matter.write(lambda tx, n=n: tx.act("anna", "noted", f"note {n}", text="words " * 60))
    return matter_path


def refused(path: Path, kind: type[Exception], text: str) -> None:
    """Opening fails with that sentence, for writing and for reading, and leaves the file as it was."""
    before = path.read_bytes() if path.is_file() else None
    for read_only in (False, True):
        with pytest.raises(kind, match=text) as caught:
            Matter.open(path, read_only=read_only)
        assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not path.with_name(path.name + ".lock").exists()


def test_a_missing_file(tmp_path: Path) -> None:
    refused(tmp_path / "none.lexmatter", MatterMissing, "no file")
    assert list(tmp_path.glob("none*")) == []


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder.lexmatter"
    folder.mkdir()
    refused(folder, NotAMatter, "is a folder")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>" * 40, "looks like a web page"),
        (b"PK\x03\x04" + bytes(2000), "looks like a Word document"),
        (b"%PDF-1.7\n" + bytes(2000), "looks like a PDF"),
        (b"x", "not a LexDesk matter"),
        (os.urandom(9000), "not a LexDesk matter"),
        (b"SQLite format 3\x00" + bytes(50), "not a LexDesk matter|damaged"),
    ],
    ids=["empty", "html", "docx", "pdf", "one byte", "noise", "cut header"],
)
def test_files_of_other_kinds(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "a.lexmatter"
    path.write_bytes(content)
    refused(path, (NotAMatter, MatterDamaged), says)  # type: ignore[arg-type]


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "a.lexmatter"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE audit (seq)")
    raw.close()
    refused(path, NotAMatter, "database of another program")


def set_version(path: Path, major: int, minor: int) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute(f"PRAGMA user_version = {major << 16 | minor}")
    raw.close()


def test_a_newer_major_version_is_refused(path: Path) -> None:
    set_version(path, 2, 0)
    refused(path, NewerMatter, "file format 2; this one knows 1")


def test_a_newer_minor_version_opens_read_only(path: Path) -> None:
    set_version(path, 1, 7)
    before = path.read_bytes()
    with Matter.open(path) as matter:
        assert matter.read_only
        assert "1.7" in matter.read_only_because
        assert matter.read().audit.verify() == []
        with pytest.raises(MatterReadOnly, match="newer LexDesk"):
            matter.write(lambda tx: tx.act("anna", "noted", "matter"))
    assert path.read_bytes() == before


@needs_shared
def test_field_048_a_damaged_page_is_named_and_the_file_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["corrupt.py", str(path)])
    runpy.run_path(str(SHARED / "field" / "048_corrupt.py"))
    bad = path.with_name(path.name + ".bad")
    refused(bad, MatterDamaged, "damaged")
    with pytest.raises(MatterDamaged) as caught:
        Matter.open(bad)
    assert caught.value.problems
    assert any(word in " ".join(caught.value.problems) for word in ("page", "malformed", "tree", "Tree"))
    assert "copy" in caught.value.next_step


def test_damage_to_any_page_is_never_an_empty_history(path: Path) -> None:
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    for page in range(len(whole) // size):
        broken = bytearray(whole)
        broken[page * size : page * size + 64] = b"\xa5" * 64
        path.write_bytes(broken)
        with pytest.raises((MatterDamaged, NotAMatter)):
            Matter.open(path, read_only=True)


def test_damage_found_later_is_named_too(path: Path) -> None:
    with Matter.open(path, read_only=True) as matter:
        matter.read().matter.info()
        broken = bytearray(path.read_bytes())
        broken[4096:] = b"\xa5" * (len(broken) - 4096)
        with path.open("r+b") as file:
            file.write(broken)
        matter.read().connection.run("PRAGMA shrink_memory")
        with pytest.raises(MatterDamaged, match="damaged"):
            matter.read().audit.rows()


def test_a_cut_copy_is_damaged(path: Path) -> None:
    whole = path.read_bytes()
    for part in (0.5, 0.9):
        path.write_bytes(whole[: int(len(whole) * part)])
        refused(path, MatterDamaged, "damaged")


def test_a_matter_found_in_wal_mode_is_turned_back(path: Path) -> None:
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    raw.execute("INSERT INTO settings VALUES ('written', 'in wal')")
    raw.commit()
    raw.close()
    with Matter.open(path) as matter:
        assert matter.read().settings.get("written") == "in wal"
        assert matter.read().connection.value("PRAGMA journal_mode") == "delete"
    assert path.read_bytes()[18:20] == b"\x01\x01"


@needs_shared
def test_field_044_a_plain_wal_database_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "a.lexmatter"
    shutil.copyfile(SHARED / "field" / "044_wal_mode_readonly.db", path)
    for read_only in (False, True):
        with pytest.raises(NotAMatter, match="another program"):
            Matter.open(path, read_only=read_only)


@contextmanager
def sealed(*content: Path) -> Iterator[Path]:
    """A folder of mode 555 with copies of the files, mode 444, as a user who is not root sees it."""
    folder = Path(tempfile.mkdtemp())  # not tmp_path, whose parents only root may enter
    user = os.geteuid()
    try:
        for file in content:
            shutil.copyfile(file, folder / file.name)
            (folder / file.name).chmod(0o444)
        folder.chmod(0o555)
        if user == 0:
            os.seteuid(65534)
        yield folder
    finally:
        os.seteuid(user)
        folder.chmod(0o755)
        shutil.rmtree(folder)


posix = pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")


@posix
@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_field_044_a_read_only_place_opens_for_reading(path: Path, mode: str) -> None:
    if mode == "wal":
        raw = sqlite3.connect(path)
        raw.execute("PRAGMA journal_mode=WAL")
        raw.close()
    with sealed(path) as folder:
        with Matter.open(folder / path.name) as matter:
            assert matter.read_only
            assert "write-protected" in matter.read_only_because
            assert matter.held_by is None
            assert len(matter.read().audit.rows()) == 41
            with pytest.raises(MatterReadOnly, match="write-protected"):
                matter.write(lambda tx: tx.act("anna", "noted", "matter"))
        assert [p.name for p in folder.iterdir()] == [path.name]


@posix
@pytest.mark.parametrize("mode", ["wal", "journal"])
def test_a_crashed_matter_in_a_read_only_place_says_what_to_copy(path: Path, mode: str) -> None:
    # Copied while a transaction is under way: what a crash leaves behind.
    raw = sqlite3.connect(path, isolation_level=None)
    if mode == "wal":
        raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA cache_size=1")
    raw.execute("BEGIN IMMEDIATE")
    raw.execute("UPDATE matter SET name = 'Torn'")
    raw.executemany("INSERT INTO settings VALUES (?, ?)", [(str(n), "x" * 900) for n in range(200)])
    waiting = path.with_name(f"{path.name}-{mode}")
    with sealed(path, waiting) as folder, pytest.raises(MatterUnreachable, match=f"-{mode}") as caught:
        Matter.open(folder / path.name)
    assert "Copy both files" in caught.value.next_step

    folder = path.parent / "copied"
    folder.mkdir()
    for file in (path, waiting):
        shutil.copyfile(file, folder / file.name)
    raw.close()
    for read_only in (True, False):
        with Matter.open(folder / path.name, read_only=read_only) as matter:
            assert matter.read().matter.info().name == "Meridian"
            assert matter.read().audit.verify() == []
            assert matter.read().settings.get("7") == ""


@posix
def test_nothing_is_created_in_a_read_only_place() -> None:
    with sealed() as folder:
        with pytest.raises(MatterReadOnly, match="Nothing can be written"):
            Matter.create(folder / "a.lexmatter", name="A", author="anna")
        assert list(folder.iterdir()) == []


@posix
def test_a_file_nobody_may_read_is_one_sentence(path: Path) -> None:
    with sealed(path) as folder:
        user = os.geteuid()
        if user == 65534:
            os.seteuid(0)
        (folder / path.name).chmod(0)
        os.seteuid(user)
        with pytest.raises(MatterMissing, match="may not be read"):
            Matter.open(folder / path.name)


def test_an_older_matter_is_brought_up_to_date_once(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        steps = [name for (name,) in raw.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    raw.close()
    assert steps == ["first_form", "evidence_form", "review_form", "assistant_form", "custody_form"]
    older(path)
    for _ in range(2):
        with Matter.open(path) as matter:
            rows = matter.read().connection.rows("SELECT name FROM _sqlite_migrations ORDER BY id")
            assert [name for (name,) in rows] == steps
            assert matter.read().matter.info().schema_version == "1.1"
            assert matter.read().audit.verify() == []


def older(path: Path) -> None:
    """The same matter in a file as version 1.0 made it."""
    old = path.with_name("old")
    with sqlite3.connect(old) as raw:
        for statement in schema.TABLES:
            raw.execute(statement)
        raw.execute("ATTACH ? AS now", (str(path),))
        for table in ("matter", "settings", "audit"):
            columns = ", ".join(row[1] for row in raw.execute(f"PRAGMA main.table_info({table})"))
            raw.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")
        for statement in schema.triggers():
            raw.execute(statement)
        made = raw.execute("SELECT sql FROM now.sqlite_master WHERE name = '_sqlite_migrations'").fetchone()[
            0
        ]
        raw.execute(made)
        raw.execute("INSERT INTO main._sqlite_migrations SELECT * FROM now._sqlite_migrations LIMIT 1")
        raw.commit()
        raw.execute("DETACH now")
        raw.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        raw.execute(f"PRAGMA user_version = {1 << 16}")
    raw.close()
    old.replace(path)


def test_an_older_matter_is_not_read_where_it_cannot_be_brought_up_to_date(path: Path) -> None:
    older(path)
    before = path.read_bytes()
    with pytest.raises(OlderMatter, match="older LexDesk") as caught:
        Matter.open(path, read_only=True)
    assert "copy" in caught.value.next_step
    assert path.read_bytes() == before


def test_a_large_matter_that_was_closed_is_not_read_whole_at_each_opening(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is after a crash, and as long as it is small."""
    looked: list[int] = []
    monkeypatch.setattr(opening, "damage", lambda connection: looked.append(1) or ())
    with Matter.open(path):
        pass
    assert len(looked) == 1
    monkeypatch.setattr(closing, "LARGE", 0)
    with Matter.open(path):
        pass
    assert len(looked) == 1, "closed in order"
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM closing")  # as a crash leaves it
    raw.close()
    with Matter.open(path):
        pass
    assert len(looked) == 2
