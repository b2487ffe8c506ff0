"""The clause tree of a document: every numbered section with its label, heading and paragraphs."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import copy

from lexdesk.law.chinese import add_clauses
from lexdesk.law.facts import Facts
from lexdesk.law.labels import label_keys
from lexdesk.law.model import Block, Section, SectionKind
from lexdesk.law.nodes import Node
from lexdesk.law.outline import Outline

_KINDS: dict[str, SectionKind] = {
    "attach": "schedule", "article": "article", "zh_article": "article", "part": "part", "zh_part": "part",
    "recital": "recital", "recitals": "recital", "heading": "other",
}  # fmt: skip


class SectionTree:
    """Sections in document order, found by id, label or place. Built once, never changed.

    ``contents`` are the keys of paragraphs that are a table of contents; ``implied`` the numbers that only
    their parts have ("5" where 5.1 and 5.2 stand); ``highest`` the highest first number of a label;
    ``divisions`` which of article, part and chapter occur; ``attachments`` which of schedule, exhibit...
    (an archive's own stamp "Exhibit 10.1" left out); ``has_clauses`` tells whether there are 款.
    """

    def __init__(self, blocks: Sequence[Block], outline: Outline) -> None:
        self._blocks = {block.key: block for block in blocks}
        self._order = {block.key: i for i, block in enumerate(blocks)}
        self.contents: frozenset[str] = frozenset(blocks[i].key for i in outline.skipped)
        ids = {id(node): f"s{i}" for i, node in enumerate(outline.nodes, 1)}
        self._pieces: dict[str, list[tuple[str, int, int | None]]] = {}
        self._at: dict[str, list[tuple[int, str]]] = {}
        own: dict[str, list[str]] = {}
        for piece in outline.pieces:
            key = blocks[piece.block].key
            chain = piece.owner.chain() if piece.owner is not None else []
            if chain:
                self._at.setdefault(key, []).append((piece.start, ids[id(chain[-1])]))
            else:
                self._at.setdefault(key, []).append((piece.start, ""))
            for node in chain:
                self._pieces.setdefault(ids[id(node)], []).append((key, piece.start, piece.end))
                keys = own.setdefault(ids[id(node)], [])
                if not keys or keys[-1] != key:
                    keys.append(key)
        self.sections: tuple[Section, ...] = tuple(
            Section(
                id=ids[id(node)],
                label=node.label,
                heading=node.heading,
                parent=ids[id(node.parent)] if node.parent is not None else None,
                children=tuple(ids[id(child)] for child in node.children),
                blocks=tuple(own.get(ids[id(node)], ())),
                first_block=blocks[node.block].key,
                start=node.start,
                kind=_kind(node),
                depth=len(node.chain()) - 1,
                optional=node.optional,
                automatic=bool(blocks[node.block].label),
            )
            for node in outline.nodes
        )
        self._by_id = {section.id: section for section in self.sections}
        self._begun: dict[str, list[Section]] = {}
        # "5" where only 5.1, 5.2... have numbers of their own
        self.implied: frozenset[str] = frozenset(
            s.label[:i]
            for s in self.sections
            for i, c in enumerate(s.label)
            if c == "." and s.label[:i].isdigit()
        )
        numbers = (m for s in self.sections if (m := re.match(r"\d+", s.label)))
        self.highest = max((int(m[0]) for m in numbers), default=0)
        words = {section.label.split(" ")[0].lower() for section in self.sections}
        self.divisions: frozenset[str] = frozenset(words & {"article", "part", "chapter"})
        self.attachments: frozenset[str] = frozenset(
            s.label.split(" ")[0].lower()
            for s in self.sections
            if s.kind in ("schedule", "annex", "exhibit") and not re.fullmatch(r"Exhibit \d+\.\d+", s.label)
        )
        self.has_clauses = any("款" in section.label for section in self.sections)
        self._by_key: dict[str, list[Section]] = {}
        self._by_alias: dict[str, list[Section]] = {}
        for node, section in zip(outline.nodes, self.sections, strict=True):
            self._begun.setdefault(section.first_block, []).append(section)
            if not section.label:
                continue
            spellings = label_keys(section.label)
            self._by_key.setdefault(spellings[0], []).append(section)
            for alias in [*spellings[1:], *(k for a in node.aliases for k in label_keys(a))]:
                known = self._by_alias.setdefault(alias, [])
                if section not in known:
                    known.append(section)

    def with_blocks(self, blocks: Sequence[Block]) -> "SectionTree":
        """The same tree over edited paragraphs: same keys, no edit that changes the outline."""
        other = copy(self)
        other._blocks = {block.key: block for block in blocks}
        return other

    def same_outline(self, other: "SectionTree") -> bool:
        """True if one of the two was made from the other by ``with_blocks``."""
        return self.sections is other.sections

    def get(self, section_id: str) -> Section:
        """The section with this id; KeyError when there is none."""
        return self._by_id[section_id]

    def find(self, label: str) -> list[Section]:
        """Sections with this label, in document order; [] when there is none.

        Takes "12.7", "Section 12.7.", "clause 3(a)", "paragraph (b) of Section 12.7", "article 4",
        "第12条", in any case. The label as written wins over other spellings of it. Optional sections
        (the twin in the other language) come only when nothing else fits.
        """
        keys = label_keys(label)
        for index in (self._by_key, self._by_alias):
            for key in keys:
                found = index.get(key, [])
                if found:
                    return [s for s in found if not s.optional] or list(found)
        return []

    def of_block(self, key: str) -> Section | None:
        """Deepest section holding the end of the block, None for cover pages and signatures."""
        places = self._at.get(key, [])
        return self._by_id.get(places[-1][1]) if places else None

    def at(self, key: str, offset: int) -> Section | None:
        """Deepest section holding ``offset`` of the block (run-in sections told apart)."""
        places = self._at.get(key, [])
        i = bisect_right([start for start, _ in places], offset) - 1
        return self._by_id.get(places[max(i, 0)][1]) if places else None

    def text(self, section_id: str) -> str:
        """The words of the section and its descendants; one line for each paragraph."""
        lines: list[str] = []
        last = ""
        for key, start, end in self.spans(section_id):
            words = self._blocks[key].text[start:end]
            if key == last:
                lines[-1] += words
            else:
                lines.append(words)
            last = key
        return "\n".join(lines)

    def spans(self, section_id: str) -> list[tuple[str, int, int]]:
        """Where the section's words stand: (block key, start, end), in order."""
        return [
            (key, start, len(self._blocks[key].text) if end is None else end)
            for key, start, end in self._pieces.get(section_id, [])
        ]

    def beginning_in(self, key: str) -> list[Section]:
        """The sections whose number stands in the block, in order."""
        return self._begun.get(key, [])

    def holding(self, key: str) -> set[str]:
        """Ids of all sections that own a part of the block."""
        found: set[str] = set()
        for _, section_id in self._at.get(key, []):
            if section_id:
                found |= {section_id, *(above.id for above in self.ancestors(section_id))}
        return found

    def preceding(self, section_id: str) -> Iterator[Section]:
        """The sections before this one in the document, nearest first."""
        return reversed(self.sections[: int(section_id[1:]) - 1])

    def descendants(self, section_id: str) -> list[Section]:
        """All sections below, in document order, without the section itself."""
        out: list[Section] = []
        waiting = list(reversed(self._by_id[section_id].children))
        while waiting:
            section = self._by_id[waiting.pop()]
            out.append(section)
            waiting.extend(reversed(section.children))
        return out

    def ancestors(self, section_id: str) -> list[Section]:
        """The sections above, nearest first."""
        out: list[Section] = []
        parent = self._by_id[section_id].parent
        while parent is not None:
            out.append(self._by_id[parent])
            parent = self._by_id[parent].parent
        return out

    def order(self, key: str) -> int:
        """Place of the block in the document, counted from 0."""
        return self._order[key]


def _kind(node: Node) -> SectionKind:
    if node.scheme == "attach":
        word = node.label.split(" ")[0].lower()
        return "exhibit" if word == "exhibit" else "annex" if word == "annex" else "schedule"
    return _KINDS.get(node.scheme, "section")


def build_sections(blocks: Sequence[Block]) -> SectionTree:
    """The tree of ``blocks`` in time linear in their length.

    Computed labels (``Block.label``) win over typed numbers; contents lists, cover pages, recitals'
    letters and signature blocks open no sections. Unnumbered headings are sections without a label.
    """
    return build_from_facts(blocks, [Facts(block) for block in blocks])


def build_from_facts(blocks: Sequence[Block], facts: Sequence[Facts]) -> SectionTree:
    """As ``build_sections``, with answers about the blocks that are already known."""
    outline = Outline(facts)
    outline.run()
    add_clauses(outline)
    return SectionTree(blocks, outline)
