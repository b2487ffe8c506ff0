"""The program's end of the pipes to a worker process."""

import contextlib
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

from lexdesk.models.completion import ModelCrashed
from lexdesk.models.worker import worker_command

# GNU OpenMP lets a thread that waits for another spin for about a millisecond. When other programs want the
# cores too, that made answers five times slower (measured on two cores); alone it gains nothing.
_SHORT_WAITS = {"GOMP_SPINCOUNT": "3000"}
_POLL = 0.05  # seconds between two looks at ``cancelled``
_PATIENCE = 3.0  # seconds a worker has to stop or to end by itself


class WorkerProcess:
    """One worker, started at once. Calls are made one at a time; the caller sees to that."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            worker_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**_SHORT_WAITS, **os.environ},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._replies: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._last_id = 0
        threading.Thread(target=self._listen, name="model replies", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def call(
        self,
        do: str,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
        patience: float = _PATIENCE,
        **facts: Any,
    ) -> dict[str, Any]:
        """Send one request and wait for its end: ``{"ok": ...}`` or ``{"error": ...}``.

        ``ModelCrashed`` if the worker ends first, or was cancelled and did not stop within ``patience``
        seconds: it is gone then. If ``on_text`` or ``cancelled`` raise, the request is cancelled and the
        worker stays usable.
        """
        self._last_id += 1
        request = self._last_id
        self._write({"id": request, "do": do, **facts})
        stop_by = 0.0
        try:
            while True:
                reply = self._next_reply()
                if reply is None and stop_by and time.monotonic() > stop_by:
                    raise self._crashed()
                if not stop_by and cancelled():
                    self._write({"id": request, "do": "cancel"})
                    stop_by = time.monotonic() + patience
                if reply is None or reply["id"] != request:
                    continue  # nothing yet, or the rest of a request that was given up
                if "text" not in reply:
                    return reply
                on_text(reply["text"])
        except ModelCrashed:
            raise
        except BaseException:
            self._write({"id": request, "do": "cancel"})
            raise

    def end(self) -> None:
        """Close the pipe, give the worker three seconds for an orderly end, then end it."""
        self._end(_PATIENCE)

    def _end(self, patience: float) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                # A line cut short by a crash is no reply; the end of the pipe follows it.
                with contextlib.suppress(ValueError):
                    self._replies.put(json.loads(line))
        self._replies.put(None)

    def _next_reply(self) -> dict[str, Any] | None:
        try:
            reply = self._replies.get(timeout=_POLL)
        except queue.Empty:
            return None
        if reply is None:
            raise self._crashed()
        return reply

    def _write(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: closed on our side
            raise self._crashed() from None

    def _crashed(self) -> ModelCrashed:
        self._end(0.5)
        return ModelCrashed(
            f"The model's process ended unexpectedly (exit {self._process.returncode}); this answer is lost.",
            "Ask again: the model is then loaded anew.",
        )
