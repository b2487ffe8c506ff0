"""The view: what a chat's model is shown, computed from stored rows alone, so that it is the same after a
restart and on another machine. Compaction decides which part is shown as an address; no row changes (P5).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.assistant.compaction.addresses import (
    AddressUnknown,
    message_outside,
    reading_call,
    record_at,
    rests_outside,
    result_range,
)
from lexdesk.assistant.compaction.line import line_of
from lexdesk.assistant.compaction.pinned import pinned_text
from lexdesk.assistant.scope import Scope
from lexdesk.matter.records import MessageRow, RunRow, ToolResultRow
from lexdesk.matter.stores import Reader
from lexdesk.matter.turn_records import CompactionRow, TurnRow

_WITHHELD = "[LexDesk: withheld, because it rests on a source that this chat may not see now]"
_ENDED = {
    "stopped": "The lawyer stopped this run, or it came to the end of its budget.",
    "failed": "This run failed.",
    "interrupted": "The program ended during this run.",
}


@dataclass(frozen=True)
class Entry:
    """One thing in view. ``kind``: "user" and "assistant" (words), "call" (a tool call with its result),
    "folded" (what stands for all that was folded). ``result``: the call's row. ``turn_id`` and ``message_id``
    say what it was made from, 0 where it has none."""

    kind: str
    text: str
    run_id: int = 0
    turn_id: int = 0
    message_id: int = 0
    result: ToolResultRow | None = None
    cleared: bool = False
    thinking: int = 0  # code points at its start that are the model's thoughts
    step: int = 0  # the model call that said it or called the tool
    arguments: str = "{}"  # of a call, as the model wrote them


@dataclass(frozen=True)
class Shown:
    """How much of an output is shown at once: ``head`` code points from its start, ``tail`` from its end."""

    head: int
    tail: int


def preview(length: int, most: int) -> Shown:
    """All of an output of up to ``most`` code points, else three quarters of that from its start and the rest
    from its end."""
    if length <= most:
        return Shown(length, 0)
    tail = most // 4
    return Shown(most - tail, tail)


def result_text(result: ToolResultRow, shown: Shown) -> str:
    """An output as the model reads it: whole, or its head and tail with the call that reads the rest."""
    if result.status in ("cancelled", "interrupted", "running"):
        return f"tr_{result.id} {result.tool}: {result.status}; it has no result and was not run again."
    first = f"tr_{result.id} {result.tool} ({result.status}):"
    left_out = result.length - shown.head - shown.tail
    if left_out <= 0:
        return f"{first}\n{result.output}"
    address, offset, _length = result_range(result)
    rest = reading_call(address, offset + shown.head, left_out)
    head = result.output[: shown.head]
    tail = result.output[result.length - shown.tail :] if shown.tail else ""
    return (
        f"{first}\n{head}\n[LexDesk: {left_out} of {result.length} code points are left out here; read them "
        f"with {rest}]\n{tail}"
    )


def cleared_text(result: ToolResultRow) -> str:
    """What stands for a cleared result: how much it was, and the one call that reads it back."""
    address, offset, length = result_range(result)
    return (
        f"tr_{result.id} {result.tool} ({result.status}): [LexDesk: {length} code points cleared from view; "
        f"read them with {reading_call(address, offset, length)}]"
    )


def view_of(reader: Reader, scope: Scope, chat_id: int) -> list[Entry]:
    """The view of the chat as it stands: what is folded as one entry, then everything since."""
    compactions = reader.compactions.of_chat(chat_id)
    line = line_of(reader, chat_id)
    cleared = {(item.kind, item.ref) for row in compactions for item in row.items if row.level == "clear"}
    folds = folded(reader, chat_id)
    messages = line.messages
    last_turn, last_message = (folds[-1].last_turn, folds[-1].last_message) if folds else (0, 0)
    turns: dict[int, list[TurnRow]] = {}
    for turn in reader.turns.of_chat(chat_id, last_turn):
        turns.setdefault(turn.run_id, []).append(turn)
    runs = {row.id: row for row in reader.runs.list(chat_id)}
    entries = [Entry("folded", folded_text(reader, scope, chat_id, folds))] if folds else []
    asked = next((message for message in reversed(messages) if message.role == "user"), None)
    if asked is not None and asked.id <= last_message and asked.run_id is not None:
        # The beginning of the present run is folded: what it was told of the matter stays in view.
        first = next((turn for turn in reader.turns.of_run(asked.run_id) if turn.kind == "state"), None)
        if first is not None:
            entries.append(Entry("user", _state(reader, scope, first)))
    for message in messages:
        own = turns.get(message.run_id or 0, []) if line.shows_turns(message) else []
        if message.role == "user":
            state = next((turn for turn in own if turn.kind == "state"), None)
            if message.id > last_message:
                text = message.text
                if state is not None:
                    text = f"{_state(reader, scope, state)}\n\n{text}"
                entries.append(Entry("user", text, message.run_id or 0, 0, message.id))
            hidden = rests_outside(reader, scope, message.run_id)
            for turn in own:
                entries += _of_turn(reader, scope, turn, cleared, hidden)
        elif not own and message.id > last_message:
            entries += _of_message(reader, scope, message, line.left.get(message.id, 0))
        elif own and message.id > last_message:
            entries += _of_end(runs.get(message.run_id or 0), message)
    return entries


def _of_turn(
    reader: Reader, scope: Scope, turn: TurnRow, cleared: set[tuple[str, int]], hidden: bool
) -> list[Entry]:
    if turn.kind == "reply":
        if hidden:
            return [Entry("assistant", _WITHHELD, turn.run_id, turn.id, step=turn.call_id or 0)]
        thought = ""
        if turn.thinking and ("thinking", turn.id) not in cleared:
            thought = f"<think>{turn.thinking}</think>\n"
        return [
            Entry(
                "assistant",
                thought + turn.text,
                turn.run_id,
                turn.id,
                thinking=len(thought),
                step=turn.call_id or 0,
            )
        ]
    if turn.kind == "refusal":
        return [Entry("user", f"[LexDesk] {turn.text}", turn.run_id, turn.id)]
    if turn.kind != "call" or turn.tool_result_id is None:
        return []  # a state goes with its instruction, a result with its call
    result = reader.tools.get(turn.tool_result_id)
    gone, given = True, result.input_given
    if hidden or any(source not in scope.source_ids for source in reader.turns.sources_of(result.id)):
        text, given = f"tr_{result.id} {result.tool}: {_WITHHELD}", "{}"
    elif ("tool_result", result.id) in cleared:
        text = cleared_text(result)
    else:
        done = reader.turns.result_of(result.id)
        text = result_text(result, Shown(done.head, done.tail) if done is not None else Shown(0, 0))
        gone = False
    step = turn.call_id or 0
    return [Entry("call", text, turn.run_id, turn.id, 0, result, cleared=gone, step=step, arguments=given)]


def _state(reader: Reader, scope: Scope, turn: TurnRow) -> str:
    """What a run was told of the matter, unless it names something that is out of the chat's reach now."""
    return _WITHHELD if _saw_outside(reader, scope, turn.run_id) else turn.text


def _saw_outside(reader: Reader, scope: Scope, run_id: int) -> bool:
    """Whether a source that the run could see is out of reach now."""
    return any(row.kind == "source" and row.ref not in scope.source_ids for row in reader.turns.reach(run_id))


def _of_message(reader: Reader, scope: Scope, message: MessageRow, left: int) -> list[Entry]:
    if message.state == "streaming" or not message.text:
        return []
    hidden = message_outside(reader, scope, message)
    if message.role == "notice":
        text = f"[LexDesk] {message.text}"
        if left:
            text += f" The {left} messages between are left out here; recall finds words in them."
        return [Entry("user", _WITHHELD if hidden else text, 0, 0, message.id)]
    return [Entry("assistant", _WITHHELD if hidden else message.text, message.run_id or 0, 0, message.id)]


def _of_end(run: RunRow | None, message: MessageRow) -> list[Entry]:
    """How a run ended that came to no answer of its own."""
    if run is None or run.state not in _ENDED:
        return []
    return [Entry("user", f"[LexDesk] {_ENDED[run.state]}", run.id, 0, message.id)]


def folded(reader: Reader, chat_id: int) -> list[CompactionRow]:
    """The compactions that folded, oldest first; each says what it took out of view itself. One made by a run
    that the lawyer went back behind counts no longer."""
    line = line_of(reader, chat_id)
    rows = reader.compactions.of_chat(chat_id)
    return [row for row in rows if row.level == "fold" and line.has_run(row.run_id)]


def folded_text(reader: Reader, scope: Scope, chat_id: int, folds: Sequence[CompactionRow]) -> str:
    """What stands for everything folded: what the newest pinned, word for word; the checked lines of all; and
    for each result the call that reads it back."""
    lines = []
    for address, sentence in (line for fold in folds for line in fold.lines):
        try:
            record_at(scope, chat_id, address)
        except AddressUnknown:
            continue  # it rests on what this chat may not see now
        lines.append(f"- {sentence} ({address})")
    parts = [
        "[LexDesk: the earlier part of this chat was taken out of view. Nothing is lost: every record is "
        "read back whole by its address, and recall finds words in it.]",
        _pinned(reader, scope, chat_id, folds[-1]),
    ]
    if lines:
        parts += ["Summary in a model's words, its figures and names checked against the records:", *lines]
    addresses = [item.address for fold in folds for item in fold.items if item.kind == "tool_result"]
    if addresses:
        parts += ["Results taken out of view:", *dict.fromkeys(addresses)]
    return "\n".join(part for part in parts if part)


def _pinned(reader: Reader, scope: Scope, chat_id: int, fold: CompactionRow) -> str:
    """The pinned words of a fold; written anew, without what is out of reach, if its run could see more."""
    if not _saw_outside(reader, scope, fold.run_id):
        return fold.pinned
    most = max(500, len(fold.pinned) // 3)
    return pinned_text(
        reader,
        chat_id,
        fold.last_message,
        lambda text: len(text) // 3,
        most,
        lambda run_id: rests_outside(reader, scope, run_id),
    )


def newest(entries: Sequence[Entry]) -> tuple[int, int]:
    """The last turn and message in a view."""
    return (
        max((entry.turn_id for entry in entries), default=0),
        max((entry.message_id for entry in entries), default=0),
    )
