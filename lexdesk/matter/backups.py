"""Verified copies of a matter in a folder beside it: "Kilnbrook backups" for "Kilnbrook.lexmatter".

A backup of a sealed matter is sealed with the same passphrase. A copy counts only once it was opened, found
whole and found to say the same; until then it has another name.
"""

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.clock import now
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.errors import MatterDamaged, MatterReadOnly
from lexdesk.matter.file import Matter
from lexdesk.matter.key import is_sealed
from lexdesk.text.hashing import sha256_bytes

KEPT = 5
LONGEST = 150  # bytes of a name; file systems take 255, and moment, row and hash stand behind it
ENDING = ".lexmatter"
UNFINISHED = ".unfinished"
_NAME = re.compile(r"(\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d) row (\d+) ([0-9a-f]{12})\.lexmatter$")


class NothingKept(LexDeskError):
    """Fewer than one backup was to be kept."""

    code = "nothing_kept"


@dataclass(frozen=True)
class Backup:
    """One copy: made at ``at`` (UTC), with that many audit rows; ``head`` begins the hash of the last."""

    path: Path
    at: datetime
    rows: int
    head: str


def backups_folder(matter: Path) -> Path:
    """Where the backups of a matter lie."""
    return matter.with_name(f"{short_name(matter.stem)} backups")


def short_name(stem: str) -> str:
    """The name, or as much of it as leaves room for what stands behind it, with its hash: two long names may
    begin alike."""
    if len(os.fsencode(stem)) <= LONGEST:
        return stem
    mark = sha256_bytes(os.fsencode(stem))[:8]
    while len(os.fsencode(stem)) > LONGEST:
        stem = stem[:-1]
    return f"{stem} {mark}"


def backups(matter: Path) -> list[Backup]:
    """The finished backups of a matter, newest first."""
    found = []
    with suppress(OSError):
        for path in backups_folder(matter).iterdir():
            if said := _NAME.search(path.name):
                at = datetime.strptime(f"{said[1]} +0000", "%Y-%m-%d %H.%M.%S %z")
                found.append(Backup(path, at, int(said[2]), said[3]))
    return sorted(found, key=lambda one: (one.at, one.rows), reverse=True)


def back_up(matter: Matter, keep: int = KEPT) -> Backup | None:
    """Copy the committed state of an open matter, check the copy, and keep the newest ``keep``; None when a
    backup says the same already. Work may go on meanwhile. The one just made stays whatever the clock says:
    set back, it makes a new backup look old.

    Raises ``NothingKept`` for ``keep`` below 1, ``MatterDamaged`` when the copy is not whole, and
    ``MatterReadOnly`` when nothing can be written there; older backups are then kept.
    """
    if keep < 1:
        raise NothingKept("At least one backup has to be kept.", "Give a number from 1.")
    there = backups(matter.path)
    rows, head = matter.read().audit.head()
    if any((one.rows, one.head) == (rows, head[:12]) for one in there):
        return None
    folder = backups_folder(matter.path)
    try:
        folder.mkdir(exist_ok=True)
        for left in folder.glob(f"*{UNFINISHED}"):
            left.unlink()
        name = short_name(matter.path.stem)
        unfinished = folder / f"{name}{UNFINISHED}"
        matter.copy_to(unfinished)
        try:
            rows, head = _checked(matter, unfinished)
            at = datetime.fromisoformat(now())
            path = folder / f"{name} {at:%Y-%m-%d %H.%M.%S} row {rows} {head[:12]}{ENDING}"
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise MatterReadOnly(
            f"No backup could be made in “{folder.name}”: {error.strerror or error}.",
            "Make room there, or keep the matter in another folder.",
        ) from error
    others = [one for one in backups(matter.path) if one.path != path]
    for old in others[keep - 1 :]:
        with suppress(OSError):
            old.path.unlink()
    return Backup(path, at, rows, head[:12])


def readable_backups(matter: Path) -> list[Path]:
    """Backups that anyone can read: those made before the matter was sealed."""
    return [one.path for one in backups(matter) if not is_sealed(one.path)]


def ways_out(path: Path) -> str:
    """What to do about a damaged matter: its last backup, and what can still be read of it."""
    there = backups(path)
    said = "Keep this file as it is. "
    if there:
        said += f"The last backup is “{there[0].path.name}” in “{there[0].path.parent.name}”. "
    return said + "“lexdesk rescue” reads what can still be read of it into a new matter."


def _checked(matter: Matter, path: Path) -> tuple[int, str]:
    """Number of rows and head of the chain in the copy. The matter may have gone on since: the copy must be
    whole in itself and its chain a beginning of the matter's."""
    with matter.open_copy(path) as copy:
        reader = copy.read()
        problems = reader.audit.verify()
        rows, head = reader.audit.head()
        same = matter.read().audit.rows(rows - 1, 1)
        if not same or same[0].hash != head:
            problems.append("Its chain is not that of the matter.")
        if matter.read().audit.head() == (rows, head) and contents_sha256(
            reader.connection
        ) != contents_sha256(matter.read().connection):
            problems.append("Its rows are not those of the matter.")
    if problems:
        raise MatterDamaged(
            f"The backup of “{matter.path.name}” was not whole: {problems[0]} Older backups were kept.",
            tuple(problems),
            "Look at the disk, and make another with “lexdesk backup”.",
        )
    return rows, head
