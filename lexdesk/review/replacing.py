"""What a file that LexDesk writes may take the place of, and how it does."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lexdesk.matter.key import PLAIN, is_sealed
from lexdesk.matter.schema import APPLICATION_ID
from lexdesk.matter.unfinished import unfinished_beside
from lexdesk.review.errors import ExportRefused

_SUFFIX = ".lexmatter"
_HEADER = 72  # bytes of a database's head that reach to the end of the application's number
_NUMBER = slice(68, 72)


def check_replaceable(path: Path, overwrite: bool) -> None:
    """Raise ``ExportRefused`` unless a file can be written at ``path``. A folder, a device and a matter are
    never replaced: a slip of the hand must not cost the record of a matter."""
    if path.is_dir():
        raise ExportRefused(f"“{path.name}” is a folder.", "Name a file.")
    if not path.exists():
        return
    if not path.is_file():
        raise ExportRefused(f"“{path.name}” is a device or a pipe.", "Name a file.")
    if is_matter(path):
        raise ExportRefused(
            f"“{path.name}” is a matter, which no written file may replace.", "Choose another name."
        )
    if not overwrite:
        raise ExportRefused(
            f"There is a file “{path.name}” already.", "Choose another name, or allow replacing it."
        )


@contextmanager
def taking_its_name(unfinished: Path, path: Path) -> Iterator[Callable[[], None]]:
    """Gives the function that puts the file ``unfinished`` at ``path``. What was there before comes back when
    something fails afterwards, such as the commit of the record: a file and its record, or neither."""
    former: Path | None = None
    put_there = False

    def put() -> None:
        nonlocal former, put_there
        if path.exists():
            former = unfinished_beside(path)
            try:
                os.link(path, former)
            except OSError:  # a file system without second names
                path.rename(former)
        unfinished.replace(path)
        put_there = True

    try:
        yield put
    except BaseException:
        if former is not None:
            former.replace(path)
        elif put_there:
            with suppress(OSError):
                path.unlink()
        raise
    if former is not None:
        with suppress(OSError):
            former.unlink()


def is_matter(path: Path) -> bool:
    """Whether the file is a matter, or is named like one: plain by its head, sealed by its noise, as far as
    that can be known without the passphrase. A file that cannot be read counts as none."""
    if path.suffix.lower() == _SUFFIX:
        return True
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER)
        if head.startswith(PLAIN):
            return int.from_bytes(head[_NUMBER], "big") == APPLICATION_ID
        return is_sealed(path)
    except OSError:
        return False
