"""What the assistant needs of a language model. ``lexdesk.models`` provides it; ``app.py`` passes it in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Message:
    role: str  # system | user | assistant
    text: str


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
