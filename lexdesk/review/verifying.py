"""Checking an archive or a matter, and opening an archive as a matter to go on with.

The checks are those of the stand-alone verifier, run here from LexDesk's own copy of it, so that both always
say the same.
"""

import importlib.util
import os
import stat
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from lexdesk.errors import LexDeskError, or_make_room
from lexdesk.matter import places
from lexdesk.matter.cipher import DRIVER_ERRORS
from lexdesk.matter.contents import sha256_file
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import MatterExists
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.matter.opening import check_form, check_version, open_first
from lexdesk.matter.stores import Reader, Tx
from lexdesk.matter.unfinished import unfinished_beside
from lexdesk.resources import resources
from lexdesk.review.archive import MANIFEST, MATTER, SIGNATURE, VERIFIER
from lexdesk.review.packing import ArchiveBroken

_OURS = {MANIFEST, SIGNATURE, MATTER, VERIFIER}
_MATTER_START = b"SQLite format 3"


class CannotVerify(LexDeskError):
    """There is no such file, or it cannot be read."""

    code = "cannot_verify"


@dataclass(frozen=True)
class Verification:
    """``broken`` names every file or row that is not as recorded; () when all holds. ``proves`` says what
    that is worth. ``head`` is that of the audit chain found."""

    kind: str  # archive | matter
    holds: tuple[str, ...]
    broken: tuple[str, ...]
    unchecked: tuple[str, ...]
    proves: str
    head: str
    rows: int


@cache
def _verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_matter", resources() / "verify" / VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def verify(
    path: Path, head: str = "", key: Path | None = None, folder: Path | None = None, keep: Path | None = None
) -> Verification:
    """What holds of a hand-off archive or a matter file, checked against ``head`` and the public key in the
    file ``key`` where they are given. ``folder`` is where the matter of an archive is looked into (default:
    the system's folder for such files), ``keep`` a new file there as which that matter stays.

    Only reads; of a matter that is being worked on, the state last committed. Raises ``CannotVerify``."""
    for given in (path,) if key is None else (path, key):
        check_file(given)
    _refuse_other_files(path)
    try:
        report = _verifier().verify(str(path), head, str(key or ""), str(folder or ""), str(keep or ""))
    except OSError as error:
        raise CannotVerify(
            f"“{Path(error.filename or path).name}” cannot be read: {error.strerror or error}.",
            "Check the name and the place.",
        ) from error
    except ValueError as error:
        raise CannotVerify(f"The key cannot be used: {error}.", "Give the public key, a PEM file.") from error
    if report.kind == "matter" and not report.broken:
        with Matter.open(path, read_only=True) as matter:
            report.broken = matter.read().audit.verify()
    return _as_found(report)


def _as_found(report: Any) -> Verification:
    return Verification(
        kind=report.kind,
        holds=tuple(report.holds),
        broken=tuple(report.broken),
        unchecked=tuple(report.unchecked),
        proves=report.proves(),
        head=report.head,
        rows=report.rows,
    )


def check_file(path: Path) -> None:
    """Raise ``CannotVerify`` unless there is a file at ``path`` that can be read. Reading from a pipe would
    wait for a writer who may never come."""
    step = "Check the name and the place."
    try:
        status = path.stat()
    except OSError as error:
        raise CannotVerify(f"“{path.name}” cannot be read: {error.strerror or error}.", step) from error
    if stat.S_ISDIR(status.st_mode):
        raise CannotVerify(f"“{path.name}” is a folder, not a file.", step)
    if not stat.S_ISREG(status.st_mode):
        raise CannotVerify(
            f"“{path.name}” is a pipe or a device, not a file.", "Copy what it holds to a file first."
        )
    try:
        path.open("rb").close()
    except OSError as error:
        raise CannotVerify(f"“{path.name}” cannot be read: {error.strerror or error}.", step) from error


def _refuse_other_files(path: Path) -> None:
    """A Word file or a picture is no broken archive: it never was one."""
    try:
        with zipfile.ZipFile(path) as archive:
            ours = bool(_OURS & set(archive.namelist()))
    except zipfile.BadZipFile:
        with path.open("rb") as file:
            start = file.read(len(_MATTER_START))
        # Perhaps one of ours that is damaged: that is for the checks to say.
        ours = start[:2] == b"PK" or start == _MATTER_START or path.suffix.lower() in (".lexmatter", ".zip")
    except OSError:
        return  # told where it is read
    except (ValueError, NotImplementedError):
        return
    if not ours:
        raise CannotVerify(
            f"“{path.name}” is neither a hand-off archive nor a matter.",
            "Give the archive that “lexdesk pack” made, or a .lexmatter file.",
        )


def verify_sealed_matter(path: Path, passphrase: str, head: str = "") -> Verification:
    """The same for a sealed matter, whose pages are decrypted as they are read. Raises ``WrongPassphrase``
    and what ``Matter.open`` raises."""
    places.check_existing(path)
    key = Key.of_file(path, passphrase)
    connections = [open_first(path, "read_sealed" if places.why_not_writable(path) else "read", key)]

    def connect() -> Any:
        connections.append(Connection(path, connections[0].access, key))
        return connections[-1].raw

    try:
        check_version(connections[0])
        report = _verifier().verify_connected(connect, head, DRIVER_ERRORS)
        if not report.broken:
            check_form(connections[0])
            report.broken = Reader(connections[0]).audit.verify()
        return _as_found(report)
    finally:
        for connection in connections:
            connection.close()
        key.wipe()


def unpack(archive: Path, out: Path, by: str, head: str = "") -> tuple[Path, Verification]:
    """Open a hand-off archive as a matter of its own at ``out`` (a new file, or a folder in which it gets the
    matter's name) and record the hand-over: its path and what was verified.

    ``by`` becomes the lawyer of the matter. A remote model must be allowed anew. Raises ``ArchiveBroken``,
    ``MatterExists``, ``CannotVerify``; then nothing is left behind.
    """
    found = verify(archive, head)
    path = out
    if out.is_dir():
        path = out / (name_in(archive)[0] if not found.broken and found.kind == "archive" else "matter")
    if os.path.lexists(path):
        raise MatterExists(f"There is already something at “{path.name}”.", "Choose another name or place.")
    unfinished = unfinished_beside(path)
    try:
        take_over(archive, unfinished, archive, by, found)
        unfinished.replace(path)
        places.flush_folder(path.parent)
    except OSError as error:
        raise CannotVerify(
            f"“{path.name}” could not be written: {error.strerror or error}.",
            or_make_room(error, "Choose a folder that exists and that you may write to."),
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return path, found


def take_over(packed: Path, out: Path, archive: Path, by: str, found: Verification) -> Path:
    """The matter of a checked archive as a file at ``out``, with the hand-over on record. ``archive`` is the
    file as it was received. Raises ``ArchiveBroken``, ``CannotVerify``."""
    inner_matter(packed, out, archive, found)
    with Matter.open(out, holder=by) as matter:
        record_over(matter, archive, by, found)
    return out


def record_over(matter: Matter, archive: Path, by: str, found: Verification) -> None:
    """Put the hand-over on record in the matter of an archive."""
    sha256 = sha256_file(archive)
    matter.write(lambda tx: _record(tx, archive, sha256, by, found))


def check_whole(archive: Path, found: Verification) -> None:
    """Raise ``CannotVerify`` or ``ArchiveBroken`` unless the file is an archive of which all holds."""
    if found.kind != "archive":
        raise CannotVerify(f"“{archive.name}” is a matter, not an archive.", "Open it with “lexdesk open”.")
    if found.broken:
        raise ArchiveBroken(archive.name, found.broken)
    if found.unchecked:
        raise CannotVerify(
            f"“{archive.name}” could not be looked into, so nothing was unpacked: {found.unchecked[0]}",
            "Make room and try again; the archive is as it was.",
        )


def inner_matter(packed: Path, out: Path, archive: Path, found: Verification) -> Path:
    """The matter of a checked archive as a file at ``out``, byte for byte. Raises as ``take_over``."""
    check_whole(archive, found)
    with zipfile.ZipFile(packed) as inside, inside.open(MATTER) as file, out.open("xb") as target:
        while piece := file.read(1 << 20):
            target.write(piece)
    return out


def name_in(archive: Path) -> tuple[str, bool]:
    """The file name for the matter of an archive, and whether that matter was sealed."""
    with zipfile.ZipFile(archive) as packed:
        said = _verifier().read_manifest(packed)["matter"]
    plain = "".join(ch if ch.isalnum() or ch in " -_.()" else "_" for ch in str(said["name"])).strip(" .")[
        :80
    ]
    return f"{plain or 'matter'}.lexmatter", bool(said.get("sealed"))


def _record(tx: Tx, archive: Path, sha256: str, by: str, found: Verification) -> None:
    before = tx.matter.info()
    tx.matter.update(author=by, remote_allowed=False)
    tx.act(
        by,
        "handoff.unpack",
        archive.name,
        sha256=sha256,
        head=found.head,
        rows=found.rows,
        author_before=before.author,
        remote_allowed_before=before.remote_allowed,
    )
