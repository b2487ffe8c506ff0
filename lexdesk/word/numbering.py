"""Automatic numbers as Word shows them, computed paragraph by paragraph in document order."""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

from lexdesk.word.names import PPR, VAL, Element, child_val, is_on, w
from lexdesk.word.numberformats import number_text
from lexdesk.word.styles import ParagraphLook, Styles, number, with_paragraph_properties

_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True)
class Level:
    """One level of a list definition."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None  # None: after any shallower level; 0: never; n: after level n (from 1)
    legal: bool = False
    style: str = ""
    look: ParagraphLook = field(default_factory=ParagraphLook)

    @cached_property
    def bits(self) -> list[str]:
        """The text cut at its places: plain at even indices, the digits of levels (from 1) at odd ones."""
        return _PLACE.split(self.text)

    @cached_property
    def shown(self) -> list[int]:
        """The levels (from 0) whose numbers stand in the label."""
        return [int(place) - 1 for place in self.bits[1::2]]


@dataclass
class _List:
    counts: list[int | None] = field(default_factory=lambda: [None] * 9)
    paths: list[str] = field(default_factory=lambda: [""] * 9)


@dataclass(frozen=True)
class Label:
    """``text`` as shown, ``path`` with the labels above where a level shows only itself."""

    text: str
    path: str
    level: int


class Numbering:
    """Counts. Call ``label`` once for each numbered paragraph that counts, in document order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract: dict[str, Element] = {}
        self._num: dict[str, Element] = {}
        self._levels: dict[str, tuple[str, list[Level], dict[int, int]]] = {}
        self._lists: dict[str, _List] = {}
        self._started: set[tuple[str, int]] = set()
        self._above: list[tuple[int, str]] = []  # (indent, path) of the numbered paragraphs above
        if root is not None:
            for node in root.findall(w("abstractNum")):
                self._abstract.setdefault(node.get(w("abstractNumId"), ""), node)
            for node in root.findall(w("num")):
                self._num.setdefault(node.get(w("numId"), ""), node)

    def level_of(self, look: ParagraphLook, style: str) -> int | None:
        """The list level (from 0) of a paragraph, None when it is not numbered."""
        if look.num_id in (None, "0") or look.num_id not in self._num:
            return None
        if look.num_style:
            for index, level in enumerate(self._definition(look.num_id or "")[1]):
                if level.style and level.style == (style or look.num_style):
                    return index
        return min(max(look.level or 0, 0), 8)

    def look_of(self, look: ParagraphLook, level: int) -> ParagraphLook:
        """The paragraph's indent once the list level's own is laid under a direct one."""
        return self._definition(look.num_id or "")[1][level].look

    def label(self, look: ParagraphLook, level: int, indent: int) -> Label:
        """Count this paragraph and give its label. ``indent`` in twips decides what lies above it."""
        num_id = look.num_id or ""
        abstract, levels, overrides = self._definition(num_id)
        counted = self._lists.setdefault(abstract, _List())
        here = levels[level]
        count = counted.counts[level]
        if level in overrides and (num_id, level) not in self._started:
            count = overrides[level]
        elif count is None:
            count = here.start
        else:
            count += 1
        self._started.add((num_id, level))
        counted.counts[level] = count
        for deeper in range(level + 1, 9):
            restart = levels[deeper].restart
            if restart is None or level < restart:
                counted.counts[deeper] = None
                counted.paths[deeper] = ""
        text = self._text(levels, counted, level)
        path = self._path(levels, counted, level, text, indent)
        counted.paths[level] = path
        return Label(text, path, level)

    def _text(self, levels: list[Level], counted: _List, level: int) -> str:
        here = levels[level]
        if here.form == "bullet":
            return ""

        bits = list(here.bits)
        for place, other in enumerate(here.shown):
            value = counted.counts[other]
            if value is None:
                value = levels[other].start
            form = levels[other].form
            if here.legal and form not in ("none", "bullet"):
                form = "decimal"
            bits[2 * place + 1] = number_text(value, form)
        return "".join(bits).strip()

    def _path(self, levels: list[Level], counted: _List, level: int, text: str, indent: int) -> str:
        if not text:
            return ""
        lowest = min(levels[level].shown, default=level)
        parent = next((counted.paths[up] for up in range(lowest - 1, -1, -1) if counted.paths[up]), "")
        while self._above and self._above[-1][0] >= indent:
            self._above.pop()
        # A list of its own under another list's clause: "(a)" below "12.7". Plain "1." stands alone.
        if not parent and lowest == 0 and self._above and _stands_below(text, levels[level].form):
            parent = self._above[-1][1]
        path = join_labels(parent, text)
        self._above.append((indent, path))
        return path

    def _definition(self, num_id: str) -> tuple[str, list[Level], dict[int, int]]:
        known = self._levels.get(num_id)
        if known is None:
            known = self._levels[num_id] = self._read(num_id)
        return known

    def _read(self, num_id: str) -> tuple[str, list[Level], dict[int, int]]:
        num = self._num[num_id]
        name = child_val(num, w("abstractNumId")) or ""
        abstract = self._abstract.get(name)
        seen = {name}
        while abstract is not None and (link := child_val(abstract, w("numStyleLink"))):
            style = self._styles.element(link)
            own = style.find(f"{PPR}/{w('numPr')}") if style is not None else None
            linked = self._num.get(child_val(own, w("numId")) or "")
            name = (child_val(linked, w("abstractNumId")) or "") if linked is not None else ""
            if name in seen or name not in self._abstract:
                break
            seen.add(name)
            abstract = self._abstract[name]
        levels = [Level() for _ in range(9)]
        for node in abstract.findall(w("lvl")) if abstract is not None else []:
            self._put(levels, node)
        overrides: dict[int, int] = {}
        for node in num.findall(w("lvlOverride")):
            index = number(node.get(w("ilvl")))
            own = node.find(w("lvl"))
            if own is not None:
                self._put(levels, own)
            start = number(child_val(node, w("startOverride")))
            if index is not None and start is not None and 0 <= index < 9:
                overrides[index] = start
        return name, levels, overrides

    def _put(self, levels: list[Level], node: Element) -> None:
        index = number(node.get(w("ilvl")))
        if index is None or not 0 <= index < 9:
            return
        text_node = node.find(w("lvlText"))
        text = text_node.get(VAL, "") if text_node is not None else ""
        start, restart = number(child_val(node, w("start"))), number(child_val(node, w("lvlRestart")))
        look = ParagraphLook()
        own = node.find(PPR)
        if own is not None:
            look = replace(with_paragraph_properties(look, own), num_id=None)
        levels[index] = Level(
            start=0 if start is None else start,
            form=_form(node),
            text=text,
            restart=restart,
            legal=bool(is_on(node.find(w("isLgl")))),
            style=child_val(node, w("pStyle")) or "",
            look=look,
        )


def _form(level: Element) -> str:
    node = level.find(w("numFmt"))
    if node is None:
        node = level.find(f".//{w('numFmt')}")  # inside mc:AlternateContent, for custom formats
    if node is None:
        return "decimal"
    if node.get(VAL) == "custom":
        sample = node.get(w("format"), "").split(",")[0].strip()  # as "001" of "001, 002, 003, ..."
        return sample if sample.isdecimal() and sample.startswith("0") else "decimal"
    return node.get(VAL, "decimal")


def _stands_below(text: str, form: str) -> bool:
    return text.startswith("(") or text.endswith(")") or form in ("lowerLetter", "lowerRoman")


def join_labels(parent: str, text: str) -> str:
    """A label under another: "12.7" and "(b)" give "12.7(b)", "3." and "a." give "3.a."."""
    if not parent:
        return text
    stem = parent.rstrip(".")
    if text.startswith("("):
        return stem + text
    return f"{stem}.{text}" if stem[-1:].isdigit() else f"{stem} {text}"
