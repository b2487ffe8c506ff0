"""Quotations with marked edits: ellipses and words in square brackets."""

import re
from dataclasses import dataclass
from itertools import pairwise

from lexdesk.evidence.quote_text import Comparable, cuts_word, find_all, tokens
from lexdesk.evidence.weight import weighty
from lexdesk.text.spans import Span

#: How much one ellipsis may leave out, in characters, and how many words brackets may stand for.
LONGEST_OMISSION = 1000
LONGEST_REPLACED = 60

_ELLIPSIS = re.compile(r"\[\s*(?:\.\s*){3,}\]|(?:\.\s?){3,}|\(\s*(?:\.\s*){3,}\)")
_BRACKET = re.compile(r"\[([^\[\]]{1,120})\]")
_REMARKS = (
    r"(?:sic|(?:italics|emphasis) (?:added|supplied|mine|ours|in (?:the )?original)|"
    r"(?:footnotes?|citations?) omitted|internal [^()\[\]]{0,60}omitted|原文如此|"
    r"(?:着重号|黑体|重点|强调)[^()\[\]]{0,12}(?:所加|加注|添加)|引注?省略|注释省略)"
)
_REMARK = re.compile(rf"{_REMARKS}\Z", re.I)
# What whoever quotes says of the quotation at its end, in round brackets.
_LAST_REMARK = re.compile(rf"\(({_REMARKS})\)(?=[.'\"]*\Z)", re.I)
# "[t]he", "agree[d]": letters in brackets that stand for a part of a word.
_PART_OF_WORD = re.compile(r"(?<![\w\[])([a-zà-ÿ]*)\[([a-zà-ÿ]{1,12})\]([a-zà-ÿ]*)(?![\w\]])", re.I)
_ROLE = re.compile(
    r"\b(?:buyer|seller|purchaser|vendor|supplier|customer|provider|client|licensor|licensee|landlord|tenant|"
    r"lessor|lessee|lender|borrower|employer|employee|contractor|owner|franchisor|franchisee|distributor|"
    r"manufacturer|disclosing|receiving|plaintiff|defendant|claimant|appellant|respondent|assignor|assignee|"
    r"grantor|grantee|indemnitor|indemnitee|guarantor)\b"
    r"|甲方|乙方|丙方|买方|卖方|买受人|出卖人|出租人|承租人|贷款人|借款人|转让方|受让方|被许可方|许可方|原告|被告",
    re.IGNORECASE,
)
_TURNS = re.compile(r"(?:un|in|im|ir|il|dis|non-?|mis)(?=[a-z]{3})", re.I)


@dataclass(frozen=True)
class Marked:
    """A quotation with marked edits laid over the source: where, and what the marks hide or change."""

    span: Span  # in the comparable source
    hidden: tuple[str, ...]  # source words left out by ellipses
    replaced: tuple[tuple[str, str], ...]  # (words in brackets, source words they stand for)

    @property
    def trouble(self) -> list[tuple[str, str]]:
        """(quoted, source) for each mark that hides or brings in a negation, a number or a condition."""
        found = [("...", words) for words in self.hidden if weighty(words)]
        for inside, there in self.replaced:
            if _REMARK.match(inside) or inside.casefold() == there.casefold():
                continue
            # Brackets of the source itself are no mark of whoever quotes it: their words must be the same.
            own = there.startswith("[") and there.strip("[] ").casefold() != inside.casefold()
            if own or weighty(inside) != weighty(there) or _turned(inside, there) or _swapped(inside, there):
                found.append((f"[{inside}]", there))
        return found


def _turned(inside: str, there: str) -> bool:
    """True if one is the other with a syllable before it that says no: "[un]lawful" for "lawful"."""
    one, two = inside.casefold(), there.casefold()
    return one != two and (_TURNS.sub("", one, count=1) == two or _TURNS.sub("", two, count=1) == one)


def _swapped(inside: str, there: str) -> bool:
    """True if another party is put in the place of the one that stands there."""
    one, two = ({role.casefold() for role in _ROLE.findall(words)} for words in (inside, there))
    return bool(one and two and one != two)


def plain_marks(quote: str) -> str:
    """The quotation (normal form) with its marks in one form: a word with letters in brackets wholly in
    brackets ("[t]he" as "[the]"), and a remark at the end in square ones."""

    def whole(found: re.Match[str]) -> str:
        before, inside, after = found.groups()
        return f"[{before}{inside}{after}]" if before or after else found.group()

    return _LAST_REMARK.sub(r"[\1]", _PART_OF_WORD.sub(whole, quote))


def has_marks(quote: str) -> bool:
    """True if the quotation (normal form) holds an ellipsis or words in brackets."""
    return bool(_ELLIPSIS.search(quote) or _BRACKET.search(quote))


def parts_of(quote: str) -> list[str]:
    """The stretches of at least two words between ellipses, brackets taken off."""
    parts = (part.replace("[", "").replace("]", "").strip() for part in _ELLIPSIS.split(quote))
    return [part for part in parts if len(re.findall(r"\w+", part)) > 1]


def _pieces(quote: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Pieces of plain words, and the marks between them: ("ellipsis", "") or ("bracket", words)."""
    pieces: list[str] = []
    marks: list[tuple[str, str]] = []
    at = 0
    for mark in re.finditer(f"{_ELLIPSIS.pattern}|{_BRACKET.pattern}", quote):
        pieces.append(quote[at : mark.start()])
        marks.append(("bracket", mark.group(1).strip()) if mark.group(1) else ("ellipsis", ""))
        at = mark.end()
    pieces.append(quote[at:])
    return pieces, marks


def lay_over(source: Comparable, quote: str) -> Marked | None:
    """The tightest way to lay a marked quotation over the source, its plain pieces in order and unchanged;
    ``None`` when there is none. An ellipsis may leave out ``LONGEST_OMISSION`` characters."""
    pieces, marks = _pieces(quote)
    plain = [piece.strip() for piece in pieces]
    solid = [at for at, piece in enumerate(plain) if re.search(r"\w", piece)]
    if not solid:
        return None
    best: Marked | None = None
    for first in find_all(source, plain[solid[0]]):
        found = _follow(source, plain, marks, solid, first)
        if found is not None and (best is None or _length(found) < _length(best)):
            best = found
    return best


def _length(marked: Marked) -> int:
    return marked.span.end - marked.span.start


def _follow(
    source: Comparable, plain: list[str], marks: list[tuple[str, str]], solid: list[int], first: Span
) -> Marked | None:
    hidden: list[str] = []
    replaced: list[tuple[str, str]] = []
    start, end = first
    lead = marks[: solid[0]]
    if lead:
        start = _leading(source, lead, first.start, replaced)
    for before, after in pairwise(solid):
        between = marks[before:after]
        omits = any(kind == "ellipsis" for kind, _ in between)
        reach = LONGEST_OMISSION if omits else LONGEST_REPLACED
        found = next((span for span in _from(source, plain[after], end) if span.start - end <= reach), None)
        if found is None:
            return None
        gap = source.text[end : found.start].strip()
        inside = " ".join(words for kind, words in between if kind == "bracket")
        if omits:
            hidden.append(gap)
            if inside:
                replaced.append((inside, gap))
        else:
            replaced.append((inside, gap))
        end = found.end
    for kind, words in marks[solid[-1] :]:
        if kind == "bracket" and not _REMARK.match(words):
            end = _trailing(source, words, end, replaced)
    return Marked(Span(start, end), tuple(hidden), tuple(replaced))


def _from(source: Comparable, piece: str, at: int) -> list[Span]:
    # A cut copy would shift the places; the search is limited to what an ellipsis may leave out.
    stop = at + LONGEST_OMISSION + 2 * len(piece) + 10
    window = Comparable(source.text[at:stop], source.starts[at:stop], source.ends[at:stop])
    return [span.shifted(at) for span in find_all(window, piece)]


def _leading(
    source: Comparable, lead: list[tuple[str, str]], start: int, replaced: list[tuple[str, str]]
) -> int:
    """Brackets before the first plain words: the source words just before, if they are the same in any
    case; a single letter is a changed capital; else words put in for others."""
    inside = " ".join(words for kind, words in lead if kind == "bracket")
    if not inside:
        return start
    before = source.text[:start].rstrip()
    opening = len(before) - len(inside)
    if before.casefold().endswith(inside.casefold()) and not cuts_word(source.text, opening):
        replaced.append((inside, before[len(before) - len(inside) :]))
        return len(before) - len(inside)
    opens = before.rfind("[") if before.endswith("]") else _as_many(before, inside)
    replaced.append((inside, before[opens:] if opens >= 0 else ""))
    return opens if opens >= 0 else start


def _as_many(before: str, inside: str) -> int:
    """Where as many words as ``inside`` has begin at the end of ``before``, in one sentence; -1: nowhere."""
    here = re.split(r"[.;:!?]", before)[-1]
    found = tokens(here)[-len(tokens(inside)) :]
    return len(before) - len(here) + found[0][1] if found else -1


def _trailing(source: Comparable, words: str, end: int, replaced: list[tuple[str, str]]) -> int:
    rest = source.text[end:]
    skip = len(rest) - len(rest.lstrip())
    if rest[skip:].casefold().startswith(words.casefold()):
        replaced.append((words, rest[skip : skip + len(words)]))
        return end + skip + len(words)
    closes = rest.find("]", skip) + 1 if rest[skip:].startswith("[") else 0
    replaced.append((words, rest[skip:closes]))
    return end + closes
