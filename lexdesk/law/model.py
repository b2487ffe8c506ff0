"""What ``law`` reads (blocks) and what it finds. Offsets are code points into ``Block.text``."""

from dataclasses import dataclass
from typing import Literal

from lexdesk.text.spans import Span

SectionKind = Literal[
    "section", "article", "schedule", "annex", "exhibit", "part", "definition", "recital", "other"
]
ReferenceKind = Literal["internal", "relative", "external", "dangling", "ambiguous"]


@dataclass(frozen=True)
class FieldSpan:
    """A REF-like field whose shown result stands at ``span``; ``target`` is the bookmark."""

    span: Span
    target: str


@dataclass(frozen=True)
class Block:
    """One paragraph handed to ``law`` by whoever read the document."""

    key: str
    text: str
    label: str = ""  # computed automatic label path ("12.7(b)"), "" when typed or none
    heading_level: int | None = None  # 0 = top, from outline level or style
    list_level: int | None = None
    style: str = ""
    bold: tuple[Span, ...] = ()
    table: tuple[int, int, int] | None = None  # table, row, column
    fields: tuple[FieldSpan, ...] = ()
    bookmarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A node of the clause tree. ``blocks`` are the keys of its own paragraphs and its descendants'."""

    id: str  # stable within one analysis: "s12"
    label: str  # canonical path: "12.7", "12.7(b)", "Article IV", "Schedule 2", "第十二条"
    heading: str  # "" when none
    parent: str | None
    children: tuple[str, ...]
    blocks: tuple[str, ...]  # own and descendants', in order
    first_block: str
    start: int  # offset in first_block where the section begins (run-in sections)
    kind: SectionKind
    depth: int
    optional: bool = False  # a twin in another language, or the only 款 of an article
    automatic: bool = False  # the number is computed by Word and moves when neighbours go


@dataclass(frozen=True)
class Reference:
    """A textual reference to sections, as it stands in a block."""

    block: str
    span: Span
    text: str
    kind: ReferenceKind
    targets: tuple[str, ...]  # canonical labels of Sections (ranges and lists expanded)
    in_section: str | None  # id of the section that holds the reference
    instrument: str = ""  # for external ones: "the Data Protection Act 2018"
    auto: bool = False  # the number comes from a REF field, so renumbering updates it
    heading_said: str = ""  # the heading that stands in brackets behind the number: "(Exceptions)"
    heading_differs: bool = False  # True if the target has a heading and it is another


@dataclass(frozen=True)
class Term:
    """A defined term with its definition sites and uses (block key, span)."""

    name: str
    sites: tuple[tuple[str, Span], ...]
    uses: tuple[tuple[str, Span], ...]


@dataclass(frozen=True)
class Quantity:
    """A period, amount, percentage, date or plain number with its meaning made comparable."""

    span: Span
    kind: Literal["period", "amount", "percent", "date", "number"]
    value: str  # "P30D" style for periods, "USD 5000", "12.5%", ISO date, "30"
    text: str
    figures: str = ""  # value of the figures in brackets where they disagree with the words


@dataclass(frozen=True)
class NearDuplicate:
    """Another section in nearly the same words. ``ratio`` 0..1; differing words of each side."""

    section: str  # Section.id
    label: str
    ratio: float
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    quantities: tuple[tuple[str, str], ...]  # differing quantities (here, there), as written
