"""Words that text recognition saw in a picture, as lines of a page like any other."""

import re
from collections.abc import Sequence

from lexdesk.evidence.assemble import PageLines
from lexdesk.evidence.concealed import PageReport
from lexdesk.evidence.lines import Word, columns_of, level_fragments, reading_order
from lexdesk.evidence.ocr import SeenWord

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef]+")


def recognised(
    number: int, label: str, size: tuple[float, float], seen: Sequence[SeenWord], scale: float
) -> tuple[PageLines, PageReport]:
    """The page of ``size`` points whose picture, ``scale`` pixels to a point, shows these words."""
    words: list[Word] = []
    for one in seen:
        box = (one.x0 / scale, one.y0 / scale, one.x1 / scale, one.y1 / scale)
        before = words[-1] if words else None
        if before and before[5:7] == (one.block, one.line) and _one_word(before[4], one.text):
            # Chinese signs come one by one.
            words[-1] = (
                before[0],
                min(before[1], box[1]),
                box[2],
                max(before[3], box[3]),
                before[4] + one.text,
                *before[5:],
            )
        else:
            words.append((*box, one.text, one.block, one.line))
    lines = tuple(reading_order(level_fragments(columns_of(words))))
    sure = sum(one.confidence for one in seen) / len(seen) if seen else 0.0
    report = PageReport(has_pictures=True, ocr=(len(words), sure) if seen else None)
    return PageLines(number, label, size[0], size[1], lines, size[1]), report


def _one_word(before: str, after: str) -> bool:
    return bool(_HAN.fullmatch(before[-1]) and _HAN.fullmatch(after[0]))
