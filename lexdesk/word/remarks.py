"""Comments and highlighting: marks on the text that the text itself does not show."""

from dataclasses import dataclass
from typing import Literal

from lexdesk.text.spans import Span
from lexdesk.word.document import Document
from lexdesk.word.names import w
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
    said = {c.get(_ID, ""): c for c in document.comments()}
    found: list[TextRemark] = []
    taken: set[tuple[str, Span]] = set()
    roots = {part: document.tree_copy(part) for part in document.stories}
    items = walk_all(roots, document.stories)
    for key, item in zip(document.keys, items, strict=True):
        found.extend(_highlights(key, item.walk.atoms))
    places = {
        id(atom.node): (key, atom.start, atom.end)
        for key, item in zip(document.keys, items, strict=True)
        for atom in item.walk.atoms
        if atom.current
    }
    for root in roots.values():
        for ident, key, span in _ranges(root, places):
            comment = said.get(ident)
            if comment is None or (key, span) in taken:
                continue
            taken.add((key, span))
            found.append(TextRemark(key, span, "comment", comment.get(w("author"), ""), _words(comment)))
    order = {key: i for i, key in enumerate(document.keys)}
    return sorted(found, key=lambda remark: (order[remark.key], remark.span))
