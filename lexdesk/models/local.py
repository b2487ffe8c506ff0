"""A model on this computer, loaded in a worker process of its own."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped, unused-ignore]

from lexdesk.models.completion import (
    Completion,
    LocalModelsNotInstalled,
    ModelCrashed,
    ModelError,
    PromptTooLong,
    Said,
    as_dicts,
)
from lexdesk.models.gguf import ModelFile, ModelFileProblem, read_model_file
from lexdesk.models.memory import DEFAULT_CONTEXT, fitting_context, free_memory
from lexdesk.models.schemas import check_schema
from lexdesk.models.worker import SEED
from lexdesk.models.worker_process import WorkerProcess

_POLL = 0.05  # seconds between two looks at ``cancelled``
_TELLING = 8  # tokens below which a speed says nothing


class LocalModel:
    """A GGUF model, loaded at its first use. Safe to call from any thread; calls are answered in turn.

    Answers are greedy (temperature 0) with a fixed seed: the same calls in the same order give the same
    answers. The evaluated prompt is kept, so a prompt that begins like the last one is read only from
    where it differs. Making one raises ``ModelFileProblem`` if the file is not a usable model.

    ``threads``: default the physical cores. ``gpu_layers``: layers to put on a graphics card, if this
    build of llama.cpp can; ``describe`` says which of the two happened. ``idle_seconds``: a model that has
    not been asked for so long gives its memory back, and is loaded anew when it is asked again.
    """

    remote = False

    def __init__(
        self,
        path: Path,
        name: str,
        context_length: int | None = None,
        threads: int | None = None,
        gpu_layers: int = 0,
        idle_seconds: float | None = None,
    ) -> None:
        self._file = read_model_file(path)
        self._name = name
        if not self._file.chat_template:
            raise _no_chat_template(name)
        self._wanted_context = context_length
        self._threads = threads or psutil.cpu_count(logical=False) or 1
        self._gpu_layers = gpu_layers
        self._gpu_possible: bool | None = None
        self._context = 0
        self._worker: WorkerProcess | None = None
        self._turn = threading.Lock()
        self._idle_seconds = idle_seconds
        self._idle: threading.Timer | None = None
        self._used = 0  # calls made so far: tells an idle timer whether it is out of date
        self._speed: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def file(self) -> ModelFile:
        """What the header of the model file says."""
        return self._file

    @property
    def worker_pid(self) -> int | None:
        """The id of the running worker process; None while none runs."""
        return self._worker.pid if self._worker else None

    @property
    def context_length(self) -> int:
        """Tokens of prompt and answer together; fixed at the first look. May raise ``NotEnoughMemory``."""
        if not self._context:
            self._context = fitting_context(self._name, self._file, self._wanted_context, free_memory())
        return self._context

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

    def load(self) -> None:
        """Load the model now instead of at the first call."""
        with self._turn:
            self._loaded()

    def close(self) -> None:
        """End the worker, after a running answer; the next call would start a new one."""
        with self._turn:
            self._drop()

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

    def _call(
        self,
        do: str,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
        **facts: Any,
    ) -> dict[str, Any]:
        worker = self._loaded(cancelled)
        try:
            reply = worker.call(do, on_text, cancelled, **facts)
        except ModelCrashed:
            self._worker = None
            raise
        finally:
            self._wait_idle()
        return self._outcome(reply)

    def _wait_idle(self) -> None:
        """Begin to count idle time anew."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        self._used += 1
        if self._idle_seconds is not None and self._worker is not None:
            self._idle = threading.Timer(self._idle_seconds, self._unload_if_idle, (self._used,))
            self._idle.daemon = True
            self._idle.start()

    def _unload_if_idle(self, used: int) -> None:
        with self._turn:
            if used == self._used:
                self._drop()

    def _loaded(self, cancelled: Callable[[], bool] = lambda: False) -> WorkerProcess:
        if self._worker is not None:
            return self._worker
        context = self.context_length
        # Memory may have been taken since the context was fixed: ask again before each load.
        fitting_context(self._name, self._file, context, free_memory())
        self._worker = WorkerProcess()
        try:
            reply = self._worker.call(
                "load",
                cancelled=cancelled,
                patience=0.0,  # loading cannot be interrupted, only ended
                path=str(self._file.path.absolute()),
                context=context,
                threads=self._threads,
                gpu_layers=self._gpu_layers,
            )
            facts = self._outcome(reply)
        except BaseException:
            self._drop()
            raise
        self._context = facts["context"]
        self._gpu_possible = facts["gpu_possible"]
        return self._worker

    def _drop(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _outcome(self, reply: dict[str, Any]) -> dict[str, Any]:
        """The facts of a good end, or the error of a bad one."""
        if "ok" in reply:
            facts: dict[str, Any] = reply["ok"]
            return facts
        why = reply.get("why", "")
        match reply["error"]:
            case "prompt_too_long":
                raise PromptTooLong(reply["prompt"], reply["context"])
            case "no_llama":
                raise LocalModelsNotInstalled
            case "no_chat_template":
                raise _no_chat_template(self._name)
            case "not_loaded":
                raise ModelFileProblem(
                    f"The model “{self._name}” could not be loaded: {why}", "Choose another model."
                )
            case "template":
                raise ModelError(
                    f"The chat template of the model “{self._name}” does not fit: {why}",
                    "Choose another model.",
                )
            case _:
                raise ModelError(
                    f"The model “{self._name}” failed: {why}", "Ask again, or choose another model."
                )


def _no_chat_template(name: str) -> ModelFileProblem:
    return ModelFileProblem(
        f"The model “{name}” has no chat template: it completes text but does not follow instructions.",
        "Choose an instruct or chat model.",
    )
