"""A second process of the helper: it reads the pages of a long PDF while the first makes texts of them.

Each takes about half of the work, and the second is the one that a hostile file can crash or stall. When it
ends before its time so does the first, whose last word names the page; the program then goes on as after
any end of the helper (see ``reader``).
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from lexdesk.evidence.importing.messages import Helped, Job, Message
from lexdesk.evidence.importing.reader import ReaderProcess


def lines_from_a_second_process(content: bytes, job: Job) -> Iterator[Message]:
    """What ``read_lines`` gives, and ``Helped``. Raises ``ReaderGone`` and what the file is refused for."""
    # The program watches over the memory of both, and over their silence.
    with ReaderProcess(memory=math.inf, silence=math.inf) as reader:
        told = False
        for message in reader.read(content, replace(job, carry=b"", lines_only=True), lambda: False):
            if not told:
                yield Helped(reader.pid)
                told = True
            yield message
