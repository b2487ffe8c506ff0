"""Sections that begin inside a paragraph: "ARTICLE IV TERM 4.1 Term. ... 4.2 Renewal. ..."."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lexdesk.law.marks import Mark, read_marks

_CANDIDATE = re.compile(
    r"(?:(?<=[\s.;:)\]\"”])|(?<=^))(?:(?P<article>ARTICLE\s+(?:[IVXLC]+|\d+)(?=[\s.:]+[A-Z]|\s*[-–—]\s*[A-Z]))"
    r"|(?P<section>(?:Section\s+|SECTION\s+|§\s*)?\d{1,3}(?:\.\d{1,3}){1,3}\.?)(?=\s+[A-Z\"“'\[])"
    r"|(?P<top>(?:Section\s+|SECTION\s+)?\d{1,2}\.)(?=\s+[A-Z\"“'\[]))"
)
_REFERENCE_BEFORE = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|schedules?|exhibits?|annex|appendix|items?|rules?|regulations?|"
    r"tables?|figures?|versions?|release|per|and|or|to|through|of|in|under|by|with|see|no)\.?|[,(&$]|§)\s*$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?:[.;:)\]”\"]|\b(?:and|or))\s*$|\s{2,}$|[.;:]\s*(?:Page\s+)?\d{1,3}\s*$")
_TITLE = re.compile(r"\s*(?:[A-Z][A-Z'’&,/-]+(?:\s+[A-Z'’&,/-]+)*\b|[\"“']?[A-Z][^.;]{2,70}[.:])")


class Numbering:
    """The numbers last read at each depth: what may come next."""

    def __init__(self) -> None:
        self.article = 0
        self.decimals: dict[int, tuple[int, ...]] = {}

    def note(self, mark: Mark) -> None:
        """Remember a mark that opened a section."""
        if mark.scheme == "article":
            self.article = mark.value
            self.decimals.clear()
        elif mark.scheme == "attach":
            self.article = 0
            self.decimals.clear()
        elif mark.scheme == "decimal":
            parts = _parts(mark)
            if parts:
                self.decimals[len(parts)] = parts
                for deeper in [d for d in self.decimals if d > len(parts)]:
                    del self.decimals[deeper]

    def follows(self, mark: Mark, *, sure: bool = False) -> bool:
        """True if ``mark`` is a very next number (one gap allowed inside a list already begun).

        ``sure``: its words show it to be a heading, so the one before it may have been lost.
        """
        if mark.scheme == "article":
            return mark.value == self.article + 1
        parts = _parts(mark)
        if not parts:
            return False
        depth = len(parts)
        last = self.decimals.get(depth)
        if depth == 1 and last is not None and 2 in self.decimals:
            last = (max(last[0], self.decimals[2][0]),)  # "2.1" shows that the heading "2." was lost
        if last is not None and last[:-1] == parts[:-1]:
            return 0 < parts[-1] - last[-1] <= (2 if depth > 1 or sure else 1)
        if depth == 1:
            return last is None and parts[0] <= 1 + sure and not self.decimals
        above = self.decimals.get(depth - 1)
        if depth == 2 and parts[-1] == 2 and last is not None and parts[0] == last[0] + 1:
            return True  # "2.11 ... 3.2": the first of the new section has no number of its own
        if parts[-1] != 1:
            return False
        if above is not None:
            return parts[:-1] == above or (depth == 2 and parts[0] == above[0] + 1)
        if depth == 2:
            so_far = self.decimals.get(2)
            first = so_far[0] if so_far else self.article
            return parts[0] in (first, first + 1)
        return False

    def is_next(self, mark: Mark) -> bool:
        """True if ``mark`` is the very next number at its depth, below the same number."""
        parts = _parts(mark)
        last = self.decimals.get(len(parts))
        return bool(parts) and last is not None and parts == (*last[:-1], last[-1] + 1)


def _parts(mark: Mark) -> tuple[int, ...]:
    return tuple(int(p) for p in mark.parts) if all(p.isdigit() for p in mark.parts) else ()


def run_ins(text: str, start: int) -> Iterator[tuple[Mark, bool]]:
    """Marks inside the text from ``start`` on that could open a section, with "a sentence ends before".

    Numbers behind a reference word ("Section", "and", "of") are left out; whether a mark is the next
    number is the caller's to decide.
    """
    for m in _CANDIDATE.finditer(text, start):
        before = text[max(0, m.start() - 14) : m.start()]
        worded = m["article"] or m[0][0] in "S§"
        if _REFERENCE_BEFORE.search(before) and not re.search(r"[.;:]\s+$", before):
            continue
        if (m["top"] or (worded and not m["article"])) and not _TITLE.match(text, m.end()):
            continue
        marks = read_marks(text[m.start() : m.start() + 60] + ("" if m["article"] else " X"))
        if not marks:
            continue
        mark = replace(marks[0], start=m.start(), end=m.start() + marks[0].end)
        yield mark, _SENTENCE_END.search(before) is not None or not before.strip()
