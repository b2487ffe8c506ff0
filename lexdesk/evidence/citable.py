"""Passages longer than a paragraph, made when somebody cites one: a clause, a page range, a stretch of text.

They are stored like those made at import: same place, same passage, for ever.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.errors import LexDeskError
from lexdesk.evidence.passages import paragraphs
from lexdesk.law.model import Block, Section
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.sections import SectionTree, build_sections
from lexdesk.matter.records import PassageRow
from lexdesk.matter.searching import SentenceRow
from lexdesk.matter.stores import Reader, Tx


class NoSuchClause(LexDeskError):
    """The source has no clause of this number, or more than one."""

    code = "no_such_clause"


@dataclass(frozen=True)
class Clause:
    """A numbered clause of a source with its parts; ``start`` and ``end`` are offsets in the source text."""

    label: str
    heading: str
    start: int
    end: int


@dataclass(frozen=True)
class _Cited:
    kind: str
    start: int
    end: int
    page_from: int
    page_to: int
    text: str
    label: str = ""


def clauses(text: str, markdown: bool = False) -> list[Clause]:
    """The clauses of a source text in order, each from its number to the end of its last part. Empty where
    the text has no numbered structure."""
    found: list[Clause] = []
    if markdown:
        plain = blocks_from_text(text)
        tree = build_sections(plain)
        by_key = {block.key: block for block in plain}
        for section in tree.sections:
            places = [
                (by_key[key].in_file(start), by_key[key].in_file(end - 1) + 1)
                for key, start, end in tree.spans(section.id)
                if end > start
            ]
            found += _clause(section, places)
        return found
    blocks: list[Block] = []
    starts: dict[str, int] = {}
    for span in paragraphs(text):
        # The break of a printed line is one blank, so that offsets stay.
        blocks.append(Block(f"b{len(blocks)}", text[span.start : span.end].replace("\n", " ")))
        starts[blocks[-1].key] = span.start
    tree = build_sections(blocks)
    for section in tree.sections:
        found += _clause(section, _places(tree, section, starts))
    return found


def _places(tree: SectionTree, section: Section, starts: dict[str, int]) -> list[tuple[int, int]]:
    return [
        (starts[key] + start, starts[key] + end) for key, start, end in tree.spans(section.id) if end > start
    ]


def _clause(section: Section, places: Sequence[tuple[int, int]]) -> list[Clause]:
    if not section.label or not places:
        return []
    start, end = min(place[0] for place in places), max(place[1] for place in places)
    return [Clause(section.label, section.heading, start, end)]


def clauses_of(read: Reader, source_id: int) -> list[Clause]:
    """The clauses of a stored source. Raises ``NotFound``."""
    source = read.sources.get(source_id)
    return clauses(read.sources.text(source_id), source.media_type == "text/markdown")


def clause_of(read: Reader, source_id: int, label: str) -> Clause:
    """The clause of a source of this number ("12.7", "第三条"). Raises ``NoSuchClause``, ``NotFound``."""
    wanted = _bare(label)
    fitting = [clause for clause in clauses_of(read, source_id) if _bare(clause.label) == wanted]
    if len(fitting) != 1:
        name = read.sources.get(source_id).short_name
        raise NoSuchClause(
            f"“{name}” has {'no' if not fitting else len(fitting)} clause {label}.",
            "Cite the page or the sentence instead.",
        )
    return fitting[0]


def cite_clause(tx: Tx, source_id: int, label: str, by: str) -> PassageRow:
    """The passage of a clause by its number. Raises ``NoSuchClause``, ``NotFound``."""
    clause = clause_of(tx, source_id, label)
    return cite(tx, source_id, clause.start, clause.end, by, "clause", clause.label)


def cite_pages(tx: Tx, source_id: int, first: int, last: int, by: str) -> PassageRow:
    """The passage of a range of pages (sheet numbers, both inclusive). Raises ``NotFound``."""
    start = tx.sources.page(source_id, first).start
    page = tx.sources.page(source_id, max(first, last))
    return cite(tx, source_id, start, page.start + len(page.text), by, "page" if first >= last else "pages")


def cite(
    tx: Tx, source_id: int, start: int, end: int, by: str, kind: str = "stretch", label: str = ""
) -> PassageRow:
    """The passage of ``[start, end)`` of the source text. Running heads and feet within it are no part of its
    words. Raises ``NotFound``; ``NoSuchClause`` when nothing readable stands there."""
    whole = [
        row
        for row in tx.searching.sentences(source_id, 0, end, "paragraph")
        if row.end > start and row.start < end
    ]
    body = [row for row in whole if tx.searching.sentences(source_id, row.start, row.end)]
    if not body and kind in ("page", "pages"):
        body = whole  # sheets that bear nothing but what looks like running heads
    if not body:
        raise NoSuchClause("Nothing that can be cited stands there.")
    words = "\n\n".join(_within(row, start, end) for row in body)
    span = _Cited(kind, start, end, body[0].page_from, body[-1].page_to, words, label)
    (passage_id,) = tx.passages.add_many(source_id, [span])
    tx.act(by, "passage_cited", f"passage {passage_id}", source=source_id, kind=kind, label=label)
    return tx.passages.get(passage_id)


def level_of(read: Reader, passage: PassageRow) -> str:
    """How narrow a citation is, in words: "one sentence", "clause 12.7, 3 paragraphs", "pages 2 to 4"."""
    if passage.source_id is None:
        return "one sentence" if passage.kind == "sentence" else f"one {passage.kind}"
    pages = f"pages {passage.page_from} to {passage.page_to}"
    if passage.kind in ("page", "pages"):
        return f"page {passage.page_from}" if passage.page_from == passage.page_to else pages
    if passage.kind in ("sentence", "paragraph"):
        named = f", {passage.label}" if passage.label else ""
        return f"one {passage.kind}{named}"
    inside = read.searching.sentences(passage.source_id, passage.start, passage.end - 1, "paragraph")
    many = f"{len(inside)} paragraphs" if len(inside) != 1 else "1 paragraph"
    return f"clause {passage.label}, {many}" if passage.kind == "clause" else f"a stretch of {many}"


def _within(row: SentenceRow, start: int, end: int) -> str:
    if len(row.text) != row.end - row.start:  # a running head lies inside: all of the paragraph is cited
        return row.text
    return row.text[max(0, start - row.start) : end - row.start]


def _bare(label: str) -> str:
    return label.casefold().removeprefix("section").removeprefix("clause").strip(" .")
