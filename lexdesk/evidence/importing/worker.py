"""The helper process that reads files. It gets a job and the file's bytes on its standard input, answers with
messages on what was standard output, and knows nothing of the matter.

A file that crashes the parser, or makes it take all memory, ends this process and nothing else. The end of
standard input ends it too, so that it never outlives the program that started it.
"""

import contextlib
import gc
import os
import queue
import sys
import threading
from typing import BinaryIO

from lexdesk.errors import LexDeskError
from lexdesk.evidence.importing.messages import Failed, Job, Lines, Piece, read_frame, write_frame
from lexdesk.evidence.importing.pieces import read_in_pieces
from lexdesk.evidence.importing.reader import ReaderGone
from lexdesk.evidence.importing.second import lines_from_a_second_process

_COLLECTED = 300  # pages between two runs of the collector
ADDRESS_SPACE = 6 * 1024**3  # bytes; a fence for what grows faster than anyone can watch (where there is one)


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Read one file after the other until the requests end."""
    jobs: queue.SimpleQueue[tuple[Job, bytes] | None] = queue.SimpleQueue()

    def listen() -> None:
        while (frame := read_frame(requests)) is not None:
            job, content = frame
            assert isinstance(job, Job)
            jobs.put((job, content))
        if busy.is_set():
            os._exit(1)  # nobody is left to hear what comes of it
        jobs.put(None)

    busy = threading.Event()
    threading.Thread(target=listen, name="jobs", daemon=True).start()
    while (asked := jobs.get()) is not None:
        busy.set()
        _read(*asked, replies)
        busy.clear()


def _read(job: Job, content: bytes, replies: BinaryIO) -> None:
    try:
        elsewhere = lines_from_a_second_process if (os.cpu_count() or 1) > 1 else None
        pages = 0  # since the collector ran
        for message in read_in_pieces(content, job, elsewhere=elsewhere):
            write_frame(replies, message)
            if isinstance(message, Lines | Piece):
                pages += len(message.pages) if isinstance(message, Piece) else 1
                if pages >= _COLLECTED:
                    gc.collect()
                    pages = 0
    except ReaderGone:
        os._exit(1)  # the second process ended; the last page told is where
    except LexDeskError as error:
        write_frame(replies, Failed(error.code, error.message, error.next_step))
    except MemoryError:
        write_frame(replies, _failed(job, "reading it takes more memory than LexDesk gives an import"))
    except RecursionError:
        write_frame(replies, _failed(job, "it is nested too deeply"))
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - edge of the process: a parser met what it did not expect
        write_frame(replies, _failed(job, f"the reader failed: {type(error).__name__}"))


def _failed(job: Job, why: str) -> Failed:
    return Failed(
        "source_damaged",
        f"“{job.name}” cannot be read ({why}).",
        "Save it anew in the program it was made with, or ask the sender for it again.",
    )


def _fence() -> None:
    """Where the system can, bound the memory of this process."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> int:
    """Serve until standard input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _fence()
    # Words and lines form no cycles; looking for some among millions of them took a tenth of the time.
    gc.freeze()
    gc.disable()
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, replies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
