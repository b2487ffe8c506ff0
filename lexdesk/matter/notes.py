"""Notes of the matter: versions, what each rests on, and what was done with them. Nothing is rewritten."""

from collections.abc import Sequence

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound, RecordRefused
from lexdesk.matter.knowledge_records import NoteActRow, NoteRow, NoteSupportRow, NoteVersionRow

Rest = tuple[int | None, int | None, int, int]
"""Passage id or None, tool result id or None, start and end in the tool's output (code points)."""


class NoteStore:
    """Notes with all their versions. A version without anything it rests on is refused."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self, text: str, rests_on: Sequence[Rest], by: str, chat_id: int | None, run_id: int | None
    ) -> NoteRow:
        """A new note in the state "proposed"."""
        note_id = self._db.insert("notes", chat_id=chat_id, run_id=run_id)
        self._write(note_id, 1, text, rests_on, by, "")
        self.act(note_id, "proposed", by)
        return self.get(note_id)

    def change(self, note_id: int, text: str, rests_on: Sequence[Rest], by: str, why: str) -> NoteRow:
        """A further version; the state is as before."""
        number = self.get(note_id).number + 1
        self._write(note_id, number, text, rests_on, by, why)
        self.act(note_id, "changed", by, why)
        return self.get(note_id)

    def act(self, note_id: int, act: str, by: str, comment: str = "") -> None:
        """Note that the newest version was proposed, changed, kept or refused."""
        number = self._number(note_id)
        self._db.insert(
            "note_acts", note_id=note_id, number=number, act=act, at=now(), by_=by, comment=comment
        )

    def get(self, note_id: int) -> NoteRow:
        """The note as it stands; raises ``NotFound``."""
        version = self.versions(note_id)[-1]
        note = self._db.row("SELECT chat_id, run_id FROM notes WHERE id = ?", (note_id,))
        assert note is not None, "it has a version"
        states = [act.act for act in self.acts(note_id) if act.act != "changed"]
        return NoteRow(
            note_id,
            note[0],
            note[1],
            version.number,
            version.text,
            states[-1],
            version.by,
            version.at,
            tuple(self.supports(note_id, version.number)),
        )

    def all(self) -> list[NoteRow]:
        """Every note, oldest first."""
        return [self.get(row[0]) for row in self._db.rows("SELECT id FROM notes ORDER BY id")]

    def versions(self, note_id: int) -> list[NoteVersionRow]:
        """All versions, oldest first; raises ``NotFound``."""
        rows = self._db.records(
            NoteVersionRow, "FROM note_versions WHERE note_id = ? ORDER BY number", (note_id,)
        )
        if not rows:
            raise NotFound("note", note_id)
        return rows

    def supports(self, note_id: int, number: int) -> list[NoteSupportRow]:
        """What a version rests on, in order."""
        return self._db.records(
            NoteSupportRow,
            "FROM note_supports WHERE note_id = ? AND number = ? ORDER BY seq",
            (note_id, number),
        )

    def acts(self, note_id: int) -> list[NoteActRow]:
        """What was done with the note, oldest first."""
        return self._db.records(NoteActRow, "FROM note_acts WHERE note_id = ? ORDER BY id", (note_id,))

    def _number(self, note_id: int) -> int:
        number = self._db.value("SELECT MAX(number) FROM note_versions WHERE note_id = ?", (note_id,))
        if number is None:
            raise NotFound("note", note_id)
        return int(number)

    def _write(
        self, note_id: int, number: int, text: str, rests_on: Sequence[Rest], by: str, why: str
    ) -> None:
        if not rests_on:
            raise RecordRefused("A note must rest on a passage or on a tool result.")
        self._db.insert("note_versions", note_id=note_id, number=number, text=text, at=now(), by_=by, why=why)
        for seq, (passage, result, start, end) in enumerate(rests_on, 1):
            self._db.insert(
                "note_supports",
                note_id=note_id,
                number=number,
                seq=seq,
                passage_id=passage,
                tool_result_id=result,
                start=start,
                end_=end,
            )
