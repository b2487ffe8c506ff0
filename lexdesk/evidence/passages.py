"""What can be cited: sentences, paragraphs and pages of a source, as spans of its text."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from lexdesk.evidence.marks import COVERED, UNREADABLE
from lexdesk.evidence.model import PageText, PassageSpan, ReadSource
from lexdesk.text.sentences import sentences
from lexdesk.text.spans import Span

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_ITEM = re.compile(r"\s*(?:\(?[a-z0-9]{1,4}[.)]|\d+(?:\.\d+)+|#{1,6} |[-*•] |第.{1,6}[章条节款项])", re.I)
_NUMBERED = re.compile(r"\s*\d{1,3}\.\s+\S")
_NO_WORDS = COVERED + UNREADABLE + " \n\t.,;:"
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


def paragraphs(text: str) -> list[Span]:
    """Paragraphs, blanks trimmed: parted by blank lines, and by single line breaks where the lines are not
    those of wrapped prose (one paragraph to a line, lists, headings)."""
    found: list[Span] = []
    at = 0
    for gap in _BLANK_LINE.finditer(text):
        found += _lines_apart(text, at, gap.start())
        at = gap.end()
    found += _lines_apart(text, at, len(text))
    return found


def _lines_apart(text: str, start: int, end: int) -> Iterator[Span]:
    lines = text[start:end].split("\n")
    if len(lines) > 1:
        usual = _usual_length([len(line) for line in lines])
        at = begin = start
        for line, after in pairwise(lines):
            at += len(line) + 1
            if _breaks(line, after, usual):
                yield from _trim(text, begin, at - 1)
                begin = at
        start = begin
    yield from _trim(text, start, end)


def _usual_length(lengths: Sequence[int]) -> float:
    """The upper quartile of at least two lengths, as ``statistics.quantiles`` has it."""
    ranked = sorted(lengths)
    count = len(ranked)
    at = min(max(3 * (count + 1) // 4, 1), count - 1)
    share = 3 * (count + 1) - 4 * at
    return (ranked[at - 1] * (4 - share) + ranked[at] * share) / 4


def _breaks(line: str, after: str, usual: float) -> bool:
    if usual > 160:  # longer than any wrapped line: a paragraph to a line
        return True
    bare = line.rstrip()
    if bare.endswith(_STOPS) and (len(bare) < 0.7 * usual or _ITEM.match(after)):
        return True
    # A heading just above a numbered paragraph.
    return len(bare) < 0.6 * usual and bool(_NUMBERED.match(after))


def _trim(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    core = piece.strip()
    if core:
        left = start + len(piece) - len(piece.lstrip())
        yield Span(left, left + len(core))


def passages_of(read: ReadSource) -> list[PassageSpan]:
    """Every sentence, paragraph and page, in this order of kinds; offsets into ``read.text``.

    A paragraph, and so a sentence, may run over a page end where it plainly goes on. Running headers and
    footers between its two parts lie within its span but are left out of its ``text``; they themselves are
    paragraphs, not sentences. Stretches that are wholly covered or unreadable are no passages.
    """
    text = read.text
    starts = page_starts(read.pages)
    numbers = [page.number for page in read.pages]
    found: list[PassageSpan] = []

    def add(kind: Literal["sentence", "paragraph", "page"], start: int, end: int, words: str) -> None:
        if words.strip(_NO_WORDS):
            first = bisect_right(starts, start) - 1
            last = bisect_right(starts, max(start, end - 1), first) - 1
            found.append(PassageSpan(kind, start, end, numbers[first], numbers[last], words))

    body, edges = _body_and_edges(read, starts)
    for parts in body:
        words = "\n".join([text[part.start : part.end] for part in parts])
        for sentence in sentences(words):
            if len(parts) == 1:
                start, end = sentence.shifted(parts[0].start)
            else:
                start, end = _in_source(parts, sentence)
            add("sentence", start, end, words[sentence.start : sentence.end])
    whole = [(parts[0].start, parts[-1].end, parts) for parts in body] + [(*edge, (edge,)) for edge in edges]
    for start, end, parts in sorted(whole):
        add("paragraph", start, end, "\n".join([text[part.start : part.end] for part in parts]))
    if read.paged:
        for start, page in zip(starts, read.pages, strict=True):
            if page.text.strip():
                add("page", start, start + len(page.text), page.text)
    return found


def _body_and_edges(read: ReadSource, starts: Sequence[int]) -> tuple[list[tuple[Span, ...]], list[Span]]:
    """Paragraphs of the body, each in the parts that page ends cut it into; and running heads and feet."""
    body: list[tuple[Span, ...]] = []
    edges: list[Span] = []
    before = ""
    for start, page in zip(starts, read.pages, strict=True):
        top = True
        for span in paragraphs(page.text):
            words = page.text[span.start : span.end]
            if page.edges and any(edge.overlaps(span) for edge in page.edges):
                edges.append(span.shifted(start))
                continue
            if top and body and _goes_on(before, words):
                body[-1] = (*body[-1], span.shifted(start))
            else:
                body.append((span.shifted(start),))
            top, before = False, words
    return body, edges


def runs_on(before: PageText, after: PageText) -> bool:
    """True if a paragraph of one page ends on the next."""
    read = ReadSource("", (before, after), "", "", (), True)
    body, _ = _body_and_edges(read, page_starts(read.pages))
    return any(parts[0].start < len(before.text) < parts[-1].start for parts in body)


def _goes_on(before: str, after: str) -> bool:
    """True if a paragraph that ends a page runs on into the one that begins the next."""
    last = before.rpartition("\n")[2]
    if before.endswith(_STOPS) or not re.search(r"[^\W\d_]{2}", last):
        return False
    if after[0].islower() or before.endswith(("-", "‐", ",")):
        return True
    # A full line that ends in a small letter runs on into a name or a capitalised term.
    return len(last) > 45 and before[-1].islower() and after[0].isalpha()


def _in_source(parts: Sequence[Span], span: Span) -> tuple[int, int]:
    """Offsets in the source of a span of the parts joined by a newline."""
    ends: list[int] = []
    for wanted, last in ((span.start, False), (span.end, True)):
        at = 0
        for part in parts:
            length = part.end - part.start
            if wanted < at + length or (last and wanted == at + length):
                ends.append(part.start + wanted - at)
                break
            at += length + 1
    return ends[0], ends[1]
