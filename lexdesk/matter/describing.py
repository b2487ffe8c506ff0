"""Who said what of a source, and when. Every value ever said stays; the last one counts."""

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.evidence_records import AuthorityCheckRow, Basis, FactRow


class SourceFacts:
    """The log behind the describing columns of ``sources``."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def say(
        self, source_id: int, field: str, value: str, said_by: str, basis: Basis, because: str = ""
    ) -> FactRow:
        """Append one fact. The column of the source is set by ``Sources.set``."""
        fact_id = self._db.insert(
            "source_facts",
            source_id=source_id,
            field=field,
            value=value,
            said_by=said_by,
            at=now(),
            basis=basis,
            because=because,
        )
        found = self._db.record(FactRow, "FROM source_facts WHERE id = ?", (fact_id,))
        assert found is not None, "just inserted"
        return found

    def of(self, source_id: int) -> dict[str, FactRow]:
        """The fact said last for each field."""
        return {fact.field: fact for fact in self.history(source_id)}

    def history(self, source_id: int, field: str | None = None) -> list[FactRow]:
        """Everything said of a source (or of one field of it), oldest first."""
        return self._db.records(
            FactRow,
            "FROM source_facts WHERE source_id = ? AND (? IS NULL OR field = ?) ORDER BY id",
            (source_id, field, field),
        )


class AuthorityChecks:
    """What was found about authorities on a networked machine."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        ref: str,
        source_id: int | None,
        authority: str,
        status: str,
        checked_by: str,
        checked_on: str,
        checked_where: str,
        note: str,
        taken_by: str,
    ) -> int:
        """Append one result; its id."""
        return self._db.insert(
            "authority_checks",
            ref=ref,
            source_id=source_id,
            authority=authority,
            status=status,
            checked_by=checked_by,
            checked_on=checked_on,
            checked_where=checked_where,
            note=note,
            taken_by=taken_by,
            at=now(),
        )

    def list(self) -> list[AuthorityCheckRow]:
        """All results, oldest first."""
        return self._db.records(AuthorityCheckRow, "FROM authority_checks ORDER BY id")

    def latest(self) -> dict[str, AuthorityCheckRow]:
        """The result taken last for each ``ref``."""
        return {row.ref: row for row in self.list()}
