"""The other working documents of a matter: what in them leans on a clause of this one."""

from collections.abc import Iterator

from lexdesk.law.across import Pointer, ReadDocument, names_of_document, pointers_into
from lexdesk.law.impact import is_below, labels_gone, renumbered
from lexdesk.matter.file import Matter
from lexdesk.review.advisories import Case, Finding
from lexdesk.review.structure import Structure, Structures


def read_document(document_id: int, name: str, file_name: str, structure: Structure) -> ReadDocument:
    """A document state as ``law`` compares it with others."""
    names = {*names_of_document(structure.blocks, file_name), name.strip().lower()}
    return ReadDocument(
        document_id,
        tuple(sorted(names)),
        structure.blocks,
        structure.tree,
        structure.references,
        structure.terms,
    )


class Elsewhere:
    """The other documents at their heads, read only when a check asks for them."""

    def __init__(self, matter: Matter, structures: Structures, document_id: int) -> None:
        self._matter = matter
        self._structures = structures
        self._document_id = document_id

    def pointers(self, here: Structure) -> list[tuple[str, str, Pointer]]:
        """References of the other documents into ``here``: document's name, clause there, reference."""
        documents = self._matter.read().documents
        rows = {row.id: row for row in documents.list()}
        if len(rows) < 2:
            return []
        read = {}
        for row in rows.values():
            own = row.id == self._document_id
            read[row.id] = here if own else self._structures.of(documents.head(row.id).id)
        named = [read_document(row.id, row.name, row.file_name, read[row.id]) for row in rows.values()]
        return [
            (
                rows[pointer.document].name,
                read[pointer.document].place_label(pointer.reference.block, pointer.reference.span.start),
                pointer,
            )
            for pointer in pointers_into(named, self._document_id)
        ]


def xref_elsewhere(case: Case) -> Iterator[Finding]:
    """References in other documents of the matter to a clause that goes, or whose number moves up."""
    if not case.deleted or case.elsewhere is None:
        return
    tree = case.before.tree
    gone = frozenset().union(*(labels_gone(tree, section.id) for section in case.deleted))
    moved = {old: new for s in case.deleted for old, new in renumbered(tree, s.id).items()}
    lost: list[str] = []
    shifted: list[str] = []
    facts: dict[str, list[list[object]]] = {"lost": [], "shifted": []}
    for name, label, pointer in case.elsewhere.pointers(case.before):
        where = f"{label or 'unnumbered text'} of “{name}”"
        verb = "refers" if pointer.sure else "may refer"
        for target in pointer.labels:
            if is_below(target, gone):
                lost.append(f"{where} {verb} to {target}")
                facts["lost"].append([name, label, target, "", pointer.sure])
            elif target in moved:
                shifted.append(f"{where} {verb} to {target}, which becomes {moved[target]}")
                facts["shifted"].append([name, label, target, moved[target], pointer.sure])
    for kind, says, found in (
        ("lost", "Another document leans on what this change deletes", dict.fromkeys(lost)),
        ("shifted", "Numbers change, and another document would keep the old one", dict.fromkeys(shifted)),
    ):
        if found:
            details: dict[str, object] = {"form": kind, "references": list(found), "places": facts[kind]}
            yield Finding("warning", f"{says}: {'; '.join(found)}.", (), details)
