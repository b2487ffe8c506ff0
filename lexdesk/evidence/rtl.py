"""Right-to-left lines of a PDF back into logical order.

The engine gives the letters of such lines in runs, cut at digits, Latin names and brackets. Here the
characters of a line are laid out from left to right as seen, and read back from right to left, with
numbers and Latin runs read from left to right (the inverse of the Unicode bidirectional algorithm for
one level of nesting, which is what contracts hold).
"""

import re
import unicodedata
from typing import Any

_RTL = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_MIRROR = {ord(a): b for a, b in zip("()[]{}<>«»", ")(][}{><»«", strict=True)}
_Char = tuple[float, float, float, float, str]


def has_rtl(text: str) -> bool:
    """True if the text holds a Hebrew or Arabic letter."""
    return bool(_RTL.search(text))


def logical_words(raw: dict[str, Any]) -> list[tuple[float, float, float, float, str, int, int, int]]:
    """Words ``(x0, y0, x1, y1, text, block, line, number)`` of a page given as characters with boxes."""
    chars: list[_Char] = []
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    x0, y0, x1, y1 = char["bbox"]
                    chars.append((x0, y0, x1, y1, char["c"]))
    words: list[tuple[float, float, float, float, str, int, int, int]] = []
    for row_number, row in enumerate(_rows(chars)):
        for number, (box, text) in enumerate(_words_of(row)):
            words.append((*box, text, 0, row_number, number))
    return words


def _rows(chars: list[_Char]) -> list[list[_Char]]:
    rows: list[list[_Char]] = []
    for char in sorted(chars, key=lambda c: (c[1] + c[3]) / 2):
        middle = (char[1] + char[3]) / 2
        if rows and rows[-1][0][1] <= middle <= rows[-1][0][3]:
            rows[-1].append(char)
        else:
            rows.append([char])
    return rows


def _words_of(row: list[_Char]) -> list[tuple[tuple[float, float, float, float], str]]:
    seen = sorted((char for char in row if char[4].strip()), key=lambda c: c[0])
    spaced: list[list[_Char]] = []
    for char in seen:
        if spaced and char[0] - spaced[-1][-1][2] < 0.12 * (char[3] - char[1]):
            spaced[-1].append(char)
        else:
            spaced.append([char])
    if not any(has_rtl(char[4]) for char in seen):
        return [_word(word) for word in spaced]
    words = [_word(word) for word in _read_back(spaced)]
    # Some files give brackets as drawn, some as meant; meant ones open before they close.
    if _closes_first("".join(text for _, text in words)):
        words = [(box, text.translate(_MIRROR)) for box, text in words]
    return words


def _closes_first(text: str) -> bool:
    first = next((sign for sign in text if sign in "()"), "")
    return first == ")"


def _read_back(words: list[list[_Char]]) -> list[list[_Char]]:
    """Words from right to left; runs of Latin or numeric words from left to right."""
    out: list[list[_Char]] = []
    run: list[list[_Char]] = []
    for word in reversed(words):
        if any(has_rtl(char[4]) for char in word):
            out += reversed(run)
            run = []
            out.append(_inside(word))
        elif any(unicodedata.bidirectional(char[4]) == "L" for char in word) or (run and _is_number(word)):
            run.append(word)
        else:
            out += reversed(run)
            run = []
            out.append(_inside(word))
    return out + list(reversed(run))


def _is_number(word: list[_Char]) -> bool:
    return all(_strong(char[4]) for char in word)


def _strong(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in {"L", "EN", "AN"}


def _inside(word: list[_Char]) -> list[_Char]:
    out: list[_Char] = []
    run: list[_Char] = []
    for at in range(len(word) - 1, -1, -1):
        char = word[at]
        kind = unicodedata.bidirectional(char[4])
        joins = kind in {"ES", "CS", "ET"} and bool(run) and at > 0 and _strong(word[at - 1][4])
        if kind in {"L", "EN", "AN"} or joins:
            run.append(char)
            continue
        out += reversed(run)
        run = []
        out.append(char)
    return out + list(reversed(run))


def _word(word: list[_Char]) -> tuple[tuple[float, float, float, float], str]:
    box = (
        min(char[0] for char in word),
        min(char[1] for char in word),
        max(char[2] for char in word),
        max(char[3] for char in word),
    )
    return box, unicodedata.normalize("NFKC", "".join(char[4] for char in word))
