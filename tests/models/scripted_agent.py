"""Scripted models that call tools, in both ways of speaking. For tests only: nothing here ships."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lexdesk.assistant.model import Message, ToolCall, ToolSpec
from lexdesk.errors import Cancelled, LexDeskError
from tests.models.scripted import ScriptedModel

Step = str | LexDeskError | Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""An answer, an error to raise, one call ({"tool": ..., argument: ...}) or several at once. A call may give
its arguments as text under "raw"."""

Script = Iterable[Step] | Callable[[Sequence[Message]], Step]


@dataclass(frozen=True)
class Turn:
    text: str
    state: str
    prompt_tokens: int
    response_tokens: int
    calls: tuple[ToolCall, ...] = ()
    thinking: str = ""


def _stepper(script: Script) -> Callable[[Sequence[Message]], Step]:
    if callable(script):
        return script
    waiting = iter(script)

    def following(messages: Sequence[Message]) -> Step:
        try:
            return next(waiting)
        except StopIteration:
            raise AssertionError("the script has run out") from None

    return following


class ToolScript(ScriptedModel):
    """Speaks the tool protocol. Every conversation it was shown is kept in ``conversations``."""

    def __init__(self, script: Script, **facts: Any) -> None:
        self.thinking = facts.pop("thinking", "")
        super().__init__(facts.pop("replies", ()), **facts)
        self._step = _stepper(script)
        self.conversations: list[list[Message]] = []
        self.offered: list[list[str]] = []

    def conversation_bytes(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], max_tokens: int
    ) -> bytes:
        body = {
            "model": self.name,
            "messages": [
                {
                    "role": message.role,
                    "content": message.text,
                    **({"tool_call_id": message.call_id} if message.call_id else {}),
                    **(
                        {
                            "tool_calls": [
                                {"id": c.id, "function": {"name": c.name, "arguments": c.arguments}}
                                for c in message.calls
                            ]
                        }
                        if message.calls
                        else {}
                    ),
                }
                for message in messages
            ],
            "tools": [tool.name for tool in tools],
            "max_tokens": max_tokens,
        }
        return json.dumps(body, ensure_ascii=False).encode()

    def converse(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        max_tokens: int = 1024,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Turn:
        if cancelled():
            raise Cancelled
        self.conversations.append(list(messages))
        self.offered.append([tool.name for tool in tools])
        step = self._step(messages)
        if isinstance(step, LexDeskError):
            raise step
        read = sum(self.count_tokens(message.text) for message in messages)
        if isinstance(step, str):
            said = ""
            for start in range(0, len(step), 7):
                if cancelled():
                    return Turn(said, "stopped", read, self.count_tokens(said))
                said += step[start : start + 7]
                on_text(step[start : start + 7])
            return Turn(step, "done", read, self.count_tokens(step), thinking=self.thinking)
        calls = [step] if isinstance(step, Mapping) else list(step)
        made = tuple(ToolCall(f"call_{n}", *written(call)) for n, call in enumerate(calls))
        return Turn("", "done", read, 20, made, self.thinking)


class FormScript(ScriptedModel):
    """Fills in the form of a local model; a call's "raw" arguments make a broken form. Any other schema is
    answered by ``replies``."""

    def __init__(self, script: Script, **facts: Any) -> None:
        self._step = _stepper(script)
        other = facts.pop("replies", None)

        def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str | LexDeskError:
            if schema is None or "anyOf" not in schema:
                assert other is not None, "no reply for another schema"
                return other(messages, schema)
            step = self._step(messages)
            return step if isinstance(step, LexDeskError) else form(step)

        super().__init__(answer, **facts)


def form(step: Any) -> str:
    """A step as the JSON text of a filled-in form."""
    if isinstance(step, str):
        return json.dumps({"tool": "answer", "text": step}, ensure_ascii=False)
    assert isinstance(step, Mapping), "a form holds one call"
    if "raw" in step:
        return f'{{"tool": "{step["tool"]}", {step["raw"]}'
    return json.dumps(dict(step), ensure_ascii=False)


def written(call: Mapping[str, Any]) -> tuple[str, str]:
    """The tool and its arguments as text."""
    if "raw" in call:
        return str(call["tool"]), str(call["raw"])
    return str(call["tool"]), json.dumps({k: v for k, v in call.items() if k != "tool"}, ensure_ascii=False)
