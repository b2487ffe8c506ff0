"""A model whose answers a test writes. For tests only: nothing here ships."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lexdesk.assistant.model import Completion, Message
from lexdesk.errors import Cancelled, LexDeskError

Reply = str | LexDeskError
Answer = Callable[[Sequence[Message], Mapping[str, Any] | None], Reply]


class ScriptedModel:
    """Answers from a list, in order, or from a function of (messages, schema).

    A reply that is a ``LexDeskError`` is raised. Every prompt is kept in ``prompts`` and every schema
    in ``schemas``. A list that has run out fails the test. Text is streamed in pieces of ``piece_size``
    code points; one token is four code points.
    """

    remote = False

    def __init__(
        self,
        replies: Iterable[Reply] | Answer,
        *,
        name: str = "scripted",
        context_length: int = 8192,
        piece_size: int = 7,
        remote: bool = False,
    ) -> None:
        self.name = name
        self.context_length = context_length
        self.remote = remote
        self.prompts: list[list[Message]] = []
        self.schemas: list[Mapping[str, Any] | None] = []
        self._piece_size = piece_size
        if callable(replies):
            self._answer = replies
        else:
            waiting = iter(replies)
            self._answer = lambda messages, schema: next(waiting)

    def count_tokens(self, text: str) -> int:
        return (len(text) + 3) // 4

    def request_bytes(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> bytes:
        body = {
            "model": self.name,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
            "schema": schema,
            "max_tokens": max_tokens,
        }
        return json.dumps(body, ensure_ascii=False).encode()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 512,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Completion:
        if cancelled():
            raise Cancelled
        self.prompts.append(list(messages))
        self.schemas.append(schema)
        try:
            reply = self._answer(messages, schema)
        except StopIteration:
            raise AssertionError(f"no reply left for prompt {len(self.prompts)}") from None
        if isinstance(reply, LexDeskError):
            raise reply
        prompt_tokens = sum(self.count_tokens(message.text) for message in messages)
        text = reply[: max_tokens * 4]
        state = "done" if text == reply else "length"
        said = ""
        for start in range(0, len(text), self._piece_size):
            if cancelled():
                return Completion(said, "stopped", prompt_tokens, self.count_tokens(said))
            piece = text[start : start + self._piece_size]
            said += piece
            on_text(piece)
        return Completion(text, state, prompt_tokens, self.count_tokens(text))
