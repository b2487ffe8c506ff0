"""What a page hides: words under opaque boxes, in white or tiny print, in a broken or invisible layer."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lexdesk.evidence.assemble import PageLines
from lexdesk.evidence.marks import COVERED, UNREADABLE
from lexdesk.evidence.page_content import Drawn, Survey, drawn_on, words_drawn
from lexdesk.evidence.textlayer import TextLayer

_Box = tuple[float, float, float, float]
_ODD = re.compile(
    r"[A-Za-z][@^<>?|\\~{}=*#$%+!;][A-Za-z]|[@^<>?|\\~{}*#%][A-Za-z]{2,}|[A-Za-z]{2,}[@^<>|\\~{}=*#]\w"
)
_SUSPECT = re.compile(r"[@^<>?|\\~{}=*#$%+!;\x00-\x1f\ufffd\ue000-\uf8ff]")
_MOST_PAIRS = 4_000_000  # drawings times words; beyond, the drawn page decides for every word
_ADDRESS = re.compile(r"\S+@\S+\.\w+|https?://|www\.")


@dataclass(frozen=True)
class PageReport:
    """Findings of one page. Word numbers count in the engine's order."""

    damaged: bool = False
    covered: dict[int, str] = field(default_factory=dict)  # word number -> the word under a box
    faint: dict[int, str] = field(default_factory=dict)  # word number -> word in white or tiny print
    unreadable: frozenset[int] = frozenset()
    has_pictures: bool = False
    notes: tuple[str, ...] = ()  # what annotations on the page say
    invisible_layer: bool = False  # text of rendering mode 3, as OCR writes over a scan

    ocr: tuple[int, float] | None = None  # read by text recognition: words, mean confidence (0 to 100)

    @property
    def as_it_is(self) -> bool:
        """True if every word of the layer stands for itself."""
        return not (self.covered or self.faint or self.unreadable)

    def is_scan(self, page: PageLines) -> bool:
        """True for a page that shows pictures and holds no text of its own."""
        return self.has_pictures and not self.damaged and not page.lines and not self.covered

    def text_of(self, number: int, text: str) -> str | None:
        """What stands in the page text for word ``number``: itself, a mark, or ``None`` (left out)."""
        if number in self.covered:
            return None if number - 1 in self.covered else COVERED
        if number in self.faint:
            return None
        return UNREADABLE if number in self.unreadable else text


def inspect_page(sheet: Any, layer: TextLayer, seen: Survey) -> PageReport:
    """Look at one page with its text layer (both in the engine's own frame), as far as ``seen`` calls for."""
    words = layer.words
    garbled = frozenset(_garbled(words)) if _may_be_garbled(layer) else frozenset[int]()
    if not seen.covers and not seen.tints:
        return PageReport(faint=_outside(layer, {}) | _faint(sheet, layer, {}), unreadable=garbled)
    drawn = drawn_on(sheet)
    pictures, invisible = "fill-image" in drawn.kinds, "ignore-text" in drawn.kinds
    too_much = len(drawn.kinds) * len(words) > _MOST_PAIRS
    suspects = set(range(len(words))) if too_much else _later_fills(drawn, layer)
    covered = {number: words[number][4] for number in sorted(_uniform(sheet, words, suspects))}
    faint = _outside(layer, covered) | ({} if invisible else _faint(sheet, layer, covered))
    return PageReport(False, covered, faint, garbled, pictures, _notes(sheet), invisible)


def _notes(sheet: Any) -> tuple[str, ...]:
    if not sheet.first_annot:
        return ()
    said = (" ".join(str(note.info.get("content") or "").split()) for note in sheet.annots())
    return tuple(words for words in said if words)


def _outside(layer: TextLayer, covered: dict[int, str]) -> dict[int, str]:
    """Words that lie beyond the edge of the page as shown."""
    found: dict[int, str] = {}
    words, width, height = layer.words, layer.width, layer.height
    if not words:
        return found
    x0s, y0s, x1s, y1s = layer.columns[:4]
    if x0s.min() >= 0 <= y0s.min() and x1s.max() <= width and y1s.max() <= height:
        return found
    for number, (x0, y0, x1, y1, text, *_) in enumerate(words):
        inside = 0 <= (x0 + x1) / 2 <= width and 0 <= (y0 + y1) / 2 <= height
        if not inside and number not in covered:
            found[number] = text
    return found


def _later_fills(drawn: Drawn, layer: TextLayer) -> set[int]:
    """Numbers of words that lie inside something filled after the text there was drawn."""
    texts = drawn.places("fill-text", "stroke-text")
    if not layer.words or not texts:
        return set()
    x0, y0, x1, y1 = layer.columns[:4]
    most = 0.6 * (x1 - x0) * (y1 - y0)
    found: set[int] = set()
    before: Any = None
    for at in drawn.places("fill-path", "fill-image", "fill-shade", "fill-imgmask"):
        left, top, right, bottom = drawn.box(at)
        if at < texts[0] or right - left < 4 or bottom - top < 4:
            continue
        width = np.minimum(x1, right) - np.maximum(x0, left)
        height = np.minimum(y1, bottom) - np.maximum(y0, top)
        numbers = np.flatnonzero((width > 0) & (height > 0) & (width * height >= most))
        if not len(numbers):
            continue
        if before is None:
            before = np.array([drawn.box(place) for place in texts]).T
        boxes = before[:, : bisect_left(texts, at)]
        for number in numbers.tolist():
            meets = (x0[number] < boxes[2]) & (boxes[0] < x1[number])
            if (meets & (y0[number] < boxes[3]) & (boxes[1] < y1[number])).any():
                found.add(number)
    return found


def _inside(word: Any, box: _Box) -> bool:
    width = min(word[2], box[2]) - max(word[0], box[0])
    height = min(word[3], box[3]) - max(word[1], box[1])
    if width <= 0 or height <= 0:
        return False
    return bool(width * height >= 0.6 * (word[2] - word[0]) * (word[3] - word[1]))


def _uniform(sheet: Any, words: Sequence[Any], numbers: Iterable[int]) -> set[int]:
    """Those words in whose box the drawn page shows one colour only, so that nothing can be read."""
    asked = sorted(numbers)
    drawn = words_drawn(sheet, [words[number][:4] for number in asked])
    return {number for place, number in enumerate(asked) if place not in drawn}


def _faint(sheet: Any, layer: TextLayer, covered: dict[int, str]) -> dict[int, str]:
    """Words printed in white (and not readable on a dark ground) or under three points."""
    words = layer.words
    white: list[_Box] = []
    tiny: list[_Box] = []
    for block in layer.blocks:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                if not span["text"].strip():
                    continue
                red, green, blue = span["color"] >> 16, span["color"] >> 8 & 255, span["color"] & 255
                if min(red, green, blue) >= 245 or span.get("alpha", 255) < 20:
                    white.append(span["bbox"])
                elif span["size"] < 3:
                    tiny.append(span["bbox"])
    if not white and not tiny:
        return {}
    among_white = _within(words, white, covered)
    among_tiny = _within(words, tiny, covered) if len(tiny) * len(words) <= _MOST_PAIRS else set()
    hidden = _uniform(sheet, words, among_white) | among_tiny
    return {number: words[number][4] for number in sorted(hidden)}


def _within(words: Sequence[Any], boxes: Sequence[_Box], covered: dict[int, str]) -> set[int]:
    """Numbers of words in one of the boxes; of all words where there are too many to compare."""
    many = len(words) * len(boxes) > _MOST_PAIRS
    return {
        number
        for number, word in enumerate(words)
        if number not in covered and (many or any(_inside(word, box) for box in boxes))
    }


def _may_be_garbled(layer: TextLayer) -> bool:
    """False where no word is odd."""
    if layer.rtl:
        return bool(_SUSPECT.search(layer.whole))
    whole = layer.whole
    for found in _SUSPECT.finditer(whole):
        end = whole.find(" ", found.end())
        if _is_odd(whole[whole.rfind(" ", 0, found.start()) + 1 : end if end >= 0 else len(whole)]):
            return True
    return False


def _garbled(words: Sequence[Any]) -> set[int]:
    """Numbers of all words of a line in which the character map cannot be right."""
    lines: dict[tuple[int, int], list[int]] = {}
    for number, word in enumerate(words):
        lines.setdefault((word[5], word[6]), []).append(number)
    found: set[int] = set()
    for numbers in lines.values():
        texts = [words[number][4] for number in numbers]
        if not _SUSPECT.search(" ".join(texts)):
            continue
        odd = sum(1 for text in texts if _is_odd(text))
        if odd and odd >= 0.3 * len(texts):
            found.update(numbers)
    return found


def _is_odd(text: str) -> bool:
    if any(sign == UNREADABLE or "\ue000" <= sign <= "\uf8ff" or (sign < " ") for sign in text):
        return len(text) > 1
    return bool(_ODD.search(text)) and not _ADDRESS.search(text)
