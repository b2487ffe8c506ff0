"""Writing edits as tracked changes into the trees of a document."""

import copy
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from lxml import etree

from lexdesk.word import marks
from lexdesk.word.atoms import Atom, OpenField
from lexdesk.word.checking import STALE, check_characters, check_replace, first_difference, minimal_changes
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Paragraph, Replace, WordEdit
from lexdesk.word.names import (
    BOOKMARK_END,
    BOOKMARK_START,
    DEL,
    INS,
    MOVE_FROM,
    PPR,
    RPR,
    SDT,
    SECTPR,
    TBL,
    TXBX,
    Element,
    P,
    R,
    T,
    w,
)
from lexdesk.word.reading import ReadParagraph, atoms_again, block_before, next_block
from lexdesk.word.retext import TextChange
from lexdesk.word.tracked import Stamp, isolate, strike, text_runs

_OTHER_BLOCKS = (TBL, SDT, w("customXml"))


class Writer:
    """Writes edits; all offsets and old texts refer to the document before any of them.

    ``items`` are the paragraphs of the trees to be changed by key; ``before`` is what they read.
    """

    def __init__(
        self, items: Mapping[str, ReadParagraph], before: Mapping[str, Paragraph], stamp: Stamp
    ) -> None:
        self._items = dict(items)
        self._before = before
        self._stamp = stamp
        self._joining = [key for key in items if before[key].joins_next]
        self.texts: dict[str, str] = {}  # what each touched paragraph must read afterwards
        self.gone: set[str] = set()  # keys whose paragraph was ours alone and went for good
        self.made: dict[str, Element] = {}  # new paragraphs

    def write(self, edits: Sequence[WordEdit]) -> None:
        """Write all of them or raise EditRefused; the trees are spoilt then and must be dropped."""
        replaces: dict[str, list[Replace]] = {}
        for edit in edits:
            if isinstance(edit, Replace):
                replaces.setdefault(edit.key, []).append(edit)
        deleted = [edit.key for edit in edits if isinstance(edit, DeleteParagraph)]
        for key, times in Counter(deleted).items():
            if times > 1 or key in replaces:
                raise EditRefused("overlap", "Two edits change the same paragraph.", STALE, key=key)
        for key, group in replaces.items():
            self._replace(key, group)
        for edit in edits:
            if isinstance(edit, DeleteParagraph):
                self._delete(edit)
            elif isinstance(edit, InsertParagraph):
                self._insert(edit)

    # -- text -----------------------------------------------------------------------------------------

    def _replace(self, key: str, edits: Sequence[Replace]) -> None:
        paragraph = self._known(key)
        text = paragraph.text
        changes: list[tuple[int, int, str, tuple[int, int]]] = []
        last_end, result, at = -1, [], 0
        for edit in sorted(edits, key=lambda e: (e.start, e.end)):
            check_replace(edit, text)
            if edit.start < last_end or (edit.start == edit.end == last_end):
                raise EditRefused(
                    "overlap", "Two edits change the same words.", STALE, key=key, position=edit.start
                )
            last_end = edit.end
            result += [text[at : edit.start], edit.new]
            at = edit.end
            changes += minimal_changes(edit)
        self.texts[key] = "".join([*result, text[at:]])
        item = self._items[key]
        for start, end, new, wanted in reversed(changes):
            TextChange(item, key, self._stamp, start, end, new, wanted).write()

    def _known(self, key: str) -> Paragraph:
        paragraph = self._before.get(key)
        if paragraph is None or key not in self._items:
            raise EditRefused(
                "stale_anchor", "The paragraph to be changed is not in this version.", STALE, key=key
            )
        return paragraph

    # -- whole paragraphs -----------------------------------------------------------------------------

    def _delete(self, edit: DeleteParagraph) -> None:
        paragraph = self._known(edit.key)
        if paragraph.text != edit.old:
            raise EditRefused(
                "stale_anchor",
                "The paragraph to be deleted reads differently in this version.",
                STALE,
                key=edit.key,
                position=first_difference(paragraph.text, edit.old),
            )
        if not paragraph.in_current:
            raise EditRefused("no_change", "The paragraph is already deleted.", "", key=edit.key)
        item = self._items[edit.key]
        atoms = atoms_again(item)
        self._check_deletable(edit.key, item, atoms)
        going = [
            atom for atom in atoms if atom.current and atom.role != "anchor" and not self._outlives(atom)
        ]
        nodes = {atom.node for atom in going}
        for run in dict.fromkeys(atom.run for atom in going):
            for part in isolate(run, nodes, self._stamp.ids) if run.tag == R else [run]:
                strike(part, self._stamp)
        self.texts[edit.key] = ""
        self._delete_mark(edit.key, item.place.node, numbered=paragraph.list_level is not None)

    def _check_deletable(self, key: str, item: ReadParagraph, atoms: Sequence[Atom]) -> None:
        here = item.place.node
        fields: Iterable[OpenField] = dict.fromkeys(field for atom in atoms for field in atom.fields)
        for field in fields:
            end = field.end
            while end is not None and end is not here:
                end = end.getparent()
            if field.paragraph is not here or end is None:
                raise EditRefused(
                    "across_field",
                    "The paragraph is part of a field over several paragraphs, such as a table of contents.",
                    "Word builds it anew from the headings; change these instead.",
                    key=key,
                )
        if any(atom.current and atom.lock in ("control", "bound") for atom in atoms) or item.place.lock:
            raise EditRefused(
                "locked", "The paragraph holds a locked content control.", "Unlock it in Word first.", key=key
            )

    def _outlives(self, atom: Atom) -> bool:
        """Whether the atom is a drawing with paragraphs of its own, which nobody asked to delete."""
        return atom.role == "object" and any(box.find(f".//{T}") is not None for box in atom.node.iter(TXBX))

    def _delete_mark(self, key: str, node: Element, *, numbered: bool) -> None:
        following, previous = next_block(node), block_before(node)
        between_tables = _is(previous, TBL) and _is(following, TBL)
        carries_section = node.find(f"{PPR}/{SECTPR}") is not None
        if self._joined_from_before(node):
            return
        our_mark = next((c for c in marks.mark_changes(node) if c.tag == INS and self._stamp.owns(c)), None)
        if our_mark is not None and _is(following, P):
            self._unmake(key, node, our_mark, following)
        elif following is None or between_tables or carries_section:
            if following is None and self._rejoin(key, node, previous):
                return
            self._leave_empty(
                key,
                node,
                last=following is None and _is(previous, P) and not carries_section,
                numbered=numbered,
            )
        elif marks.mark_change(node, DEL) is None and marks.mark_change(node, MOVE_FROM) is None:
            if our_mark is not None and not _holds_anything(node):
                self._remove(key, node)
            else:
                self._strike_mark(key, node)

    def _leave_empty(self, key: str, node: Element, *, last: bool, numbered: bool) -> None:
        """The paragraph must stay, empty; no number may stay with it.

        One tracked change of properties is all a paragraph can hold. Where it is somebody else's, the
        mark is struck instead if a paragraph before can take its place.
        """
        if not numbered:
            return
        if node.find(f"{PPR}/{marks.PPR_CHANGE}") is None:
            marks.unnumber(node, self._stamp)
        elif last and marks.mark_change(node, DEL) is None:
            self._strike_mark(key, node)

    def _strike_mark(self, key: str, node: Element) -> None:
        """Delete the mark, tracked."""
        self._check_others_stay(key, node)
        marks.add_mark_change(node, DEL, self._stamp)

    def _check_others_stay(self, key: str, node: Element) -> None:
        """A body or cell must keep one paragraph whose mark stays."""
        # The blocks behind first: of several that are deleted in order, those are the ones that stay.
        if not any(
            other.tag in _OTHER_BLOCKS or (other.tag == P and marks.mark_change(other, DEL) is None)
            for other in chain(node.itersiblings(), node.itersiblings(preceding=True))
        ):
            raise EditRefused(
                "last_paragraph",
                "Nothing would be left here but an empty number, which another author's format change holds.",
                "Accept or reject that format change first.",
                key=key,
            )

    def _joined_from_before(self, node: Element) -> bool:
        """Whether text of the paragraph before runs on into this one, and so needs this mark."""
        return any(next_block(self._items[key].place.node) is node for key in self._joining)

    def _unmake(self, key: str, node: Element, our_mark: Element, following: Element | None) -> None:
        """The mark was our own insertion: it goes; what others left in the paragraph joins the next."""
        self._check_others_stay(key, node)
        if _holds_anything(node) and following is not None:
            marks.drop_mark_change(our_mark)
            start = 0 if following.find(PPR) is None else 1
            for number, child in enumerate([child for child in node if child.tag != PPR]):
                following.insert(start + number, child)
            if not following.attrib:
                for name, value in node.items():
                    following.set(name, value)
        self._remove(key, node)

    def _rejoin(self, key: str, node: Element, previous: Element | None) -> bool:
        """Undo our own insertion at the end of a cell or section: the mark before takes its place again."""
        if previous is None or previous.tag != P or _has_text_run(node):
            return False
        change = next((c for c in marks.mark_changes(previous) if c.tag == INS and self._stamp.owns(c)), None)
        if change is None:
            return False
        before, own = previous.find(PPR), node.find(PPR)
        if own is not None and own.find(marks.PPR_CHANGE) is not None:
            old = own.find(f"{marks.PPR_CHANGE}/{PPR}")
            marks.restore_base(own, old)
        if before is not None:
            previous.remove(before)
        if own is not None:
            previous.insert(0, own)
        previous.extend([child for child in node if child.tag != PPR])
        self._remove(key, node)
        return True

    def _remove(self, key: str, node: Element) -> None:
        parent = node.getparent()
        if parent is not None:
            parent.remove(node)
        self.gone.add(key)
        del self.texts[key]

    def _insert(self, edit: InsertParagraph) -> None:
        anchor = self._anchor(edit.anchor)
        like = self._anchor(edit.like) if edit.like else anchor
        if edit.new_key in self._before or edit.new_key in self.made or not edit.new_key:
            raise EditRefused(
                "bad_edit", "The new paragraph needs a key that is not in use.", "", key=edit.new_key
            )
        check_characters(edit.text, edit.new_key)
        if "\n" in edit.text:
            raise EditRefused(
                "newline",
                "A paragraph cannot hold a line break.",
                "Insert several paragraphs.",
                key=edit.anchor,
            )
        anchor = self._end_of_chain(anchor, after=edit.where == "after")
        node = etree.Element(P)
        following = next_block(anchor)
        if edit.where == "after" and (not _is(following, P) or anchor.find(f"{PPR}/{SECTPR}") is not None):
            self._split_after(anchor, node, like)
        else:
            own = marks.copied(like)
            if own is not None:
                node.append(own)
            marks.add_mark_change(node, INS, self._stamp)
            if edit.where == "after":
                anchor.addnext(node)
            else:
                anchor.addprevious(node)
        if edit.text:
            insertion = self._stamp.mark(INS)
            insertion.extend(
                self._moved_runs(edit.moved)
                if edit.moved
                else text_runs(edit.text, self._main_look(edit.like or edit.anchor, like))
            )
            node.append(insertion)
        self.made[edit.new_key] = node
        self.texts[edit.new_key] = edit.text

    def _anchor(self, key: str) -> Element:
        if key in self.made:
            return self.made[key]
        self._known(key)
        if key in self.gone:
            raise EditRefused(
                "bad_edit", "The paragraph beside which to insert is deleted by the same edit.", "", key=key
            )
        item = self._items[key]
        if item.place.lock:
            raise EditRefused(
                "locked",
                "The place lies inside a locked content control.",
                "Unlock it in Word first.",
                key=key,
            )
        return item.place.node

    def _end_of_chain(self, node: Element, *, after: bool) -> Element:
        """Past paragraphs that run on into each other, so that a new one never tears them apart."""
        joining = {self._items[key].place.node for key in self._joining if key not in self.texts}
        while after and node in joining and (following := next_block(node)) is not None:
            node = following
        while not after and (previous := block_before(node)) is not None and previous in joining:
            node = previous
        return node

    def _split_after(self, anchor: Element, node: Element, like: Element) -> None:
        """As Word does at the end of a cell or section: the last mark stays last, ours is the one before."""
        own = anchor.find(PPR)
        wanted = marks.copied(like)
        same = marks.same_base(own, wanted)
        if own is not None:
            twin = marks.copied(anchor)
            anchor.remove(own)
            node.append(own)
            if twin is not None:
                anchor.insert(0, twin)
        if not same and (own is None or own.find(marks.PPR_CHANGE) is None):
            marks.change_base(node, marks.base(wanted), self._stamp)
        marks.add_mark_change(anchor, INS, self._stamp)
        anchor.addnext(node)

    def _moved_runs(self, key: str) -> list[Element]:
        """The current text of a paragraph again, each run with its look; what is no text cannot be copied."""
        looks: list[tuple[Element | None, str]] = []
        for atom in atoms_again(self._items[key]):
            if not atom.current or atom.role == "anchor":
                continue
            if not atom.text or atom.fields or atom.chain or atom.role in ("note", "object"):
                raise EditRefused(
                    "cannot_move",
                    "The paragraph holds a field, link, note or picture, which cannot be moved as text.",
                    "Move it in Word, and import the new draft.",
                    key=key,
                )
            look = atom.run.find(RPR)
            if looks and looks[-1][0] is look:
                looks[-1] = (look, looks[-1][1] + atom.text)
            else:
                looks.append((look, atom.text))
        return [run for look, text in looks for run in text_runs(text, look)]

    def _main_look(self, key: str, node: Element) -> Element | None:
        """Run properties of most of the text of a paragraph, links apart."""
        if key not in self._items:
            run = node.find(f"{INS}/{{*}}r")
            return run.find(RPR) if run is not None else None
        weights: Counter[bytes] = Counter()
        samples: dict[bytes, Element | None] = {}
        for atom in atoms_again(self._items[key]):
            if atom.text and not atom.chain:
                found = atom.run.find(RPR)
                look = b"" if found is None else marks.canonical(found)
                weights[look] += len(atom.text)
                samples[look] = found
        if not weights:
            return node.find(f"{PPR}/{RPR}")
        return copy.deepcopy(samples[weights.most_common(1)[0][0]])


def _is(node: Element | None, tag: str) -> bool:
    return node is not None and node.tag == tag


def _holds_anything(node: Element) -> bool:
    return any(child.tag != PPR for child in node)


def _has_text_run(node: Element) -> bool:
    return any(child.tag not in (PPR, BOOKMARK_START, BOOKMARK_END) for child in node)
