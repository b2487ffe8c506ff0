"""What the matter holds of the reading of a source."""

from dataclasses import dataclass
from typing import Literal

ImportState = Literal["reading", "stopped", "failed", "done"]


@dataclass(frozen=True)
class ImportRow:
    """How far a source was read. ``pages_read`` of ``pages`` are in the matter with their passages.

    "reading": under way, or cut off by a crash; "stopped" by the lawyer; "failed": see ``why``. All three can
    be taken up again. A source without such a row was read whole.
    """

    source_id: int
    state: ImportState
    pages: int
    pages_read: int
    why: str  # one sentence, "" unless failed
    begun_by: str
    said: str  # JSON: what the lawyer said of the source when it was added
    started_at: str
    ended_at: str  # "" while it is not whole

    @property
    def finished(self) -> bool:
        """True when every page was read."""
        return self.state == "done"


@dataclass(frozen=True)
class StoredPage:
    """A page ready to be stored; ``words`` as ``page_words.laid_out`` made them."""

    number: int
    label: str
    text: str
    width: float
    height: float
    words: bytes
