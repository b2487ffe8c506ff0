"""The remote client against real server processes on this machine."""

import importlib.util
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexdesk.models.remote import RemoteAddressProblem, RemoteFailed, RemoteModel
from lexdesk.models.schemas import SchemaNotTested
from tests.models.conftest import SAID

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

SURE = {"type": "object", "properties": {"sure": {"type": "boolean"}}}


@dataclass(frozen=True)
class Said:
    role: str
    text: str


HELLO = [Said("system", "Be brief."), Said("user", "Hello 第十二条")]


@dataclass(frozen=True)
class Server:
    port: int
    folder: Path

    def model(self, kind: str, key: str = "secret-key", **more: Any) -> RemoteModel:
        return RemoteModel(f"http://127.0.0.1:{self.port}/{kind}/v1", "firm-model", key, **more)

    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(path.read_text()) for path in sorted(self.folder.glob("*.json"))]


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("requests")
    program = Path(__file__).with_name("odd_server.py")
    with subprocess.Popen(
        [sys.executable, str(program), str(folder)], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        yield Server(int(running.stdout.readline()), folder)
        running.kill()


@pytest.fixture
def server(process: Server) -> Server:
    for path in process.folder.iterdir():
        path.unlink()
    return process


def test_p12_the_bytes_that_are_shown_are_the_bytes_that_are_sent(server: Server) -> None:
    model = server.model("well")
    shown = model.request_bytes(HELLO, None, 99)
    assert server.requests() == []  # making a model and showing bytes send nothing

    pieces: list[str] = []
    answer = model.complete(HELLO, max_tokens=99, on_text=pieces.append)

    (request,) = server.requests()
    assert request["body"].encode() == shown
    assert request["path"] == "/well/v1/chat/completions"
    assert model.address.endswith(request["path"])
    assert (answer.text, answer.state) == (SAID, "done")
    assert (answer.prompt_tokens, answer.response_tokens) == (11, 7)
    assert pieces == [*SAID]
    body = json.loads(shown)
    assert body["messages"][1] == {"role": "user", "content": "Hello 第十二条"}
    assert (body["temperature"], body["max_tokens"], body["model"]) == (0, 99, "firm-model")


def test_p12_no_header_tells_of_this_machine(server: Server) -> None:
    server.model("well").complete(HELLO)

    (request,) = server.requests()
    assert request["headers"].pop("authorization") == "Bearer secret-key"
    assert request["headers"].pop("user-agent") == "LexDesk"
    assert request["headers"].keys() == {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "content-type",
        "content-length",
    }


def test_p12_the_environment_changes_neither_address_nor_key(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-somebody-else")
    monkeypatch.setenv("OPENAI_ORG_ID", "somebody-else")

    assert server.model("well", key="").complete(HELLO).text == SAID

    (request,) = server.requests()
    assert "authorization" not in request["headers"]
    assert "else" not in json.dumps(request)


def test_p12_a_redirect_is_not_followed(server: Server) -> None:
    with pytest.raises(RemoteFailed, match="another address; nothing was sent there"):
        server.model("redirect").complete(HELLO)

    assert [request["path"] for request in server.requests()] == ["/redirect/v1/chat/completions"]


def test_a_schema_is_sent_and_the_answer_is_held_to_it(server: Server) -> None:
    answer = server.model("well").complete(HELLO, schema=SURE)
    assert json.loads(answer.text) == {"sure": True}
    sent = json.loads(server.requests()[0]["body"])["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["schema"]["required"] == ["sure"]

    with pytest.raises(RemoteFailed, match="does not have the form"):
        server.model("formless").complete(HELLO, schema=SURE)
    with pytest.raises(SchemaNotTested):
        server.model("well").complete(
            HELLO, schema={"type": "object", "properties": {"n": {"type": "number"}}}
        )


def test_a_cut_answer_says_so(server: Server) -> None:
    answer = server.model("cut").complete(HELLO)

    assert (answer.text, answer.state) == ("Half", "length")


@pytest.mark.parametrize(
    ("kind", "sentence", "times"),
    [
        ("key", "refused the key", 1),
        ("model", "knows no model “firm-model”", 1),
        ("long", "maximum context length", 1),
        ("busy", r"failed \(503\): Loading model", 3),
        ("page", "did not answer as an OpenAI-compatible server", 1),
        ("broken", "broke off; the answer is incomplete", 1),
    ],
)
def test_each_failure_has_its_sentence_and_retries_are_bounded(
    server: Server, kind: str, sentence: str, times: int
) -> None:
    with pytest.raises(RemoteFailed, match=sentence) as caught:
        server.model(kind).complete(HELLO)

    assert len(server.requests()) == times
    assert len(caught.value.message) < 400
    assert "secret-key" not in str(caught.value)


def test_a_silent_server_is_given_up(server: Server) -> None:
    with pytest.raises(RemoteFailed, match="did not answer in time"):
        server.model("mute", silence_seconds=0.2).complete(HELLO)


def test_nobody_there() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(RemoteFailed, match="cannot be reached"):
            RemoteModel(f"http://127.0.0.1:{port}/v1", "m").complete(HELLO)


@pytest.mark.parametrize("kind", ["endless", "mute"])
def test_cancel_cuts_the_connection_and_sends_nothing_more(server: Server, kind: str) -> None:
    model = server.model(kind)
    heard: list[str] = []
    sent = threading.Event()

    def cancelled() -> bool:
        if any(server.folder.glob("*.json")):
            sent.set()
        return sent.is_set() and (kind == "mute" or len(heard) > 3)

    answer = model.complete(HELLO, on_text=heard.append, cancelled=cancelled)

    assert answer.state == "stopped"
    assert answer.text == "".join(heard)
    assert _appears(server.folder / "hung-up")
    assert len(server.requests()) == 1


def _appears(path: Path) -> bool:
    """Whether the server process has made the file; waits for it as long as a test may take."""
    waiting = threading.Event()
    while not path.exists():
        waiting.wait(0.02)
    return True


@pytest.mark.parametrize(
    "address",
    ["", "firm.example", "ftp://firm.example", "http://", "http://x:99999/v1", "https://a b/", "x://["],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(RemoteAddressProblem, match="not the address"):
        RemoteModel(address, "m")


@pytest.mark.parametrize("address", ["https://me:word@firm.example/v1", "https://firm.example/v1?key=1"])
def test_secrets_in_an_address_are_refused(address: str) -> None:
    with pytest.raises(RemoteAddressProblem, match="must not hold"):
        RemoteModel(address, "m")


def test_a_key_that_cannot_be_sent_is_refused_and_not_repeated() -> None:
    with pytest.raises(RemoteAddressProblem, match="cannot be sent") as caught:
        RemoteModel("https://firm.example/v1", "m", "schlüssel\n")
    assert "schl" not in str(caught.value)


def test_describe_says_where_and_whether_encrypted() -> None:
    assert (
        "firm.example, over the network (encrypted)"
        in RemoteModel("https://firm.example/v1/", "m").describe()
    )
    assert "not encrypted" in RemoteModel("http://firm.example", "m").describe()


LLAMA_SERVER = (
    "llama_cpp",
    "fastapi",
    "uvicorn",
    "starlette_context",
    "pydantic_settings",
    "sse_starlette",
    "yaml",
)


@pytest.mark.skipif(
    any(importlib.util.find_spec(module) is None for module in LLAMA_SERVER), reason="needs llama_cpp.server"
)
def test_the_server_of_llama_cpp_python_answers(tiny: Path) -> None:
    """A real server with a real model: same text and form as the local one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(tiny), "--port", str(port)]
    command += ["--n_ctx", "512", "--host", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            for line in running.stderr:
                if "Uvicorn running" in line:
                    break
            threading.Thread(target=running.stderr.read, daemon=True).start()
            model = RemoteModel(f"http://127.0.0.1:{port}/v1", "tiny", schema_form="json_object")

            pieces: list[str] = []
            answer = model.complete(HELLO, on_text=pieces.append)
            assert (answer.text, answer.state) == (SAID, "done")
            assert "".join(pieces) == SAID

            formed = model.complete(HELLO, schema=SURE)
            assert isinstance(json.loads(formed.text)["sure"], bool)

            with pytest.raises(RemoteFailed):
                model.complete([Said("user", "x" * 1000)])
            assert model.complete(HELLO, max_tokens=3).state == "length"
        finally:
            running.kill()
