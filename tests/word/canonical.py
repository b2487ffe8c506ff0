"""Comparing Word XML where it matters: equal neighbours joined, pairs and ids checked."""

import copy
from collections import Counter

from lxml import etree

from lexdesk.word.document import Document
from lexdesk.word.names import (
    FLD_CHAR,
    ID,
    PPR,
    RPR,
    RUN_CHANGES,
    XML_SPACE,
    Element,
    R,
    T,
    w,
)
from lexdesk.word.revisions import ALL_CHANGES, raw_revisions, role_of

_TEXTS = (T, w("delText"), w("instrText"), w("delInstrText"))


def canonical(root: Element) -> str:
    """The part as canonical XML after neighbouring runs of equal properties are joined.

    Neighbouring tracked changes alike in all but their ids are joined too, since an insertion between
    them has to split one; empty property elements count as absent.
    """
    for node in list(root.iter(RPR, PPR)):
        parent = node.getparent()
        if not len(node) and parent is not None:
            parent.remove(node)
    for node in root.iter():
        if node.tag not in _TEXTS and not (node.text or "").strip():
            node.text = None
        if not (node.tail or "").strip():
            node.tail = None
    for node in root.iter(*_TEXTS):
        node.attrib.pop(XML_SPACE, None)
    for parent in list(root.iter()):
        if isinstance(parent.tag, str):
            _join_children(parent)
    return etree.tostring(root, method="c14n", exclusive=True).decode()


def _join_children(parent: Element) -> None:
    last: Element | None = None
    for child in list(parent):
        if last is not None and _alike(last, child):
            last.extend([node for node in child if node.tag != RPR])
            parent.remove(child)
            _join_children(last)
        else:
            last = child
        if last is not None and last.tag == R:
            _join_texts(last)


def _alike(one: Element, other: Element) -> bool:
    if one.tag != other.tag or one.tag not in (R, *RUN_CHANGES) or role_of(one) == "mark":
        return False
    if one.tag == R:
        return dict(one.attrib) == dict(other.attrib) and _look(one) == _look(other)
    return {k: v for k, v in one.items() if k != ID} == {k: v for k, v in other.items() if k != ID}


def _look(run: Element) -> bytes:
    found = run.find(RPR)
    if found is None:
        return b""
    found = copy.deepcopy(found)
    for change in found.iter(w("rPrChange")):
        change.attrib.pop(ID, None)  # a run that is split gives its half an id of its own
    return etree.tostring(found, method="c14n", exclusive=True)


def _join_texts(run: Element) -> None:
    last: Element | None = None
    for node in list(run):
        if last is not None and node.tag == last.tag and node.tag in _TEXTS:
            last.text = (last.text or "") + (node.text or "")
            run.remove(node)
        else:
            last = node


def annotation_ids(document: Document) -> Counter[str]:
    """How often each id is used by revisions and bookmarks of the whole file."""
    found: Counter[str] = Counter()
    for part in document.stories:
        for node in document.tree_copy(part).iter(*ALL_CHANGES, w("bookmarkStart")):
            found[node.get(ID, "")] += 1
    return found


def field_faults(document: Document) -> set[str]:
    """Field characters out of order, per part: begin, separate and end must pair."""
    faults: set[str] = set()
    for part in document.stories:
        depth = 0
        for node in document.tree_copy(part).iter(FLD_CHAR):
            kind = node.get(w("fldCharType"))
            depth += {"begin": 1, "end": -1}.get(kind or "", 0)
            if depth < 0:
                faults.add(f"a field ends that never began in {part}")
                depth = 0
        if depth:
            faults.add(f"a field never ends in {part}")
    return faults


def range_faults(document: Document) -> set[str]:
    """Ranges of bookmarks, comments, moves and permissions of which one end is missing, per part."""
    faults: set[str] = set()
    for part in document.stories:
        root = document.tree_copy(part)
        for kind in ("bookmark", "commentRange", "moveFromRange", "moveToRange", "perm"):
            starts = {node.get(ID) for node in root.iter(w(f"{kind}Start"))}
            ends = {node.get(ID) for node in root.iter(w(f"{kind}End"))}
            faults |= {f"{kind} {name} has one end only in {part}" for name in starts ^ ends}
    return faults


def other_revisions(document: Document, author: str) -> dict[tuple[str, str, str, str], tuple[str, int]]:
    """Everybody else's changes by (part, kind, author, date): their text, and how many mark no text."""
    found: dict[tuple[str, str, str, str], tuple[str, int]] = {}
    for part in document.stories:
        for raw in raw_revisions(document.tree_copy(part), part):
            if raw.author != author:
                key = (part, raw.node.tag, raw.author, raw.date or "")
                text, others = found.get(key, ("", 0))
                if raw.role == "run":
                    text += _characters(raw.node)
                elif raw.node.tag == w("rPrChange"):
                    run = raw.node.getparent()
                    text += _characters(run.getparent()) if run is not None else ""
                else:
                    others += 1
                found[key] = (text, others)
    return found


def _characters(node: Element | None) -> str:
    """All characters inside a change or run, deleted again or not."""
    return "" if node is None else "".join(text.text or "" for text in node.iter(T, w("delText")))
