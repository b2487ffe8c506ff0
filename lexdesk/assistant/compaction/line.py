"""Which messages of a chat lead to its end. After “go back to here” the chat goes on from that message: what
was said after it is kept and can be read, and is no longer told to the model.
"""

from dataclasses import dataclass

from lexdesk.matter.records import MessageRow
from lexdesk.matter.stores import Reader


@dataclass(frozen=True)
class ChatLine:
    """``messages`` in view, in order. ``left``: how many messages a notice of going back leaves out, by the
    notice's id; ``ended`` are the messages gone back to, whose answers are left out."""

    messages: tuple[MessageRow, ...]
    left: dict[int, int]
    ended: frozenset[int]

    def has_run(self, run_id: int | None) -> bool:
        """Whether the view shows what the run did."""
        return any(row.run_id == run_id and self.shows_turns(row) for row in self.messages)

    def shows_turns(self, message: MessageRow) -> bool:
        """Whether what the run of an instruction did is in view: not if the lawyer went back to it."""
        return message.id not in self.ended or any(
            row.run_id == message.run_id and row.id != message.id for row in self.messages
        )


def line_of(reader: Reader, chat_id: int) -> ChatLine:
    """The chat as it leads to its last message."""
    rows = reader.chats.messages(chat_id)
    places = {row.id: at for at, row in enumerate(rows)}
    found: list[MessageRow] = []
    left: dict[int, int] = {}
    ended: set[int] = set()
    at = len(rows) - 1
    while at >= 0:
        row = rows[at]
        found.append(row)
        target = reader.chats.back_to(row.id) if row.role == "notice" else None
        if target in places and places[target] < at:
            left[row.id] = at - places[target] - 1
            ended.add(target)
            at = places[target]
        else:
            at -= 1
    return ChatLine(tuple(reversed(found)), left, frozenset(ended))
