"""A model file loaded in a worker process of its own, whatever it is asked for."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped, unused-ignore]

from lexdesk.models.completion import LocalModelsNotInstalled, ModelCrashed, ModelError, PromptTooLong
from lexdesk.models.gguf import ModelFile, ModelFileProblem, read_model_file
from lexdesk.models.memory import fitting_context, free_memory
from lexdesk.models.worker_process import WorkerProcess


class LoadedModel:
    """A GGUF file, loaded at its first use and given back after ``idle_seconds`` without one. Calls are
    answered in turn, from any thread. Making one raises ``ModelFileProblem`` if the file is not usable.

    ``threads``: default the physical cores. ``gpu_layers``: layers to put on a graphics card, if this build
    of llama.cpp can.
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
        self._wanted_context = context_length
        self._threads = threads or psutil.cpu_count(logical=False) or 1
        self._gpu_layers = gpu_layers
        self._gpu_possible: bool | None = None
        self._context = 0
        self._worker: WorkerProcess | None = None
        self._turn = threading.Lock()
        self._idle_seconds = idle_seconds
        self._idle: threading.Timer | None = None
        self._loading: dict[str, Any] = {}  # what is told the worker on loading, beyond the file
        self._used = 0  # calls made so far: tells an idle timer whether it is out of date

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

    def load(self) -> None:
        """Load the model now instead of at the first call."""
        with self._turn:
            self._loaded()

    def close(self) -> None:
        """End the worker, after a running answer; the next call would start a new one."""
        with self._turn:
            self._drop()

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
                **self._loading,
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
                raise no_chat_template(self._name)
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


def no_chat_template(name: str) -> ModelFileProblem:
    """For a model that completes text but was not made to follow instructions."""
    return ModelFileProblem(
        f"The model “{name}” has no chat template: it completes text but does not follow instructions.",
        "Choose an instruct or chat model.",
    )
