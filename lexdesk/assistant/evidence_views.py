"""What the desk shows of sources beyond their list: standing, history, relations. Frozen, no behaviour."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NoticeView:
    """Something a reader must know of a citation. ``code`` with ``facts`` lets the window word it in its own
    language; ``sentence`` is the English one. ``earlier``: the words may not be those of today."""

    code: str
    facts: tuple[tuple[str, str], ...]
    sentence: str
    earlier: bool
    passage_id: int | None


@dataclass(frozen=True)
class StandingView:
    """What a citation is from: codes of the ontology, "" where nobody has said. ``words`` is the English."""

    kind: str
    status: str
    status_by: str
    extent: str
    voice: str
    unconfirmed: tuple[str, ...]
    notices: tuple[NoticeView, ...]
    words: str

    @property
    def earlier(self) -> bool:
        """Whether the words may not be those of today."""
        return any(notice.earlier for notice in self.notices)


@dataclass(frozen=True)
class FactView:
    """Something said of a source: by whom, when, on what basis, by which words of the source."""

    field: str
    value: str
    said_by: str
    at: str
    basis: str  # suggested | said | confirmed
    because: str


@dataclass(frozen=True)
class RelationEnd:
    """One end of a relation: a source, or a passage of a source or of a working document."""

    source_id: int | None
    passage_id: int | None
    name: str
    text: str  # words of the passage, "" for a whole source


@dataclass(frozen=True)
class RelationView:
    """A typed relation, read from its first end to its second."""

    id: int
    kind: str
    subject: RelationEnd
    object: RelationEnd
    state: str  # suggested | confirmed | refused
    state_by: str
    made_by: str
    at: str
    because: str
    evidence_passage: int | None


@dataclass(frozen=True)
class SourceCard:
    """Everything known of one source. ``problems`` are sentences (an amendment that fits nothing)."""

    source_id: int
    standing: StandingView
    facts: tuple[FactView, ...]
    relations: tuple[RelationView, ...]
    named_by: tuple[tuple[int, str, int], ...]  # source, sentence, passage
    problems: tuple[str, ...]
