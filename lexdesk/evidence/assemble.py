"""From lines to the text of a page, each word with its box."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lexdesk.evidence.hyphens import Vocabulary, joint
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
    out: list[str] = []
    columns: list[list[Any]] = [[] for _ in range(6)]
    starts, ends, *boxes = columns
    edges: list[Span] = []
    at = 0
    outer = {id(line) for edge, line in _outer_lines(page) if (edge, _form(line.text)) in running}
    gap = _usual_gap(page.lines)
    turned = page.turned
    before: Line | None = None
    for line in page.lines:
        texts = line.parts[TEXT]
        if before is not None:
            apart = id(before) in outer or id(line) in outer or _new_paragraph(before, line, gap)
            hyphen = None if apart else joint(out[-1], texts[0], vocabulary)
            if hyphen is None:
                out.append("\n\n" if apart else "\n")
                at += len(out[-1])
            else:
                at = _drop_hyphen(out, ends, at, hyphen)
        begin = at
        for column, part in zip(
            boxes, zip(*line.parts[TURNED], strict=True) if turned else line.parts[:TEXT], strict=True
        ):
            column += part
        for text in texts:
            starts.append(at)
            at += len(text)
            ends.append(at)
            at += 1
        at -= 1
        out.append(line.text)
        if id(line) in outer:
            edges.append(Span(begin, at))
        before = line
    return PageText(
        page.number, page.label, "".join(out), page.width, page.height, WordColumns(columns), tuple(edges)
    )


def _drop_hyphen(out: list[str], ends: list[int], at: int, hyphen: str) -> int:
    if not hyphen:
        out[-1] = out[-1][:-1]
        ends[-1] -= 1
        return at - 1
    return at


def _usual_gap(lines: Sequence[Line]) -> float:
    gaps = [b.y0 - a.y1 for a, b in pairwise(lines) if a.column == b.column and b.y0 > a.y0]
    # The lower quarter stands for lines of one paragraph even on a page of short paragraphs.
    return sorted(gaps)[len(gaps) // 4] if gaps else 0.0


def _new_paragraph(before: Line, line: Line, gap: float) -> bool:
    ended = before.parts[TEXT][-1].endswith(_ENDS)
    if line.column != before.column:
        return ended or bool(_NUMBERED.match(line.text))
    size = max(1.0, min(before.height, line.height))
    if line.y0 - before.y1 > gap + 0.45 * size:
        return True
    if max(before.height, line.height) > 1.25 * size:
        return True
    if _NUMBERED.match(line.text) and (ended or before.parts[TEXT][-1].lower() in {"and", "or"}):
        return True
    indented = line.x0 - before.x0 > 0.9 * size
    return indented and before.parts[TEXT][-1].endswith((".", "。"))
