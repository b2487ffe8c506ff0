"""Which files of a folder are meant."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from lexdesk.evidence import errors

MOST_FILES = 20_000
_NOISE = frozenset(("thumbs.db", "desktop.ini"))


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and all files below the folders named, by name; not hidden ones, nor what another
    program leaves behind, nor what links lead to. Raises ``SourceTooLarge`` for a folder without end."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found: list[Path] = []
        for file in sorted(path.rglob("*")):
            inside = file.relative_to(path).parts
            hidden = any(part.startswith((".", "~$")) for part in inside)
            if hidden or file.name.lower() in _NOISE or file.is_symlink() or not file.is_file():
                continue
            found.append(file)
            if len(found) > MOST_FILES:
                raise errors.SourceTooLarge(
                    f"“{path.name}” holds more than {MOST_FILES:,} files.", "Add its folders one by one."
                )
        yield from found
