"""Loss-free normalisation of text, with the way back to the original offsets.

Loss-free means: two texts that become equal here say the same in the same words. Folded are

- quotation marks, apostrophes and primes (to ``'`` and ``"``), hyphens and dashes (to ``-``);
- runs of blanks of every kind, line breaks among them (to one space), blanks at both ends dropped;
- soft hyphens, U+FFFE (what some PDF readers leave for a line-end hyphen), zero-width and
  directional marks (dropped, a soft hyphen together with the line break after it), with them what only
  says how a sign is drawn: variation selectors, tags, fillers, the Arabic stroke that stretches a word;
- Latin ligatures (U+FB00..FB06), full-width and half-width forms, Roman numeral signs, numbers in brackets
  that are one sign, letters of formulas, Arabic letters in the form of their place, CJK radicals and
  compatibility signs (PDF writers put them for the character itself), the ellipsis sign;
- composed and decomposed accents (to NFC).

Not folded: letter case, superscripts and fractions (10² is not 102), and anything that a reader would
say differently.
"""

import re
import unicodedata
from dataclasses import dataclass

from lexdesk.text.spans import Span

_QUOTES = dict.fromkeys("‘’‚‛`´ʼʹ′＇", "'") | dict.fromkeys("“”„‟«»″＂〝〞", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SIGNS = {"…": "...", "⁄": "/"}
# Blocks whose signs Unicode itself calls another form of plain ones (NFKC): numbers in brackets, Roman
# numerals, radicals, bracketed CJK numbers, compatibility ideographs, Arabic forms, vertical and small forms,
# full and half width, letters of formulas.
_FORMS = (
    (0x2160, 0x2180), (0x2474, 0x249C), (0x2E80, 0x2FD6), (0x3220, 0x322A), (0xF900, 0xFB00),
    (0xFB1D, 0xFDFE), (0xFE30, 0xFE70), (0xFE70, 0xFEFD), (0xFF01, 0xFFEF), (0x1D400, 0x1D800),
)  # fmt: skip
# Radicals of the supplement that Unicode leaves without a plain form, as PDF writers put them.
_RADICALS = dict(
    zip(
        "⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰",
        "民虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟麦黄齐齿龙",
        strict=True,
    )
)


def _plain_forms() -> dict[str, str]:
    forms: dict[str, str] = {}
    for first, end in _FORMS:
        for code in range(first, end):
            plain = unicodedata.normalize("NFKC", chr(code))
            # A form of a mark alone is written with a blank before it; it has no letter to stand on.
            if plain != chr(code) and " " not in plain:
                forms[chr(code)] = plain
    return forms


#: What is written otherwise but is the same, sign by sign.
FOLD: dict[str, str] = {**_plain_forms(), **_RADICALS, **_LIGATURES, **_SIGNS, **_DASHES, **_QUOTES}

#: Characters that are never seen: dropped by :func:`normalise`, reported at import.
INVISIBLE = frozenset(
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\u061c\ufeff\ufffe\u180e"
)
#: Dropped too: they choose how a neighbour is drawn, or fill a place; and tags, in which sentences can be
#: hidden, which is reported as what it is.
DROPPED = INVISIBLE | frozenset("\u034f\u0640\u115f\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x180E), *range(0x206A, 0x2070), *range(0xFE00, 0xFE10))),
    map(chr, (*range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080), *range(0xE0100, 0xE01F0))),
)
_SPLIT_WORD = re.compile(r"[\u00ad\ufffe][^\S\n]*\r?\n[^\S\n]*")
_HANGUL_TAIL = range(0x1160, 0x1200)
_VOICED = "\uff9e\uff9f"  # half-width marks that make "ｶﾞ" one sign


@dataclass(frozen=True)
class Normalised:
    """``text`` is normalised; character ``i`` of it stands for ``original[starts[i]:ends[i]]``."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> Span:
        """Span of the original for ``text[start:end]``; an empty span gives an empty span."""
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return Span(at, at)
        return Span(self.starts[start], self.ends[end - 1])


def _joins(char: str) -> bool:
    return unicodedata.combining(char) != 0 or ord(char) in _HANGUL_TAIL or char in _VOICED


def _cluster_end(text: str, at: int) -> int:
    """End of the character at ``at`` with the marks that join it, also past invisible ones between them."""
    end = look = at + 1
    while look < len(text) and text[look] > "\x7f":
        if _joins(text[look]):
            end = look + 1
        elif text[look] not in DROPPED:
            break
        look += 1
    return end


def normalise(text: str) -> Normalised:
    """The normal form of ``text`` and its map; applying it twice changes nothing more."""
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at, length = 0, len(text)
    while at < length:
        char = text[at]
        if char in DROPPED:
            split = _SPLIT_WORD.match(text, at)
            at = split.end() if split else at + 1
            continue
        after = at + 1
        if char.isspace():
            while after < length and (text[after].isspace() or text[after] in DROPPED):
                after += 1
            folded = " " if out and out[-1] != " " else ""
        else:
            after = _cluster_end(text, at)
            cluster = text[at:after]
            if after > at + 1:
                cluster = "".join(sign for sign in cluster if sign not in DROPPED)
            folded = unicodedata.normalize("NFC", cluster)
            if not folded.isascii():
                plain = "".join(FOLD.get(sign, sign) for sign in folded)
                folded = plain if len(plain) == 1 else unicodedata.normalize("NFC", plain)
            elif folded in FOLD:
                folded = FOLD[folded]
        for sign in folded:
            out.append(sign)
            starts.append(at)
            ends.append(after)
        at = after
    if out and out[-1] == " ":
        out.pop()
        starts.pop()
        ends.pop()
    return Normalised("".join(out), tuple(starts), tuple(ends))


def normalised(text: str) -> str:
    """The normal form alone."""
    return normalise(text).text
