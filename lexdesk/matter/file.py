"""A matter: one file, opened by one writer and any number of readers."""

import contextlib
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeVar
from uuid import uuid4

from lexdesk.errors import LexDeskError, is_want_of_room
from lexdesk.matter import closing, places
from lexdesk.matter.clock import now
from lexdesk.matter.copying import copy_matter, recode_and_hash, recode_matter
from lexdesk.matter.driver import Access, Connection
from lexdesk.matter.errors import (
    DiskFull,
    MatterClosed,
    MatterExists,
    MatterMoved,
    MatterReadOnly,
    OlderMatter,
)
from lexdesk.matter.expunging import COMPACT_DUE
from lexdesk.matter.info import new_matter
from lexdesk.matter.key import Key, MatterSealed, is_sealed
from lexdesk.matter.lock import FileLock, holder_of
from lexdesk.matter.migrations import upgrade
from lexdesk.matter.opening import changed_outside, check, check_form, open_first
from lexdesk.matter.records import Holder
from lexdesk.matter.stores import Reader, Tx
from lexdesk.matter.unfinished import is_unfinished, unfinished_beside
from lexdesk.matter.writer import Writer

T = TypeVar("T")


class Matter:
    """An open matter file. Safe to use from any thread.

    ``read_only`` with ``read_only_because`` (one sentence): asked for, held by someone else (``held_by``), a
    place that cannot be written, or a file of a newer minor version. ``left_by``: who had it open last
    without closing it, as after a crash. ``changed_outside`` (sentences): what something else than LexDesk
    changed since the last closing; it is in the audit too.
    """

    def __init__(
        self,
        path: Path,
        access: Access,
        writer: Writer | None,
        lock: FileLock | None,
        *,
        held_by: Holder | None = None,
        left_by: Holder | None = None,
        read_only_because: str = "",
        key: Key | None = None,
    ) -> None:
        """Use ``create`` or ``open``."""
        self.path = path
        self.read_only = writer is None
        self.held_by = held_by
        self.left_by = left_by
        self.read_only_because = read_only_because
        self._key = key.copy() if key is not None else None
        self._access: Access = "read" if access == "write" else access
        self._writer = writer
        self._lock = lock
        self._local = threading.local()
        self._file = places.identity(path)
        self._readers: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._guard = threading.Lock()
        self._closed = False
        self._was_closed = False
        self.changed_outside: tuple[str, ...] = ()

    @classmethod
    def create(
        cls, path: Path | str, *, name: str, author: str, holder: str = "LexDesk", passphrase: str = ""
    ) -> "Matter":
        """Make a new matter file and open it for writing; with a passphrase it is sealed from the start.
        Killed at any instant, it leaves a whole file or none.

        Raises ``MatterExists`` when anything is at ``path``, ``MatterReadOnly`` when the place cannot be
        written.
        """
        path = places.absolute(path)
        places.check_new(path)
        key = Key.new(passphrase) if passphrase else None
        try:
            lock = FileLock.acquire(path, holder)
        except OSError as error:
            raise places.not_writable(path.parent, error) from error
        try:
            if os.path.lexists(path):
                raise MatterExists(
                    f'There is already something at "{path.name}".', "Choose another name or place."
                )
            unfinished = unfinished_beside(path)
            unfinished.touch()
            connection = Connection(unfinished, "write", key)
            try:
                connection.run("PRAGMA journal_mode=DELETE")
                upgrade(connection)
                connection.run("BEGIN IMMEDIATE")
                tx, uuid = Tx(connection), str(uuid4())
                new_matter(connection, name, uuid, now(), author)
                tx.act(author, "matter_created", "matter", name=name, uuid=uuid)
                connection.run("COMMIT")
            except BaseException:
                connection.close()
                unfinished.unlink(missing_ok=True)
                raise
            connection.close()
            unfinished.replace(path)
            places.flush_folder(path.parent)
        finally:
            lock.release()
        return cls.open(path, holder=holder, key=key)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        read_only: bool = False,
        holder: str = "LexDesk",
        passphrase: str = "",
        key: Key | None = None,
    ) -> "Matter":
        """Open a matter. For writing, the default: raises ``MatterLocked`` when someone else has it (open it
        ``read_only`` then; ``held_by`` says who); where it cannot be written, or its disk is full, it opens
        read-only by itself.

        A sealed one needs its ``passphrase`` (or the ``key`` of an open one): ``MatterSealed`` without,
        ``WrongPassphrase`` with another. Raises ``MatterMissing``, ``NotAMatter``, ``NewerMatter``,
        ``MatterDamaged`` or, where it cannot be brought up to date, ``OlderMatter``; it is then untouched.
        What a crash left under way is marked interrupted, with an audit row.
        """
        path = places.absolute(path)
        places.check_existing(path)
        if key is None and is_sealed(path):
            if not passphrase:
                raise MatterSealed(path)
            key = Key.of_file(path, passphrase)
        because = "It was opened for reading." if read_only else places.why_not_writable(path)
        if because:
            return cls._open_for_reading(path, because, key)
        try:
            lock = FileLock.acquire(path, holder)
        except OSError as error:
            because = f"No lock file can be made beside it ({error.strerror})."
            if is_want_of_room(error):
                because = "Its disk has no room for a lock file; make room there and open it again."
            return cls._open_for_reading(path, because, key)
        try:
            places.remove_half_sealed(path)
            connection = open_first(path, "write", key)
            try:
                because = check(connection)
                if because:
                    connection.close()
                    lock.release()
                    return cls._open_for_reading(path, because, key)
                changed = changed_outside(connection)
                upgrade(connection)
            except BaseException:
                connection.close()
                raise
            writer = Writer(path, connection)
            try:
                left_by, was_closed = writer.write(lambda tx: _take_over(tx, lock.holder), unrecorded=True)
                matter = cls(path, "write", writer, lock, left_by=left_by, key=key)
                matter._was_closed = was_closed and not changed
                matter.changed_outside = changed
                if changed:
                    what = list(changed)
                    matter.write(lambda tx: tx.act("LexDesk", "changed_outside_found", "matter", tables=what))
                matter._interrupt_unfinished()
                if matter.read().settings.get(COMPACT_DUE):
                    with contextlib.suppress(DiskFull):  # it stays due; work goes on meanwhile
                        matter.compact()
            except BaseException:
                writer.close()
                raise
        except DiskFull as full:
            lock.release()
            if is_unfinished(path):
                raise
            because = "Its disk is full; make room there and open it again."
            try:
                return cls._open_for_reading(path, because, key)
            except OlderMatter:
                raise full from None
        except BaseException:
            lock.release()
            raise
        return matter

    @classmethod
    def _open_for_reading(cls, path: Path, because: str, key: Key | None) -> "Matter":
        access: Access = "read_sealed" if places.why_not_writable(path) else "read"
        connection = open_first(path, access, key)
        try:
            because = check(connection) or because
            check_form(connection)
            changed = changed_outside(connection)
        finally:
            connection.close()
        holder = holder_of(path)
        matter = cls(path, connection.access, None, None, held_by=holder, read_only_because=because, key=key)
        matter.changed_outside = changed
        return matter

    def write(self, work: Callable[[Tx], T]) -> T:
        """Run ``work`` in one transaction on the writer thread and wait for it: committed when it returns,
        rolled back when it raises; the exception comes out here. ``MatterReadOnly`` if there is no writer."""
        if self._closed:
            raise MatterClosed(self.path)
        self.must_be_writable()
        assert self._writer is not None
        return self._writer.write(work)

    def write_part(self, work: Callable[[Tx], T]) -> T:
        """``write`` for a piece of an act that takes long, such as the next pages of an import: its beginning
        is in the audit, its end will be, with what came of it; the pieces between are no acts."""
        if self._closed:
            raise MatterClosed(self.path)
        self.must_be_writable()
        assert self._writer is not None
        return self._writer.write(work, unrecorded=True)

    def compact(self) -> None:
        """Give back the free pages of the file, so that nothing wiped lies in them. Needs as much room again
        while it runs. Until it has run the file says that it is due, and it runs at the next opening."""
        if self._closed:
            raise MatterClosed(self.path)
        self.must_be_writable()
        assert self._writer is not None
        self._writer.compact()
        self._writer.write(lambda tx: tx.settings.set(COMPACT_DUE, ""), unrecorded=True)

    def read(self) -> Reader:
        """This thread's reader. Each call of a store sees what was committed by then."""
        if self._closed:
            raise MatterClosed(self.path)
        reader: Reader | None = getattr(self._local, "reader", None)
        if reader is None:
            if places.identity(self.path) != self._file:  # another matter would be shown as this one
                raise MatterMoved(self.path, reading=True)
            connection = Connection(self.path, self._access, self._key)
            with self._guard:
                if self._closed:  # while the connection was being opened
                    connection.close()
                    raise MatterClosed(self.path)
                self._readers.add(connection)
            reader = self._local.reader = Reader(connection)
        return reader

    def copy_to(self, out: Path | str) -> None:
        """Write a copy of the committed state to a new file; work may go on meanwhile. The copy of a sealed
        matter is sealed with the same passphrase. ``MatterExists``."""
        if self._closed:
            raise MatterClosed(self.path)
        copy_matter(self.path, Path(out), self._key)

    def recode_to(self, out: Path, key: Key | None) -> None:
        """The same, sealed with ``key``, or plain for None."""
        recode_matter(self.path, out, self._key, key)

    def recode_and_hash(self, out: Path, key: Key | None) -> str:
        """The same; the hash of what the copy says (:mod:`lexdesk.matter.contents`) is taken on the way, ""
        when somebody wrote meanwhile."""
        return recode_and_hash(self.path, out, self._key, key)

    def written_since_opening(self) -> frozenset[str]:
        """The tables that were written to since this matter was opened, by us."""
        return self._writer.touched() if self._writer is not None else frozenset()

    def touched_since_closing(self) -> frozenset[str] | None:
        """The tables that the hashes noted at the last closing may not fit any more; None when none was noted
        that holds."""
        return self.written_since_opening() if self._was_closed else None

    def hide(self, words: str) -> bytes:
        """Words that wait in memory while a sealed matter is locked; only its key brings them back."""
        return self._open_key().hide(words.encode("utf-8", "surrogatepass"))

    def reveal(self, hidden: bytes) -> str:
        """What ``hide`` was given."""
        return self._open_key().reveal(hidden).decode("utf-8", "surrogatepass")

    def _open_key(self) -> Key:
        if self._key is None:
            raise LexDeskError("This matter is not sealed.")
        return self._key

    def open_copy(self, path: Path) -> "Matter":
        """A copy made by ``copy_to``, opened for reading, with the same key."""
        return Matter.open(path, read_only=True, key=self._key)

    def put_in_place(self, new: Path) -> None:
        """End all work on this matter and put the file ``new`` in its place, before anyone else can open it.
        The matter must be opened again."""
        self._end_work()
        new.replace(self.path)

    def must_be_writable(self) -> None:
        """Raise ``MatterReadOnly`` when this matter is open for reading only."""
        if self._writer is None:
            who = f" {self.held_by.text} has it open." if self.held_by else ""
            raise MatterReadOnly(
                f'"{self.path.name}" is open for reading only: {self.read_only_because}{who}',
                "Nothing was changed." + (" Close it there, or work on a copy." if self.held_by else ""),
            )

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._closed

    @property
    def sealed(self) -> bool:
        """Whether the file can be read with its passphrase only."""
        return self._key is not None

    def close(self) -> None:
        """Finish the writes handed in, close every connection, wipe the key, give the lock back.
        Idempotent."""
        self._end_work()
        if self._lock is not None:
            self._lock.release()

    def _end_work(self) -> None:
        with self._guard:
            if self._closed:
                return
            self._closed = True
            readers = list(self._readers)
        if self._writer is not None:
            with contextlib.suppress(LexDeskError):  # a disk without room: the next opening says what is left
                self._writer.note_closing(self._was_closed)
            self._writer.close()
        for connection in readers:
            connection.close()
        if self._key is not None:
            self._key.wipe()

    def _interrupt_unfinished(self) -> None:
        def work(tx: Tx) -> None:
            rows = tx.runs.interrupt_unfinished()
            if rows:
                tx.act("LexDesk", "interrupted_work_marked", "matter", rows=rows)

        self.write(work)

    def __enter__(self) -> "Matter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _take_over(tx: Tx, holder: Holder) -> tuple[Holder | None, bool]:
    """Put our name in the file; the name found there belongs to someone who did not close it. The second: it
    was closed, and the hashes of that moment hold."""
    left = tx.connection.record(Holder, "FROM holder")
    tx.connection.run("DELETE FROM holder")
    tx.connection.insert("holder", id=1, **vars(holder))
    return left, closing.opened(tx.connection)
