"""Defined terms: never used, defined twice, used without a definition, written in lower case."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lexdesk.law.model import Block, Term
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.law.proofreading.ordinary import is_name, is_ordinary, is_proper_word
from lexdesk.text.spans import Span

_POINTER = re.compile(
    r"[\"”“’')\s,]*(?:shall\s+)?(?:have|has|having)\s+the\s+(?:respective\s+|same\s+)?meanings?\s+(?:as\s+)?"
    r"(?:given|set|ascribed|assigned|specified|provided|stated|attributed|described|defined)"
    r"|[\"”“’')\s,]*(?:(?:is|are|has\s+been|shall\s+be)\s+)?(?:as\s+)?defined\s+(?:in|under|at)\b"
    r"|[\"”“’')\s,]*means?\s+(?:as\s+|has\s+the\s+meaning\s+)?(?:given|set|defined|described|specified)\s+(?:forth\s+|out\s+)?(?:in|by|under)\b"
    r"|[\"”“’')\s,]*具有[^。]{0,20}(?:赋予|规定|所述)",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\bfor (?:the )?purposes? of (?:this|these|the|that) (?:section|clause|article|paragraph|exhibit|"
    r"schedule|definition)"
    r"|\b(?:as used )?in this (?:section|clause|paragraph|article|exhibit|schedule|annex|appendix)\b"
    r"|本[条款]所称",
    re.IGNORECASE,
)
_WHOLE_WORDS = (
    "agreement contract party parties lease deed addendum amendment order form plan indenture note release"
)
_WHOLE = frozenset(_WHOLE_WORDS.split())


def is_chinese(name: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", name) is not None


@cache
def uses_pattern(name: str) -> re.Pattern[str]:
    """The term with plural, singular and possessive, whatever its quotes; whole words only."""
    if is_chinese(name):
        return re.compile(re.escape(name))
    stem = re.sub(r"\(?(?:’s|'s)?\)?$", "", name)
    stem = re.sub(r"\((?:s|es|ies)\)$", "", stem)
    base, ending = stem, r"(?:e?s)?"
    if re.search(r"ies$", stem):
        base, ending = stem[:-3], "(?:y|ies)"
    elif re.search(r"(?:sh|ch|x|ss)es$", stem):
        base, ending = stem[:-2], "(?:es)?"
    elif re.search(r"[^s]s$", stem):
        base, ending = stem[:-1], "s?"
    elif re.search(r"[^aeiou]y$", stem):
        base, ending = stem[:-1], "(?:y|ies)"
    words = re.escape(base).replace(r"\ ", r"[\s\u00a0]+").replace("’", "[’']").replace(r"\-", "[-‑]?\\s?")
    return re.compile(rf"(?<![\w]){words}{ending}(?!\w)")


def unused(reading: Reading) -> Iterator[Hit]:
    """Terms defined and never used again, whatever their number and case."""
    texts = [
        (block, block.text.lower()) for block in reading.blocks if block.key not in reading.tree.contents
    ]
    for term in reading.terms:
        if term.uses or term.name.lower() in _WHOLE or is_party(reading, term):
            continue
        pattern = re.compile(uses_pattern(term.name).pattern, re.IGNORECASE)
        sites = {key: [s for k, s in term.sites if k == key] for key, _ in term.sites}
        first = re.split(r"[\s’'-]", term.name.lower())[0]
        used = any(
            first[:4] in lowered
            and any(
                not any(site.overlaps(Span(*m.span())) for site in sites.get(block.key, ()))
                for m in pattern.finditer(block.text)
            )
            for block, lowered in texts
        )
        if not used:
            key, span = term.sites[0]
            if key in reading.signatures or key in reading.forms:
                continue
            yield Hit(key, span, f"“{term.name}” is defined but never used.")


def is_party(reading: Reading, term: Term) -> bool:
    """Short names given to persons and companies where they are introduced."""
    key, span = term.sites[0]
    text = reading.by_key[key].text
    before = text[max(0, span.start - 400) : span.start]
    return (
        reading.attachment(key) is None
        and re.search(
            r"(?:\b(?:between|among)\b|registered office|company number|\bcorporation\b|"
            r"limited liability company|\bInc\b|\bLLC\b|"
            r"\bLtd\b|\bLimited\b|\bplc\b|GmbH|公司|统一社会信用代码|身份证)",
            before,
        )
        is not None
        and re.search(r"[(（][^()（）]*$", before) is not None
    )


def twice_defined(reading: Reading) -> Iterator[Hit]:
    """The second definition of a term, unless one of the two only points at the other."""
    for term in reading.terms:
        if len(term.sites) < 2 or (len(term.name) < 3 and not is_chinese(term.name)):
            continue
        real = [(key, span) for key, span in term.sites if _defines(reading, key, span)]
        if len(real) < 2:
            continue
        key, span = real[1]
        same_home = reading.attachment(key) == reading.attachment(real[0][0])
        if not same_home or (key == real[0][0] and real[1][1].start - real[0][1].end < 3):
            continue
        where = reading.tree.at(real[0][0], real[0][1].start)
        at = f" (first in {where.label})" if where is not None and where.label else ""
        yield Hit(key, span, f"“{term.name}” is defined a second time{at}.")


def _defines(reading: Reading, key: str, span: Span) -> bool:
    block = reading.by_key[key]
    if key in reading.signatures or key in reading.forms:
        return False
    if _POINTER.match(block.text, span.end - 1) or _POINTER.match(block.text, span.end):
        return False
    sentence = block.text[max(0, span.start - 200) : span.end + 80]
    if _LIMITED.search(sentence):
        return False
    return re.search(r"\bas defined\b[^()]{0,40}$", block.text[max(0, span.start - 60) : span.start]) is None


# -- without a definition ---------------------------------------------------------------------------

_WORD = r"[A-Z][a-z]+(?:-[A-Za-z][a-z]+)*"
_EXPRESSION = re.compile(rf"(?<![\w“\"‘'’&/.-])(?:{_WORD})(?:\s+(?:of\s+)?{_WORD})*(?:[’']s?(?=\s))?(?![\w])")
_DETERMINED = re.compile(
    r"\b(?:the|each|any|an?|such|its|their|all|every|no|said|relevant|applicable|under|of|by|every)\s+$",
    re.IGNORECASE,
)
FOLLOWS = re.compile(
    r"\s*(?:[,.;:)]|$)|\s+(?:to|is|are|at|in|on|for|by|with|and|or|shall|will|may|must|under|from|has|have|was|were|"
    r"\w+ly|as|when|if|unless|without|after|before|during|until|upon|together|except|described|referred|set|against|so|be|does|can|"
    r"provided|specified|listed|including|within|through|than|into|over|it|they)\b"
)
_BEFORE_ONE = re.compile(r"[a-z,;]\s+(?:the|its|their|any|each|such|an?|his|her|all)\s+$")
_LAST_SMALL_WORDS = (
    "In By For Upon Following If Where When The This All Each Any No And Or Of To As At On Up Us"
)
_LAST_SMALL = frozenset(_LAST_SMALL_WORDS.split())
_SENTENCE_START = re.compile(r"(?:^|[.:;?!]\s*|[.:;]\s*[”’\"')]+\s*|\t\s*|[”\")]\s+|\)\s*|\n\s*)$")


def undefined(reading: Reading) -> Iterator[Hit]:
    """Expressions of two or more capitalised words, used like terms in running text, that no one defined.

    One finding for each expression, at its first place. Names, offices, places, instruments, headings
    and everyday capitals are no terms.
    """
    if reading.chinese:
        return
    defined = [t.name for t in reading.terms if not is_chinese(t.name)]
    known = {_loose(name) for name in defined}
    headings = {_loose(s.heading) for s in reading.tree.sections if s.heading}
    patterns = [(name[:3], uses_pattern(name)) for name in sorted(defined, key=len, reverse=True)]
    places: dict[str, list[tuple[Block, Span]]] = {}
    for block in reading.prose:
        if not _is_running(reading, block):
            continue
        taken: list[Span] | None = None
        for m in _EXPRESSION.finditer(block.text):
            span = _trimmed(block.text, Span(*m.span()))
            name = block.text[span.start : span.end]
            if len(name.split()) < 2 and not _stands_for_a_thing(block.text, span, name):
                continue
            if not name or (_loose(name) not in known and is_name(block.text, span, name)):
                continue
            if taken is None:
                taken = _places_of(block.text, patterns)
            variant = _loose(name) in known and not any(
                t.start <= span.start and span.end <= t.end for t in taken
            )
            if not variant and (_covered(name, span, taken) or _loose(name) in headings):
                continue
            places.setdefault(_loose(name), []).append((block, span))
    for name, found in places.items():
        block, span = found[0]
        shown = block.text[span.start : span.end]
        near = next((d for d in defined if _loose(d) == name), "")
        if near:
            said = f"“{shown}” is not defined; the defined term is “{near}”."
        elif _is_no_term(reading, name, found, known):
            continue
        else:
            said = f"“{shown}” is written like a defined term but is not defined."
        yield Hit(block.key, span, said)


def _is_no_term(reading: Reading, name: str, found: Sequence[tuple[Block, Span]], known: set[str]) -> bool:
    """True when the expression is never used like a term, or is one in other words."""
    block, span = found[0]
    shown = block.text[span.start : span.end]
    counted = shown.startswith("Business Day")  # stands behind a number, not a determiner
    if not (counted or _term_like(found)) or all(is_ordinary(word) for word in shown.split()):
        return True
    return _quoted_anywhere(reading, shown) or _partly_known(name, known)


def _stands_for_a_thing(text: str, span: Span, name: str) -> bool:
    """A single word counts only behind "the", "its" and the like and before a point or a small word."""
    return (
        len(name) > 3
        and not is_proper_word(name)
        and _BEFORE_ONE.search(text[: span.start]) is not None
        and FOLLOWS.match(text[span.end :]) is not None
    )


def _places_of(text: str, patterns: Sequence[tuple[str, re.Pattern[str]]]) -> list[Span]:
    """Where the patterns match; each is tried only where its first letters stand in the text."""
    return [Span(*m.span()) for first, pattern in patterns if first in text for m in pattern.finditer(text)]


def _loose(name: str) -> str:
    """Without case, possessive and plural endings."""
    words = re.sub(r"[’']s?\b", "", name.lower()).replace("-", " ").split()
    return " ".join(re.sub(r"(?:ies|y)$", "i", re.sub(r"(?<=[^s])s$", "", w)) for w in words)


def _is_running(reading: Reading, block: Block) -> bool:
    """Sentences of clauses: no headings, tables, titles, signature blocks, address lines."""
    if block.heading_level is not None or block.table is not None or block.key in reading.signatures:
        return False
    words = re.findall(r"[A-Za-z’']+", block.text)
    small = [w for w in words if w[:1].islower()]
    return (
        len(words) >= 6
        and len(small) * 3 >= len(words)
        and (not reading.tree.sections or reading.tree.of_block(block.key) is not None)
    )


def in_clauses(reading: Reading, block: Block) -> bool:
    """Part of a clause, recital or schedule; every block where the document has no sections."""
    return not reading.tree.sections or reading.tree.of_block(block.key) is not None


def _trimmed(text: str, span: Span) -> Span:
    """Without a first word that is capital only because a sentence begins there, and without "'s"."""
    name = text[span.start : span.end]
    end = span.start + len(re.sub(r"[’']s?$", "", name))
    first = name.split()[0]
    if _SENTENCE_START.search(text[: span.start]) and (
        is_ordinary(first)
        or re.match(
            r"(?:The|A|An|Each|Any|All|Such|This|These|No|Every|If|In|On|For|By|Upon|Where|When)$", first
        )
    ):
        start = span.start + len(first)
        start += len(text[start:end]) - len(text[start:end].lstrip())
        return _trimmed(text, Span(start, end)) if start < end else Span(end, end)
    last = text[span.start : end].split()[-1:]
    if last and span.start + len(last[0]) < end and last[0] in _LAST_SMALL:
        return _trimmed(text, Span(span.start, end - len(last[0]) - 1))
    return Span(span.start, end)


def _covered(name: str, span: Span, taken: Sequence[Span]) -> bool:
    """True when defined terms make up the expression, alone or side by side ("Buyer Group Company")."""
    left = name
    inside = sorted((t for t in taken if t.overlaps(span)), key=lambda t: (t.start, -t.end))
    for t in inside:
        if t.start <= span.start and span.end <= t.end:
            return True
    marks = [False] * (span.end - span.start)
    for t in inside:
        for i in range(max(t.start, span.start), min(t.end, span.end)):
            marks[i - span.start] = True
    left = "".join(c for c, covered in zip(name, marks, strict=True) if not covered)
    words = re.findall(r"[A-Za-z]+", left)
    return all(w in ("of", "and", "for", "s") or is_ordinary(w) for w in words)


def _term_like(found: Sequence[tuple[Block, Span]]) -> bool:
    """Used at least once behind a determiner."""
    return any(_DETERMINED.search(block.text[: span.start]) is not None for block, span in found)


def _quoted_anywhere(reading: Reading, name: str) -> bool:
    return any(f"{o}{name}{c}" in b.text for b in reading.prose for o, c in ("“”", '""', "‘’", "''"))


def _partly_known(name: str, known: set[str]) -> bool:
    """ "Representative" for "Representatives of the Buyer": part of a longer defined term's words."""
    return any(
        name in term and len(name.split()) >= len(term.split()) - 1 and len(term.split()) > 2
        for term in known
    )
