"""Sentences of a text, as spans."""

import re
from collections.abc import Iterator
from functools import lru_cache

import nupunkt

from lexdesk.text.spans import Span

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*|[\x0b\x0c\u2029]+")
# A CJK full stop ends a sentence wherever it stands, together with the closing marks that follow it.
_CJK_END = re.compile(r"[。！？；][。！？；”’」』）)】》\"']*")
# Marks that open a numbered item; a "sentence" that is nothing else belongs to what follows it.
_BARE_LABEL = re.compile(
    r"(?:(?:section|clause|article|§)\s*)?[(\[]?(?:\d+(?:\.\d+)*|[a-z]|[a-z]{2}(?=\))|[ivxlc]+)[.)\]]*\Z",
    re.I,
)
# After these a stop is not an end when a number, a small letter or a currency follows.
_OPEN_END = re.compile(
    r"(?:\b(?:Co|Inc|Ltd|Corp|No|Nos|Art|Arts|Sec|Secs|v|vs|pp?|paras?|cl|cf|Reg|Ch)|§)\.\Z", re.I
)
_LONGEST_OPEN = 8
# A number of three digits or more says no more about an end than any other of its length (the splitter knows
# no abbreviation with one that stands by itself), and it remembers what it has decided about the same words.
_NUMBER = re.compile(r"(?<=[\s(/,-])[0-9]{3,}(?=[\s,;:)/-]|\.?(?:\s|\Z))")
_CARRIES_ON = re.compile(r"[\d(a-z§]|(?:EUR|USD|GBP|CHF|RMB|CNY|RUB)\b")


@lru_cache(maxsize=512)
def _split(flat: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(a), int(b)) for a, b in nupunkt.sent_spans(flat))


def _zeros(number: re.Match[str]) -> str:
    return "0" * (number.end() - number.start())


def _blocks(text: str) -> Iterator[Span]:
    at = 0
    for gap in _BLANK_LINE.finditer(text):
        yield Span(at, gap.start())
        at = gap.end()
    yield Span(at, len(text))


def _pieces(text: str, block: Span) -> Iterator[Span]:
    flat = text[block.start : block.end]
    if not flat.strip():
        return
    ascii_only = flat.isascii()
    for start, end in _split(_NUMBER.sub(_zeros, flat)):
        at = start
        for mark in () if ascii_only else _CJK_END.finditer(flat, start, end):
            if mark.group()[0] == "；" and not flat[mark.end() : end].strip():
                continue
            yield Span(block.start + at, block.start + mark.end())
            at = mark.end()
        yield Span(block.start + at, block.start + end)


def _trimmed(text: str, span: Span) -> Span | None:
    piece = text[span.start : span.end]
    left = len(piece) - len(piece.lstrip())
    core = piece.strip()
    return Span(span.start + left, span.start + left + len(core)) if core else None


def _runs_on(text: str, before: Span, after: Span) -> bool:
    if text[before.end - 1] != "." or not _CARRIES_ON.match(text, after.start):
        return False
    return bool(_OPEN_END.search(text, max(before.start, before.end - _LONGEST_OPEN), before.end))


def sentences(text: str) -> list[Span]:
    """Spans of the sentences of ``text`` in order: code points, half-open, blanks trimmed.

    Every non-blank character lies in exactly one span. A blank line ends a sentence, a single line
    break does not. ``。！？；`` end a sentence, with the closing quotation marks that follow. A bare
    number such as "12.7" or "(b)" stays with the words after it.
    """
    found: list[Span] = []
    for block in _blocks(text):
        pending: Span | None = None
        for piece in _pieces(text, block):
            span = _trimmed(text, piece)
            if span is None:
                continue
            if pending is not None:
                span = Span(pending.start, span.end)
                pending = None
            if found and found[-1].start >= block.start and _runs_on(text, found[-1], span):
                span = Span(found.pop().start, span.end)
            if _BARE_LABEL.fullmatch(text[span.start : span.end]):
                pending = span
                continue
            found.append(span)
        if pending is not None:
            found.append(pending)
    return found
