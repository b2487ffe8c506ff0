"""What every model takes and gives, and what can go wrong while it answers.

The shapes are those of ``lexdesk.assistant.model``; this package imports nothing of the assistant, so the
two fit by structure alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lexdesk.errors import LexDeskError

ROLES = ("system", "user", "assistant")
SPOKEN_ROLES = (*ROLES, "tool")  # where a model calls tools by the protocol


class Said(Protocol):
    """A message: who speaks, and the text."""

    @property
    def role(self) -> str: ...

    @property
    def text(self) -> str: ...


class Called(Protocol):
    """A call of a tool in a message: its id, the tool, and the arguments as the model wrote them."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> str: ...


class Spoken(Said, Protocol):
    """A message of a conversation with tools: an assistant's has ``calls``, a tool's the id it answers."""

    @property
    def calls(self) -> Sequence[Called]: ...

    @property
    def call_id(self) -> str: ...


class Offered(Protocol):
    """A tool as it is offered to a model; ``parameters`` is a JSON schema."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def parameters(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Call:
    """A call that a model made. ``arguments`` is its text, which need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Completion:
    """``state``: "done" (the model ended, or the schema is complete), "length" (cut at the limit of
    tokens or of the context), "stopped" (cancelled; ``text`` is what had come). ``reused_tokens``: how
    many of the prompt's tokens were still evaluated from the call before. ``calls``: tools it wants run;
    ``thinking``: what it thought aloud before, which is no answer. ``read_seconds`` to the first token and
    ``write_seconds`` from there to the end, as measured where the model runs; 0 where nobody measured."""

    text: str
    state: str
    prompt_tokens: int
    response_tokens: int
    reused_tokens: int = 0
    calls: tuple[Call, ...] = ()
    thinking: str = ""
    read_seconds: float = 0.0
    write_seconds: float = 0.0


class ModelError(LexDeskError):
    """A model could not answer. Nothing but this one answer is lost."""

    code = "model_error"


class PromptTooLong(ModelError):
    """The prompt does not fit into the model's context. Both numbers are tokens."""

    code = "prompt_too_long"

    def __init__(self, prompt_tokens: int, context_length: int) -> None:
        super().__init__(
            f"The prompt has {prompt_tokens:,} tokens; this model takes fewer than {context_length:,}.",
            "Let it see fewer sources, or use a model with a longer context.",
        )
        self.prompt_tokens = prompt_tokens
        self.context_length = context_length


class ModelCrashed(ModelError):
    """The model's process ended. This answer is lost; the next call starts the model again."""

    code = "model_crashed"


class NotEnoughMemory(ModelError):
    """The model does not fit into free memory; it was not loaded. Both numbers are bytes."""

    code = "not_enough_memory"

    def __init__(self, name: str, needed: int, free: int) -> None:
        super().__init__(
            f"The model “{name}” needs about {in_gb(needed)} of memory; {in_gb(free)} are free.",
            "Close other programs, or choose a smaller model.",
        )
        self.needed = needed
        self.free = free


class LocalModelsNotInstalled(ModelError):
    """llama-cpp-python is not there."""

    code = "local_models_not_installed"

    def __init__(self) -> None:
        super().__init__(
            "Local models need llama-cpp-python, which is not installed here.",
            'Install LexDesk with its extra "local", or use packaging/demo.sh.',
        )


def in_gb(count: int) -> str:
    """Bytes as people read them: "1.1 GB" (10^9 bytes), below one tenth of that in MB."""
    return f"{count / 1e9:.1f} GB" if count >= 1e8 else f"{count / 1e6:.0f} MB"


def as_dicts(messages: Sequence[Said], key: str) -> list[dict[str, str]]:
    """The messages as plain objects with ``role`` and the text under ``key``. ValueError for other roles."""
    for message in messages:
        if message.role not in ROLES:
            raise ValueError(f"a message has the role {message.role!r}, not one of {', '.join(ROLES)}")
    if not messages:
        raise ValueError("a prompt needs a message")
    return [{"role": message.role, key: message.text} for message in messages]
