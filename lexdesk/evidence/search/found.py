"""Where to look, and what a search brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.evidence.model import SearchHit
from lexdesk.matter.records import SourceRow

#: Below this share of what a question asks for, nothing is called an answer to it. A question that asks for a
#: thing ("what is the annual fee?") takes it for granted; one that asks whether ("may they assign?") is
#: answered by a passage on the matter, too. Measured: docs/measurements/retrieval.md.
THRESHOLD = 0.5
THRESHOLD_WHETHER = 0.3


@dataclass(frozen=True)
class Scope:
    """Which sources are searched. Empty tuples and texts choose nothing away; dates are ISO, inclusive, and a
    source without a date is outside of any range of dates."""

    source_ids: tuple[int, ...] | None = None
    roles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    jurisdictions: tuple[str, ...] = ()
    dated_from: str = ""
    dated_to: str = ""
    privileged: bool | None = None

    def holds(self, source: SourceRow) -> bool:
        """Whether the source is one of those."""
        return (
            (self.source_ids is None or source.id in self.source_ids)
            and (not self.roles or source.role in self.roles)
            and (not self.kinds or source.kind in self.kinds)
            and (not self.statuses or source.status in self.statuses)
            and (not self.jurisdictions or source.jurisdiction in self.jurisdictions)
            and (not self.dated_from or source.dated >= self.dated_from)
            and (not self.dated_to or "" < source.dated <= self.dated_to)
            and (self.privileged is None or source.privileged == self.privileged)
        )


EVERYWHERE = Scope()


@dataclass(frozen=True)
class FoundStretch:
    """Whole sentences in a row, at most 600 characters: ``start`` and ``end`` are offsets in the source text.
    ``passage_ids`` are the sentences, ``best`` the one that answers most. ``support`` (0..1) is the share of
    what was asked for that the stretch speaks of; it is no judgment on whether it says so."""

    source_id: int
    start: int
    end: int
    text: str
    page_from: int
    page_to: int
    passage_ids: tuple[int, ...]
    best: int
    score: float
    support: float


@dataclass(frozen=True)
class Found:
    """``hits``: single sentences, best first. ``stretches``: where an answer may stand, best first; empty
    when the support of the best is below ``threshold``: then ``answered`` is False. ``support`` is that of
    the best. ``asks`` tells a question from a few words to look up. ``not_searched`` says what was left out,
    in sentences."""

    hits: tuple[SearchHit, ...] = ()
    stretches: tuple[FoundStretch, ...] = ()
    answered: bool = False
    asks: bool = False
    support: float = 0.0
    threshold: float = THRESHOLD
    not_searched: tuple[str, ...] = ()


def names(sources: Sequence[SourceRow]) -> str:
    """Sources by their short names, parted by semicolons."""
    return "; ".join(source.short_name or source.title or source.file_name for source in sources)
