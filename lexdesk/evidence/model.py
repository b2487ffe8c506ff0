"""What is read from a source file, before and after it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from lexdesk.matter.page_words import PlacedWord
from lexdesk.text.spans import Span

Role = Literal[
    "law",
    "secondary",
    "fact",
    "other_side_fact",
    "draft",
    "earlier_draft",
    "precedent",
    "playbook",
    "note",
    "unknown",
]
Status = Literal["in_force", "superseded", "repealed", "overruled", "draft", "executed", "unknown"]


@dataclass(frozen=True)
class PageText:
    """One page (PDF) or the whole of an unpaged text (number 1)."""

    number: int  # sheet number, from 1
    label: str  # printed label where the file gives one, else str(number)
    text: str
    width: float = 0.0  # points, as shown; 0 for unpaged
    height: float = 0.0
    words: Sequence[PlacedWord] = ()
    edges: tuple[Span, ...] = ()  # running heads and feet: spans into the page text


@dataclass(frozen=True)
class Finding:
    """Something the lawyer should know about a file: no text on a page, concealed text, and so on."""

    code: str
    message: str
    page: int | None = None


@dataclass(frozen=True)
class MemberFile:
    """A file inside a file: an attachment of a mail, a member of an archive."""

    name: str
    content: bytes
    relation: Literal["attachment_of", "from_archive"]


@dataclass(frozen=True)
class ReadSource:
    """A file as read. The source text is the page texts joined by "\\n"; offsets count in it."""

    media_type: str
    pages: tuple[PageText, ...]
    title: str
    dated: str  # ISO date found in the file, "" if none
    findings: tuple[Finding, ...]
    paged: bool  # True when page numbers mean something
    members: tuple["MemberFile", ...] = ()  # files inside the file, to be sources of their own
    cells: tuple["PassageSpan", ...] | None = None  # passages where the reader knows them (a cell is one)

    @property
    def text(self) -> str:
        """All page texts joined by a newline."""
        return "\n".join(page.text for page in self.pages)


class PassageSpan(NamedTuple):
    """A passage to be stored: offsets into the source text, half-open, code points. A tuple, since a long
    file has a million of them."""

    kind: Literal["sentence", "paragraph", "page"]
    start: int
    end: int
    page_from: int
    page_to: int
    text: str
    label: str = ""  # of a cell: "Sheet1!B7"


@dataclass(frozen=True)
class HighlightBox:
    """A rectangle on a page as shown, in points."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class SearchHit:
    """A passage found. ``why`` is "words" or "characters"; ``score`` grows with relevance."""

    passage_id: int
    source_id: int
    text: str
    page_from: int
    page_to: int
    score: float
    why: str


@dataclass(frozen=True)
class QuoteCheck:
    """P9. ``state`` of a quotation against one source text; ``start``/``end`` where it was found."""

    state: Literal["exact", "normalised", "altered", "not_found", "found_elsewhere", "too_short"]
    start: int | None
    end: int | None
    page: int | None
    differing: tuple[tuple[str, str], ...] = ()  # (quoted words, words of the source)
    note: str = ""


@dataclass(frozen=True)
class RenderedPage:
    """A page as an RGB picture: ``data`` holds ``height`` rows of ``stride`` bytes."""

    width: int
    height: int
    stride: int
    data: bytes
