"""Whether the wording in hand rules: amendments among the sources that change a clause (F57)."""

from collections.abc import Sequence

from lexdesk.assistant.outcome import Claim, by_code
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import Place
from lexdesk.evidence.family import agreements, titles_agree
from lexdesk.law.amendments import changes_of, read_instrument

_SAID = {"replaced": "replaces", "deleted": "deletes", "renumbered": "renumbers"}


def amended_by_sources(scope: Scope, places: Sequence[Place]) -> list[Claim]:
    """A sentence for each amendment in the chat's reach that replaces, deletes or renumbers a clause among
    ``places``; [] where none does. Read by code from the amendment's operative sentences."""
    reader = scope.matter.read()
    sources = [reader.sources.get(source) for source in scope.source_ids]
    structure = scope.structure()
    here = read_instrument(0, structure.blocks, structure.tree)
    labels = {place.label for place in places if place.label}
    amending = [
        reader.sources.get(one.id)
        for one in agreements(reader, sources)
        if labels and one.kind == "amendment" and titles_agree(here, one)
    ]
    said = []
    for one in agreements(reader, amending, whole=True):
        for change in changes_of(one):
            changed = [section.label for section in structure.tree.find(change.label)]
            if change.kind in _SAID and any(_is_part(label, whole) for label in labels for whole in changed):
                dated = f" of {one.dated}" if one.dated else ""
                text = f"“{one.title}”{dated} {_SAID[change.kind]} clause {change.label}"
                text += f": “{change.text[:200]}”" if change.text else ""
                said.append(by_code(f"{text}. The wording in hand may not be the one that rules today."))
    return said


def _is_part(label: str, whole: str) -> bool:
    return label == whole or label.startswith((f"{whole}.", f"{whole}(", f"{whole}第"))
