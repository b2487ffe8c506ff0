"""Names of instruments around a reference, and what a document calls itself."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lexdesk.law.model import Block
from lexdesk.law.numbers import ATTACH_WORDS, Phrase

_CAP = r"(?:(?:[A-Z]\.)+(?![a-z])|[A-Z](?:[\w&’'-]|\.(?=\w))*)"
_PHRASE = rf"{_CAP}(?:\s+(?:\([^()]{{1,60}}\)|of|and|on|for|the|to|in|&|{_CAP}|\d{{4}}(?:/\d+)?|\d+/\d+))*"
_AFTER = re.compile(
    r"\s*(?:\([^()]{0,80}\)\s*)?,?\s*(?P<link>of|to|under|in|from|as set (?:out|forth) in)\s+"
    r"(?P<which>(?:the\s+said|the\s+attached|that\s+certain|said|such|the|this|these|its|each|any|our|an?)\s+)?"
    rf"(?P<name>{_PHRASE}|\d+\s+U\.?S\.?C|(?:hereof|hereto)\b)?"
)
_INSTRUMENT_WORD = re.compile(
    r"\b(?:Acts?|Code|Laws?|Regulations?|Rules?|Directive|Treaty|Convention|Constitution|Ordinance|Statutes?|Order|"
    r"Agreement|Contract|Deed|Lease|Indenture|Terms|Addendum|SCCs|Clauses|GDPR|Policy|Plan|Charter|Bylaws|Articles|"
    r"Certificate|Note|Reports?|Form|Guarantee|Guaranty|License|Licence|Schedule|Standard|Protocol|U\.?S\.?C|C\.?F\.?R|ERISA|DGCL|UCC)\b"
)
_STATUTE_BEFORE = re.compile(
    r"(?:\b(?:Act|Code|Law|Laws|Regulations?|Treas(?:ury)?\.?\s+Reg(?:ulation)?s?\.?|Reg\.|Directive|GDPR|U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?|"
    r"C\.?\s?F\.?\s?R\.?|D?FARS?|Stat\.?|ERISA|UCC|DGCL|Convention|Ordinance)"
    r"(?:\s+(?:of\s+)?\d{4}|\s+\d{3,4}/\d{2,4}(?:/EC)?|\s*\([^()]{1,30}\))?)[\s,(]*$"
)
_NEXT_REFERENCE = re.compile(
    r"\s+(?:and|or|to|in)\s+(?=(?:Sec|Clause|Article|Para|Schedule|Exhibit|Annex|Append)\w*)"
)
_CHANGES = re.compile(r"\b(?:amendment|addendum|supplement|variation)\b")
_SELF = re.compile(rf"\b[Tt](?:his|hese)\s+((?:{_CAP})(?:\s{_CAP})*)")
_KEYWORDS = ("section", "clause", "article", "paragraph", "part", *ATTACH_WORDS)


@dataclass(frozen=True)
class Names:
    """What a document calls itself: in its words ("this Lease") and in its first lines."""

    own: frozenset[str]
    titles: frozenset[str]

    def mean_us(self, name: str) -> bool:
        """True if ``name`` ("Agreement", "DPA Standard Terms") is this document's own name."""
        low = name.lower().strip()
        if low in self.titles:
            return True
        return any(low == own or own.endswith(" " + low) for own in self.own)


def self_names(block: Block) -> tuple[str, ...]:
    """Names behind "this" in the paragraph ("this Supply Agreement"), lower case, as often as they stand."""
    names = (m[1].strip(" .,").lower() for m in _SELF.finditer(block.text))
    return tuple(name for name in names if name.split()[0].rstrip("s") not in _KEYWORDS)


def names_of(blocks: Sequence[Block], said: Iterable[tuple[str, ...]]) -> Names:
    """The document's names; ``said`` are the ``self_names`` of its paragraphs."""
    counts = Counter(name for names in said for name in names)
    own = {name for name, n in counts.items() if n >= 2 or _INSTRUMENT_WORD.search(name.title())}
    changing = {name for name in counts if _CHANGES.search(name)}
    if changing and sum(counts[name] for name in changing) > counts["agreement"]:
        own = (own | changing) - {"agreement"}  # in an amendment "the Agreement" is the one that it amends
    own |= {f"standard {w}" for w in ("terms", "conditions") if any(w in n for n in own)}
    first = [block for block in blocks[:20] if block.text.strip()][:4]
    titles = {block.text.strip().lower() for block in first if len(block.text) < 80}
    return Names(frozenset(own or {"agreement"}), frozenset(titles))


def named_after(text: str, phrase: Phrase, names: Names) -> str | None:
    """Name of the instrument behind the phrase; "" when it names this document, None when nothing."""
    if re.match(r"\s*(?:thereof|thereto)\b", text[phrase.head_end : phrase.head_end + 12]):
        return "the instrument named before"
    m = _AFTER.match(text, phrase.head_end)
    if m is None:
        return None
    which = (m["which"] or "").strip().lower()
    if re.match(r"\s*,?\s*(?:hereof|hereto|herein)\b", text[phrase.head_end : phrase.head_end + 12]):
        return ""
    if which in ("this", "these"):
        return ""
    name = _NEXT_REFERENCE.split(m["name"] or "")[0]
    name = re.sub(r"\s+(?:of|and|on|for|the|to|in|&)$", "", name).rstrip(".,")
    if not name:
        return None
    word = name.split()[0].lower()
    if word.rstrip("s") in _KEYWORDS or word in ("part", "annexes"):
        return None
    if names.mean_us(name.split(" of ")[0]) or names.mean_us(name):
        return ""
    if m["link"] == "of":
        return name
    return name if _INSTRUMENT_WORD.search(name) else None


def named_before(text: str, phrase: Phrase, names: Names) -> str:
    """Name of the statute right before the phrase ("the Exchange Act, Section 10(b)"), else ""."""
    before = text[max(0, phrase.span.start - 90) : phrase.span.start]
    m = _STATUTE_BEFORE.search(before)
    if m is None:
        return ""
    words = re.search(rf"(?:{_CAP}\s+)*\S*$", before[: m.end()].rstrip(" ,("))
    name = (words[0] if words else m[0]).strip()
    return "" if names.mean_us(name) else name or m[0].strip()
