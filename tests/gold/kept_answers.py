"""A local model whose answers are kept in a folder: a second run asks only what has changed.

For measuring only. The model is loaded when the first answer is missing.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.model import Completion, Message
from lexdesk.models.local import LocalModel

_CONTEXT = 8192


class KeptAnswers:
    """Serves one model file. ``folder`` None keeps nothing. Answers are found by the hash of the request."""

    remote = False

    def __init__(self, file: Path, folder: Path | None) -> None:
        self.name = file.stem
        self.context_length = _CONTEXT
        self.asked = 0
        self._model = LocalModel(file, file.stem, context_length=_CONTEXT)
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def count_tokens(self, text: str) -> int:
        """An estimate on the safe side: loading the model for a count would cost more than it saves."""
        return len(text.encode("utf-8")) // 3 + 1

    def request_bytes(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> bytes:
        """The request as it is stored and hashed."""
        said = [{"role": message.role, "content": message.text} for message in messages]
        body = {"model": self.name, "messages": said, "schema": schema, "max_tokens": max_tokens}
        return json.dumps(body, ensure_ascii=False, sort_keys=True).encode("utf-8")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 512,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Completion:
        """The kept answer, else the model's."""
        key = hashlib.sha256(self.request_bytes(messages, schema, max_tokens)).hexdigest()[:32]
        kept = self._folder / f"{key}.json" if self._folder is not None else None
        if kept is not None and kept.exists():
            return Completion(**json.loads(kept.read_text("utf-8")))
        self.asked += 1
        answer = self._model.complete(
            messages, schema=schema, max_tokens=max_tokens, on_text=on_text, cancelled=cancelled
        )
        completion = Completion(answer.text, answer.state, answer.prompt_tokens, answer.response_tokens)
        if kept is not None:
            kept.write_text(json.dumps(vars(completion), ensure_ascii=False), "utf-8")
        return completion

    def close(self) -> None:
        """End the model's process."""
        self._model.close()
