"""Edits that need each other: a definition and its uses, a clause and the references to it.

A group binds nobody: rejecting one says what happens to the rest, accepting one offers them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.errors import EditError
from lexdesk.review.recording import edit_title

_KEY = "edit_groups"


@dataclass(frozen=True)
class Companion:
    """An edit of the same group, and why they need each other."""

    edit_id: int
    title: str
    state: str
    why: str

    @property
    def sentence(self) -> str:
        """Such as "Edit 6 (change 4.2, staged) belongs with it: the term is used there."."""
        state = self.state.replace("_", " ")
        return f"Edit {self.edit_id} ({self.title}, {state}) belongs with it: {self.why}"


def group(matter: Matter, edit_ids: Sequence[int], why: str, by: str) -> None:
    """Note that these edits of one document need each other. Raises ``EditError`` for fewer than two, or of
    several documents; the matter's ``NotFound``."""
    ids = sorted(set(edit_ids))

    def work(tx: Tx) -> None:
        if len(ids) < 2:
            raise EditError("A group needs two edits at least.", "Name all of them.")
        if len({tx.edits.get(edit_id).document_id for edit_id in ids}) > 1:
            raise EditError("The edits belong to different documents.", "Group those of one agreement.")
        rows = json.loads(tx.settings.get(_KEY, "[]"))
        said = why.strip() or "they were made to stand together"
        tx.settings.set(_KEY, json.dumps([*rows, {"edits": ids, "why": said}], ensure_ascii=False))
        tx.act(by, "edit.group", ",".join(map(str, ids)), why=said)

    matter.write(work)


def companions(reader: Reader, edit_ids: Sequence[int]) -> tuple[Companion, ...]:
    """Edits grouped with any of these and not among them, oldest first."""
    found: dict[int, str] = {}
    for row in json.loads(reader.settings.get(_KEY, "[]")):
        if set(row["edits"]) & set(edit_ids):
            for other in row["edits"]:
                if other not in edit_ids:
                    found.setdefault(other, row["why"])
    edits = [reader.edits.get(edit_id) for edit_id in sorted(found)]
    return tuple(Companion(edit.id, edit_title(edit), edit.state, found[edit.id]) for edit in edits)
