"""What reviews against a playbook found, rule by rule."""

from lexdesk.matter.driver import Connection
from lexdesk.matter.knowledge_records import PlaybookResultRow


class PlaybookResults:
    """One row for each rule of each review; written once."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        run_id: int,
        rule: str,
        verdict: str,
        position: str,
        reason: str,
        judged_by: str,
        rule_passage: int,
        clause_passage: int | None,
        edit_id: int | None,
    ) -> PlaybookResultRow:
        """Append the result of one rule."""
        seq = self._db.value(
            "SELECT COALESCE(MAX(seq), 0) + 1 FROM playbook_results WHERE run_id = ?", (run_id,)
        )
        row_id = self._db.insert(
            "playbook_results",
            run_id=run_id,
            seq=seq,
            rule=rule,
            verdict=verdict,
            position=position,
            reason=reason,
            judged_by=judged_by,
            rule_passage=rule_passage,
            clause_passage=clause_passage,
            edit_id=edit_id,
        )
        return next(row for row in self.of_run(run_id) if row.id == row_id)

    def waiting(self, rule_passage: int, document_id: int) -> list[int]:
        """Edits of a document that earlier reviews by the same rule staged and nobody has decided."""
        rows = self._db.rows(
            """SELECT DISTINCT edits.id FROM playbook_results JOIN edits ON edits.id = edit_id
            WHERE rule_passage = ? AND document_id = ? AND edits.state = 'staged' ORDER BY edits.id""",
            (rule_passage, document_id),
        )
        return [int(row[0]) for row in rows]

    def of_run(self, run_id: int) -> list[PlaybookResultRow]:
        """The results of one review in the order of the playbook."""
        return self._db.records(
            PlaybookResultRow, "FROM playbook_results WHERE run_id = ? ORDER BY seq", (run_id,)
        )
