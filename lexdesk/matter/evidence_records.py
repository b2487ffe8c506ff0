"""What the matter holds of descriptions, relations, checks and destroyed sources."""

from dataclasses import dataclass
from typing import Literal

Basis = Literal["suggested", "said", "confirmed"]
RelationState = Literal["suggested", "confirmed", "refused"]


@dataclass(frozen=True)
class FactRow:
    """Something said of a source. ``because`` are the words of the source that code went by, "" if none."""

    id: int
    source_id: int
    field: str
    value: str
    said_by: str
    at: str
    basis: Basis
    because: str


@dataclass(frozen=True)
class RelationRow:
    """A typed relation. An end without a source is a passage of a working document."""

    id: int
    kind: str
    from_source: int | None
    from_passage: int | None
    to_source: int | None
    to_passage: int | None
    evidence_passage: int | None
    because: str
    made_by: str
    at: str
    state: RelationState
    state_by: str


@dataclass(frozen=True)
class AuthorityCheckRow:
    """What somebody found about an authority on a networked machine. ``ref``: "source 3" or "cited: ..."."""

    id: int
    ref: str
    source_id: int | None
    authority: str
    status: str
    checked_by: str
    checked_on: str
    checked_where: str
    note: str
    taken_by: str
    at: str


@dataclass(frozen=True)
class ExpungedRow:
    """A destroyed source: the hash and size of its bytes, why, by whom, when."""

    id: int
    source_id: int
    sha256: str
    size: int
    reason: str
    said_by: str
    at: str


@dataclass(frozen=True)
class ExpungedPlaceRow:
    """A place whose text was wiped with a source; ``removed`` counts its code points (bytes of a file)."""

    id: int
    expunged_id: int
    held_in: str
    stored: str
    field: str
    removed: int
