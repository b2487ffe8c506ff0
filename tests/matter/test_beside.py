"""Work beside the work: nothing is lost, nothing out of order, no fault swallowed."""

import errno
import os
import threading
from pathlib import Path

import pytest

from lexdesk.matter import beside
from lexdesk.matter.beside import Beside, InOrder, flushed
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.driver import Connection
from lexdesk.matter.file import Matter


def test_pieces_are_worked_on_in_their_order() -> None:
    seen: list[int] = []
    worker: InOrder[int] = InOrder(seen.append, "test")
    for number in range(500):
        worker.give(number)
    worker.finish()
    assert seen == list(range(500))


def test_a_fault_reaches_whoever_hands_over_and_nothing_more_is_done() -> None:
    seen: list[int] = []

    def work(number: int) -> None:
        if number == 3:
            raise OSError(errno.ENOSPC, "full")
        seen.append(number)

    worker: InOrder[int] = InOrder(work, "test")

    def all_of_them() -> None:
        for number in range(100):
            worker.give(number)
        worker.finish()

    with pytest.raises(OSError, match="full"):
        all_of_them()
    assert seen == [0, 1, 2]
    worker.stop()  # says nothing more


def test_what_a_call_beside_returns_or_raises_comes_out() -> None:
    assert Beside(lambda: threading.current_thread().name, "other").result() == "other"

    def fails() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Beside(fails, "other").result()


def test_a_disk_that_does_not_take_the_bytes_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").touch()
    sent: list[int] = []
    fsync = os.fsync

    def counting(descriptor: int) -> None:
        sent.append(descriptor)
        fsync(descriptor)

    monkeypatch.setattr(beside.os, "fsync", counting)
    with flushed(tmp_path / "a"):
        (tmp_path / "a").write_bytes(b"x")
    assert sent, "the rest is sent at the end"

    def full(descriptor: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(beside.os, "fsync", full)
    with pytest.raises(OSError, match="broken"), flushed(tmp_path / "a"):
        pass
    with pytest.raises(ZeroDivisionError), flushed(tmp_path / "a"):  # the first fault is the one that is told
        raise ZeroDivisionError


@pytest.mark.parametrize("blobs", [0, 1, 7, 300])
def test_two_readers_give_the_same_hash_as_one(matter_path: Path, blobs: int) -> None:
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:

        def work(tx) -> None:  # type: ignore[no-untyped-def]
            for number in range(blobs):
                tx.blobs.put(b"%d " % number * (20_000 if number % 50 == 0 else 9))
            tx.act("anna", "filled", "blobs")

        matter.write(work)
        readers = [Connection(matter_path, "read") for _ in range(3)]
        one = contents_sha256(readers[0])
        assert contents_sha256(*readers[:2]) == contents_sha256(*readers) == one
        for reader in readers:
            reader.close()
