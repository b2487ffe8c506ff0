"""A Word document: what it says, and what it becomes when edits are written into it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from lexdesk.word.model import Paragraph, Revision, StoredPart
from lexdesk.word.names import Element
from lexdesk.word.package import pack, read_parts
from lexdesk.word.parts import PartMap, map_parts
from lexdesk.word.reading import Reading, read


class Document:
    """One immutable state of a document. Every change gives a new ``Document``.

    Paragraphs stand in this order: the main part with table cells and text boxes, footnotes, endnotes,
    headers, footers. ``keys`` names them in the same order.
    """

    def __init__(self, parts: tuple[StoredPart, ...], keys: Sequence[str] | None = None) -> None:
        self._parts = parts
        self._map: PartMap = map_parts(parts)
        self._roots: Mapping[str, Element] = {name: self._map.root(name) for name in self._map.stories}
        self._keys = keys
        if keys is not None and len(keys) != len(self._read.paragraphs):
            raise ValueError(f"{len(keys)} keys for {len(self._read.paragraphs)} paragraphs")

    @classmethod
    def open(cls, data: bytes, keys: Sequence[str] | None = None) -> "Document":
        """Read the bytes of a .docx, .docm, .dotx or .dotm. Raises a ``WordFileError``.

        ``keys``: one for each paragraph, in order; None makes "p1", "p2" ... ValueError if they do not fit.
        """
        return cls(read_parts(data), keys)

    @classmethod
    def from_parts(cls, parts: Sequence[StoredPart], keys: Sequence[str] | None = None) -> "Document":
        """The document of stored parts, as ``parts()`` gave them."""
        return cls(tuple(parts), keys)

    def parts(self) -> tuple[StoredPart, ...]:
        """Every zip entry, in order, as it lies in the file."""
        return self._parts

    def to_bytes(self) -> bytes:
        """The file. Entries that no edit changed have the bytes they came with."""
        return pack(self._parts)

    @cached_property
    def _read(self) -> Reading:
        return read(self._map, self._roots, self._keys)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph, in order."""
        return self._read.paragraphs

    @property
    def revisions(self) -> tuple[Revision, ...]:
        """The tracked changes as a person counts them, in document order."""
        return self._read.revisions

    @property
    def keys(self) -> tuple[str, ...]:
        """The paragraph keys, in the order of ``paragraphs``."""
        return tuple(paragraph.key for paragraph in self._read.paragraphs)

    def paragraph(self, key: str) -> Paragraph:
        """The paragraph of that key; KeyError when there is none."""
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> Mapping[str, Paragraph]:
        return {paragraph.key: paragraph for paragraph in self._read.paragraphs}

    def current_text(self) -> str:
        """All paragraphs with every change accepted, one a line; joined ones on one line."""
        out: list[str] = []
        for paragraph in self.paragraphs:
            if paragraph.in_current:
                out.append(paragraph.text if paragraph.joins_next else f"{paragraph.text}\n")
        return "".join(out).removesuffix("\n")

    def original_text(self) -> str:
        """All paragraphs with every change rejected, one a line."""
        out: list[str] = []
        for paragraph in self.paragraphs:
            if paragraph.in_original:
                joins = paragraph.mark_change in ("ins", "move_to")
                out.append(paragraph.original if joins else f"{paragraph.original}\n")
        return "".join(out).removesuffix("\n")
