"""The quote check against the sources of a matter."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace

from lexdesk.evidence.model import QuoteCheck
from lexdesk.evidence.quotes import check_quote
from lexdesk.matter.records import PassageRow
from lexdesk.matter.stores import Reader

_GOOD = ("exact", "normalised")
_WORD = re.compile(r"\w+")
_FOOTNOTE = re.compile(r"\s*(?:\[?\^?\d{1,3}[\]:.)]?|[*†‡§]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})\s+\S")


def check_in_source(read: Reader, source_id: int, quote: str, page: int | None = None) -> QuoteCheck:
    """``check_quote`` against a stored source, on ``page`` (sheet number) where one is claimed.

    Words that run over a page end are found although running heads or footnotes stand between. Words that
    are not in this source but unchanged in another one are ``found_elsewhere``, and the note names it.
    Raises ``NotFound``.
    """
    source = read.sources.get(source_id)
    text = read.sources.text(source_id)
    starts = read.sources.page_starts(source_id) if source.paged else [0]

    def page_of(offset: int) -> int | None:
        return bisect_right(starts, offset) if source.paged else None

    check = check_quote(quote, text, page_of, page if source.paged else None)
    if check.state not in ("altered", "not_found"):
        return check
    over = _over_pages(read, source_id, quote, page) or _round_footnotes(read, source_id, quote, page)
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


def _round_footnotes(read: Reader, source_id: int, quote: str, page: int | None) -> QuoteCheck | None:
    """Words that begin at the end of one page's text and go on at the beginning of the next, with footnotes
    of the first page between them."""
    starts = [row.start for row in read.searching.sentences(source_id)]  # running heads have no sentences
    pages: dict[int, list[PassageRow]] = {}
    for row in read.passages.of_source(source_id, "paragraph"):
        if bisect_left(starts, row.end) > bisect_left(starts, row.start):
            pages.setdefault(row.page_to, []).append(row)
            if row.page_from != row.page_to:
                pages.setdefault(row.page_from, []).append(row)
    begins = _WORD.findall(quote)[:2]
    for number, rows in sorted(pages.items()):
        text = [row for at, row in enumerate(rows) if not at or not _FOOTNOTE.match(row.text)]
        after = [row for row in pages.get(number + 1, ()) if row.page_from == number + 1]
        if len(text) == len(rows) or not text or not after or not all(w in text[-1].text for w in begins):
            continue
        check = check_quote(quote, f"{text[-1].text}\n{after[0].text}")
        if check.state in _GOOD:
            spread = replace(text[-1], end=after[0].end, page_to=after[0].page_to)
            note = f"{check.note} A footnote of page {number} stands between."
            return _placed(replace(check, state="normalised", note=note.strip()), spread, page)
    return None


def _placed(check: QuoteCheck, passage: PassageRow, page: int | None) -> QuoteCheck:
    there = replace(check, start=passage.start, end=passage.end, page=passage.page_from)
    if page is not None and not passage.page_from <= page <= passage.page_to:
        note = f"The words stand on pages {passage.page_from}-{passage.page_to}, not on page {page}."
        return replace(there, state="found_elsewhere", note=note)
    return there
