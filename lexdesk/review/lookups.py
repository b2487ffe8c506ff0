"""Cross-reference look-ups on record: which count for the deletion of a clause (P6), and what they found.

A look-up counts when the tool ``get_cross_references`` completed, its whole output was stored and none of
it was cut for the model, and its validated input names the clause and the version, or an ancestor version
since which neither the clause nor a paragraph that refers to it has changed.
"""

import json
from collections.abc import Iterator, Sequence

from lexdesk.law.model import Section
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import PacketItemRow, ToolResultRow
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structure, Structures

TOOL = "get_cross_references"


class LookUps:
    """The look-ups that a matter holds for one version of a document. ``named`` are tried first."""

    def __init__(
        self,
        reader: Reader,
        structures: Structures,
        document_id: int,
        version_id: int,
        named: Sequence[int] = (),
    ) -> None:
        self._reader = reader
        self._structures = structures
        self._document_id = document_id
        self._version_id = version_id
        self._named = tuple(named)

    def covers(self, section: Section) -> bool:
        """True if a completed look-up for ``section`` (of the version) is on record."""
        ancestors = {row.id for row in self._reader.versions.chain(self._version_id)}
        return any(self._counts(result, section, ancestors) for result in self._results(ancestors))

    def _results(self, ancestors: set[int]) -> Iterator[ToolResultRow]:
        for result_id in self._named:
            yield self._reader.tools.get(result_id)
        for run in sorted(self._reader.runs.list(), key=lambda row: row.id, reverse=True):
            if run.document_id in (None, self._document_id) and run.version_id in {None, *ancestors}:
                yield from self._reader.tools.of_run(run.id)

    def _counts(self, result: ToolResultRow, section: Section, ancestors: set[int]) -> bool:
        asked = completed_input(result)
        if asked is None:
            return False
        version, name = asked
        if version not in ancestors:
            return False
        here = self._structures.of(self._version_id)
        if version == self._version_id:
            return section.id in {found.id for found in named_sections(here, name)}
        try:
            then = self._structures.of(version)
        except NotFound:
            return False
        for old in named_sections(then, name):
            if old.first_block == section.first_block and old.start == section.start:
                return _seen(then, old) == _seen(here, section)
        return False


def completed_input(result: ToolResultRow) -> tuple[int, str] | None:
    """Version and clause that a completed, uncut look-up was made for; None if it does not count."""
    if result.tool != TOOL or result.status != "ok" or len(result.output) != result.length:
        return None
    if result.shown_start is not None and (result.shown_start > 0 or (result.shown_end or 0) < result.length):
        return None
    try:
        asked = json.loads(result.input_validated)
        return int(asked["version_id"]), str(asked["section"])
    except (ValueError, KeyError, TypeError):
        return None


def named_sections(structure: Structure, name: str) -> list[Section]:
    """Sections of that label or id."""
    return [s for s in structure.tree.sections if s.id == name] or structure.tree.find(name)


def _seen(structure: Structure, section: Section) -> dict[str, str | None]:
    """Texts of the clause and of every paragraph that refers to it."""
    keys = [*section.blocks, *(reference.block for reference in structure.references_to(section))]
    return {key: structure.text(key) for key in keys}


def look_up_items(
    reader: Reader, structure: Structure, lookups: Sequence[int], listed: Sequence[int | None]
) -> list[PacketItemRow]:
    """Packet lines for look-ups that the packet does not list yet: how many found, how many references
    of the document are unresolved, how many the lawyer has opened (none, when an edit is staged)."""
    items = []
    for result_id in lookups:
        if result_id in listed:
            continue
        result = reader.tools.get(result_id)
        asked = completed_input(result)
        if asked is None:
            text = f"The look-up did not complete ({result.status}), so it does not count."
            name = result.tool
        else:
            name = asked[1]
            found = [ref for s in named_sections(structure, name) for ref in structure.references_to(s)]
            unresolved = sum(1 for ref in structure.references if ref.kind in ("dangling", "ambiguous"))
            text = (
                f"Cross-references to {name} looked up by code: {len(found)} found; {unresolved} references "
                "of the document unresolved; 0 opened by the lawyer when this was staged."
            )
        details = json.dumps({"tool": result.tool, "status": result.status}, sort_keys=True)
        items.append(PacketItemRow(0, "check", name, text, "found_by_code", None, result_id, details))
    return items
