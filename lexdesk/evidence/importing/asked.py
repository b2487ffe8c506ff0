"""One file on its way in, and what became of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lexdesk.errors import LexDeskError
from lexdesk.evidence.importing.bits import FIRST
from lexdesk.evidence.importing.messages import Opened
from lexdesk.evidence.pdf import Progress
from lexdesk.matter.import_records import StoredPage
from lexdesk.matter.records import SourceRow

MOST_MEMBERS = 2000  # files that come out of one


@dataclass(frozen=True)
class Added:
    """What became of one file: a source (``is_new`` unless its bytes were there before), or an error; and
    what became of the files inside it."""

    name: str
    source: SourceRow | None
    is_new: bool = False
    error: LexDeskError | None = None
    members: tuple["Added", ...] = ()


@dataclass
class Import:
    """One file on its way in."""

    name: str
    content: bytes
    fields: dict[str, Any]
    by: str
    password: str
    progress: Progress
    cancelled: Callable[[], bool]
    depth: int = 0
    source_id: int = 0  # 0 until its first piece is stored
    opened: Opened | None = None
    pages_read: int = 0
    start: int = 0
    carry: bytes = b""
    size: int = FIRST  # passages of the next transaction
    read: list[StoredPage] = field(default_factory=list)  # of a file that is not paged
    members: list[Added] = field(default_factory=list)
    budget: list[int] = field(default_factory=lambda: [MOST_MEMBERS])
