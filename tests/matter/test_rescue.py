"""A damaged matter: what can be read goes into a new one, the rest is named, the damaged file is kept."""

import random
import runpy
import sqlite3
import sys
from pathlib import Path

import pytest

from lexdesk.errors import LexDeskError
from lexdesk.matter import Matter, MatterDamaged, MatterExists, NotAMatter
from lexdesk.matter.key import WrongPassphrase, is_sealed
from lexdesk.matter.rescue import rescue
from lexdesk.matter.sealing import seal
from tests.conftest import SHARED

PASSPHRASE = "lantern orbit velvet tundra"


@pytest.fixture
def path(matter_path: Path) -> Path:
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:

        def more(tx) -> None:  # type: ignore[no-untyped-def]
            chat = tx.chats.add("Main", "main").id
            for number in range(300):
                tx.act("anna", "noted", f"note {number}", text=f"word {number} " * 30)
            for number in range(200):
                tx.chats.add_message(chat, "user", f"question {number} " * 20)
                tx.blobs.put(random.Random(number).randbytes(900))
            tx.act("anna", "filled", "matter")

        matter.write(more)
    return matter_path


def truth(path: Path) -> dict[str, set[tuple[object, ...]]]:
    with sqlite3.connect(path) as raw:
        tables = ("audit", "messages", "blobs", "chats")
        found = {table: set(raw.execute(f"SELECT * FROM {table}")) for table in tables}
    raw.close()
    return found


def test_a_whole_matter_is_rescued_whole(path: Path) -> None:
    found = rescue(path, path.with_name("new.lexmatter"), "bo")
    assert found.lost == ()
    assert found.audit == ()
    before, after = truth(path), truth(found.path)
    assert {**before, "audit": set()} == {**after, "audit": set()}
    assert before["audit"] < after["audit"]
    with Matter.open(found.path) as matter:
        assert matter.read().audit.rows(301)[-1].act == "matter.rescued"


@pytest.mark.parametrize("seed", range(4))
def test_nothing_wrong_is_rescued_and_what_is_lost_is_named(path: Path, seed: int) -> None:
    """Pages are overwritten with noise: every rescued row is a true one, and gaps are listed."""
    rng = random.Random(seed)
    before = truth(path)
    content = bytearray(path.read_bytes())
    for _ in range(3):
        page = rng.randrange(30, len(content) // 4096)
        content[page * 4096 : page * 4096 + 4096] = rng.randbytes(4096)
    bad = path.with_name("bad.lexmatter")
    bad.write_bytes(content)
    with pytest.raises(MatterDamaged):
        Matter.open(bad)
    found = rescue(bad, path.with_name("new.lexmatter"), "bo")
    assert bad.read_bytes() == bytes(content)
    after = truth(found.path)
    for table, rows in after.items():
        extra = rows - before[table]
        assert len(extra) <= (1 if table == "audit" else 0), table  # the row that tells of the rescue
        if len(rows) - len(extra) < len(before[table]):
            assert any(one.table == table for one in found.lost), table
    assert sum(len(rows) for rows in after.values()) > 200
    with Matter.open(found.path) as matter:
        matter.write(lambda tx: tx.act("bo", "noted", "work goes on"))


def test_field_048_what_can_be_read_is_offered(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (SHARED / "field").is_dir():
        pytest.skip("the field files are not here")
    monkeypatch.setattr(sys, "argv", ["corrupt.py", str(path)])
    runpy.run_path(str(SHARED / "field" / "048_corrupt.py"))
    bad = path.with_name(path.name + ".bad")
    found = rescue(bad, path.with_name("new.lexmatter"), "bo")
    kept, before = truth(found.path), truth(path)
    assert found.lost or all(rows <= kept[table] for table, rows in before.items())  # a page of an index
    assert any("could be read" in line for line in found.lines())


def test_a_damaged_sealed_matter_is_rescued_into_a_sealed_one(path: Path) -> None:
    seal(path, PASSPHRASE, "anna")
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 // 3, len(content) // 4096 // 2, 9):
        content[page * 4096 + 100] ^= 1
    bad = path.with_name("bad.lexmatter")
    bad.write_bytes(content)
    found = rescue(bad, path.with_name("new.lexmatter"), "bo", PASSPHRASE)
    assert is_sealed(found.path)
    assert found.lost
    with Matter.open(found.path, passphrase=PASSPHRASE) as matter:
        assert matter.read().audit.head()[0] > 1


def test_what_is_no_matter_or_has_no_list_of_tables_is_a_sentence(path: Path, tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7 something")
    with pytest.raises(NotAMatter):
        rescue(tmp_path / "x.pdf", tmp_path / "new.lexmatter", "bo")
    content = bytearray(path.read_bytes())
    content[100:4096] = bytes(3996)
    (tmp_path / "bad.lexmatter").write_bytes(content)
    with pytest.raises(LexDeskError):
        rescue(tmp_path / "bad.lexmatter", tmp_path / "new.lexmatter", "bo")
    assert not (tmp_path / "new.lexmatter").exists()
    with pytest.raises(MatterExists):
        rescue(path, path, "bo")


def pages_of_the_list(path: Path) -> list[int]:
    with sqlite3.connect(path) as raw:
        found = [row[0] for row in raw.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")]
    raw.close()
    return [number for number in found if number > 1]


@pytest.mark.parametrize("sealed", [False, True])
def test_one_bad_page_hides_no_other(path: Path, sealed: bool) -> None:
    """Whichever page is hit, one of the list of tables too: what lay elsewhere is kept, the rest is named."""
    passphrase = PASSPHRASE if sealed else ""
    before = truth(path)
    with sqlite3.connect(path) as raw:  # the state that a copy handed over has, its list on the first pages
        raw.execute("VACUUM INTO ?", (str(path.with_name("copy.lexmatter")),))
    raw.close()
    path = path.with_name("copy.lexmatter")
    listed = pages_of_the_list(path)
    if sealed:
        seal(path, PASSPHRASE, "anna")
        before["audit"] |= {(301,)}  # of the sealing
    content = path.read_bytes()
    whole = sum(len(rows) for rows in before.values())
    for number in sorted({*range(2, 11), *listed[:3], len(content) // 4096}):
        bad, new = path.with_name("bad.lexmatter"), path.with_name(f"new{number}.lexmatter")
        at = (number - 1) * 4096
        bad.write_bytes(content[:at] + random.Random(number).randbytes(4096) + content[at + 4096 :])
        found = rescue(bad, new, "bo", passphrase)
        kept = dict(found.kept)
        for table in before:
            if kept.get(table, 0) < len(before[table]) - (table == "audit"):
                assert any(one.table == table for one in found.lost), (number, table)
        assert sum(kept.values()) > whole // 4, number
        assert all(len(one.unread) < 20 for one in found.lost), number
        with Matter.open(new, passphrase=passphrase) as matter:
            assert matter.read().audit.head()[0] >= 1
        assert not list(path.parent.glob(".lexdesk-*.part"))


def test_a_sealed_first_page_is_told_from_a_wrong_passphrase(path: Path) -> None:
    seal(path, PASSPHRASE, "anna")
    content = bytearray(path.read_bytes())
    content[900:1300] = bytes(400)
    bad, new = path.with_name("bad.lexmatter"), path.with_name("new.lexmatter")
    bad.write_bytes(content)
    with pytest.raises(MatterDamaged, match="the passphrase is right"):
        rescue(bad, new, "bo", PASSPHRASE)
    with pytest.raises(WrongPassphrase):
        rescue(bad, new, "bo", PASSPHRASE + "x")
    assert not new.exists()
