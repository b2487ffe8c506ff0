"""Loss-free normalisation of text, with the way back to the original offsets.

Loss-free means: two texts that become equal here say the same in the same words. Folded are

- quotation marks, apostrophes and primes (to ``'`` and ``"``), hyphens and dashes (to ``-``);
- runs of blanks of every kind, line breaks among them (to one space), blanks at both ends dropped;
- soft hyphens, U+FFFE (what some PDF readers leave for a line-end hyphen), zero-width and
  directional marks (dropped, a soft hyphen together with the line break after it);
- Latin ligatures (U+FB00..FB06), full-width forms, Roman numeral signs, the ellipsis sign;
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
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_ROMAN = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x2160, 0x2180)}
_FOLD: dict[str, str] = {**_WIDE, **_ROMAN, **_LIGATURES, **_SIGNS, **_DASHES, **_QUOTES}

#: Characters that are never seen: dropped by :func:`normalise`, reported at import.
INVISIBLE = frozenset(
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\u061c\ufeff\ufffe\u180e"
)
_SPLIT_WORD = re.compile(r"[\u00ad\ufffe][^\S\n]*\r?\n[^\S\n]*")
_HANGUL_TAIL = range(0x1160, 0x1200)


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
    return unicodedata.combining(char) != 0 or ord(char) in _HANGUL_TAIL


def _cluster_end(text: str, at: int) -> int:
    """End of the character at ``at`` with the marks that join it, also past invisible ones between them."""
    end = look = at + 1
    while look < len(text) and text[look] > "\x7f":
        if _joins(text[look]):
            end = look + 1
        elif text[look] not in INVISIBLE:
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
        if char in INVISIBLE:
            split = _SPLIT_WORD.match(text, at)
            at = split.end() if split else at + 1
            continue
        after = at + 1
        if char.isspace():
            while after < length and (text[after].isspace() or text[after] in INVISIBLE):
                after += 1
            folded = " " if out and out[-1] != " " else ""
        else:
            after = _cluster_end(text, at)
            cluster = text[at:after]
            if after > at + 1:
                cluster = "".join(sign for sign in cluster if sign not in INVISIBLE)
            folded = unicodedata.normalize("NFC", cluster)
            if len(folded) == 1:
                folded = _FOLD.get(folded, folded)
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
