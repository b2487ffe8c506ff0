"""Reads one file without a matter: sections, references, terms."""

from dataclasses import dataclass
from pathlib import Path

from lexdesk.evidence.reading import load
from lexdesk.law.model import Block, Reference, Section, Term
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import SectionTree, build_sections
from lexdesk.law.terms import find_terms
from lexdesk.review.structure import structure_of
from lexdesk.word.document import Document


@dataclass(frozen=True)
class Inspection:
    """What code finds in a file. ``blocks`` are its paragraphs."""

    blocks: tuple[Block, ...]
    tree: SectionTree
    references: tuple[Reference, ...]
    terms: tuple[Term, ...]

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections in order."""
        return tuple(self.tree.sections)


def inspect_file(path: Path) -> Inspection:
    """A Word file, or a plain text or Markdown file. Raises a ``LexDeskError`` for anything else."""
    content = load(Path(path))
    if content[:4] == b"PK\x03\x04" or path.suffix.lower() in (".docx", ".docm", ".dotx", ".doc"):
        structure = structure_of(Document.open(content))
        return Inspection(structure.blocks, structure.tree, structure.references, structure.terms)
    text = read_plain(content, path.name)
    blocks = tuple(blocks_from_text(text))
    tree = build_sections(blocks)
    return Inspection(blocks, tree, tuple(find_references(blocks, tree)), tuple(find_terms(blocks, tree)))


def read_plain(content: bytes, name: str) -> str:
    """The text of a plain file by the evidence reader's rules."""
    from lexdesk.evidence.reading import read_source

    return read_source(content, name).text
