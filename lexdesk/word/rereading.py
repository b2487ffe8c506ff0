"""What of a reading still holds after an edit: paragraphs whose XML and surroundings are the same.

An agreement of sixty thousand words is read whole once; an edit touches one paragraph of it. A paragraph is
*the same* when its bytes in the new part are those of the old one and everything else its record is made
from is equal too: the fields open on entry, the cell, note and lock around it. Whatever is in doubt (a
changed paragraph mark, a tracked change around the paragraph, a text box inside it) is read anew.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lexdesk.word.names import W_NS, Element, P
from lexdesk.word.parts import xml_bytes
from lexdesk.word.reading import ReadParagraph

_START = re.compile(rb"<w:p[\s/>]")
_EMPTY = re.compile(rb"<w:p(?:\s[^>]*)?/>")


@dataclass(frozen=True)
class State:
    """The trees and paragraphs of one state of a document; ``keys`` name ``items`` in order."""

    roots: Mapping[str, Element]
    items: Sequence[ReadParagraph]
    keys: Sequence[str]


def same_paragraphs(before: State, after: State) -> frozenset[str]:
    """Keys of the paragraphs that are the same in both states."""
    old = dict(zip(before.keys, before.items, strict=True))
    changed = [part for part in after.roots if after.roots[part] is not before.roots.get(part)]
    was: dict[Element, bytes] = {}
    now: dict[Element, bytes] = {}
    for part in changed:
        if part in before.roots:
            was.update(_stretches(before.roots[part]))
            now.update(_stretches(after.roots[part]))
    same = []
    leaves_open = [bool(item.fields) for item in after.items[1:]] + [False]
    for key, item, open_after in zip(after.keys, after.items, leaves_open, strict=True):
        other = old.get(key)
        if open_after:
            continue  # the rest of its field stands in paragraphs that may have changed
        if other is item:
            same.append(key)
        elif other is not None and _alike(other, item):
            stretch = now.get(item.place.node)
            if stretch is not None and stretch == was.get(other.place.node):
                same.append(key)
    return frozenset(same)


def _alike(one: ReadParagraph, other: ReadParagraph) -> bool:
    """Whether nothing around the two paragraphs differs, and nothing around them is tracked."""
    a, b = one.place, other.place
    if one.fields or other.fields or a.outer or b.outer:
        return False
    return (a.part, a.cell, a.note, a.lock, a.shaded) == (b.part, b.cell, b.note, b.lock, b.shaded)


def _stretches(root: Element) -> dict[Element, bytes]:
    """For each paragraph the bytes from its start to that of the next paragraph. {} where bytes and tree
    cannot be laid side by side; a paragraph with another one inside it is left out."""
    content = xml_bytes(root)
    if root.nsmap.get("w") != W_NS or b"<!" in content:
        return {}
    starts = [match.start() for match in _START.finditer(content)]
    nodes = list(root.iter(P))
    if len(starts) != len(nodes):
        return {}
    found: dict[Element, bytes] = {}
    for node, start, end in zip(nodes, starts, [*starts[1:], len(content)], strict=True):
        stretch = content[start:end]
        if b"</w:p>" in stretch or _EMPTY.match(stretch):
            found[node] = stretch
    return found
