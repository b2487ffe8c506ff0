"""The hand-off under a passphrase: what ``pack`` makes, encrypted in the format of age (age-encryption.org).

The file is a zip file of three entries: ``archive.zip.age``, encrypted to a key made for this one file;
``key.age``, that key encrypted with the passphrase (scrypt); and a text that says how to open both with the
program ``age`` alone: ``age -d -i key.age archive.zip.age > archive.zip``. Nothing readable touches a disk on
the way: the plain copy of the matter lies in memory.
"""

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import pyrage

from lexdesk.errors import LexDeskError, is_want_of_room, or_make_room
from lexdesk.matter import places
from lexdesk.matter.beside import flushed
from lexdesk.matter.errors import MatterExists
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key, as_counted, check_passphrase
from lexdesk.matter.memory_folder import memory_folder
from lexdesk.matter.unfinished import unfinished_beside
from lexdesk.review.encrypting import EncryptedStream, decrypt
from lexdesk.review.packing import PackReport, check_place, not_written, record, write_archive
from lexdesk.review.passphrase import lock, unlock
from lexdesk.review.redacting import NOTHING, Redaction
from lexdesk.review.signing import Signer
from lexdesk.review.verifying import (
    CannotVerify,
    Verification,
    check_file,
    check_whole,
    name_in,
    record_over,
    verify,
)
from lexdesk.word.zip_entries import zip_entry

INNER = "archive.zip.age"
KEY = "key.age"
READ_ME = "READ-ME.txt"
SMALL = 1 << 16  # a key, a text
TEXT = """This is a sealed LexDesk hand-off. Only its passphrase opens it; nobody can recover that.

With LexDesk:  lexdesk unseal THIS-FILE FOLDER
Without:       unzip this file, then   age -d -i key.age archive.zip.age > archive.zip
               (age is a free program: age-encryption.org)
"""


class WrongSealPassphrase(LexDeskError):
    """The passphrase does not open the archive, or its key was damaged."""

    code = "wrong_passphrase"


class SealBroken(LexDeskError):
    """The archive was changed or cut; nothing of it was used."""

    code = "seal_broken"


@dataclass(frozen=True)
class Unsealed:
    """A matter made from a sealed hand-off; ``sealed`` when the new file is sealed with the passphrase."""

    path: Path
    sealed: bool
    found: Verification


def seal(
    matter: Matter,
    path: Path,
    passphrase: str,
    by: str,
    overwrite: bool = False,
    signer: Signer | None = None,
    redaction: Redaction = NOTHING,
) -> PackReport:
    """Write the sealed hand-off of a matter; as ``pack``, but only the passphrase opens it.

    Needs memory for a plain copy of the matter (``NoMemoryFolder``). Raises ``BadPassphrase`` and what
    ``pack`` raises.
    """
    check_passphrase(passphrase)
    check_place(matter, path, overwrite)
    redaction.check(matter)
    unfinished = unfinished_beside(path)
    try:
        unfinished.touch(exist_ok=False)
        with (
            memory_folder(2 * matter.path.stat().st_size) as folder,
            flushed(unfinished),
            unfinished.open("wb") as out,
        ):
            report = _write(matter, out, folder, path, passphrase, by, signer, redaction)
        record(matter, report, unfinished, path, by)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return report


def _write(
    matter: Matter,
    out: BinaryIO,
    folder: Path,
    path: Path,
    passphrase: str,
    by: str,
    signer: Signer | None,
    redaction: Redaction,
) -> PackReport:
    once = pyrage.x25519.Identity.generate()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as outer:
        outer.writestr(stored(READ_ME), TEXT)
        outer.writestr(stored(KEY), lock(str(once).encode(), as_counted(passphrase)))
        with (
            outer.open(stored(INNER), "w", force_zip64=True) as target,
            EncryptedStream(target, once.to_public()) as stream,
        ):
            report = write_archive(
                matter,
                cast(BinaryIO, stream),
                folder,
                path,
                by,
                encrypted=True,
                signer=signer,
                redaction=redaction,
            )
            stream.finish()
    return report


def stored(name: str) -> zipfile.ZipInfo:
    """An entry that is not compressed: what is encrypted cannot be."""
    entry = zip_entry(name)
    entry.compress_type = zipfile.ZIP_STORED
    return entry


def is_sealed_handoff(path: Path) -> bool:
    """Whether the file is a sealed hand-off, by its three entries."""
    if not path.is_file():  # a pipe would keep who reads it waiting
        return False
    try:
        with zipfile.ZipFile(path) as outer:
            return {KEY, INNER} <= set(outer.namelist())
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


@contextmanager
def opened(path: Path, passphrase: str) -> Iterator[Path]:
    """The archive inside, decrypted, in a folder in memory that goes at the end. Raises
    ``WrongSealPassphrase``, ``SealBroken``, ``NoMemoryFolder``, ``CannotVerify``."""
    check_file(path)
    # The archive, and beside it the matter that it holds while it is checked.
    try:
        needed = 3 * path.stat().st_size
    except OSError as error:
        raise _unreadable(path, error) from error
    with memory_folder(needed) as folder:
        # What fails in the caller's hands is no fault of the archive: only the decryption is guarded.
        yield _decrypted(path, passphrase, folder / "archive.zip")


def _decrypted(path: Path, passphrase: str, inner: Path) -> Path:
    try:
        with zipfile.ZipFile(path) as outer:
            identity = _identity(outer, passphrase, path)
            with outer.open(INNER) as stream, inner.open("xb") as target:
                try:
                    decrypt(cast(BinaryIO, stream), target, identity)
                except pyrage.DecryptError as error:
                    raise _broken(path) from error
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise _broken(path) from error
    except OSError as error:
        raise _unreadable(path, error) from error
    return inner


def _unreadable(path: Path, error: OSError) -> CannotVerify:
    if is_want_of_room(error):
        return CannotVerify(
            f"“{path.name}” could not be opened: there is no room in memory for what is in it.",
            "Close other programs and try again; the archive is as it was.",
        )
    return CannotVerify(
        f"“{path.name}” cannot be read: {error.strerror or 'it was changed or cut'}.",
        "Check the name and the place, or ask for another copy.",
    )


def _identity(outer: zipfile.ZipFile, passphrase: str, path: Path) -> object:
    info = outer.getinfo(KEY)
    if info.file_size > SMALL:
        raise _broken(path)
    try:
        words = unlock(outer.read(info), as_counted(passphrase))
        return pyrage.x25519.Identity.from_str(words.decode())
    except (pyrage.DecryptError, pyrage.IdentityError, UnicodeDecodeError) as error:
        raise WrongSealPassphrase(
            f"The passphrase does not open “{path.name}”.",
            "Type it again; mind capital letters and the keyboard's language. A damaged file gives the same "
            "answer.",
        ) from error


def _broken(path: Path) -> SealBroken:
    return SealBroken(
        f"“{path.name}” was changed or cut on its way; nothing of it was used.", "Ask for another copy."
    )


def verify_sealed(path: Path, passphrase: str, head: str = "", key: Path | None = None) -> Verification:
    """What holds of a sealed hand-off; nothing readable is written to a disk."""
    with opened(path, passphrase) as inner:
        return verify(inner, head, key, folder=inner.parent)


def unseal(
    archive: Path, out: Path, passphrase: str, by: str, head: str = "", keep_sealed: bool | None = None
) -> Unsealed:
    """Open a sealed hand-off as a matter of its own at ``out``, as ``unpack`` does.

    ``keep_sealed``: the new matter is sealed with the same passphrase; None: if the one handed over was
    sealed. Raises what ``opened`` and ``unpack`` raise; then nothing is left behind.
    """
    with opened(archive, passphrase) as inner:
        plain = inner.parent / "taken.lexmatter"
        found = verify(inner, head, folder=inner.parent, keep=plain)
        check_whole(archive, found)
        name, was_sealed = name_in(inner)
        path = out / name if out.is_dir() else out
        if os.path.lexists(path):
            raise MatterExists(
                f"There is already something at “{path.name}”.", "Choose another name or place."
            )
        sealed = was_sealed if keep_sealed is None else keep_sealed
        unfinished = unfinished_beside(path)
        try:
            with Matter.open(plain, holder=by) as matter:
                record_over(matter, archive, by, found)
                matter.recode_to(unfinished, Key.new(passphrase) if sealed else None)
            unfinished.replace(path)
            places.flush_folder(path.parent)
        except OSError as error:
            raise CannotVerify(
                f"“{path.name}” could not be written: {error.strerror or error}.",
                or_make_room(error, "Choose a folder that exists and that you may write to."),
            ) from error
        finally:
            unfinished.unlink(missing_ok=True)
    return Unsealed(path, sealed, found)
