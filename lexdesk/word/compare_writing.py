"""Writing what a comparison found: the engine's tracked changes, with the freedom a redline needs.

An edit by a person may not touch the result of a field or a locked control. A redline must show that these
differ, so here the change is written inside them; fields stay whole, and Word may compute them anew.
"""

import copy
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lxml import etree

from lexdesk.word import marks
from lexdesk.word.atoms import Atom, OpenField
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, Paragraph
from lexdesk.word.names import (
    DEL,
    ID,
    INS,
    NAME,
    PPR,
    RPR,
    SDT,
    SDT_CONTENT,
    SECTPR,
    TBL,
    TC,
    TCPR,
    TR,
    TRPR,
    TXBX,
    VAL,
    Element,
    P,
    R,
    w,
)
from lexdesk.word.reading import ReadParagraph, atoms_again, block_before, can_go, next_block
from lexdesk.word.retext import TextChange
from lexdesk.word.tracked import Stamp, enclosing_change, place, strike, text_runs
from lexdesk.word.writing import Writer

_BREAK = "\n"
_MOVE_FROM, _MOVE_TO = w("moveFrom"), w("moveTo")
_KEPT_IN_ROW = frozenset((w("trPr"), w("tblPrEx")))
_STYLES = (w("rStyle"), w("pStyle"), w("tblStyle"))


def runs_with_breaks(text: str, properties: Element | None) -> list[Element]:
    """Runs for the text, line breaks as ``w:br``."""
    found: list[Element] = []
    for number, line in enumerate(text.split(_BREAK)):
        if number:
            runs = text_runs("", properties)
            etree.SubElement(runs[0], w("br"))
            found += runs
        if line:
            found += text_runs(line, properties)
    return found


class FreeChange(TextChange):
    """A change that no field and no lock forbids; ``inside``: it lies in the result of a field."""

    def __init__(
        self, item: ReadParagraph, key: str, stamp: Stamp, start: int, end: int, new: str, inside: bool
    ) -> None:
        super().__init__(item, key, stamp, start, end, new, (start, end))
        self._inside = inside
        for atom in self._atoms:
            if atom.lock in ("control", "bound") or (start <= atom.start and atom.end <= end):
                atom.lock = ""  # a formula or a character with its reading goes whole or not at all
            if inside:
                atom.fields = ()
                atom.chain = tuple(holder for holder in atom.chain if not isinstance(holder, OpenField))

    def _check_place(self, *_: object) -> None:
        """A comparison writes wherever the texts differ."""

    def _check_ends(self, *_: object) -> None:
        """As above."""

    def _put(self, at: Element, properties: Element | None, *, after: bool) -> None:
        place(runs_with_breaks(self._new, properties), at, after=after, stamp=self._stamp)


@dataclass(frozen=True)
class Hunk:
    """``text[start:end]`` gives way to ``new``, which stands at ``new_start`` of the new text; ``inside``:
    within the result of a computed field."""

    start: int
    end: int
    new: str
    new_start: int = 0
    inside: bool = False


class RedlineWriter(Writer):
    """Writes hunks, whole paragraphs, rows and tables into the trees of the old document.

    ``theirs`` are the paragraphs of the new document by tree node, from which new text takes its look;
    ``styles`` names the styles the old document has; ``same_lists``: list numbers mean the same in both.
    """

    def __init__(
        self,
        items: Mapping[str, ReadParagraph],
        before: Mapping[str, Paragraph],
        stamp: Stamp,
        theirs: Mapping[Element, ReadParagraph],
        styles: frozenset[str],
        same_lists: bool,
    ) -> None:
        super().__init__(items, before, stamp)
        self._theirs = theirs
        self._styles = styles
        self._same_lists = same_lists
        self.leaving: frozenset[Element] = frozenset()  # the paragraphs that ``delete`` will be asked for

    # -- text -----------------------------------------------------------------------------------------

    def change_text(self, key: str, hunks: Sequence[Hunk]) -> list[str]:
        """Write the hunks of one paragraph, the last first; returns what could not be written."""
        item = self._items[key]
        left: list[str] = []
        for hunk in sorted(hunks, key=lambda h: (h.start, h.end), reverse=True):
            for part in reversed(self._around_notes(item, hunk)):
                if not self._try(item, key, part):
                    left.append(self._before[key].text[part.start : part.end] or part.new)
        return left

    def _try(self, item: ReadParagraph, key: str, hunk: Hunk) -> bool:
        for inside in (True,) if hunk.inside else (False, True):
            try:
                FreeChange(item, key, self._stamp, hunk.start, hunk.end, hunk.new, inside).write()
            except EditRefused:
                continue
            return True
        return False

    def _around_notes(self, item: ReadParagraph, hunk: Hunk) -> list[Hunk]:
        """Note marks stay: text on both sides of one goes in two steps."""
        cuts = [
            atom.start
            for atom in atoms_again(item)
            if atom.current and atom.role == "note" and hunk.start < atom.start < hunk.end
        ]
        edges = [hunk.start, *dict.fromkeys(cuts), hunk.end]
        return [
            replace(hunk, start=start, end=end, new="" if number else hunk.new)
            for number, (start, end) in enumerate(itertools.pairwise(edges))
        ]

    # -- paragraphs -----------------------------------------------------------------------------------

    def delete(self, key: str) -> None:
        """Delete a whole paragraph; of one in a field over several paragraphs only the text and the mark."""
        paragraph = self._before[key]
        if any(change in self._stamp.made for change in self._items[key].place.story.iterancestors(DEL)):
            return  # in a text box that is deleted whole
        try:
            self._delete(DeleteParagraph(key, paragraph.text))
        except EditRefused:
            item = self._items[key]
            if paragraph.text:
                self._try(item, key, Hunk(0, len(paragraph.text), "", inside=True))
            self.texts[key] = ""
            self._delete_mark(key, item.place.node, numbered=paragraph.list_level is not None)

    def _check_deletable(self, key: str, item: ReadParagraph, atoms: Sequence[Atom]) -> None:
        """A field over several paragraphs may go when all of them do."""
        for opened in dict.fromkeys(opened for atom in item.walk.atoms for opened in atom.fields):
            if not self._reach[opened] <= self.leaving:
                super()._check_deletable(key, item, atoms)

    def _outlives(self, atom: Atom) -> bool:
        """A text box goes with the paragraph it hangs on when all of its own do."""
        boxed = {p for box in atom.node.iter(TXBX) for p in box.iter(P)} & self._nodes
        return super()._outlives(atom) and not boxed <= self.leaving

    @cached_property
    def _nodes(self) -> set[Element]:
        return {item.place.node for item in self._items.values()}

    @cached_property
    def _reach(self) -> Mapping[OpenField, set[Element]]:
        """The paragraphs in which each field of the old document stands."""
        found: dict[OpenField, set[Element]] = {}
        for item in self._items.values():
            for atom in item.walk.atoms:
                for opened in atom.fields:
                    found.setdefault(opened, set()).add(item.place.node)
        return found

    def _delete_mark(self, key: str, node: Element, *, numbered: bool) -> None:
        """Unlike an edit by a person this also takes a section break, and what parts two tables: where the
        new document has one, it comes with the new text."""
        if next_block(node) is not None or (_in_control(node) and can_go(node)):
            marks.add_mark_change(node, DEL, self._stamp)
            return
        kept, joined = _kept_before(node)
        if kept is None:
            self._leave_empty(key, node, last=False, numbered=numbered)
        elif not joined:
            marks.add_mark_change(node, DEL, self._stamp)
        else:
            # The last mark of a body or cell stays: the one before it goes, as Word does, and gives its look.
            wanted = kept.find(PPR)
            if not marks.same_base(node.find(PPR), wanted) and node.find(f"{PPR}/{marks.PPR_CHANGE}") is None:
                marks.change_base(node, marks.base(wanted), self._stamp)
            marks.add_mark_change(kept, DEL, self._stamp)

    def insert(
        self,
        new_key: str,
        theirs: ReadParagraph,
        like: Element,
        before: Element | None,
        after: Element | None,
    ) -> bool:
        """A new paragraph after ``before`` (a paragraph or table), else before ``after``. False: no place."""
        node = etree.Element(P)
        if before is not None and before.tag == P:
            if _ends_flow(before):
                self._split_after(before, node, like)
            else:
                self._marked(node, like)
                before.addnext(node)
        elif before is not None:
            self._marked(node, like)
            _past_controls(before).addnext(node)
        elif after is not None:
            self._marked(node, like)
            after.addprevious(node)
        else:
            return False
        self._fill(node, theirs)
        self.made[new_key] = node
        return True

    def _marked(self, node: Element, like: Element) -> None:
        own = marks.copied(like)
        if own is not None:
            node.append(own)
        marks.add_mark_change(node, INS, self._stamp)

    def _fill(self, node: Element, theirs: ReadParagraph) -> None:
        runs = self._runs_of(theirs)
        if runs:
            insertion = self._stamp.mark(INS)
            insertion.extend(runs)
            node.append(insertion)

    def _runs_of(self, theirs: ReadParagraph) -> list[Element]:
        """The shown text of a paragraph of the new document as plain runs with their formatting."""
        found: list[Element] = []
        last: Element | None = None
        for atom in theirs.walk.atoms:
            if not atom.current or not atom.text:
                continue
            properties = self._known_look(atom.run.find(RPR))
            runs = runs_with_breaks(atom.text, properties)
            if last is not None and last is atom.run and len(runs) == 1 and found:
                found[-1].extend([child for child in runs[0] if child.tag != RPR])
            else:
                found += runs
            last = atom.run
        return found

    def _known_look(self, properties: Element | None) -> Element | None:
        """Properties without styles the old document does not have."""
        if properties is None:
            return None
        own = copy.deepcopy(properties)
        for node in [n for n in own.iter(*_STYLES) if n.get(VAL) not in self._styles]:
            parent = node.getparent()
            if parent is not None:
                parent.remove(node)
        return own

    # -- rows and tables ------------------------------------------------------------------------------

    def delete_row(self, row: Element) -> None:
        """Mark a row deleted, and the text in it."""
        for run in [
            run for run in row.iter(R) if enclosing_change(run) is None and not _in_drawing(run, row)
        ]:
            strike(run, self._stamp)
        self._mark_row(row, DEL)

    def _mark_row(self, row: Element, tag: str) -> None:
        properties = row.find(TRPR)
        if properties is None:
            properties = etree.Element(TRPR)
            first = row.find(w("tblPrEx"))
            if first is None:
                row.insert(0, properties)
            else:
                first.addnext(properties)
        change = properties.find(w("trPrChange"))
        if change is None:
            properties.append(self._stamp.mark(tag))
        else:
            change.addprevious(self._stamp.mark(tag))

    def new_row(self, row: Element, names: Mapping[Element, str]) -> Element:
        """A row like one of the new document, marked as inserted. ``names``: keys of its paragraphs."""
        made = etree.Element(TR)
        for child in row:
            if child.tag in _KEPT_IN_ROW:
                made.append(copy.deepcopy(child))
        for properties in made.iterfind(TRPR):
            for node in list(properties):
                if node.tag in (INS, DEL, w("trPrChange")):
                    properties.remove(node)
        self._mark_row(made, INS)
        for cell in _through_controls(row, TC):
            twin = etree.SubElement(made, TC)
            own = cell.find(TCPR)
            if own is not None:
                twin.append(copy.deepcopy(own))
            self._blocks_of(cell, twin, names)
            if not len(twin) or twin[-1].tag != P:
                self.made[f"new-end{len(self.made)}"] = etree.SubElement(twin, P)
        return made

    def new_table(self, table: Element, names: Mapping[Element, str]) -> Element:
        """A table like one of the new document, all its rows marked as inserted."""
        made = etree.Element(TBL)
        for tag in (w("tblPr"), w("tblGrid")):
            child = table.find(tag)
            own = self._known_look(child)
            made.append(etree.Element(tag) if own is None else own)
        for row in _through_controls(table, TR):
            made.append(self.new_row(row, names))
        return made

    def _blocks_of(self, holder: Element, twin: Element, names: Mapping[Element, str]) -> None:
        for child in holder:
            if child.tag == P and child in self._theirs:
                node = etree.SubElement(twin, P)
                own = self.properties_of(child)
                if own is not None:
                    node.append(own)
                self._fill(node, self._theirs[child])
                self.made[names[child]] = node
            elif child.tag == TBL:
                twin.append(self.new_table(child, names))
            elif child.tag == SDT:
                content = child.find(SDT_CONTENT)
                if content is not None:
                    self._blocks_of(content, twin, names)

    def properties_of(self, paragraph: Element) -> Element | None:
        own = self._known_look(marks.copied(paragraph))
        if own is not None and not self._same_lists:
            for numbers in own.findall(w("numPr")):
                own.remove(numbers)
        return own

    # -- moves ----------------------------------------------------------------------------------------

    def as_move(self, key: str, new_key: str, name: str) -> None:
        """Turn a deleted paragraph and its twin elsewhere into the two ends of a move, where both are whole
        paragraphs of ours; else they stay a deletion and an insertion."""
        gone, come = self._items[key].place.node, self.made.get(new_key)
        if come is None or not (self._all_ours(gone, DEL) and self._all_ours(come, INS)):
            return
        for node, tag, end in ((gone, DEL, "From"), (come, INS, "To")):
            new_tag = _MOVE_FROM if end == "From" else _MOVE_TO
            for change in [c for c in node.iter(tag) if self._stamp.owns(c)]:
                change.tag = new_tag
                for text in change.iter(w("delText")):
                    text.tag = w("t")
            start = self._stamp.mark(w(f"move{end}RangeStart"))
            start.set(NAME, name)
            stop = etree.Element(w(f"move{end}RangeEnd"))
            stop.set(ID, start.get(ID, ""))
            own = node.find(PPR)
            node.insert(0 if own is None else node.index(own) + 1, start)
            node.append(stop)

    def _all_ours(self, node: Element, tag: str) -> bool:
        """Whether the mark and every bit of content are in tracked changes of that kind, made here."""
        mark = marks.mark_change(node, tag)
        inner = [child for child in node if child.tag != PPR and child.tag not in _BESIDE]
        return (
            mark is not None
            and mark in self._stamp.made
            and node.getparent() is not None
            and bool(inner)
            and all(child.tag == tag and child in self._stamp.made for child in inner)
            and not any(
                True for _ in node.iter(w("fldChar"), w("instrText"), w("delInstrText"), w("drawing"))
            )
        )


_NOT_MOVED = (w("fldChar"), w("instrText"), w("delInstrText"), w("drawing"), w("pict"), w("object"))
_BESIDE = frozenset((w("bookmarkStart"), w("bookmarkEnd"), w("proofErr")))


def _kept_before(node: Element) -> tuple[Element | None, bool]:
    """The nearest paragraph or control before that stays, past deleted paragraphs and tables; whether it is a
    paragraph that is joined to ``node`` once these are gone, which no table between them would let happen."""
    joined = True
    before = block_before(node)
    while before is not None and (
        before.tag not in (P, SDT) or (before.tag == P and marks.mark_change(before, DEL) is not None)
    ):
        joined = joined and before.tag == P
        before = block_before(before)
    if before is None:
        return None, False
    return before, joined and before.tag == P and before.find(f"{PPR}/{SECTPR}") is None


def _in_control(node: Element) -> bool:
    parent = node.getparent()
    holder = parent.getparent() if parent is not None and parent.tag == SDT_CONTENT else None
    return holder is not None and holder.tag == SDT


def _past_controls(table: Element) -> Element:
    """The table, or the outermost content control that ends with it: a new paragraph that is the last thing
    in a control could not go again."""
    at: Element = table
    while next_block(at) is None and _in_control(at):
        at = next(at.iterancestors(SDT))
    return at


def _ends_flow(node: Element) -> bool:
    following = next_block(node)
    return following is None or following.tag != P or node.find(f"{PPR}/{SECTPR}") is not None


def _in_drawing(run: Element, row: Element) -> bool:
    """Whether a run belongs to a text box inside another run, which goes with that run."""
    return any(at.tag == R for at in run.iterancestors() if at is not row) and any(
        at.tag == w("txbxContent") for at in run.iterancestors()
    )


def _through_controls(parent: Element, tag: str) -> Iterable[Element]:
    for node in parent:
        if node.tag == tag:
            yield node
        elif node.tag in (SDT, SDT_CONTENT, w("customXml")):
            yield from _through_controls(node, tag)
