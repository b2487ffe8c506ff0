"""Sealed matters: nothing readable on the disk, one passphrase, old or new file after a kill."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.errors import LexDeskError
from lexdesk.matter import Matter, MatterDamaged, MatterLocked, memory_folder
from lexdesk.matter.driver import Connection
from lexdesk.matter.key import BadPassphrase, Key, MatterSealed, WrongPassphrase, is_sealed
from lexdesk.matter.sealing import SecondName, change_passphrase, open_seal, seal
from lexdesk.review.verifying import verify, verify_sealed_matter

WORDS = "the indemnity cap of Kilnbrook is forty-five million"
PASSPHRASE = "lantern orbit velvet tundra"


@pytest.fixture
def plain(matter_path: Path) -> Path:
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:
        for number in range(60):
            matter.write(lambda tx, n=number: tx.act("anna", "noted", f"note {n}", text=f"{WORDS} {n} " * 20))
    return matter_path


@pytest.fixture
def sealed(plain: Path) -> Path:
    seal(plain, PASSPHRASE, "anna")
    return plain


def notes(path: Path, passphrase: str = "") -> list[str]:
    with Matter.open(path, read_only=True, passphrase=passphrase) as matter:
        assert matter.read().audit.verify() == []
        return [row.subject for row in matter.read().audit.rows(limit=None) if row.act == "noted"]


def readable(folder: Path) -> list[str]:
    """The files of a folder in which the words can be read."""
    return [file.name for file in folder.iterdir() if file.is_file() and WORDS.encode() in file.read_bytes()]


def test_a_sealed_matter_opens_with_its_passphrase_only(sealed: Path) -> None:
    with pytest.raises(MatterSealed, match="sealed with a passphrase"):
        Matter.open(sealed)
    before = sealed.read_bytes()
    with pytest.raises(WrongPassphrase) as caught:
        Matter.open(sealed, passphrase=PASSPHRASE + " ")
    assert "Type it again" in caught.value.next_step
    assert sealed.read_bytes() == before
    assert notes(sealed, PASSPHRASE) == [f"note {n}" for n in range(60)]


def test_sealed_from_the_start_no_file_is_ever_readable(matter_path: Path) -> None:
    seen: list[str] = []
    with Matter.create(matter_path, name="Meridian", author="anna", passphrase=PASSPHRASE) as matter:
        assert matter.sealed

        def work(tx) -> None:  # type: ignore[no-untyped-def]
            for number in range(3000):
                tx.settings.set(f"key {number}", WORDS)
            tx.act("anna", "noted", WORDS)
            seen.extend(readable(matter_path.parent))  # in the middle of a transaction, with its journal
            assert len(list(matter_path.parent.iterdir())) > 1

        matter.write(work)
        seen.extend(readable(matter_path.parent))
    assert seen == []
    assert readable(matter_path.parent) == []
    assert not matter_path.read_bytes().startswith(b"SQLite")


def test_sealing_leaves_no_readable_file_and_writes_over_the_old_one(plain: Path) -> None:
    with plain.open("rb") as old:
        assert readable(plain.parent)
        seal(plain, PASSPHRASE, "anna")
        assert readable(plain.parent) == []
        assert not old.read().strip(b"\0")


def test_a_second_name_of_the_file_is_not_written_over(plain: Path) -> None:
    """A copy made of hard links, such as some backups are, would be gone without a word."""
    before = plain.read_bytes()
    other = plain.with_name("other.lexmatter")
    os.link(plain, other)
    with pytest.raises(SecondName):
        seal(plain, PASSPHRASE, "anna")
    assert other.read_bytes() == plain.read_bytes() == before


def test_a_link_leads_to_what_is_sealed_and_stays_a_link(plain: Path) -> None:
    link = plain.with_name("link.lexmatter")
    link.symlink_to(plain.name)
    seal(link, PASSPHRASE, "anna")
    assert link.is_symlink()
    assert not plain.is_symlink()
    for name in (link, plain):
        with Matter.open(name, passphrase=PASSPHRASE) as matter:
            assert matter.read().audit.verify() == []
    open_seal(link, PASSPHRASE, "anna")
    assert link.is_symlink()
    assert plain.read_bytes().startswith(b"SQLite")


def test_any_sqlcipher_opens_it_with_the_passphrase(sealed: Path) -> None:
    from sqlcipher3 import dbapi2

    raw = dbapi2.connect(str(sealed))
    raw.execute(f"PRAGMA key = '{PASSPHRASE}'")
    assert raw.execute("SELECT count(*) FROM audit WHERE act = 'noted'").fetchone() == (60,)
    raw.close()
    with pytest.raises(sqlite3.DatabaseError), sqlite3.connect(sealed) as without:
        without.execute("SELECT count(*) FROM audit")
    without.close()


def test_changing_the_passphrase_shuts_the_old_one_out(sealed: Path) -> None:
    change_passphrase(sealed, PASSPHRASE, "granite polka seven umbra", "anna")
    with pytest.raises(WrongPassphrase):
        Matter.open(sealed, passphrase=PASSPHRASE)
    assert len(notes(sealed, "granite polka seven umbra")) == 60


def test_opening_the_seal_gives_plain_sqlite_again(sealed: Path) -> None:
    open_seal(sealed, PASSPHRASE, "anna")
    with sqlite3.connect(sealed) as raw:
        acts = [act for (act,) in raw.execute("SELECT act FROM audit ORDER BY seq")]
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()
    assert acts[-2:] == ["matter.sealed", "matter.seal_opened"]
    assert notes(sealed) == [f"note {n}" for n in range(60)]


def test_a_copy_of_a_sealed_matter_is_sealed(sealed: Path) -> None:
    copy = sealed.with_name("copy.lexmatter")
    with Matter.open(sealed, passphrase=PASSPHRASE) as matter:
        matter.copy_to(copy)
    assert is_sealed(copy)
    assert len(notes(copy, PASSPHRASE)) == 60


def test_an_accent_typed_on_another_keyboard_is_the_same(plain: Path) -> None:
    seal(plain, "cafe\u0301 au lait \u65e5\u672c", "anna")
    assert len(notes(plain, "caf\u00e9 au lait \u65e5\u672c")) == 60


@pytest.mark.parametrize("passphrase", ["", "short", "       x"])
def test_no_passphrase_is_no_seal(plain: Path, passphrase: str) -> None:
    before = plain.read_bytes()
    with pytest.raises(BadPassphrase):
        seal(plain, passphrase, "anna")
    assert plain.read_bytes() == before


def test_an_open_matter_is_not_sealed_under_its_reader(plain: Path) -> None:
    with Matter.open(plain) as matter:
        with pytest.raises(MatterLocked):
            seal(plain, PASSPHRASE, "anna")
        assert matter.read().audit.verify() == []
    assert not is_sealed(plain)


def test_the_key_is_wiped_when_the_matter_is_closed(sealed: Path) -> None:
    matter = Matter.open(sealed, passphrase=PASSPHRASE)
    key = matter._key
    assert key is not None
    held = key._raw
    assert len(held) == 32
    matter.close()
    assert not held
    with pytest.raises(LexDeskError, match="locked"):
        _ = key.literal


def test_every_changed_byte_of_a_sealed_matter_shows(sealed: Path, tmp_path: Path) -> None:
    whole = notes(sealed, PASSPHRASE)
    rng = random.Random(8)
    content = sealed.read_bytes()
    harmless = 0
    for _ in range(40):
        place = rng.randrange(len(content))
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.randrange(8)
        path = tmp_path / "damaged.lexmatter"
        path.write_bytes(damaged)
        try:
            found = notes(path, PASSPHRASE)
        except (WrongPassphrase, MatterSealed, MatterDamaged):
            continue
        assert found == whole
        harmless += 1
    assert harmless <= 2  # each page is authenticated: only bytes that nothing reads may change unseen


def test_a_kill_while_sealing_leaves_the_old_file_or_the_new(plain: Path, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from lexdesk.matter.sealing import seal\n"
        "print('go', flush=True); seal(Path(sys.argv[1]), sys.argv[2], 'anna')"
    )
    rng = random.Random(3)
    seen = set()
    for number in range(6):
        path = tmp_path / f"{number}.lexmatter"
        shutil.copyfile(plain, path)
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(path), PASSPHRASE], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(rng.uniform(0.05, 0.9))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()
        state = is_sealed(path)
        seen.add(state)
        assert len(notes(path, PASSPHRASE if state else "")) == 60
    assert seen <= {True, False}


def test_the_same_passphrase_gives_each_file_another_key(tmp_path: Path) -> None:
    first, second = Key.new(PASSPHRASE), Key.new(PASSPHRASE)
    assert first.literal != second.literal
    assert Key.derive(PASSPHRASE, first.salt).literal == first.literal


def test_a_new_file_that_says_something_else_never_takes_the_old_ones_place(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = notes(plain)
    recode = Matter.recode_and_hash

    def wrong(self: Matter, out: Path, key: Key | None) -> str:
        said = recode(self, out, key)
        copy = Connection(out, "write", key)
        copy.run("UPDATE matter SET name = 'Other'")
        copy.close()
        return said

    monkeypatch.setattr(Matter, "recode_and_hash", wrong)
    with pytest.raises(MatterDamaged, match="nothing was changed"):
        seal(plain, PASSPHRASE, "anna")
    assert not is_sealed(plain)
    assert notes(plain) == before
    assert not list(plain.parent.glob("*.sealing*"))


def test_a_sealed_matter_keeps_what_its_closing_noted(plain: Path) -> None:
    seal(plain, PASSPHRASE, "anna")
    found = verify_sealed_matter(plain, PASSPHRASE)
    assert "Every row is as it was when the matter was last closed." in found.holds
    assert found.broken == ()
    connection = Connection(plain, "write", Key.of_file(plain, PASSPHRASE))
    connection.run("UPDATE matter SET name = 'Other'")
    connection.close()
    assert verify_sealed_matter(plain, PASSPHRASE).broken == (
        'Rows of "matter" are not as they were when the matter was last closed.',
    )


def test_a_sealed_matter_is_verified_as_a_plain_one_without_a_plain_copy(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_folder, "PLACE", tmp_path / "nowhere")
    with Matter.open(plain) as matter:
        matter.write(lambda tx: (tx.blobs.put(b"evidence " * 9000), tx.act("anna", "filled", "blobs")))
    said = verify(plain)
    sealed = plain.with_name("sealed.lexmatter")
    with Matter.open(plain) as matter:
        matter.recode_to(sealed, Key.new(PASSPHRASE))
    found = verify_sealed_matter(sealed, PASSPHRASE, said.head)
    assert found.broken == ()
    assert [line for line in said.holds if "last closed" not in line] == list(found.holds[:-1])
    assert found.holds[-1] == "The head is the one you were given."
    with pytest.raises(WrongPassphrase):
        verify_sealed_matter(sealed, PASSPHRASE + "x")
    connection = Connection(sealed, "write", Key.of_file(sealed, PASSPHRASE))
    guards = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'blobs'"
    for (name,) in connection.rows(guards):
        connection.run(f"DROP TRIGGER {name}")
    connection.run("UPDATE blobs SET bytes = zeroblob(10) WHERE size = 81000")
    connection.close()
    (broken,) = verify_sealed_matter(sealed, PASSPHRASE).broken
    assert "was changed" in broken


def test_damaged_pages_of_a_sealed_matter_are_named(sealed: Path) -> None:
    content = bytearray(sealed.read_bytes())
    for place in range(9 * 4096, len(content), 4096):
        content[place + 100] ^= 1
    sealed.write_bytes(content)
    assert verify_sealed_matter(sealed, PASSPHRASE).broken
