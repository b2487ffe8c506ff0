"""Reference phrases as they stand in English text: a keyword, its numbers, lists and ranges."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lexdesk.text.spans import Span

SECTION_WORDS = ("section", "clause", "article", "paragraph", "part", "item", "provision")
ATTACH_WORDS = ("schedule", "exhibit", "annex", "appendix", "attachment", "addendum")

_DOUBLED = "|".join(2 * c for c in "abcdefghjklmnopqrstuwyz")
_TAIL = rf"(?:\s?\((?:[a-z]|[ivxl]{{2,6}}|{_DOUBLED}|[A-Z]|[IVX]{{2,5}}|\d{{1,3}})\))"
_MARKS = r"[\s\u200e\u200f\u00a0]"
_NUMBER = (
    rf"(?:\d{{1,4}}(?:[.]\d{{1,3}})*(?:-\d{{1,4}}(?!\d))?[A-Z]{{0,2}}(?![A-Za-z\d]){_TAIL}*"
    rf"|[A-Z]\.\d{{1,3}}(?:\.\d{{1,3}})*(?![A-Za-z\d]){_TAIL}*"
    rf"|[IVXL]{{1,7}}(?![A-Za-z]){_TAIL}*|{_TAIL}+)"
)
_ATTACH_NUMBER = rf"(?:{_NUMBER}|(?:[A-Z]|AA|BB|CC|DD)(?:\s?[-–]\s?\d{{1,2}})?(?![A-Za-z’']){_TAIL}*)"
_WORDS_SECTION = (
    r"(?:sub-?\s?)?(?:sections?|clauses?|articles?|paragraphs?|paras?\.?|provisions?|parts?|items?)"
    r"|secs?\.|arts?\.|cl\.|§+|[Ss]s?\.?(?=\s?\d)"
)
_WORDS_ATTACH = r"schedules?|exhibits?|annex(?:ure)?s?|annexes|appendix|appendices|attachments?|addendum"
_HEADING = r"(?:\s*\((?=[^()]{0,200}[a-z]{2})(?:[^()]|\([^()]*\)){3,200}\)|\s*[“\"][^”\"]{2,80}[”\"])"
_JOIN = r"(?:\s*(?:,\s*(?:and/or|and|or|&)?|;\s*(?:and|or)?|and/or|and|or|&|through|thru|to|[-–—])\s*)"
_KEYWORD = re.compile(
    # no keyword and no "this" begins inside a word or with another letter: most places fail at once
    rf"(?<![A-Za-z])(?=[aceipst§])(?P<this>\b(?:this|these)\s+)?(?<![A-Za-z])(?P<word>{_WORDS_ATTACH}|{_WORDS_SECTION})(?![A-Za-z])",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(
    r"\bfollowing\s+(?:\w+\s+){0,2}(?:Sections|Clauses|Articles|Paragraphs|sections|clauses)\b[^.:;]{0,160}:\s*"
)
_UNIT_AFTER = re.compile(
    r"\s*(?:%|percent|per\s+cent|(?:[\w-]+\s+)?(?:days?|months?|years?|weeks?|hours?|minutes?|business|calendar|shares?|dollars?|units?)\b"
    r"|\(\d+\)\s+(?:[\w-]+\s+)?(?:days?|months?|years?|hours?))",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    rf"\s+(?:of|in|to|under)\s+(?:(?P<this>this)\s+)?(?P<word>{_WORDS_SECTION}|{_WORDS_ATTACH}){_MARKS}+(?={_NUMBER}|[A-Z](?![a-z]))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    """One number of a phrase as written, blanks taken out: "9.2", "(a)", "I(B)"; range ends joined."""

    text: str
    until: str = ""  # the other end of a range
    span: Span = field(default=Span(0, 0))


@dataclass(frozen=True)
class Phrase:
    """A keyword with its numbers. ``outer`` is the phrase behind "of" ("paragraph (b) of Section 3")."""

    span: Span
    word: str  # "section", "clause", "schedule"... singular, lower case; "" in a list without one
    numbers: tuple[Number, ...]
    this: bool = False
    outer: "Phrase | None" = None
    above: str = ""  # "above" or "below" right after a local number
    head_end: int = 0  # offset behind a bracketed heading that follows the last number
    capital: bool = False
    headings: tuple[str, ...] = ()  # bracketed words behind each number, "" when none


def _singular(word: str) -> str:
    low = word.lower().strip(". ").replace("sub-", "").replace("sub", "").strip()
    if low.startswith("§") or low in ("sec", "secs", "s", "ss"):
        return "section"
    if low in ("art", "arts"):
        return "article"
    if low == "cl":
        return "clause"
    if low in ("para", "paras"):
        return "paragraph"
    if low in ("annexes", "annexure", "annexures"):
        return "annex"
    if low == "appendices":
        return "appendix"
    return low if low in (*SECTION_WORDS, *ATTACH_WORDS) else low.rstrip("s")


def find_phrases(text: str) -> list[Phrase]:
    """Reference phrases of ``text`` in order, none overlapping another."""
    found: list[Phrase] = []
    end = 0
    for start, phrase in _candidates(text):
        if start >= end:
            found.append(phrase)
            end = phrase.span.end
    return found


def _candidates(text: str) -> Iterator[tuple[int, Phrase]]:
    lists = [(m.end(), _keywordless(text, m.end())) for m in _FOLLOWING.finditer(text)]
    behind = 0
    for m in _KEYWORD.finditer(text):
        while lists and lists[0][0] <= m.start():
            at, phrase = lists.pop(0)
            if phrase is not None and at >= behind:
                yield at, phrase
                behind = phrase.span.end
        if m.start() < behind:
            continue
        made = _phrase(text, m.start(), m["word"], m.end(), bool(m["this"]))
        if made is not None:
            yield made.span.start, made
            behind = made.span.end
    for at, phrase in lists:
        if phrase is not None and at >= behind:
            yield at, phrase


def _keywordless(text: str, at: int) -> Phrase | None:
    numbers, end, head_end, headings = _numbers(text, at, _NUMBER, plural=True)
    if len(numbers) < 2:
        return None
    return Phrase(
        Span(numbers[0].span.start, end), "", tuple(numbers), head_end=head_end, headings=tuple(headings)
    )


def _phrase(text: str, start: int, word: str, after: int, this: bool, depth: int = 0) -> Phrase | None:
    singular = _singular(word)
    attach = singular in ATTACH_WORDS
    plural = (word.lower().rstrip(".").endswith("s") and word.lower() not in ("s", "ss")) or word == "§§"
    form = _ATTACH_NUMBER if attach else _NUMBER
    short = word.rstrip(".") in ("s", "S", "ss", "Ss")
    blank = re.compile(rf"{_MARKS}*").match(text, after)
    at = blank.end() if blank else after
    glued = at == after and not word.startswith("§") and not short
    if attach and not word[0].isupper() and not this:
        return None
    numbers: list[Number] = []
    end, head_end, headings = after, after, [""]
    if not glued:
        numbers, end, head_end, headings = _numbers(text, at, form, plural=plural)
    if short and not (numbers and numbers[0].text[0].isdigit()):
        return None
    if short and not re.match(
        r"\s*(?:of|to|in)\s|[,;)]|\s*$|\s+(?:[A-Z][a-z]+\s+)+(?:Act|Code)\b", text[end : end + 60]
    ):
        return None
    if not numbers:
        if not this or (singular in ("provision", "item", "part") and not word[0].isupper()):
            return None
        return Phrase(Span(start, after), singular, (), True, head_end=after, capital=word[0].isupper())
    if singular in ("item", "provision", "part") and not _counts(text, word, numbers, end):
        return None
    if singular not in ATTACH_WORDS and re.fullmatch(r"[IVXL]+", numbers[0].text) and not word[0].isupper():
        return None
    outer = None
    local = numbers[0].text.startswith("(") or singular in ("paragraph", "part")
    inverted = _INVERTED.match(text, end)
    if inverted and local and depth == 0:
        outer = _phrase(
            text, inverted.start("word"), inverted["word"], inverted.end("word"), bool(inverted["this"]), 1
        )
        if outer is not None and outer.numbers:
            end, head_end = outer.span.end, outer.head_end
    else:
        self_section = re.compile(
            r"\s+(?:of|in)\s+(this\s+(?:Section|Clause|Article|Paragraph))(?=[\s,.;)])", re.IGNORECASE
        ).match(text, end)
        if self_section and local and depth == 0:
            outer = Phrase(Span(*self_section.span(1)), _singular(self_section[1].split()[-1]), (), True)
            end = head_end = self_section.end()
    above = re.match(r"\s+(above|below)\b", text[end : end + 8])
    if above and numbers[0].text.startswith("(") and outer is None:
        end = head_end = end + above.end()
    return Phrase(
        Span(start, end), singular, tuple(numbers), this, outer, above[1] if above else "", head_end,
        word[0].isupper(), tuple(headings),
    )  # fmt: skip


def _counts(text: str, word: str, numbers: list[Number], end: int) -> bool:
    """ "item (1) above" is a reference, "item 4 of the agenda" and "part 2" are not."""
    if numbers[0].text.startswith("("):
        return word.lower().startswith("item") or word[0].isupper()
    return word in ("Part", "Parts") and len(numbers[0].text) <= 4


def _numbers(text: str, at: int, form: str, *, plural: bool) -> tuple[list[Number], int, int, list[str]]:
    pattern = _compiled(form)
    numbers: list[Number] = []
    headings: list[str] = []
    end = head_end = at
    m = pattern.match(text, at)
    while m is not None:
        number = re.sub(r"[\s\u200e\u200f\u00a0]", "", m[0])
        joined = m.start() and numbers
        if joined and re.fullmatch(r"\d+", number) and _stops(text, m.end(), plural):
            break
        if (
            joined
            and re.fullmatch(r"[A-Z]{1,2}|I", number)
            and re.match(r"\s+[a-z]", text[m.end() :])
            and not plural
        ):
            break
        if numbers and _is_range(text[head_end : m.start()]):
            numbers[-1] = Number(numbers[-1].text, number, Span(numbers[-1].span.start, m.end()))
        else:
            both = re.fullmatch(r"(\d{1,2})-(\d{1,2})", number) if plural else None
            first, last = (both[1], both[2]) if both and int(both[1]) < int(both[2]) else (number, "")
            numbers.append(Number(first, last, Span(m.start(), m.end())))
            headings.append("")
        end = head_end = m.end()
        heading = _HEADING_RE.match(text, end)
        behind = end
        while heading is not None:
            if not headings[-1]:
                headings[-1] = heading[0].strip(' ()“”"')
            behind = heading.end()
            heading = _HEADING_RE.match(text, behind)
        head_end = behind
        join = _JOIN_RE.match(text, behind)
        if join is None:
            break
        m = pattern.match(text, join.end())
        if m is not None and m.group(0).startswith("(") and (behind > end or _opens_list(text, m, number)):
            break
    return numbers, end, head_end, headings


def _is_range(between: str) -> bool:
    return re.search(r"\b(?:through|thru|to)\b|^\s*[-–—]\s*$|\)\s*[-–—]\s*$", between) is not None


def _opens_list(text: str, m: re.Match[str], before: str) -> bool:
    """ "Section 5, (a) the Seller ..." goes on with a list of its own, not with Section 5(a)."""
    if not before.endswith(")"):
        return True
    return re.match(r"\s+(?:the|a|an|any|all|if|to|[a-z]+ing)\b", text[m.end() : m.end() + 12]) is not None


def _stops(text: str, end: int, plural: bool) -> bool:
    return _UNIT_AFTER.match(text, end) is not None or (
        not plural and re.match(r"\s+[a-z]+s\b", text[end : end + 20]) is not None
    )


_HEADING_RE = re.compile(_HEADING)
_JOIN_RE = re.compile(_JOIN)
_SECTION_RE = re.compile(_NUMBER)
_ATTACH_RE = re.compile(_ATTACH_NUMBER)


def _compiled(form: str) -> re.Pattern[str]:
    return _ATTACH_RE if form == _ATTACH_NUMBER else _SECTION_RE
