"""The form of a text in which search compares it: for the index, for what was typed, and for ranking alike.

Further than ``normalise``, since what is found is shown in its own words: letter case, accents and vowel
points do not count either, nor how thousands are parted ("1,000,000", "1 000 000" and "1000000" are one
number) and whether a line ends between two CJK characters. Offsets are not kept: search finds sentences,
whose places are known. No input or output.
"""

import re
import unicodedata

from lexdesk.text.normalise import DROPPED, FOLD

#: A word split at the end of a line: its two halves.
SPLIT_WORD = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)-[^\S\n]*\n\s*([^\W\d_]+)")
_SPLIT_LINE = re.compile(r"-[^\S\n]*\n")

_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_SOFT_END = re.compile(r"[\u00ad\ufffe][^\S\n]*\r?\n[^\S\n]*")
_SIGNS = str.maketrans({**dict.fromkeys(DROPPED, ""), **FOLD})
# Accents, Hebrew points, Arabic vowel signs; not the marks that make another syllable of one (Kana, Indic).
_POINTS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff]"
)
_MAY_BE_PARTED = re.compile(r"\d[,'\u00a0\u202f\u2009. ]\d{3}")  # quicker to look for
_PARTED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?:[,'\u00a0\u202f\u2009]\d{3})+|(?:\.\d{3}){2,}|(?: \d{3}){2,})"
    r"(?!\d|,\d|\.\d{3})"
)
_SPLIT_CJK = re.compile(rf"(?<=[{_CJK}])[^\S\n]*\n\s*(?=[{_CJK}])")
_SPACED_CJK = re.compile(
    rf"(?<=[{_CJK}])[ \u3000](?=[{_CJK}](?![{_CJK}]))|(?<=[{_CJK}])(?<![{_CJK}]{{2}})[ \u3000](?=[{_CJK}])"
)


def searchable(text: str) -> str:
    """The text as search compares it; applying it twice changes nothing more."""
    if not text.isascii():
        text = _SOFT_END.sub("", text).translate(_SIGNS)
    if _MAY_BE_PARTED.search(text):
        text = _PARTED.sub(lambda found: re.sub(r"\D", "", found.group()), text)
    text = text.casefold()
    if text.isascii():
        return text
    text = _SPLIT_CJK.sub("", _POINTS.sub("", unicodedata.normalize("NFD", text)))
    # Single characters set apart, as in a heading or a table of a PDF; words set apart stay so.
    return unicodedata.normalize("NFC", _SPACED_CJK.sub("", text))


def indexed(text: str) -> str:
    """What the full-text index holds of a text: its searchable form and, after it, every word that a line
    end splits in one piece, since the index cannot know whether the hyphen belongs to the word."""
    form = searchable(text)
    split = [head + tail for head, tail in SPLIT_WORD.findall(form)] if _SPLIT_LINE.search(form) else []
    return " ".join([form, *split]) if split else form
