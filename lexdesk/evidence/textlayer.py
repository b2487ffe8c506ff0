"""The text layer of one PDF page: words, their lines' directions, and the way to the page as shown."""

from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np

from lexdesk.evidence.engine import pymupdf
from lexdesk.evidence.lines import (
    TEXT,
    Columns,
    Line,
    Word,
    columns_of,
    fragments_of,
    level_fragments,
    reading_order,
)
from lexdesk.evidence.rtl import has_rtl, logical_words

_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
_SMALL = 4.5  # points: a letter's box is at most about one and a half times its size
_Box = tuple[float, float, float, float]
_Way = tuple[int, int]  # direction of writing: (1, 0) is level


class Wording(Protocol):
    """Says what stands for a word in the text (see ``PageReport``)."""

    @property
    def as_it_is(self) -> bool:
        """True if every word stands for itself."""

    def text_of(self, number: int, text: str) -> str | None:
        """The text for word ``number``, ``None`` when it is left out."""


@dataclass(frozen=True)
class TextLayer:
    """``words`` are the engine's tuples (x0, y0, x1, y1, text, block, line, number) in the frame of the
    unturned page of ``width`` by ``height`` points; ``shown`` is its size as shown. ``blocks`` (spans with
    their looks) are empty where ``looks`` was not asked for and no word lies other than level."""

    words: list[Any]
    columns: Columns  # the words once more
    whole: str  # the words, as the engine gives them
    blocks: list[Any]
    width: float
    height: float
    shown: tuple[float, float]
    turn: Any
    rotation: int
    rtl: bool
    ways: dict[tuple[int, int], _Way]
    way: _Way  # of most of the text

    @classmethod
    def of(cls, sheet: Any, looks: bool = True) -> Self:
        """Read the layer of a loaded page; with its spans where ``looks`` or the text itself call for it."""
        text = sheet.get_textpage(flags=_FLAGS)
        words = text.extractWORDS()
        columns = columns_of(words)
        whole = " ".join(columns[TEXT]) if words else ""
        rtl = not whole.isascii() and has_rtl(whole)
        if rtl:
            words = logical_words(text.extractRAWDICT())
            columns = columns_of(words)
        blocks = text.extractDICT()["blocks"] if looks or not _is_plain(columns) else []
        ways: dict[tuple[int, int], _Way] = {}
        weight: dict[_Way, int] = {}
        for block in blocks:
            for number, line in enumerate(block.get("lines", ())):
                way = (round(line["dir"][0]), round(line["dir"][1]))
                if way != (1, 0):
                    ways[(block["number"], number)] = way
                weight[way] = weight.get(way, 0) + sum(len(span["text"]) for span in line["spans"])
        rect = sheet.rect
        shown = (float(rect.width), float(rect.height))
        rotation = sheet.rotation
        width, height = shown if rotation % 180 == 0 else shown[::-1]
        way = max(weight, key=lambda w: weight[w], default=(1, 0))
        turn = sheet.rotation_matrix if rotation else None
        ways = {} if rtl else ways
        return cls(words, columns, whole, blocks, width, height, shown, turn, rotation, rtl, ways, way)

    @property
    def turned(self) -> bool:
        """True if the words of ``lines`` carry their box on the page as shown (``lines.TURNED``)."""
        return bool(self.rotation or self.ways or self.rtl)

    @property
    def depth(self) -> float:
        """Height of the page in the frame where most of the text is level."""
        return self.height if self.way[0] else self.width

    def lines(self, wording: Wording) -> list[Line]:
        """Lines in reading order; those written in another direction than most come last."""
        if not self.turned:
            columns = self.columns
            if not wording.as_it_is:
                given = (wording.text_of(number, word[4]) for number, word in enumerate(self.words))
                pairs = zip(self.words, given, strict=True)
                words = [(*word[:4], text, *word[5:]) for word, text in pairs if text is not None]
                columns = columns_of(words)
            return reading_order(level_fragments(columns))
        main: list[tuple[Word, tuple[int, int]]] = []
        aside: dict[_Way, list[tuple[Word, tuple[int, int]]]] = {}
        for number, (x0, y0, x1, y1, given, block, line, *_) in enumerate(self.words):
            text = wording.text_of(number, given)
            if text is None:
                continue
            way = self.ways.get((block, line), (1, 0))
            box = (x0, y0, x1, y1)
            shown = self._shown(box) if self.rotation else box
            level = box if way == (1, 0) else self._level(box, way)
            word = (*level, text, shown)
            (main if way == self.way else aside.setdefault(way, [])).append((word, (block, line)))
        if self.rtl:
            return _as_given(main)
        lines = reading_order(fragments_of(main))
        for words in aside.values():
            last = lines[-1].column if lines else 0
            for one in reading_order(fragments_of(words)):
                one.column += last
                lines.append(one)
        return lines

    def _level(self, box: _Box, way: _Way) -> _Box:
        x0, y0, x1, y1 = box
        if way == (0, 1):
            return y0, self.width - x1, y1, self.width - x0
        if way == (0, -1):
            return self.height - y1, x0, self.height - y0, x1
        if way == (-1, 0):
            return self.width - x1, self.height - y1, self.width - x0, self.height - y0
        return box  # aslant: taken as it comes

    def _shown(self, box: _Box) -> _Box:
        rect = pymupdf.Rect(box) * self.turn
        return rect.x0, rect.y0, rect.x1, rect.y1


def _is_plain(columns: Columns) -> bool:
    """False if a word is very small, stands upright, or comes before the one it follows in its line."""
    if not columns:
        return True
    x0s, y0s, x1s, y1s, texts, blocks, lines = columns[:7]
    heights = y1s - y0s
    if heights.min() < _SMALL:
        return False
    back = (x1s[1:] < x1s[:-1]) & (lines[1:] == lines[:-1]) & (blocks[1:] == blocks[:-1])
    if back.any():
        return False
    upright = np.flatnonzero(heights > 1.5 * (x1s - x0s))
    return not any(len(texts[at]) > 2 for at in upright)


def _as_given(words: list[tuple[Word, tuple[int, int]]]) -> list[Line]:
    rows: dict[tuple[int, int], list[Word]] = {}
    for word, place in words:
        rows.setdefault(place, []).append(word)
    return [Line.of(row, 1) for row in rows.values()]
