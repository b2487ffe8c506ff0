"""The one thread that writes to a matter."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lexdesk.matter import closing, places
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import MatterClosed, MatterMoved, UnrecordedChange
from lexdesk.matter.stores import Tx

T = TypeVar("T")


class Writer:
    """Owns the read-write connection; runs each piece of work as one transaction, in the order of arrival."""

    def __init__(self, path: Path, connection: Connection) -> None:
        self._path = path
        self._connection = connection
        self._closed = False
        self._file = places.identity(path)
        self._touched: set[str] = set()
        connection.watch(self._touched)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"write {path.name}")
        self._ident = self._thread.submit(threading.get_ident).result()

    def write(self, work: Callable[[Tx], T], *, unrecorded: bool = False) -> T:
        """Run ``work`` on the writer thread; commit when it returns, roll back when it raises. The exception
        is raised here. ``unrecorded`` is for the holder row alone, which is no act of anyone."""
        if threading.get_ident() == self._ident:
            raise RuntimeError("a write inside a write: the inner work belongs into the outer transaction")
        if self._closed:
            raise MatterClosed(self._path)
        try:
            future = self._thread.submit(self._transact, work, unrecorded)
        except RuntimeError as error:  # closed by another thread since the line above
            raise MatterClosed(self._path) from error
        return future.result()

    def compact(self) -> None:
        """Write the file anew without its free pages (``VACUUM``), after what was handed in before."""
        self._thread.submit(self._connection.run, "VACUUM").result()

    def touched(self) -> frozenset[str]:
        """The tables that statements wrote to, or may have."""
        return frozenset(self._touched)

    def note_closing(self, was_closed: bool) -> None:
        """Note what every table holds now, unless nothing was written; of a matter that had been closed, only
        the tables that were written to are read again."""
        touched = self._touched - {"holder", "closing", "closing_tables"}

        def work(tx: Tx) -> None:
            tx.connection.run("DELETE FROM holder")
            closing.closed(tx.connection, touched if was_closed else None)

        self.write(work, unrecorded=True)

    def close(self) -> None:
        """Finish what was handed in, then close the connection."""
        self._closed = True
        self._thread.shutdown(wait=True)
        self._connection.close()

    def _transact(self, work: Callable[[Tx], T], unrecorded: bool) -> T:
        connection = self._connection
        # What is written into a file that lost its name is lost when the program ends.
        if places.identity(self._path) != self._file:
            raise MatterMoved(self._path)
        connection.run("BEGIN IMMEDIATE")
        try:
            before = connection.changes
            tx = Tx(connection)
            result = work(tx)
            if connection.changes > before and not tx.audit.appended and not unrecorded:
                raise UnrecordedChange(
                    "a transaction changed the matter and left no audit row; it was rolled back"
                )
            connection.run("COMMIT")
        except BaseException:
            # SQLite may have rolled back by itself already (disk full, I/O error).
            if connection.in_transaction:
                connection.run("ROLLBACK")
            raise
        return result
