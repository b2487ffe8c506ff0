"""The far ends of the two real clients, with a script behind them: a worker on pipes, a server on a socket.

Run as ``python scripted_ends.py worker SCRIPT`` or ``... server SCRIPT``, which prints its port. The script
is a JSON list of calls ({"tool": ..., arguments}) and texts, said one after the other.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any


def worker_script(script: Path) -> list[str]:
    """The command of a scripted worker process."""
    return [sys.executable, __file__, "worker", str(script)]


@contextlib.contextmanager
def scripted_server(script: Path) -> Iterator[str]:
    """A scripted server in a process of its own; its address."""
    server = subprocess.Popen(
        [sys.executable, __file__, "server", str(script)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def work(script: list[Any]) -> None:
    """Speak the protocol of the worker process."""
    waiting = iter(script)
    for line in sys.stdin:
        request = json.loads(line)

        def reply(number: int = request["id"], **facts: Any) -> None:
            print(json.dumps({"id": number, **facts}), flush=True)

        if request["do"] == "load":
            reply(ok={"context": request["context"], "gpu_possible": False, "library": "scripted"})
        elif request["do"] == "count":
            reply(ok={"tokens": (len(request["text"].encode()) + 2) // 3})
        elif request["do"] == "complete":
            assert "anyOf" in request["schema"], "the form of a call"
            step = next(waiting)
            said = {"tool": "answer", "text": step} if isinstance(step, str) else step
            reply(text=json.dumps(said, ensure_ascii=False))
            reply(ok={"state": "done", "prompt_tokens": 100, "response_tokens": 20, "reused_tokens": 80})


class Handler(BaseHTTPRequestHandler):
    waiting: Iterator[Any] = iter(())

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        called = [call["id"] for message in body["messages"] for call in message.get("tool_calls", ())]
        answered = [message["tool_call_id"] for message in body["messages"] if message["role"] == "tool"]
        assert called == answered, "a server refuses an orphan result"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        step = next(self.waiting)
        if isinstance(step, str):
            for word in step.split(" "):
                self.chunk({"content": word + (" " if not step.endswith(word) else "")}, None)
            self.chunk({}, "stop")
        else:
            text = json.dumps({key: value for key, value in step.items() if key != "tool"})
            begun = {"id": "call_a", "type": "function", "function": {"name": step["tool"], "arguments": ""}}
            self.chunk({"tool_calls": [{"index": 0, **begun}]}, None)
            for at in range(0, len(text), 11):  # the arguments come in pieces
                piece = {"index": 0, "function": {"arguments": text[at : at + 11]}}
                self.chunk({"tool_calls": [piece]}, None)
            self.chunk({}, "tool_calls")
        self.wfile.write(b"data: [DONE]\n\n")

    def chunk(self, delta: dict[str, Any], finish: str | None) -> None:
        event = {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "tiny",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120} if finish else None,
        }
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())


def main(kind: str, path: str) -> None:
    """Serve until standard input ends, or for ever."""
    script = json.loads(Path(path).read_text(encoding="utf-8"))
    if kind == "worker":
        work(script)
        return
    Handler.waiting = iter(script)
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
