"""Runs of the assistant with their limits, tool results and model calls."""

from typing import Any

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, storable
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import LimitRow, ModelCallRow, RunRow, ToolResultRow
from lexdesk.text.hashing import sha256_text

CALL = """SELECT id, run_id, seq, purpose, model, contexts.text, context_sha256, response, prompt_tokens,
    response_tokens, state, started_at, ended_at FROM model_calls JOIN contexts ON sha256 = context_sha256"""


class Runs:
    """Answers of the assistant. What a run recorded is final once it has ended."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def start(
        self,
        chat_id: int,
        instruction: str,
        mode: str,
        model: str,
        document_id: int | None = None,
        version_id: int | None = None,
    ) -> RunRow:
        """A run that is "running" until ``finish``."""
        return self.get(
            self._db.insert(
                "runs",
                chat_id=chat_id,
                instruction=instruction,
                mode=mode,
                model=model,
                document_id=document_id,
                version_id=version_id,
                state="running",
                error="",
                started_at=now(),
                ended_at="",
            )
        )

    def finish(self, run_id: int, state: str, error: str = "") -> RunRow:
        """End a run: done, asked, refused, stopped, failed. An ended run raises ``RecordRefused``."""
        if not self._db.update("runs", run_id, state=state, error=error, ended_at=now()):
            raise NotFound("run", run_id)
        return self.get(run_id)

    def get(self, run_id: int) -> RunRow:
        """The run; raises ``NotFound``."""
        run = self._db.record(RunRow, "FROM runs WHERE id = ?", (run_id,))
        if run is None:
            raise NotFound("run", run_id)
        return run

    def add_limit(self, run_id: int, code: str, message: str) -> LimitRow:
        """What the answer did not cover or must not be trusted for."""
        limit_id = self._db.insert("limits", run_id=run_id, code=code, message=message)
        return LimitRow(limit_id, run_id, code, message)

    def limits(self, run_id: int) -> list[LimitRow]:
        """The limits of a run in the order they were noted."""
        return self._db.records(LimitRow, "FROM limits WHERE run_id = ? ORDER BY id", (run_id,))

    def interrupt_unfinished(self) -> int:
        """Mark what was under way when the program ended: runs, tools and calls "interrupted", streaming
        messages "stopped". How many rows; nothing of them is lost, and none of them runs again."""
        before, at = self._db.changes, now()
        for table, column, under_way, ended in (
            ("tool_results", "status", "running", f"status = 'interrupted', ended_at = '{at}'"),
            ("model_calls", "state", "running", f"state = 'interrupted', ended_at = '{at}'"),
            ("messages", "state", "streaming", "state = 'stopped'"),
            ("runs", "state", "running", f"state = 'interrupted', ended_at = '{at}'"),
        ):
            which = f"WHERE {column} = '{under_way}'"
            # A statement that may write makes the closing read the whole table again.
            if self._db.row(f"SELECT 1 FROM {table} {which} LIMIT 1"):
                self._db.run(f"UPDATE {table} SET {ended} {which}")
        return self._db.changes - before

    def list(self, chat_id: int | None = None) -> list[RunRow]:
        """All runs, or those of a chat, oldest first."""
        return self._db.records(
            RunRow, "FROM runs WHERE ? IS NULL OR chat_id = ? ORDER BY id", (chat_id, chat_id)
        )


class _Steps:
    """What a run does one after the other, each a row that is "running" until it is ended, once."""

    table: str
    noun: str

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def _begin(self, run_id: int, **values: Any) -> int:
        seq = self._db.value(
            f"SELECT COALESCE(MAX(seq), 0) + 1 FROM {self.table} WHERE run_id = ?", (run_id,)
        )
        return self._db.insert(
            self.table, run_id=run_id, seq=int(seq), started_at=now(), ended_at="", **values
        )

    def _end(self, step_id: int, **values: Any) -> None:
        self._set(step_id, ended_at=now(), **values)

    def _set(self, step_id: int, **values: Any) -> None:
        if not self._db.update(self.table, step_id, **values):
            raise NotFound(self.noun, step_id)


class Tools(_Steps):
    """Tool results: the whole output, for ever, by id (P4)."""

    table = "tool_results"
    noun = "tool result"

    def start(self, run_id: int, tool: str, input_given: str, input_validated: str) -> int:
        """A tool call that is "running" until ``finish``; its id."""
        return self._begin(
            run_id,
            tool=tool,
            input_given=input_given,
            input_validated=input_validated,
            status="running",
            error="",
            output="",
            length=0,
            sha256=sha256_text(""),
        )

    def finish(
        self,
        tool_result_id: int,
        status: str,
        output: str,
        error: str = "",
        shown: tuple[int, int] | None = None,
    ) -> ToolResultRow:
        """Store the whole output and end the call: ok, error, cancelled. ``shown``: the part (code points,
        half-open) that the model is shown. A call that has ended raises ``RecordRefused``."""
        output = storable(output)
        start, end = shown if shown is not None else (None, None)
        self._end(
            tool_result_id,
            status=status,
            output=output,
            error=error,
            length=len(output),
            sha256=sha256_text(output),
            shown_start=start,
            shown_end=end,
        )
        return self.get(tool_result_id)

    def set_shown(self, tool_result_id: int, start: int, end: int) -> None:
        """Note, once, which part the model was shown, when that is decided after the output was stored."""
        self._set(tool_result_id, shown_start=start, shown_end=end)

    def get(self, tool_result_id: int) -> ToolResultRow:
        """The tool result with its whole output; raises ``NotFound``."""
        result = self._db.record(ToolResultRow, "FROM tool_results WHERE id = ?", (tool_result_id,))
        if result is None:
            raise NotFound("tool result", tool_result_id)
        return result

    def of_run(self, run_id: int) -> list[ToolResultRow]:
        """The tool results of a run in order."""
        return self._db.records(ToolResultRow, "FROM tool_results WHERE run_id = ? ORDER BY seq", (run_id,))

    def slice(self, tool_result_id: int, offset: int, length: int) -> tuple[str, int, int | None, str]:
        """``output[offset:offset+length]`` in code points, the whole length, where to go on (None at the end)
        and the hash of the whole output. An offset past the end gives an empty text."""
        if offset < 0 or length <= 0:
            raise ValueError("offset counts from 0 and length from 1")
        result = self.get(tool_result_id)
        end = offset + length
        following = end if end < result.length else None
        return result.output[offset:end], result.length, following, result.sha256


class Calls(_Steps):
    """Model calls with the exact request of each."""

    table = "model_calls"
    noun = "model call"

    def start(self, run_id: int, purpose: str, model: str, context: str) -> int:
        """Store the exact request before it is made; the call is "running" until ``finish``. Its id."""
        context = storable(context)
        sha256 = sha256_text(context)
        self._db.run(
            "INSERT INTO contexts (sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING", (sha256, context)
        )
        return self._begin(
            run_id,
            purpose=purpose,
            model=model,
            context_sha256=sha256,
            response="",
            prompt_tokens=0,
            response_tokens=0,
            state="running",
        )

    def finish(
        self, call_id: int, state: str, response: str, prompt_tokens: int = 0, response_tokens: int = 0
    ) -> ModelCallRow:
        """End a call: done, stopped, failed. A call that has ended raises ``RecordRefused``."""
        self._end(
            call_id,
            state=state,
            response=response,
            prompt_tokens=prompt_tokens,
            response_tokens=response_tokens,
        )
        return self.get(call_id)

    def get(self, call_id: int) -> ModelCallRow:
        """The call with its request; raises ``NotFound``."""
        row = self._db.row(f"{CALL} WHERE id = ?", (call_id,))
        if row is None:
            raise NotFound("model call", call_id)
        return ModelCallRow(*row)

    def of_run(self, run_id: int) -> list[ModelCallRow]:
        """The calls of a run in order."""
        return [
            ModelCallRow(*row) for row in self._db.rows(f"{CALL} WHERE run_id = ? ORDER BY seq", (run_id,))
        ]
