"""Backups: whole, checked, the newest kept, sealed when the matter is."""

from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from lexdesk.matter import Matter, MatterDamaged, MatterReadOnly
from lexdesk.matter import backups as module
from lexdesk.matter.backups import back_up, backups, backups_folder
from lexdesk.matter.key import is_sealed


def note(matter: Matter, text: str) -> None:
    matter.write(lambda tx: tx.act("anna", "noted", text))


def test_a_backup_is_the_matter_and_is_made_once_for_each_state(matter: Matter) -> None:
    note(matter, "first")
    made = back_up(matter)
    assert made is not None
    assert back_up(matter) is None
    with Matter.open(made.path, read_only=True) as copy:
        assert copy.read().audit.head() == matter.read().audit.head()
    note(matter, "second")
    assert back_up(matter) is not None
    assert [one.rows for one in backups(matter.path)] == [3, 2]


def test_a_clock_set_back_costs_neither_the_new_backup_nor_the_order_of_the_record(
    matter: Matter, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        note(matter, f"before {number}")
        back_up(matter, keep=2)

    class SetBack(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime(2001, 1, 1, tzinfo=tz)

    monkeypatch.setattr("lexdesk.matter.clock.datetime", SetBack)
    for number in range(2):
        note(matter, f"after {number}")
        made = back_up(matter, keep=2)
        assert made is not None
        assert made.path.exists()
        assert made.at.year == 2001
    assert len(backups(matter.path)) == 2
    rows = matter.read().audit.rows(0, None)
    assert [row.subject for row in rows if row.act == "noted"] == [
        *(f"before {number}" for number in range(3)),
        *(f"after {number}" for number in range(2)),
    ]
    assert rows[-1].at < rows[0].at
    assert matter.read().audit.verify() == []


def test_the_newest_are_kept_and_nothing_else_is_touched(matter: Matter) -> None:
    folder = backups_folder(matter.path)
    folder.mkdir()
    (folder / "a letter.txt").write_text("mine")
    for number in range(7):
        note(matter, str(number))
        back_up(matter, keep=3)
    assert [one.rows for one in backups(matter.path)] == [8, 7, 6]
    assert (folder / "a letter.txt").read_text() == "mine"
    assert len(list(folder.iterdir())) == 4


def test_the_backup_of_a_sealed_matter_is_sealed(matter_path: Path) -> None:
    with Matter.create(matter_path, name="A", author="anna", passphrase="lantern orbit velvet") as matter:
        made = back_up(matter)
        assert made is not None
        assert is_sealed(made.path)
    with Matter.open(made.path, passphrase="lantern orbit velvet") as copy:
        assert copy.read().audit.verify() == []


def test_a_copy_that_is_not_whole_is_no_backup_and_drives_none_out(
    matter: Matter, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(matter, "first")
    back_up(matter, keep=1)
    note(matter, "second")
    whole = Matter.copy_to

    def torn(self: Matter, out: Path | str) -> None:
        whole(self, out)
        content = bytearray(Path(out).read_bytes())
        place = content.index(b"second")
        content[place] ^= 1
        Path(out).write_bytes(content)

    monkeypatch.setattr(Matter, "copy_to", torn)
    with pytest.raises(MatterDamaged, match="not whole"):
        back_up(matter, keep=1)
    assert [one.rows for one in backups(matter.path)] == [2]
    assert len(list(backups_folder(matter.path).iterdir())) == 1


def test_what_a_kill_left_unfinished_is_no_backup_and_goes(matter: Matter) -> None:
    folder = backups_folder(matter.path)
    folder.mkdir()
    (folder / f"{matter.path.stem}{module.UNFINISHED}").write_bytes(b"half")
    assert backups(matter.path) == []
    assert back_up(matter) is not None
    assert len(list(folder.iterdir())) == 1


def test_no_room_for_backups_is_a_sentence(matter: Matter) -> None:
    backups_folder(matter.path).write_text("a file stands in the way")
    with pytest.raises(MatterReadOnly, match="No backup could be made"):
        back_up(matter)
    assert matter.read().audit.verify() == []
