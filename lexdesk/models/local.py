"""A model on this computer, loaded in a worker process of its own."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.models.completion import Completion, ModelCrashed, Said, as_dicts
from lexdesk.models.loaded import LoadedModel, no_chat_template
from lexdesk.models.memory import DEFAULT_CONTEXT
from lexdesk.models.schemas import check_schema
from lexdesk.models.worker import SEED

_POLL = 0.05  # seconds between two looks at ``cancelled``
_TELLING = 8  # tokens below which a speed says nothing


class LocalModel(LoadedModel):
    """A GGUF model, loaded at its first use. Safe to call from any thread; calls are answered in turn.

    Answers are greedy (temperature 0) with a fixed seed: the same calls in the same order give the same
    answers. The evaluated prompt is kept, so a prompt that begins like the last one is read only from
    where it differs. Making one raises ``ModelFileProblem`` if the file is not a usable model.

    ``threads``: default the physical cores. ``gpu_layers``: layers to put on a graphics card, if this
    build of llama.cpp can; ``describe`` says which of the two happened. ``idle_seconds``: a model that has
    not been asked for so long gives its memory back, and is loaded anew when it is asked again.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        context_length: int | None = None,
        threads: int | None = None,
        gpu_layers: int = 0,
        idle_seconds: float | None = None,
    ) -> None:
        super().__init__(path, name, context_length, threads, gpu_layers, idle_seconds)
        if not self._file.chat_template:
            raise no_chat_template(name)
        self._speed: tuple[float, float] | None = None

    def describe(self) -> str:
        """One or two sentences: what runs, on what and why, and what was made smaller for lack of memory."""
        facts = ", ".join(filter(None, (self._file.architecture, self._file.quantisation)))
        said = f"{self._name} ({facts}) runs on this computer's processor with {self._threads} threads"
        if not self._gpu_layers:
            said += "; no graphics card is used, because none was asked for"
        elif self._gpu_possible is None:
            said = f"{self._name} ({facts}) is not loaded yet; a graphics card is used if llama.cpp can"
        elif self._gpu_possible:
            said = f"{self._name} ({facts}) runs with {self._gpu_layers} layers on the graphics card"
        else:
            said += "; no graphics card is used, because llama.cpp was built without support or finds none"
        said += f". Context: {self.context_length:,} tokens"
        usual = min(self._wanted_context or DEFAULT_CONTEXT, self._file.context_length or DEFAULT_CONTEXT)
        if self.context_length < usual:
            said += f" instead of {usual:,}, because memory is short"
        if self._speed is not None:
            reading, writing = self._speed
            said += f". At the last answer it read {reading:,.0f} and wrote {writing:,.1f} tokens a second"
        return f"{said}."

    @property
    def speed(self) -> tuple[float, float] | None:
        """Tokens read and written a second, measured at the last answer long enough to tell; else None."""
        return self._speed

    def count_tokens(self, text: str) -> int:
        """Tokens of the text by itself; names of special tokens in it count as plain text."""
        with self._turn:
            return int(self._call("count", text=text)["tokens"])

    def request_bytes(
        self, messages: Sequence[Said], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> bytes:
        """What ``complete`` evaluates, as UTF-8 JSON. It never leaves this computer."""
        body = {
            "model": self._name,
            "file": self._file.path.name,
            "context_length": self.context_length,
            "messages": as_dicts(messages, "content"),
            "schema": None if schema is None else check_schema(schema),
            "max_tokens": max_tokens,
            "temperature": 0,
            "seed": SEED,
        }
        return json.dumps(body, ensure_ascii=False).encode("utf-8", errors="replace")

    def complete(
        self,
        messages: Sequence[Said],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 512,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Completion:
        """The model's answer, streamed to ``on_text`` in whole code points while it is written.

        With a ``schema`` (see ``check_schema``) an answer whose state is "done" parses as JSON of that
        form. ``cancelled`` is polled every 50 ms, also while another answer is waited for, the model is
        loaded and the prompt read; the state is then "stopped" and the text what had come. Raises
        ``SchemaNotTested``, ``PromptTooLong``, ``NotEnoughMemory``, ``ModelCrashed``,
        ``LocalModelsNotInstalled``, ``ModelError``.
        """
        checked = None if schema is None else check_schema(schema)
        spoken = as_dicts(messages, "text")
        pieces: list[str] = []

        def heard(piece: str) -> None:
            pieces.append(piece)
            on_text(piece)

        while not self._turn.acquire(timeout=_POLL):
            if cancelled():
                return Completion("", "stopped", 0, 0)
        try:
            if cancelled():
                return Completion("", "stopped", 0, 0)
            request = {"messages": spoken, "schema": checked, "max_tokens": max(1, max_tokens)}
            end = self._call("complete", heard, cancelled, **request)
        except ModelCrashed:
            if not cancelled():
                raise
            # It was ended because it did not stop by itself, or was still being loaded.
            return Completion("".join(pieces), "stopped", 0, 0)
        finally:
            self._turn.release()
        answered = Completion(
            "".join(pieces),
            end["state"],
            end["prompt_tokens"],
            end["response_tokens"],
            end["reused_tokens"],
            read_seconds=end.get("read_seconds", 0.0),
            write_seconds=end.get("write_seconds", 0.0),
        )
        self._measure(answered)
        return answered

    def _measure(self, answered: Completion) -> None:
        read = answered.prompt_tokens - answered.reused_tokens
        written = answered.response_tokens - 1  # the first came with the reading
        if read >= _TELLING and written >= _TELLING and answered.read_seconds and answered.write_seconds:
            self._speed = (read / answered.read_seconds, written / answered.write_seconds)
