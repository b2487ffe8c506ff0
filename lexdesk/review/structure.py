"""The clauses, references and terms of one version: the Word engine's paragraphs read by ``law``."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from threading import Lock

from lexdesk.law.analysis import Analysis, analyse
from lexdesk.law.model import Block, FieldSpan, Reference, Section, Term
from lexdesk.law.proofreading import Finding, Remark, proofread
from lexdesk.law.sections import SectionTree
from lexdesk.matter.file import Matter
from lexdesk.text.spans import Span
from lexdesk.word.document import Document
from lexdesk.word.model import Paragraph, StoredPart
from lexdesk.word.remarks import remarks_of

_BODY = "word/document.xml"
_NUMBER_FIELDS = ("REF", "PAGEREF", "NOTEREF")


class Structure:
    """What one document state says. Everything is computed once, on first use; nothing is changed.

    ``blocks`` are the paragraphs of the current text (body first, then notes, headers, footers); wholly
    deleted paragraphs have none. ``tree`` is built from the body alone. ``earlier``, a state before an
    edit, changes nothing but the time it takes: what the edit did not touch is not computed again.
    """

    def __init__(self, document: Document, earlier: "Structure | None" = None) -> None:
        self.document = document
        self._earlier = earlier

    @cached_property
    def paragraphs(self) -> Mapping[str, Paragraph]:
        """Every paragraph by key, deleted ones included."""
        return {paragraph.key: paragraph for paragraph in self.document.paragraphs}

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The paragraphs of the current text as ``law`` reads them."""
        return tuple(block_of(p) for p in self.document.paragraphs if stands(p))

    @cached_property
    def _by_key(self) -> Mapping[str, Block]:
        return {block.key: block for block in self.blocks}

    @cached_property
    def analysis(self) -> Analysis:
        """Clauses, references and terms together."""
        earlier = self._earlier
        before = earlier.analysis if earlier is not None else None
        self._earlier = None  # its words are needed no longer
        outside = [block.key for block in self.blocks if self.paragraphs[block.key].part != _BODY]
        return analyse(self.blocks, outside=outside, before=before)

    @property
    def tree(self) -> SectionTree:
        """The clause tree."""
        return self.analysis.tree

    @property
    def references(self) -> tuple[Reference, ...]:
        """Every textual reference to a section, in order."""
        return self.analysis.references

    @property
    def terms(self) -> tuple[Term, ...]:
        """The defined terms with their uses."""
        return self.analysis.terms

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the proof-reader finds in the text, its comments and highlighting, in order."""
        remarks = [
            Remark(remark.key, remark.span, remark.kind, remark.says)
            for remark in remarks_of(self.document)
            if self.has(remark.key)
        ]
        return tuple(proofread(self.blocks, self.tree, self.references, self.terms, remarks=remarks))

    def block(self, key: str) -> Block:
        """The block of a paragraph of the current text. ``KeyError`` if there is none."""
        return self._by_key[key]

    def has(self, key: str) -> bool:
        """True if the paragraph stands in the current text."""
        return key in self._by_key

    def text(self, key: str) -> str | None:
        """Current text of a paragraph, None if it does not stand in the current text."""
        block = self._by_key.get(key)
        return None if block is None else block.text

    def section_at(self, key: str, offset: int = 0) -> Section | None:
        """The deepest section that holds the place, None outside of all (and outside of the body)."""
        return self.tree.at(key, offset)

    def place_label(self, key: str, offset: int = 0) -> str:
        """How a lawyer names the place: the clause's label (or heading), and in a table the row's first
        cell: "4.1", "Governing Law", "Schedule 2: Row 7"; "" if it has no name."""
        section = self.section_at(key, offset)
        name = (section.label or section.heading) if section is not None else ""
        block = self._by_key.get(key)
        if block is not None and block.table is not None:
            row = self._rows.get(block.table[:2], "")
            return f"{name}: {row}" if name and row else name or row
        if section is None:
            paragraph = self.paragraphs.get(key)
            return (paragraph.label_path or paragraph.label) if paragraph is not None else ""
        return name

    @cached_property
    def _rows(self) -> Mapping[tuple[int, int], str]:
        """The first words of each table row, by table and row."""
        found: dict[tuple[int, int], str] = {}
        for block in self.blocks:
            if block.table is not None and block.text.strip():
                found.setdefault(block.table[:2], block.text.strip()[:80])
        return found

    def references_to(self, section: Section) -> tuple[Reference, ...]:
        """References from outside ``section`` to it or to a descendant, in order."""
        inside = {section.id, *(child.id for child in self.tree.descendants(section.id))}
        found = []
        for reference in self.references:
            if reference.kind == "external" or reference.in_section in inside:
                continue
            if any(target.id in inside for label in reference.targets for target in self.tree.find(label)):
                found.append(reference)
        return tuple(found)


def stands(paragraph: Paragraph) -> bool:
    """True if the paragraph is part of the current text. One whose words were all deleted while its mark
    had to stay (the last of a cell, of a section, of the document) counts as deleted."""
    return paragraph.in_current and (bool(paragraph.text) or not paragraph.original)


def block_of(paragraph: Paragraph) -> Block:
    """The paragraph as ``law`` reads it: current text, computed label, bold spans, number fields."""
    bold: list[Span] = []
    for piece in paragraph.pieces:
        if piece.bold and piece.current is not None and piece.current.end > piece.current.start:
            if bold and bold[-1].end == piece.current.start:
                bold[-1] = Span(bold[-1].start, piece.current.end)
            else:
                bold.append(piece.current)
    table = paragraph.table
    return Block(
        key=paragraph.key,
        text=paragraph.text,
        label=paragraph.label_path or paragraph.label,
        heading_level=paragraph.outline_level,
        list_level=paragraph.list_level,
        style=paragraph.style,
        bold=tuple(bold),
        table=(table.table, table.row, table.column) if table is not None else None,
        fields=tuple(
            FieldSpan(field.span, field.target)
            for field in paragraph.fields
            if field.code.strip().upper().startswith(_NUMBER_FIELDS)
        ),
        bookmarks=paragraph.bookmarks,
    )


def structure_of(document: Document) -> Structure:
    """The structure of a document state; nothing is read until it is asked for."""
    return Structure(document)


class Structures:
    """Structures of stored versions, the last few kept. Safe to use from several threads."""

    def __init__(self, matter: Matter, keep: int = 8) -> None:
        self.matter = matter
        self._keep = keep
        self._kept: OrderedDict[int, Structure] = OrderedDict()
        self._lock = Lock()

    def of(self, version_id: int) -> Structure:
        """The structure of a version. Raises the matter's ``NotFound`` if there is no such version."""
        with self._lock:
            kept = self._kept.get(version_id)
            if kept is not None:
                self._kept.move_to_end(version_id)
                return kept
        versions = self.matter.read().versions
        parts = [StoredPart(row.name, row.header, row.data) for row in versions.parts(version_id)]
        document = Document.from_parts(parts, versions.keys(version_id))
        return self.keep(version_id, Structure(document))

    def keep(self, version_id: int, structure: Structure) -> Structure:
        """Remember the structure of a version (its state never changes, so no copy grows old)."""
        with self._lock:
            self._kept[version_id] = structure
            self._kept.move_to_end(version_id)
            while len(self._kept) > self._keep:
                self._kept.popitem(last=False)
        return structure
