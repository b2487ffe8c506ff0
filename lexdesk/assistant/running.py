"""One run: the lawyer's message, the answer being written, and how it ended, stored as it happens."""

import json
from collections.abc import Callable

from lexdesk.assistant.events import Event, RunEnded, RunStarted, TextArrived
from lexdesk.assistant.guided import carry_out
from lexdesk.assistant.model import Model
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.reach import reach_of_scope
from lexdesk.assistant.recorder import NoModel, RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence.limits import limits_of
from lexdesk.matter.records import RunRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.text.hashing import sha256_text


def answer_instruction(
    scope: Scope,
    model: Model | None,
    chat_id: int,
    instruction: str,
    asked_by: str,
    on_event: Callable[[Event], None],
    cancelled: Callable[[], bool],
    confirm_send: Callable[[bytes], bool] = lambda request: False,
    *,
    mode: str = "guided",
    work: Callable[[RunRecorder, Scope, str], Outcome] = carry_out,
    needs_model: bool = True,
) -> int:
    """Carry out one instruction by ``work``; gives the id of the assistant's message.

    A stopped run keeps what was written and is marked stopped; a failed one keeps its record and raises
    the error. The message, its claims, removed markers and limits are stored in one transaction.
    """
    if not instruction.strip():
        raise LexDeskError("There is nothing to answer.", "Write an instruction or a question.")
    if model is None and needs_model:
        raise NoModel()
    name = model.name if model is not None else ""
    matter = scope.matter
    reach, _why = reach_of_scope(scope, chat_id)

    def begin(tx: Tx) -> tuple[RunRow, int]:
        run = tx.runs.start(chat_id, instruction, mode, name, scope.document_id, scope.version_id)
        tx.chats.add_message(chat_id, "user", instruction, run_id=run.id)
        message = tx.chats.add_message(chat_id, "assistant", "", run_id=run.id, state="streaming")
        if mode != "free":  # a free run notes its own, with notes and skills
            tx.turns.set_reach(run.id, reach)
        tx.act(
            asked_by,
            "chat.ask",
            f"chat {chat_id}",
            run=run.id,
            instruction_sha256=sha256_text(instruction),
            model=name,
            document=scope.document_id,
            version=scope.version_id,
            sources=list(scope.source_ids),
        )
        return run, message.id

    run, message_id = matter.write(begin)
    written: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, TextArrived):
            written.append(event.text)
        on_event(event)

    hear(RunStarted(run.id, message_id))
    recorder = RunRecorder(matter, run, model, hear, cancelled, confirm_send)
    try:
        outcome = work(recorder, scope, instruction)
        _store(scope, run, message_id, outcome, "complete", outcome.state, "")
    except Cancelled as stopped:
        partial = "".join(written).strip() or stopped.message
        _store(
            scope,
            run,
            message_id,
            Outcome("stopped", (by_code(partial),)),
            "stopped",
            "stopped",
            stopped.message,
        )
        hear(RunEnded(run.id, message_id, "stopped", stopped.message))
        return message_id
    except LexDeskError as error:
        _store(
            scope, run, message_id, Outcome("failed", (by_code(str(error)),)), "failed", "failed", str(error)
        )
        hear(RunEnded(run.id, message_id, "failed", str(error)))
        raise
    hear(RunEnded(run.id, message_id, outcome.state))
    return message_id


def _store(
    scope: Scope,
    run: RunRow,
    message_id: int,
    outcome: Outcome,
    message_state: str,
    run_state: str,
    error: str,
) -> None:
    limits = _limits(scope, run, outcome) if run_state != "failed" else []

    def work(tx: Tx) -> None:
        tx.chats.set_message(message_id, text=outcome.text(), state=message_state)
        for claim in outcome.claims:
            checks = [{"state": state, "message": words} for state, words in claim.checks]
            tx.claims.add(message_id, claim.text, claim.pins, json.dumps(checks, ensure_ascii=False))
        for marker, reason in outcome.removed:
            tx.claims.add_removed_marker(message_id, marker, reason)
        for code, message in limits:
            tx.runs.add_limit(run.id, code, message)
        tx.runs.finish(run.id, run_state, error)
        tx.act(
            f"run {run.id}",
            "run.end",
            f"chat {run.chat_id}",
            run=run.id,
            state=run_state,
            edits=list(outcome.edit_ids),
            error=error,
        )

    scope.matter.write(work)


def _limits(scope: Scope, run: RunRow, outcome: Outcome) -> list[tuple[str, str]]:
    """Limits of this answer (P14): computed from what was cited and what was not read."""
    reader = scope.matter.read()
    cited = [reader.pins.get(pin).passage_id for claim in outcome.claims for pin in claim.pins]
    used = [source for passage in cited if (source := reader.passages.get(passage).source_id) is not None]
    outside = [row.id for row in reader.sources.list() if row.id not in scope.source_ids]
    found = limits_of(reader, used, outside, cited)
    if scope.source_ids:
        read_whole = _read_whole(reader, run)
        whole = [row.short_name for row in reader.sources.list() if row.id in read_whole]
        if len(whole) < len(scope.source_ids):
            read = f"only {', '.join(whole)} was read as a whole" if whole else "none was read as a whole"
            found.append(("searched_by_words", f"The sources were searched by words; {read}."))
    if scope.left_out:
        found.append(
            (
                "privileged_left_out",
                f"Kept from the remote model because privileged: {', '.join(scope.left_out)}.",
            )
        )
    return found


def _read_whole(reader: Reader, run: RunRow) -> set[int]:
    """Sources whose whole text the run's model was shown at once."""
    found: set[int] = set()
    for result in reader.tools.of_run(run.id):
        if result.tool == "read_source" and result.status == "ok" and result.shown_end == result.length:
            given = json.loads(result.input_validated)
            if not given.get("page"):
                found.add(int(given["source"]))
    return found
