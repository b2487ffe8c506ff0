"""A model on a server that speaks the OpenAI protocol. The only module that opens sockets.

Whether anything may be sent at all is decided by the caller, matter by matter (promise P12). What is sent
is exactly ``request_bytes``, to one address: proxies, keys and addresses of the environment are not
looked at, redirects are not followed, and no header tells of this machine.
"""

import contextlib
import json
import queue
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from lexdesk.models.completion import (
    SPOKEN_ROLES,
    Call,
    Completion,
    ModelError,
    Offered,
    Said,
    Spoken,
    as_dicts,
)
from lexdesk.models.schemas import check_schema, conforms

_POLL = 0.05  # seconds between two looks at ``cancelled``
_RETRIES = 2
_HEADERS = {
    "host",
    "accept",
    "accept-encoding",
    "connection",
    "content-type",
    "content-length",
}
_NO_KEY = "none"  # the client wants one; the true key is set just before sending
_LONGEST_QUOTE = 300  # code points of a server's own words in a message


class RemoteAddressProblem(ModelError):
    """The address is no web address of a server."""

    code = "remote_address"


class RemoteFailed(ModelError):
    """The server could not be reached, refused, or did not answer in the protocol."""

    code = "remote_failed"


class RemoteModel:
    """One model of one server. Safe to call from any thread; calls are answered in turn.

    ``base_url`` as the server's maker gives it, usually ending in ``/v1``. ``key`` may be "" for servers
    that want none. ``context_length`` in tokens is what the caller knows of the model; nothing asks the
    server. ``schema_form``: how the server takes a schema; "json_object" is llama-cpp-python's own way.
    Making one sends nothing.
    """

    remote = True

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str = "",
        *,
        context_length: int = 32768,
        schema_form: Literal["json_schema", "json_object"] = "json_schema",
        connect_seconds: float = 10.0,
        silence_seconds: float = 120.0,
    ) -> None:
        self._base_url = _checked_address(base_url)
        self._model = model
        if not (key.isascii() and key.isprintable()):
            raise RemoteAddressProblem("This key cannot be sent: it holds other than plain ASCII characters.")
        self._key = key
        self._context_length = context_length
        self._schema_form = schema_form
        self._connect_seconds = connect_seconds
        self._silence_seconds = silence_seconds
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        return self._model

    @property
    def context_length(self) -> int:
        return self._context_length

    @property
    def address(self) -> str:
        """The address that ``complete`` sends to."""
        return f"{self._base_url}/chat/completions"

    def describe(self) -> str:
        """One sentence: which model, where, and whether the way there is encrypted."""
        way = "encrypted" if self.address.startswith("https:") else "not encrypted"
        return f"{self._model} at {urlsplit(self.address).netloc}, over the network ({way})."

    def count_tokens(self, text: str) -> int:
        """An estimate, rather too high: one token for three bytes of UTF-8. Nothing is sent."""
        return (len(text.encode("utf-8", errors="replace")) + 2) // 3

    def request_bytes(
        self, messages: Sequence[Said], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> bytes:
        """The body of the request that ``complete`` sends with the same arguments, byte for byte."""
        body = self._body(as_dicts(messages, "content"), max_tokens)
        if schema is not None:
            checked = check_schema(schema)
            if self._schema_form == "json_object":
                body["response_format"] = {"type": "json_object", "schema": checked}
            else:
                body["response_format"] = {
                    "type": "json_schema",
                    "json_schema": {"name": "answer", "strict": True, "schema": checked},
                }
        return _encoded(body)

    def conversation_bytes(
        self, messages: Sequence[Spoken], tools: Sequence[Offered], max_tokens: int
    ) -> bytes:
        """The body of the request that ``converse`` sends with the same arguments, byte for byte."""
        body = self._body([_spoken(message) for message in messages], max_tokens)
        if tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": dict(tool.parameters),
                    },
                }
                for tool in tools
            ]
        return _encoded(body)

    def _body(self, messages: list[dict[str, Any]], max_tokens: int) -> dict[str, Any]:
        return {
            "model": self._model,
            "messages": messages,
            "max_tokens": max(1, max_tokens),
            "temperature": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
        }

    def complete(
        self,
        messages: Sequence[Said],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 512,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Completion:
        """The server's answer, streamed to ``on_text``.

        A failed connection, a busy or broken server is tried again twice, before any text came. With a
        ``schema`` an answer whose state is "done" has that form, else ``RemoteFailed``. On cancel the
        connection is cut at once and nothing more is sent. Raises ``RemoteFailed``, ``SchemaNotTested``.
        """
        body = self.request_bytes(messages, schema, max_tokens)
        completion = self._answer(body, messages, on_text, cancelled)
        if schema is not None and completion.state == "done":
            _check_form(schema, completion.text)
        return completion

    def converse(
        self,
        messages: Sequence[Spoken],
        tools: Sequence[Offered],
        *,
        max_tokens: int = 1024,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Completion:
        """The next turn of a conversation in which the model may call ``tools``: text, calls, or both.

        The calls are the model's own words: nothing about them has been checked. As ``complete`` else.
        """
        return self._answer(
            self.conversation_bytes(messages, tools, max_tokens), messages, on_text, cancelled
        )

    def _answer(
        self,
        body: bytes,
        messages: Sequence[Said],
        on_text: Callable[[str], None],
        cancelled: Callable[[], bool],
    ) -> Completion:
        with self._turn:
            if cancelled():
                return Completion("", "stopped", 0, 0)
            exchange = _Exchange(self, self._key, body)
            completion = exchange.follow(on_text, cancelled)
        if completion.state == "stopped" or not completion.prompt_tokens:
            # The server did not say what it counted.
            prompt = sum(self.count_tokens(message.text) for message in messages)
            return replace(
                completion, prompt_tokens=prompt, response_tokens=self.count_tokens(completion.text)
            )
        return completion

    def _send(self, body: bytes, exchange: "_Exchange") -> None:
        """Send and read on the exchange's own thread."""
        import httpx2
        import openai
        from openai.types.chat import ChatCompletionChunk

        timeout = httpx2.Timeout(self._silence_seconds, connect=self._connect_seconds)
        with (
            httpx2.Client(
                trust_env=False,
                follow_redirects=False,
                timeout=timeout,
                event_hooks={"request": [exchange.before_sending]},
            ) as http,
            openai.OpenAI(
                api_key=_NO_KEY,
                base_url=self._base_url,
                http_client=http,
                timeout=timeout,
                max_retries=_RETRIES,
            ) as client,
        ):
            stream = client.post(
                "/chat/completions",
                cast_to=ChatCompletionChunk,
                content=body,
                options={"headers": {"Content-Type": "application/json"}},
                stream=True,
                stream_cls=openai.Stream[ChatCompletionChunk],
            )
            with stream:
                for chunk in stream:
                    exchange.heard(chunk)

    def _translate(self, error: Exception) -> RemoteFailed:
        """The sentence for what the client raised."""
        import openai

        server = urlsplit(self._base_url).netloc
        for failure in (error, error.__cause__):  # the client wraps what is raised before sending
            if isinstance(failure, RemoteFailed):
                return failure
        if isinstance(error, openai.APITimeoutError):
            return RemoteFailed(f"{server} did not answer in time.", "Try again later.")
        if isinstance(error, openai.APIStatusError):
            return _refusal(server, self._model, error)
        if isinstance(error, openai.APIConnectionError):
            return RemoteFailed(f"{server} cannot be reached.", "Check the address and the network.")
        if isinstance(error, openai.APIError):
            return RemoteFailed(f"{server} reported an error: {_quote(str(error))}", "Try again later.")
        if isinstance(error, ValueError | TypeError | AttributeError):
            return RemoteFailed(
                f"{server} did not answer as an OpenAI-compatible server.", "Check the address."
            )
        return RemoteFailed(f"The connection to {server} broke off; the answer is incomplete.", "Ask again.")


class _Exchange:
    """One request and its answer, sent and read on a thread, so that a cancel waits for no network."""

    def __init__(self, model: RemoteModel, key: str, body: bytes) -> None:
        self._model = model
        self._key = key
        self._body = body
        self._arrived: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._given_up = threading.Event()
        self._socket: socket.socket | None = None
        self._error: RemoteFailed | None = None
        self._finish = ""
        self._prompt_tokens = 0
        self._response_tokens = 0
        self._calls: dict[int, list[str]] = {}  # by their index in the stream: id, name, arguments
        self._thinking: list[str] = []

    def follow(self, on_text: Callable[[str], None], cancelled: Callable[[], bool]) -> Completion:
        threading.Thread(target=self._run, name="remote model", daemon=True).start()
        text = ""
        try:
            while True:
                if cancelled():
                    return Completion(text, "stopped", 0, 0)
                try:
                    piece = self._arrived.get(timeout=_POLL)
                except queue.Empty:
                    continue
                if piece is None:
                    break
                text += piece
                on_text(piece)
        finally:
            self._give_up()
        if self._error is not None:
            raise self._error
        return Completion(
            text,
            "length" if self._finish == "length" else "done",
            self._prompt_tokens,
            self._response_tokens,
            calls=tuple(Call(*parts) for _index, parts in sorted(self._calls.items())),
            thinking="".join(self._thinking),
        )

    def _run(self) -> None:
        try:
            self._model._send(self._body, self)
            if not self._finish:
                raise ConnectionError("the stream ended without a finish reason")
        except Exception as error:  # noqa: BLE001 - edge of the thread: every failure becomes a sentence
            self._error = self._model._translate(error)
        self._arrived.put(None)

    def before_sending(self, request: Any) -> None:
        """Runs before each request, retries too: nothing but the shown bytes goes out, and nothing of us."""
        if self._given_up.is_set():
            raise ConnectionError("given up")
        if request.content != self._body or str(request.url) != self._model.address:
            raise RemoteFailed("The request was not the one that was shown; it was not sent.")
        for header in list(request.headers):
            if header.lower() not in _HEADERS:
                del request.headers[header]
        if self._key:
            request.headers["authorization"] = f"Bearer {self._key}"
        request.headers["user-agent"] = "LexDesk"
        request.extensions = {**request.extensions, "trace": self._traced}

    def _traced(self, event: str, info: Mapping[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")

    def heard(self, chunk: Any) -> None:
        if chunk.usage:
            self._prompt_tokens = chunk.usage.prompt_tokens
            self._response_tokens = chunk.usage.completion_tokens
        for choice in chunk.choices or []:
            if choice.delta:
                self._heard_delta(choice.delta)
            self._finish = choice.finish_reason or self._finish

    def _heard_delta(self, delta: Any) -> None:
        if delta.content:
            self._arrived.put(delta.content)
        # Not part of the protocol, but what vLLM, llama-server and Ollama call it.
        if thought := getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None):
            self._thinking.append(str(thought))
        for piece in delta.tool_calls or []:
            parts = self._calls.setdefault(piece.index, ["", "", ""])
            parts[0] = piece.id or parts[0]
            if piece.function:
                parts[1] += piece.function.name or ""
                parts[2] += piece.function.arguments or ""

    def _give_up(self) -> None:
        """Forbid further sending and wake the thread if it waits for the network."""
        self._given_up.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


def _encoded(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", errors="replace")


def _spoken(message: Spoken) -> dict[str, Any]:
    """A message as the protocol writes it. ValueError for a role it does not know."""
    if message.role not in SPOKEN_ROLES:
        raise ValueError(f"a message has the role {message.role!r}, not one of {', '.join(SPOKEN_ROLES)}")
    spoken: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.call_id:
        spoken["tool_call_id"] = message.call_id
    if message.calls:
        spoken["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    return spoken


def _checked_address(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        fit = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fit = False
    if not fit or not base_url.isprintable() or " " in base_url:
        raise RemoteAddressProblem(
            f"“{base_url}” is not the address of a server.", "It looks like https://host.example/v1."
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise RemoteAddressProblem(
            "The address of a server must not hold a user name, a password or a query.",
            "Give the key by itself.",
        )
    return base_url.rstrip("/")


def _check_form(schema: Mapping[str, Any], text: str) -> None:
    try:
        fits = conforms(check_schema(schema), json.loads(text))
    except ValueError:
        fits = False
    if not fits:
        raise RemoteFailed(
            "The server's answer does not have the form that was asked for.",
            "Choose a server and model that support JSON schemas.",
        )


def _refusal(server: str, model: str, error: Any) -> RemoteFailed:
    status = error.status_code
    said = _quote(_server_words(error))
    if status in (401, 403):
        return RemoteFailed(f"{server} refused the key ({status}).", "Enter the key again.")
    if status == 404:
        return RemoteFailed(f"{server} knows no model “{model}” at this address: {said}", "Check both.")
    if status == 429:
        return RemoteFailed(f"{server} takes no more requests for now: {said}", "Try again later.")
    if 300 <= status < 400:
        return RemoteFailed(
            f"{server} points to another address; nothing was sent there.", "Check the address."
        )
    if status >= 500:
        return RemoteFailed(f"{server} failed ({status}): {said}", "Try again later.")
    return RemoteFailed(f"{server} refused the request ({status}): {said}", "Check the model's settings.")


def _server_words(error: Any) -> str:
    body = error.body
    if isinstance(body, Mapping):
        return str(cast(Mapping[str, Any], body).get("message") or "no reason given")
    return str(body or "no reason given")


def _quote(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE]} …"
