"""Authorities cited in opinions, memos and agreements: cases, statutes, rules, treaties. No I/O."""

import re
from collections.abc import Iterator

from lexdesk.law.statutes import Citation, CitationKind, Jurisdiction, find_statutes
from lexdesk.text.spans import Span

# A volume, a reporter and a page ("358 F.2d 508"), or a back reference: else the citator finds nothing
_REPORTER = re.compile(
    r"\d{1,4}\s+(?:[A-Z][\w.]*\.(?:\s?[\dA-Z][\w.’]*){0,4}|U\.?\s?S\.?|WL|LEXIS)\s+\d{1,7}\b|\bId\.|\bsupra\b|\bIbid\b"
)


def find_citations(text: str) -> list[Citation]:
    """Every citation in order, none overlapping another.

    American reporters, "Id." and "supra" are read by eyecite, all other forms by ``find_statutes``.
    A back reference carries the span of the citation it means, or None when that cannot be told.
    """
    own = find_statutes(text)
    cases = list(_american(text)) if _REPORTER.search(text) else []
    kept = [c for c in cases if not any(c.span.overlaps(o.span) for o in own)]
    return sorted([*own, *kept], key=lambda c: c.span)


def _american(text: str) -> Iterator[Citation]:
    # Loaded here: its reporter tables take half a second, and most agreements never need them
    from eyecite import get_citations, resolve_citations
    from eyecite.models import CitationBase, FullCaseCitation, FullJournalCitation, FullLawCitation

    found = get_citations(text)
    first: dict[int, Span] = {}
    for group in resolve_citations(found).values():
        for citation in group[1:]:
            first[id(citation)] = _span(group[0])
    for citation in found:
        if isinstance(citation, FullCaseCitation):
            yield _case(text, citation)
        elif isinstance(citation, FullLawCitation):
            span = _span(citation)
            said = text[span.start : span.end]
            yield Citation(
                span, "statute", said, " ".join(said.split()), jurisdiction="us", year=_year(citation)
            )
        elif not isinstance(citation, FullJournalCitation) and isinstance(citation, CitationBase):
            span = _span(citation)
            said = text[span.start : span.end]
            if re.match(r"§", said):  # a lone section sign is no citation
                continue
            pin = str(getattr(citation.metadata, "pin_cite", "") or "")
            yield Citation(
                span,
                "back_reference",
                said,
                " ".join(said.split()),
                pinpoint=pin,
                back_to=first.get(id(citation)),
            )


def _case(text: str, citation: object) -> Citation:
    from eyecite.models import FullCaseCitation

    assert isinstance(citation, FullCaseCitation)
    data = citation.metadata
    names = [" ".join(name.split()) for name in (data.plaintiff, data.defendant) if name]
    span = _span(citation)
    return Citation(
        span,
        "case",
        text[span.start : span.end],
        str(citation.corrected_citation()),  # type: ignore[no-untyped-call]
        " v. ".join(names),
        str(data.pin_cite or ""),
        "us",
        _year(citation),
    )


def _span(citation: object) -> Span:
    start, end = citation.span()  # type: ignore[attr-defined]
    return Span(int(start), int(end))


def _year(citation: object) -> int:
    year = str(getattr(getattr(citation, "metadata", None), "year", "") or "")
    return int(year) if year.isdigit() else 0


__all__ = ["Citation", "CitationKind", "Jurisdiction", "find_citations"]
