"""The loop: the model is shown the view, says something or calls tools, until it answers or is stopped.

Every step is a row before the next begins. After a crash the rows are the history: a call that was under way
is marked and not run again, and nothing is shown to the model that no call asked for (harness 17).
"""

from collections.abc import Callable

from lexdesk.assistant.agent.answers import answer_outcome, filtered, registered
from lexdesk.assistant.agent.bench import Bench
from lexdesk.assistant.agent.briefing import SYSTEM, reach_of, state_text
from lexdesk.assistant.agent.budget import Budget, BudgetSpent, Spending
from lexdesk.assistant.agent.calling import Malformed, call, refused_text
from lexdesk.assistant.agent.voices import Asked, Reply, voice_for
from lexdesk.assistant.compaction.addresses import READ, result_range
from lexdesk.assistant.compaction.compactor import Compactor, Size
from lexdesk.assistant.compaction.summary import summarise
from lexdesk.assistant.events import CallRefused, TextArrived
from lexdesk.assistant.markers import MarkerFilter
from lexdesk.assistant.notes import Notes
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.recorder import NoModel, RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.skills import Skills
from lexdesk.matter.stores import Tx
from lexdesk.review.lineage import Lineage

_MOST_REFUSED = 2  # malformed calls in a row that the model may mend
_TURN = 0.25  # of the context that one turn of the model may have
_MOST_TURN = 2048  # tokens
_POINTS = 3  # code points that a token holds at least, of text in Latin script


class CallsMalformed(Malformed):
    """The model's calls could not be run, three times in a row: reported, not tried again."""

    code = "calls_malformed"


def run_agent(recorder: RunRecorder, scope: Scope, budget: Budget) -> Outcome:
    """Carry out the run's instruction; at the end of its budget the outcome says so. Raises
    ``CompactionStalled``, ``CallsMalformed``, ``Cancelled`` and what the model raises; all that was found and
    staged until then is kept."""
    model = recorder.model
    if model is None:
        raise NoModel()
    turn_tokens = min(_MOST_TURN, int(_TURN * model.context_length))
    bench = Bench(
        recorder,
        scope,
        Notes(scope.matter),
        Skills(scope.matter),
        Lineage(scope.matter, scope.structures),
        page_length=max(1000, min(12000, model.context_length * _POINTS // 6)),
    )
    voice = voice_for(model)
    system = voice.rules(SYSTEM)
    _begin(bench)
    room = model.context_length - turn_tokens - model.count_tokens(voice.fixed(system))
    compactor = Compactor(
        recorder,
        scope,
        Size(model.count_tokens, room),
        lambda old: summarise(recorder, scope, old),
    )
    try:
        return _loop(bench, compactor, system, turn_tokens, Spending(budget))
    except BudgetSpent as spent:
        recorder.limit(spent.code, spent.message)
        return Outcome("stopped", (by_code(str(spent)),), tuple(bench.staged))
    finally:
        _note_what_was_not_shown(bench)


def _loop(bench: Bench, compactor: Compactor, system: str, turn_tokens: int, spending: Spending) -> Outcome:
    recorder = bench.recorder
    assert recorder.model is not None
    voice = voice_for(recorder.model)
    removed: list[tuple[str, str]] = []
    refused = 0
    while True:
        spending.next_step()
        entries = compactor.view()
        allowed = registered(bench, (entry.text for entry in entries))
        messages = voice.messages(system, entries)
        gate = MarkerFilter(allowed)
        reply = voice.reply(recorder, messages, turn_tokens, _shower(bench, gate))
        _show(bench, gate.end())
        spending.tokens += reply.tokens
        text, gone = filtered(reply.text, allowed)
        removed += gone
        _keep_reply(bench, reply, text)
        if not reply.calls:
            return answer_outcome(bench, text, removed)
        for asked in reply.calls:
            refused = _run(bench, reply, asked, refused)


def _run(bench: Bench, reply: Reply, asked: Asked, refused: int) -> int:
    """Run a call; the number of malformed ones in a row up to here. Raises ``CallsMalformed``."""
    try:
        call(bench, asked, reply.call_id)
        return 0
    except Malformed as error:
        _keep_refusal(bench, reply, asked, error)
        if refused >= _MOST_REFUSED:
            raise CallsMalformed(
                f"The model's tool calls could not be run, {refused + 1} times in a row. Last: "
                f"{error.message}",
                "Ask again, in guided mode or with a model that can call tools.",
            ) from error
        return refused + 1


def _note_what_was_not_shown(bench: Bench) -> None:
    """A limit for each output of the run that the model was shown in part and did not read on (P15)."""
    reader = bench.scope.matter.read()
    results = reader.tools.of_run(bench.recorder.run.id)
    for result in results:
        done = reader.turns.result_of(result.id)
        if done is None or result.tool == READ or done.head + done.tail >= result.length:
            continue
        seen = [(0, done.head), (result.length - done.tail, result.length)]
        for other in results:
            if other.tool == READ and other.status == "ok":
                address, offset, length = result_range(other)
                if address == f"tr_{result.id}":
                    seen.append((offset, offset + length))
        shown = _covered(seen)
        if shown < result.length:
            bench.recorder.limit(
                "tool_result_shown_in_part",
                f"Of {result.tool} (tr_{result.id}) the model was shown {shown:,} of {result.length:,} code "
                "points; the whole is stored.",
            )


def _covered(ranges: list[tuple[int, int]]) -> int:
    """Code points in the union of half-open ranges."""
    total, reached = 0, 0
    for start, end in sorted(ranges):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _shower(bench: Bench, gate: MarkerFilter) -> Callable[[str], None]:
    """Shows what passes the gate as it is written."""
    return lambda text: _show(bench, gate.feed(text))


def _show(bench: Bench, text: str) -> None:
    if text:
        bench.recorder.on_event(TextArrived(text))


def _begin(bench: Bench) -> None:
    """Store what the model is told and what it can see."""
    run = bench.recorder.run
    text, reach = state_text(bench), reach_of(bench)

    def work(tx: Tx) -> None:
        tx.turns.add(run.chat_id, run.id, "state", text)
        tx.turns.set_reach(run.id, reach)
        tx.act(bench.recorder.actor, "run.reach", f"chat {run.chat_id}", run=run.id, rows=len(reach))

    bench.scope.matter.write(work)


def _keep_reply(bench: Bench, reply: Reply, text: str) -> None:
    if not text and not reply.thinking:
        return
    run = bench.recorder.run
    bench.scope.matter.write(
        lambda tx: (
            tx.turns.add(run.chat_id, run.id, "reply", text, thinking=reply.thinking, call_id=reply.call_id),
            tx.act(bench.recorder.actor, "turn.reply", f"chat {run.chat_id}", run=run.id, length=len(text)),
        )
    )


def _keep_refusal(bench: Bench, reply: Reply, asked: Asked, error: Malformed) -> None:
    run = bench.recorder.run
    text = refused_text(asked, error)
    bench.scope.matter.write(
        lambda tx: (
            tx.turns.add(run.chat_id, run.id, "refusal", text, call_id=reply.call_id),
            tx.act(
                bench.recorder.actor, "tool.refused", asked.tool or "no tool", run=run.id, why=error.message
            ),
        )
    )
    bench.recorder.on_event(CallRefused(asked.tool, error.message))
