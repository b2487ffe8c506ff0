"""Chats, their messages, and what each chat's model may see."""

from collections.abc import Iterable

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import ChatRow, MessageRow


class Chats:
    """Chats and messages. The text of a message is final once it is no longer streaming."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, title: str, kind: str, parent_chat: int | None = None) -> ChatRow:
        """A new chat; ``kind`` is "main" or "side"."""
        return self.get(
            self._db.insert("chats", title=title, kind=kind, parent_chat=parent_chat, created_at=now())
        )

    def get(self, chat_id: int) -> ChatRow:
        """The chat; raises ``NotFound``."""
        chat = self._db.record(ChatRow, "FROM chats WHERE id = ?", (chat_id,))
        if chat is None:
            raise NotFound("chat", chat_id)
        return chat

    def rename(self, chat_id: int, title: str) -> ChatRow:
        """Another title; raises ``NotFound``."""
        if not self._db.update("chats", chat_id, title=title):
            raise NotFound("chat", chat_id)
        return self.get(chat_id)

    def add_message(
        self, chat_id: int, role: str, text: str, run_id: int | None = None, state: str = "complete"
    ) -> MessageRow:
        """Append a message. While "streaming", its text can be changed by ``set_message``."""
        self.get(chat_id)
        seq = self._db.value("SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE chat_id = ?", (chat_id,))
        return self.message(
            self._db.insert(
                "messages",
                chat_id=chat_id,
                seq=seq,
                role=role,
                text=text,
                at=now(),
                run_id=run_id,
                state=state,
            )
        )

    def went_back(self, notice_id: int, message_id: int) -> None:
        """Note that a notice tells of going back to a message of its chat."""
        self._db.insert("chat_backs", notice_id=notice_id, message_id=message_id)

    def back_to(self, notice_id: int) -> int | None:
        """The message that a notice tells of going back to, None for any other notice."""
        found = self._db.value("SELECT message_id FROM chat_backs WHERE notice_id = ?", (notice_id,))
        return None if found is None else int(found)

    def set_message(self, message_id: int, text: str | None = None, state: str | None = None) -> MessageRow:
        """Set text or state or both; a text that is final raises ``RecordRefused``."""
        given = {name: value for name, value in (("text", text), ("state", state)) if value is not None}
        if given and not self._db.update("messages", message_id, **given):
            raise NotFound("message", message_id)
        return self.message(message_id)

    def messages(self, chat_id: int) -> list[MessageRow]:
        """The messages of a chat in order."""
        return self._db.records(MessageRow, "FROM messages WHERE chat_id = ? ORDER BY seq", (chat_id,))

    def message(self, message_id: int) -> MessageRow:
        """The message; raises ``NotFound``."""
        message = self._db.record(MessageRow, "FROM messages WHERE id = ?", (message_id,))
        if message is None:
            raise NotFound("message", message_id)
        return message

    def context(self, chat_id: int) -> list[tuple[str, str]]:
        """(kind, reference) of what the chat's model may see; [] = everything in the matter. Kinds: source,
        version, passage, skill, note. References are texts: ids in digits, or a skill's name."""
        rows = self._db.rows("SELECT kind, ref FROM chat_context WHERE chat_id = ? ORDER BY seq", (chat_id,))
        return [(row[0], row[1]) for row in rows]

    def set_context(self, chat_id: int, items: Iterable[tuple[str, str | int]]) -> None:
        """Replace the context set (the audit row of the act should name the old and the new one)."""
        self.get(chat_id)
        self._db.run("DELETE FROM chat_context WHERE chat_id = ?", (chat_id,))
        for seq, (kind, ref) in enumerate(items):
            self._db.insert("chat_context", chat_id=chat_id, seq=seq, kind=kind, ref=str(ref))

    def list(self) -> list[ChatRow]:
        """All chats, oldest first."""
        return self._db.records(ChatRow, "FROM chats ORDER BY id")
