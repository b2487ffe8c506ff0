"""Work beside the work: large files take a second core, and the disk's time, while the first core goes on.

The interpreter runs one thread at a time but is left by hashing, checksums, SQLite and the disk. What is
handed over must be large (:data:`PIECE`): each handing over costs a turn at the interpreter.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

PIECE = 4 << 20  # bytes
AHEAD = 3  # pieces that may wait
EVERY = 0.25  # seconds between two flushes while a file grows


class InOrder(Generic[T]):
    """Does ``work`` with piece after piece, in a thread of its own, in the order in which they were given."""

    def __init__(self, work: Callable[[T], object], name: str) -> None:
        self._work = work
        self._waiting: Queue[list[T]] = Queue(AHEAD)
        self.error: BaseException | None = None  # what the work raised
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def give(self, piece: T) -> None:
        """Hand a piece over, which must not change any more; waits while too many wait. Raises what the work
        with an earlier piece raised; after that nothing more is done."""
        if self.error is not None:
            self.finish()
        self._waiting.put([piece])

    def finish(self) -> None:
        """Wait until all is done. Raises what the work raised. Idempotent."""
        if self._thread.is_alive():
            self._waiting.put([])
            self._thread.join()
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """End the thread; what it raised was told already, or nobody asks any more. Idempotent."""
        with contextlib.suppress(BaseException):
            self.finish()

    def _run(self) -> None:
        while given := self._waiting.get():
            if self.error is None:
                try:
                    self._work(given[0])
                except BaseException as error:  # noqa: BLE001 - raised where it is asked for
                    self.error = error


class Beside(Generic[R]):
    """Calls ``work`` in a thread of its own. ``result`` waits and gives what it returned, or raises what it
    raised."""

    def __init__(self, work: Callable[[], R], name: str) -> None:
        self._work = work
        self._found: list[R] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until it is done, however."""
        self._thread.join()

    def result(self) -> R:
        """What came of it."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised where it is asked for
            self._error = error


@contextlib.contextmanager
def flushed(path: Path) -> Iterator[None]:
    """Send to the disk what is written to the file at ``path`` meanwhile, and the rest of it at the end, so
    that it lasts through a power cut. Raises ``OSError`` when the disk did not take it. Not for a database
    that others may have open: closing the file would drop this process's locks on it."""
    with path.open("rb+") as file:
        done = threading.Event()
        sending = Beside(lambda: _send(file.fileno(), done), "flush")
        try:
            yield
        except BaseException:
            done.set()
            with contextlib.suppress(OSError):
                sending.result()
            raise
        done.set()
        sending.result()
        os.fsync(file.fileno())


def _send(descriptor: int, done: threading.Event) -> None:
    while not done.wait(EVERY):
        os.fsync(descriptor)
