"""Paragraph properties and paragraph marks: reading, copying and changing them in schema order."""

import copy

from lxml import etree

from lexdesk.word.names import DEL, INS, PPR, RPR, RUN_CHANGES, SECTPR, VAL, Element, P, w
from lexdesk.word.tracked import Stamp

PPR_CHANGE, RPR_CHANGE, NUM_PR = w("pPrChange"), w("rPrChange"), w("numPr")
_NUMBERING_CHANGE = w("numberingChange")
_MARK_ORDER = {INS: 0, DEL: 1, w("moveFrom"): 2, w("moveTo"): 3}
_BEFORE_NUM_PR = frozenset(
    w(n) for n in ("pStyle", "keepNext", "keepLines", "pageBreakBefore", "framePr", "widowControl")
)
_NOT_BASE = frozenset((RPR, SECTPR, PPR_CHANGE))
_NOT_COPIED = RUN_CHANGES | {SECTPR, PPR_CHANGE}


def properties(paragraph: Element) -> Element:
    """The ``w:pPr``, made where it is missing."""
    found = paragraph.find(PPR)
    if found is None:
        found = etree.Element(PPR)
        paragraph.insert(0, found)
    return found


def mark_properties(paragraph: Element) -> Element:
    """The ``w:rPr`` of the paragraph mark, made where it is missing."""
    own = properties(paragraph)
    found = own.find(RPR)
    if found is None:
        found = etree.Element(RPR)
        later = next((node for node in own if node.tag in (SECTPR, PPR_CHANGE)), None)
        if later is None:
            own.append(found)
        else:
            later.addprevious(found)
    return found


def mark_changes(paragraph: Element) -> list[Element]:
    """The tracked changes of the paragraph mark."""
    found = paragraph.find(f"{PPR}/{RPR}")
    return [node for node in found if node.tag in RUN_CHANGES] if found is not None else []


def mark_change(paragraph: Element, tag: str) -> Element | None:
    """The tracked change of that kind on the paragraph mark."""
    return next((node for node in mark_changes(paragraph) if node.tag == tag), None)


def add_mark_change(paragraph: Element, tag: str, stamp: Stamp) -> None:
    """Mark the paragraph mark as inserted or deleted, by us."""
    own = mark_properties(paragraph)
    before = [node for node in own if _MARK_ORDER.get(node.tag, 9) < _MARK_ORDER[tag]]
    own.insert(len(before), stamp.mark(tag))


def drop_mark_change(change: Element) -> None:
    """Remove a tracked change of a paragraph mark, and properties it leaves empty."""
    own = change.getparent()
    if own is None:
        return
    own.remove(change)
    outer = own.getparent()
    if not len(own) and outer is not None:
        outer.remove(own)
        paragraph = outer.getparent()
        if not len(outer) and paragraph is not None:
            paragraph.remove(outer)


def copied(paragraph: Element) -> Element | None:
    """A copy of the properties for a new paragraph: no section, no tracked changes."""
    source = paragraph.find(PPR)
    if source is None:
        return None
    twin = copy.deepcopy(source)
    # Paragraphs inside properties are in no sound file; a copy of them would be paragraphs without keys.
    for node in [node for node in twin if node.tag in _NOT_COPIED or next(node.iter(P), None) is not None]:
        twin.remove(node)
    for numbers in twin.findall(NUM_PR):
        for node in [node for node in numbers if node.tag in (INS, _NUMBERING_CHANGE)]:
            numbers.remove(node)
    mark = twin.find(RPR)
    if mark is not None:
        for node in [node for node in mark if node.tag in RUN_CHANGES or node.tag == RPR_CHANGE]:
            mark.remove(node)
        if not len(mark):
            twin.remove(mark)
    return twin if len(twin) else None


def same_base(one: Element | None, other: Element | None) -> bool:
    """Whether two ``w:pPr`` say the same of the paragraph itself (mark and section apart)."""
    return _base_bytes(one) == _base_bytes(other)


def _base_bytes(own: Element | None) -> list[bytes]:
    if own is None:
        return []
    return [canonical(node) for node in own if node.tag not in _NOT_BASE]


def canonical(node: Element) -> bytes:
    """The same bytes for elements that say the same."""
    try:
        return etree.tostring(node, method="c14n", exclusive=True)
    except etree.C14NError:  # a namespace with a relative name, which canonical XML knows no form for
        return etree.tostring(node, with_tail=False)


def change_base(paragraph: Element, new: list[Element], stamp: Stamp) -> None:
    """Replace what the properties say of the paragraph itself, tracked in ``w:pPrChange``."""
    own = properties(paragraph)
    old = [node for node in own if node.tag not in _NOT_BASE]
    change = stamp.mark(PPR_CHANGE)
    before = etree.SubElement(change, PPR)
    before.extend(old)
    for number, node in enumerate(new):
        own.insert(number, node)
    own.append(change)


def unnumber(paragraph: Element, stamp: Stamp) -> None:
    """Take the paragraph out of its list, tracked."""
    own = properties(paragraph)
    kept = [node for node in base(own) if node.tag != NUM_PR]
    none = etree.Element(NUM_PR)
    etree.SubElement(none, w("ilvl")).set(VAL, "0")
    etree.SubElement(none, w("numId")).set(VAL, "0")
    place = sum(node.tag in _BEFORE_NUM_PR for node in kept)
    kept.insert(place, none)
    change_base(paragraph, kept, stamp)


def base(own: Element | None) -> list[Element]:
    """What ``w:pPr`` says of the paragraph itself, as copies."""
    return [] if own is None else [copy.deepcopy(node) for node in own if node.tag not in _NOT_BASE]


def restore_base(own: Element, old: Element | None) -> None:
    """Reject a change of paragraph properties: what ``old`` says stands again."""
    for node in [node for node in own if node.tag == PPR_CHANGE or node.tag not in _NOT_BASE]:
        own.remove(node)
    for number, node in enumerate(base(old)):
        own.insert(number, node)
