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
    M_R,
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
_ANCHORS = frozenset(w(n) for n in ("footnoteRef", "endnoteRef", "commentReference", "annotationRef"))
_PAGE_BREAK = w("lastRenderedPageBreak")
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
    chain: tuple["Element | OpenField", ...]  # links, controls and fields around it, outermost first
    lock: str = ""  # why the text here may not be edited: "control", "bound", "math", "ruby"
    role: str = "text"  # text, note, field, object, part (a harmless mark), anchor (never deleted)
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

    def walk(self, paragraph: Element, outer: tuple[Element, ...] = (), lock: str = "") -> Walk:
        """The atoms of ``paragraph``; ``outer`` and ``lock`` are what lies around the paragraph itself."""
        self._out = Walk()
        self._paragraph = paragraph
        self._chain: list[Element | OpenField] = list(self.fields)
        self._gone = any(change.tag in REMOVED for change in outer)
        self._children(paragraph, outer, lock)
        return self._out

    def _children(self, node: Element, changes: tuple[Element, ...], lock: str) -> None:
        for child in node:
            tag = child.tag
            if tag == R:
                self._run(child, changes, lock)
            elif tag in RUN_CHANGES:
                self._children(child, (*changes, child), lock)
            elif tag == HYPERLINK:
                self._inside(child, child, changes, lock)
            elif tag == SDT:
                content = child.find(SDT_CONTENT)
                if content is not None:
                    self._children(content, changes, lock or control_lock(child))
            elif tag in _WRAPPERS:
                self._children(child, changes, lock)
            elif tag == FLD_SIMPLE:
                opened = OpenField(child, self._paragraph, True, child.get(w("instr"), ""), True, child)
                self.fields = (*self.fields, opened)
                self._inside(opened, child, changes, lock)
                self.fields = tuple(other for other in self.fields if other is not opened)
            elif tag in (O_MATH, O_MATH_PARA):
                self._chain.append(child)
                for text, own in math_texts(child):
                    self._atom(text, child, child, (*changes, *own), lock or "math")
                self._chain.pop()
            elif tag == ALTERNATE:
                for branch in preferred(child):
                    self._children(branch, changes, lock)
            elif tag == BOOKMARK_START:
                self._out.bookmarks.append(child.get(NAME, ""))

    def _inside(
        self, holder: "Element | OpenField", node: Element, changes: tuple[Element, ...], lock: str
    ) -> None:
        self._chain.append(holder)
        self._children(node, changes, lock)
        self._chain.remove(holder)

    def _run(self, run: Element, changes: tuple[Element, ...], lock: str) -> None:
        for node in run:
            tag = node.tag
            if tag in (T, DEL_TEXT):
                self._atom(node.text or "", node, run, changes, lock)
            elif tag == RPR or not isinstance(tag, str):
                continue
            elif tag == FLD_CHAR:
                self._field_char(node, run, changes, lock)
            elif tag in (INSTR, DEL_INSTR):
                if self.fields and not self.fields[-1].shown:
                    self.fields[-1].code += node.text or ""
                self._atom("", node, run, changes, lock, "field")
            elif tag in _FIXED:
                self._atom(_FIXED[tag], node, run, changes, lock)
            elif tag == _BR:
                soft = node.get(TYPE, "textWrapping") == "textWrapping"
                role = "text" if soft else "part"
                self._atom("\n" if soft else "", node, run, changes, lock, role)
            elif tag == _SYM:
                self._atom(_symbol(node), node, run, changes, lock)
            elif tag in _NOTE_REFS:
                self._atom("", node, run, changes, lock, "note")
            elif tag == _RUBY:
                text = "".join(t.text or "" for base in node.iter(_RUBY_BASE) for t in base.iter(T, DEL_TEXT))
                self._atom(text, node, run, changes, lock or "ruby")
            elif tag in _ANCHORS:
                self._atom("", node, run, changes, lock, "anchor")
            elif tag == _PAGE_BREAK:
                self._atom("", node, run, changes, lock, "part")
            else:
                self._atom("", node, run, changes, lock, "object")

    def _field_char(self, node: Element, run: Element, changes: tuple[Element, ...], lock: str) -> None:
        kind = node.get(w("fldCharType"))
        if kind == "begin":
            opened = OpenField(run, self._paragraph)
            self.fields = (*self.fields, opened)
            self._chain.append(opened)
        elif self.fields and kind == "separate":
            self.fields[-1].shown = True
        self._atom("", node, run, changes, lock, "field")
        if self.fields and kind == "end" and not self.fields[-1].simple:
            self.fields[-1].end = run
            self._chain.remove(self.fields[-1])
            self.fields = self.fields[:-1]

    def _atom(
        self,
        text: str,
        node: Element,
        run: Element,
        changes: tuple[Element, ...],
        lock: str,
        role: str = "text",
    ) -> None:
        if text and self.fields and not all(opened.shown for opened in self.fields):
            text, role = "", "field"  # hidden code
        start = -1
        if not (self._gone or (changes and any(change.tag in REMOVED for change in changes))):
            start = self._out.length
            self._out.length += len(text)
        self._out.atoms.append(
            Atom(text, node, run, changes, self.fields, tuple(self._chain), lock, role, start)
        )


def math_texts(formula: Element) -> list[tuple[str, tuple[Element, ...]]]:
    """The characters of a formula, by the tracked changes inside it (outermost first) that they are under."""
    found: list[tuple[str, tuple[Element, ...]]] = []

    def gather(node: Element, changes: tuple[Element, ...]) -> None:
        if node.tag == M_R:  # its change is a mark among its properties
            changes = (*changes, *(child for child in node if child.tag in RUN_CHANGES))
        for child in node:
            if child.tag == M_T:
                text = child.text or ""
                if found and found[-1][1] == changes:
                    text = found.pop()[0] + text
                found.append((text, changes))
            elif child.tag in RUN_CHANGES:
                gather(child, (*changes, child))
            elif isinstance(child.tag, str):
                gather(child, changes)

    gather(formula, ())
    return found or [("", ())]


def _symbol(node: Element) -> str:
    code = node.get(w("char"), "")
    try:
        number = int(code, 16)
    except ValueError:
        return "\ufffd"
    return chr(number) if 0x20 <= number < 0xD800 or 0xE000 <= number < 0xFFFE else "\ufffd"


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
