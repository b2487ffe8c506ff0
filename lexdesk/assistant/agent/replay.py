"""A run made again: every stored context given to another model, the answers laid beside the old ones.

Nothing is staged and nothing goes into the chat; the new calls are records of a run of their own.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lexdesk.assistant.agent.offered import tool_specs
from lexdesk.assistant.agent_views import ReplayedCall, ReplayView
from lexdesk.assistant.events import Event
from lexdesk.assistant.model import Message, Model, ToolCall, ToolModel
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.records import ModelCallRow, RunRow
from lexdesk.matter.stores import Tx
from lexdesk.text.worddiff import word_diff

_PROPOSING = ("clause", "heading", "sentence", "new_text", "old_text", "value")


class NothingToReplay(LexDeskError):
    """The run made no model call that could be made again, or not with this model."""

    code = "nothing_to_replay"


def replay_run(
    matter: Matter,
    model: Model,
    run_id: int,
    by: str,
    on_event: Callable[[Event], None],
    cancelled: Callable[[], bool],
    confirm_send: Callable[[bytes], bool],
) -> ReplayView:
    """Every finished model call of the run with ``model``, on exactly the stored messages. Raises
    ``NothingToReplay``, ``Cancelled`` and what the model raises; the replay is on record as a run."""
    reader = matter.read()
    old = reader.runs.get(run_id)
    calls = [row for row in reader.calls.of_run(run_id) if row.state == "done"]
    if not calls:
        raise NothingToReplay(f"Run {run_id} has no finished model call.")
    if model.remote:
        _refuse_privileged(matter, run_id)

    def begin(tx: Tx) -> RunRow:
        run = tx.runs.start(
            old.chat_id, old.instruction, "replay", model.name, old.document_id, old.version_id
        )
        tx.act(by, "run.replay", f"run {run_id}", run=run.id, model=model.name)
        return run

    run = matter.write(begin)
    recorder = RunRecorder(matter, run, model, on_event, cancelled, confirm_send)
    state, error = "done", ""
    try:
        replayed = tuple(_again(recorder, model, row) for row in calls)
    except LexDeskError as failure:
        state = "stopped" if isinstance(failure, Cancelled) else "failed"
        error = str(failure)
        raise
    finally:
        matter.write(
            lambda tx: (
                tx.runs.finish(run.id, state, error),
                tx.act(f"run {run.id}", "run.end", f"chat {run.chat_id}", run=run.id, state=state),
            )
        )
    return ReplayView(run_id, run.id, old.model, model.name, replayed)


def _refuse_privileged(matter: Matter, run_id: int) -> None:
    """What a run on this machine could see of a privileged source must not leave it (P10)."""
    reader = matter.read()
    asked: Mapping[str, Any] = next(
        (
            json.loads(row.detail)
            for row in reversed(reader.audit.rows())
            if row.act == "chat.ask" and json.loads(row.detail).get("run") == run_id
        ),
        {},
    )
    private = [
        row.short_name
        for row in reader.sources.list()
        if row.privileged and row.id in asked.get("sources", [])
    ]
    if private:
        raise NothingToReplay(
            f"Run {run_id} could see {', '.join(private)}, which is privileged. Nothing was sent.",
            "Replay it with a local model.",
        )


def _again(recorder: RunRecorder, model: Model, row: ModelCallRow) -> ReplayedCall:
    context = json.loads(row.context)
    most = int(context.get("max_tokens", 512))
    purpose = f"replay of call {row.id}"
    if context.get("tools") and isinstance(model, ToolModel):
        turn, _call = recorder.converse(purpose, "Replaying", _spoken(context), tool_specs(), most)
        calls = [{"name": call.name, "arguments": call.arguments} for call in turn.calls]
        answer = json.dumps({"text": turn.text, "calls": calls}, ensure_ascii=False) if calls else turn.text
    else:
        if context.get("tools"):
            raise NothingToReplay(
                f"Run {row.run_id} used a server's tool protocol, which {model.name} does not speak.",
                "Choose a model on a server.",
            )
        answer = recorder.ask(purpose, "Replaying", _spoken(context), _schema(context), most).completion.text
    was, now = proposals(row.response), proposals(answer)
    pieces = tuple(
        (op.kind, now[op.new.start : op.new.end] if op.kind == "insert" else was[op.old.start : op.old.end])
        for op in word_diff(was, now)
    )
    return ReplayedCall(row.seq, row.purpose, row.context_sha256, was, now, pieces)


def _spoken(context: Mapping[str, Any]) -> list[Message]:
    return [
        Message(
            str(message["role"]),
            str(message.get("content") or ""),
            tuple(
                ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])
                for call in message.get("tool_calls", ())
            ),
            str(message.get("tool_call_id", "")),
        )
        for message in context["messages"]
    ]


def _schema(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The form that the answer was held to, in whichever way the request said so. It came from our own code
    and is checked again before it reaches a model."""
    form = context.get("response_format") or {}
    schema = context.get("schema") or form.get("schema") or form.get("json_schema", {}).get("schema")
    return schema if isinstance(schema, Mapping) else None


def proposals(answer: str) -> str:
    """What an answer proposes, one proposal a line; the whole answer where it proposes nothing."""
    try:
        said = json.loads(answer)
    except ValueError:
        return answer
    if not isinstance(said, dict):
        return answer
    asked: Sequence[Any] = said.get("calls") or ([said] if said.get("tool") == "propose_edit" else [])
    lines = []
    for call in asked:
        given = call
        if call.get("name"):
            if call["name"] != "propose_edit":
                continue
            try:
                given = json.loads(call["arguments"])
            except ValueError:
                continue
        where = f"{given.get('operation', '')} {given.get('section', '')} {given.get('paragraph', '')}"
        lines.append(f"{where.strip()}: {given.get('old_text', '')} -> {given.get('new_text', '')}")
    lines += [str(said[name]) for name in _PROPOSING if not asked and isinstance(said.get(name), str)]
    return "\n".join(lines) or answer
