"""Change records: what each accepted edit, hand edit or import did, paragraph by paragraph."""

from dataclasses import replace

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import ChangeRow


class Changes:
    """Written in the transaction that makes the version, never changed after."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, change: ChangeRow) -> ChangeRow:
        """Store a change whose ``id`` is 0; an empty ``at`` becomes now. The row as stored."""
        fields = vars(change) | {"at": change.at or now()}
        del fields["id"]
        change_id = self._db.insert("changes", **fields)
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

    def of_key(self, document_id: int, paragraph_key: str) -> list[ChangeRow]:
        """All change records of one paragraph, on every branch, oldest first."""
        return self._db.records(
            ChangeRow,
            "FROM changes WHERE document_id = ? AND paragraph_key = ? ORDER BY id",
            (document_id, paragraph_key),
        )
