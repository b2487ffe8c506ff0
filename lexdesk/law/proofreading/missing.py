"""Is a section that a reference names really not there? Answers no whenever the text leaves a doubt.

The section tree may have missed a clause (a lost heading, run-in text, a list in another style), so a
missing label counts only when the numbers around it are there and the label itself stands nowhere.
"""

import re
from collections.abc import Sequence

from lexdesk.law.model import Block, Reference, Section
from lexdesk.law.numerals import from_chinese, from_roman
from lexdesk.law.proofreading.model import Reading

_THERE = re.compile(
    r"\s*(?:\([^()]{0,80}\)\s*)?,?\s*(?:thereof|thereto|therein|of\s*$|(?:of|to|in|under)\s+(?:the|that|such|said|each|any|its|their|a|an)\s+"
    r"(?!this\b)(?:[\w’'-]+\s+){0,5}(?:Agreement|Contract|Deed|Lease|Plan|Act|Code|Law|Indenture|Terms|Addendum|Note|Guaranty|Statute|"
    r"Regulations?|Order|Schedule|Policy|Charter|Bylaws|Certificate|RPA|MSA|AMG)\b|[A-Z]{3,}\b)"
)
_BEFORE = re.compile(r"(?:\b(?:Sec|Art)\.|§+)\s*\d+[a-z]?\s*$", re.IGNORECASE)
# "(a)", "a)", "A.", "(ii)", "2)" before a blank
_ITEM_MARK = re.compile(r"(?:(?<=^)|(?<=[\s(;,.:]))\(?([A-Za-z]{1,4}|\d{1,2})[).](?=\s)", re.MULTILINE)
_AMENDS = re.compile(
    r"\b(?:amendment|addendum|supplement(?:al)?|variation|side letter|修订|补充协议|修正案)\b", re.IGNORECASE
)
_UNITS = (
    r"(?!\s*(?:%|percent|per\s?cent|days?\b|months?\b|years?\b|hours?\b|million|billion|miles|km|to\s+\d))"
)


class Numbers:
    """The numbers of one document: those of the tree, and those that merely stand in its text."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.body = [s for s in reading.tree.sections if reading.attachment(s.first_block) is None]
        self.clauses = [s for s in self.body if re.fullmatch(r"\d{1,3}|Article (?:\d+|[IVXL]+)", s.label)]
        tops = [n for s in self.body if (n := _top(s.label))]
        self.last = max(tops, default=0)
        self.depth = max((s.label.count(".") + 1 for s in self.body if re.match(r"\d", s.label)), default=1)
        self.whole = (
            len(set(tops)) >= 3 and set(tops) == set(range(min(tops), self.last + 1)) and min(tops) <= 1
        )
        self.amends = any(_AMENDS.search(block.text[:200]) for block in reading.prose[:6])
        by_block = _by_block(reading.references)
        self._outside = {b.key: _outside(b, by_block.get(b.key, [])) for b in reading.prose}
        self._standing: dict[str, bool] = {}

    def stands_somewhere(self, label: str) -> bool:
        """True when the number is written anywhere that is no reference: perhaps before its clause."""
        if label not in self._standing:
            self._standing[label] = self._stands(label)
        return self._standing[label]

    def _stands(self, label: str) -> bool:
        pattern = re.compile(rf"(?<![\w.$€£¥-]){re.escape(label)}(?!\.?\d|\w){_UNITS}")
        return any(label in text and pattern.search(text) for text in self._outside.values())

    def is_missing(self, label: str, reference: Reference) -> bool:
        """True when the document surely has no section ``label``."""
        block = self.reading.by_key[reference.block]
        after = block.text[reference.span.end : reference.span.end + 120]
        before = block.text[max(0, reference.span.start - 30) : reference.span.start]
        if _THERE.match(after) or _BEFORE.search(before) or self.reading.tree.find(label):
            return False
        if self._own_number(label, reference):
            return False
        if self.amends and not re.match(r"\s*(?:above|below|of this|hereof)\b", after):
            return False
        if re.search(r"[\u4e00-\u9fff]", label):
            return self._chinese_missing(label)
        if self.reading.attachment(reference.block) is not None and not self._means_body(after, reference):
            return False
        items = re.findall(r"\([^()]+\)", label)
        base = re.sub(r"\([^()]+\)", "", label).strip()
        if re.fullmatch(r"\d+(?:\.\d+)*", base):
            if base == "0":
                return True
            if not self.reading.tree.find(base):
                return self._number_missing(base, reference)
            return bool(items) and self._item_missing(base, items)
        return (
            re.fullmatch(r"(?:Article\s+)?[IVXL]+", base) is not None
            and not items
            and self._roman_missing(base)
        )

    @staticmethod
    def _own_number(label: str, reference: Reference) -> bool:
        """True for "this Section 6.03(c)", which stands in the section it names whatever the tree says;
        not for "this Section 0", which is what a broken field shows."""
        return re.match(r"this\b", reference.text, re.IGNORECASE) is not None and not label.startswith("0")

    @staticmethod
    def _means_body(after: str, reference: Reference) -> bool:
        """In an attachment, numbers count from the attachment's own start unless the text says otherwise."""
        return re.match(r"\s*of (?:this|the) [Aa]greement\b", after) is not None and "." in reference.text

    def _number_missing(self, base: str, reference: Reference) -> bool:
        if not self.whole or self.stands_somewhere(base):
            return False
        if (
            re.match(r"(?:this|these)\b", reference.text, re.IGNORECASE)
            and self.reading.tree.of_block(reference.block) is None
        ):
            return False
        parts = base.split(".")
        if int(parts[0]) > self.last:
            # Far beyond the last clause, or deeper than any: the number of another instrument
            near = int(parts[0]) <= self.last + max(5, self.last // 2)
            return near and len(parts) <= self.depth + 1
        parent = self.reading.tree.find(".".join(parts[:-1])) if len(parts) > 1 else []
        if not parent:
            return False
        siblings = self._children(parent[0])
        if siblings:
            return True
        # A clause without numbered parts among clauses that have them
        divided = sum(bool(self._children(s)) for s in self.clauses)
        return divided * 2 > len(self.clauses)

    def _children(self, section: Section) -> list[int]:
        labels = [self.reading.tree.get(child).label for child in section.children]
        return [int(label.rpartition(".")[2]) for label in labels if re.fullmatch(r"\d+(?:\.\d+)+", label)]

    def _item_missing(self, base: str, items: Sequence[str]) -> bool:
        """For "3(b)": the section has (a) or (c), and nothing in it could be (b)."""
        holders = self.reading.tree.find(base)
        if len(holders) != 1:
            return False
        text = self._region(holders[0])
        listed = {m[1].lower() for m in _ITEM_MARK.finditer(text)}
        if "1" not in listed:  # "sixty (60) days"
            listed = {mark for mark in listed if not mark.isdigit()}
        wanted = items[0].strip("()").lower()
        if not listed:  # a clause without any list, where the numbering as a whole is sound
            return self.whole and len(text) > 40
        if wanted in listed:
            return False
        roman = from_roman(wanted) is not None
        alike = {"1", "2"} if wanted.isdigit() else {"i", "ii", "iii", "a", "b"} if roman else {"a", "b", "c"}
        return bool(alike & listed)

    def _region(self, section: Section) -> str:
        """The words from the section's start to the next section that is none of its own, list items
        that the tree put elsewhere included."""
        blocks = self.reading.blocks
        start = self.reading.order[section.first_block]
        inside = {section.id, *(d.id for d in self.reading.tree.descendants(section.id))}
        out = [blocks[start].text]
        for block in blocks[start + 1 :]:
            owner = self.reading.tree.of_block(block.key)
            numbered = owner is not None and re.match(r"\d", owner.label) and owner.id not in inside
            if numbered or (
                self.reading.attachment(block.key) is not None
                and owner is not None
                and owner.id not in inside
            ):
                break
            out.append(block.text)
        return "\n".join(out)

    def _roman_missing(self, base: str) -> bool:
        number = from_roman(base.removeprefix("Article ").strip())
        known = [
            n
            for s in self.body
            if (m := re.fullmatch(r"Article ([IVXL]+)", s.label)) and (n := from_roman(m[1]))
        ]
        whole = len(known) >= 3 and set(known) == set(range(1, max(known) + 1))
        return whole and number is not None and number > max(known)

    def _chinese_missing(self, label: str) -> bool:
        """第二十五条 where the articles run unbroken from the first to a lower number."""
        m = re.match(r"第([^条條]+)[条條]", label)
        number = from_chinese(m[1]) if m else None
        known = {
            n
            for s in self.body
            if (k := re.fullmatch(r"第([^条條]+)[条條]", s.label)) and (n := from_chinese(k[1]))
        }
        if number is None or len(known) < 3 or known != set(range(1, max(known) + 1)):
            return False
        if number > max(known):
            return True
        return m is not None and m.end() < len(label)


def _top(label: str) -> int | None:
    """The clause a label belongs to: 12 for "12.7(b)", 4 for "Article IV"."""
    m = re.match(r"(?:Article\s+)?(?:(\d{1,3})(?![\d])|([IVXL]+)$)", label)
    if m is None:
        return None
    return int(m[1]) if m[1] else from_roman(m[2])


def _by_block(references: Sequence[Reference]) -> dict[str, list[Reference]]:
    out: dict[str, list[Reference]] = {}
    for reference in references:
        out.setdefault(reference.block, []).append(reference)
    return out


def _outside(block: Block, references: Sequence[Reference]) -> str:
    """The block's text with its references blanked."""
    text = block.text
    for reference in references:
        start, end = reference.span
        text = text[:start] + " " * (end - start) + text[end:]
    return text
