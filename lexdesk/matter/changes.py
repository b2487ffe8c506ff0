"""Change records: what each accepted edit, hand edit or import did, paragraph by paragraph."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, marks
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import ChangeRow

_AT_ONCE = 500  # values in one list of a query


class Changes:
    """Written in the transaction that makes the version, never changed after."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, change: ChangeRow) -> ChangeRow:
        """Store a change whose ``id`` is 0; an empty ``at`` becomes now. The row as stored."""
        fields = vars(change) | {"at": change.at or now()}
        del fields["id"]
        change_id = self._db.insert("changes", **fields)
        for root in dict.fromkeys(change.section_id.split("/")) if change.section_id else ():
            self._db.insert(
                "change_clauses", document_id=change.document_id, root_key=root, change_id=change_id
            )
        return replace(change, id=change_id, at=fields["at"])

    def get(self, change_id: int) -> ChangeRow:
        """The change record; raises ``NotFound``."""
        change = self._db.record(ChangeRow, "FROM changes WHERE id = ?", (change_id,))
        if change is None:
            raise NotFound("change record", change_id)
        return change

    def of_version(self, version_id: int) -> list[ChangeRow]:
        """What making this version changed, in order."""
        return self._db.records(
            ChangeRow, "FROM changes WHERE version_id = ? ORDER BY seq, id", (version_id,)
        )

    def of_document(self, document_id: int) -> list[ChangeRow]:
        """All change records of a document, on every branch, oldest first."""
        return self._db.records(ChangeRow, "FROM changes WHERE document_id = ? ORDER BY id", (document_id,))

    def counts(self, document_id: int) -> dict[int, int]:
        """How many records each version of a document has, by version id; versions without any are left
        out. Reads no texts."""
        return dict(
            self._db.rows(
                "SELECT version_id, COUNT(*) FROM changes WHERE document_id = ? GROUP BY version_id",
                (document_id,),
            )
        )

    def of_versions(self, version_ids: Sequence[int]) -> list[ChangeRow]:
        """What making these versions changed, oldest version first."""
        found: list[ChangeRow] = []
        ids = sorted(version_ids)
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            found += self._db.records(
                ChangeRow,
                f"FROM changes WHERE version_id IN ({marks(some)}) ORDER BY version_id, seq, id",
                tuple(some),
            )
        return found

    def of_clause(self, document_id: int, keys: Collection[str], roots: Collection[str]) -> list[ChangeRow]:
        """Change records, on every branch, of the paragraphs ``keys`` and of what stood at the time in a
        clause that begins with one of the paragraphs ``roots``; oldest version first. Reads no others."""
        found: dict[int, ChangeRow] = {}
        for key in keys:
            found.update((row.id, row) for row in self.of_key(document_id, key))
        for root in roots:
            rows = self._db.rows(
                "SELECT change_id FROM change_clauses WHERE document_id = ? AND root_key = ?",
                (document_id, root),
            )
            found.update((row[0], self.get(row[0])) for row in rows if row[0] not in found)
        return sorted(found.values(), key=lambda row: (row.version_id, row.seq, row.id))

    def of_key(self, document_id: int, paragraph_key: str) -> list[ChangeRow]:
        """All change records of one paragraph, on every branch, oldest first."""
        return self._db.records(
            ChangeRow,
            "FROM changes WHERE document_id = ? AND paragraph_key = ? ORDER BY id",
            (document_id, paragraph_key),
        )
