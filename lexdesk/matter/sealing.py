"""Sealing a matter with a passphrase, opening the seal for good, and changing the passphrase.

Each makes a new file beside the old one, checks that it says the same, and only then puts it in the old one's
place: killed at any instant, the matter is the old file or the new one, whole.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter import closing, places
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import MatterDamaged
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key, MatterSealed, is_sealed
from lexdesk.matter.stores import Tx

NO_RECOVERY = (
    "Nobody can open this matter without its passphrase: not we, not the maker of this laptop, no court. "
    "There is no second way in. Keep the passphrase where the firm keeps such things."
)
OLD_BYTES = (
    "The old file was written over before it was removed; on flash memory and in backups its bytes can "
    "survive that."
)


class SecondName(LexDeskError):
    """The same file has two names, so that writing over it would destroy what has the other one."""

    code = "second_name"


def seal(path: Path, passphrase: str, by: str) -> None:
    """Seal the plain matter at ``path``, which nobody may have open. Raises ``BadPassphrase``,
    ``MatterSealed`` when it is sealed already, and what ``Matter.open`` raises."""
    path = _itself(path)
    places.check_existing(path)
    if is_sealed(path):
        raise MatterSealed(path)
    _renew(path, None, lambda: Key.new(passphrase), by, "matter.sealed")


def open_seal(path: Path, passphrase: str, by: str) -> None:
    """Make a sealed matter a plain one again, which any program that knows SQLite can read."""
    _renew(_itself(path), passphrase, lambda: None, by, "matter.seal_opened")


def change_passphrase(path: Path, passphrase: str, new: str, by: str) -> None:
    """Give a sealed matter another passphrase, and with it another key. Copies made before keep the old."""
    _renew(_itself(path), passphrase, lambda: Key.new(new), by, "matter.passphrase_changed")


def _itself(path: Path) -> Path:
    """The file that the name leads to. Put in the place of a link, the new file would leave the old one
    behind, written over."""
    return Path(os.path.realpath(path))


def _check_only_name(path: Path) -> None:
    """Raise ``SecondName`` for a file that has another name on its disk: that would be written over too."""
    if path.stat().st_nlink > 1:
        raise SecondName(
            f"“{path.name}” has a second name on its disk (a hard link), under which its old bytes would be "
            "written over.",
            "Remove the other name, or copy the file and seal the copy.",
        )


def _renew(path: Path, passphrase: str | None, make: Callable[[], Key | None], by: str, act: str) -> None:
    places.check_existing(path)
    if passphrase is None:
        _check_only_name(path)
    new_key = make()
    matter = Matter.open(path, holder=by, passphrase=passphrase or "")
    unfinished = places.sealing_place(path)
    try:
        matter.must_be_writable()
        unfinished.unlink(missing_ok=True)
        contents = matter.recode_and_hash(unfinished, new_key)
        _check(unfinished, new_key, contents or contents_sha256(matter.read().connection), path.name)
        copy = Connection(unfinished, "write", new_key)
        try:
            copy.run("BEGIN IMMEDIATE")
            Tx(copy).act(by, act, "matter")
            closing.closed(copy, matter.touched_since_closing())
            copy.run("COMMIT")
        finally:
            copy.close()
        _flush(unfinished)
        # Held open over the exchange, so that the old bytes can be written over when nobody needs them.
        with path.open("r+b") as old:
            matter.put_in_place(unfinished)
            places.flush_folder(path.parent)
            if passphrase is None:
                write_over(old.fileno(), os.fstat(old.fileno()).st_size)
    finally:
        with contextlib.suppress(OSError):  # where nothing can be written this fails without the file, too
            unfinished.unlink(missing_ok=True)
        matter.close()
        if new_key is not None:
            new_key.wipe()


def _check(path: Path, key: Key | None, contents: str, name: str) -> None:
    readers = [Connection(path, "read", key) for _ in range(2)]
    try:
        if contents_sha256(*readers) != contents:
            raise MatterDamaged(f"The new file did not say the same as “{name}”; nothing was changed.", ())
    finally:
        for reader in readers:
            reader.close()


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_over(descriptor: int, size: int) -> None:
    """Put zeros in the place of a file's bytes, on the disk too."""
    with contextlib.suppress(OSError):  # the name is gone already; this is for the disk's own memory only
        os.lseek(descriptor, 0, os.SEEK_SET)
        block = bytes(1 << 20)
        while size > 0:
            size -= os.write(descriptor, block[:size])
        os.fsync(descriptor)
