"""Asking, and looking behind an answer: the desk's part about runs, their tools, contexts and compactions."""

from collections.abc import Callable
from typing import Literal

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.agent.loop import run_agent
from lexdesk.assistant.agent.replay import replay_run
from lexdesk.assistant.agent_views import ClearedLine, CompactionView, ReplayView, SeenLine
from lexdesk.assistant.events import Event
from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.guided import carry_out
from lexdesk.assistant.model import Model, ToolModel
from lexdesk.assistant.recorder import NoModel
from lexdesk.assistant.running import answer_instruction
from lexdesk.assistant.scope import Scope, scope_of_chat
from lexdesk.assistant.sending import RemoteNotAllowed
from lexdesk.assistant.showing import message_view
from lexdesk.assistant.views import MessageView
from lexdesk.errors import LexDeskError
from lexdesk.matter.records import ToolResultRow
from lexdesk.matter.stores import Tx
from lexdesk.review.structure import Structures

Mode = Literal["guided", "free"]
_MODES = ("guided", "free")


class AgentDesk(EvidenceDesk):
    """Runs of the assistant: guided drafting, or the free agent with its tools."""

    structures: Structures
    _model: Callable[[], Model | None]

    def mode(self, chat_id: int) -> Mode:
        """How the chat works: as the lawyer set it, else free for a server's model that can call tools, and
        guided for every other."""
        chosen = self.matter.read().settings.get(_mode_key(chat_id))
        if chosen == "free":
            return "free"
        if chosen == "guided":
            return "guided"
        model = self._usable_model()
        return "free" if model is not None and model.remote and isinstance(model, ToolModel) else "guided"

    def set_mode(self, chat_id: int, mode: Mode) -> None:
        """How the chat works from now on: guided, or free (a loop in which the model chooses its tools)."""
        if mode not in _MODES:
            raise LexDeskError(f"“{mode}” is no way of working.", "There are: guided, free.")
        by = self.author
        before = self.mode(chat_id)

        def work(tx: Tx) -> None:
            tx.chats.get(chat_id)
            tx.settings.set(_mode_key(chat_id), mode)
            tx.act(by, "chat.mode", f"chat {chat_id}", old=before, new=mode)

        self.matter.write(work)

    def ask(
        self,
        chat_id: int,
        text: str,
        document_id: int | None = None,
        on_event: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
        mode: Mode | None = None,
        budget: Budget | None = None,
    ) -> MessageView:
        """Carry out an instruction or answer a question; blocks until it ends. Only stages, never decides.

        ``mode``: for this run alone (None: the chat's); ``budget``: of a free run. Before the matter's first
        send to a remote model ``confirm_send`` is asked with the exact bytes, on this thread; unless it says
        yes, nothing is sent and ``SendNotConfirmed`` is raised.
        """
        self._writable()
        model = self._model_for_a_run()
        scope = self._scope(chat_id, document_id)
        spend = budget or Budget()
        free = (mode or self.mode(chat_id)) == "free"
        message_id = answer_instruction(
            scope,
            model,
            chat_id,
            text,
            self.author,
            on_event,
            cancelled,
            confirm_send,
            mode="free" if free else "guided",
            work=(lambda recorder, scope, _text: run_agent(recorder, scope, spend)) if free else carry_out,
        )
        reader = self.matter.read()
        return message_view(reader, self.library, reader.chats.message(message_id))

    def resume(
        self,
        run_id: int,
        on_event: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
        budget: Budget | None = None,
    ) -> MessageView:
        """Go on with a free run that was stopped, interrupted, failed or came to the end of its budget: a new
        run in the same chat, which has the whole history of the old one. No call of it runs again."""
        run = self.matter.read().runs.get(run_id)
        if run.mode != "free" or run.state not in ("stopped", "interrupted", "failed"):
            raise LexDeskError(
                f"Run {run_id} is {run.state} ({run.mode}); there is nothing to go on with.", "Ask anew."
            )
        return self.ask(
            run.chat_id,
            f"Go on with: {run.instruction}",
            run.document_id,
            on_event,
            cancelled,
            confirm_send,
            "free",
            budget,
        )

    def replay(
        self,
        run_id: int,
        on_event: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
    ) -> ReplayView:
        """Make every model call of a run again with the model in use, on exactly the stored contexts, and
        lay the proposals side by side. Nothing is staged."""
        self._writable()
        model = self._model_for_a_run()
        return replay_run(self.matter, model, run_id, self.author, on_event, cancelled, confirm_send)

    def seen(self, run_id: int) -> list[SeenLine]:
        """Why did the model see this? What the run could see, what it was shown of each tool result, and
        the exact context of each model call by its hash."""
        reader = self.matter.read()
        reader.runs.get(run_id)
        lines = [SeenLine(row.kind, row.ref, row.label, row.why) for row in reader.turns.reach(run_id)]
        for result in reader.tools.of_run(run_id):
            done = reader.turns.result_of(result.id)
            called = done is not None
            shown = done.head + done.tail if done is not None else 0
            why = "the model called it" if called else "looked up by code for the instruction"
            lines.append(
                SeenLine("tool_result", result.id, result.tool, why, shown, result.length, result.sha256)
            )
        for call in reader.calls.of_run(run_id):
            size = len(call.context)
            why = f"sent to {call.model}"
            lines.append(SeenLine("model_call", call.id, call.purpose, why, size, size, call.context_sha256))
        return lines

    def context_of(self, call_id: int) -> str:
        """The exact request of a model call, as it was stored before it was made."""
        return self.matter.read().calls.get(call_id).context

    def compactions(self, chat_id: int) -> list[CompactionView]:
        """What left the view of the chat's model, oldest first, each with how it is read back."""
        return [
            CompactionView(
                row.id,
                row.run_id,
                row.level,
                row.at,
                row.tokens_before,
                row.tokens_after,
                row.pinned,
                row.lines,
                tuple(ClearedLine(item.kind, item.ref, item.code_points, item.address) for item in row.items),
            )
            for row in self.matter.read().compactions.of_chat(chat_id)
        ]

    def tool_result(self, tool_result_id: int) -> ToolResultRow:
        """A stored tool output, whole (P4)."""
        return self.matter.read().tools.get(tool_result_id)

    def tool_result_slice(
        self, tool_result_id: int, offset: int, length: int
    ) -> tuple[str, int, int | None, str]:
        """A range of a tool output: text, total, next offset or None, SHA-256 of the whole."""
        if offset < 0 or length <= 0:
            raise LexDeskError("A range starts at 0 or later and holds at least one code point.")
        return self.matter.read().tools.slice(tool_result_id, offset, length)

    def _scope(self, chat_id: int, document_id: int | None) -> Scope:
        model = self._usable_model()
        remote = model.remote if model is not None else False
        return scope_of_chat(self.matter, self.structures, self.library, chat_id, document_id, remote)

    def _usable_model(self) -> Model | None:
        """The model in use, None where none is chosen or the chosen one cannot be used (``ask`` says why)."""
        try:
            return self._model()
        except LexDeskError:
            return None

    def _model_for_a_run(self) -> Model:
        """The model in use, if this matter allows it. ``NoModel``, ``RemoteNotAllowed``."""
        model = self._model()
        if model is None:
            raise NoModel()
        if model.remote and not self.matter.read().matter.info().remote_allowed:
            raise RemoteNotAllowed(model.name)
        return model


def _mode_key(chat_id: int) -> str:
    return f"chat {chat_id} mode"
