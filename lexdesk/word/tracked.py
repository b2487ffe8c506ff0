"""The smallest acts of writing tracked changes: ids and stamps, splitting runs, wrapping and placing.

Schema order and pairing are kept: a run is split only between its children or inside a ``w:t``; whatever
is not selected keeps its very element.
"""

import copy
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import cast

from lxml import etree

from lexdesk.word.names import (
    AUTHOR,
    DATE,
    DATE_UTC,
    DEL,
    DEL_INSTR,
    DEL_TEXT,
    DU_NS,
    ID,
    IGNORABLE,
    INS,
    INSTR,
    MC_NS,
    MOVE_FROM,
    MOVE_TO,
    RPR,
    RUN_CHANGES,
    W_NS,
    XML_SPACE,
    Element,
    P,
    R,
    T,
    w,
)
from lexdesk.word.parts import parse_xml, xml_bytes

_MAX_ID = 2**31 - 2
_BITS = re.compile("([\t\u2011\u00ad])")
_BIT_TAGS = {"\t": w("tab"), "\u2011": w("noBreakHyphen"), "\u00ad": w("softHyphen")}
_RPR_CHANGE = w("rPrChange")
_DATED = tuple(
    w(n)
    for n in (
        "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange", "tcPrChange", "trPrChange",
        "cellIns", "cellDel", "cellMerge", "moveFromRangeStart", "moveToRangeStart",
    )
)  # fmt: skip


def attributes(node: Element) -> dict[str, str]:
    """The attributes of an element, to give them to another."""
    return {str(name): str(value) for name, value in node.items()}


class Ids:
    """Numbers for new revisions that no ``w:id`` of the file has."""

    def __init__(self, roots: Iterable[Element]) -> None:
        used: set[int] = set()
        for root in roots:
            for text in cast(list[str], root.xpath("//@w:id", namespaces={"w": W_NS})):
                if text.lstrip("-").isdecimal():
                    used.add(int(text))
        top = max((number for number in used if number <= _MAX_ID), default=0)
        self._used = used
        self._next = top + 1 if top < _MAX_ID - 1_000_000 else 1

    def new(self) -> str:
        """An unused number."""
        while self._next in self._used:
            self._next += 1
        self._next += 1
        return str(self._next - 1)


@dataclass
class Stamp:
    """Who writes, when; makes the elements of tracked change."""

    author: str
    at: datetime
    ids: Ids
    made: set[Element] = field(default_factory=set)

    def mark(self, tag: str) -> Element:
        """A new ``w:ins``, ``w:del`` or property change with id, author and both dates.

        As Word writes them: ``w:date`` is the writer's clock, ``w16du:dateUtc`` the instant.
        """
        local, utc = self._dates
        node = etree.Element(tag)
        node.set(ID, self.ids.new())
        node.set(AUTHOR, self.author)
        node.set(DATE, local)
        node.set(DATE_UTC, utc)
        self.made.add(node)
        return node

    @cached_property
    def _dates(self) -> tuple[str, str]:
        moment = self.at if self.at.tzinfo is not None else self.at.replace(tzinfo=UTC)
        return (
            moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        )

    def owns(self, node: Element | None) -> bool:
        """Whether a tracked change is by this author."""
        return node is not None and node.get(AUTHOR) == self.author

    def again(self, node: Element) -> Element:
        """An empty twin of somebody's tracked change, with an id of its own."""
        twin = etree.Element(node.tag, attributes(node))
        twin.set(ID, self.ids.new())
        return twin


_ROOT_TAG = re.compile(rb"<[^!?][^>]*>")
# Declared twice: the second, unused prefix marks the declaration as ours, so that it can be taken back.
_DU_DECLARED = f' xmlns:w16du="{DU_NS}" xmlns:du="{DU_NS}"'.encode()
_MC_DECLARED = f' xmlns:mc="{MC_NS}"'.encode()
_IGNORED = re.compile(rb' mc:Ignorable="([^"]*)"')


def with_utc_namespace(root: Element) -> Element:
    """A tree of its own, able to carry ``w16du:dateUtc``: declared, and ignorable for older readers."""
    if DU_NS in root.nsmap.values():
        return parse_xml(xml_bytes(root), "")
    if root.nsmap.get("mc", MC_NS) != MC_NS or {"w16du", "du"} & root.nsmap.keys():
        return parse_xml(xml_bytes(root), "")  # odd prefixes: the attribute brings its own declaration

    def declare(match: re.Match[bytes]) -> bytes:
        tag = match.group()
        if b' mc:Ignorable="' in tag:
            tag = _IGNORED.sub(lambda m: b' mc:Ignorable="' + (m.group(1) + b" w16du").lstrip() + b'"', tag)
        else:
            declared = b"" if "mc" in root.nsmap else _MC_DECLARED
            tag = _before_end(tag, declared + b' mc:Ignorable="w16du"')
        return _before_end(tag, _DU_DECLARED)

    return _with_root_tag(root, declare)


def without_utc_namespace(root: Element) -> Element:
    """A tree without what ``with_utc_namespace`` added, once nothing uses it; else ``root`` itself."""
    ignorable = root.get(IGNORABLE, "").split()
    if root.nsmap.get("du") != DU_NS or ignorable[-1:] != ["w16du"]:
        return root
    if any(DATE_UTC in node.attrib for node in root.iter(INS, DEL, MOVE_FROM, MOVE_TO, *_DATED)):
        return root
    alone = len(ignorable) == 1

    def undeclare(match: re.Match[bytes]) -> bytes:
        tag = match.group().replace(_DU_DECLARED, b"")
        if alone:
            return _IGNORED.sub(b"", tag)
        return _IGNORED.sub(lambda m: b' mc:Ignorable="' + m.group(1).removesuffix(b" w16du") + b'"', tag)

    return _with_root_tag(root, undeclare)


def _before_end(tag: bytes, addition: bytes) -> bytes:
    cut = -2 if tag.endswith(b"/>") else -1
    return tag[:cut] + addition + tag[cut:]


def _with_root_tag(root: Element, change: Callable[[re.Match[bytes]], bytes]) -> Element:
    return parse_xml(_ROOT_TAG.sub(change, xml_bytes(root), count=1), "")


def set_text(node: Element, text: str) -> None:
    """Text of a ``w:t`` or ``w:delText``, blanks at its ends kept."""
    node.text = text
    if text != text.strip() or "  " in text:
        node.set(XML_SPACE, "preserve")


def split_text(node: Element, offset: int) -> Element:
    """Cut a ``w:t`` at ``offset``; the second half follows the first in the same run and is returned."""
    text = node.text or ""
    second = etree.Element(node.tag, attributes(node))
    set_text(node, text[:offset])
    set_text(second, text[offset:])
    node.addnext(second)
    return second


def isolate(run: Element, selected: set[Element], ids: Ids) -> list[Element]:
    """Split a run so that the selected children stand in runs of their own; these are returned.

    The first stretch keeps the element itself; the others get a copy of its properties. A tracked change
    of format is copied too, with an id of its own.
    """
    stretches: list[tuple[bool, list[Element]]] = []
    for child in run:
        if child.tag == RPR:
            continue
        chosen = child in selected
        if not stretches or (stretches[-1][0] != chosen and child.tag != w("lastRenderedPageBreak")):
            stretches.append((chosen, []))
        stretches[-1][1].append(child)
    found: list[Element] = []
    at = run
    for number, (chosen, children) in enumerate(stretches):
        if number:
            twin = etree.Element(R, attributes(run))
            properties = run.find(RPR)
            if properties is not None:
                twin.append(copy.deepcopy(properties))
                for change in twin.iter(_RPR_CHANGE):
                    change.set(ID, ids.new())
            twin.extend(children)
            at.addnext(twin)
            at = twin
        if chosen:
            found.append(at)
    return found


def enclosing_change(node: Element) -> Element | None:
    """The innermost tracked change of runs around a node, inside its paragraph."""
    at = node.getparent()
    while at is not None and at.tag != P:
        if at.tag in RUN_CHANGES:
            return at
        at = at.getparent()
    return None


def strike(run: Element, stamp: Stamp) -> None:
    """Delete a run, tracked; a run of our own insertion simply goes."""
    around = enclosing_change(run)
    if around is not None and around.tag == INS and stamp.owns(around):
        _drop(run, around)
        return
    for node in run.iter(T, INSTR):
        if not _in_box(node, run):
            node.tag = DEL_TEXT if node.tag == T else DEL_INSTR
    before = run.getprevious()
    if before is not None and before.tag == DEL and before in stamp.made:
        before.append(run)
        return
    deletion = stamp.mark(DEL)
    run.addprevious(deletion)
    deletion.append(run)


def _in_box(node: Element, run: Element) -> bool:
    """Whether text belongs to a paragraph inside the run (a text box), not to the run itself."""
    at = node.getparent()
    while at is not None and at is not run:
        if at.tag == P:
            return True
        at = at.getparent()
    return False


def _drop(node: Element, upto: Element) -> None:
    """Remove a node, and the holders up to ``upto`` that it leaves empty."""
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)
        if node is not upto and not len(parent):
            _drop(parent, upto)


def text_runs(text: str, properties: Element | None) -> list[Element]:
    """One run with the text and a copy of the run properties, tracked changes of these left out."""
    run = etree.Element(R)
    if properties is not None:
        own = copy.deepcopy(properties)
        for node in [node for node in own if node.tag == _RPR_CHANGE or node.tag in RUN_CHANGES]:
            own.remove(node)
        if len(own):
            run.append(own)
    for bit in _BITS.split(text):
        if bit in _BIT_TAGS:
            etree.SubElement(run, _BIT_TAGS[bit])
        elif bit:
            set_text(etree.SubElement(run, T), bit)
    return [run]


def place(runs: Sequence[Element], at: Element, *, after: bool, stamp: Stamp) -> None:
    """Put new runs beside ``at`` as our insertion.

    Inside our own insertion they join it. Somebody else's insertion is split, and ours stands between
    the halves: an insertion in an insertion is something Word never writes.
    """
    parent = at.getparent()
    while (
        parent is not None and parent.tag in (INS, MOVE_TO) and not (parent.tag == INS and stamp.owns(parent))
    ):
        at, after = _split_change(parent, at, after, stamp)
        parent = at.getparent()
    if parent is not None and parent.tag == INS:
        nodes = list(runs)
    else:
        insertion = stamp.mark(INS)
        insertion.extend(runs)
        nodes = [insertion]
    for node in nodes:
        if after:
            at.addnext(node)
            at = node
        else:
            at.addprevious(node)


def _split_change(change: Element, child: Element, after: bool, stamp: Stamp) -> tuple[Element, bool]:
    """Split ``change`` beside its child; (element, side) where something may be put between."""
    children = list(change)
    cut = children.index(child) + (1 if after else 0)
    if cut == 0:
        return change, False
    if cut < len(children):
        rest = stamp.again(change)
        rest.extend(children[cut:])
        change.addnext(rest)
    return change, True
