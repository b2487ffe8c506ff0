"""Section marks: the numbers that stand before clauses, typed or automatic.

A mark is read without context; what it means among its neighbours ("(i)" after "(h)" is a letter) is
decided by ``outline``.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from lexdesk.law.numerals import ZH_NUMERAL, from_chinese, from_letters, from_roman, from_words, to_chinese

Scheme = Literal[
    "attach", "part", "chapter", "article", "decimal", "lower", "upper", "roman", "upper_roman", "digit",
    "zh_part", "zh_chapter", "zh_section", "zh_article", "zh_clause", "zh_paren", "zh_list", "circle",
]  # fmt: skip
PAREN_SCHEMES = frozenset(
    ("lower", "upper", "roman", "upper_roman", "digit", "zh_paren", "zh_list", "circle")
)


@dataclass(frozen=True)
class Mark:
    """One number before a clause. ``start`` and ``end`` are offsets in the text it was read from."""

    readings: tuple[tuple[Scheme, int], ...]  # alternatives, likeliest first
    shown: str  # what it adds to a path: "(a)", "12.7", "Article IV", "Annex I(B)", "第三条"
    start: int
    end: int
    parts: tuple[str, ...] = ()  # components of a decimal number: ("12", "7")
    form: str = ""  # "paren" (a), "close" a), "dot" a., "bare" 1
    alias: str = ""  # the number in the other language: "Annex 1" of "附件一 Annex 1"

    @property
    def scheme(self) -> Scheme:
        """The likeliest scheme."""
        return self.readings[0][0]

    @property
    def value(self) -> int:
        """The number in the likeliest scheme (last component for decimals)."""
        return self.readings[0][1]


_ATTACH_WORD = "schedule|exhibit|annexure|annex|appendix|attachment|addendum"
_ATTACH = re.compile(
    rf"(?P<word>{_ATTACH_WORD})\s+(?:no\.?\s*)?"
    r"(?P<id>\d+(?:\.\d+)*[A-Z]?|[IVXLC]+(?![A-Za-z])|[A-Z](?![A-Za-z])|AA|BB|CC|DD|EE)(?P<sub>\s?[-–]\s?\d+)?"
    r"(?P<tail>(?:\s?\([A-Za-z0-9]{1,4}\))*)",
    re.IGNORECASE,
)
_ATTACH_BARE = re.compile(r"(SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT|ADDENDUM)(?=\s*$)")
_WORD_NUMBER = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth"
)
_DIVISION = re.compile(
    rf"(?P<word>part|chapter|article)\s+(?P<id>[IVXLC]+|\d+|[A-Z]|{_WORD_NUMBER})\b(?!\.\d)",
    re.IGNORECASE,
)
_DECIMAL = re.compile(
    r"(?P<word>(?:sections?|sec\.|clause|§)\s*)?"
    r"(?P<n>[A-Z]?\d{1,3}(?:\.\d{1,3})*|[A-Z]\.\d{1,3}(?:\.\d{1,3})*)(?P<letter>[A-Z](?![A-Za-z]))?",
    re.IGNORECASE,
)
_PAREN = re.compile(r"[(（](?P<id>[a-z]{1,5}|[A-Z]{1,5}|\d{1,3})[)）]")
_LETTER = re.compile(r"(?P<id>[a-z]{1,4}|[A-Z]{1,4})(?P<end>[.)])(?=\s|$)")
_ZH_ATTACH = re.compile(
    rf"(?P<word>附件|附表|附录|附錄)\s*(?P<id>[{ZH_NUMERAL}]+|\d+|[A-Z])?(?![\w{ZH_NUMERAL}]*[》所列])"
)
_ZH_DIVISION = re.compile(rf"第(?P<id>[{ZH_NUMERAL}]+|\d+)(?P<word>编|篇|部分|章|节|節|条|條|款)")
_ZH_PAREN = re.compile(r"[（(](?P<id>[一二三四五六七八九十百]+|[甲乙丙丁戊己庚辛壬癸])[）)]")
_ZH_LIST = re.compile(r"(?P<id>[一二三四五六七八九十百]+)[、.．]")
_CIRCLES = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_ZH_WORDS: dict[str, Scheme] = {
    "编": "zh_part", "篇": "zh_part", "部分": "zh_part", "章": "zh_chapter", "节": "zh_section",
    "節": "zh_section", "条": "zh_article", "條": "zh_article", "款": "zh_clause",
}  # fmt: skip
# A word after the number that shows it to be part of a sentence, not a mark
_SENTENCE_GOES_ON = re.compile(
    r"\s*(?:of|or|and|to|above|below|hereof|hereto|herein|shall|will|may|must|is|are|was|were|has|have|in|"
    r"under|for|by|as|on|at|from|with|that|which|if|does|sets?|attached|through)\b"
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def read_marks(text: str, start: int = 0, *, automatic: bool = False) -> list[Mark]:
    """The marks at ``text[start:]``, outermost first: "3.2(a)(i)" gives three, prose gives none.

    ``automatic`` reads a computed label, where nothing but the number stands in ``text``.
    """
    position = _skip_blanks(text, start)
    marks: list[Mark] = []
    while True:
        mark = _read_one(text, position, first=not marks, automatic=automatic)
        if mark is None:
            return marks
        if marks and not automatic and not _may_follow(marks[-1], mark, text):
            return marks
        if not marks and not automatic:
            mark = _with_twin(text, mark)
        marks.append(mark)
        position = _skip_blanks(text, _after_point(text, mark.end))


def after_marks(text: str, marks: Sequence[Mark]) -> int:
    """Offset where the words after the last mark begin (points, dashes and blanks skipped)."""
    if not marks:
        return 0
    end = _after_point(text, marks[-1].end)
    blanks = re.compile(r"[\s\u3000]*(?:[-–—:：、]+(?=[\s\u3000])[\s\u3000]*)?").match(text, end)
    return blanks.end() if blanks else end


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and (text[at].isspace() or text[at] in "\u200e\u200f\ufeff"):
        at += 1
    return at


def _after_point(text: str, end: int) -> int:
    while end < len(text) and text[end] in ".．:)":
        end += 1
    return end


def _with_twin(text: str, mark: Mark) -> Mark:
    """ "Clause 5 / 第五条" and "附件一 Annex 1" are one mark; the Chinese number leads."""
    slash = re.compile(r"\s*[/／]\s*").match(text, mark.end)
    if slash and mark.scheme in ("decimal", "article"):
        chinese = _read_chinese(text, slash.end(), False)
        if chinese is not None and chinese.value == mark.value:
            return replace(chinese, start=mark.start, alias=mark.shown)
    if mark.scheme in ("attach", "zh_article") and ord(mark.shown[0]) > 0x2E80:
        at = slash.end() if slash else _skip_blanks(text, mark.end)
        english = (
            _ATTACH.match(text, at)
            if mark.scheme == "attach"
            else _DECIMAL.match(text, at)
            if slash
            else None
        )
        if english is not None:
            return replace(mark, end=english.end(), alias=english[0])
    return mark


def _may_follow(before: Mark, mark: Mark, text: str) -> bool:
    """In typed text a second mark counts when glued on ("3.2(a)") or when it opens a list."""
    if mark.scheme not in PAREN_SCHEMES or mark.form != "paren":
        return False
    glued = before.end == mark.start
    opens = any(value == 1 for _, value in mark.readings)
    return glued or (opens and before.scheme in ("decimal", *PAREN_SCHEMES))


def _read_one(text: str, at: int, *, first: bool, automatic: bool) -> Mark | None:
    if at >= len(text):
        return None
    readers: list[Callable[[str, int, bool], Mark | None]] = [_read_chinese, _read_paren]
    if first:
        readers = [_read_attach, _read_division, *readers]
    if first or automatic:
        readers += [_read_decimal, _read_letter]
    for reader in readers:
        mark = reader(text, at, automatic)
        if mark is not None:
            return mark
    return None


def _read_attach(text: str, at: int, automatic: bool) -> Mark | None:
    m = _ATTACH.match(text, at)
    if m is None:
        bare = _ATTACH_BARE.match(text, at)
        if bare is None:
            return None
        return Mark((("attach", 1),), bare[1].capitalize(), at, bare.end())
    if not m["word"][0].isupper() or (m["id"].islower() and not m["id"].isdigit()):
        return None
    titled = m["word"].isupper() or text[m.end() : m.end() + 1] in (":", "-", "–")
    if not automatic and ((len(text) > 160 and not titled) or _SENTENCE_GOES_ON.match(text, m.end())):
        return None
    tail = re.sub(r"\s", "", m["tail"] or "")
    label = f"{m['word'].capitalize()} {m['id']}{re.sub(chr(92) + 's', '', m['sub'] or '')}{tail}"
    return Mark((("attach", _number(m["id"])),), label, at, m.end())


def _number(text: str) -> int:
    if text[0].isdigit():
        return int("".join(takewhile(str.isdigit, text)))
    return from_roman(text) or from_letters(text) or 0


def _read_division(text: str, at: int, automatic: bool) -> Mark | None:
    m = _DIVISION.match(text, at)
    if m is None or not m["word"][0].isupper():
        return None
    word = m["word"].lower()
    raw = m["id"]
    low = raw.lower()
    value = from_words(raw) or _ORDINALS.get(low) or (int(raw) if raw.isdigit() else 0)
    value = value or from_roman(raw) or from_letters(raw) or 0
    if not value or (raw.islower() and low not in _WORD_NUMBER.split("|")):
        return None
    rest = text[m.end() :]
    if not automatic and (_SENTENCE_GOES_ON.match(rest) or rest.startswith(("(", ",", ";"))):
        return None
    shown = raw.capitalize() if low in _WORD_NUMBER.split("|") else raw
    scheme: Scheme = "part" if word == "part" else "chapter" if word == "chapter" else "article"
    return Mark(((scheme, value),), f"{word.capitalize()} {shown}", at, m.end())


def _read_chinese(text: str, at: int, automatic: bool) -> Mark | None:
    char = text[at]
    if char in _CIRCLES:
        return Mark((("circle", _CIRCLES.index(char) + 1),), char, at, at + 1, form="paren")
    if m := _ZH_ATTACH.match(text, at):
        if not automatic and (len(text) - at > 60 or re.search(r"[。；，]", text[m.end() :])):
            return None
        number = (from_chinese(m["id"]) or from_letters(m["id"]) or 0) if m["id"] else 1
        name = m["id"] or ""
        shown = to_chinese(number) if name.isdigit() else name
        return Mark((("attach", number),), m["word"] + shown, at, m.end())
    if m := _ZH_DIVISION.match(text, at):
        value = from_chinese(m["id"])
        goes_on = re.match(r"[的和或至、，之第]|所|规定|约定|項|项", text[m.end() : m.end() + 2])
        if value is None or (goes_on and not automatic):
            return None
        return Mark(((_ZH_WORDS[m["word"]], value),), f"第{to_chinese(value)}{m['word']}", at, m.end())
    if m := _ZH_PAREN.match(text, at):
        stem = _STEMS.find(m["id"])
        value = stem + 1 if stem >= 0 else from_chinese(m["id"]) or 0
        return Mark((("zh_paren", value),), f"({m['id']})", at, m.end(), form="paren")
    if m := _ZH_LIST.match(text, at):
        return Mark((("zh_list", from_chinese(m["id"]) or 0),), m["id"], at, m.end(), form="dot")
    return None


def _letter_readings(raw: str) -> list[tuple[Scheme, int]]:
    lower = raw.islower()
    found: list[tuple[Scheme, int]] = []
    letter = from_letters(raw)
    roman = from_roman(raw)
    if letter:
        found.append(("lower" if lower else "upper", letter))
    if roman:
        found.append(("roman" if lower else "upper_roman", roman))
    # "(i)" opens a list of Roman numerals far more often than it is the ninth letter
    return found[::-1] if raw.lower() in ("i", "ii", "iii", "v", "x", "xx") and len(found) == 2 else found


def _read_paren(text: str, at: int, automatic: bool) -> Mark | None:
    m = _PAREN.match(text, at)
    if m is None:
        return None
    raw = m["id"]
    readings: list[tuple[Scheme, int]] = [("digit", int(raw))] if raw.isdigit() else _letter_readings(raw)
    if not readings:
        return None
    return Mark(tuple(readings), f"({raw})", at, m.end(), form="paren")


def _read_letter(text: str, at: int, automatic: bool) -> Mark | None:
    m = _LETTER.match(text, at)
    if m is None:
        return None
    readings = _letter_readings(m["id"])
    if not readings or (len(m["id"]) > 1 and m["id"].isupper() and readings[0][0] == "upper"):
        return None
    form = "close" if m["end"] == ")" else "dot"
    return Mark(tuple(readings), f"({m['id']})", at, m.end() - 1, form=form)


def _read_decimal(text: str, at: int, automatic: bool) -> Mark | None:
    m = _DECIMAL.match(text, at)
    if m is None:
        return None
    if m["n"][0].isalpha() and not (m["n"][0].isupper() and "." in m["n"]):
        return None
    number = m["n"] + (m["letter"] or "")
    end = m.end()
    after = text[end : end + 1]
    parts = tuple(number.split("."))
    word = bool(m["word"])
    if word and not m["word"][0].isupper() and m["word"][0] != "§":
        return None
    if not automatic:
        if after and not (after.isspace() or after in ".．:)(（、-–—" or ord(after) > 0x2E80):
            return None
        if (
            len(parts) == 1
            and not word
            and (not after or after not in ".．)、")
            and not _title_after_bare_number(text, end)
        ):
            return None
        rest = text[_after_point(text, end) :]
        if _SENTENCE_GOES_ON.match(rest) or rest[:1].isdigit() or re.match(r"\s*[%$€£,]", rest):
            return None
        if len(parts) == 1 and not word and re.match(r"\s*$", rest) and after not in ".．":
            return None
    form = (
        "word"
        if word
        else "bare"
        if after not in ".．)、" or not after
        else "close"
        if after == ")"
        else "dot"
    )
    if after == "、":
        end += 1
    last = re.search(r"\d+", parts[-1])
    return Mark((("decimal", int(last[0]) if last else 0),), number, at, end, parts, form)


def _title_after_bare_number(text: str, end: int) -> bool:
    """True for "1  Definitions" and "1 DEFINITIONS": a short line in title case after the number."""
    rest = text[end:].strip()
    if text[end : end + 1] == "(" or not rest or len(rest) > 80 or not rest[0].isupper():
        return False
    return not re.search(r"[.;,]\s|\d{4,}|@", rest) and len(rest.split()) <= 9
