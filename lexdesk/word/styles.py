"""What styles say: looks of runs, indents, outline levels and numbering, along ``basedOn``."""

from dataclasses import dataclass, replace
from functools import lru_cache

from lexdesk.word.names import PPR, RPR, TYPE, VAL, Element, child_val, is_on, w

_STYLE_ID, _BASED_ON = w("styleId"), w("basedOn")
_B, _I, _U, _VANISH, _VERT, _COLOR, _SIZE, _SHADE, _HIGHLIGHT, _RSTYLE = (
    w(n) for n in ("b", "i", "u", "vanish", "vertAlign", "color", "sz", "shd", "highlight", "rStyle")
)
_NUM_PR, _NUM_ID, _ILVL, _OUTLINE, _JC, _IND, _FILL = (
    w(n) for n in ("numPr", "numId", "ilvl", "outlineLvl", "jc", "ind", "fill")
)
_LIGHT = frozenset(("auto", "FFFFFF", "ffffff", None))


@dataclass(frozen=True)
class Look:
    """The resolved look of a run, as far as the engine cares."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    superscript: bool = False
    vanish: bool = False
    white: bool = False
    shaded: bool = False
    size: int = 22  # half points


@dataclass(frozen=True)
class ParagraphLook:
    """What a paragraph style (or a paragraph's own properties over it) says."""

    num_id: str | None = None
    level: int | None = None
    num_style: str = ""  # the style that gave num_id, "" when the paragraph itself did
    outline: int | None = None
    alignment: str = ""
    left: int | None = None
    first_line: int | None = None
    shaded: bool = False


class Styles:
    """The styles part; an absent part means no styles."""

    def __init__(self, root: Element | None) -> None:
        self._by_id: dict[str, Element] = {}
        self.default_paragraph = ""
        self._defaults = Look()
        self._runs: dict[tuple[str, str], Look] = {}
        self._paragraphs: dict[str, ParagraphLook] = {}
        if root is None:
            return
        for style in root.findall(w("style")):
            self._by_id.setdefault(style.get(_STYLE_ID, ""), style)
            if style.get(TYPE) == "paragraph" and style.get(w("default")) in ("1", "true", "on"):
                self.default_paragraph = style.get(_STYLE_ID, "")
        base = root.find(f"{w('docDefaults')}/{w('rPrDefault')}/{RPR}")
        if base is not None:
            self._defaults = _with_run_properties(Look(size=20), base)

    def element(self, style_id: str) -> Element | None:
        """The ``w:style`` of that id, or None."""
        return self._by_id.get(style_id)

    def chain(self, style_id: str) -> list[Element]:
        """The style and those it is based on, base first; loops are cut."""
        found: list[Element] = []
        seen: set[str] = set()
        while style_id and style_id not in seen and style_id in self._by_id:
            seen.add(style_id)
            style = self._by_id[style_id]
            found.append(style)
            style_id = child_val(style, _BASED_ON) or ""
        return found[::-1]

    def run_look(self, properties: Element | None, paragraph_style: str) -> Look:
        """The look of a run with these ``w:rPr`` in a paragraph of that style."""
        character = child_val(properties, _RSTYLE) or ""
        known = self._runs.get((paragraph_style, character))
        if known is None:
            known = self._defaults
            for style in (*self.chain(paragraph_style), *self.chain(character)):
                own = style.find(RPR)
                if own is not None:
                    known = _with_run_properties(known, own)
            self._runs[(paragraph_style, character)] = known
        return known if properties is None else _with_run_properties(known, properties)

    def paragraph_look(self, style_id: str) -> ParagraphLook:
        """What the style and its bases say of paragraphs."""
        known = self._paragraphs.get(style_id)
        if known is None:
            known = ParagraphLook()
            for style in self.chain(style_id):
                own = style.find(PPR)
                if own is not None:
                    known = with_paragraph_properties(known, own, style.get(_STYLE_ID, ""))
            self._paragraphs[style_id] = known
        return known


_SWITCHES = {_B: "bold", _I: "italic", _VANISH: "vanish"}


def _run_facts(properties: Element) -> tuple[tuple[str, bool | int], ...]:
    """What ``w:rPr`` says of the fields of a ``Look``."""
    facts: list[tuple[str, bool | int]] = []
    for node in properties:
        tag = node.tag
        if tag in _SWITCHES:
            facts.append((_SWITCHES[tag], bool(is_on(node))))
        elif tag == _U:
            facts.append(("underline", node.get(VAL, "none") != "none"))
        elif tag == _VERT:
            facts.append(("superscript", node.get(VAL) == "superscript"))
        elif tag == _COLOR:
            facts.append(("white", node.get(VAL, "").upper() == "FFFFFF"))
        elif tag == _SHADE:
            facts.append(("shaded", node.get(_FILL) not in _LIGHT))
        elif tag == _HIGHLIGHT:
            facts.append(("shaded", node.get(VAL) not in ("none", "white")))
        elif tag == _SIZE:
            facts.append(("size", number(node.get(VAL)) or 22))
    return tuple(facts)


@lru_cache(maxsize=4096)
def _overlaid(look: Look, facts: tuple[tuple[str, bool | int], ...]) -> Look:
    return replace(look, **dict(facts)) if facts else look  # type: ignore[arg-type]


def _with_run_properties(look: Look, properties: Element) -> Look:
    return _overlaid(look, _run_facts(properties))


def with_paragraph_properties(look: ParagraphLook, properties: Element, style: str = "") -> ParagraphLook:
    """``look`` overlaid by these ``w:pPr``."""
    for node in properties:
        tag = node.tag
        if tag == _NUM_PR:
            num_id, level = child_val(node, _NUM_ID), number(child_val(node, _ILVL))
            if num_id is not None:
                look = replace(look, num_id=num_id, level=level, num_style=style)
            elif level is not None:
                look = replace(look, level=level)
        elif tag == _OUTLINE:
            level = number(node.get(VAL))
            look = replace(look, outline=level if level is not None and level < 9 else None)
        elif tag == _JC:
            look = replace(look, alignment=node.get(VAL, ""))
        elif tag == _IND:
            look = with_indent(look, node)
        elif tag == _SHADE:
            look = replace(look, shaded=node.get(_FILL) not in _LIGHT)
    return look


def with_indent(look: ParagraphLook, node: Element) -> ParagraphLook:
    """``look`` overlaid by a ``w:ind``; what it leaves out stays."""
    left = number(node.get(w("left"), node.get(w("start"))))
    hanging, first = number(node.get(w("hanging"))), number(node.get(w("firstLine")))
    if left is not None:
        look = replace(look, left=left)
    if hanging is not None:
        look = replace(look, first_line=-hanging)
    elif first is not None:
        look = replace(look, first_line=first)
    return look


def number(text: str | None) -> int | None:
    """A whole number as files write it ("12", "12.0"), None for anything else."""
    try:
        return round(float(text)) if text is not None else None
    except (ValueError, OverflowError):
        return None
