"""What the proof-reader reads and what it says. Offsets are code points into ``Block.text``."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from lexdesk.law.model import Block, Reference, Section, Term
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

Severity = Literal["error", "warning", "note"]
ATTACHED = ("schedule", "annex", "exhibit")
_SIGNATURES = re.compile(
    r"\s*(?:IN WITNESS (?:WHEREOF|OF WHICH)|EXECUTED (?:and|as|by)\b|SIGNED (?:by|for|and|as)\b"
    r"|This (?:agreement|deed) has been (?:duly )?(?:entered|executed)|[（(]?以下无正文"
    r"|[^。；]{0,20}[（(](?:盖章|签字|签章)[）)])",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\bforms?\b|\btemplate\b|\bspecimen\b|\bpro[ -]?forma\b|\bquestionnaire\b|格式|范本|样本|模板",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Remark:
    """A reader's mark on the text that is not text: a Word comment or highlighting."""

    block: str
    span: Span
    kind: Literal["comment", "highlight"]
    says: str = ""  # words of the comment


@dataclass(frozen=True)
class Finding:
    """A likely slip: ``block`` and ``span`` say where. ``severity`` is fixed for each ``code``.

    ``fix`` is the text to put in the place of ``span`` where there is one safe correction, else None.
    """

    code: str
    severity: Severity
    block: str
    span: Span
    message: str
    fix: str | None = None


@dataclass(frozen=True)
class Hit:
    """A finding before its check names it."""

    block: str
    span: Span
    message: str
    fix: str | None = None


@dataclass(frozen=True)
class Check:
    """One kind of fault: its ``code`` is also the switch that turns it off; ``says`` is one sentence."""

    code: str
    severity: Severity
    says: str
    find: Callable[["Reading"], Iterator[Hit]]


class Reading:
    """A document as the checks see it, with what several of them need. Nothing here changes."""

    def __init__(
        self,
        blocks: Sequence[Block],
        tree: SectionTree,
        references: Sequence[Reference],
        terms: Sequence[Term],
        remarks: Sequence[Remark] = (),
    ) -> None:
        self.blocks = tuple(blocks)
        self.tree = tree
        self.references = tuple(references)
        self.terms = tuple(terms)
        self.remarks = tuple(remarks)

    @cached_property
    def by_key(self) -> Mapping[str, Block]:
        """The blocks by their key."""
        return {block.key: block for block in self.blocks}

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Place of each block, counted from 0."""
        return {block.key: i for i, block in enumerate(self.blocks)}

    @cached_property
    def prose(self) -> tuple[Block, ...]:
        """Blocks with words, without the table of contents."""
        return tuple(b for b in self.blocks if b.text.strip() and b.key not in self.tree.contents)

    def attachment(self, key: str) -> Section | None:
        """The schedule, annex or exhibit that holds the block."""
        return self._attachments.get(key)

    @cached_property
    def attachments(self) -> tuple[Section, ...]:
        """Top-most schedules, annexes and exhibits, in order."""
        return tuple(
            s
            for s in self.tree.sections
            if s.kind in ATTACHED
            and s.label
            and not any(a.kind in ATTACHED for a in self.tree.ancestors(s.id))
        )

    @cached_property
    def _attachments(self) -> Mapping[str, Section]:
        return {key: section for section in self.attachments for key in section.blocks}

    @cached_property
    def signatures(self) -> frozenset[str]:
        """Keys of blocks where people sign: from the words of signature to the next attachment."""
        found = set()
        signing = False
        for block in self.blocks:
            if self._attachments.get(block.key) is not None:
                signing = False
            elif _SIGNATURES.match(block.text) and block.table is None:
                signing = True
            if signing:
                found.add(block.key)
        return frozenset(found)

    @cached_property
    def forms(self) -> frozenset[str]:
        """Keys of blocks in attachments that are forms to be filled in later: their blanks are meant."""
        found: set[str] = set()
        for section in self.attachments:
            title = self.by_key[section.first_block].text[section.start : section.start + 200]
            if _FORM.search(f"{title} {section.heading}"):
                found.update(section.blocks)
        return frozenset(found)

    def heading(self, section: Section) -> str:
        """The section's heading; a short first paragraph without a full stop counts as one."""
        if section.heading or section.start:
            return section.heading
        text = re.sub(
            r"^\s*(?:\d+(?:\.\d+)*[.)]?|第[^\s条條]+[条條])\s*", "", self.by_key[section.first_block].text
        ).strip()
        short = len(text) <= 60 and len(section.blocks) > 1 and re.search(r"[.;:,。；：，]$", text) is None
        return text if short else ""

    @cached_property
    def chinese(self) -> bool:
        """True when most letters of the document are Chinese characters."""
        text = "".join(block.text for block in self.blocks[:200])
        signs = len(re.findall(r"[\u4e00-\u9fff]", text))
        return signs > len(re.findall(r"[A-Za-z]", text))


def sentence_at(text: str, start: int, end: int) -> Span:
    """The sentence around ``text[start:end]``, cut at a full stop with a capital behind it, or ";"."""
    begin = 0
    for m in re.finditer(r"(?:(?<!\b[A-Z])(?<!\bNo)(?<!\bInc)(?<!cent)\.\s+(?=[A-Z“\"(])|[;；。\n])", text):
        if m.end() <= start:
            begin = m.end()
        elif m.start() >= end:
            return Span(begin, m.start())
    return Span(begin, len(text))
