"""What was read from one state of a document, and what of it still holds in the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lexdesk.word.model import Paragraph, Revision
from lexdesk.word.styles import ParagraphLook


@dataclass(frozen=True)
class Numbered:
    """How a paragraph takes part in its list; ``counts``: it stands in the current text."""

    look: ParagraphLook
    level: int
    indent: int
    counts: bool


@dataclass(frozen=True)
class Reading:
    """Everything read from one state of a document; ``numbered``, ``marks`` and ``noted`` (paragraphs that
    refer to a note) are for reading a later state."""

    paragraphs: tuple[Paragraph, ...]
    revisions: tuple[Revision, ...]
    numbered: Mapping[str, Numbered] = field(default_factory=dict)
    marks: Mapping[tuple[str, str], str] = field(default_factory=dict)
    noted: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Earlier:
    """The reading of the state before an edit, and the keys of the paragraphs that are the same after it
    (:mod:`lexdesk.word.rereading`)."""

    reading: Reading
    same: frozenset[str]


def kept_records(earlier: Earlier, revisions: Sequence[Revision]) -> dict[str, Paragraph]:
    """The records that still hold, with the names that their tracked changes have now.

    A record is kept only where no more than its own paragraph decides what it says: a changed mark depends
    on the next paragraph, a change of several paragraphs on all of them.
    """
    was, now = _by_paragraph(earlier.reading.revisions), _by_paragraph(revisions)
    found: dict[str, Paragraph] = {}
    for paragraph in earlier.reading.paragraphs:
        key = paragraph.key
        if key not in earlier.same or paragraph.mark_change:
            continue
        old, new = was.get(key, ()), now.get(key, ())
        if not old and not new:
            found[key] = paragraph
        elif len(old) == len(new) and all(_still(a, b) for a, b in zip(old, new, strict=True)):
            names = {a.id: b.id for a, b in zip(old, new, strict=True)}
            found[key] = _renamed(paragraph, names)
    return found


def _by_paragraph(revisions: Sequence[Revision]) -> dict[str, list[Revision]]:
    found: dict[str, list[Revision]] = {}
    for revision in revisions:
        for key in revision.keys:
            found.setdefault(key, []).append(revision)
    return found


def _still(one: Revision, other: Revision) -> bool:
    return len(one.keys) == 1 and replace(one, id=other.id) == other


def _renamed(paragraph: Paragraph, names: Mapping[str, str]) -> Paragraph:
    """The paragraph with other names for its revisions."""
    if all(old == new for old, new in names.items()):
        return paragraph
    pieces = tuple(
        replace(piece, revision=names.get(piece.revision, piece.revision)) if piece.revision else piece
        for piece in paragraph.pieces
    )
    return replace(paragraph, pieces=pieces)
