"""Where terms are defined: in quotes, in brackets, in bold, in tables, in either language."""

import re
from collections.abc import Iterator, Sequence

from lexdesk.law.model import Block
from lexdesk.text.spans import Span

_OPEN = '"“„«'
_CLOSE = '"”“»'
_INNER = r"(?P<name>[^\"“”„«»\n]{1,240}?)"
_QUOTED = re.compile(rf"[{_OPEN}]{_INNER}[{_CLOSE}]")
# A single quote closes only before a blank or a point, so that "Member's Share" stays whole
_SINGLE = re.compile(r"(?<![\w’'])[‘'](?P<name>[A-Z](?:[^‘\"“”\n]{0,78}?[\w)])?)[’'](?=[\s,.;:)]|$)")
_MEANS = re.compile(
    r"\s*(?:\([^()]{1,60}\)\s*)?,?\s*(?:when used[^.;]{0,60},\s*)?"
    r"(?:,?\s*(?:with respect|in relation) to [^.;]{0,60}?,?\s+)?"
    r"(?:shall\s+|will\s+|each\s+)?(?:also\s+)?"
    r"(?:means?\b|mean\s|meaning\b|has the (?:same )?meaning|have the (?:same )?meaning|"
    r"have the respective meaning|having the meaning|"
    r"has the meanings|have the meanings?|(?:is|are) defined\b|(?:is|are) as defined|includes?\b(?! without)|"
    r"(?:refers?|relates?) to\b|denotes?\b|signif(?:y|ies)\b|shall be (?:defined|construed)"
    r"|has the meaning\(s\)|have the meaning\(s\)|=)",
    re.IGNORECASE,
)
# "Deliverables has the meaning given in Schedule 2": a paragraph that opens with the bare term
_BARE = re.compile(
    r"\s*(?:[\d.]+\s+|\(\w+\)\s+)?(?P<name>[A-Z][\w’'-]*(?:\s+(?:of\s+|and\s+)?[A-Z][\w’'-]*){0,4})"
    r"(?=\s+(?:means?|shall mean|has the meaning|have the meaning)\b)"
)
_TERM_HEADS = frozenset(("term", "terms", "defined term", "expression", "word", "词语", "术语"))
_MEANING_HEADS = frozenset(("meaning", "definition", "means", "含义", "定义"))
_AND_NEXT = re.compile(rf"\s*(?:,|,?\s*(?:and|or|and/or))\s*(?:the\s+)?(?=[{_OPEN}‘'])")
_MARKED = re.compile(
    r"\b(?:marked|stamped|labell?ed|designated|entitled|titled|legend)(?: as)?\s*$", re.IGNORECASE
)
_CALLED = re.compile(
    r"(?:hereinafter|hereafter|herein|collectively|individually)?[\s,]*"
    r"(?:referred to (?:herein |hereinafter |collectively |individually )*as|called|known as|defined as|"
    r"the following shall be called|each of them an?|each an?)\s+(?:the\s+|a\s+|an\s+)?$",
    re.IGNORECASE,
)
_ZH_BEFORE = re.compile(
    r"(?:以下[合统]?[简統统]?[称稱]为?為?|下[称稱]|[简簡][称稱]|合称|合稱|统称|統稱|以下)\s*$"
)
_ZH_AFTER = re.compile(r"\s*(?:系?指|是指|意指|係指|的含义|应具有|具有)")
_IN_QUOTES_IN = re.compile(
    r"(?:the (?:term|expression|word|phrase)s?|references? to|“In” )\s*(?:an?|the)?\s*$", re.IGNORECASE
)


def definition_sites(block: Block) -> Iterator[tuple[str, Span]]:
    """Terms defined in the block: name and span of the quoted term."""
    text = block.text
    last_end = -1
    pending: list[tuple[str, Span]] = []
    matches = sorted([*_QUOTED.finditer(text), *_SINGLE.finditer(text)], key=lambda m: (m.start(), -m.end()))
    chained = False
    for m in matches:
        if m.start() < last_end:
            continue
        last_end = m.end()
        name = _clean(m["name"])
        if not name:
            continue
        span = Span(m.start(), m.end())
        before = text[max(0, m.start() - 260) : m.start()]
        after = text[m.end() : m.end() + 160]
        if has_chinese(name) or has_chinese(before[-2:]):
            if _ZH_BEFORE.search(before) or _ZH_AFTER.match(after):
                yield name, span
            continue
        if not _can_be_term(name):
            chained = False
            continue
        if _MEANS.match(after) and not _about_a_word(before):
            yield from pending
            pending = []
            yield name, span
            chained = _AND_NEXT.match(after) is not None
        elif _in_defining_bracket(before, after) or _CALLED.search(before):
            yield name, span
            chained = _AND_NEXT.match(after) is not None
            pending = []
        elif chained:
            yield name, span
            chained = _AND_NEXT.match(after) is not None
        elif _AND_NEXT.match(after) or re.match(r"\s*\(", after):
            pending.append((name, span))
        else:
            pending = []
    yield from _bold_sites(block)
    bare = _BARE.match(text)
    if (
        bare
        and _MEANS.match(text, bare.end())
        and not any(b.start <= bare.start("name") < b.end for b in block.bold)
    ):
        yield bare["name"], Span(*bare.span("name"))


def table_sites(blocks: Sequence[Block]) -> Iterator[tuple[str, str, Span]]:
    """Terms of tables headed "Term" and "Meaning": the cells of the first column."""
    heads: dict[tuple[int, int], str] = {}
    for block in blocks:
        if block.table is None:
            continue
        table, row, column = block.table
        if row == 0:
            heads[table, column] = block.text.strip().lower()
        elif column == 0 and heads.get((table, 0)) in _TERM_HEADS and heads.get((table, 1)) in _MEANING_HEADS:
            name = _clean(block.text.strip(_OPEN + _CLOSE))
            if name:
                start = block.text.index(name[0])
                yield name, block.key, Span(start, len(block.text.rstrip()))


def _clean(raw: str) -> str:
    return " ".join(raw.split()).rstrip(",.;").strip()


def has_chinese(text: str) -> bool:
    """True if a Chinese character stands in the text."""
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def _can_be_term(name: str) -> bool:
    """Terms begin with a capital (or digit) and are no sentences."""
    return (
        bool(re.match(r"[A-Z0-9]", name))
        and len(name.split()) <= 10
        and not re.search(r"[.!?]\s+[A-Z]", name)
    )


def _about_a_word(before: str) -> bool:
    """ "references to 'Clauses' mean" and "the word 'including' means" explain reading, not terms."""
    return _IN_QUOTES_IN.search(before) is not None


def _in_defining_bracket(before: str, after: str) -> bool:
    """True inside "(the "X")", "("X" and, together with its Affiliates, "Y")", "(each, an "X")"."""
    opening = max(before.rfind("("), before.rfind("["))
    while (
        opening >= 0 and before.count(")", opening) >= before.count("(", opening) and before[opening] == "("
    ):
        opening = before.rfind("(", 0, opening)
    if opening < 0:
        return False
    inside = before[opening + 1 :]
    if _MARKED.search(before[:opening]):
        return False
    plain = re.sub(r"[\"“][^\"”]*[\"”]", " ", inside)
    if len(plain.split()) > 30 or re.search(r"[;:]", plain):
        return False
    if re.search(
        r"\b(?:without|marked|stated|entitled|titled|including|such as|e\.g\.|i\.e\.|identified as)\b",
        plain,
        re.IGNORECASE,
    ):
        return False
    ok_lead = re.match(
        r"\s*(?:and\b|or\b|the\b|an?\b|each\b|any\b|all\b|such\b|this\b|these\b|together\b|"
        r"collectively\b|individually\b|"
        r"jointly\b|hereinafter\b|hereafter\b|herein\b|referred\b|as defined\b|as amended\b|"
        r"in each case\b|being\b|for\b|"
        r"which\b|with\b|"
        r"also\b|sometimes\b|called\b|defined\b|singularly\b|“|\"|$)",
        inside,
        re.IGNORECASE,
    )
    closes = re.match(r"[^()]{0,200}\)", after) is not None
    return ok_lead is not None and closes


def _bold_sites(block: Block) -> Iterator[tuple[str, Span]]:
    """ "**Deliverables** means ..." at the start of a paragraph or sentence, without quotes."""
    text = block.text
    for bold in block.bold:
        name = _clean(text[bold.start : bold.end])
        quoted = text[max(0, bold.start - 1) : bold.start] in ('"', "“", "‘", "'")
        start = bold.start + len(text[bold.start : bold.end]) - len(text[bold.start : bold.end].lstrip())
        if quoted or not name or not _can_be_term(name) or re.search(rf"[{_OPEN}{_CLOSE}]", name):
            continue
        first = not text[:start].strip() or re.search(r"[.;:]\s*$", text[:start]) is not None
        if first and _MEANS.match(text[start + len(name) : start + len(name) + 120]):
            yield name, Span(start, start + len(name))
