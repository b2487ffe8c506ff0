"""The tools of a run. Each gives its complete output as text; the recorder stores it before use.

Arguments are pydantic models: what a model asks for is checked before anything is read.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pydantic import BaseModel, Field

from lexdesk.assistant.recorder import ToolOutput
from lexdesk.assistant.scope import Scope
from lexdesk.evidence.model import SearchHit
from lexdesk.evidence.standing import standing_of
from lexdesk.law.model import NearDuplicate, Reference, Section, Term
from lexdesk.law.similar import near_duplicates
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structure


class SectionArguments(BaseModel):
    """A section of one version."""

    document_id: int
    version_id: int
    section: str = Field(description="the section's label, for example 12.7(b)")


class VersionArguments(BaseModel):
    document_id: int
    version_id: int


class FindArguments(BaseModel):
    document_id: int
    version_id: int
    text: str


class SearchArguments(BaseModel):
    text: str
    sources: tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """A paragraph as a candidate place: where it stands and what it says."""

    key: str
    label: str
    heading: str
    text: str

    def line(self) -> str:
        """One line for a list."""
        title = f"{self.label} {self.heading}".strip() or "(no number)"
        return f"{title}: {self.text}"


def place_of(structure: Structure, key: str) -> Place:
    """The paragraph ``key`` with the label and heading of the section that holds it."""
    section = structure.tree.of_block(key)
    block = structure.block(key)
    return Place(key, section.label if section else "", heading_path(structure, section), block.text)


def heading_path(structure: Structure, section: Section | None) -> str:
    """The section's heading, or its nearest ancestor's."""
    seen = section
    while seen is not None:
        if seen.heading:
            return seen.heading
        seen = structure.tree.get(seen.parent) if seen.parent else None
    return ""


def list_sections(scope: Scope) -> ToolOutput[Structure]:
    """Every section with its label and heading."""
    structure = scope.structure()
    lines = [f"{'  ' * row.depth}{row.label} {row.heading}".rstrip() for row in structure.tree.sections]
    return ToolOutput(
        "\n".join(lines) or "No numbered sections were found.", structure, f"{len(lines)} sections"
    )


def read_section(scope: Scope, section: Section) -> ToolOutput[tuple[Place, ...]]:
    """The whole current text of a section with its descendants."""
    structure = scope.structure()
    places = tuple(place_of(structure, key) for key in section.blocks)
    text = "\n".join(f"{place.label} {place.text}".strip() for place in places)
    return ToolOutput(text, places, f"{len(places)} paragraphs")


def get_cross_references(scope: Scope, section: Section) -> ToolOutput[tuple[Reference, ...]]:
    """Every reference, from outside the section, to it or to a part of it."""
    structure = scope.structure()
    found = structure.references_to(section)
    lines = []
    for reference in found:
        place = place_of(structure, reference.block)
        lines.append(f"{place.label or 'unnumbered text'}: “{reference.text}” in: {place.text}")
    head = f"References to {section.label} {section.heading}".strip() + f": {len(found)} found by code."
    return ToolOutput("\n".join([head, *lines]), found, f"{len(found)} found")


def get_defined_terms(scope: Scope, section: Section | None = None) -> ToolOutput[tuple[Term, ...]]:
    """Terms defined in the section, or in the whole document."""
    structure = scope.structure()
    inside = set(section.blocks) if section else None
    terms = tuple(
        term for term in structure.terms if inside is None or any(key in inside for key, _span in term.sites)
    )
    lines = [
        f"“{term.name}”: defined {len(term.sites)} time(s), used {len(term.uses)} time(s)" for term in terms
    ]
    return ToolOutput("\n".join(lines) or "No terms are defined here.", terms, f"{len(terms)} terms")


def find_similar(scope: Scope, section: Section) -> ToolOutput[tuple[NearDuplicate, ...]]:
    """Other sections in nearly the same words, with the words that differ."""
    structure = scope.structure()
    found = tuple(near_duplicates(structure.tree, section.id))
    lines = []
    for item in found:
        line = f"{item.label}: {item.ratio:.0%} the same words"
        for here, there in item.quantities:
            line += f"; {section.label} says “{here}”, {item.label} says “{there}”"
        other = structure.tree.get(item.section)
        lines.append(line + "\n" + structure.tree.text(other.id))
    summary = ", ".join(f"{item.label} {item.ratio:.0%}" for item in found[:3]) or "none"
    return ToolOutput("\n".join(lines) or "No section stands in nearly the same words.", found, summary)


def find_text(scope: Scope, text: str) -> ToolOutput[tuple[Place, ...]]:
    """Paragraphs that hold the words exactly."""
    structure = scope.structure()
    places = tuple(
        place_of(structure, block.key) for block in structure.blocks if text and text in block.text
    )
    return ToolOutput(
        "\n".join(place.line() for place in places) or "Not found.", places, f"{len(places)} found"
    )


def search_sources(scope: Scope, text: str, limit: int = 8) -> ToolOutput[tuple[SearchHit, ...]]:
    """Passages of the sources this chat may see."""
    if not scope.source_ids:
        return ToolOutput("This chat sees no sources.", (), "no sources")
    hits = tuple(scope.library.search(text, list(scope.source_ids), limit))
    reader = scope.matter.read()
    lines = [_hit_line(reader, hit, scope.source_ids) for hit in hits]
    return ToolOutput(
        "\n".join(lines) or "Nothing found.",
        hits,
        f"{len(hits)} found",
        tuple(dict.fromkeys(hit.source_id for hit in hits)),
    )


def _hit_line(reader: Reader, hit: SearchHit, visible: Collection[int]) -> str:
    """The passage with what it is from, and why it may not be the wording of today."""
    name = reader.sources.get(hit.source_id).short_name
    standing = standing_of(reader, reader.passages.get(hit.passage_id))
    return f"{name}, page {hit.page_from} ({standing.brief(visible)}): {hit.text}"
