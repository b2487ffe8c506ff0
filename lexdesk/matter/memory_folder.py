"""A folder that exists only in the machine's memory, for readable copies that must never touch a disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from lexdesk.errors import LexDeskError

PREFIX = "lexdesk-"
PLACE = Path("/dev/shm")  # Linux; other systems have no such folder that a program may count on


class NoMemoryFolder(LexDeskError):
    """Nothing was written: there is no place in memory, or too little of it."""

    code = "no_memory_folder"


@contextmanager
def memory_folder(needed: int) -> Iterator[Path]:
    """A folder of this user alone with room for ``needed`` bytes; it is removed at the end, and gone after a
    power cut. A machine that swaps can still carry its pages to disk: encrypt the swap.
    Raises ``NoMemoryFolder``."""
    if not PLACE.is_dir():
        raise NoMemoryFolder(
            "This system has no folder in memory, so a sealed archive cannot be handled without a readable "
            "copy on the disk.",
            "Do it on a Linux machine.",
        )
    free = shutil.disk_usage(PLACE).free
    if free < needed:
        raise NoMemoryFolder(
            f"This takes {needed:,} bytes of memory and {free:,} are free, so that no readable copy lies on "
            "a disk.",
            "Close other programs, or use a machine with more memory.",
        )
    sweep()
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", dir=PLACE) as folder:
        yield Path(folder)


def sweep() -> None:
    """Remove the folders of processes that were killed before they could: nothing readable stays behind."""
    for folder in PLACE.glob(f"{PREFIX}*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            shutil.rmtree(folder, ignore_errors=True)
