"""The program's end of the helper process: starts it, listens, and ends it when it does harm."""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol, Self, cast

import psutil  # type: ignore[import-untyped, unused-ignore]

from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence import errors
from lexdesk.evidence.importing.command import worker_command
from lexdesk.evidence.importing.messages import (
    At,
    Ended,
    Failed,
    Helped,
    Job,
    Message,
    Opened,
    read_frame,
    write_frame,
)
from lexdesk.evidence.importing.pieces import read_in_pieces

MEMORY = 1_000_000_000  # bytes the helper may hold besides the file itself, with the process that helps it
SILENCE = 90.0  # seconds without a word after which it counts as hung
_POLL = 0.05
_LOOK = 0.25  # seconds between two looks at its memory
_PIPE = 1 << 20  # bytes on their way, where the system lets a program ask: about a hundred pages
_WAITING = 500  # messages read ahead, at most: those of about four pieces; the helper waits then


class ReaderGone(LexDeskError):
    """The helper crashed, hung or took too much memory. ``page`` was being read, 0 if none was."""

    code = "reader_gone"

    def __init__(self, name: str, why: str, page: int) -> None:
        place = f" at page {page}" if page else ""
        super().__init__(
            f"“{name}” could not be read: {why}{place}.",
            "Save it anew in the program it was made with, or ask the sender for it again.",
        )
        self.page = page


class Reader(Protocol):
    """Reads files, one after the other."""

    def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        """The messages of one file up to ``Ended``. Raises what ``read_source`` raises, ``ReaderGone``,
        ``Cancelled``."""

    def close(self) -> None:
        """End it; safe to call twice."""


class ReaderHere:
    """Reads in this very process."""

    def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        """See ``Reader``."""
        for message in read_in_pieces(content, job, cancelled):
            yield message
            if cancelled():
                raise Cancelled
            if isinstance(message, Ended):
                return
        raise Cancelled

    def close(self) -> None:
        """Nothing to end."""


class ReaderProcess:
    """A helper process, started at the first file and again after it was ended."""

    def __init__(self, memory: float = MEMORY, silence: float = SILENCE) -> None:
        self._memory = memory
        self._silence = silence
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.Queue[Message | None] = queue.Queue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Number of the process, 0 while there is none."""
        return self._process.pid if self._process is not None else 0

    def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        """See ``Reader``. A cancel ends the process at once."""
        whole = False
        try:
            for message in self._messages_of(content, job, cancelled):
                if isinstance(message, Failed):
                    whole = True
                    raise error_of(message)
                whole = isinstance(message, Ended)
                yield message
        finally:
            if not whole:  # also when the one who reads stops asking
                self.close()

    def _messages_of(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        if self._process is None or self._process.poll() is not None:
            self._start()
        assert self._process is not None
        process = self._process
        threading.Thread(target=_hand_over, args=(process, job, content), daemon=True).start()
        allowed, processes = self._memory + len(content), [process.pid]
        page, heard, looked = 0, time.monotonic(), 0.0
        while True:
            now = time.monotonic()
            if cancelled():
                raise Cancelled
            if now - looked > _LOOK:
                looked = now
                if sum(map(_memory_of, processes)) > allowed:
                    raise ReaderGone(job.name, "reading it takes more memory than an import may have", page)
            try:
                message = self._messages.get(timeout=_POLL)
            except queue.Empty:
                if now - heard > self._silence:
                    raise ReaderGone(
                        job.name, f"the reader did not come back in {self._silence:.0f} s", page
                    ) from None
                continue
            if message is None:
                raise ReaderGone(job.name, "the reader ended unexpectedly", page)
            if isinstance(message, Helped):
                processes.append(message.pid)
                allowed += len(content)
                continue
            if isinstance(message, At):
                page = message.page
            yield message
            if isinstance(message, Ended | Failed):
                return
            if isinstance(message, Opened) and not message.paged:
                page = 0
            heard = time.monotonic()

    def close(self) -> None:
        """End the process; safe to call twice."""
        process, self._process = self._process, None
        if process is None:
            return
        for child in _children(process.pid):  # a text recognition, a conversion
            with contextlib.suppress(psutil.Error):
                child.kill()
        with contextlib.suppress(OSError):
            process.kill()
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()
        process.wait()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            worker_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            pipesize=_PIPE,
        )
        self._messages = queue.Queue(_WAITING)
        threading.Thread(target=_listen, args=(self._process, self._messages), daemon=True).start()


def error_of(failed: Failed) -> LexDeskError:
    """The error the helper met, of the class it had there."""
    kinds = [LexDeskError]
    while kinds:
        kind = kinds.pop()
        if kind.code == failed.code and "code" in vars(kind):
            made = kind.__new__(kind)
            LexDeskError.__init__(made, failed.message, failed.next_step)
            return made
        kinds += kind.__subclasses__()
    return errors.SourceDamaged(failed.message, failed.next_step)


def _hand_over(process: "subprocess.Popen[bytes]", job: Job, content: bytes) -> None:
    assert process.stdin is not None
    # A helper that is gone shows on the other pipe.
    with contextlib.suppress(OSError, ValueError):
        write_frame(cast(BinaryIO, process.stdin), job, content)


def _listen(process: "subprocess.Popen[bytes]", messages: "queue.Queue[Message | None]") -> None:
    assert process.stdout is not None
    with process.stdout as frames, contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        while (frame := read_frame(cast(BinaryIO, frames))) is not None:
            message = frame[0]
            assert not isinstance(message, Job)
            _put(process, messages, message)
    _put(process, messages, None)


def _put(
    process: "subprocess.Popen[bytes]", messages: "queue.Queue[Message | None]", message: Message | None
) -> None:
    while True:
        try:
            messages.put(message, timeout=1.0)
            return
        except queue.Full:
            if process.poll() is not None and message is None:
                return  # nobody listens any more


def _memory_of(pid: int) -> int:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _children(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.Error:
        return []
