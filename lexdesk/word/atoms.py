"""The offset map of a paragraph: its smallest pieces in order, each with its place in the tree.

An atom is a ``w:t``, a tab, a break, or a mark without text (a note reference, a field character, a
picture). Walking keeps the stack of open fields, since a field may run over several paragraphs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lexdesk.word.names import (
    ALTERNATE,
    BOOKMARK_START,
    CHOICE,
    DEL_INSTR,
    DEL_TEXT,
    FALLBACK,
    FLD_CHAR,
    FLD_SIMPLE,
    HYPERLINK,
    INSTR,
    M_T,
    NAME,
    O_MATH,
    O_MATH_PARA,
    REMOVED,
    RPR,
    RUN_CHANGES,
    SDT,
    SDT_CONTENT,
    SDT_PR,
    TYPE,
    Element,
    R,
    T,
    child_val,
    w,
)

_FIXED = {
    w("tab"): "\t",
    w("ptab"): "\t",
    w("cr"): "\n",
    w("noBreakHyphen"): "\u2011",
    w("softHyphen"): "\u00ad",
}
_BR, _SYM, _RUBY, _RUBY_BASE = w("br"), w("sym"), w("ruby"), w("rubyBase")
_NOTE_REFS = frozenset((w("footnoteReference"), w("endnoteReference")))
_WRAPPERS = frozenset((w("smartTag"), w("customXml"), w("dir"), w("bdo")))
_SEPARATE_LATER = frozenset(("HYPERLINK", "FORMTEXT"))  # fields whose shown text a person may edit


@dataclass(eq=False)
class OpenField:
    """A field while it is open, and afterwards: its runs are found through ``begin`` and ``end``."""

    begin: Element  # the run of the first field character, or the w:fldSimple
    paragraph: Element
    simple: bool = False
    code: str = ""
    shown: bool = False  # past its separator
    end: Element | None = None  # the run of the last field character

    @property
    def kind(self) -> str:
        """The first word of the code in capitals: REF, PAGEREF, HYPERLINK, TOC ..."""
        words = self.code.split(None, 1)
        return words[0].upper() if words else ""

    @property
    def editable(self) -> bool:
        """True when the result is the author's own text, not something Word computes."""
        return self.kind in _SEPARATE_LATER


@dataclass(eq=False, slots=True)
class Atom:
    """``text`` stands at ``start`` of the current text, or nowhere (-1) when it is not part of it."""

    text: str
    node: Element
    run: Element
    changes: tuple[Element, ...]  # enclosing tracked changes, outermost first
    fields: tuple[OpenField, ...]
    link: Element | None = None
    lock: str = ""  # why the text here may not be edited: "control", "bound", "math"
    role: str = "text"  # text, note, field, object, part (a harmless mark)
    start: int = -1

    @property
    def end(self) -> int:
        """Offset after the last character in the current text."""
        return self.start + len(self.text)

    @property
    def current(self) -> bool:
        """True when the atom belongs to the current text."""
        return self.start >= 0

    @property
    def field_lock(self) -> OpenField | None:
        """The outermost field whose result Word computes, if the atom stands in one."""
        return next((f for f in self.fields if not f.editable), None)


FieldState = tuple[tuple[OpenField, bool, str], ...]


@dataclass
class Walk:
    """The atoms of one paragraph, and what else was met on the way."""

    atoms: list[Atom] = field(default_factory=list)
    bookmarks: list[str] = field(default_factory=list)
    length: int = 0  # code points of the current text


class Walker:
    """Walks the paragraphs of one story (body, a note, a text box) in order."""

    def __init__(self) -> None:
        self.fields: tuple[OpenField, ...] = ()

    def state(self) -> FieldState:
        """The open fields as they are now, to walk the next paragraph again later."""
        return tuple((opened, opened.shown, opened.code) for opened in self.fields)

    def restore(self, state: FieldState) -> None:
        """Go back to a ``state()``."""
        for opened, shown, code in state:
            opened.shown, opened.code = shown, code
        self.fields = tuple(opened for opened, _, _ in state)

    def walk(self, paragraph: Element, outer: tuple[Element, ...] = ()) -> Walk:
        """The atoms of ``paragraph``; ``outer`` are tracked changes around the paragraph itself."""
        self._out = Walk()
        self._paragraph = paragraph
        self._gone = any(change.tag in REMOVED for change in outer)
        self._children(paragraph, outer, None, "")
        return self._out

    def _children(self, node: Element, changes: tuple[Element, ...], link: Element | None, lock: str) -> None:
        for child in node:
            tag = child.tag
            if tag == R:
                self._run(child, changes, link, lock)
            elif tag in RUN_CHANGES:
                self._children(child, (*changes, child), link, lock)
            elif tag == HYPERLINK:
                self._children(child, changes, child, lock)
            elif tag == SDT:
                content = child.find(SDT_CONTENT)
                if content is not None:
                    self._children(content, changes, link, lock or control_lock(child))
            elif tag in _WRAPPERS:
                self._children(child, changes, link, lock)
            elif tag == FLD_SIMPLE:
                opened = OpenField(child, self._paragraph, True, child.get(w("instr"), ""), True, child)
                self.fields = (*self.fields, opened)
                self._children(child, changes, link, lock)
                self.fields = self.fields[:-1]
            elif tag in (O_MATH, O_MATH_PARA):
                text = "".join(t.text or "" for t in child.iter(M_T))
                self._add(Atom(text, child, child, changes, self.fields, link, lock or "math"))
            elif tag == ALTERNATE:
                for branch in preferred(child):
                    self._children(branch, changes, link, lock)
            elif tag == BOOKMARK_START:
                self._out.bookmarks.append(child.get(NAME, ""))

    def _run(self, run: Element, changes: tuple[Element, ...], link: Element | None, lock: str) -> None:
        for node in run:
            tag = node.tag
            if tag in (T, DEL_TEXT):
                self._add(Atom(node.text or "", node, run, changes, self.fields, link, lock))
            elif tag == RPR or not isinstance(tag, str):
                continue
            elif tag == FLD_CHAR:
                self._field_char(node, run, changes, link, lock)
            elif tag in (INSTR, DEL_INSTR):
                if self.fields and not self.fields[-1].shown:
                    self.fields[-1].code += node.text or ""
                self._add(Atom("", node, run, changes, self.fields, link, lock, "field"))
            elif tag in _FIXED:
                self._add(Atom(_FIXED[tag], node, run, changes, self.fields, link, lock))
            elif tag == _BR:
                soft = node.get(TYPE, "textWrapping") == "textWrapping"
                role = "text" if soft else "part"
                self._add(Atom("\n" if soft else "", node, run, changes, self.fields, link, lock, role))
            elif tag == _SYM:
                self._add(Atom(_symbol(node), node, run, changes, self.fields, link, lock))
            elif tag in _NOTE_REFS:
                self._add(Atom("", node, run, changes, self.fields, link, lock, "note"))
            elif tag == _RUBY:
                text = "".join(t.text or "" for base in node.iter(_RUBY_BASE) for t in base.iter(T, DEL_TEXT))
                self._add(Atom(text, node, run, changes, self.fields, link, lock or "ruby"))
            elif tag == w("lastRenderedPageBreak"):
                self._add(Atom("", node, run, changes, self.fields, link, lock, "part"))
            else:
                self._add(Atom("", node, run, changes, self.fields, link, lock, "object"))

    def _field_char(
        self, node: Element, run: Element, changes: tuple[Element, ...], link: Element | None, lock: str
    ) -> None:
        kind = node.get(w("fldCharType"))
        if kind == "begin":
            self.fields = (*self.fields, OpenField(run, self._paragraph))
        elif self.fields and kind == "separate":
            self.fields[-1].shown = True
        self._add(Atom("", node, run, changes, self.fields, link, lock, "field"))
        if self.fields and kind == "end":
            self.fields[-1].end = run
            self.fields = self.fields[:-1]

    def _add(self, atom: Atom) -> None:
        hidden_code = any(not opened.shown for opened in self.fields)
        if hidden_code and atom.text:
            atom.text, atom.role = "", "field"
        if not self._gone and not any(change.tag in REMOVED for change in atom.changes):
            atom.start = self._out.length
            self._out.length += len(atom.text)
        self._out.atoms.append(atom)


def _symbol(node: Element) -> str:
    code = node.get(w("char"), "")
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return "\ufffd"


def control_lock(control: Element) -> str:
    """Why the content of a content control may not be edited; "" when it may."""
    properties = control.find(SDT_PR)
    if properties is None:
        return ""
    if child_val(properties, w("lock")) in ("contentLocked", "sdtContentLocked"):
        return "control"
    return "bound" if properties.find(w("dataBinding")) is not None else ""


def preferred(alternate: Element) -> Iterator[Element]:
    """The branch of ``mc:AlternateContent`` that counts: the choice, else the fallback."""
    branch = alternate.find(CHOICE)
    if branch is None:
        branch = alternate.find(FALLBACK)
    if branch is not None:
        yield branch
