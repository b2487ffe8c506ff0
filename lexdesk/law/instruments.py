"""Tells references into other instruments (statutes, other agreements) from references into this one."""

import re
from collections import Counter
from collections.abc import Sequence

from lexdesk.law.model import Block
from lexdesk.law.numbers import ATTACH_WORDS, Phrase, find_phrases
from lexdesk.law.sections import SectionTree

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
    r"Certificate|Note|Guarantee|Guaranty|License|Licence|Schedule|Standard|Protocol|U\.?S\.?C|C\.?F\.?R|ERISA|DGCL|UCC)\b"
)
_STATUTE_BEFORE = re.compile(
    r"(?:\b(?:Act|Code|Law|Laws|Regulations?|Treas(?:ury)?\.?\s+Reg(?:ulation)?s?\.?|Reg\.|Directive|GDPR|U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?|"
    r"C\.?\s?F\.?\s?R\.?|D?FARS?|Stat\.?|ERISA|UCC|DGCL|Convention|Ordinance)"
    r"(?:\s+(?:of\s+)?\d{4}|\s+\d{3,4}/\d{2,4}(?:/EC)?|\s*\([^()]{1,30}\))?)[\s,(]*$"
)
_SELF = re.compile(rf"\b[Tt](?:his|hese)\s+((?:{_CAP})(?:\s{_CAP})*)")
_KEYWORDS = ("section", "clause", "article", "paragraph", "part", *ATTACH_WORDS)


class Instruments:
    """What this document calls itself, and which keywords belong to instruments it cites."""

    def __init__(self, blocks: Sequence[Block], tree: SectionTree) -> None:
        self._tree = tree
        self._self_names = _self_names(blocks)
        self._titles = {
            b.text.strip().lower() for b in [b for b in blocks[:20] if b.text.strip()][:4] if len(b.text) < 80
        }
        self._last = ""
        self._own = self._own_keywords(blocks)
        tops = [int(m[0]) for s in tree.sections if (m := re.match(r"\d+", s.label))]
        self._highest = max(tops, default=0)
        self._foreign: dict[str, str] = {}
        for block in blocks:
            for phrase in find_phrases(block.text):
                name = self._named_after(block.text, phrase)
                if name and phrase.word not in self._own and phrase.numbers:
                    self._foreign.setdefault(phrase.word, name)

    def _own_keywords(self, blocks: Sequence[Block]) -> set[str]:
        """Keywords this document uses for its own parts.

        Those of "this Clause" and of "ARTICLE IV" as a heading, and the one with the best evidence:
        numbers that exist here speak for it, instruments named behind it against it.
        """
        own = {"paragraph", "subsection", ""}
        for section in self._tree.sections:
            word = section.label.split(" ")[0].lower()
            if word in ("article", "part", "chapter"):
                own.add(word)
        evidence: Counter[str] = Counter()
        for block in blocks:
            for phrase in find_phrases(block.text):
                if phrase.word in ATTACH_WORDS:
                    continue
                if phrase.this:
                    own.add(phrase.word)
                    continue
                name = self._named_after(block.text, phrase)
                if name:
                    evidence[phrase.word] -= 2
                elif self._resolves(phrase):
                    evidence[phrase.word] += 4 if name == "" or any(phrase.headings) else 1
        if evidence and evidence.most_common(1)[0][1] > 0:
            own.add(evidence.most_common(1)[0][0])
        return own

    def of_phrases(self, block: Block, phrases: Sequence[Phrase]) -> list[str | None]:
        """For each phrase of the block the other instrument it points into, None when it is ours."""
        text = block.text
        names: list[str | None] = []
        ours: list[bool] = []
        for phrase in phrases:
            name = self._named_after(text, phrase)
            ours.append(name == "")
            if name is None and phrase.numbers and not phrase.this:
                name = self._named_before(text, phrase)
            names.append(name or None)
        for i in range(len(phrases) - 2, -1, -1):  # "Annex I, Annex II and Annex III of the SCCs"
            between = text[phrases[i].head_end : phrases[i + 1].span.start]
            if (
                names[i] is None
                and not ours[i]
                and names[i + 1]
                and _connects(between)
                and not phrases[i].this
            ):
                names[i] = names[i + 1]
        for i, phrase in enumerate(phrases):
            if names[i] is None and not ours[i] and phrase.numbers and not phrase.this:
                if i and names[i - 1] and _connects(text[phrases[i - 1].head_end : phrase.span.start]):
                    names[i] = names[i - 1] if not self._resolves(phrase) else None
                if names[i] is None and phrase.word in self._foreign and phrase.word not in self._own:
                    known = phrase.word in ATTACH_WORDS and self._resolves(phrase)
                    if not phrase.numbers[0].text.startswith("(") and not known:
                        names[i] = self._last or self._foreign[phrase.word]
            if names[i]:
                self._last = names[i] or self._last
        return names

    @property
    def last_named(self) -> str:
        """The other instrument named last, "" when none was."""
        return self._last

    def is_foreign(self, phrase: Phrase) -> bool:
        """True where a number found nowhere here can only be another instrument's.

        Numbers no section here could have ("Section 409A", "Section 17-607", "§ 1798.100"), and
        "Clause 13" in a document that calls its own parts sections and has named another instrument.
        """
        if (
            phrase.word == "schedule"
            and phrase.numbers
            and re.match(r"13[DGE]|14[ACDFN]", phrase.numbers[0].text)
        ):
            return True  # forms of the United States' securities regulator
        if phrase.word in ATTACH_WORDS or not phrase.numbers:
            return False
        if phrase.word not in self._own and self._last and self._own & {"section", "clause"}:
            return True
        number = phrase.numbers[0].text
        first = re.match(r"\d+", number)
        if first is None:
            return False
        return (
            int(first[0]) > max(2 * self._highest, self._highest + 20, 60)
            or re.match(r"\d+-\d", number) is not None
        )

    def names_us(self, name: str) -> bool:
        """True if ``name`` ("Agreement", "DPA Standard Terms") is this document's own name."""
        low = name.lower().strip()
        if low in self._titles:
            return True
        return any(low == own or own.endswith(" " + low) for own in self._self_names)

    def _resolves(self, phrase: Phrase) -> bool:
        word = f"{phrase.word} " if phrase.word in ATTACH_WORDS else ""
        return any(self._tree.find(word + n.text) for n in phrase.numbers)

    def _named_after(self, text: str, phrase: Phrase) -> str | None:
        """Name of the instrument behind the phrase; "" when it names this document, None when nothing."""
        m = _AFTER.match(text, phrase.head_end)
        if m is None:
            return None
        which = (m["which"] or "").strip().lower()
        if re.match(r"\s*,?\s*(?:hereof|hereto|herein)\b", text[phrase.head_end : phrase.head_end + 12]):
            return ""
        if which in ("this", "these"):
            return ""
        name = re.sub(r"\s+(?:of|and|on|for|the|to|in|&)$", "", m["name"] or "").rstrip(".,")
        if not name:
            if which in ("such", "said", "the said", "that certain") and self._last:
                return None
            return None
        word = name.split()[0].lower()
        if word.rstrip("s") in _KEYWORDS or word in ("part", "annexes"):
            return None
        if self.names_us(name.split(" of ")[0]) or self.names_us(name):
            return ""
        if m["link"] == "of":
            return name
        return name if _INSTRUMENT_WORD.search(name) else None

    def _named_before(self, text: str, phrase: Phrase) -> str:
        before = text[max(0, phrase.span.start - 90) : phrase.span.start]
        m = _STATUTE_BEFORE.search(before)
        if m is None:
            return ""
        words = re.search(rf"(?:{_CAP}\s+)*\S*$", before[: m.end()].rstrip(" ,("))
        name = (words[0] if words else m[0]).strip()
        return "" if self.names_us(name) else name or m[0].strip()


def _connects(between: str) -> bool:
    return re.fullmatch(r"[\s,;]*(?:and/or|and|or|&)?[\s,]*", between) is not None


def _self_names(blocks: Sequence[Block]) -> set[str]:
    counts: Counter[str] = Counter()
    for block in blocks:
        for m in _SELF.finditer(block.text):
            name = m[1].strip(" .,").lower()
            if name.split()[0].rstrip("s") not in _KEYWORDS:
                counts[name] += 1
    names = {name for name, n in counts.items() if n >= 2 or _INSTRUMENT_WORD.search(name.title())}
    names |= {f"standard {w}" for w in ("terms", "conditions") if any(w in n for n in names)}
    if not names:
        names = {"agreement"}
    return names
