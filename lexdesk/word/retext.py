"""Changing the text of one paragraph: every change is a deletion, an insertion, or both at one place."""

from collections.abc import Sequence

from lexdesk.word.atoms import Atom, OpenField
from lexdesk.word.errors import EditRefused
from lexdesk.word.names import DEL, INS, MOVE_FROM, PPR, RPR, SDT, Element, P, R
from lexdesk.word.reading import ReadParagraph, atoms_again
from lexdesk.word.tracked import Stamp, enclosing_change, isolate, place, split_text, strike, text_runs

_Chain = tuple[Element | OpenField, ...]
_LOCKS = {
    "control": "a content control that the document's author locked",
    "bound": "a content control that is filled from data stored in the file",
    "math": "a formula",
    "ruby": "a character with a reading beside it",
}


class TextChange:
    """One change of a paragraph's current text: ``text[start:end]`` gives way to ``new``.

    ``wanted`` is the span of the whole edit, for saying which part of it would work.
    """

    def __init__(
        self,
        item: ReadParagraph,
        key: str,
        stamp: Stamp,
        start: int,
        end: int,
        new: str,
        wanted: tuple[int, int],
    ) -> None:
        self._item, self._key, self._stamp = item, key, stamp
        self._start, self._end, self._new, self._wanted = start, end, new, wanted
        self._atoms = atoms_again(item)

    def write(self) -> None:
        """Write it. Raises EditRefused where it would break a field, a note or a locked control."""
        if self._end > self._start:
            runs = self._deleted_runs()
            if self._new:
                self._replace(runs)
            for run in runs:
                strike(run, self._stamp)
        else:
            self._insert(self._start)

    # -- deletion -------------------------------------------------------------------------------------

    def _deleted_runs(self) -> list[Element]:
        start, end = self._start, self._end
        chosen: set[Element] = set()
        fields: list[OpenField] = []
        for atom in list(self._atoms):
            if not atom.current:
                continue
            if atom.role == "note" and start < atom.start < end:
                raise self._refusal(
                    "across_note",
                    atom.start,
                    atom.start,
                    "The change runs across a footnote or endnote mark, which would be lost.",
                )
            if not atom.text or atom.end <= start or atom.start >= end:
                continue
            if atom.lock:
                raise self._locked(atom, atom.start, atom.end)
            field = atom.field_lock
            if field is not None:
                if field not in fields:
                    self._check_field(field)
                    fields.append(field)
            else:
                chosen.add(self._cut(atom).node)
        for atom in self._atoms:
            if atom.current and any(field in atom.fields for field in fields):
                chosen.add(atom.node)
        runs: list[Element] = []
        for run in dict.fromkeys(atom.run for atom in self._atoms if atom.node in chosen):
            runs += isolate(run, chosen, self._stamp.ids) if run.tag == R else [run]
        return runs

    def _cut(self, atom: Atom) -> Atom:
        """Split the text of an atom at the ends of the change; the atom inside is returned."""
        start, end = max(self._start, atom.start), min(self._end, atom.end)
        place_in_list = self._atoms.index(atom)
        if end < atom.end:
            rest = split_text(atom.node, end - atom.start)
            self._atoms.insert(place_in_list + 1, self._part(atom, rest, end, atom.text[end - atom.start :]))
            atom.text = atom.text[: end - atom.start]
        if start > atom.start:
            rest = split_text(atom.node, start - atom.start)
            inner = self._part(atom, rest, start, atom.text[start - atom.start :])
            self._atoms.insert(place_in_list + 1, inner)
            atom.text = atom.text[: start - atom.start]
            return inner
        return atom

    def _part(self, atom: Atom, node: Element, start: int, text: str) -> Atom:
        return Atom(text, node, atom.run, atom.changes, atom.fields, atom.chain, atom.lock, atom.role, start)

    def _check_field(self, field: OpenField) -> None:
        """A field goes as a whole or not at all, and is never replaced by typed digits."""
        shown = [atom for atom in self._atoms if atom.current and atom.text and field in atom.fields]
        first, last = shown[0].start, shown[-1].end
        whole = self._start <= first and last <= self._end
        here = self._item.place.node
        paired = not field.simple and field.paragraph is here and _paragraph_of(field.end) is here
        what = f"the field that shows “{''.join(atom.text for atom in shown)[:40]}”"
        if not whole:
            inside = first <= self._start and self._end <= last
            raise self._refusal(
                "inside_field" if inside else "across_field",
                first,
                last,
                f"The change reaches into {what}; Word would overwrite it.",
            )
        if not paired:
            raise self._refusal("across_field", first, last, f"The change would tear apart {what}.")
        typed = "".join(atom.text for atom in shown).strip()
        if self._new and (any(c.isdecimal() for c in self._new) or (typed and typed in self._new)):
            raise self._refusal(
                "across_field", first, last, f"The change would type plain text in place of {what}."
            )

    def _locked(self, atom: Atom, first: int, last: int) -> EditRefused:
        what = _LOCKS.get(atom.lock, "a locked part")
        return self._refusal("locked", first, last, f"The change reaches into {what}.")

    def _refusal(self, code: str, first: int, last: int, message: str) -> EditRefused:
        start, end = self._wanted
        before, after = (start, max(start, first)), (min(end, last), end)
        span = before if before[1] - before[0] >= after[1] - after[0] else after
        text = "".join(atom.text for atom in self._atoms if atom.current)
        best = text[span[0] : span[1]]
        hint = f"The longest part that can be changed is “{best}”." if best else "Change the text beside it."
        return EditRefused(code, message, hint, key=self._key, position=first, span=span if best else None)

    # -- insertion ------------------------------------------------------------------------------------

    def _replace(self, runs: Sequence[Element]) -> None:
        """New text after the deleted runs, outside any link or field that only some of them are in."""
        self._atoms = atoms_again(self._item)
        chains = {atom.run: atom.chain for atom in self._atoms}
        target = _common([chains[run] for run in runs])
        fit = [run for run in runs if chains[run] == target]
        if fit:
            properties, at, chain = fit[0].find(RPR), fit[-1], target
        else:
            properties, at, chain = self._neighbour_properties(target, runs[0]), runs[-1], chains[runs[-1]]
        self._put(_outside(at, chain, target, after=True), properties, after=True)

    def _insert(self, position: int) -> None:
        left = right = None
        for atom in self._atoms:
            if atom.current and atom.text:
                if atom.start < position:
                    left = atom
                elif right is None:
                    right = atom
        if left is not None and left.end > position:
            if left.lock:
                raise self._locked(left, position, position)
            inner = split_text(left.node, position - left.start)
            right = self._part(left, inner, position, left.text[position - left.start :])
            isolate(left.run, {inner}, self._stamp.ids)
            right.run = _run_of(inner)
        elif left is not None and right is not None and left.run is right.run:
            behind = self._atoms[self._atoms.index(left) + 1 :]
            isolate(left.run, {atom.node for atom in behind if atom.run is left.run}, self._stamp.ids)
            right.run = _run_of(right.node)
        if left is None and right is None:
            self._into_empty()
            return
        target = _common([atom.chain for atom in (left, right) if atom is not None])
        if left is None or right is None:
            target = tuple(self._item_chain())
        self._check_place(target, left or right, position)
        if left is not None and (left.chain == target or right is None or right.chain != target):
            source, after = left, True
        else:
            assert right is not None
            source, after = right, False
        self._check_ends(source.chain[len(target) :], position)
        properties = (
            source.run.find(RPR) if source.chain == target else self._neighbour_properties(target, source.run)
        )
        self._put(_outside(source.run, source.chain, target, after=after), properties, after=after)

    def _item_chain(self) -> list[OpenField]:
        return [field for field, _, _ in self._item.fields]

    def _check_place(self, target: _Chain, atom: Atom | None, position: int) -> None:
        for holder in target:
            if isinstance(holder, OpenField) and not holder.editable:
                raise self._refusal(
                    "inside_field",
                    position,
                    position,
                    "The place lies inside a field, whose text Word computes.",
                )
        locks = (
            {"control", "bound"}
            if any(not isinstance(h, OpenField) and h.tag == SDT for h in target)
            else set()
        )
        lock = self._item.place.lock or (atom.lock if atom is not None and atom.lock in locks else "")
        if lock:
            raise self._refusal(
                "locked", position, position, f"The place lies inside {_LOCKS.get(lock, 'a locked part')}."
            )

    def _check_ends(self, left_behind: _Chain, position: int) -> None:
        """Refuse to step out of a field that does not begin and end in this paragraph."""
        here = self._item.place.node
        for holder in left_behind:
            if isinstance(holder, OpenField) and not (
                holder.paragraph is here and _paragraph_of(holder.end) is here
            ):
                raise self._refusal(
                    "inside_field",
                    position,
                    position,
                    "The place lies inside a field over several paragraphs.",
                )

    def _into_empty(self) -> None:
        self._check_place(tuple(self._item_chain()), None, 0)
        paragraph = self._item.place.node
        runs = text_runs(self._new, paragraph.find(f"{PPR}/{RPR}"))
        unclosed = any(
            field.paragraph is paragraph and _paragraph_of(field.end) is not paragraph
            for atom in self._atoms
            for field in atom.fields
        )
        if len(paragraph) and not unclosed:
            place(runs, paragraph[-1], after=True, stamp=self._stamp)
            return
        insertion = self._stamp.mark(INS)
        insertion.extend(runs)
        paragraph.insert(0 if paragraph.find(PPR) is None else 1, insertion)

    def _neighbour_properties(self, target: _Chain, near: Element) -> Element | None:
        """Run properties of the text nearest to ``near`` that lies where the new text will lie."""
        atoms = [atom for atom in self._atoms if atom.current and atom.text]
        here = next((n for n, atom in enumerate(atoms) if atom.run is near), 0)
        fit = [(abs(n - here), n) for n, atom in enumerate(atoms) if atom.chain == target]
        return atoms[min(fit)[1]].run.find(RPR) if fit else None

    def _put(self, at: Element, properties: Element | None, *, after: bool) -> None:
        place(text_runs(self._new, properties), at, after=after, stamp=self._stamp)


def _common(chains: Sequence[_Chain]) -> _Chain:
    first = chains[0]
    length = 0
    while all(len(chain) > length and chain[length] is first[length] for chain in chains) and length < len(
        first
    ):
        length += 1
    return first[:length]


def _outside(run: Element, chain: _Chain, target: _Chain, *, after: bool) -> Element:
    """The node beside which text stands in ``target``, climbing out of deeper links and fields."""
    node = run
    for holder in reversed(chain[len(target) :]):
        if not isinstance(holder, OpenField):
            node = holder
        elif holder.simple or not after:
            node = holder.begin
        elif holder.end is not None:
            node = holder.end
    if node is run:
        return run
    around = enclosing_change(node) if node.tag == R else None
    if around is not None and around.tag in (DEL, MOVE_FROM):
        return around
    return node


def _paragraph_of(node: Element | None) -> Element | None:
    while node is not None and node.tag != P:
        node = node.getparent()
    return node


def _run_of(node: Element) -> Element:
    parent = node.getparent()
    assert parent is not None
    return parent
