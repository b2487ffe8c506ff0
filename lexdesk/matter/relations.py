"""Typed relations between sources and between passages, and what people said to them."""

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.evidence_records import RelationRow, RelationState

_SAID = """(SELECT {0} FROM relation_states WHERE relation_id = relations.id ORDER BY id DESC LIMIT 1)"""
_COLUMNS = f"""SELECT id, kind, from_source, from_passage, to_source, to_passage, evidence_passage, because,
    made_by, at, {_SAID.format("state")}, {_SAID.format("said_by")} FROM relations"""


class Relations:
    """Relations stay as they were made; whether one is confirmed or refused is said in rows of its own."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        kind: str,
        from_source: int | None,
        to_source: int | None,
        made_by: str,
        state: RelationState = "confirmed",
        *,
        from_passage: int | None = None,
        to_passage: int | None = None,
        evidence_passage: int | None = None,
        because: str = "",
    ) -> RelationRow:
        """Record that one end ``kind`` the other. The same relation between the same ends goes in once: what
        is there is given back, and confirmed when it was only suggested and ``state`` is "confirmed"."""
        known = self._db.row(
            f"""{_COLUMNS} WHERE kind = ? AND from_source IS ? AND from_passage IS ? AND to_source IS ?
            AND to_passage IS ?""",
            (kind, from_source, from_passage, to_source, to_passage),
        )
        if known is not None:
            row = RelationRow(*known)
            return self.decide(row.id, state, made_by) if state == "confirmed" != row.state else row
        relation_id = self._db.insert(
            "relations",
            kind=kind,
            from_source=from_source,
            from_passage=from_passage,
            to_source=to_source,
            to_passage=to_passage,
            evidence_passage=evidence_passage,
            because=because,
            made_by=made_by,
            at=now(),
        )
        return self.decide(relation_id, state, made_by)

    def decide(self, relation_id: int, state: RelationState, by: str) -> RelationRow:
        """Say that a relation is confirmed or refused; what was said before stays on record."""
        self._db.insert("relation_states", relation_id=relation_id, state=state, said_by=by, at=now())
        return self.get(relation_id)

    def get(self, relation_id: int) -> RelationRow:
        """The relation; raises ``NotFound``."""
        row = self._db.row(f"{_COLUMNS} WHERE id = ?", (relation_id,))
        if row is None:
            raise NotFound("relation", relation_id)
        return RelationRow(*row)

    def list(self, source_id: int | None = None, refused: bool = False) -> list[RelationRow]:
        """All relations, or those with this source at either end; refused ones only when asked for."""
        rows = self._db.rows(
            f"{_COLUMNS} WHERE ? IS NULL OR from_source = ? OR to_source = ? ORDER BY id",
            (source_id, source_id, source_id),
        )
        found = [RelationRow(*row) for row in rows]
        return [row for row in found if refused or row.state != "refused"]
