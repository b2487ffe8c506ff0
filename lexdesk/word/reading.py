"""From the trees of a file to ``Paragraph`` records: text, pieces, numbers, revisions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lexdesk.text.spans import Span
from lexdesk.word.atoms import Atom, FieldState, OpenField, Walk, Walker
from lexdesk.word.flow import Place, places
from lexdesk.word.kept import Earlier, Numbered, Reading, kept_records
from lexdesk.word.model import Change, Field, Paragraph
from lexdesk.word.names import (
    ADDED,
    AUTHOR,
    FLD_CHAR,
    ID,
    PPR,
    REMOVED,
    RPR,
    RUN_CHANGES,
    SDT,
    SDT_CONTENT,
    SECTPR,
    TBL,
    TR,
    Element,
    P,
    child,
    child_val,
    w,
)
from lexdesk.word.numberformats import number_text
from lexdesk.word.numbering import Numbering
from lexdesk.word.parts import PartMap
from lexdesk.word.pieces import Pieces, strongest
from lexdesk.word.revisions import CHANGE_NAMES, grouped, raw_revisions
from lexdesk.word.styles import ParagraphLook, Styles, number, with_paragraph_properties

_STYLE, _INDENT, _BODY = w("pStyle"), w("ind"), w("body")


@dataclass(eq=False)
class ReadParagraph:
    """A paragraph with its tree place, and the open fields on entry, for walking it again."""

    place: Place
    fields: FieldState

    @cached_property
    def walk(self) -> Walk:
        """What the paragraph held when this was first asked for."""
        return walked_again(self)


def walk_all(roots: Mapping[str, Element], stories: Sequence[str]) -> list[ReadParagraph]:
    """Every paragraph of the stories in order, walked."""
    found: list[ReadParagraph] = []
    for part in stories:
        walkers: dict[Element, Walker] = {}
        for place in places(roots[part], part):
            walker = walkers.setdefault(place.story, Walker())
            fields = walker.state()
            item = ReadParagraph(place, fields)
            item.walk = walker.walk(place.node, place.outer, place.lock)
            found.append(item)
    return found


def entries(
    roots: Mapping[str, Element], stories: Sequence[str], settled: bool = False
) -> list[ReadParagraph]:
    """Every paragraph of the stories in order; only those are walked that open or close a field. ``settled``:
    the trees change no more, so that what was walked holds."""
    found: list[ReadParagraph] = []
    for part in stories:
        walkers: dict[Element, Walker] = {}
        for place in places(roots[part], part):
            walker = walkers.setdefault(place.story, Walker())
            item = ReadParagraph(place, walker.state())
            found.append(item)
            if walker.fields or next(place.node.iter(FLD_CHAR), None) is not None:
                walk = walker.walk(place.node, place.outer, place.lock)
                if settled:
                    item.walk = walk
    return found


def read(
    parts: PartMap,
    roots: Mapping[str, Element],
    nodes: Sequence[ReadParagraph],
    names: Sequence[str],
    earlier: Earlier | None = None,
) -> Reading:
    """Read what ``walk_all`` walked; ``names`` are the keys of the paragraphs, in order. ``earlier`` changes
    nothing but the time it takes."""
    keys_of: dict[Element, tuple[str, ...]] = {}
    for key, item in zip(names, nodes, strict=True):
        _note_keys(keys_of, item.place.node, key)
    raws = [raw for part in parts.stories for raw in raw_revisions(roots[part], part)]
    revisions, ids = grouped(raws, keys_of)
    kept = {} if earlier is None else kept_records(earlier, revisions)
    if earlier is not None and _notes_changed(earlier, names, nodes):
        earlier, kept = None, {}
    reader = _Reader(parts, ids, nodes, names, earlier)
    paragraphs = reader.paragraphs(kept)
    return Reading(tuple(paragraphs), revisions, reader.numbered, reader.marks, reader.noted)


def _notes_changed(earlier: Earlier, names: Sequence[str], nodes: Sequence[ReadParagraph]) -> bool:
    """Whether an edit touched a paragraph that refers to a note, so that notes must be counted anew."""
    return not earlier.reading.noted <= earlier.same or any(
        _refers(item) for key, item in zip(names, nodes, strict=True) if key not in earlier.same
    )


def _refers(item: ReadParagraph) -> bool:
    return any(atom.role == "note" for atom in item.walk.atoms)


def _note_keys(keys_of: dict[Element, tuple[str, ...]], paragraph: Element, key: str) -> None:
    keys_of[paragraph] = (key,)
    node = paragraph.getparent()
    while node is not None and (tag := node.tag) != _BODY:
        if tag in (TR, TBL):
            keys_of[node] = (*keys_of.get(node, ()), key)
        node = node.getparent()


class _Reader:
    def __init__(
        self,
        parts: PartMap,
        ids: Mapping[Element, str],
        nodes: Sequence[ReadParagraph],
        keys: Sequence[str],
        earlier: Earlier | None,
    ) -> None:
        self._nodes = nodes
        self._keys = keys
        self._ids = ids
        self._styles = Styles(parts.optional_root("styles"))
        self._numbering_root = parts.optional_root("numbering")
        self._numbering = Numbering(self._numbering_root, self._styles)
        self._earlier = earlier.reading if earlier is not None else None
        if self._earlier is None:
            self.marks = _note_marks(nodes, parts.settings)
            self.noted = frozenset(key for key, item in zip(keys, nodes, strict=True) if _refers(item))
        else:
            self.marks, self.noted = dict(self._earlier.marks), self._earlier.noted
        self.numbered: dict[str, Numbered] = {}
        self._pieces = Pieces(self._styles, self._ids, self.marks)

    def paragraphs(self, kept: Mapping[str, Paragraph]) -> list[Paragraph]:
        """The records, in order; those ``kept`` are not read again."""
        counts: dict[str, int] = {}
        found: list[Paragraph] = []
        for key, item in zip(self._keys, self._nodes, strict=True):
            part = item.place.part
            index = counts.get(part, 0)
            counts[part] = index + 1
            record = kept.get(key)
            if record is None:
                found.append(self._paragraph(key, index, item))
                continue
            if self._earlier is not None and key in self._earlier.numbered:
                self.numbered[key] = self._earlier.numbered[key]
            found.append(record if record.index == index else replace(record, index=index))
        if kept:
            self._label_again(found, kept)
        elif any(not numbered.counts for numbered in self.numbered.values()):
            self._label_deleted(found)
        return found

    def _label_again(self, found: list[Paragraph], kept: Collection[str]) -> None:
        """The labels where some records were kept: the earlier ones if nothing counts differently."""
        assert self._earlier is not None
        if list(self.numbered.items()) == list(self._earlier.numbered.items()):
            before = {p.key: p for p in self._earlier.paragraphs if p.key not in kept}
            for at, paragraph in enumerate(found):
                if paragraph.key in before and paragraph.key in self.numbered:
                    old = before[paragraph.key]
                    found[at] = replace(
                        paragraph, label=old.label, label_path=old.label_path, label_shown=old.label_shown
                    )
            return
        self._numbering = Numbering(self._numbering_root, self._styles)
        for at, paragraph in enumerate(found):
            numbered = self.numbered.get(paragraph.key)
            label = path = ""
            if numbered is not None and numbered.counts:
                made = self._numbering.label(numbered.look, numbered.level, numbered.indent)
                label, path = made.text, made.path
            if (label, path, "") != (paragraph.label, paragraph.label_path, paragraph.label_shown):
                found[at] = replace(paragraph, label=label, label_path=path, label_shown="")
        self._label_deleted(found)

    def _label_deleted(self, found: list[Paragraph]) -> None:
        """Give deleted paragraphs the number that Word shows for them while the markup is shown."""
        if all(paragraph.in_current for paragraph in found if paragraph.list_level is not None):
            return
        self._numbering = Numbering(self._numbering_root, self._styles)
        for at, paragraph in enumerate(found):
            numbered = self.numbered.get(paragraph.key)
            if numbered is None:
                continue
            made = self._numbering.label(numbered.look, numbered.level, numbered.indent)
            if not paragraph.in_current:
                found[at] = replace(paragraph, label_shown=made.text)

    def _paragraph(self, key: str, index: int, item: ReadParagraph) -> Paragraph:
        place, walk = item.place, item.walk
        properties = child(place.node, PPR)
        style = child_val(properties, _STYLE) or self._styles.default_paragraph
        look = self._styles.paragraph_look(style)
        if properties is not None:
            look = with_paragraph_properties(look, properties)
        mark = _mark(properties, place.outer)
        text = current_text(walk)
        original = _original_text(walk, place.outer, text)
        mark_gone = mark is not None and mark.tag in REMOVED
        mark_new = mark is not None and mark.tag in ADDED
        merges = _merges(place.node) if mark is not None else _STAYS
        outer_gone = any(change.tag in REMOVED for change in place.outer)
        outer_new = any(change.tag in ADDED for change in place.outer)
        visible = bool(text) or any(
            atom.start >= 0 and (atom.text or atom.role in ("note", "object")) for atom in walk.atoms
        )
        in_current = not outer_gone and (visible or not (mark_gone and merges.can_go))
        gone_and_new = _is_nested(properties)
        in_original = not outer_new and (bool(original) or not ((mark_new or gone_and_new) and merges.can_go))
        level = self._numbering.level_of(look, style)
        label = path = ""
        indent = look
        if level is not None:
            indent = _indent(self._numbering.look_of(look, level), self._styles, style, properties, look)
            carries_text = bool(walk.atoms) or properties is None or child(properties, SECTPR) is None
            counts = in_current and carries_text
            self.numbered[key] = Numbered(look, level, indent.left or 0, counts)
            if counts:
                made = self._numbering.label(look, level, indent.left or 0)
                label, path = made.text, made.path
        change: Change = "" if mark is None else CHANGE_NAMES[mark.tag]
        return Paragraph(
            key=key,
            part=place.part,
            index=index,
            text=text,
            original=original,
            pieces=self._pieces.of(place, walk, style, look.shaded or place.shaded),
            label=label,
            label_path=path,
            style=style,
            outline_level=look.outline,
            list_level=level,
            table=place.cell,
            note_mark=self.marks.get(place.note, "") if place.note[0] else "",
            mark_change=change,
            mark_revision="" if mark is None else self._ids.get(mark, ""),
            mark_author="" if mark is None else mark.get(AUTHOR, ""),
            in_current=in_current,
            in_original=in_original,
            joins_next=in_current and mark_gone and merges.next_paragraph,
            alignment=look.alignment,
            indent=indent.left or 0,
            first_line=indent.first_line or 0,
            fields=_fields(walk),
            bookmarks=tuple(walk.bookmarks),
        )


def _mark(properties: Element | None, outer: Sequence[Element]) -> Element | None:
    """The revision of the paragraph mark: its own, else that of the row or block around it."""
    own = child(properties, RPR)
    changes = [node for node in own if node.tag in RUN_CHANGES] if own is not None else []
    return strongest([*outer, *changes])


def current_text(walk: Walk) -> str:
    """The text of a paragraph with every change accepted."""
    return "".join([atom.text for atom in walk.atoms if atom.start >= 0])


def _original_text(walk: Walk, outer: Sequence[Element], current: str) -> str:
    """The text with every change rejected; ``current`` where nothing is changed."""
    if not outer and not any(atom.changes for atom in walk.atoms):
        return current
    if any(c.tag in ADDED for c in outer):
        return ""
    return "".join(
        [
            atom.text
            for atom in walk.atoms
            if not atom.changes or not any(c.tag in ADDED for c in atom.changes)
        ]
    )


def _is_nested(properties: Element | None) -> bool:
    """Whether the mark was inserted and then deleted again."""
    own = child(properties, RPR)
    return own is not None and (any(node.tag in ADDED for node in own))


@dataclass(frozen=True)
class Merge:
    """What can happen to a paragraph whose mark goes."""

    next_paragraph: bool  # what is left runs on into the next paragraph
    can_go: bool  # an empty one can vanish


_STAYS = Merge(False, False)


def _merges(node: Element) -> Merge:
    following = next_block(node)
    if following is not None and following.tag == P:
        return Merge(True, True)
    return Merge(False, can_go(node))


def can_go(node: Element) -> bool:
    """Whether an empty paragraph that no paragraph follows can vanish: a body or cell must end with one.

    At the end of a content control what stands around the control counts, which can go with it.
    """
    parent = node.getparent()
    if next_block(node) is not None or _ends_in_paragraph(block_before(node)):
        return True
    holder = parent.getparent() if parent is not None and parent.tag == SDT_CONTENT else None
    return holder is not None and can_go(holder)


def _ends_in_paragraph(block: Element | None) -> bool:
    """Whether a body or cell may end after this block."""
    while block is not None and block.tag == SDT:
        content = child(block, SDT_CONTENT)
        block = None if content is None else next((b for b in reversed(content) if b.tag in _BLOCKS), None)
    return block is not None and block.tag == P


_BLOCKS = frozenset((P, TBL, SDT, w("customXml")))


def next_block(node: Element) -> Element | None:
    """The next paragraph, table or control in the same container; None at its end."""
    at = node.getnext()
    while at is not None and at.tag not in _BLOCKS:
        at = at.getnext()
    return at


def block_before(node: Element) -> Element | None:
    """The paragraph, table or control before in the same container; None at its start."""
    at = node.getprevious()
    while at is not None and at.tag not in _BLOCKS:
        at = at.getprevious()
    return at


def _indent(
    level: ParagraphLook, styles: Styles, style: str, properties: Element | None, look: ParagraphLook
) -> ParagraphLook:
    """Indents by rank: the paragraph's own, then its list level's, then its style's.

    Where the numbering itself comes from the style, an indent of that style counts before the level's.
    """
    of_style = styles.paragraph_look(style)
    if look.num_style:
        base = ParagraphLook(
            left=level.left if of_style.left is None else of_style.left,
            first_line=level.first_line if of_style.first_line is None else of_style.first_line,
        )
    else:
        base = ParagraphLook(
            left=of_style.left if level.left is None else level.left,
            first_line=of_style.first_line if level.first_line is None else level.first_line,
        )
    own = child(properties, _INDENT)
    if own is None:
        return base
    direct = with_paragraph_properties(ParagraphLook(), properties) if properties is not None else base
    return ParagraphLook(
        left=base.left if direct.left is None else direct.left,
        first_line=base.first_line if direct.first_line is None else direct.first_line,
    )


def _fields(walk: Walk) -> tuple[Field, ...]:
    spans: dict[OpenField, tuple[int, int]] = {}
    for atom in walk.atoms:
        if not atom.current:
            continue
        for opened in atom.fields:
            if opened.paragraph is None:
                continue
            start, end = spans.get(opened, (atom.start, atom.start))
            spans[opened] = (min(start, atom.start), max(end, atom.end))
    found = []
    for opened, (start, end) in spans.items():
        words = opened.code.split()
        target = words[1].strip('"') if len(words) > 1 and not words[1].startswith("\\") else ""
        found.append(Field(Span(start, end), opened.code.strip(), target))
    return tuple(found)


def _note_marks(nodes: Sequence[ReadParagraph], settings: Element | None) -> dict[tuple[str, str], str]:
    """The marks of foot- and endnotes, counted over the references of the current text."""
    marks: dict[tuple[str, str], str] = {}
    counts = {"footnote": 0, "endnote": 0}
    forms = {
        kind: _note_form(settings, kind, default)
        for kind, default in (("footnote", "decimal"), ("endnote", "lowerRoman"))
    }
    for item in nodes:
        for place, atom in enumerate(item.walk.atoms):
            if atom.role != "note":
                continue
            kind = "footnote" if atom.node.tag == w("footnoteReference") else "endnote"
            form, start = forms[kind]
            if atom.node.get(w("customMarkFollows")) in ("1", "true", "on"):
                mark = item.walk.atoms[place + 1].text if place + 1 < len(item.walk.atoms) else ""
                mark = mark[:3].strip()
            else:
                mark = number_text(counts[kind] + start, form)
                counts[kind] += 1 if atom.current else 0
            marks.setdefault((kind, atom.node.get(ID, "")), mark)
    return marks


def _note_form(settings: Element | None, kind: str, default: str) -> tuple[str, int]:
    own = settings.find(w(f"{kind}Pr")) if settings is not None else None
    start = number(child_val(own, w("numStart")))
    return child_val(own, w("numFmt")) or default, 1 if start is None else start


def walked_again(item: ReadParagraph) -> Walk:
    """The paragraph walked anew after its tree has changed."""
    walker = Walker()
    walker.restore(item.fields)
    return walker.walk(item.place.node, item.place.outer, item.place.lock)


def atoms_again(item: ReadParagraph) -> list[Atom]:
    """The paragraph's atoms, walked anew."""
    return walked_again(item).atoms
