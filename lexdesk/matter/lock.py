"""Who may write: an operating-system lock on a small file beside the matter.

The lock belongs to an open file of a process, so it ends with the process however that ends: a lock file
left behind never blocks anyone. SQLite's own locks guard single transactions; this one guards the whole time
a matter is open. The text in the file only says who holds it.
"""

import contextlib
import getpass
import json
import os
import platform
import sys
import time
from dataclasses import asdict
from pathlib import Path

from lexdesk.matter.clock import now
from lexdesk.matter.errors import MatterLocked
from lexdesk.matter.records import Holder

if sys.platform == "win32":
    import msvcrt

    # Windows locks bar reading too, so the locked byte lies far behind the text.
    _PLACE = 1 << 30

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _PLACE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # flock, not lockf: a lock of lockf is lost when anything in this process closes the same file.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


TRIES = 5  # someone who only looks who holds the lock has it for an instant


class FileLock:
    """A held lock. ``release`` gives it back and removes the file."""

    def __init__(self, path: Path, descriptor: int, holder: Holder) -> None:
        self.path = path
        self.holder = holder
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, matter: Path, program: str) -> "FileLock":
        """Take the lock of a matter or raise ``MatterLocked``, which names the holder; ``OSError`` when no
        file can be made there, or the place knows no locks."""
        path = lock_path(matter)
        for attempt in range(TRIES):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            try:
                _lock(descriptor)
            except (BlockingIOError, PermissionError):
                os.close(descriptor)
                if attempt < TRIES - 1:
                    time.sleep(0.02)
                continue
            except OSError:  # a share without locks: not a place for a live file
                os.close(descriptor)
                raise
            if _is_still(descriptor, path):
                holder = this_process(program)
                with contextlib.suppress(OSError):  # on a full disk the lock holds without its text
                    os.lseek(descriptor, 0, os.SEEK_SET)
                    os.ftruncate(descriptor, 0)
                    os.write(descriptor, json.dumps(asdict(holder), ensure_ascii=False).encode())
                return cls(path, descriptor, holder)
            os.close(descriptor)  # removed by its last holder between our opening and locking it
        raise MatterLocked(matter, _read_holder(path))

    def release(self) -> None:
        """Give the lock back. Idempotent."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        if os.name == "posix":
            # While still locked: nobody can take over the file that goes.
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(descriptor)
        else:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                self.path.unlink()


def holder_of(matter: Path) -> Holder | None:
    """Who has the matter open for writing now, None if nobody has."""
    path = lock_path(matter)
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):
        return _read_holder(path) or Holder("someone", "an unknown machine", 0, "")
    except OSError:  # a place without locks
        return None
    finally:
        os.close(descriptor)
    return None


def lock_path(matter: Path) -> Path:
    """The lock file of a matter: its name with ".lock" behind it; beside the file itself where the name is a
    link, so that whoever came by another link finds it."""
    itself = Path(os.path.realpath(matter))
    return itself.with_name(itself.name + ".lock")


def this_process(program: str) -> Holder:
    """This process as a holder."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user in the system's list
        user = "someone"
    return Holder(user, platform.node() or "this machine", os.getpid(), now(), program)


def _is_still(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def _read_holder(path: Path) -> Holder | None:
    try:
        return Holder(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
