"""No written file takes the place of a matter, a folder or a device. P12, P16."""

import os
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.review.errors import ExportRefused
from lexdesk.review.export import write_file
from lexdesk.review.packing import pack
from lexdesk.review.replacing import check_replaceable
from lexdesk.review.sealed_handoff import seal
from tests.review.desks import LAWYER

PASSPHRASE = "four words that fit together badly"


def matter_at(path: Path, passphrase: str | None = None) -> bytes:
    Matter.create(path, name="M", author=LAWYER, passphrase=passphrase).close()
    return path.read_bytes()


@pytest.mark.parametrize("name", ["other.lexmatter", "named otherwise.bin"])
@pytest.mark.parametrize("passphrase", [None, PASSPHRASE])
def test_another_matter_is_never_replaced(tmp_path: Path, name: str, passphrase: str | None) -> None:
    there = tmp_path / name
    before = matter_at(tmp_path / "first.lexmatter", passphrase)
    (tmp_path / "first.lexmatter").rename(there)
    for overwrite in (False, True):
        with pytest.raises(ExportRefused, match="is a matter"):
            write_file(there, b"words", overwrite, lambda put: put())
    assert there.read_bytes() == before


def test_a_matter_is_not_replaced_by_its_own_hand_off(tmp_path: Path) -> None:
    path = tmp_path / "m.lexmatter"
    matter_at(path)
    with Matter.open(path, holder=LAWYER) as matter:
        rows = len(matter.read().audit.rows())
        with pytest.raises(ExportRefused, match="is a matter"):
            seal(matter, path, PASSPHRASE, LAWYER, overwrite=True)
        with pytest.raises(ExportRefused, match="is a matter"):
            pack(matter, path, LAWYER, overwrite=True)
        assert len(matter.read().audit.rows()) == rows
    Matter.open(path, holder=LAWYER).close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ExportRefused, match="pipe"):
        check_replaceable(pipe, overwrite=True)


def test_other_files_are_replaced_when_that_is_allowed(tmp_path: Path) -> None:
    there = tmp_path / "redline.docx"
    there.write_bytes(b"old")
    with pytest.raises(ExportRefused, match="already"):
        write_file(there, b"new", False, lambda put: put())
    write_file(there, b"new", True, lambda put: put())
    assert there.read_bytes() == b"new"
