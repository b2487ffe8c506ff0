"""What the assistant needs of a language model. ``lexdesk.models`` provides it; ``app.py`` passes it in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


class Called(Protocol):
    """A call of a tool as a model wrote it; ``arguments`` is its text and need not be JSON."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> str: ...


@dataclass(frozen=True)
class ToolCall:
    """A call in a conversation; ``id`` names it in the next messages."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class ToolSpec:
    """A tool as it is offered to a model; ``parameters`` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Message:
    """One message. ``calls`` stand in an assistant's message, ``call_id`` in a tool's: the call it answers.
    Both are for models that call tools by their own protocol (``ToolModel``)."""

    role: str  # system | user | assistant | tool
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True)
class Completion:
    """``state``: "done" (stop token or schema complete), "length" (cut at max_tokens), "stopped"."""

    text: str
    state: str
    prompt_tokens: int
    response_tokens: int


class Answered(Protocol):
    """A completion of any maker: the fields of ``Completion``."""

    @property
    def text(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def prompt_tokens(self) -> int: ...

    @property
    def response_tokens(self) -> int: ...


class Model(Protocol):
    """One loaded model. Calls are serial; ``cancelled`` is polled at least every 100 ms."""

    @property
    def name(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    @property
    def context_length(self) -> int: ...

    def count_tokens(self, text: str) -> int: ...

    def request_bytes(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> bytes:
        """Exactly what ``complete`` would evaluate or send: UTF-8 JSON. Stored before each call."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 512,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Answered:
        """Temperature 0. ``schema``: JSON schema made of the kinds that ``models`` has tested; the
        answer then parses. Raises LexDeskError subclasses (prompt over the context, worker died...)."""
        ...


class Turned(Answered, Protocol):
    """One turn of a conversation with tools: what was said, thought, and which tools are called."""

    @property
    def calls(self) -> Sequence[Called]: ...

    @property
    def thinking(self) -> str: ...


@runtime_checkable
class ToolModel(Protocol):
    """A model that calls tools by its own protocol. It is a ``Model`` too."""

    def conversation_bytes(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], max_tokens: int
    ) -> bytes:
        """Exactly what ``converse`` would send: UTF-8 JSON. Stored before each call."""
        ...

    def converse(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        max_tokens: int = 1024,
        on_text: Callable[[str], None] = lambda piece: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Turned:
        """The next turn, as ``Model.complete``."""
        ...
