"""Comments and highlighting: marks on the text that the text itself does not show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.text.spans import Span
from lexdesk.word.atoms import Atom
from lexdesk.word.document import Document
from lexdesk.word.names import DEL_TEXT, RPR, Element, P, T, child_val, w
from lexdesk.word.parts import map_parts
from lexdesk.word.reading import walk_all

_START, _END, _MARK = w("commentRangeStart"), w("commentRangeEnd"), w("commentReference")
_COMMENT, _ID = w("comment"), w("id")


@dataclass(frozen=True)
class TextRemark:
    """``span`` is in the current text of paragraph ``key``; a comment on several paragraphs has one each.

    ``says`` are the words of the comment, its paragraphs joined by newlines; "" for highlighting.
    """

    key: str
    span: Span
    kind: Literal["comment", "highlight"]
    author: str = ""
    says: str = ""


def remarks_of(document: Document) -> list[TextRemark]:
    """Comments with the text they hang on, and highlighted stretches, in document order.

    A comment without a range hangs on the empty span where its mark stands. Replies that hang on the
    same text count as one remark with the words of the first.
    """
    comments = map_parts(document.parts()).optional_root("comments")
    said = {} if comments is None else {c.get(_ID, ""): c for c in comments.iter(_COMMENT)}
    roots = {part: document.tree_copy(part) for part in document.stories}
    walked = list(zip(document.keys, walk_all(roots, document.stories), strict=True))
    found: list[TextRemark] = []
    places: dict[Element, tuple[str, Span]] = {}
    for key, item in walked:
        found.extend(_highlights(key, item.walk.atoms))
        for atom in item.walk.atoms:
            if atom.current and (atom.text or atom.role == "anchor"):
                places[atom.node] = (key, Span(atom.start, atom.end))
    taken: set[tuple[str, Span]] = set()
    for root in roots.values():
        for ident, key, span in _ranges(root, places):
            comment = said.get(ident)
            if comment is not None and (key, span) not in taken:
                taken.add((key, span))
                found.append(TextRemark(key, span, "comment", comment.get(w("author"), ""), _words(comment)))
    order = {key: i for i, key in enumerate(document.keys)}
    return sorted(found, key=lambda remark: (order[remark.key], remark.span))


def _highlights(key: str, atoms: Sequence[Atom]) -> Iterator[TextRemark]:
    """Neighbouring highlighted runs are one stretch."""
    open_at: Span | None = None
    for atom in atoms:
        if not atom.current or not atom.text:
            continue
        properties = atom.run.find(RPR)
        colour = child_val(properties, w("highlight")) if properties is not None else None
        if colour is not None and colour != "none":
            open_at = Span(open_at.start if open_at is not None else atom.start, atom.end)
        elif open_at is not None:
            yield TextRemark(key, open_at, "highlight")
            open_at = None
    if open_at is not None:
        yield TextRemark(key, open_at, "highlight")


def _ranges(root: Element, places: Mapping[Element, tuple[str, Span]]) -> Iterator[tuple[str, str, Span]]:
    """(comment id, paragraph key, span) of each paragraph a comment hangs on."""
    running: dict[str, dict[str, Span]] = {}
    ranged: set[str] = set()
    for node in root.iter():
        if node.tag == _START:
            running[node.get(_ID, "")] = {}
        elif node.tag == _END:
            ident = node.get(_ID, "")
            for key, span in running.pop(ident, {}).items():
                ranged.add(ident)
                yield ident, key, span
        elif node.tag == _MARK and node.get(_ID, "") not in ranged and node in places:
            key, span = places[node]
            yield node.get(_ID, ""), key, span
        elif node in places:
            key, span = places[node]
            for spans in running.values():
                spans[key] = Span(spans[key].start, span.end) if key in spans else span


def _words(comment: Element) -> str:
    return "\n".join("".join(t.text or "" for t in p.iter(T, DEL_TEXT)) for p in comment.iter(P))
