"""Is a quotation in the source, word for word? (P9)

This answers only where words stand. It never says that they support a statement.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import Match, SequenceMatcher
from itertools import pairwise

from rapidfuzz import fuzz

from lexdesk.evidence.model import QuoteCheck
from lexdesk.evidence.query import telling_words
from lexdesk.evidence.quote_marks import LONGEST_OMISSION, has_marks, lay_over, parts_of, plain_marks
from lexdesk.evidence.quote_text import Comparable, comparable, find_all, is_cjk, plain, tokens
from lexdesk.evidence.weight import negations, numbers
from lexdesk.text.spans import Span

#: From this share of equal words on, another wording counts as an altered quotation, below as not found.
NEAR = 0.62

_OUTER = (("“", "”"), ('"', '"'), ("„", "“"), ("«", "»"), ("‘", "’"), ("「", "」"))
PageOf = Callable[[int], int | None]


def check_quote(
    quote: str, source_text: str, page_of: PageOf | None = None, claimed_page: int | None = None
) -> QuoteCheck:
    """Compare a quotation with a source text.

    ``exact``: the same code points. ``normalised``: the same but for loss-free differences, or
    but for marked edits (then ``differing`` lists the words in brackets and ``note`` says so). ``altered``: a
    near text in other words, listed in ``differing`` as (quoted, source). ``found_elsewhere``: they stand
    in the text, but not on ``claimed_page``. ``too_short``: found, but too few words to identify a passage.
    ``not_found``: neither.
    ``start``/``end`` are offsets into ``source_text``; ``page`` is what ``page_of`` says of ``start``.
    """
    quote = _bare(quote, source_text)
    found, note = _same(quote, source_text)
    if found:
        spans = [span for _, span in found]
        state, span = found[_on_page(spans, page_of, claimed_page)]
        page = page_of(span.start) if page_of else None
        if _too_short(quote, len(found)):
            return QuoteCheck("too_short", *span, page, note="Too few words to identify a passage.")
        last = page_of(span.end - 1) if page_of else None
        if _elsewhere(page, last, claimed_page):
            text = f"The words stand on page {page}, not on page {claimed_page}."
            return QuoteCheck("found_elsewhere", *span, page, note=text)
        return QuoteCheck("exact" if state == "exact" else "normalised", *span, page, note=note)
    return (
        _marked(quote, source_text, page_of)
        or _in_parts(quote, source_text, page_of)
        or _near(quote, source_text, page_of)
    )


def check_quote_among(
    quote: str, claimed: str, others: Iterable[tuple[str, str]], page_of: PageOf | None = None,
    claimed_page: int | None = None,
) -> QuoteCheck:  # fmt: skip
    """As ``check_quote`` against ``claimed``; when the words are not there but stand unchanged in one of the
    ``others`` (name, text), the state is ``found_elsewhere`` and the note names it."""
    check = check_quote(quote, claimed, page_of, claimed_page)
    if check.state in {"altered", "not_found"}:
        for name, text in others:
            there = check_quote(quote, text)
            if there.state in {"exact", "normalised"}:
                return QuoteCheck("found_elsewhere", None, None, None, (), f"The words stand in “{name}”.")
    return check


def _bare(quote: str, source: str) -> str:
    """The quotation without blanks around it and without quotation marks that are only its frame."""
    quote = quote.strip()
    for left, right in _OUTER:
        inner = quote[len(left) : -len(right)]
        if quote.startswith(left) and quote.endswith(right) and inner.strip() and right not in inner:
            return quote if quote in source else inner.strip()
    return quote


def _same(quote: str, source: str) -> tuple[list[tuple[str, Span]], str]:
    """All places with the same words, exact ones first; and how they differ."""
    whole = comparable(source)
    wanted = comparable(quote).text
    places = [whole.original(span) for span in find_all(whole, wanted)]
    exact = [("exact", span) for span in places if source[span.start : span.end] == quote]
    if places:
        alike = [("normalised", span) for span in places if source[span.start : span.end] != quote]
        note = "" if exact else "Differs only in marks, blanks or line breaks."
        return exact + alike, note
    bare = comparable(source, True)
    wanted = comparable(quote, True).text
    found = [("normalised", bare.original(span)) for span in find_all(bare, wanted)]
    return (
        (found, "Differs only in text markup or the marks of footnotes.") if found else _nested(bare, wanted)
    )


def _nested(source: Comparable, quote: str) -> tuple[list[tuple[str, Span]], str]:
    """Places where only inner quotation marks are single for double or the other way round, as is the custom
    in a quotation within quotation marks. Behind a figure such a mark is a measure (5\" is not 5')."""
    alike = replace(source, text=source.text.replace('"', "'"))
    found = [
        ("normalised", source.original(span))
        for span in find_all(alike, quote.replace('"', "'"))
        if not any(
            one != two and at and quote[at - 1].isdigit()
            for at, (one, two) in enumerate(zip(quote, source.text[span.start : span.end], strict=False))
        )
    ]
    return found, "Differs only in single for double quotation marks."


def _elsewhere(first: int | None, last: int | None, claimed: int | None) -> bool:
    return None not in (first, last, claimed) and not (first or 0) <= (claimed or 0) <= (last or 0)


def _on_page(spans: list[Span], page_of: PageOf | None, claimed: int | None) -> int:
    if page_of is not None and claimed is not None:
        for at, span in enumerate(spans):
            first, last = page_of(span.start), page_of(span.end - 1)
            if first is not None and last is not None and first <= claimed <= last:
                return at
    return 0


def _too_short(quote: str, times: int) -> bool:
    bare = plain(quote)
    if is_cjk(bare):
        return sum(1 for token, _, _ in tokens(bare) if token.isalnum()) < 5
    words = re.findall(r"\w+", bare)
    if len(words) >= 3 and len(telling_words(bare)) >= 2:
        return False
    # Two words with a figure, standing there once only, are still a place: "marker M5".
    return not (len(words) >= 2 and times == 1 and any(sign.isdigit() for sign in bare))


def _marked(quote: str, source: str, page_of: PageOf | None) -> QuoteCheck | None:
    for markup in (False, True):
        whole = comparable(source, markup)
        wanted = plain_marks(plain(quote) if not markup else comparable(quote, True).text)
        if not has_marks(wanted):
            return None
        laid = lay_over(whole, wanted)
        if laid is None:
            continue
        span = whole.original(laid.span)
        page = page_of(span.start) if page_of else None
        if laid.trouble:
            words = "; ".join(f"“{there}”" for _, there in laid.trouble if there)
            note = f"The marks hide or change words on which the meaning turns: {words}." if words else (
                "Words in brackets bring in a number, negation or condition."
            )  # fmt: skip
            return QuoteCheck("altered", *span, page, tuple(laid.trouble), note)
        changed = tuple((f"[{inside}]", there) for inside, there in laid.replaced)
        left_out = sum(len(words) for words in laid.hidden)
        note = "With marked edits." + (f" An ellipsis leaves out {left_out} characters." if left_out else "")
        return QuoteCheck("normalised", *span, page, changed, note)
    return None


def _in_parts(quote: str, source: str, page_of: PageOf | None) -> QuoteCheck | None:
    """A quotation with ellipses whose parts all stand in the source, but not as marked: altered."""
    parts = parts_of(plain_marks(plain(quote)))
    if len(parts) < 2:
        return None
    checks = [check_quote(part, source, page_of) for part in parts]
    if any(check.start is None or check.end is None for check in checks):
        return None
    differing = tuple(pair for check in checks for pair in check.differing)
    places = [(check.start or 0, check.end or 0) for check in checks]
    in_order = all(one[1] <= two[0] for one, two in pairwise(places))
    if in_order and places[-1][1] - places[0][0] < 3 * len(quote) + 2 * LONGEST_OMISSION:
        start, end = places[0][0], places[-1][1]
    else:
        start, end = max(places, key=lambda place: place[1] - place[0])
    note = (
        ""
        if differing
        else "Its parts stand in the source, but not in this order or not this close together."
    )
    return QuoteCheck("altered", start, end, page_of(start) if page_of else None, differing, note)


def _near(quote: str, source: str, page_of: PageOf | None) -> QuoteCheck:
    whole = comparable(source, "*" in source or "`" in source)
    wanted = tokens(plain(quote))
    window = _window(plain(quote), whole)
    if window is None or not wanted:
        return QuoteCheck("not_found", None, None, None)
    there = [
        (t, a + window.start, b + window.start) for t, a, b in tokens(whole.text[window.start : window.end])
    ]
    there = _trimmed([t for t, _, _ in wanted], there)
    words = [t.casefold() for t, _, _ in wanted]
    matcher = SequenceMatcher(None, words, [t.casefold() for t, _, _ in there], autojunk=False)
    # A word run together or apart changes few characters, but many of a short quotation's words.
    close = (
        fuzz.ratio(_small(plain(quote)), _small(whole.text[there[0][1] : there[-1][2]])) >= 88 if there else 0
    )
    if not there or not (close or _alike(matcher, words)):
        return QuoteCheck("not_found", None, None, None)
    exact = SequenceMatcher(None, [t for t, _, _ in wanted], [t for t, _, _ in there], autojunk=False)
    differing = tuple(
        (_words(wanted, a0, a1), _words(there, b0, b1))
        for kind, a0, a1, b0, b1 in exact.get_opcodes()
        if kind != "equal"
    )
    span = whole.original(Span(there[0][1], there[-1][2]))
    return QuoteCheck(
        "altered",
        *span,
        page_of(span.start) if page_of else None,
        differing,
        _remark(quote, source[slice(*span)]),
    )


def _window(quote: str, source: Comparable) -> Span | None:
    """A stretch of the source around the best near match, with room for dropped words."""
    if not quote or not source.text:
        return None
    text = source.text
    # In small letters: a quotation in capitals is near, not elsewhere.
    found = fuzz.partial_ratio_alignment(_small(quote), _small(text), score_cutoff=35)
    if found is None or len(quote) > len(text):
        return Span(0, len(text)) if len(text) < 3 * len(quote) + 200 else None
    room = len(quote) // 2 + 40
    return Span(max(0, found.dest_start - room), min(len(text), found.dest_end + room))


def _small(text: str) -> str:
    small = text.lower()
    return small if len(small) == len(text) else text


def _trimmed(quote: list[str], there: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The part of the window from the first to the last word that answers to the quotation; equal words
    far from the rest (an "of" at the edge) do not stretch it."""
    words = [token.casefold() for token in quote]
    matcher = SequenceMatcher(None, words, [t.casefold() for t, _, _ in there], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return []
    first, last = max(
        ((a, b) for a in range(len(blocks)) for b in range(a, min(len(blocks), a + 40))),
        key=lambda pair: _density(blocks[pair[0] : pair[1] + 1], len(words)),
    )
    # A changed first or last word lies just outside the equal ones.
    start = max(0, blocks[first].b - min(blocks[first].a, 3))
    left = len(words) - blocks[last].a - blocks[last].size
    return there[start : min(len(there), blocks[last].b + blocks[last].size + min(3, left))]


def _density(blocks: list[Match], words: int) -> float:
    span = blocks[-1].b + blocks[-1].size - blocks[0].b
    return sum(block.size for block in blocks) / (words + span)


def _alike(matcher: "SequenceMatcher[str]", words: list[str]) -> bool:
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    equal = sum(block.size for block in blocks)
    real = sum(1 for block in blocks for n in range(block.size) if words[block.a + n].isalnum())
    return matcher.ratio() >= NEAR and equal >= 0.6 * len(words) and real >= 3


def _words(tokens_: list[tuple[str, int, int]], start: int, end: int) -> str:
    out = ""
    at = None
    for token, a, b in tokens_[start:end]:
        out += (" " if at is not None and a > at else "") + token
        at = b
    return out


def _remark(quote: str, there: str) -> str:
    notes: list[str] = []
    if len(negations(quote)) != len(negations(there)):
        notes.append("A negation is dropped or added.")
    if numbers(quote) != numbers(there):
        notes.append("A number differs.")
    if plain(quote).casefold() == plain(there).casefold():
        notes.append("Only capital letters differ.")
    return " ".join(notes)
