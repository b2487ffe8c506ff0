"""A Word document: what it says, and what it becomes when edits are written into it."""

import copy
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from lexdesk.word.concealed import warning_of
from lexdesk.word.errors import EditRefused
from lexdesk.word.flow import places
from lexdesk.word.kept import Earlier, Reading
from lexdesk.word.model import FileWarning, InsertParagraph, Paragraph, Revision, StoredPart, WordEdit
from lexdesk.word.names import Element
from lexdesk.word.package import changed_part, pack, read_parts
from lexdesk.word.parts import PartMap, map_parts, xml_bytes
from lexdesk.word.reading import ReadParagraph, current_text, entries, read, walk_all
from lexdesk.word.rereading import State, same_paragraphs
from lexdesk.word.tracked import Ids, Stamp, with_utc_namespace, without_utc_namespace
from lexdesk.word.twins import write_twins
from lexdesk.word.warnings import warnings_of
from lexdesk.word.writing import Writer


class Document:
    """One immutable state of a document. Every change gives a new ``Document``.

    Paragraphs stand in this order: the main part with table cells and text boxes, footnotes, endnotes,
    headers, footers. ``keys`` names them in the same order.
    """

    def __init__(
        self,
        parts: tuple[StoredPart, ...],
        keys: Sequence[str] | None = None,
        roots: Mapping[str, Element] | None = None,
        walks: Mapping[str, Sequence[ReadParagraph]] | None = None,
    ) -> None:
        """For the engine itself; ``roots`` are trees already read from these parts, ``walks`` walked ones."""
        self._parts = parts
        self._map: PartMap = map_parts(parts)
        known = roots or {}
        self._roots: Mapping[str, Element] = {
            name: known[name] if name in known else self._map.root(name) for name in self._map.stories
        }
        done = walks or {}
        self._walked = [
            item
            for name in self._map.stories
            for item in (done[name] if name in done else walk_all(self._roots, (name,)))
        ]
        self._keys = tuple(f"p{n}" for n in range(1, len(self._walked) + 1)) if keys is None else tuple(keys)
        if len(self._keys) != len(self._walked):
            raise ValueError(f"{len(self._keys)} keys for {len(self._walked)} paragraphs")
        self._earlier: Earlier | None = None

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
        earlier, self._earlier = self._earlier, None  # its words are needed no longer
        return read(self._map, self._roots, self._walked, self._keys, earlier)

    @property
    def _state(self) -> State:
        return State(self._roots, self._walked, self._keys)

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
        return self._keys

    @cached_property
    def warnings(self) -> tuple[FileWarning, ...]:
        """What a person should know before changing this file: a signature, a restriction by its author,
        words that Word does not show."""
        concealed = warning_of(self.paragraphs)
        return (*warnings_of(self._map), *([concealed] if concealed is not None else []))

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

    def renamed(self, keys: Sequence[str]) -> "Document":
        """The same state with other paragraph keys, in the order of ``paragraphs``."""
        walks: dict[str, list[ReadParagraph]] = {part: [] for part in self._map.stories}
        for item in self._walked:
            walks[item.place.part].append(item)
        return Document(self._parts, keys, self._roots, walks)

    # -- change ---------------------------------------------------------------------------------------

    def edited(self, edits: Sequence[WordEdit], author: str, at: datetime) -> "Document":
        """The document with all edits written as tracked changes by ``author``; this one stays as it is.

        Offsets and old texts of every edit refer to this document. All or nothing: raises EditRefused.
        Text of an earlier insertion by the same author is edited in place. The result is read back:
        every touched paragraph reads exactly as wanted, every other one as before.
        """
        if not author.strip():
            raise EditRefused(
                "bad_edit", "A tracked change needs the name of its author.", "Set your name first."
            )
        if not edits:
            return self
        touched = self._touched(edits)
        roots = {name: with_utc_namespace(self._roots[name]) for name in touched}
        items = entries(roots, touched)
        keys = [key for part in touched for key in self.keys_of(part)]
        stamp = Stamp(author, at, Ids(self._id_roots()))
        by_key = dict(zip(keys, items, strict=True))
        writer = Writer(by_key, self._by_key, stamp)
        write_twins(edits, by_key, self._by_key, stamp)
        writer.write(edits)
        names = {item.place.node: key for key, item in zip(keys, items, strict=True)}
        names.update({node: key for key, node in writer.made.items()})
        walks = {part: entries(roots, (part,), settled=True) for part in roots}
        keys_by_part = {part: [names[item.place.node] for item in walks[part]] for part in roots}
        bare = {part: without_utc_namespace(root) for part, root in roots.items()}
        kept = {part: walk for part, walk in walks.items() if bare[part] is roots[part]}
        result = self.rebuilt(bare, keys_by_part, kept)
        same = same_paragraphs(self._state, result._state)
        result._check_written(self, writer, same)
        result._earlier = Earlier(self._read, same)
        return result

    @property
    def stories(self) -> tuple[str, ...]:
        """Names of the parts that hold paragraphs, in reading order."""
        return self._map.stories

    def tree_copy(self, part: str) -> Element:
        """A story part as a tree of the caller's own."""
        return copy.deepcopy(self._roots[part].getroottree()).getroot()

    def keys_of(self, part: str) -> list[str]:
        """The keys of the paragraphs of one part, in order."""
        return [key for key, item in zip(self._keys, self._walked, strict=True) if item.place.part == part]

    def _touched(self, edits: Sequence[WordEdit]) -> list[str]:
        keys = {edit.anchor if isinstance(edit, InsertParagraph) else edit.key for edit in edits}
        keys |= {edit.like for edit in edits if isinstance(edit, InsertParagraph)}
        parts = {self._by_key[key].part for key in keys if key in self._by_key}
        return [name for name in self._map.stories if name in parts]

    def _id_roots(self) -> list[Element]:
        comments = self._map.optional_root("comments")
        return [*self._roots.values(), *([] if comments is None else [comments])]

    def rebuilt(
        self,
        roots: Mapping[str, Element],
        keys: Mapping[str, Sequence[str]],
        walks: Mapping[str, Sequence[ReadParagraph]] | None = None,
    ) -> "Document":
        """For the engine: a document with these trees, and the paragraph keys of each of these parts.

        ``walks``: what ``entries`` gave for some of the trees as they are now.
        """
        names: list[str] = []
        for part in self._map.stories:
            names += keys[part] if part in roots else self.keys_of(part)
        parts = tuple(
            changed_part(part, xml_bytes(roots[part.name])) if part.name in roots else part
            for part in self._parts
        )
        own: dict[str, list[ReadParagraph]] = {part: [] for part in self._map.stories if part not in roots}
        for item in self._walked:
            if item.place.part in own:
                own[item.place.part].append(item)
        return Document(parts, names, {**self._roots, **roots}, {**own, **(walks or {})})

    def _check_written(self, before: "Document", writer: Writer, same: Collection[str]) -> None:
        """``same``: paragraphs that cannot read differently, their bytes being the same."""
        for key, item in zip(self._keys, self._walked, strict=True):
            if key in same and key not in writer.texts:
                continue
            wanted = writer.texts.get(key)
            if wanted is None:
                wanted = before._by_key[key].text
            if current_text(item.walk) != wanted:
                raise EditRefused(
                    "cannot_apply",
                    "The change could not be written without touching other text.",
                    "Make it in smaller steps.",
                    key=key,
                )


def named(root: Element, part: str, names: Mapping[Element, str]) -> list[str]:
    """The keys of the paragraphs of a changed tree, in order."""
    return [names[place.node] for place in places(root, part)]
