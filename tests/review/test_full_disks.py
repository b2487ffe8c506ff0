"""Full disks: an act is finished or refused in one sentence, and nothing that was finished is lost.

Two hundred and more: ``python -m tests.review.full_disks 200 --seed 7``.
"""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.matter import places
from lexdesk.matter.errors import DiskFull
from lexdesk.matter.file import Matter
from lexdesk.matter.unfinished import sweep, unfinished_beside
from lexdesk.review.export import write_file
from lexdesk.review.replacing import taking_its_name
from tests.review.full_disks import namespace

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(namespace() is None, reason="this system allows no mount namespaces to this user")
def test_an_act_on_a_full_disk_is_finished_or_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.review.full_disks", "8", "--seed", "21", "--verbose"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["rounds"] == 8
    assert seen["refused"] >= 3


def test_a_file_whose_record_could_not_be_kept_is_not_left(tmp_path: Path) -> None:
    def refuse(put: Callable[[], None]) -> None:
        put()
        raise DiskFull("The disk is full.")  # as the commit of the record does

    with pytest.raises(DiskFull):
        write_file(tmp_path / "redline.docx", b"new", False, refuse)
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_comes_back_when_the_record_could_not_be_kept(tmp_path: Path) -> None:
    there = tmp_path / "redline.docx"
    there.write_bytes(b"sent last week")

    def refuse(put: Callable[[], None]) -> None:
        put()
        raise DiskFull("The disk is full.")

    with pytest.raises(DiskFull):
        write_file(there, b"new", True, refuse)
    assert [path.name for path in tmp_path.iterdir()] == ["redline.docx"]
    assert there.read_bytes() == b"sent last week"


def test_what_was_there_comes_back_also_where_a_file_has_one_name_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_given: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr("lexdesk.review.replacing.os.link", no_links)
    there, new = tmp_path / "a.docx", tmp_path / "b.part"
    there.write_bytes(b"old")
    new.write_bytes(b"new")

    def replaced_and_refused() -> None:
        with taking_its_name(new, there) as put:
            put()
            assert there.read_bytes() == b"new"
            raise DiskFull("The disk is full.")

    with pytest.raises(DiskFull):
        replaced_and_refused()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.docx", b"old")]


def test_a_quota_that_is_used_up_is_want_of_room_and_a_broken_disk_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not places.is_full(tmp_path)

    def failing(number: int) -> Callable[[int], None]:
        def fsync(_descriptor: int) -> None:
            raise OSError(number, os.strerror(number))

        return fsync

    monkeypatch.setattr("lexdesk.matter.places.os.fsync", failing(errno.EDQUOT))
    assert places.is_full(tmp_path)
    monkeypatch.setattr("lexdesk.matter.places.os.fsync", failing(errno.EIO))
    assert not places.is_full(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_unfinished_files_of_a_living_process_stay_and_those_of_an_ended_one_go(tmp_path: Path) -> None:
    mine = unfinished_beside(tmp_path / "a.zip")
    mine.write_bytes(b"half")
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from lexdesk.matter.unfinished import unfinished_beside; "
            "left = unfinished_beside(Path(sys.argv[1])); left.touch(); "
            "Path(f'{left}-journal').touch(); left.with_name(left.name + '.d.part').mkdir()",
            str(tmp_path / "b.zip"),
        ],
        check=True,
    )
    assert ended.returncode == 0
    assert len(list(tmp_path.iterdir())) == 4
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [mine]


@pytest.mark.skipif(namespace() is None, reason="this system allows no mount namespaces to this user")
def test_field_044_a_stick_with_its_switch_on_is_told_as_that(tmp_path: Path) -> None:
    """A real read-only mount: it opens for reading, and what would write says why it does not."""
    Matter.create(tmp_path / "a.lexmatter", name="A", author="anna").close()
    (tmp_path / "new.txt").write_text("lantern orbit velvet tundra\n", "utf-8")
    stick = tmp_path / "stick"
    stick.mkdir()
    script = (
        'mount -t tmpfs -o size=8m s "$1" && cp "$2" "$1/a.lexmatter" && mount -o remount,ro "$1" '
        "&& shift 2 && "
        '"$1" -m lexdesk open "$2" --no-window; "$1" -m lexdesk passphrase set "$2" --new-file "$3"; '
        '"$1" -m lexdesk set -m "$2" --author Bo'
    )
    words = [*(namespace() or []), "sh", "-c", script, "sh", stick, tmp_path / "a.lexmatter"]
    done = subprocess.run(
        [*map(str, words), sys.executable, str(stick / "a.lexmatter"), str(tmp_path / "new.txt")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LEXDESK_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "read-only, 1 audit rows, chain whole" in done.stdout, done.stdout + done.stderr
    assert done.stderr.count("is open for reading only: The file is write-protected.") == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "Reading or writing failed" not in done.stderr
