"""Names for files on their way: beside the place they are meant for, until they are whole.

Such a name says which process of which machine writes it. What a process left behind that was killed is
removed by the next one that writes into the same folder.
"""

import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import psutil

_START, ENDING = ".lexdesk-", ".part"


def unfinished_beside(path: Path) -> Path:
    """A new name in the folder of ``path``; nothing is made there."""
    sweep(path.parent)
    return path.with_name(f"{_mark()}{os.getpid()}-{uuid4().hex[:8]}{ENDING}")


def is_unfinished(path: Path) -> bool:
    """Whether the name is one of these."""
    return path.name.startswith(_START) and path.name.endswith(ENDING)


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """Such a folder, for what is needed on the way; it goes at the end."""
    folder = unfinished_beside(path)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove what ended processes of this machine left unfinished in a folder."""
    with suppress(OSError):
        for left in folder.glob(f"{_mark()}*{ENDING}*"):  # with the side files of a database
            number = left.name.removeprefix(_mark()).partition("-")[0]
            if not number.isdecimal() or psutil.pid_exists(int(number)):
                continue
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                with suppress(OSError):
                    left.unlink()


def _mark() -> str:
    machine = "".join(ch for ch in platform.node() if ch.isascii() and ch.isalnum())[:24]
    return f"{_START}{machine}-"
