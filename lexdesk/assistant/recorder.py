"""Records of a run as it happens: every tool output whole before it is used, every model call with its
exact context (P4, P10). One recorder serves one run on one thread."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from lexdesk.assistant.events import Event, FirstWords, ModelWorking, ToolEnded, ToolStarted
from lexdesk.assistant.model import Answered, Message, Model, ToolModel, ToolSpec, Turned
from lexdesk.assistant.sending import SendNotConfirmed
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.records import RunRow
from lexdesk.matter.stores import Tx
from lexdesk.text.hashing import sha256_text

T = TypeVar("T")
A = TypeVar("A", bound=Answered)
FIRST_SEND = "first_send_confirmed"


@dataclass(frozen=True)
class ToolOutput(Generic[T]):
    """``text`` is the complete output as the model and the lawyer can read it; ``value`` is for code."""

    text: str
    value: T
    summary: str = ""  # result in a few words: "2 found"
    sources: tuple[int, ...] = ()  # whose text is in it


@dataclass(frozen=True)
class Recorded(Generic[T]):
    """A finished tool call: its row id and what it gave."""

    id: int
    text: str
    value: T


@dataclass(frozen=True)
class ModelAnswer:
    completion: Answered
    context_sha256: str
    call_id: int


class RunRecorder:
    """Runs tools and model calls of one run and stores each. Raises ``Cancelled`` when stopped."""

    def __init__(
        self,
        matter: Matter,
        run: RunRow,
        model: Model | None,
        on_event: Callable[[Event], None],
        cancelled: Callable[[], bool],
        confirm_send: Callable[[bytes], bool] = lambda request: False,
    ) -> None:
        self.confirm_send = confirm_send
        self.matter = matter
        self.run = run
        self.model = model
        self.on_event = on_event
        self.cancelled = cancelled
        self.actor = f"run {run.id}"
        self.last_context = ""

    def check_stop(self) -> None:
        """Raises ``Cancelled`` if the lawyer has pressed Stop."""
        if self.cancelled():
            raise Cancelled("Stopped. What was found so far is kept.")

    def tool(
        self,
        name: str,
        arguments: BaseModel,
        work: Callable[[], ToolOutput[T]],
        *,
        given: str = "",
        validated: str = "",
        begun: Callable[[Tx, int], None] = lambda tx, call: None,
        ended: Callable[[Tx, int, str], None] = lambda tx, call, text: None,
        failure: Callable[[LexDeskError], str] = lambda error: "",
        lasting: bool = False,
    ) -> Recorded[T]:
        """Run ``work`` as the tool ``name``; its whole output is stored before it is returned.

        ``given``: the arguments as a model wrote them; ``validated``: what they come to.
        ``begun`` and ``ended`` write more in the same transactions as the call and its output. ``failure``
        makes the stored text of an error. The output of a tool that was running when Stop was pressed is
        dropped, unless what it did is ``lasting``.
        """
        self.check_stop()
        validated = validated or arguments.model_dump_json()
        summary = " ".join(
            str(value)
            for value in arguments.model_dump(exclude={"document_id", "version_id"}).values()
            if value
        )[:80]

        def begin(tx: Tx) -> int:
            number: int = tx.tools.start(self.run.id, name, given or validated, validated)
            begun(tx, number)
            tx.act(self.actor, "tool.start", name, run=self.run.id)
            return number

        call = self.matter.write(begin)
        self.on_event(ToolStarted(call, name, summary))
        began = time.monotonic()
        try:
            output = work()
            if not lasting:
                self.check_stop()
        except LexDeskError as error:
            status = "cancelled" if isinstance(error, Cancelled) else "error"
            said = "" if status == "cancelled" else failure(error)
            self._finish(call, name, status, said, str(error), (), ended)
            self._ended(call, name, summary, status, began)
            raise
        except BaseException:
            self._finish(call, name, "error", "", "The tool failed.", (), ended)
            self._ended(call, name, summary, "error", began)
            raise
        self._finish(call, name, "ok", output.text, "", output.sources, ended)
        self._ended(call, name, f"{summary} · {output.summary}" if output.summary else summary, "ok", began)
        return Recorded(call, output.text, output.value)

    def _finish(
        self,
        call: int,
        name: str,
        status: str,
        text: str,
        error: str,
        sources: Sequence[int],
        ended: Callable[[Tx, int, str], None],
    ) -> None:
        def work(tx: Tx) -> None:
            tx.tools.finish(call, status, text, error=error)
            tx.turns.add_sources(call, sources)
            ended(tx, call, text)
            tx.act(
                self.actor,
                "tool.end",
                name,
                call=call,
                status=status,
                length=len(text),
                sha256=sha256_text(text),
            )

        self.matter.write(work)

    def _ended(self, call: int, name: str, summary: str, status: str, began: float) -> None:
        self.on_event(ToolEnded(call, name, summary, status, int((time.monotonic() - began) * 1000)))

    def ask(
        self,
        purpose: str,
        what: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        max_tokens: int,
        on_text: Callable[[str], None] = lambda piece: None,
    ) -> ModelAnswer:
        """One model call, its exact request stored first; a stopped answer keeps its text and raises."""
        model = self._chosen()
        request = model.request_bytes(messages, schema, max_tokens)
        completion, call = self._called(
            purpose,
            what,
            request,
            on_text,
            lambda hear: model.complete(
                messages, schema=schema, max_tokens=max_tokens, on_text=hear, cancelled=self.cancelled
            ),
            lambda completion: completion.text,
        )
        return ModelAnswer(completion, self.last_context, call)

    def converse(
        self,
        purpose: str,
        what: str,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        max_tokens: int,
        on_text: Callable[[str], None] = lambda piece: None,
    ) -> tuple[Turned, int]:
        """As ``ask``, for a model that calls tools by its own protocol: its turn, and the id of the call."""
        model = self._chosen()
        assert isinstance(model, ToolModel)
        request = model.conversation_bytes(messages, tools, max_tokens)
        return self._called(
            purpose,
            what,
            request,
            on_text,
            lambda hear: model.converse(
                messages, tools, max_tokens=max_tokens, on_text=hear, cancelled=self.cancelled
            ),
            _whole_turn,
        )

    def _chosen(self) -> Model:
        if self.model is None:
            raise NoModel()
        return self.model

    def _called(
        self,
        purpose: str,
        what: str,
        sent: bytes,
        on_text: Callable[[str], None],
        answer: Callable[[Callable[[str], None]], A],
        whole: Callable[[A], str],
    ) -> tuple[A, int]:
        """One stored model call. ``whole`` gives all that the model wrote, for the record."""
        model = self._chosen()
        self.check_stop()
        self.on_event(ModelWorking(what))
        request = sent.decode("utf-8")
        self.last_context = sha256_text(request)
        if model.remote:
            self._confirm(model.name, request.encode("utf-8"))
        call = self.matter.write(
            lambda tx: (
                tx.calls.start(self.run.id, purpose, model.name, request),
                tx.act(
                    self.actor,
                    "model.send" if model.remote else "model.call",
                    model.name,
                    purpose=purpose,
                    context=self.last_context,
                    bytes=len(request.encode("utf-8")),
                    where=getattr(model, "where", "") if model.remote else "this machine",
                ),
            )[0]
        )
        heard: list[str] = []
        began = time.monotonic()

        def hear(piece: str) -> None:
            if not heard:
                self.on_event(FirstWords(int((time.monotonic() - began) * 1000)))
            heard.append(piece)
            on_text(piece)

        try:
            completion = answer(hear)
        except BaseException as error:
            state = "stopped" if isinstance(error, Cancelled) else "failed"
            self._finish_call(call, state, "".join(heard), 0, 0)
            raise
        state = {"done": "done", "length": "done"}.get(completion.state, "stopped")
        self._finish_call(
            call, state, whole(completion), completion.prompt_tokens, completion.response_tokens
        )
        if completion.state == "stopped":
            raise Cancelled("Stopped. What was written so far is kept.")
        return completion, call

    def _confirm(self, name: str, request: bytes) -> None:
        """Before a matter's first send to a remote model its exact bytes are shown; once for each model."""
        if self.matter.read().settings.get(FIRST_SEND) == name:
            return
        if not self.confirm_send(request):
            raise SendNotConfirmed()

        def work(tx: Tx) -> None:
            tx.settings.set(FIRST_SEND, name)
            tx.settings.set("network_used", "yes")
            shown = tx.blobs.put(request)
            tx.act(self.actor, "network.confirmed", name, shown=shown, bytes=len(request))

        self.matter.write(work)

    def _finish_call(
        self, call: int, state: str, text: str, prompt_tokens: int, response_tokens: int
    ) -> None:
        self.matter.write(
            lambda tx: (
                tx.calls.finish(call, state, text, prompt_tokens, response_tokens),
                tx.act(self.actor, "model.end", str(call), state=state, sha256=sha256_text(text)),
            )
        )

    def limit(self, code: str, message: str) -> None:
        """Store a limit that is shown with the answer (P14)."""
        self.matter.write(
            lambda tx: (
                tx.runs.add_limit(self.run.id, code, message),
                tx.act(self.actor, "run.limit", code, run=self.run.id, message=message),
            )
        )


def _whole_turn(turn: Turned) -> str:
    """All that a model wrote in one turn: its words alone, or with thoughts and calls as JSON."""
    if not turn.calls and not turn.thinking:
        return turn.text
    calls = [{"name": call.name, "arguments": call.arguments} for call in turn.calls]
    return json.dumps({"text": turn.text, "thinking": turn.thinking, "calls": calls}, ensure_ascii=False)


class NoModel(LexDeskError):
    """No model is chosen."""

    code = "no_model"

    def __init__(self) -> None:
        super().__init__(
            "No model is chosen.",
            "Fetch the starter model (“lexdesk model get starter”) or add a file (“lexdesk model add FILE”).",
        )
