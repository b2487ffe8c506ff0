"""What a page hides: words under opaque boxes, in white or tiny print, in a broken or invisible layer."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lexdesk.evidence.engine import pymupdf
from lexdesk.evidence.marks import COVERED, UNREADABLE
from lexdesk.evidence.textlayer import TextLayer

_Box = tuple[float, float, float, float]
_ODD = re.compile(
    r"[A-Za-z][@^<>?|\\~{}=*#$%+!;][A-Za-z]|[@^<>?|\\~{}*#%][A-Za-z]{2,}|[A-Za-z]{2,}[@^<>|\\~{}=*#]\w"
)
_SUSPECT = re.compile(r"[@^<>?|\\~{}=*#$%+!;\x00-\x1f\ufffd\ue000-\uf8ff]")
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

    def text_of(self, number: int, text: str) -> str | None:
        """What stands in the page text for word ``number``: itself, a mark, or ``None`` (left out)."""
        if number in self.covered:
            return None if number - 1 in self.covered else COVERED
        if number in self.faint:
            return None
        return UNREADABLE if number in self.unreadable else text


def inspect_page(sheet: Any, layer: TextLayer) -> PageReport:
    """Look at one page with its text layer (both in the engine's own frame)."""
    words = layer.words
    log = sheet.get_bboxlog()
    pictures = any(kind == "fill-image" for kind, _ in log)
    invisible = any(kind == "ignore-text" for kind, _ in log)
    suspects = _later_fills(log, words)
    hidden = _uniform(sheet, words, suspects) if suspects else set()
    covered = {number: words[number][4] for number in sorted(hidden)}
    faint = _outside(layer, covered) | ({} if invisible else _faint(sheet, layer, covered))
    return PageReport(False, covered, faint, frozenset(_garbled(words)), pictures, _notes(sheet), invisible)


def _notes(sheet: Any) -> tuple[str, ...]:
    if not sheet.first_annot:
        return ()
    said = (" ".join(str(note.info.get("content") or "").split()) for note in sheet.annots())
    return tuple(words for words in said if words)


def _outside(layer: TextLayer, covered: dict[int, str]) -> dict[int, str]:
    """Words that lie beyond the edge of the page as shown."""
    found: dict[int, str] = {}
    for number, (x0, y0, x1, y1, text, *_) in enumerate(layer.words):
        inside = 0 <= (x0 + x1) / 2 <= layer.width and 0 <= (y0 + y1) / 2 <= layer.height
        if not inside and number not in covered:
            found[number] = text
    return found


def _later_fills(log: Sequence[tuple[str, _Box]], words: Sequence[Any]) -> set[int]:
    """Numbers of words that lie inside something filled after the text there was drawn."""
    first_text = next((at for at, (kind, _) in enumerate(log) if kind.endswith("-text")), None)
    if first_text is None:
        return set()
    texts = [(at, box) for at, (kind, box) in enumerate(log) if kind in {"fill-text", "stroke-text"}]
    found: set[int] = set()
    for at, (kind, box) in enumerate(log):
        if at < first_text or kind not in {"fill-path", "fill-image", "fill-shade", "fill-imgmask"}:
            continue
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            continue
        for number, word in enumerate(words):
            if _inside(word, box) and any(t < at and _meets(word, text_box) for t, text_box in texts):
                found.add(number)
    return found


def _inside(word: Any, box: _Box) -> bool:
    width = min(word[2], box[2]) - max(word[0], box[0])
    height = min(word[3], box[3]) - max(word[1], box[1])
    if width <= 0 or height <= 0:
        return False
    return bool(width * height >= 0.6 * (word[2] - word[0]) * (word[3] - word[1]))


def _meets(word: Any, box: _Box) -> bool:
    return bool(word[0] < box[2] and box[0] < word[2] and word[1] < box[3] and box[1] < word[3])


def _uniform(sheet: Any, words: Sequence[Any], numbers: Iterable[int]) -> set[int]:
    """Those words in whose box the drawn page shows one colour only, so that nothing can be read."""
    found: set[int] = set()
    for number in numbers:
        x0, y0, x1, y1 = words[number][:4]
        rim_x, rim_y = 0.1 * (x1 - x0), 0.28 * (y1 - y0)
        clip = pymupdf.Rect(x0 + rim_x, y0 + rim_y, x1 - rim_x, y1 - rim_y) * sheet.rotation_matrix
        pixels = sheet.get_pixmap(matrix=pymupdf.Matrix(2, 2), clip=clip, alpha=False)
        samples = bytes(pixels.samples)
        if samples and all(max(samples[c::3]) - min(samples[c::3]) <= 40 for c in range(3)):
            found.add(number)
    return found


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
    among_white = {
        n for n, word in enumerate(words) if n not in covered and any(_inside(word, box) for box in white)
    }
    among_tiny = {
        n for n, word in enumerate(words) if n not in covered and any(_inside(word, box) for box in tiny)
    }
    hidden = _uniform(sheet, words, among_white) | among_tiny
    return {number: words[number][4] for number in sorted(hidden)}


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
