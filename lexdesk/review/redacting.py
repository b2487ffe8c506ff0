"""A hand-off without chosen sources and chats: in the copy that leaves, hashes stand where they were."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.evidence.expunge import expunge
from lexdesk.matter.file import Matter
from lexdesk.matter.redacting import leave_out_chat
from lexdesk.matter.stores import Tx


@dataclass(frozen=True)
class Redaction:
    """Ids of what does not leave."""

    sources: tuple[int, ...] = ()
    chats: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.chats)

    def check(self, matter: Matter) -> None:
        """Raise ``NotFound`` when one of them is not there."""
        reader = matter.read()
        for source in self.sources:
            reader.sources.get(source)
        for chat in self.chats:
            reader.chats.get(chat)


NOTHING = Redaction()


def redact(copy: Matter, redaction: Redaction, by: str) -> tuple[str, ...]:
    """Take the chosen sources and chats out of a copy that is to leave; sentences that say what is missing
    and what of it stays. The chain of the copy stays whole and tells of it."""
    said: list[str] = []
    for source_id in redaction.sources:
        report = expunge(copy, source_id, "left out of this hand-off", by)
        said.append(
            f"Source {source_id} was left out; the SHA-256 of its file is {report.sha256}. "
            + " ".join(report.remains)
        )
    for chat_id in redaction.chats:

        def work(tx: Tx, chat_id: int = chat_id) -> int:
            count = leave_out_chat(tx.connection, chat_id)
            tx.act(by, "handoff.chat_left_out", f"chat {chat_id}", texts=count)
            return count

        count = copy.write(work)
        said.append(
            f"Chat {chat_id} was left out: {count} texts, each replaced by its SHA-256. What it proposed as "
            "edits, with the instruction in the packet, belongs to the document and stays."
        )
    if redaction:
        copy.compact()
    return tuple(said)


def named(sources: Sequence[int], chats: Sequence[int]) -> Redaction:
    """A redaction of these ids, each once."""
    return Redaction(tuple(dict.fromkeys(sources)), tuple(dict.fromkeys(chats)))
