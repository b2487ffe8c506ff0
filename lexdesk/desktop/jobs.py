"""The one bridge between the window and work in other threads.

Work is a plain callable that gets a progress sink and a cancel token and returns its result. The
result comes back to the GUI thread by a queued signal. Jobs that share a ``key`` supersede each other:
only the newest one's result is delivered, an older one is dropped by its revision.
"""

import itertools
import threading
from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal, Slot

Lane = Literal["act", "read", "run"]
Work = Callable[[Callable[..., None], "CancelToken"], Any]


class CancelToken:
    """Asked from the working thread: ``token()`` is True once the user said stop."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; safe from any thread."""
        self._event.set()

    def __call__(self) -> bool:
        return self._event.is_set()


class Job(QObject):
    """One piece of work under way. Lives in the GUI thread; only ``execute`` runs elsewhere."""

    progressed = Signal(object)
    ended = Signal(object)
    _arrived = Signal(object, object)

    def __init__(
        self,
        work: Work,
        done: Callable[[Any], None] | None,
        failed: Callable[[BaseException], None] | None,
        title: str,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.title = title
        self.token = CancelToken()
        self.done = done
        self.failed = failed
        self._work = work
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self.result: Any = None
        self.error: BaseException | None = None

    def cancel(self) -> None:
        """Ask the work to stop."""
        self.token.cancel()

    def execute(self) -> None:
        """Run the work in the calling thread and send the outcome home."""
        result: Any = None
        error: BaseException | None = None
        try:
            result = self._work(lambda *given: self.progressed.emit(given), self.token)
        except BaseException as raised:  # noqa: BLE001 - the edge of a thread: nothing may get lost here
            error = raised
        try:
            self._arrived.emit(result, error)
        except RuntimeError:
            return  # the window is gone; nobody waits for this result

    @Slot(object, object)
    def _deliver(self, result: Any, error: BaseException | None) -> None:
        self.result, self.error = result, error
        self.ended.emit(self)


class Jobs(QObject):
    """Starts work in three lanes: ``act`` is serial and keeps order, ``read`` and ``run`` are wide."""

    started = Signal(object)
    finished = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pools: dict[str, QThreadPool] = {}
        for lane, threads in (("act", 1), ("read", 3), ("run", 4)):
            pool = QThreadPool(self)
            pool.setMaxThreadCount(threads)
            pool.setExpiryTimeout(-1)
            self._pools[lane] = pool
        self._active: dict[Job, tuple[str, int]] = {}
        self._revisions: dict[str, int] = {}
        self._counter = itertools.count(1)

    @property
    def active(self) -> int:
        """Number of jobs whose result has not been delivered yet."""
        return len(self._active)

    def start(
        self,
        work: Work,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[BaseException], None] | None = None,
        *,
        lane: Lane = "read",
        key: str = "",
        title: str = "",
        on_progress: Callable[[tuple[Any, ...]], None] | None = None,
    ) -> Job:
        """Start ``work``. ``done`` or ``failed`` is called in the GUI thread, unless a newer job with
        the same ``key`` has been started. Without ``failed`` an error goes to the ``failed`` signal."""
        revision = next(self._counter)
        if key:
            self._revisions[key] = revision
        job = Job(work, done, failed, title, self)
        job.ended.connect(self._end)
        if on_progress is not None:
            job.progressed.connect(_Sink(on_progress, job).take, Qt.ConnectionType.QueuedConnection)
        self._active[job] = (key, revision)
        self.started.emit(job)
        self._pools[lane].start(job.execute)
        return job

    def call(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[BaseException], None] | None = None,
        lane: Lane = "read",
        key: str = "",
    ) -> Job:
        """Start a short function that needs neither progress nor cancelling."""
        return self.start(lambda _progress, _token: function(*arguments), done, failed, lane=lane, key=key)

    @Slot(object)
    def _end(self, job: Job) -> None:
        key, revision = self._active.pop(job)
        self.finished.emit(job)
        late = bool(key) and self._revisions.get(key) != revision
        if not late:
            if job.error is None:
                if job.done is not None:
                    job.done(job.result)
            elif job.failed is not None:
                job.failed(job.error)
            else:
                self.failed.emit(job.error)
        job.deleteLater()

    def cancel_all(self) -> None:
        """Ask every running job to stop."""
        for job in list(self._active):
            job.cancel()

    def close(self, milliseconds: int = 5000) -> bool:
        """Cancel everything and wait; True if all threads came to rest in time."""
        self.cancel_all()
        for job in self._active:
            job.done = None
            job.failed = _forget
        at_rest = [pool.waitForDone(milliseconds) for pool in self._pools.values()]
        return all(at_rest)


class _Sink(QObject):
    """Hands progress to a plain callable in the GUI thread."""

    def __init__(self, take: Callable[[tuple[Any, ...]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._take = take

    @Slot(object)
    def take(self, given: tuple[Any, ...]) -> None:
        """Pass one report of progress on."""
        self._take(given)


def _forget(_error: BaseException) -> None:
    """The window is closing: an error of abandoned work concerns nobody."""
