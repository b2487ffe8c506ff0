"""A copy of an open matter: one committed state, whole, with nobody's name on the door."""

import errno
from pathlib import Path

import pytest

from lexdesk.matter import beside, copying
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import MatterExists, MatterReadOnly, MatterUnreachable
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key


def test_the_copy_says_what_the_matter_says(tmp_path: Path) -> None:
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="Ada") as matter:
        matter.write(lambda tx: (tx.documents.add("x", "x.docx", b"original"), tx.act("Ada", "x", "x")))
        matter.copy_to(tmp_path / "b.lexmatter")
        head = matter.read().audit.head()
        contents = contents_sha256(matter.read().connection)
        with Matter.open(tmp_path / "b.lexmatter") as copy:
            assert copy.left_by is None, "nobody seems to have left it open"
            assert copy.read().audit.head() == head
            assert copy.read().audit.verify() == []
            assert contents_sha256(copy.read().connection) == contents
            assert copy.read().documents.original(1) == b"original"
        matter.write(lambda tx: (tx.settings.set("a", "b"), tx.act("Ada", "x", "x")))
        assert contents_sha256(matter.read().connection) != contents, "every row counts"


def test_no_file_is_written_over_and_reading_still_bars_writing(tmp_path: Path) -> None:
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="Ada") as matter:
        before = sorted(path.name for path in tmp_path.iterdir())
        with pytest.raises(MatterExists):
            matter.copy_to(tmp_path / "a.lexmatter")
        assert sorted(path.name for path in tmp_path.iterdir()) == before
        matter.copy_to(tmp_path / "b.lexmatter")
        with pytest.raises(MatterReadOnly):
            matter.read().connection.run("DELETE FROM settings")


def test_a_matter_open_for_reading_alone_can_be_copied(tmp_path: Path) -> None:
    Matter.create(tmp_path / "a.lexmatter", name="A", author="Ada").close()
    with Matter.open(tmp_path / "a.lexmatter", read_only=True) as matter:
        matter.copy_to(tmp_path / "b.lexmatter")
    with Matter.open(tmp_path / "b.lexmatter", read_only=True) as copy:
        assert copy.read().matter.info().name == "A"


def filled(path: Path) -> Matter:
    matter = Matter.create(path, name="Meridian", author="anna")
    matter.write(lambda tx: (tx.blobs.put(b"evidence " * 9000), tx.act("anna", "filled", "blobs")))
    return matter


@pytest.mark.parametrize("key", [None, Key.once()])
def test_the_hash_taken_beside_the_copying_is_that_of_the_copy(tmp_path: Path, key: Key | None) -> None:
    with filled(tmp_path / "a.lexmatter") as matter:
        said = matter.recode_and_hash(tmp_path / "b.lexmatter", key)
    copy = Connection(tmp_path / "b.lexmatter", "read", key)
    assert contents_sha256(copy) == said
    copy.close()


def test_no_hash_is_given_when_somebody_wrote_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recode = copying.recode_matter
    with filled(tmp_path / "a.lexmatter") as matter:

        def interrupted(*arguments: object) -> None:
            recode(*arguments)  # type: ignore[arg-type]
            matter.write(lambda tx: tx.act("anna", "noted", "another row"))

        monkeypatch.setattr(copying, "recode_matter", interrupted)
        assert matter.recode_and_hash(tmp_path / "b.lexmatter", None) == ""


def test_a_disk_that_fails_at_the_flush_leaves_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(descriptor: int) -> None:
        raise OSError(errno.EIO, "the stick was pulled")

    with filled(tmp_path / "a.lexmatter") as matter:
        monkeypatch.setattr(beside.os, "fsync", fails)
        with pytest.raises(MatterUnreachable, match="could not be written"):
            matter.copy_to(tmp_path / "b.lexmatter")
        monkeypatch.undo()
    assert not (tmp_path / "b.lexmatter").exists()
