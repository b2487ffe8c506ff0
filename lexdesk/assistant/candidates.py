"""The places of a document that an instruction can mean, each with the names people give it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.tools import Place, place_of
from lexdesk.assistant.vocabulary import widened
from lexdesk.law.model import Block, Section
from lexdesk.review.structure import Structure

_DIRECTIVE = re.compile(r"\{\s*(?:IF|END-?IF|ELSE|FOR)\b[^{}]*\}")
_SIGNED = re.compile(
    r"^\s*(?:signatures?|signature\s+page|in\s+witness\s+whereof\b.*|by\s+signing\b.*|(?:the\s+)?parties\s+have\s+executed\b.*|"
    r"executed\s+(?:as|by|on)\b.*|signed\s+(?:by|for|on)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DRAFTING_NOTE = re.compile(r"^\s*\[\s*drafting\s+note", re.IGNORECASE)
_KIND_OF_PLACE = r"(?:clause|section|provision|article|paragraph|row|line|definition|covenant|term)"
_TITLE_TIMES = 3  # a word of the name counts as much as three of the text


@dataclass(frozen=True)
class Candidate:
    """``title``: headings above, row and column of a table, defined term. ``kind``: clause, cell, or what
    is rarely meant: heading (a paragraph of its own), row_name, note."""

    place: Place
    title: str
    kind: str
    names: tuple[str, ...] = ()  # the single names in ``title``

    @property
    def key(self) -> str:
        return self.place.key


def candidates(structure: Structure) -> tuple[Candidate, ...]:
    """All paragraphs with words of the body, in order."""
    rows = _Rows(structure)
    terms = {key: term.name for term in structure.terms for key, _span in term.sites}
    found = []
    for block in structure.blocks:
        if not block.text.strip() or structure.paragraphs[block.key].part != "word/document.xml":
            continue
        place = place_of(structure, block.key)
        titles = [*_headings(structure, structure.tree.of_block(block.key))]
        if block.table is not None:
            titles = [*titles[:1], *rows.names(block)]
            place = replace(place, heading=" · ".join(_plain(name) for name in rows.names(block)))
        if block.key in terms:
            titles += [terms[block.key], "definition"]
        names = tuple(dict.fromkeys(_plain(name) for name in titles))
        found.append(Candidate(place, " ".join(names), _kind(structure, rows, block), names))
    return tuple(found)


def _plain(name: str) -> str:
    return _DIRECTIVE.sub(" ", name).strip()


def _headings(structure: Structure, section: Section | None) -> list[str]:
    found = []
    while section is not None:
        if section.heading:
            found.append(section.heading)
        section = structure.tree.get(section.parent) if section.parent else None
    return found


def _kind(structure: Structure, rows: "_Rows", block: Block) -> str:
    if _DRAFTING_NOTE.match(block.text):
        return "note"
    if block.table is not None:
        return "row_name" if rows.is_name(block) else "cell"
    section = structure.tree.of_block(block.key)
    if section is not None and section.first_block == block.key and section.heading:
        bare = re.sub(r"^[\d.()\sA-Za-z]{0,12}?(?=\Z)", "", block.text)
        if (
            block.text.strip(" .:").endswith(section.heading.strip(" .:"))
            and len(bare) <= len(section.heading) + 12
        ):
            return "heading"
    return "clause"


class _Rows:
    """Names of table rows: the first cell, the divider above ("Non-Competition"), the column's head."""

    def __init__(self, structure: Structure) -> None:
        self._cells: dict[tuple[int, int], dict[int, list[Block]]] = {}
        for block in structure.blocks:
            if block.table is not None and block.text.strip():
                table, row, column = block.table
                self._cells.setdefault((table, row), {}).setdefault(column, []).append(block)
        self._columns = {
            (place.table, place.row): place.columns
            for p in structure.document.paragraphs
            if (place := p.table) is not None
        }

    def is_name(self, block: Block) -> bool:
        """The first cell of a row with more columns, or a divider row's short text."""
        if block.table is None:
            return False
        table, row, column = block.table
        if self._columns.get((table, row), 1) == 1:
            return len(block.text) < 60
        return column == 0

    def names(self, block: Block) -> list[str]:
        """Divider, first cell and column head of the block's row."""
        if block.table is None:
            return []
        table, row, column = block.table
        found = []
        for above in range(row - 1, -1, -1):
            cells = self._cells.get((table, above), {})
            if self._columns.get((table, above)) == 1 and cells and len(cells.get(0, [])) == 1:
                if above > 0:
                    found.append(cells[0][0].text.strip())
                break
        cells = self._cells.get((table, row), {})
        if cells.get(0) and self._columns.get((table, row), 1) > 1:
            found.append(" ".join(one.text.strip() for one in cells[0])[:120])
        if self._columns.get((table, row), 1) > 2 and row > 0:
            head = self._cells.get((table, 0), {}).get(column)
            if head:
                found.append(head[0].text.strip()[:60])
        return found


def own_keys(section: Section, structure: Structure) -> tuple[str, ...]:
    """The paragraphs of a section without the signature block that may follow the last clause."""
    for at, key in enumerate(section.blocks):
        if at and _SIGNED.match(structure.block(key).text):
            return section.blocks[:at]
    return section.blocks


def ranked(asked: str, among: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
    """Candidates that share words with ``asked``, best first."""
    texts = [f"{' '.join([one.title] * _TITLE_TIMES)} {one.place.text}" for one in among]
    return [(among[index], score) for index, score in rank(widened(asked), texts)]


def named(asked: str, among: Sequence[Candidate]) -> list[Candidate]:
    """The candidates whose own name stands in ``asked``: the longest such name, word by word.

    A name of one word counts only beside a word such as "clause", "row" or "definition of".
    """
    said = words(asked)
    best, found = 0, list[Candidate]()
    lengths: dict[str, int] = {}
    for one in among:
        length = 0
        for name in one.names:
            if name not in lengths:
                lengths[name] = _said_length(name, asked, said)
            length = max(length, lengths[name])
        if length > best:
            best, found = length, []
        if length and length == best:
            found.append(one)
    return found


def _said_length(name: str, asked: str, said: list[str]) -> int:
    """Number of stems of ``name`` if it stands in the instruction, else 0."""
    stems = words(name)
    if not stems or len(stems) > 10 or name == "definition":
        return 0
    if len(stems) == 1:
        bare = re.escape(name.strip(" .:"))
        lead = r"(?:of|on|for|about|headed|titled)?\s*[“\"‘']?"
        beside = rf"\b{bare}\s+{_KIND_OF_PLACE}\b|\b{_KIND_OF_PLACE}\s+{lead}{bare}\b"
        return 1 if re.search(beside, asked, re.IGNORECASE) else 0
    starts = range(len(said) - len(stems) + 1)
    return len(stems) if any(said[at : at + len(stems)] == stems for at in starts) else 0
