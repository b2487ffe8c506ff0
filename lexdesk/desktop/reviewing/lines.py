"""The rows of the reviewing list: changes in the text, in its order, then the edits that left it."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.assistant.history_views import EditSummary
from lexdesk.assistant.views import ChangeItem

LEFT = ("set_aside", "rejected", "superseded")  # states of edits that the text does not show


@dataclass(frozen=True)
class Entry:
    """One change. ``id`` is that of the change ("edit:12", "rev:r3")."""

    id: str
    kind: str
    origin: str  # staged | ours | theirs
    state: str
    label: str
    title: str
    author: str
    at: str
    reason: str
    warnings: int


def entries(changes: Sequence[ChangeItem], edits: Sequence[EditSummary]) -> list[Entry]:
    """Every change of the text in its order, then what was set aside, rejected or superseded, newest first.
    The reason of a change is its instruction; of a change of the draft, its words."""
    by_id = {f"edit:{row.edit_id}": row for row in edits}
    found = []
    for item in changes:
        edit = by_id.get(item.id)
        found.append(
            Entry(
                item.id,
                item.kind,
                item.origin,
                item.state,
                item.label,
                item.summary,
                item.author,
                item.at,
                edit.reason if edit is not None and edit.reason else item.summary,
                edit.warnings if edit is not None else 0,
            )
        )
    for row in reversed(edits):
        if row.state in LEFT:
            kind = "delete" if row.kind.startswith("delete") else row.kind
            found.append(
                Entry(
                    f"edit:{row.edit_id}",
                    kind,
                    "staged",
                    row.state,
                    row.label,
                    row.title,
                    row.author,
                    row.at,
                    row.reason or row.title,
                    row.warnings,
                )
            )
    return found
