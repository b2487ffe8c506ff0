"""What the Word engine says about a document, and what it can be told to write.

Offsets are code points into ``Paragraph.text``, the *current* text: tracked insertions and moved-to
text in, tracked deletions and moved-from text out. A tab is "\\t", a line break "\\n", a
no-break hyphen U+2011, a soft hyphen U+00AD; automatic numbers are never in the text.
"""

from dataclasses import dataclass, field
from typing import Literal

from lexdesk.text.spans import Span

Change = Literal["", "ins", "del", "move_from", "move_to"]


@dataclass(frozen=True)
class Piece:
    """A stretch of equal formatting and equal revision state, in document order (markup view)."""

    text: str
    change: Change = ""
    revision: str = ""  # Revision.id, "" when unchanged
    author: str = ""
    current: Span | None = None  # place in Paragraph.text, None when not in the current text
    bold: bool = False
    italic: bool = False
    underline: bool = False
    superscript: bool = False
    hidden: bool = False  # w:vanish, white or 1-point text: kept, and known as concealed
    note: str = ""  # the mark, when this piece is a footnote or endnote reference ("1")


@dataclass(frozen=True)
class Field:
    """A field such as REF or HYPERLINK: ``span`` is its shown result, ``target`` its bookmark."""

    span: Span
    code: str
    target: str = ""


@dataclass(frozen=True)
class CellPlace:
    """Where a paragraph of a table stands (counted from 0; nested tables by ``table`` alone)."""

    table: int
    row: int
    column: int
    row_change: Change = ""
    columns: int = 1


@dataclass(frozen=True)
class Paragraph:
    """One ``w:p``. ``key`` is its identity across versions; ``index`` counts all ``w:p`` of its part
    in document order, table cells and empty paragraphs included."""

    key: str
    part: str  # "word/document.xml", "word/footnotes.xml", "word/header1.xml"...
    index: int
    text: str
    original: str  # the text with every tracked change rejected
    pieces: tuple[Piece, ...]
    label: str = ""  # computed number as Word shows it when all changes are accepted: "12.7", "(b)"
    label_path: str = ""  # full path where levels are shown alone: "12.7(b)"; else equal to label
    label_shown: str = ""  # for a paragraph that is not in the current text: its number with markup shown
    style: str = ""
    outline_level: int | None = None  # 0 = heading 1
    list_level: int | None = None
    table: CellPlace | None = None
    note_mark: str = ""  # for paragraphs of a footnote or endnote: its mark
    mark_change: Change = ""  # revision of the paragraph mark
    mark_revision: str = ""
    mark_author: str = ""
    in_current: bool = True  # False: wholly deleted, or moved away; has no place in the current text
    in_original: bool = True
    joins_next: bool = False  # current text runs on into the next paragraph (deleted mark)
    alignment: str = ""
    indent: int = 0  # left indent, twips
    first_line: int = 0  # twips, negative when hanging
    fields: tuple[Field, ...] = ()
    bookmarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Revision:
    """One tracked change as a person counts them (a deleted paragraph with its mark is one)."""

    id: str  # "r1", "r2"... in document order, valid for this document state only
    kind: Literal["ins", "del", "move", "format", "row_ins", "row_del"]
    author: str
    date: str | None  # ISO 8601 UTC; from w16du:dateUtc where present, else w:date
    keys: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Replace:
    """Replace ``text[start:end]`` (which must equal ``old``) of the paragraph by ``new``.

    ``new`` may not hold a newline unless ``old`` holds the same line break.
    """

    key: str
    start: int
    end: int
    old: str
    new: str


@dataclass(frozen=True)
class DeleteParagraph:
    """Delete the whole paragraph with its mark; its current text must equal ``old``."""

    key: str
    old: str


@dataclass(frozen=True)
class InsertParagraph:
    """A new paragraph directly after or before ``anchor``; style and numbering as ``like``."""

    anchor: str
    where: Literal["after", "before"]
    text: str
    new_key: str
    like: str = ""  # paragraph whose properties are taken; "" = the anchor
    moved: str = ""  # paragraph of this very text whose look is taken run by run; "" = one look for all


WordEdit = Replace | DeleteParagraph | InsertParagraph


@dataclass(frozen=True)
class FileWarning:
    """What a person should know before changing the file: ``code`` is ``signed``, ``restricted`` or
    ``concealed``."""

    code: str
    message: str


@dataclass(frozen=True)
class StoredPart:
    """One zip entry as it lies in the file: ``header`` is JSON (name, flags, time, method, crc, sizes,
    extra), ``data`` the bytes as compressed. Packing the parts gives each entry back unchanged."""

    name: str
    header: str
    data: bytes = field(repr=False)
