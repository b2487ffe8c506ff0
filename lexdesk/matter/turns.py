"""The conversation of each chat's model, what each run could see, and what compaction took out of view."""

from collections.abc import Iterable, Sequence

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.turn_records import CompactionItemRow, CompactionRow, ReachRow, TurnRow


class Turns:
    """Turns in the order in which they happened. None is ever changed."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        chat_id: int,
        run_id: int,
        kind: str,
        text: str = "",
        *,
        thinking: str = "",
        tool_result_id: int | None = None,
        call_id: int | None = None,
        head: int = 0,
        tail: int = 0,
    ) -> int:
        """Append a turn; its id."""
        return self._db.insert(
            "turns",
            chat_id=chat_id,
            run_id=run_id,
            kind=kind,
            text=text,
            thinking=thinking,
            tool_result_id=tool_result_id,
            call_id=call_id,
            head=head,
            tail=tail,
            at=now(),
        )

    def of_chat(self, chat_id: int, after: int = 0) -> list[TurnRow]:
        """The turns of a chat with an id above ``after``, in order."""
        return self._db.records(
            TurnRow, "FROM turns WHERE chat_id = ? AND id > ? ORDER BY id", (chat_id, after)
        )

    def of_run(self, run_id: int) -> list[TurnRow]:
        """The turns of a run in order."""
        return self._db.records(TurnRow, "FROM turns WHERE run_id = ? ORDER BY id", (run_id,))

    def result_of(self, tool_result_id: int) -> TurnRow | None:
        """The turn that says what of the result the model was shown; None if it was not answered."""
        return self._db.record(
            TurnRow, "FROM turns WHERE tool_result_id = ? AND kind = 'result'", (tool_result_id,)
        )

    def set_reach(self, run_id: int, rows: Iterable[tuple[str, int, str, str]]) -> None:
        """Note, once, what the run's model can see: kind, id, label, why."""
        for seq, (kind, ref, label, why) in enumerate(rows, 1):
            self._db.insert("run_reach", run_id=run_id, seq=seq, kind=kind, ref=ref, label=label, why=why)

    def reach(self, run_id: int) -> list[ReachRow]:
        """What the run's model could see, in order."""
        return self._db.records(ReachRow, "FROM run_reach WHERE run_id = ? ORDER BY seq", (run_id,))

    def add_sources(self, tool_result_id: int, source_ids: Iterable[int]) -> None:
        """Note whose text an output holds."""
        for source_id in dict.fromkeys(source_ids):
            self._db.insert("tool_result_sources", tool_result_id=tool_result_id, source_id=source_id)

    def sources_of(self, tool_result_id: int) -> list[int]:
        """The sources whose text the output holds."""
        rows = self._db.rows(
            "SELECT source_id FROM tool_result_sources WHERE tool_result_id = ?", (tool_result_id,)
        )
        return [int(row[0]) for row in rows]

    def sources_read(self, chat_id: int) -> list[tuple[int, int]]:
        """Each source whose text an output of the chat holds, with the first such output, in their order."""
        rows = self._db.rows(
            """SELECT source_id, MIN(tool_result_id) FROM tool_result_sources
            JOIN tool_results ON tool_results.id = tool_result_id JOIN runs ON runs.id = run_id
            WHERE chat_id = ? GROUP BY source_id ORDER BY 2""",
            (chat_id,),
        )
        return [(int(source), int(result)) for source, result in rows]

    def sources_of_run(self, run_id: int) -> list[int]:
        """The sources whose text the run's outputs hold."""
        rows = self._db.rows(
            """SELECT DISTINCT source_id FROM tool_result_sources
            JOIN tool_results ON tool_results.id = tool_result_id WHERE run_id = ?""",
            (run_id,),
        )
        return [int(row[0]) for row in rows]


class Compactions:
    """What left the view of a chat's model, and how it is read back."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        chat_id: int,
        run_id: int,
        level: str,
        tokens: tuple[int, int],
        last: tuple[int, int],
        newest: tuple[int, int],
        pinned: str,
        items: Sequence[tuple[str, int, int, str]],
        lines: Sequence[tuple[str, str]] = (),
    ) -> int:
        """Store a compaction: ``tokens`` before and after, ``last`` and ``newest`` turn and message,
        ``items`` (kind, id, code points, address) and ``lines`` (address, sentence). Its id."""
        compaction_id = self._db.insert(
            "compactions",
            chat_id=chat_id,
            run_id=run_id,
            level=level,
            at=now(),
            tokens_before=tokens[0],
            tokens_after=tokens[1],
            last_turn=last[0],
            last_message=last[1],
            newest_turn=newest[0],
            newest_message=newest[1],
            pinned=pinned,
        )
        for seq, (address, text) in enumerate(lines, 1):
            self._db.insert(
                "compaction_lines", compaction_id=compaction_id, seq=seq, address=address, text=text
            )
        for seq, (kind, ref, code_points, address) in enumerate(items, 1):
            self._db.insert(
                "compaction_items",
                compaction_id=compaction_id,
                seq=seq,
                kind=kind,
                ref=ref,
                code_points=code_points,
                address=address,
            )
        return compaction_id

    def of_chat(self, chat_id: int) -> list[CompactionRow]:
        """The compactions of a chat with what each took out of view, oldest first."""
        return self._db.records(
            CompactionRow,
            "FROM compactions WHERE chat_id = ? ORDER BY id",
            (chat_id,),
            items=self._items,
            lines=self._lines,
        )

    def _lines(self, compaction_id: int) -> tuple[tuple[str, str], ...]:
        rows = self._db.rows(
            "SELECT address, text FROM compaction_lines WHERE compaction_id = ? ORDER BY seq",
            (compaction_id,),
        )
        return tuple((str(address), str(text)) for address, text in rows)

    def _items(self, compaction_id: int) -> tuple[CompactionItemRow, ...]:
        return tuple(
            self._db.records(
                CompactionItemRow,
                "FROM compaction_items WHERE compaction_id = ? ORDER BY seq",
                (compaction_id,),
            )
        )
