"""The chats of the fake desk: what the window asks of them beyond the messages."""

from typing import Any

from lexdesk.assistant.agent_views import CompactionView
from lexdesk.assistant.chat_views import ContextChoice, RunUse
from lexdesk.assistant.views import ChatView


class FakeChats:
    """Context choices, tabs and what stands behind a run, in memory."""

    calls: list[tuple[Any, ...]]
    chat_list: list[ChatView]

    def context_choices(self, chat_id: int | None = None, ticked: Any = ()) -> list[ContextChoice]:
        begun = {(kind, str(ref)) for kind, ref in ticked}
        return [
            ContextChoice("version", "6", "Supply Agreement v6", ("current",), ("version", "6") in begun),
            *(
                ContextChoice("source", str(one.id), one.short_name, (one.role, one.status), False)
                for one in self.source_list
            ),
            *(ContextChoice("passage", ref, "9.3", (), True) for kind, ref in begun if kind == "passage"),
        ]

    def closed_chats(self) -> list[ChatView]:
        return []

    def set_context(self, chat_id: int, context: Any) -> ChatView:
        self.calls.append(("set_context", chat_id, list(context)))
        return next(one for one in self.chat_list if one.id == chat_id)

    def mark_words(self, version_id: int, paragraph_key: str, words: str = "") -> list[int]:
        self.calls.append(("mark_words", version_id, paragraph_key, words))
        return [71]

    def compactions(self, chat_id: int) -> list[CompactionView]:
        return []

    def seen(self, run_id: int) -> list[Any]:
        return []

    def run_use(self, run_id: int) -> RunUse:
        return RunUse(run_id, "guided", "Qwen 1.5B", 1, 900, 60, 4.0, 0, "")

    def notes(self) -> list[Any]:
        return []

    def skills(self) -> list[Any]:
        return []

    def playbook_rules(self) -> list[Any]:
        return []
