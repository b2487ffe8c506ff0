"""Word files changed without any mark, as somebody does who switched tracking off: a new file to compare."""

import copy
import random
from collections.abc import Iterator, Sequence

from lxml import etree

from lexdesk.word.document import Document
from lexdesk.word.names import PPR, RPR, SECTPR, TBL, TC, TR, TXBX, XML_SPACE, Element, P, R, T, w
from lexdesk.word.package import changed_part, pack
from lexdesk.word.parts import map_parts, xml_bytes

_WORDS = (
    "promptly", "the", "Supplier", "not", "thirty", "(30)", "days", "Fees", "shall", "of", "in", "writing",
    "付款", "ninety", "materially", "Customer’s", "and",
)  # fmt: skip
KINDS = (
    "words", "words", "words", "remove", "add", "add_empty", "remove_empty", "move", "cell", "row",
    "swap_row", "several",
)  # fmt: skip


def rewritten(data: bytes, seed: int, changes: int, kinds: Sequence[str] = KINDS) -> bytes:
    """The file with that many random changes of its main part, none of them tracked.

    ``kinds``: words of a run changed, a paragraph removed, added (with words or empty) or moved, words of a
    cell changed, a row removed, added or exchanged with its neighbour, several paragraphs added at one place.
    """
    chance = random.Random(seed)
    parts = Document.open(data).parts()
    mapped = map_parts(parts)
    root = mapped.root(mapped.main)
    for _ in range(changes):
        _change(root, chance.choice(kinds), chance)
    return pack([changed_part(p, xml_bytes(root)) if p.name == mapped.main else p for p in parts])


def _change(root: Element, kind: str, chance: random.Random) -> None:
    free = [p for p in root.iter(P) if _plain(p)]
    loose = [p for p in free if _loose(p)]
    empty = [p for p in loose if not _says(p)]
    rows = [row for row in root.iter(TR) if row.getparent().tag == TBL]  # type: ignore[union-attr]
    if kind == "words":
        _words(free, chance)
    elif kind == "cell":
        _words([p for p in free if next(p.iterancestors(TC), None) is not None], chance)
    elif kind == "remove" and loose:
        _take(chance.choice(loose))
    elif kind == "remove_empty" and empty:
        _take(chance.choice(empty))
    elif kind == "move" and len(loose) > 3:
        node, target = chance.sample(loose, 2)
        _take(node)
        target.addprevious(node)
    elif kind in ("add", "add_empty", "several") and free:
        target = chance.choice(free)
        for _ in range(3 if kind == "several" else 1):
            text = "" if kind == "add_empty" or chance.random() < 0.2 else _sentence(chance)
            target.addprevious(_new(target, text))
    elif kind in ("row", "swap_row") and rows:
        _rows(chance.choice(rows), kind, chance)


def _words(paragraphs: Sequence[Element], chance: random.Random) -> None:
    texts = [t for p in paragraphs for t in p.iter(T) if (t.text or "").strip()]
    if not texts:
        return
    node = chance.choice(texts)
    words = (node.text or "").split(" ")
    at = chance.randrange(len(words))
    words[at : at + chance.randint(0, 2)] = chance.choices(_WORDS, k=chance.randint(0, 3))
    node.text = " ".join(words)
    node.set(XML_SPACE, "preserve")


def _rows(row: Element, kind: str, chance: random.Random) -> None:
    following = row.getnext()
    if kind == "swap_row":
        if following is not None and following.tag == TR:
            following.addnext(row)
    elif chance.random() < 0.5:
        row.addnext(copy.deepcopy(row))
        _words(list(row.iter(P)), chance)
    elif following is not None and following.tag == TR:
        _take(row)


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(3, 14)))


def _new(like: Element, text: str) -> Element:
    made = etree.Element(P)
    own = like.find(PPR)
    if own is not None:
        made.append(copy.deepcopy(own))
    if text:
        etree.SubElement(etree.SubElement(made, R), T).text = text
    return made


def _take(node: Element) -> None:
    parent = node.getparent()
    assert parent is not None
    parent.remove(node)


def _says(paragraph: Element) -> bool:
    return any(child.tag != PPR for child in paragraph)


_NOT_PLAIN = (
    w("fldChar"), w("ins"), w("del"), w("moveFrom"), w("moveTo"), w("drawing"), w("pict"), w("object"), TXBX,
    w("sdt"), w("footnoteReference"), w("endnoteReference"), w("fldSimple"),
)  # fmt: skip


def _plain(paragraph: Element) -> bool:
    """Whether a paragraph may be changed by any hand: no field, no picture, no tracked change in it."""
    outside = paragraph.iterancestors(TXBX, w("sdt"))
    return (
        next(paragraph.iter(*_NOT_PLAIN), None) is None
        and next(outside, None) is None
        and paragraph.find(f"{PPR}/{SECTPR}") is None
        and paragraph.find(f"{PPR}/{RPR}/{w('vanish')}") is None
    )


def _loose(paragraph: Element) -> bool:
    """Whether its container is still sound without it."""
    return any(node.tag == P for node in _siblings(paragraph, following=True)) and any(
        True for _ in _siblings(paragraph, following=False)
    )


def _siblings(node: Element, *, following: bool) -> Iterator[Element]:
    for other in node.itersiblings(preceding=not following):
        if other.tag in (P, TBL):
            yield other
            return
