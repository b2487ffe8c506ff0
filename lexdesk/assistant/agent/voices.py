"""Two ways to speak with a model: by a server's tool protocol, or by one form that a grammar holds it to.

Both say the same things in the same order and bring back the same calls, so that runs are alike whatever
model does them (harness 25).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lexdesk.assistant.agent.offered import ANSWER, call_form, tool_lines, tool_specs
from lexdesk.assistant.compaction.view import Entry
from lexdesk.assistant.model import Message, Model, ToolCall, ToolModel
from lexdesk.assistant.recorder import RunRecorder

PURPOSE = "agent step"


@dataclass(frozen=True)
class Asked:
    """A call as a model wrote it. ``problem``: why it is no call at all, "" if it can be checked further."""

    tool: str
    arguments: str  # JSON text of an object, as far as the model kept to it
    problem: str = ""


@dataclass(frozen=True)
class Reply:
    """One turn of a model. Without calls its ``text`` is the answer."""

    text: str
    thinking: str
    calls: tuple[Asked, ...]
    tokens: int  # of prompt and answer together
    call_id: int  # the stored model call


class Voice(Protocol):
    """How one model is spoken to."""

    def rules(self, system: str) -> str:
        """The system text, with what this way of speaking adds to it."""
        ...

    def fixed(self, system: str) -> str:
        """Everything that stands in each request besides the view, for counting."""
        ...

    def messages(self, system: str, entries: Sequence[Entry]) -> list[Message]:
        """The view as messages."""
        ...

    def reply(
        self,
        recorder: RunRecorder,
        messages: Sequence[Message],
        max_tokens: int,
        on_text: Callable[[str], None],
    ) -> Reply:
        """The model's next turn, stored as a model call."""
        ...


def voice_for(model: Model) -> Voice:
    """The tool protocol where the model speaks it, else the form."""
    return ToolVoice() if isinstance(model, ToolModel) else FormVoice()


class ToolVoice:
    """A server's own tool protocol. The ids in it are ours, so that they last."""

    def rules(self, system: str) -> str:
        return system

    def fixed(self, system: str) -> str:
        offered = [[tool.name, tool.description, tool.parameters] for tool in tool_specs()]
        return system + json.dumps(offered)

    def messages(self, system: str, entries: Sequence[Entry]) -> list[Message]:
        spoken = [Message("system", system)]
        at = 0
        while at < len(entries):
            entry = entries[at]
            words, step = "", entry.step
            if entry.kind == "assistant":
                words, at = entry.text, at + 1
            elif entry.kind != "call":
                spoken.append(Message("user", entry.text))
                at += 1
                continue
            calls = []
            while at < len(entries) and entries[at].kind == "call" and entries[at].step == step:
                calls.append(entries[at])
                at += 1
            made = tuple(
                ToolCall(f"tr_{call.result.id}", call.result.tool, call.arguments)
                for call in calls
                if call.result is not None
            )
            spoken.append(Message("assistant", words, made))
            spoken += [Message("tool", call.text, (), made[n].id) for n, call in enumerate(calls)]
        return spoken

    def reply(
        self,
        recorder: RunRecorder,
        messages: Sequence[Message],
        max_tokens: int,
        on_text: Callable[[str], None],
    ) -> Reply:
        turn, call_id = recorder.converse(PURPOSE, "Thinking", messages, tool_specs(), max_tokens, on_text)
        calls = tuple(Asked(call.name, call.arguments or "{}") for call in turn.calls)
        if turn.state == "length" and not calls and not turn.text.strip():
            calls = (Asked("", "", f"The turn was cut at {max_tokens} tokens before it said anything."),)
        tokens = turn.prompt_tokens + turn.response_tokens
        return Reply(turn.text, turn.thinking, calls, tokens, call_id)


class FormVoice:
    """One JSON object a turn: {"tool": ..., its arguments}, or {"tool": "answer", "text": ...}."""

    def rules(self, system: str) -> str:
        return (
            f"{system}\n\nAnswer each time with one JSON object: a tool with its arguments, or, when you are "
            f'done, {{"tool": "{ANSWER}", "text": "..."}}. Text arguments that you do not need are "", '
            f"numbers 0.\nTools:\n{tool_lines()}"
        )

    def fixed(self, system: str) -> str:
        return system

    def messages(self, system: str, entries: Sequence[Entry]) -> list[Message]:
        spoken = [Message("system", system)]
        for entry in entries:
            if entry.kind == "call" and entry.result is not None:
                asked = {"tool": entry.result.tool, **json.loads(entry.arguments)}
                spoken.append(Message("assistant", json.dumps(asked, ensure_ascii=False)))
                spoken.append(Message("user", entry.text))
            elif entry.kind == "assistant":
                if entry.text:
                    spoken.append(Message("assistant", entry.text))
            else:
                spoken.append(Message("user", entry.text))
        return spoken

    def reply(
        self,
        recorder: RunRecorder,
        messages: Sequence[Message],
        max_tokens: int,
        on_text: Callable[[str], None],
    ) -> Reply:
        answered = recorder.ask(PURPOSE, "Thinking", messages, call_form(), max_tokens)
        done = answered.completion
        tokens = done.prompt_tokens + done.response_tokens
        try:
            said = json.loads(done.text)
            tool = str(said.pop("tool"))
        except (ValueError, AttributeError, KeyError, TypeError):
            cut = f" It was cut at {max_tokens} tokens." if done.state == "length" else ""
            problem = f"That was no JSON object with a “tool”.{cut}"
            return Reply("", "", (Asked("", done.text, problem),), tokens, answered.call_id)
        if tool == ANSWER:
            text = str(said.get("text", ""))
            on_text(text)
            return Reply(text, "", (), tokens, answered.call_id)
        arguments = json.dumps(said, ensure_ascii=False)
        return Reply("", "", (Asked(tool, arguments),), tokens, answered.call_id)
