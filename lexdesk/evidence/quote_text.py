"""Texts made comparable for the quote check, with the way back to the original."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lexdesk.text.normalise import normalise
from lexdesk.text.spans import Span

#: A hyphen at a line end: it may belong to the word or to the line, so a quotation may have it or not.
LINE_HYPHEN = "\x01"

# The mark of a footnote right behind a word or at the end of a sentence: "[12]", "¹²", and the bare number
# that a PDF makes of one ("need to know it.12 The Supplier"); behind an abbreviation it counts ("No.12").
_NOTE = re.compile(
    r"(?<=[^\W\d_]|[.,;:!?\"')])\[\^?\d{1,3}\]|(?<=[.,;:!?\"')])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?!\w)"
    r"|(?P<bare>(?<=[a-z]{2}[.!?])\d{1,3}(?= [A-Z])|(?<=[a-z]{2}[.!?][\"'])\d{1,3}(?= [A-Z]))"
)
_NUMBERED = re.compile(
    r"\b(?:nos?|nr|arts?|secs?|paras?|pp|vols?|figs?|cls?|chs?|exs?|regs?|sch|app|ann|pt)[.!?][\"']?\Z",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|\d+(?:[.,]\d+)*|(?:(?![{_CJK}\d])\w)+(?:['-](?:(?![{_CJK}])\w)+)*|[^\w\s]")
# Corner brackets are what curly quotation marks are elsewhere. One sign for one, so offsets stay.
_CORNERS = str.maketrans("「」『』", "“”‘’")
_CJK_SIDE = re.compile(rf"[{_CJK},.;:!?()\"'、。《》【】]")
_IS_CJK = re.compile(rf"[{_CJK}]")


@dataclass(frozen=True)
class Comparable:
    """Normal form of a text; character ``i`` stands for ``original[starts[i]:ends[i]]``."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, span: Span) -> Span:
        """Where a non-empty span of the normal form stands in the original."""
        return Span(self.starts[span.start], self.ends[span.end - 1])


@lru_cache(maxsize=8)
def comparable(text: str, markup: bool = False) -> Comparable:
    """The loss-free normal form with line-end hyphens marked; ``markup``: without Markdown signs and the
    marks of footnotes too."""
    plain = normalise(text.translate(_CORNERS))
    drop = _markup(plain.text, text, plain.starts) if markup else set()
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    skip = False
    for at, sign in enumerate(plain.text):
        if skip or at in drop or (sign == " " and chars and (chars[-1] == " " or _idle(plain.text, at))):
            skip = False
            continue
        if _splits_line(plain.text, at, text, plain.starts, plain.ends):
            sign, skip = LINE_HYPHEN, True
        chars.append(sign)
        starts.append(plain.starts[at])
        ends.append(plain.ends[at])
    return Comparable("".join(chars), tuple(starts), tuple(ends))


def plain(quote: str) -> str:
    """The loss-free normal form of a quotation."""
    folded = normalise(quote.translate(_CORNERS)).text
    return "".join(sign for at, sign in enumerate(folded) if not (sign == " " and at and _idle(folded, at)))


def _idle(text: str, at: int) -> bool:
    """True for a blank that parts nothing: between CJK characters, where it is a line end of the page, and
    between a figure and its per cent sign."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if _IS_CJK.match(before) or _IS_CJK.match(after):
        return bool(_CJK_SIDE.match(before) and _CJK_SIDE.match(after))
    return before.isdigit() and after in {"%", "‰"}


def _splits_line(plain: str, at: int, text: str, starts: tuple[int, ...], ends: tuple[int, ...]) -> bool:
    return (
        plain[at] == "-"
        and 0 < at < len(plain) - 2
        and plain[at + 1] == " "
        and text[starts[at]] in "-‐\u2011"
        and plain[at - 1].isalnum()
        and plain[at + 2].isalnum()
        and "\n" in text[starts[at + 1] : ends[at + 1]]
    )


def _markup(plain: str, text: str, starts: tuple[int, ...]) -> set[int]:
    drop: set[int] = set()
    for at, sign in enumerate(plain):
        before, after = plain[at - 1 : at], plain[at + 1 : at + 2]
        if (
            sign in "*`"
            or (sign == "_" and not (before.isalnum() and after.isalnum()))
            or (sign == "\\" and after and not after.isalnum())
            or (sign in "#>" and _line_begins(text, starts[at]))
        ):
            drop.add(at)
    for note in _NOTE.finditer(plain):
        if not (note["bare"] and _NUMBERED.search(plain, max(0, note.start() - 8), note.start())):
            drop.update(range(*note.span()))
    for link in _LINK.finditer(plain):
        drop.add(link.start())
        drop.update(range(link.end(1), link.end()))
    return drop


def _line_begins(text: str, at: int) -> bool:
    before = text[max(0, at - 8) : at]
    return not before.rpartition("\n")[2].strip("#> ")


def find_all(source: Comparable, quote: str) -> Iterator[Span]:
    """Every place in ``source.text`` where the normal form ``quote`` stands, not cutting words or numbers."""
    if not quote:
        return
    if LINE_HYPHEN in source.text or LINE_HYPHEN in quote:
        for found in _with_hyphens(quote).finditer(source.text):
            if _whole(source.text, found.start(), found.end()):
                yield Span(*found.span())
        return
    at = source.text.find(quote)
    while at >= 0:
        if _whole(source.text, at, at + len(quote)):
            yield Span(at, at + len(quote))
        at = source.text.find(quote, at + 1)


def _with_hyphens(quote: str) -> re.Pattern[str]:
    parts: list[str] = []
    for sign, after in zip(quote, quote[1:] + " ", strict=True):
        if sign == LINE_HYPHEN:
            parts.append(f"[-{LINE_HYPHEN}]?")
            continue
        parts.append(f"[-{LINE_HYPHEN}]" if sign == "-" else re.escape(sign))
        if sign.isalnum() and after.isalnum():
            parts.append(f"{LINE_HYPHEN}?")
    return re.compile("".join(parts))


def _whole(text: str, start: int, end: int) -> bool:
    return not (cuts_word(text, start) or cuts_word(text, end))


def cuts_word(text: str, at: int) -> bool:
    """True if a word or a number runs over offset ``at``."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if _IS_CJK.match(before) or _IS_CJK.match(after):
        return False
    if before.isalnum() and after.isalnum():
        return True
    # "18" of "18,400" and "400" of it are other numbers.
    if before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit():
        return True
    return after.isdigit() and before in ".," and text[at - 2 : at - 1].isdigit()


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Words, numbers, CJK characters and punctuation marks of a normal form, with their places."""
    return [(found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def is_cjk(text: str) -> bool:
    """True if the text holds a CJK character."""
    return bool(_IS_CJK.search(text))
