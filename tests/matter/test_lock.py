"""Who may write: one process, named; a lock left behind by a dead one blocks nobody."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.matter import Matter, MatterLocked, MatterReadOnly
from lexdesk.matter.lock import lock_path

HOLD = """
import sys
from lexdesk.matter import Matter
matter = Matter.open(sys.argv[1], holder="The other LexDesk")
print("open", flush=True)
for line in sys.stdin:
    matter.write(lambda tx: tx.act("ben", "noted", "matter", text=line.strip()))
    print("written", flush=True)
matter.close()
"""


class Other:
    """A second process that holds the matter open for writing."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n"

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "written\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        self.process.communicate("")


@pytest.fixture
def path(matter_path: Path) -> Path:
    Matter.create(matter_path, name="Meridian", author="anna").close()
    return matter_path


@pytest.fixture
def other(path: Path) -> Iterator[Other]:
    it = Other(path)
    yield it
    it.kill()


def test_a_second_process_is_refused_and_the_holder_named(path: Path, other: Other) -> None:
    with pytest.raises(MatterLocked) as caught:
        Matter.open(path)
    assert caught.value.holder is not None
    assert caught.value.holder.pid == other.process.pid
    assert caught.value.holder.program == "The other LexDesk"
    assert str(caught.value.holder) in caught.value.message
    assert f"process {other.process.pid}" in caught.value.message
    assert "read-only" in caught.value.next_step


def test_a_link_to_the_matter_finds_the_same_lock(path: Path, other: Other, tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    link = tmp_path / "desk" / "link.lexmatter"
    link.symlink_to(path)
    with pytest.raises(MatterLocked, match=f"process {other.process.pid}"):
        Matter.open(link)


def test_read_only_is_offered_and_sees_what_the_other_writes(path: Path, other: Other) -> None:
    with Matter.open(path, read_only=True) as matter:
        assert matter.read_only
        assert matter.held_by is not None
        assert matter.held_by.pid == other.process.pid
        assert matter.read().audit.head()[0] == 1
        other.write("from the other")
        assert "from the other" in matter.read().audit.rows()[-1].detail
        with pytest.raises(MatterReadOnly, match=f"process {other.process.pid}"):
            matter.write(lambda tx: tx.act("anna", "noted", "matter"))
    assert lock_path(path).exists()  # looking did not take the lock away
    with pytest.raises(MatterLocked):
        Matter.open(path)


def test_once_the_other_has_closed_the_matter_opens_for_writing(path: Path, other: Other) -> None:
    other.write("kept")
    other.close()
    assert not lock_path(path).exists()
    with Matter.open(path) as matter:
        assert not matter.read_only
        assert matter.left_by is None
        assert "kept" in matter.read().audit.rows()[-1].detail


def test_p13_the_lock_of_a_killed_process_does_not_block(path: Path, other: Other) -> None:
    other.write("last finished act")
    other.kill()
    assert lock_path(path).exists()
    with Matter.open(path) as matter:
        assert not matter.read_only
        assert "last finished act" in matter.read().audit.rows()[-1].detail
        assert matter.left_by is not None
        assert matter.left_by.pid == other.process.pid


@pytest.mark.parametrize("text", ["", "not json", "[]", '{"pid": 1}', json.dumps({"user": "x", "pid": -1})])
def test_a_strange_lock_file_does_not_block(path: Path, text: str) -> None:
    lock_path(path).write_text(text)
    with Matter.open(path, read_only=True) as matter:
        assert matter.held_by is None
    with Matter.open(path) as matter:
        assert not matter.read_only


def test_two_windows_of_one_process_do_not_both_write(path: Path) -> None:
    with Matter.open(path) as first:
        with pytest.raises(MatterLocked) as caught:
            Matter.open(path)
        assert caught.value.holder is not None
        assert caught.value.holder.pid == os.getpid()
        with Matter.open(path, read_only=True) as second:
            first.write(lambda tx: tx.act("anna", "noted", "matter"))
            assert second.read().audit.head() == first.read().audit.head()
        # SQLite's own locks must survive the closing of a second connection in the same process.
        with pytest.raises(MatterLocked):
            Matter.open(path)
        first.write(lambda tx: tx.act("anna", "noted", "matter"))
    with Matter.open(path) as again:
        assert again.read().audit.verify() == []


def test_the_file_names_its_holder_too(path: Path) -> None:
    with Matter.open(path) as matter:
        rows = matter.read().connection.rows("SELECT pid, program FROM holder")
        assert rows == [(os.getpid(), "LexDesk")]


def test_a_failed_opening_gives_the_lock_back(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[60:64] = bytes([0, 9, 0, 0])
    path.write_bytes(content)
    with pytest.raises(Exception, match="format 9"):
        Matter.open(path)
    assert not lock_path(path).exists()
