"""Accepting and rejecting tracked changes: runs, paragraph marks, rows, moves, cells, properties.

A paragraph whose mark goes runs on into the next one: what is left of it stands at the start of the
next, whose properties stay (ECMA-376 part 1, 17.13.5.14 and 17.13.5.19). Where no paragraph follows, an
empty one vanishes, unless its container would be left without any.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

from lexdesk.word import marks
from lexdesk.word.document import Document, named
from lexdesk.word.flow import places
from lexdesk.word.names import (
    ADDED,
    DEL,
    DEL_INSTR,
    DEL_TEXT,
    FLD_SIMPLE,
    HYPERLINK,
    ID,
    INSTR,
    M_CTRL_PR,
    M_R,
    M_T,
    NAME,
    O_MATH,
    O_MATH_PARA,
    PPR,
    REMOVED,
    RPR,
    RUN_CHANGES,
    SDT,
    SDT_CONTENT,
    TBL,
    TC,
    TR,
    Element,
    P,
    R,
    T,
    w,
)
from lexdesk.word.reading import block_before, can_go, next_block
from lexdesk.word.revisions import RANGE_ENDS, RANGE_STARTS, RawRevision, raw_revisions
from lexdesk.word.tracked import attributes, without_utc_namespace

Action = Literal["accept", "reject"]
_OLD_PROPERTIES = {
    w("rPrChange"): w("rPr"),
    w("sectPrChange"): w("sectPr"),
    w("tblPrChange"): w("tblPr"),
    w("tblPrExChange"): w("tblPrEx"),
    w("tblGridChange"): w("tblGrid"),
    w("tcPrChange"): w("tcPr"),
    w("trPrChange"): w("trPr"),
}
_KEPT_INSIDE = {  # children that are no properties and stay when old properties come back
    w("sectPr"): frozenset((w("headerReference"), w("footerReference"))),
    w("trPr"): frozenset((w("ins"), w("del"))),
    w("tcPr"): frozenset((w("cellIns"), w("cellDel"), w("cellMerge"))),
}


def by_author(author: str) -> Callable[[RawRevision], bool]:
    """Chooses the changes of one author."""
    return lambda revision: revision.author == author


def resolved(
    document: Document, action: Action, which: Callable[[RawRevision], bool] | str | None = None
) -> Document:
    """The document with the chosen changes accepted or rejected; all others stay as they are.

    ``which``: a test of each tracked change, an author's name, or None for all. Keys of paragraphs that
    remain stay; of two that are joined the one whose text remains gives its key.
    """
    chosen = by_author(which) if isinstance(which, str) else which or (lambda revision: True)
    roots: dict[str, Element] = {}
    keys: dict[str, list[str]] = {}
    for part in document.stories:
        root = document.tree_copy(part)
        picked = [raw for raw in raw_revisions(root, part) if chosen(raw)]
        if not picked:
            continue
        nodes = (place.node for place in places(root, part))
        names = dict(zip(nodes, document.keys_of(part), strict=True))
        _Resolver(action, names).run(root, picked)
        keys[part] = named(root, part, names)
        roots[part] = without_utc_namespace(root)
    return document.rebuilt(roots, keys) if roots else document


class _Resolver:
    def __init__(self, action: Action, names: dict[Element, str]) -> None:
        self._accept = action == "accept"
        self._names = names

    def run(self, root: Element, picked: list[RawRevision]) -> None:
        """Properties first, then runs, then rows and cells, then the marks, which join paragraphs."""
        for raw in picked:
            if raw.role in ("format", "other"):
                self._property(raw.node)
        runs = [raw for raw in picked if raw.role == "run"]
        structures = [raw for raw in runs if _is_in(raw.node, M_CTRL_PR)]
        for raw in runs:
            if raw not in structures:
                self._run(raw)
        for raw in reversed(structures):  # the inner ones first, once the characters in them are settled
            self._run(raw)
        for raw in picked:
            if raw.role == "row":
                self._row(raw)
            elif raw.role == "cell":
                self._cell(raw)
        going: list[Element] = []
        for raw in picked:
            if raw.role == "mark":
                paragraph = _above(raw.node, P)
                marks.drop_mark_change(raw.node)
                if paragraph is not None and self._goes(raw) and paragraph not in going:
                    going.append(paragraph)
        for paragraph in reversed(going):
            self._join(paragraph)
        left = {raw.move for raw in raw_revisions(root, "") if raw.move}
        self._drop_ranges(root, {raw.move for raw in picked if raw.move} - left)

    def _goes(self, raw: RawRevision) -> bool:
        return raw.node.tag in (REMOVED if self._accept else ADDED)

    def _run(self, raw: RawRevision) -> None:
        node = raw.node
        parent = node.getparent()
        if parent is None:
            return
        if self._goes(raw) and parent.tag in (M_R, M_CTRL_PR):
            _remove(node)
            _drop_formula(parent)
            return
        if self._goes(raw):
            before, after = node.getprevious(), node.getnext()
            # Range markers inside what goes stay, so that no other end of a range is orphaned.
            for child in [c for c in node.iter() if c.tag in _MARKERS]:
                node.addprevious(child)
                before = None
            parent.remove(node)
            if before is not None and after is not None:
                _rejoin(before, after)
            _drop_empty_holder(parent)
            return
        if node.tag in REMOVED:
            for text in node.iter(DEL_TEXT, DEL_INSTR):
                if _above(text, DEL) is (node if node.tag == DEL else None):
                    text.tag = T if text.tag == DEL_TEXT else INSTR
        place = parent.index(node)
        for offset, child in enumerate(list(node)):
            parent.insert(place + offset, child)
        parent.remove(node)

    def _drop_ranges(self, root: Element, names: set[str]) -> None:
        """Both marks of each range of a move that is settled now; by now the end may stand first."""
        nodes = list(root.iter(*RANGE_STARTS, *RANGE_ENDS))
        settled = {_range_of(node) for node in nodes if node.get(NAME) in names}
        for node in nodes:
            if _range_of(node) in settled:
                _remove(node)

    def _row(self, raw: RawRevision) -> None:
        row = _above(raw.node, TR)
        properties = raw.node.getparent()
        if properties is not None:
            properties.remove(raw.node)
            outer = properties.getparent()
            if not len(properties) and outer is not None:
                outer.remove(properties)
        if row is not None and self._goes(raw):
            self._drop_block(row)

    def _cell(self, raw: RawRevision) -> None:
        node = raw.node
        cell, properties = _above(node, TC), node.getparent()
        if properties is not None:
            properties.remove(node)
        if cell is None or node.tag == w("cellMerge"):
            return
        if (node.tag == w("cellDel")) == self._accept:
            row = cell.getparent()
            self._drop_block(cell)
            if row is not None and row.tag == TR and row.find(f".//{TC}") is None:
                self._drop_block(row)

    def _drop_block(self, node: Element) -> None:
        """Remove a row or cell, and the table that it leaves empty. Of a range that reaches out of it the end
        inside stays, so that the other one is not orphaned."""
        parent = node.getparent()
        if parent is None:
            return
        ends = Counter(_range_of(mark) for mark in node.iter(*_MARKERS))
        for mark in [mark for mark in node.iter(*_MARKERS) if ends[_range_of(mark)] == 1]:
            node.addprevious(mark)
        parent.remove(node)
        if parent.tag == SDT_CONTENT and not len(parent):
            holder = parent.getparent()
            if holder is not None:
                self._drop_block(holder)
        elif parent.tag == TBL and parent.find(f".//{TR}") is None:
            self._drop_block(parent)

    def _property(self, node: Element) -> None:
        parent = node.getparent()
        if parent is None:
            return
        if self._accept or node.tag not in (*_OLD_PROPERTIES, marks.PPR_CHANGE):
            parent.remove(node)
        elif node.tag == marks.PPR_CHANGE:
            marks.restore_base(parent, node.find(PPR))
        else:
            old = node.find(_OLD_PROPERTIES[node.tag])
            kept = _KEPT_INSIDE.get(parent.tag, frozenset())
            if parent.tag == RPR:
                kept = RUN_CHANGES
            for child in [child for child in parent if child.tag not in kept]:
                parent.remove(child)
            parent.extend(list(old) if old is not None else [])
        outer = parent.getparent()
        if not len(parent) and parent.tag in (PPR, RPR) and outer is not None:
            outer.remove(parent)

    def _take_identity(self, paragraph: Element, following: Element) -> None:
        """The text of ``paragraph`` is all that remains: its key and its attributes stay with it."""
        if paragraph in self._names:
            self._names[following] = self._names[paragraph]
        following.attrib.clear()
        for name, value in paragraph.items():
            following.set(name, value)

    def _join(self, paragraph: Element) -> None:
        following = next_block(paragraph)
        content = _left_in(paragraph)
        has_text = any(_is_content(child) for child in content)
        if following is not None and following.tag == P:
            keeps_own = has_text and not any(_is_content(c) for c in following if c.tag != PPR)
            start = 0 if following.find(PPR) is None else 1
            for offset, child in enumerate(content):
                following.insert(start + offset, child)
            if keeps_own:
                self._take_identity(paragraph, following)
            _remove(paragraph)
        elif not has_text and can_go(paragraph):
            for child in content:
                if child.tag != R:  # a run without anything in it goes with its paragraph
                    paragraph.addprevious(child)
            self._drop_paragraph(paragraph)
        elif (before := block_before(paragraph)) is not None and before.tag == P and _is_struck(content):
            # It cannot join a table behind it. What others deleted in it waits in the paragraph before,
            # since an empty number would stay here otherwise.
            before.extend(content)
            _remove(paragraph)

    def _drop_paragraph(self, paragraph: Element) -> None:
        """Remove a paragraph, and the content control that it leaves empty."""
        parent = paragraph.getparent()
        _remove(paragraph)
        if parent is not None and parent.tag == SDT_CONTENT and not len(parent):
            holder = parent.getparent()
            if holder is not None:
                self._drop_block(holder)


_MARKERS = (
    RANGE_STARTS
    | RANGE_ENDS
    | frozenset(
        w(n)
        for n in (
            "bookmarkStart",
            "bookmarkEnd",
            "commentRangeStart",
            "commentRangeEnd",
            "permStart",
            "permEnd",
        )
    )
)
_HOLDERS = frozenset((HYPERLINK, FLD_SIMPLE, w("smartTag"), w("customXml"), w("dir"), w("bdo")))
_NO_CONTENT = _MARKERS | frozenset(w(n) for n in ("proofErr", "smartTagPr", "customXmlPr", "fldData"))


def _range_of(mark: Element) -> tuple[str, str]:
    """The range that a mark is one end of: its kind and its id."""
    return mark.tag.removesuffix("Start").removesuffix("End"), mark.get(ID, "")


def _is_content(node: Element) -> bool:
    if node.tag == R:
        return any(child.tag != RPR for child in node)
    if node.tag == SDT:
        return any(_is_content(child) for inner in node.iterchildren(SDT_CONTENT) for child in inner)
    if node.tag in _HOLDERS:
        return any(_is_content(child) for child in node)
    return node.tag not in _NO_CONTENT


def _left_in(paragraph: Element) -> list[Element]:
    """What a paragraph holds, of links and controls with nothing in them only the ends of ranges."""
    found: list[Element] = []
    for child in paragraph:
        if child.tag in (SDT, *_HOLDERS) and not _is_content(child):
            found += child.iter(*_MARKERS)
        elif child.tag != PPR:
            found.append(child)
    return found


def _is_struck(content: Iterable[Element]) -> bool:
    """Whether all that is left is deleted, by somebody whose change is not decided yet."""
    return all(node.tag in REMOVED for node in content if _is_content(node))


def _remove(node: Element) -> None:
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)


def _above(node: Element, tag: str) -> Element | None:
    at: Element | None = node.getparent()
    while at is not None and at.tag != tag:
        at = at.getparent()
    return at


def _rejoin(before: Element, after: Element) -> None:
    """Put the halves of somebody's change together again that our insertion had split."""
    if before.tag == after.tag and before.tag in RUN_CHANGES:
        one, other = attributes(before), attributes(after)
        one.pop(ID, None)
        other.pop(ID, None)
        if one == other:
            before.extend(list(after))
            _remove(after)


def _drop_empty_holder(node: Element) -> None:
    """A link, simple field or formula whose whole content went is no longer there."""
    parent = node.getparent()
    if node.tag in (HYPERLINK, FLD_SIMPLE, O_MATH, O_MATH_PARA) and not len(node):
        _remove(node)
        if parent is not None:
            _drop_empty_holder(parent)


def _is_in(node: Element, tag: str) -> bool:
    parent = node.getparent()
    return parent is not None and parent.tag == tag


def _drop_formula(marked: Element) -> None:
    """A run of a formula goes, or the fraction, root and so on whose sign was marked, if nothing is in it."""
    gone: Element | None = marked
    if marked.tag == M_CTRL_PR:
        properties = marked.getparent()
        whole = properties is not None and properties.tag.endswith("Pr")
        gone = properties.getparent() if properties is not None and whole else None
        if gone is not None and next(gone.iter(M_T), None) is not None:
            return
    parent = gone.getparent() if gone is not None else None
    if gone is not None and parent is not None:
        parent.remove(gone)
        _drop_empty_holder(parent)
