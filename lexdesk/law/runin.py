"""Sections that begin inside a paragraph: "ARTICLE IV TERM 4.1 Term. ... 4.2 Renewal. ..."."""

import re
from collections.abc import Sequence
from typing import Protocol

from lexdesk.law.marks import Mark, read_marks

_CANDIDATE = re.compile(
    r"(?<=[\s.;:)])(?:(?P<article>ARTICLE\s+(?:[IVXLC]+|\d+)(?=[\s.]+[A-Z]))"
    r"|(?P<section>(?:Section\s+|§\s*)?\d{1,3}(?:\.\d{1,3}){1,3}\.?)(?=\s+[A-Z\"“\[]))"
)
_REFERENCE_BEFORE = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|and|or|to|through|of|in|under|by|with|see)|[,(&]|§)\s*$",
    re.IGNORECASE,
)


class OpenLevel(Protocol):
    """What is needed of a level that is open at the place."""

    scheme: str
    value: int
    parts: tuple[str, ...]


def next_run_in(text: str, start: int, levels: Sequence[OpenLevel]) -> Mark | None:
    """The first mark after ``start`` that continues the numbering of the open levels, or None.

    Only the very next number counts (4.2 after 4.1, 4.1 inside Article IV), and only where no
    reference word stands before it.
    """
    if not levels:
        return None
    for m in _CANDIDATE.finditer(text, start):
        before = text[max(0, m.start() - 14) : m.start()]
        if _REFERENCE_BEFORE.search(before):
            continue
        if m["section"] and m["section"][0] in "S§" and not re.match(
            r"\.?\s+[A-Z\[][^.]{2,70}\.", text[m.end("section") :]
        ):
            continue
        marks = read_marks(text[m.start() :])
        if not marks:
            continue
        mark = marks[0]
        follows = _article_follows(mark, levels) if m["article"] else _section_follows(mark, levels, before)
        if follows:
            shift = m.start()
            return Mark(mark.readings, mark.shown, shift, shift + mark.end, mark.parts, mark.form)
    return None


def _article_follows(mark: Mark, levels: Sequence[OpenLevel]) -> bool:
    last = next((n for n in reversed(levels) if n.scheme == "article"), None)
    return last is not None and mark.scheme == "article" and mark.value == last.value + 1


def _section_follows(mark: Mark, levels: Sequence[OpenLevel], before: str) -> bool:
    sentence_end = re.search(r"[.;:)\]”\"]\s*$", before) is not None or re.search(r"\s{2,}$", before) is not None
    for node in reversed(levels):
        if node.scheme == "decimal":
            if mark.parts[:-1] == node.parts[:-1] and mark.value == node.value + 1:
                return sentence_end
            if mark.parts[:-1] == node.parts and mark.value == 1:
                return sentence_end or len(node.parts) == 1
        if node.scheme == "article" and mark.parts[0] == str(node.value) and len(mark.parts) == 2:
            return mark.value == 1
    return False
