"""What a model or a person proposes, before it is anchored. Offsets are code points, half-open."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ReplaceText:
    """Replace ``old`` by ``new``. Without ``paragraph_key`` the text is looked up once, in ``section``
    (a label) if given, else in the whole document; with ``start`` and ``end`` it must stand exactly there."""

    old: str
    new: str
    paragraph_key: str | None = None
    start: int | None = None
    end: int | None = None
    section: str = ""


@dataclass(frozen=True)
class ReplaceParagraph:
    """The whole paragraph shall read ``new``; code computes which words change. A line break in ``new``
    begins a further paragraph; "" deletes the paragraph. ``old``, if given, must be its text now."""

    key: str
    new: str
    old: str | None = None


@dataclass(frozen=True)
class DeleteClause:
    """Delete a clause with its descendants: ``section`` is its label ("12.7(b)") or its id in the tree."""

    section: str


@dataclass(frozen=True)
class DeleteParagraphs:
    """Delete these paragraphs with their marks."""

    keys: tuple[str, ...]


@dataclass(frozen=True)
class InsertAfter:
    """New paragraphs (one a line) directly after paragraph ``key``, looking like ``like`` ("" = ``key``)."""

    key: str
    text: str
    like: str = ""


@dataclass(frozen=True)
class InsertBefore:
    """New paragraphs (one a line) directly before paragraph ``key``, looking like ``like`` ("" = ``key``)."""

    key: str
    text: str
    like: str = ""


@dataclass(frozen=True)
class Move:
    """Take these paragraphs, in this order, to stand directly after or before paragraph ``anchor``. They keep
    their keys, and so their history."""

    keys: tuple[str, ...]
    anchor: str
    where: Literal["after", "before"] = "after"


@dataclass(frozen=True)
class MoveClause:
    """Take a clause with its descendants to stand after or before clause ``beside``; both labels or ids."""

    section: str
    beside: str
    where: Literal["after", "before"] = "after"


Proposal = (
    ReplaceText
    | ReplaceParagraph
    | DeleteClause
    | DeleteParagraphs
    | InsertAfter
    | InsertBefore
    | Move
    | MoveClause
)
