"""What an edit would do to the rest of its document, as computed when it was staged."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from lexdesk.matter.driver import Connection


@dataclass(frozen=True)
class EffectRow:
    """One thing that an edit breaks or mends. ``start`` and ``end`` are code points in the paragraph, in the
    version before the edit where the paragraph stands there, else in the result; "" as key = no place."""

    seq: int
    code: str
    mended: bool
    message: str
    label: str
    paragraph_key: str
    start: int
    end: int
    text: str


class Effects:
    """Effects of staged edits: written once, with the edit."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, edit_id: int, effects: Sequence[EffectRow]) -> None:
        """Store the effects of an edit; ``seq`` counts from 1."""
        for effect in effects:
            self._db.insert("edit_effects", edit_id=edit_id, **asdict(effect))

    def of_edit(self, edit_id: int) -> list[EffectRow]:
        """The effects of an edit in their order; [] if it has none."""
        return self._db.records(EffectRow, "FROM edit_effects WHERE edit_id = ? ORDER BY seq", (edit_id,))
