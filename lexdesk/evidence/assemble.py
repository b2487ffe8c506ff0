"""From lines to the text of a page, each word with its box."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from lexdesk.evidence.hyphens import SPLITTING, Vocabulary, joint
from lexdesk.evidence.lines import TEXT, TURNED, Line
from lexdesk.evidence.model import PageText
from lexdesk.matter.page_words import WordColumns
from lexdesk.text.spans import Span

_ENDS = tuple(".!?:;。！？；”’\"')]）】")
_NUMBERED = re.compile(
    r"(?:\(?[a-z0-9ivx]{1,4}[.)]|\[\d+\]|\d+(?:\.\d+)+\.?|第.{1,6}[章条节款]|[•·▪–—])(?:\s|\Z)", re.I
)
_PAGE_NUMBER = re.compile(r"\W*(?:page )?#(?: (?:of|/) #)?\W*")


@dataclass(frozen=True)
class PageLines:
    """The lines of one page in reading order, before words are joined over line ends."""

    number: int
    label: str
    width: float
    height: float
    lines: tuple[Line, ...]
    depth: float  # height of the page in the frame of the lines
    turned: bool = False  # the words carry their box on the page as shown


def outer_forms(page: PageLines) -> set[tuple[str, str]]:
    """``(edge, text with digits as #)`` of the outermost lines of a page."""
    return {(edge, _form(line.text)) for edge, line in _outer_lines(page)}


def furniture(pages: Sequence[set[tuple[str, str]]]) -> frozenset[tuple[str, str]]:
    """Running headers and footers among the ``outer_forms`` of pages: those that come back on at least
    three of them and a third of all (left and right pages differ); and page numbers."""
    seen: Counter[tuple[str, str]] = Counter()
    for forms in pages:
        seen.update(forms)
    least = max(3, len(pages) // 3)
    return frozenset(
        key
        for key, count in seen.items()
        if count >= least or (len(pages) > 1 and _PAGE_NUMBER.fullmatch(key[1]))
    )


def _form(text: str) -> str:
    bare = re.sub(r"\d+", "#", text.strip().lower())
    return "#" if re.fullmatch(r"[ivxlc]+", bare) else bare


def _outer_lines(page: PageLines) -> list[tuple[str, Line]]:
    outer: list[tuple[str, Line]] = []
    for line in page.lines:
        if line.y1 < 0.1 * page.depth:
            outer.append(("top", line))
        elif line.y0 > 0.9 * page.depth:
            outer.append(("bottom", line))
    return outer


def page_text(page: PageLines, vocabulary: Vocabulary, running: frozenset[tuple[str, str]]) -> PageText:
    """The page's text: lines parted by a line break, paragraphs, headers and footers by a blank line.

    Words split at a line end stand together, with one box for each half.
    """
    lines = page.lines
    if not lines:
        return PageText(page.number, page.label, "", page.width, page.height, WordColumns.of_none())
    outer = {id(line) for edge, line in _outer_lines(page) if (edge, _form(line.text)) in running}
    out = [lines[0].text]
    gaps: list[int] = []  # between each line and the next, in the text
    dropped: list[int] = []  # lines that lost their hyphen
    gap = _usual_gap(lines)
    for number, (before, line) in enumerate(pairwise(lines)):
        apart = id(before) in outer or id(line) in outer or _new_paragraph(before, line, gap)
        hyphen = None
        if not apart and out[-1][-1:] in SPLITTING:
            hyphen = joint(out[-1], line.parts[TEXT][0], vocabulary)
        if hyphen is None:
            gaps.append(2 if apart else 1)
            out.append("\n\n" if apart else "\n")
        else:
            gaps.append(0)
            if not hyphen:
                out[-1] = out[-1][:-1]
                dropped.append(number)
        out.append(line.text)
    words = [line.parts[TEXT] for line in lines]
    lengths = np.fromiter(map(len, chain.from_iterable(words)), np.int64)
    last = np.cumsum([len(texts) for texts in words]) - 1  # word of each line
    lengths[last[dropped]] -= 1
    steps = lengths + 1
    steps[last[:-1]] += np.array(gaps, np.int64) - 1
    starts = np.cumsum(steps) - steps
    ends = starts + lengths
    if page.turned:
        shown = np.array([*chain.from_iterable(line.parts[TURNED] for line in lines)], np.float64)
        boxes = [*shown.T]
    else:
        boxes = [np.concatenate([line.parts[column] for line in lines]) for column in range(TEXT)]
    edges = [
        Span(int(ends[end]) - len(line.text), int(ends[end]))
        for line, end in zip(lines, last, strict=True)
        if id(line) in outer
    ]
    columns = WordColumns([starts, ends, *boxes])
    return PageText(page.number, page.label, "".join(out), page.width, page.height, columns, tuple(edges))


def _usual_gap(lines: Sequence[Line]) -> float:
    gaps = [b.y0 - a.y1 for a, b in pairwise(lines) if a.column == b.column and b.y0 > a.y0]
    # The lower quarter stands for lines of one paragraph even on a page of short paragraphs.
    return sorted(gaps)[len(gaps) // 4] if gaps else 0.0


def _new_paragraph(before: Line, line: Line, gap: float) -> bool:
    last = before.parts[TEXT][-1]
    if line.column != before.column:
        return last.endswith(_ENDS) or bool(_NUMBERED.match(line.text))
    high, height = before.y1 - before.y0, line.y1 - line.y0
    size = max(1.0, min(high, height))
    if line.y0 - before.y1 > gap + 0.45 * size or max(high, height) > 1.25 * size:
        return True
    if (last.endswith(_ENDS) or last.lower() in {"and", "or"}) and _NUMBERED.match(line.text):
        return True
    return line.x0 - before.x0 > 0.9 * size and last.endswith((".", "。"))
