"""Long streams through age's encryption and back, with reading, writing and hashing beside it.

The library holds the interpreter while it works, and asks for 8 KiB and gives 64 KiB at a time. Between
two large pieces it needs nothing of the interpreter's, so that the hashes of the same bytes are taken on the
other core meanwhile.
"""

import errno
import io
from queue import Queue
from typing import BinaryIO, Protocol

import pyrage

from lexdesk.matter.beside import AHEAD, PIECE, Beside, InOrder

SMALL = 1 << 20  # pieces below are put together


class Takes(Protocol):
    """What the encrypted bytes go to."""

    def write(self, data: bytes, /) -> object: ...


class EncryptedStream(io.RawIOBase):
    """Encrypts what is written to it, for ``recipient``, and writes that to ``target``."""

    def __init__(self, target: Takes, recipient: object) -> None:
        self._small = bytearray()
        self._waiting: Queue[memoryview] = Queue(AHEAD)
        self._failed: list[BaseException] = []
        self._ended = False
        self._thread = Beside(lambda: self._encrypt(target, recipient), "seal")

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        """Take bytes, which must not change any more. ``OSError`` when the target took no more."""
        if self._ended:
            raise ValueError("written to after its end")
        view = memoryview(data)  # type: ignore[arg-type]
        if len(view) < SMALL:
            self._small += view
            if len(self._small) >= SMALL:
                self._send_small()
        else:
            self._send_small()
            self._waiting.put(view)
        if self._failed:
            raise _not_taken(self._failed[0])
        return len(view)

    def finish(self) -> None:
        """Encrypt the rest. ``OSError`` when the target did not take all of it."""
        self._end()
        if self._failed:
            raise _not_taken(self._failed[0])

    def close(self) -> None:
        self._end()
        super().close()

    def _send_small(self) -> None:
        if self._small:
            self._waiting.put(memoryview(bytes(self._small)))
            self._small.clear()

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._send_small()
            self._waiting.put(memoryview(b""))
            self._thread.result()

    def _encrypt(self, target: Takes, recipient: object) -> None:
        given = _Given(self._waiting)
        out = _InLargePieces(target)
        try:
            pyrage.encrypt_io(io.BufferedReader(given, PIECE), out, [recipient])
            out.finish()
        except (pyrage.EncryptError, OSError) as error:
            self._failed.append(out.failed() or error)
        finally:
            given.skip()


def decrypt(source: BinaryIO, target: Takes, identity: object) -> None:
    """Decrypt all of ``source`` to ``target``. Raises ``pyrage.DecryptError`` and what either of the two
    raises; then what was written is worth nothing."""
    waiting: Queue[memoryview] = Queue(AHEAD)
    reading = Beside(lambda: _hand_over(source, waiting), "read sealed")
    given, out = _Given(waiting), _InLargePieces(target)
    try:
        pyrage.decrypt_io(io.BufferedReader(given, PIECE), out, [identity])
        out.finish()
    except (pyrage.DecryptError, OSError) as error:
        failed = out.failed()
        given.skip()
        reading.result()  # what failed first
        if failed is not None:
            raise failed from None
        if isinstance(error, OSError):  # so the library calls a chunk whose mark does not fit
            raise pyrage.DecryptError(str(error)) from error
        raise
    finally:
        given.skip()
    reading.result()


def _hand_over(source: BinaryIO, waiting: "Queue[memoryview]") -> None:
    try:
        while piece := source.read(PIECE):
            waiting.put(memoryview(piece))
    finally:
        waiting.put(memoryview(b""))


class _Given(io.RawIOBase):
    """The pieces in the queue as one stream; an empty one is the end."""

    def __init__(self, waiting: "Queue[memoryview]") -> None:
        self._waiting = waiting
        self._now = memoryview(b"")
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        place = memoryview(buffer)  # type: ignore[arg-type]
        if not self._now and not self._ended:
            self._now = self._waiting.get()
            self._ended = not self._now
        count = min(len(place), len(self._now))
        place[:count] = self._now[:count]
        self._now = self._now[count:]
        return count

    def skip(self) -> None:
        """Take the rest away, so that nobody waits to hand it over."""
        while not self._ended:
            self._ended = not self._waiting.get()


class _InLargePieces:
    """Puts what it is given together and has it written beside."""

    def __init__(self, target: Takes) -> None:
        self._pieces: list[bytes] = []
        self._size = 0
        self._writing: InOrder[bytes] = InOrder(target.write, "write sealed")

    def write(self, data: bytes) -> int:
        self._pieces.append(data)
        self._size += len(data)
        if self._size >= PIECE:
            self._give()
        return len(data)

    def flush(self) -> None:
        """Nothing: ``finish`` is the end."""

    def finish(self) -> None:
        self._give()
        self._writing.finish()

    def failed(self) -> BaseException | None:
        """End, and tell what the writing failed with."""
        self._writing.stop()
        return self._writing.error

    def _give(self) -> None:
        pieces, self._pieces, self._size = self._pieces, [], 0
        self._writing.give(b"".join(pieces))


def _not_taken(error: BaseException) -> OSError:
    number = getattr(error, "errno", None) or errno.EIO
    return OSError(number, "the place did not take all of it")
