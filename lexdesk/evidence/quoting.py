"""The quote check against the sources of a matter."""

from bisect import bisect_right
from dataclasses import replace

from lexdesk.evidence.model import QuoteCheck
from lexdesk.evidence.quotes import check_quote
from lexdesk.matter.records import PassageRow
from lexdesk.matter.stores import Reader

_GOOD = ("exact", "normalised")


def check_in_source(read: Reader, source_id: int, quote: str, page: int | None = None) -> QuoteCheck:
    """``check_quote`` against a stored source, on ``page`` (sheet number) where one is claimed.

    Words that run over a page end are found although running heads stand between. Words that are not in this
    source but unchanged in another one are ``found_elsewhere``, and the note names it. Raises ``NotFound``.
    """
    source = read.sources.get(source_id)
    text = read.sources.text(source_id)
    starts = read.sources.page_starts(source_id) if source.paged else [0]

    def page_of(offset: int) -> int | None:
        return bisect_right(starts, offset) if source.paged else None

    check = check_quote(quote, text, page_of, page if source.paged else None)
    if check.state not in ("altered", "not_found"):
        return check
    over = _over_pages(read, source_id, quote, page)
    if over is not None:
        return over
    for other in read.sources.list():
        if other.id != source_id and check_quote(quote, read.sources.text(other.id)).state in _GOOD:
            name = other.short_name or other.title
            note = f"The words stand in “{name}”, not in this source."
            return QuoteCheck("found_elsewhere", None, None, None, (), note)
    return check


def _over_pages(read: Reader, source_id: int, quote: str, page: int | None) -> QuoteCheck | None:
    for passage in read.passages.of_source(source_id, "paragraph"):
        if passage.page_from == passage.page_to:
            continue
        check = check_quote(quote, passage.text)
        if check.state in _GOOD:
            return _placed(check, passage, page)
    return None


def _placed(check: QuoteCheck, passage: PassageRow, page: int | None) -> QuoteCheck:
    there = replace(check, start=passage.start, end=passage.end, page=passage.page_from)
    if page is not None and not passage.page_from <= page <= passage.page_to:
        note = f"The words stand on pages {passage.page_from}-{passage.page_to}, not on page {page}."
        return replace(there, state="found_elsewhere", note=note)
    return there
