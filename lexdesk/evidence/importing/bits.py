"""A piece of a source cut small, so that each transaction takes about as long as others can wait."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lexdesk.evidence.importing.messages import Piece
from lexdesk.evidence.model import PassageSpan
from lexdesk.matter.import_records import StoredPage

SHORT = 0.05  # seconds one transaction shall take
# Passages of one transaction. To write out costs much the same for few and for many, and most where the disk
# is slow: fewer at a time would keep others waiting longer, not shorter.
LEAST, FIRST, MOST = 150, 400, 2000


@dataclass(frozen=True)
class Bit:
    """A page with the passages that begin on it, or some more passages."""

    pages: tuple[StoredPage, ...]
    passages: tuple[PassageSpan, ...]
    weight: int


def bits_of(piece: Piece) -> Iterator[Bit]:
    """The piece cut small, in the order of its pages. Its pages come before any passage that ends on them,
    so what is searchable can be shown."""
    spans: dict[int, list[PassageSpan]] = {}
    for span in piece.passages:
        spans.setdefault(span.page_to, []).append(span)
    for page in piece.pages:
        there = spans.pop(page.number, [])
        yield Bit((page,), tuple(there[:LEAST]), min(len(there), LEAST) + 2)
        for at in range(LEAST, len(there), LEAST):
            part = tuple(there[at : at + LEAST])
            yield Bit((), part, len(part))


def take(bits: Sequence[Bit], at: int, size: int) -> tuple[list[Bit], int]:
    """The bits of the next transaction, of about ``size`` passages and at least one bit; where to go on."""
    taken: list[Bit] = []
    weight = 0
    while at < len(bits) and (not taken or weight + bits[at].weight <= size):
        taken.append(bits[at])
        weight += bits[at].weight
        at += 1
    return taken, at


def next_size(size: int, took: float) -> int:
    """Passages of the next transaction, after one of ``size`` took so many seconds."""
    return max(LEAST, min(MOST, int(size * min(2.0, SHORT / max(took, 0.001)))))
