"""What the reader tells, piece by piece, and its form on a pipe.

A frame is two lengths (32 bits, big-endian), a JSON head and raw bytes. Nothing in it is code: what comes out
of a process that has read a hostile file is only ever taken for text and numbers.
"""

import json
import struct
import sys
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any, BinaryIO

from lexdesk.evidence.importing.page_frames import facts_of, page_of
from lexdesk.evidence.model import Finding, PassageSpan
from lexdesk.evidence.pdf_book import ReadPage
from lexdesk.matter.import_records import StoredPage

_LENGTHS = struct.Struct(">II")
MAX_FRAME = 1_100_000_000

Frame = tuple[dict[str, Any], bytes]


@dataclass(frozen=True)
class Job:
    """A file to be read. ``first_page`` and what follows are for taking an import up again: the first page
    that is missing, where its text will begin in the source, and what the reader wrote down before it.
    ``skip`` are pages at which a reader died. ``lines_only``: a PDF's pages are wanted as they are read
    (``Lines``), for another process to make texts of."""

    name: str
    password: str = ""
    first_page: int = 1
    start: int = 0
    carry: bytes = b""
    skip: tuple[int, ...] = ()
    lines_only: bool = False


@dataclass(frozen=True)
class Opened:
    """The file is of a known kind and opens. ``pages`` is their number in the whole file."""

    media_type: str
    paged: bool
    pages: int


@dataclass(frozen=True)
class At:
    """A page, from 1, is begun."""

    page: int


@dataclass(frozen=True)
class Lines:
    """A page that was read and is not yet text. ``weight``: what it counts towards a piece."""

    read: ReadPage
    weight: int


@dataclass(frozen=True)
class Helped:
    """The helper has another process read the pages; that one's number, so that its memory is seen too."""

    pid: int


@dataclass(frozen=True)
class Piece:
    """Pages that are whole, with their passages and what was noticed on them. The first page begins at
    ``start`` in the source text; passages count from there. ``carry``: what the reader needs to go on after
    them."""

    start: int
    pages: tuple[StoredPage, ...]
    passages: tuple[PassageSpan, ...]
    findings: tuple[Finding, ...]
    carry: bytes = b""

    @property
    def text(self) -> str:
        """The texts of the pages joined by a newline."""
        return "\n".join(page.text for page in self.pages)


@dataclass(frozen=True)
class Member:
    """A file inside the file: an attachment, or a member of an archive."""

    name: str
    content: bytes
    relation: str  # attachment_of | from_archive


@dataclass(frozen=True)
class Ended:
    """The file was read to its end."""

    title: str
    dated: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Failed:
    """The file cannot be read: code and sentences of a ``LexDeskError``."""

    code: str
    message: str
    next_step: str = ""


Message = Opened | At | Lines | Helped | Piece | Member | Ended | Failed
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Opened, At, Helped, Member, Failed, Job)}


@dataclass
class _Bytes:
    """Byte strings taken out of a head, one after the other."""

    parts: list[bytes] = field(default_factory=list)

    def out(self, data: bytes) -> int:
        self.parts.append(data)
        return len(data)


def write_frame(stream: BinaryIO, message: Message | Job, payload: bytes = b"") -> None:
    """Write one message; ``payload`` goes with a job (its file)."""
    held = _Bytes()
    kind = type(message).__name__
    if isinstance(message, Piece):
        text, spans = message.text, message.passages
        facts: dict[str, Any] = {
            "start": message.start,
            "pages": [
                [page.number, page.label, page.text, page.width, page.height, held.out(page.words)]
                for page in message.pages
            ],
            "findings": [[found.code, found.message, found.page] for found in message.findings],
            "kinds": [[kind, len([*same])] for kind, same in groupby(span.kind for span in spans)],
            # Most passages are as they stand in the text, which goes over once, and few are cells.
            "words": [
                [at, span.text] for at, span in enumerate(spans) if text[span.start : span.end] != span.text
            ],
            "labels": [[at, span.label] for at, span in enumerate(spans) if span.label],
            "places": held.out(b"".join([_numbers(column) for column in [*zip(*spans, strict=True)][1:5]])),
            "carry": held.out(message.carry),
        }
    elif isinstance(message, Lines):
        facts, numbers = facts_of(message.read)
        facts["weight"] = message.weight
        held.out(numbers)
    elif isinstance(message, Member):
        facts = {**vars(message), "content": held.out(message.content)}
    elif isinstance(message, Job):
        facts = {**vars(message), "carry": held.out(message.carry)}
    else:
        facts = asdict(message)
    head = json.dumps([kind, facts], ensure_ascii=False, separators=(",", ":"))
    head_bytes = head.encode("utf-8", errors="surrogatepass")
    body = b"".join(held.parts)
    stream.write(_LENGTHS.pack(len(head_bytes), len(body) + len(payload)))
    stream.write(head_bytes)
    stream.write(body)
    if payload:
        stream.write(payload)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[Message | Job, bytes] | None:
    """The next message and its payload; ``None`` at the end of the stream, also in the middle of a frame.
    Raises ``ValueError`` for what is no frame."""
    lengths = _exactly(stream, _LENGTHS.size)
    if lengths is None:
        return None
    head_length, body_length = _LENGTHS.unpack(lengths)
    if head_length > MAX_FRAME or body_length > MAX_FRAME:
        raise ValueError("not a frame")
    head, body = _exactly(stream, head_length), _exactly(stream, body_length)
    if head is None or body is None:
        return None
    kind, facts = json.loads(head.decode("utf-8", errors="surrogatepass"))
    return _message(kind, facts, body)


def _message(kind: str, facts: dict[str, Any], body: bytes) -> tuple[Message | Job, bytes]:
    at = 0

    def take(length: int) -> bytes:
        nonlocal at
        at += length
        return body[at - length : at]

    if kind == "Piece":
        pages = tuple(
            StoredPage(number, label, text, width, height, take(length))
            for number, label, text, width, height, length in facts["pages"]
        )
        passages = _passages("\n".join(page.text for page in pages), facts, take(facts["places"]))
        findings = tuple(Finding(*found) for found in facts["findings"])
        return Piece(facts["start"], pages, passages, findings, take(facts["carry"])), body[at:]
    if kind == "Lines":
        return Lines(page_of(facts, body), facts["weight"]), b""
    if kind == "Ended":
        return Ended(facts["title"], facts["dated"], tuple(Finding(**f) for f in facts["findings"])), b""
    for name in ("content", "carry"):
        if name in facts:
            facts[name] = take(facts[name])
    if "skip" in facts:
        facts["skip"] = tuple(facts["skip"])
    made: Message | Job = _KINDS[kind](**facts)
    return made, body[at:]


def _passages(text: str, facts: dict[str, Any], places: bytes) -> tuple[PassageSpan, ...]:
    kinds = [kind for kind, count in facts["kinds"] for _ in range(count)]
    columns = array("i", places)
    if sys.byteorder == "big":
        columns.byteswap()
    count = len(kinds)
    if len(columns) != 4 * count:
        raise ValueError("not a frame")
    starts, ends, *pages = (columns[count * at : count * (at + 1)].tolist() for at in range(4))
    words: list[str] = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    labels = [""] * count
    for given, told in ((words, facts["words"]), (labels, facts["labels"])):
        for at, said in told:
            given[at] = str(said)
    return tuple(map(PassageSpan, kinds, starts, ends, *pages, words, labels))


def _numbers(column: Sequence[int]) -> bytes:
    numbers = array("i", column)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _exactly(stream: BinaryIO, length: int) -> bytes | None:
    parts: list[bytes] = []
    while length:
        part = stream.read(min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
