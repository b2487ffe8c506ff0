"""Choosing tracked changes as a person names them: by id, by author, by kind."""

from collections.abc import Callable, Collection

from lexdesk.errors import LexDeskError
from lexdesk.word.document import Document
from lexdesk.word.names import Element
from lexdesk.word.revisions import RawRevision, grouped, raw_revisions


class NoSuchRevision(LexDeskError):
    """A tracked change was named that the document does not have."""

    code = "no_such_revision"


def chosen(
    document: Document,
    ids: Collection[str] = (),
    authors: Collection[str] = (),
    kinds: Collection[str] = (),
) -> Callable[[RawRevision], bool]:
    """A test for ``resolved``: changes with one of the ids, by one of the authors, of one of the kinds.

    An empty condition holds for all. Every element of a change as a person counts it is chosen together.
    Raises NoSuchRevision for an id, author or kind that no change of the document has.
    """
    for wanted, known, what in (
        (ids, {revision.id for revision in document.revisions}, "number"),
        (authors, {revision.author for revision in document.revisions}, "author"),
        (kinds, {revision.kind for revision in document.revisions}, "kind"),
    ):
        missing = next((name for name in wanted if name not in known), None)
        if missing is not None:
            there = ", ".join(sorted(known)[:12]) or "none"
            raise NoSuchRevision(f"No tracked change has the {what} “{missing}”.", f"There are: {there}.")
    picked = {
        revision.id
        for revision in document.revisions
        if (not ids or revision.id in ids)
        and (not authors or revision.author in authors)
        and (not kinds or revision.kind in kinds)
    }
    roots = {part: document.tree_copy(part) for part in document.stories}
    raws = [raw for part, root in roots.items() for raw in raw_revisions(root, part)]
    names = grouped(raws, {})[1]
    places = {_place(raw.part, raw.node) for raw in raws if names.get(raw.node) in picked}
    return lambda raw: _place(raw.part, raw.node) in places


def _place(part: str, node: Element) -> tuple[str, str]:
    """Where a node stands in its tree, the same in every copy of the tree."""
    return part, node.getroottree().getpath(node)
