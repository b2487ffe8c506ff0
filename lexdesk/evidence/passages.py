"""What can be cited: sentences, paragraphs and pages of a source, as spans of its text."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import quantiles
from typing import Literal

from lexdesk.evidence.marks import COVERED, UNREADABLE
from lexdesk.evidence.model import PageText, PassageSpan, ReadSource
from lexdesk.text.sentences import sentences
from lexdesk.text.spans import Span

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_ITEM = re.compile(r"\s*(?:\(?[a-z0-9]{1,4}[.)]|\d+(?:\.\d+)+|#{1,6} |[-*•] |第.{1,6}[章条节款项])", re.I)
_STOPS = (".", "!", "?", ":", ";", "。", "！", "？", "；", "：", "”", '"', ")", "）")


def page_starts(pages: Sequence[PageText]) -> list[int]:
    """Offset of each page's text in the source text (pages joined by a newline)."""
    starts: list[int] = []
    at = 0
    for page in pages:
        starts.append(at)
        at += len(page.text) + 1
    return starts


def page_at(starts: Sequence[int], pages: Sequence[PageText], offset: int) -> int:
    """Number of the page that holds ``offset``."""
    return pages[max(0, bisect_right(starts, offset) - 1)].number


def paragraphs(text: str, page_ends: Sequence[int] = ()) -> list[Span]:
    """Paragraphs, blanks trimmed: parted by blank lines, and by single line breaks where the lines are not
    those of wrapped prose (one paragraph to a line, lists, headings). A paragraph runs over a page end
    (offset of its line break) only where the sentence plainly goes on."""
    breaks = [gap.span() for gap in _BLANK_LINE.finditer(text)]
    breaks += [(end, end + 1) for end in page_ends if not _goes_on(text, end)]
    found: list[Span] = []
    at = 0
    for start, end in sorted(breaks):
        if start >= at:
            found += _lines_apart(text, at, start)
        at = max(at, end)
    found += _lines_apart(text, at, len(text))
    return found


def _goes_on(text: str, end: int) -> bool:
    before = text[max(0, end - 400) : end].rstrip()
    last = before.rpartition("\n")[2]
    after = text[end + 1 : end + 200].lstrip()
    if not after or before.endswith(_STOPS) or not re.search(r"[^\W\d_]{2}", last):
        return False
    if after[0].islower() or before.endswith(("-", "‐", ",")):
        return True
    # A full line that ends in a small letter runs on into a name or a capitalised term.
    return len(last) > 45 and before[-1].islower() and after[0].isalpha()


def _lines_apart(text: str, start: int, end: int) -> Iterator[Span]:
    lines: list[Span] = []
    at = start
    for words in text[start:end].split("\n"):
        lines.append(Span(at, at + len(words)))
        at += len(words) + 1
    usual = _usual_length([line.end - line.start for line in lines])
    begin = lines[0].start
    for line, after in pairwise(lines):
        if _breaks(text[line.start : line.end], text[after.start : after.end], usual):
            yield from _trim(text, begin, line.end)
            begin = after.start
    yield from _trim(text, begin, end)


def _usual_length(lengths: Sequence[int]) -> float:
    return float(lengths[0]) if len(lengths) < 2 else quantiles(lengths, n=4)[2]


def _breaks(line: str, after: str, usual: float) -> bool:
    bare = line.rstrip()
    if usual > 160:  # longer than any wrapped line: a paragraph to a line
        return True
    if _ITEM.match(after) and bare.endswith(_STOPS):
        return True
    return bare.endswith(_STOPS) and len(bare) < 0.7 * usual


def _trim(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    core = piece.strip()
    if core:
        left = start + len(piece) - len(piece.lstrip())
        yield Span(left, left + len(core))


def passages_of(read: ReadSource) -> list[PassageSpan]:
    """Every sentence, paragraph and page, in this order of kinds; offsets into ``read.text``.

    A sentence may run over a page end. Stretches that are wholly covered or unreadable are no passages.
    """
    text = read.text
    starts = page_starts(read.pages)
    found: list[PassageSpan] = []

    def add(kind: Literal["sentence", "paragraph", "page"], span: Span) -> None:
        words = text[span.start : span.end]
        if words.strip(COVERED + UNREADABLE + " \n\t.,;:"):
            first = page_at(starts, read.pages, span.start)
            last = page_at(starts, read.pages, max(span.start, span.end - 1))
            found.append(PassageSpan(kind, span.start, span.end, first, last, words))

    whole = paragraphs(text, [start - 1 for start in starts[1:]])
    for paragraph in whole:
        for sentence in sentences(text[paragraph.start : paragraph.end]):
            add("sentence", sentence.shifted(paragraph.start))
    for paragraph in whole:
        add("paragraph", paragraph)
    if read.paged:
        for start, page in zip(starts, read.pages, strict=True):
            if page.text.strip():
                add("page", Span(start, start + len(page.text)))
    return found
