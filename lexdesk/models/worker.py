"""The worker process: holds one loaded model and answers over its pipes.

Requests are JSON lines on standard input, replies JSON lines on what was standard output:

    {"id": 1, "do": "load", "path": "...", "context": 8192, "threads": 2, "gpu_layers": 0}
    {"id": 2, "do": "count", "text": "..."}
    {"id": 3, "do": "complete", "messages": [{"role": "user", "text": "..."}],
     "schema": null, "max_tokens": 512}
    {"id": 4, "do": "embed", "texts": ["..."]}
    {"do": "cancel", "id": 3}

    {"id": 3, "text": "piece"}                  more of the answer, whole code points
    {"id": 3, "ok": {...}}                      the end, with its facts
    {"id": 3, "error": "code", ...}             the end, with what went wrong

The end of standard input ends the process: a worker never outlives the program that started it. The
native library prints as it likes; its output goes to standard error, never between the lines.
"""

import base64
import codecs
import ctypes
import json
import os
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from lexdesk.models.chat import Render, TemplateDoesNotFit, prompt_tokens, template_renderer
from lexdesk.models.grammar import grammar
from lexdesk.models.schemas import check_schema

BUNDLE_FLAG = "--model-worker"
SEED = 20260101
_BATCH = 512


def worker_command() -> list[str]:
    """How to start the worker: this Python, or in a PyInstaller bundle the program itself with a flag."""
    if getattr(sys, "frozen", False):
        return [sys.executable, BUNDLE_FLAG]
    return [sys.executable, "-m", "lexdesk.models.worker"]


class _Failure(Exception):
    """An error reply: a code and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class _Pipes:
    """Reads requests on a thread of its own, so that a cancel is heard while the model works."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self._requests = requests
        self._replies = replies
        self._waiting: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._closed = False
        self.current = 0
        threading.Thread(target=self._listen, name="requests", daemon=True).start()

    def _listen(self) -> None:
        for line in self._requests:
            request = json.loads(line)
            if request["do"] == "cancel":
                self._cancelled.add(request["id"])
            else:
                self._waiting.put(request)
        self._closed = True
        self._waiting.put(None)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while (request := self._waiting.get()) is not None:
            self.current = request["id"]
            yield request
            self._cancelled.discard(self.current)

    def stop_asked(self) -> bool:
        return self._closed or self.current in self._cancelled

    def reply(self, **facts: Any) -> None:
        line = json.dumps({"id": self.current, **facts}, ensure_ascii=False) + "\n"
        try:
            self._replies.write(line.encode("utf-8", errors="replace"))
            self._replies.flush()
        except BrokenPipeError:
            self._closed = True


class _Worker:
    def __init__(self, pipes: _Pipes) -> None:
        self._pipes = pipes
        self._llama: Any = None
        self._render: Render | None = None
        self._complaints: deque[str] = deque(maxlen=5)
        self._callbacks: list[Any] = []  # ctypes callbacks must live as long as the library may call them

    def serve(self) -> None:
        acts = {"load": self._load, "count": self._count, "complete": self._complete, "embed": self._embed}
        try:
            for request in self._pipes:
                try:
                    self._pipes.reply(ok=acts[request["do"]](request))
                except _Failure as failure:
                    self._pipes.reply(error=failure.code, **failure.facts)
                except Exception as error:  # noqa: BLE001 - edge of the process
                    self._pipes.reply(error="failed", why=f"{type(error).__name__}: {error}")
        finally:
            if self._llama is not None:
                # A model that is still open when the interpreter ends crashes in its destructor.
                self._llama.close()

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            import llama_cpp
        except ImportError as error:
            raise _Failure("no_llama", why=str(error)) from None
        self._listen_to_complaints(llama_cpp)
        embeds = bool(request.get("embedding"))
        # A model that reads to both sides takes a text whole: the batch is as long as the context.
        batch = request["context"] if embeds else _BATCH
        try:
            llama = llama_cpp.Llama(
                model_path=request["path"],
                n_ctx=request["context"],
                n_batch=batch,
                n_ubatch=batch if embeds else _BATCH,
                embedding=embeds,
                n_threads=request["threads"],
                n_threads_batch=request["threads"],
                n_gpu_layers=request["gpu_layers"],
                seed=SEED,
                verbose=False,
            )
        except (ValueError, RuntimeError, OSError) as error:
            why = " ".join(self._complaints) or str(error)
            raise _Failure("not_loaded", why=why) from None
        self._llama = llama
        if not embeds:
            self._render = template_renderer(llama)
            if self._render is None:
                raise _Failure("no_chat_template")

        @llama_cpp.ggml_abort_callback  # type: ignore[untyped-decorator, unused-ignore]
        def abort(_: Any) -> bool:
            return self._pipes.stop_asked()

        self._callbacks.append(abort)
        llama_cpp.llama_set_abort_callback(llama.ctx, abort, None)
        return {
            "context": llama.n_ctx(),
            "gpu_possible": bool(llama_cpp.llama_supports_gpu_offload()),
            "library": llama_cpp.__version__,
        }

    def _listen_to_complaints(self, llama_cpp: Any) -> None:
        @llama_cpp.llama_log_callback  # type: ignore[untyped-decorator, unused-ignore]
        def heard(level: int, text: bytes, _: Any) -> None:
            if level == 4:  # GGML_LOG_LEVEL_ERROR
                self._complaints.append(text.decode("utf-8", errors="replace").strip())

        self._callbacks.append(heard)
        llama_cpp.llama_log_set(heard, ctypes.c_void_p(0))

    def _tokenize(self, text: str, special: bool) -> list[int]:
        tokens: list[int] = self._llama.tokenize(
            text.encode("utf-8", errors="replace"), add_bos=False, special=special
        )
        return tokens

    def _count(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"tokens": len(self._tokenize(request["text"], False))}

    def _complete(self, request: dict[str, Any]) -> dict[str, Any]:
        from llama_cpp.llama_grammar import LlamaGrammar

        assert self._render is not None
        try:
            prompt = prompt_tokens(request["messages"], self._render, self._tokenize)
        except TemplateDoesNotFit as error:
            raise _Failure("template", why=str(error)) from None
        room = self._llama.n_ctx() - len(prompt)
        if room <= 0:
            raise _Failure("prompt_too_long", prompt=len(prompt), context=self._llama.n_ctx())
        form = None
        if request["schema"] is not None:
            # Checked again here: this process is what a wrong grammar would end.
            form = LlamaGrammar.from_string(grammar(check_schema(request["schema"])), verbose=False)
        reused = self._evaluated_already(prompt)
        began = time.monotonic()
        state, count, first = self._generate(prompt, form, min(request["max_tokens"], room))
        return {
            "state": state,
            "prompt_tokens": len(prompt),
            "response_tokens": count,
            "reused_tokens": reused,
            "read_seconds": first - began,
            "write_seconds": time.monotonic() - first,
        }

    def _embed(self, request: dict[str, Any]) -> dict[str, Any]:
        """Vectors of length 1, base64 of 32-bit floats; of a text longer than the context, the mean of its
        pieces."""
        import numpy as np

        found: list[str] = []
        for text in request["texts"]:
            if self._pipes.stop_asked():
                return {"state": "stopped", "vectors": []}
            pieces = self._llama.embed(self._fitting(text), normalize=True)
            mean = np.mean(np.array(pieces, dtype=np.float32), axis=0)
            vector = (mean / (float(np.linalg.norm(mean)) or 1.0)).astype("<f4")
            found.append(base64.b64encode(vector.tobytes()).decode())
        return {"state": "done", "vectors": found}

    def _fitting(self, text: str) -> list[str]:
        """The text in pieces that fit into the context, cut at blanks as far as there are any."""
        text = text or " "
        length = len(self._llama.tokenize(text.encode("utf-8", errors="replace")))
        if length <= self._llama.n_batch or len(text) < 2:
            return [text]
        middle = text.rfind(" ", 1, len(text) // 2 + 1) + 1 or len(text) // 2
        return [*self._fitting(text[:middle]), *self._fitting(text[middle:])]

    def _evaluated_already(self, prompt: list[int]) -> int:
        evaluated = self._llama.input_ids[: self._llama.n_tokens].tolist()
        pairs = zip(evaluated, prompt, strict=False)
        return next(
            (index for index, (old, new) in enumerate(pairs) if old != new), min(len(evaluated), len(prompt))
        )

    def _generate(self, prompt: list[int], form: Any, limit: int) -> tuple[str, int, float]:
        """Stream the answer; return how it ended, its number of tokens, and when the first one came."""
        import llama_cpp

        llama = self._llama
        vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        state, count, first = "length", 0, 0.0
        try:
            for token in llama.generate(prompt, temp=0.0, repeat_penalty=1.0, grammar=form):
                first = first or time.monotonic()
                if self._pipes.stop_asked():
                    state = "stopped"
                    break
                if llama_cpp.llama_vocab_is_eog(vocabulary, token):
                    state = "done"
                    break
                count += 1
                if piece := decoder.decode(_piece(llama_cpp, vocabulary, token)):
                    self._pipes.reply(text=piece)
                if count >= limit:
                    break
        except RuntimeError:
            if not self._pipes.stop_asked():
                raise
            state = "stopped"
            # The scores that lie ready are those of the aborted evaluation: without this, a prompt that
            # ends where the context ends would be answered from them.
            llama._requires_eval = True
        if state != "stopped" and (rest := decoder.decode(b"", final=True)):
            self._pipes.reply(text=rest)
        return state, count, first or time.monotonic()


def _piece(llama_cpp: Any, vocabulary: Any, token: int) -> bytes:
    """The bytes of one token (the binding's own function loses tokens of more than 32 bytes)."""
    size = 64
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = llama_cpp.llama_token_to_piece(vocabulary, token, buffer, size, 0, False)
        if length >= 0:
            return buffer.raw[:length]
        size = -length


def main() -> int:
    """Serve until standard input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _Worker(_Pipes(sys.stdin.buffer, replies)).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
