"""A server process that answers in the OpenAI protocol, well or badly, and records what it was sent.

Run as ``python odd_server.py FOLDER``: prints its port; each request goes to FOLDER/N.json. The path of the
request says how to answer: ``/well/v1/chat/completions``, ``/redirect/...`` and so on.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = Path(sys.argv[1])
_counting = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what counts is recorded in files."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with _counting:
            number = len(list(FOLDER.glob("*.json")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            record = {"path": self.path, "headers": headers, "body": body.decode()}
            (FOLDER / f"{number}.json").write_text(json.dumps(record))
        kind = self.path.split("/")[1]
        getattr(self, f"answer_{kind}")(json.loads(body))

    def answer_well(self, body: dict[str, object]) -> None:
        text = "Ja, 合😀é!"
        if "response_format" in body:
            text = json.dumps({"sure": True})
        self.stream([*text], "stop")

    def answer_cut(self, body: dict[str, object]) -> None:
        self.stream(["Half"], "length")

    def answer_formless(self, body: dict[str, object]) -> None:
        self.stream(["Certainly! Here is your JSON."], "stop")

    def answer_broken(self, body: dict[str, object]) -> None:
        self.stream(["Half an ans"], None)

    def answer_endless(self, body: dict[str, object]) -> None:
        self.begin("text/event-stream")
        try:
            while True:
                self.chunk({"content": "x"}, None)
                time.sleep(0.01)
        except OSError:
            (FOLDER / "hung-up").touch()

    def answer_mute(self, body: dict[str, object]) -> None:
        self.rfile.read(1)  # returns when the other side hangs up
        (FOLDER / "hung-up").touch()

    def answer_page(self, body: dict[str, object]) -> None:
        self.begin("text/html")
        self.wfile.write(b"<!DOCTYPE html><title>Sign in</title>\ndata: <p>\n\n")

    def answer_redirect(self, body: dict[str, object]) -> None:
        self.send_response(307)
        self.send_header("Location", "/well/v1/chat/completions")
        self.end_headers()

    def answer_key(self, body: dict[str, object]) -> None:
        self.refuse(401, "Incorrect API key provided")

    def answer_model(self, body: dict[str, object]) -> None:
        self.refuse(404, "The model does not exist")

    def answer_long(self, body: dict[str, object]) -> None:
        self.refuse(400, "This model's maximum context length is 4096 tokens. " + "x" * 5000)

    def answer_busy(self, body: dict[str, object]) -> None:
        self.refuse(503, "Loading model")

    def refuse(self, status: int, message: str) -> None:
        contents = json.dumps({"error": {"message": message}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(contents)))
        self.send_header("Retry-After-Ms", "1")
        self.end_headers()
        self.wfile.write(contents)

    def begin(self, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def stream(self, pieces: list[str], finish: str | None) -> None:
        self.begin("text/event-stream")
        for piece in pieces:
            self.chunk({"content": piece}, None)
        if finish:
            self.chunk({}, finish, {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18})
            self.wfile.write(b"data: [DONE]\n\n")

    def chunk(self, delta: dict[str, str], finish: str | None, usage: dict[str, int] | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        event = {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "m",
            "choices": [choice],
            "usage": usage,
        }
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
