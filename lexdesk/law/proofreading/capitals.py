"""Defined terms that stand in lower case where the defined thing is plainly meant."""

import re
from collections.abc import Iterator

from lexdesk.law.model import Block, Term
from lexdesk.law.proofreading.defined import FOLLOWS, in_clauses, is_chinese, is_party, uses_pattern
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_BEFORE = re.compile(
    r"\b(?:the|such|said|those|these|this|all\s+the|all\s+of\s+the|of\s+the)\s+$", re.IGNORECASE
)
_IDIOMS = re.compile(
    r"(?:on|of)\s+the\s+(?:other\s+)?part|in\s+the\s+course|"
    r"during\s+the\s+term\s+of|"
    r"under\s+the\s+(?:law|laws)|the\s+parties\s+hereto|at\s+the\s+time",
    re.IGNORECASE,
)
_SELF = frozenset(("agreement", "lease", "deed", "contract"))
_BARE_BEFORE = re.compile(
    r"(?:^\S*\s*|[,.;]\s|\b(?:by|to|of|from|if|that|and|or|when|unless|before|after|upon|between|until)\s)$",
    re.IGNORECASE,
)
_BARE_AFTER = re.compile(
    r"\s*[,.;]|\s+(?:shall|may|will|must|is|has|does|agrees|fails|and|or|under|in|at|for|within|to)\b"
)
_OTHERS = re.compile(
    r"\b(?:any|others?|new|certain|own|similar|additional|no|current|standard|proposed)\s+$", re.IGNORECASE
)
_OF_ANOTHER = re.compile(r"\s+(?:of\s+(?!this\b|the\s+[A-Z])|relating\s+to\s+any\b)")
_COMMON_WORDS = (
    "law laws person persons day days month year date notice party parties agreement affiliate "
    "affiliates term section exhibit schedule claim claims loss losses proceeding material materials"
)
_COMMON = frozenset(_COMMON_WORDS.split())


def lower_case(reading: Reading) -> Iterator[Hit]:
    """Defined terms that stand in lower case where the defined thing is plainly meant.

    Terms of several words count wherever they stand; a single word only behind "the", "such" and the
    like and before a point or a small word. A term whose lower-case form is about as frequent as the
    capitalised one is an ordinary word here and is left alone.
    """
    for term in reading.terms:
        if is_chinese(term.name) or not re.search(r"[a-z]", term.name) or not term.name[:1].isupper():
            continue
        uses = -len(term.sites)
        for block in reading.prose:
            if term.name[:3] in block.text:
                uses += len(uses_pattern(term.name).findall(block.text))
        low = _lowered(term.name)
        if low is None or (uses < 1 and " " not in term.name):
            continue
        found = list(_low_places(reading, term, low))
        single = len(term.name.split()) == 1
        if not found or len(found) * (3 if single else 2) > uses + 2:
            continue
        for block, span, text in found:
            fix = " ".join(
                w.capitalize() if w not in ("of", "and", "the", "for", "to", "in", "or") else w
                for w in text.split(" ")
            )
            yield Hit(block.key, span, f"The defined term “{term.name}” is written in lower case here.", fix)


def _lowered(name: str) -> re.Pattern[str] | None:
    words = name.split()
    if any(re.search(r"[A-Z]{2}|\d", word) for word in words):
        return None
    if len(words) == 1 and (len(name) < 4 or (name.lower() in _COMMON and name.lower() not in _SELF)):
        return None
    pattern = uses_pattern(name).pattern
    return re.compile(pattern.lower().replace(r"[\s\u00A0]", r"[\s\u00a0]")) if "\\S" not in pattern else None


def _means_the_thing(before: str, word: str, after: str, party: bool) -> bool:
    """True for a single lower-case word where the defined thing is plainly meant.

    "this agreement"; "the premises," but not "the premises of others"; a party's name ("by tenant")
    without any article.
    """
    if word in _SELF:
        return re.search(r"\b[Tt]his\s+$", before) is not None
    if word in _COMMON:
        return False
    if party and not word.endswith("s") and _BARE_BEFORE.search(before) and _BARE_AFTER.match(after):
        return True
    if not (_BEFORE.search(before) and FOLLOWS.match(after)):
        return False
    return _IDIOMS.search(before + word) is None and re.match(r"\s+of\b", after) is None


def _low_places(reading: Reading, term: Term, low: re.Pattern[str]) -> Iterator[tuple[Block, Span, str]]:
    single = len(term.name.split()) == 1
    homes = {key for key, _ in term.sites}
    first = term.name[:3].lower()
    party = is_party(reading, term)
    longer = [t for t in reading.terms if t.name != term.name and term.name.lower() in t.name.lower()]
    for block in reading.prose:
        if first not in block.text or block.key in homes or not in_clauses(reading, block):
            continue
        for m in low.finditer(block.text):
            before, after = block.text[max(0, m.start() - 40) : m.start()], block.text[m.end() : m.end() + 30]
            if re.search(r"[“\"‘]$", before) or re.match(r"[’']s\b|-", after) or before.endswith("-"):
                continue
            if single and not _means_the_thing(before, m[0], after, party):
                continue
            # "any new hosting servers", "the effective date of the merger": others than the defined ones
            if not single and (_OTHERS.search(before) or _OF_ANOTHER.match(after)):
                continue
            if any(
                re.search(
                    re.escape(t.name.lower()), block.text[max(0, m.start() - 40) : m.end() + 40].lower()
                )
                for t in longer
            ):
                continue
            yield block, Span(*m.span()), m[0]
