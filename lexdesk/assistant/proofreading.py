"""Proof-reads a file without a matter, or a version of an agreement."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lexdesk.assistant.inspecting import read_plain
from lexdesk.assistant.views import FindingView
from lexdesk.errors import LexDeskError
from lexdesk.evidence.reading import load
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.proofreading import Finding, Severity, proofread
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections
from lexdesk.law.terms import find_terms
from lexdesk.review.proofreading import findings_of
from lexdesk.review.proposal import ReplaceText
from lexdesk.review.structure import Structure, structure_of
from lexdesk.word.document import Document


@dataclass(frozen=True)
class FileFinding:
    """A finding with its place as a person names it.

    ``paragraph`` counts the paragraphs of the file's main text from 0 (in Word files every ``w:p``, table
    cells included; -1 in notes, headers and footers). ``start`` and ``end`` are code points in it.
    """

    code: str
    severity: Severity
    place: str  # clause label, "" outside of all clauses
    paragraph: int
    start: int
    end: int
    text: str
    message: str
    fix: str | None


def proofread_file(path: Path, switched_off: Collection[str] = ()) -> list[FileFinding]:
    """Likely slips of a Word, plain text or Markdown file, in order. The file is only read.

    Raises a ``LexDeskError`` for a file that cannot be read, ``UnknownCheck`` for a switch there is not.
    """
    content = load(Path(path))
    if content[:4] == b"PK\x03\x04" or path.suffix.lower() in (".docx", ".docm", ".dotx", ".doc"):
        structure = structure_of(Document.open(content))
        main = structure.document.stories[0]
        numbers = {p.key: p.index if p.part == main else -1 for p in structure.document.paragraphs}
        texts = {block.key: block.text for block in structure.blocks}
        found, tree = findings_of(structure, switched_off), structure.tree
    else:
        blocks = tuple(blocks_from_text(read_plain(content, path.name)))
        tree = build_sections(blocks)
        references, terms = find_references(blocks, tree), find_terms(blocks, tree)
        numbers = {block.key: i for i, block in enumerate(blocks)}
        texts = {block.key: block.text for block in blocks}
        found = proofread(blocks, tree, references, terms, switched_off)

    def placed(finding: Finding) -> FileFinding:
        section = tree.at(finding.block, finding.span.start)
        return FileFinding(
            code=finding.code,
            severity=finding.severity,
            place=(section.label or section.heading) if section is not None else "",
            paragraph=numbers[finding.block],
            start=finding.span.start,
            end=finding.span.end,
            text=texts[finding.block][finding.span.start : finding.span.end],
            message=finding.message,
            fix=finding.fix,
        )

    return [placed(finding) for finding in found]


def finding_views(structure: Structure) -> list[FindingView]:
    """Likely slips of a version, in document order, each with its clause."""
    return [
        FindingView(
            code=finding.code,
            severity=finding.severity,
            message=finding.message,
            label=structure.place_label(finding.block, finding.span.start),
            paragraph_key=finding.block,
            start=finding.span.start,
            end=finding.span.end,
            text=structure.block(finding.block).text[finding.span.start : finding.span.end],
            fix=finding.fix,
        )
        for finding in findings_of(structure)
    ]


def correction(finding: FindingView) -> ReplaceText:
    """The finding's one safe fix as a proposal at its exact place. ``NothingToCorrect`` when it has none."""
    if finding.fix is None:
        raise NothingToCorrect(
            "This finding has no single safe correction.", "Go to the place and decide what is meant."
        )
    return ReplaceText(finding.text, finding.fix, finding.paragraph_key, finding.start, finding.end)


class NothingToCorrect(LexDeskError):
    """A correction was asked for where the proof-reader knows none."""

    code = "nothing_to_correct"
