"""A redline of two documents, written into the old one by the engine that writes every other change."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lxml import etree

from lexdesk.text.worddiff import word_diff
from lexdesk.word.compare_blocks import Block, Flow, Match, Row, matches, moves
from lexdesk.word.compare_writing import Hunk, RedlineWriter
from lexdesk.word.document import Document, named
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import Field, Paragraph
from lexdesk.word.names import TBL, TR, Element, P, w
from lexdesk.word.package import part_bytes
from lexdesk.word.parts import PartMap, map_parts
from lexdesk.word.reading import walk_all
from lexdesk.word.resolve import resolved
from lexdesk.word.tracked import Ids, Stamp, with_utc_namespace, without_utc_namespace

_EDITABLE = frozenset(("HYPERLINK", "FORMTEXT"))


@dataclass(frozen=True)
class Redline:
    """The marked document, and in plain words what of the new text it could not carry (P15)."""

    document: Document
    left_out: tuple[str, ...]


def redline(old: Document, new: Document, author: str, at: datetime) -> Document:
    """``redlined`` without its list of what was left out."""
    return redlined(old, new, author, at).document


def redlined(old: Document, new: Document, author: str, at: datetime) -> Redline:
    """``old`` with tracked changes by ``author`` that make it read as ``new``.

    Both are taken with their own tracked changes accepted, as Word's comparison does. Accepting all gives
    the text of ``new``, rejecting all that of ``old``; paragraphs that moved word for word are marked as
    moves. Pictures, notes and parts that only ``new`` has cannot be carried over and are listed. Raises
    EditRefused when ``author`` is empty.
    """
    if not author.strip():
        raise EditRefused(
            "bad_edit", "A tracked change needs the name of its author.", "Set your name first."
        )
    work = _Work(resolved(old, "accept"), resolved(new, "accept"), author, at)
    return Redline(work.run(), tuple(work.left_out))


def hunks(old: Paragraph, new: Paragraph) -> list[Hunk]:
    """What differs between two paragraphs. Where both have the same fields in the same order, the results
    of these are compared with each other, so that no change runs over the edge of a field."""
    ours, theirs = _computed(old), _computed(new)
    if [f.code.split()[:1] for f in ours] != [f.code.split()[:1] for f in theirs]:
        ours, theirs = [], []
    cuts = list(zip(_edges(ours, old.text), _edges(theirs, new.text), strict=True))
    found: list[Hunk] = []
    for (a, b), (c, d) in itertools.pairwise(cuts):
        inside = any(f.span.start <= a and c <= f.span.end for f in ours)
        found += _segment(old.text[a:c], new.text[b:d], a, b, inside)
    return found


def _computed(paragraph: Paragraph) -> list[Field]:
    fields = [
        f for f in paragraph.fields if f.code.split()[:1] and f.code.split()[0].upper() not in _EDITABLE
    ]
    return sorted(fields, key=lambda f: (f.span.start, -f.span.end))


def _edges(fields: Sequence[Field], text: str) -> list[int]:
    return [0, *sorted(edge for f in fields for edge in f.span), len(text)]


def _segment(old: str, new: str, offset: int, new_offset: int, inside: bool) -> list[Hunk]:
    found: list[Hunk] = []
    start = end = at = 0
    words = ""
    for op in [*word_diff(old, new), None]:
        if op is not None and op.kind != "equal":
            end = op.old.end
            words += new[op.new.start : op.new.end]
            continue
        if end > start or words:
            found.append(Hunk(offset + start, offset + end, words, new_offset + at, inside))
        if op is not None:
            start = end = op.old.end
            at = op.new.end
            words = ""
    return found


@dataclass
class _Work:
    old: Document
    new: Document
    author: str
    at: datetime
    left_out: list[str] = field(default_factory=list)

    def run(self) -> Document:
        every = matches(self.old, self.new)
        found = [match for match in every if _differs(match)]
        if not found:
            return self.old
        old_map, new_map = map_parts(self.old.parts()), map_parts(self.new.parts())
        self._roots = {part: with_utc_namespace(self.old.tree_copy(part)) for part in self.old.stories}
        items = walk_all(self._roots, self.old.stories)
        self._items = dict(zip(self.old.keys, items, strict=True))
        new_roots = {part: self.new.tree_copy(part) for part in self.new.stories}
        theirs = walk_all(new_roots, self.new.stories)
        self._theirs = dict(zip(self.new.keys, theirs, strict=True))
        self._names = {item.place.node: f"new-{key}" for key, item in self._theirs.items()}
        self._same_lists = _bytes(old_map, "numbering") == _bytes(new_map, "numbering")
        comments = old_map.optional_root("comments")
        ids = Ids([*self._roots.values(), *([] if comments is None else [comments])])
        self._stamp = Stamp(self.author, self.at, ids)
        self._writer = RedlineWriter(
            self._items,
            {paragraph.key: paragraph for paragraph in self.old.paragraphs},
            self._stamp,
            {item.place.node: item for item in theirs},
            _styles(old_map),
            self._same_lists,
        )
        self._likes = _Likes(self.old.paragraphs)
        self._tails: dict[Element, Element] = {}  # the last new thing behind an old one
        self._heads: dict[Element, Element] = {}  # the last new thing before an old one that is first
        for match in found:
            if match.old is not None and match.new is not None:
                self._change(match.old, match.new)
            elif match.new is not None:
                self._insert(match, match.new)
            elif match.come is not None:
                self._insert_whole(match, match.come)
        leaving = [line for match in found for line in match.old_lines]
        leaving += [match.old for match in found if match.old is not None and match.new is None]
        self._writer.leaving = frozenset(self._items[line.key].place.node for line in leaving)
        for match in found:  # afterwards: a deleted paragraph may be the anchor of new ones
            if match.old is not None and match.new is None:
                self._writer.delete(match.old.key)
            elif match.gone is not None:
                self._delete_whole(match.gone)
        for number, (key, new_key) in enumerate(moves(found).items(), 1):
            self._writer.as_move(key, f"new-{new_key}", f"move{number}")
        return self._finished()

    def _finished(self) -> Document:
        names = {item.place.node: key for key, item in self._items.items()}
        names.update({node: key for key, node in self._writer.made.items()})
        touched = {
            part: root
            for part, root in self._roots.items()
            if any(node in self._stamp.made for node in root.iter(*_MARKS))
        }
        keys = {part: named(root, part, names) for part, root in touched.items()}
        return self.old.rebuilt({part: without_utc_namespace(root) for part, root in touched.items()}, keys)

    def _change(self, old: Paragraph, new: Paragraph) -> None:
        for text in self._writer.change_text(old.key, hunks(old, new)):
            self.left_out.append(f"Text that cannot be changed stays: “{text[:80]}”")

    def _insert(self, match: Match, new: Paragraph) -> None:
        before, after = self._neighbours(match)
        anchor = match.before or match.after
        near = next(iter(anchor.lines()), None) if anchor is not None else None
        like = self._like(new, near)
        if not self._writer.insert(f"new-{new.key}", self._theirs[new.key], like, before, after):
            self.left_out.append(f"There is no place in the old document for: “{new.text[:80]}”")
            return
        made = self._writer.made[f"new-{new.key}"]
        self._remember(match, made)
        self._note_lost(new)

    def _like(self, new: Paragraph, near: Paragraph | None) -> Element:
        """A paragraph with the properties that the new one takes."""
        if not self._same_lists:
            similar = self._likes.nearest(new, near)
            if similar is not None:
                return self._items[similar.key].place.node
        model = etree.Element(P)
        own = self._writer.properties_of(self._theirs[new.key].place.node)
        if own is not None:
            model.append(own)
        return model

    def _neighbours(self, match: Match) -> tuple[Element | None, Element | None]:
        """The nodes between which new text stands: the last thing put behind the old one counts."""
        before = self._node(match.before) if match.before is not None else None
        after = self._node(match.after) if match.after is not None else None
        if before is not None:
            return self._tails.get(before, before), after
        return self._heads.get(after) if after is not None else None, after

    def _remember(self, match: Match, made: Element) -> None:
        if match.before is not None and (before := self._node(match.before)) is not None:
            self._tails[before] = made
        elif match.after is not None and (after := self._node(match.after)) is not None:
            self._heads[after] = made

    def _node(self, block: Block | Row) -> Element | None:
        first = next(block.lines(), None)
        if first is None:
            return None
        node = self._items[first.key].place.node
        if isinstance(block, Row) or block.rows:
            return _around(node, TR if isinstance(block, Row) else TBL, block.inner)
        return node

    def _insert_whole(self, match: Match, come: Row | Block | Flow) -> None:
        before, after = self._neighbours(match)
        if isinstance(come, Flow) or (before is None and after is None):
            text = " ".join(line.text for line in match.new_lines if line.text)
            if text.strip():
                self.left_out.append(
                    f"A note, header or text box that only the new document has: “{text[:80]}”"
                )
            return
        first = self._theirs[match.new_lines[0].key].place.node
        if isinstance(come, Row):
            made = self._writer.new_row(_around(first, TR, come.inner), self._names)
        else:
            made = self._writer.new_table(_around(first, TBL, come.inner), self._names)
        if before is not None:
            before.addnext(made)
        elif after is not None:
            after.addprevious(made)
        self._remember(match, made)
        for line in match.new_lines:
            self._note_lost(line)

    def _delete_whole(self, gone: Row | Block | Flow) -> None:
        if isinstance(gone, Flow):
            for line in gone.lines():
                self._writer.delete(line.key)
            return
        for row in gone.rows if isinstance(gone, Block) else (gone,):
            node = self._node(row)
            if node is not None:
                self._writer.delete_row(node)

    def _note_lost(self, new: Paragraph) -> None:
        atoms = self._theirs[new.key].walk.atoms
        for atom in atoms:
            if atom.current and atom.role == "note":
                self.left_out.append(f"A footnote or endnote mark in new text: “{new.text[:80]}”")
            elif atom.current and atom.role == "object":
                self.left_out.append(f"A picture or object in new text: “{new.text[:80]}”")
        here = self._theirs[new.key].place.node
        kinds = {opened.kind for atom in atoms for opened in atom.fields if opened.paragraph is here}
        if kinds - {"", *_EDITABLE}:
            self.left_out.append(f"Fields in new text are written as they read: “{new.text[:80]}”")


def _around(node: Element, tag: str, inner: int) -> Element:
    """The row or table around a paragraph, past ``inner`` tables nearer to it."""
    return next(itertools.islice(node.iterancestors(tag), inner, None))


_MARKS = (w("ins"), w("del"), w("moveFrom"), w("moveTo"), w("pPrChange"))


def _differs(match: Match) -> bool:
    return match.old is None or match.new is None or match.old.text != match.new.text


def _bytes(parts: PartMap, kind: str) -> bytes:
    name = parts.related.get(kind)
    return part_bytes(parts.by_name[name]) if name is not None else b""


def _styles(parts: PartMap) -> frozenset[str]:
    root = parts.optional_root("styles")
    return frozenset() if root is None else frozenset(s.get(w("styleId"), "") for s in root.iter(w("style")))


class _Likes:
    """Finds an old paragraph with the style and list level of a new one, the nearest to a place."""

    def __init__(self, paragraphs: Sequence[Paragraph]) -> None:
        self._places: Mapping[str, int] = {p.key: n for n, p in enumerate(paragraphs)}
        self._kinds: dict[tuple[str, str, int | None, bool], list[Paragraph]] = {}
        for paragraph in paragraphs:
            self._kinds.setdefault(_kind(paragraph), []).append(paragraph)

    def nearest(self, new: Paragraph, near: Paragraph | None) -> Paragraph | None:
        """The nearest; None when the old document has no paragraph of that kind."""
        fit = self._kinds.get(_kind(new), [])
        at = self._places.get(near.key, 0) if near is not None else 0
        return min(fit, key=lambda p: abs(self._places[p.key] - at), default=None)


def _kind(paragraph: Paragraph) -> tuple[str, str, int | None, bool]:
    return paragraph.part, paragraph.style, paragraph.list_level, paragraph.table is not None
