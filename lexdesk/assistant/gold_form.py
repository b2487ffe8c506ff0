"""What code finds in a file, in the form of the hand-made reference files it is measured against."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.inspecting import read_plain
from lexdesk.evidence.reading import load
from lexdesk.law.model import Block, Reference, Term
from lexdesk.law.plain import PlainBlock, blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import SectionTree, build_sections
from lexdesk.law.terms import find_terms
from lexdesk.review.structure import structure_of
from lexdesk.text.spans import Span
from lexdesk.word.document import Document

Place = Callable[[str, Span], Span]


def gold_form(path: Path) -> dict[str, Any]:
    """Sections, references and terms with offsets (code points) into the flat text of the file.

    The flat text of a plain file is its text as stored, line ends included; that of a Word file is every
    paragraph of the main part in order, joined by newlines, line breaks as blanks and no-break hyphens
    as "-". ``text_sha256`` guards it. Raises a ``LexDeskError`` for a file that cannot be read.
    """
    content = load(Path(path))
    if content[:4] == b"PK\x03\x04" or path.suffix.lower() in (".docx", ".docm", ".dotx", ".doc"):
        return _of_word(path.name, Document.open(content))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = read_plain(content, path.name)
    blocks = blocks_from_text(text)
    by_key = {block.key: block for block in blocks}

    def place(key: str, span: Span) -> Span:
        block = by_key[key]
        return block.span_in_file(span) if isinstance(block, PlainBlock) else span

    tree = build_sections(blocks)
    references, terms = find_references(blocks, tree), find_terms(blocks, tree)
    return _form(path.name, text, blocks, tree, references, terms, place)


def _of_word(name: str, document: Document) -> dict[str, Any]:
    structure = structure_of(document)
    main = document.stories[0]
    starts: dict[str, int] = {}
    lines: list[str] = []
    at = 0
    for paragraph in document.paragraphs:
        if paragraph.part == main:
            starts[paragraph.key] = at
            lines.append(paragraph.text.replace("\n", " ").replace("\u2011", "-"))
            at += len(paragraph.text) + 1

    def place(key: str, span: Span) -> Span:
        return span.shifted(starts[key])

    blocks = [block for block in structure.blocks if block.key in starts]
    references = [r for r in structure.references if r.block in starts]
    return _form(name, "\n".join(lines), blocks, structure.tree, references, structure.terms, place)


def _form(
    name: str,
    text: str,
    blocks: Sequence[Block],
    tree: SectionTree,
    references: Sequence[Reference],
    terms: Sequence[Term],
    place: Place,
) -> dict[str, Any]:
    known = {block.key for block in blocks}
    sections = []
    for section in tree.sections:
        if section.label and section.kind != "recital":
            start = place(section.first_block, Span(section.start, section.start)).start
            words = " ".join(text[start : start + 80].split())[:60]
            made = {"label": section.label, "start": start, "heading": section.heading, "first_words": words}
            sections.append({**made, "optional": True} if section.optional else made)
    listed = []
    for number, reference in enumerate(references, 1):
        span = place(reference.block, reference.span)
        holder = tree.get(reference.in_section).label if reference.in_section else ""
        entry: dict[str, Any] = {
            "id": f"r-{number:03}", "text": reference.text, "start": span.start, "end": span.end,
            "kind": reference.kind, "targets": list(reference.targets), "in_section": holder,
        }  # fmt: skip
        if reference.instrument:
            entry["instrument"] = reference.instrument
        listed.append(entry)
    return {
        "doc": name,
        "text_sha256": hashlib.sha256(text.encode("utf-8")).hexdigest(),
        "chars": len(text),
        "sections": sections,
        "references": listed,
        "terms": [
            {
                "term": term.name,
                "definition_sites": [list(place(key, span)) for key, span in term.sites if key in known],
                "uses": len(term.uses),
            }
            for term in terms
        ],
    }
