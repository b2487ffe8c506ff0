"""From a span of the source text to boxes on pages as shown."""

from collections.abc import Sequence

from lexdesk.evidence.model import HighlightBox
from lexdesk.matter.records import SourcePageRow

_Box = tuple[float, float, float, float]


def boxes_of(pages: Sequence[SourcePageRow], start: int, end: int, text: str) -> list[HighlightBox]:
    """One box for each stretch of a line that the passage ``text`` at ``[start, end)`` of the source covers.

    Running heads and feet within the span, which are not in ``text``, are left out. Half a word (CJK lines
    are one word) gives the matching share of its box. Pages without words give nothing, rather than
    something near.
    """
    found: list[HighlightBox] = []
    for page in pages:
        run: _Box | None = None
        skipped = _not_in(page, start, end, text) if len(pages) > 1 else []
        for first, last, x0, y0, x1, y1 in page.words:
            if any(low <= first < high for low, high in skipped):
                continue
            box = _share((x0, y0, x1, y1), page.start + first, page.start + last, start, end)
            if box is None:
                continue
            if run is not None and _one_line(run, box):
                run = (min(run[0], box[0]), min(run[1], box[1]), max(run[2], box[2]), max(run[3], box[3]))
                continue
            if run is not None:
                found.append(HighlightBox(page.number, *run))
            run = box
        if run is not None:
            found.append(HighlightBox(page.number, *run))
    return found


def _not_in(page: SourcePageRow, start: int, end: int, text: str) -> list[tuple[int, int]]:
    """Paragraphs of the page within the span (offsets in the page text) that are no part of the passage."""
    low, high = max(0, start - page.start), min(len(page.text), end - page.start)
    found: list[tuple[int, int]] = []
    at = low
    for piece in page.text[low:high].split("\n\n"):
        if piece.strip() not in text:
            found.append((at, at + len(piece)))
        at += len(piece) + 2
    return found


def _share(box: _Box, first: int, last: int, start: int, end: int) -> _Box | None:
    low, high = max(first, start), min(last, end)
    if low >= high:
        return None
    if (low, high) == (first, last):
        return box
    x0, y0, x1, y1 = box
    a, b = (low - first) / (last - first), (high - first) / (last - first)
    if x1 - x0 >= y1 - y0:
        return x0 + a * (x1 - x0), y0, x0 + b * (x1 - x0), y1
    return x0, y0 + a * (y1 - y0), x1, y0 + b * (y1 - y0)


def _one_line(run: _Box, box: _Box) -> bool:
    def shared(a0: float, a1: float, b0: float, b1: float) -> float:
        return (min(a1, b1) - max(a0, b0)) / max(0.1, min(a1 - a0, b1 - b0))

    level = shared(run[1], run[3], box[1], box[3]) > 0.6
    tall = run[3] - run[1] > run[2] - run[0] or box[3] - box[1] > box[2] - box[0]
    upright = tall and shared(run[0], run[2], box[0], box[2]) > 0.6
    height, width = box[3] - box[1], box[2] - box[0]
    near_x = min(abs(box[0] - run[2]), abs(run[0] - box[2])) < 2 * height
    near_y = min(abs(box[1] - run[3]), abs(run[1] - box[3])) < 2 * width
    return (level and near_x) or (upright and near_y)
