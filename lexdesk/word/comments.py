"""Writing comments: a rationale that hangs on words, on a tracked change, or on a whole paragraph."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from lxml import etree

from lexdesk.text.spans import Span
from lexdesk.word.checking import check_characters
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.marks import mark_change
from lexdesk.word.names import (
    AUTHOR,
    DATE,
    DEL,
    ID,
    IGNORABLE,
    PPR,
    REMOVED,
    RPR,
    RUN_CHANGES,
    VAL,
    W14_NS,
    W_NS,
    Element,
    P,
    R,
    w,
)
from lexdesk.word.partlist import PartList
from lexdesk.word.parts import PartMap, map_parts
from lexdesk.word.reading import ReadParagraph, atoms_again, walk_all
from lexdesk.word.revisions import grouped, raw_revisions
from lexdesk.word.tracked import Ids, isolate, split_text, text_runs

_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_START, _END, _REFERENCE = w("commentRangeStart"), w("commentRangeEnd"), w("commentReference")
_W15 = "http://schemas.microsoft.com/office/word/2012/wordml"
_CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid"
_CEX = "http://schemas.microsoft.com/office/word/2018/wordml/cex"
_PARA_ID = f"{{{W14_NS}}}paraId"
_MAX_PARA_ID = 0x80000000


@dataclass(frozen=True)
class NewComment:
    """What is said about a place: ``span`` of the current text of paragraph ``key`` (None: all of it), or
    the tracked change ``revision`` (a ``Revision.id`` of this document), deleted words included.

    ``text`` may have several lines; each is a paragraph of the comment.
    """

    text: str
    key: str = ""
    span: Span | None = None
    revision: str = ""


def commented(document: Document, comments: Sequence[NewComment], author: str, at: datetime) -> Document:
    """The document with the comments, in the order given; texts, keys and tracked changes stay.

    Where the file keeps extended records of its comments (threads, durable ids), each new comment gets
    these too. Raises EditRefused: bad_edit (no author, no text, no such place, a header or footer, where
    Word allows no comments), stale_anchor (no such paragraph), bad_character.
    """
    if not comments:
        return document
    if not author.strip():
        raise EditRefused("bad_edit", "A comment needs the name of its author.", "Set your name first.")
    work = _Work(document)
    for comment in comments:
        check_characters(comment.text, comment.key)
        if not comment.text.strip():
            raise EditRefused("bad_edit", "The comment says nothing.", "Write its text.", key=comment.key)
        work.add(comment, author, at)
    return work.finished()


class _Work:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._parts = PartList(document.parts())
        self._map: PartMap = map_parts(document.parts())
        self._roots = {part: document.tree_copy(part) for part in document.stories}
        items = walk_all(self._roots, document.stories)
        self._items = dict(zip(document.keys, items, strict=True))
        self._said = self._map.optional_root("comments")
        styles = self._map.optional_root("styles")
        self._styles = (
            set() if styles is None else {style.get(w("styleId")) for style in styles.iter(w("style"))}
        )
        known = [*self._roots.values(), *([] if self._said is None else [self._said])]
        self._ids = Ids(known)
        self._para_ids = _ParaIds(known)
        raws = [raw for part, root in self._roots.items() for raw in raw_revisions(root, part)]
        self._revisions: Mapping[Element, str] = grouped(raws, {})[1]
        self._touched: set[str] = set()
        self._extended: list[tuple[str, str, datetime]] = []  # paragraph id, durable id, instant

    def add(self, comment: NewComment, author: str, at: datetime) -> None:
        """Put one comment into the trees."""
        if comment.revision:
            nodes = [node for node, name in self._revisions.items() if name == comment.revision]
            if not nodes:
                raise EditRefused("bad_edit", "There is no such tracked change.", "Read the document again.")
            part = next(part for part, root in self._roots.items() if root in nodes[0].iterancestors())
            self._allowed(part, comment.key)
            first, last = self._of_change(nodes)
        else:
            item = self._items.get(comment.key)
            if item is None:
                raise EditRefused(
                    "stale_anchor",
                    "The paragraph to be commented on is not in this version.",
                    key=comment.key,
                )
            part = item.place.part
            self._allowed(part, comment.key)
            first, last = self._of_text(comment, item)
        name = self._ids.new()
        self._mark(first, last, name)
        self._touched.add(part)
        self._say(comment.text, name, author, at)

    def _allowed(self, part: str, key: str) -> None:
        if self._roots[part].tag in (w("hdr"), w("ftr")):
            raise EditRefused(
                "bad_edit",
                "Word allows no comments in headers and footers.",
                "Comment on a paragraph of the text instead.",
                key=key,
            )

    # -- places ---------------------------------------------------------------------------------------

    def _of_change(self, nodes: list[Element]) -> tuple[Element, Element]:
        """First and last node of a change; of a paragraph mark or row, its paragraph."""
        ends: list[Element] = []
        for node in (nodes[0], nodes[-1]):
            parent = node.getparent()
            if node.tag in RUN_CHANGES and parent is not None and parent.tag not in (RPR, w("trPr")):
                inner = [] if next(node.iterancestors(P), None) is not None else list(node.iter(P))
                ends.append(inner[0] if inner else node)
                continue
            holder = next(node.iterancestors(R, P, w("tr"), w("tbl")), None)
            if holder is not None and holder.tag not in (R, P):
                holder = next(holder.iter(P), None)
            if holder is None:
                raise EditRefused(
                    "bad_edit", "That change stands at no paragraph.", "Comment on text instead."
                )
            ends.append(holder)
        return ends[0], ends[1]

    def _of_text(self, comment: NewComment, item: ReadParagraph) -> tuple[Element, Element]:
        node = item.place.node
        text = self._document.paragraph(comment.key).text
        if comment.span is None:
            return node, node
        start, end = comment.span
        if not 0 <= start <= end <= len(text):
            raise EditRefused(
                "bad_edit", "The comment's place is not in the paragraph.", key=comment.key, position=start
            )
        if start == end:
            return node, node
        for cut in (start, end):
            self._cut(item, cut)
        runs = [
            atom.run
            for atom in atoms_again(item)
            if atom.current and atom.text and atom.start >= start and atom.end <= end
        ]
        return (runs[0], runs[-1]) if runs else (node, node)

    def _cut(self, item: ReadParagraph, offset: int) -> None:
        """Let a run end at an offset of the current text."""
        atoms = [atom for atom in atoms_again(item) if atom.current and atom.text]
        for number, atom in enumerate(atoms):
            if atom.start < offset < atom.end and atom.node.tag == w("t"):
                rest = split_text(atom.node, offset - atom.start)
            elif atom.start == offset and number and atoms[number - 1].run is atom.run:
                rest = atom.node
            else:
                continue
            isolate(atom.run, {rest, *rest.itersiblings()}, self._ids)
            return

    def _mark(self, first: Element, last: Element, name: str) -> None:
        start, end = etree.Element(_START), etree.Element(_END)
        start.set(ID, name)
        end.set(ID, name)
        reference = etree.Element(R)
        etree.SubElement(reference, _REFERENCE).set(ID, name)
        if "CommentReference" in self._styles:
            properties = etree.Element(RPR)
            etree.SubElement(properties, w("rStyle")).set(VAL, "CommentReference")
            reference.insert(0, properties)
        if first.tag == P:
            own = first.find(PPR)
            first.insert(0 if own is None else first.index(own) + 1, start)
        else:
            first.addprevious(start)
        if last.tag == P:
            last.append(end)
        else:
            last.addnext(end)
        paragraph = last if last.tag == P else next(last.iterancestors(P))
        deleted = self._deletion(paragraph)
        if deleted is not None:
            # Goes with the paragraph when the deletion is accepted, and is no text that would keep it.
            deleted.extend([end, reference])
            return
        at = end
        while (parent := at.getparent()) is not None and parent.tag in RUN_CHANGES:
            at = parent
        at.addnext(reference)

    def _deletion(self, paragraph: Element) -> Element | None:
        """The last deletion in a paragraph that is deleted with its mark."""
        if mark_change(paragraph, DEL) is None:
            return None
        held = [child for child in paragraph if child.tag in REMOVED or child.tag == R]
        if not held or held[-1].tag != DEL or any(child.tag == R for child in held):
            return None
        return held[-1]

    # -- the words ------------------------------------------------------------------------------------

    def _say(self, text: str, name: str, author: str, at: datetime) -> None:
        if self._said is None:
            self._said = etree.Element(w("comments"), nsmap={"w": W_NS})
        comment = etree.SubElement(self._said, w("comment"))
        comment.set(ID, name)
        comment.set(AUTHOR, author)
        comment.set(DATE, at.strftime("%Y-%m-%dT%H:%M:%SZ"))
        comment.set(w("initials"), "".join(word[0] for word in author.split())[:9])
        for number, line in enumerate(text.split("\n")):
            paragraph = etree.SubElement(comment, P)
            if "CommentText" in self._styles:
                own = etree.SubElement(paragraph, PPR)
                etree.SubElement(own, w("pStyle")).set(VAL, "CommentText")
            if not number:
                etree.SubElement(etree.SubElement(paragraph, R), w("annotationRef"))
            paragraph.extend(text_runs(line, None) if line else [])
        if self._extends("commentsExtended"):
            paragraph.set(_PARA_ID, self._para_ids.new())
            instant = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
            self._extended.append((paragraph.get(_PARA_ID, ""), self._para_ids.new(), instant))

    def _extends(self, kind: str) -> bool:
        """Whether the file keeps such records and its comments can carry paragraph ids."""
        said = self._map.optional_root("comments")
        if kind not in self._map.related or said is None:
            return False
        prefix = next((prefix for prefix, uri in said.nsmap.items() if uri == W14_NS), None)
        return prefix is not None and prefix in said.get(IGNORABLE, "").split()

    def finished(self) -> Document:
        """The document of the changed parts."""
        for part in self._touched:
            self._parts.replace(part, self._roots[part])
        assert self._said is not None
        known = self._map.related.get("comments")
        if known is not None:
            self._parts.replace(known, self._said)
        else:
            folder = self._map.main.rpartition("/")[0]
            name = f"{folder}/comments.xml" if folder else "comments.xml"
            number = 1
            while name in self._parts:
                number += 1
                name = f"{folder}/comments{number}.xml"
            self._parts.add(name, self._said, _KIND, _RELATION, self._map.main)
        for para_id, durable, instant in self._extended:
            self._record("commentsExtended", _W15, "commentEx", {"paraId": para_id, "done": "0"})
            self._record("commentsIds", _CID, "commentId", {"paraId": para_id, "durableId": durable})
            utc = instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            self._record(
                "commentsExtensible", _CEX, "commentExtensible", {"durableId": durable, "dateUtc": utc}
            )
        return Document.from_parts(self._parts.parts(), self._document.keys)

    def _record(self, kind: str, space: str, tag: str, values: Mapping[str, str]) -> None:
        name = self._map.related.get(kind)
        if name is None:
            return
        node = etree.SubElement(self._parts.root(name), f"{{{space}}}{tag}")
        for key, value in values.items():
            node.set(f"{{{space}}}{key}", value)
        self._parts.changed(name)


class _ParaIds:
    """Paragraph ids that no paragraph of the file has: eight hexadecimal digits, below 80000000."""

    def __init__(self, roots: Sequence[Element]) -> None:
        self._used = {
            value for root in roots for node in root.iter(P, w("tr")) if (value := node.get(_PARA_ID))
        }
        self._chance = random.Random(len(self._used))  # the same file gives the same ids again

    def new(self) -> str:
        """An unused id."""
        while True:
            name = f"{self._chance.randrange(1, _MAX_PARA_ID):08X}"
            if name not in self._used:
                self._used.add(name)
                return name
