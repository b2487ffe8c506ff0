"""Addresses: ``tr_12`` is a tool result, ``msg_7`` a message, both of one chat, readable for ever."""

import json
import re
from dataclasses import dataclass

from lexdesk.assistant.markers import escape_source_text
from lexdesk.assistant.scope import Scope
from lexdesk.errors import LexDeskError
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import MessageRow, ToolResultRow
from lexdesk.matter.stores import Reader

READ = "read_tool_result"
_ADDRESS = re.compile(r"\s*(tr|msg)[_\s-]?(\d{1,12})\s*")


class AddressUnknown(LexDeskError):
    """No record of this chat has that address, or what it holds is out of the chat's reach."""

    code = "address_unknown"


@dataclass(frozen=True)
class Record:
    """A stored text with its address. ``start`` and ``end``: the part that the address meant (code points,
    half-open), which is the whole but for the reading of a part of another record."""

    address: str
    what: str
    tool: str  # "" for a message
    text: str
    start: int
    end: int
    sources: tuple[int, ...]

    @property
    def length(self) -> int:
        """Code points of the whole record."""
        return len(self.text)

    def shown(self, part: tuple[int, int]) -> str:
        """``text[start:end]`` of the part, and how the rest is read if there is one."""
        start, end = part
        if (start, end) == (0, self.length):
            return self.text
        rest = reading_call(self.address, 0, self.length)
        return f"{self.text[start:end]} (code points {start} to {end} of {self.length}; whole: {rest})"


def reading_call(address: str, offset: int, length: int) -> str:
    """The call that reads a range back, as a model writes it."""
    return f'{READ}(tool_use_id="{address}", offset={offset}, length={length})'


def result_range(result: ToolResultRow) -> tuple[str, int, int]:
    """Where the words of a result stand: address, offset, length. Those of a reading stand in what it read
    (harness 11), never in the reading itself."""
    if result.tool == READ and result.status == "ok":
        given = json.loads(result.input_validated)
        page = result.output.partition("\n")[2]
        return str(given["address"]), int(given["start"]), len(page)
    return f"tr_{result.id}", 0, result.length


def record_at(scope: Scope, chat_id: int, address: str) -> Record:
    """The record of that address in this chat. Raises ``AddressUnknown``, in the same words whether it is
    nowhere or belongs to another chat (P10)."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise AddressUnknown(
            f"“{escape_source_text(address[:60])}” is no address.",
            "An address reads tr_12 or msg_7, as it stands in the conversation.",
        )
    reader = scope.matter.read()
    number = int(match[2])
    try:
        if match[1] == "msg":
            return _message(reader, scope, chat_id, number)
        return _result(reader, scope, chat_id, number)
    except NotFound as error:
        raise _unknown(address) from error


def message_outside(reader: Reader, scope: Scope, message: MessageRow) -> bool:
    """Whether a message rests on what is out of the chat's reach now: its run read such a source, or one of
    its pins is on a passage that is neither of a source in reach nor chosen by itself (P10)."""
    if message.role == "user":
        return False
    if message.run_id is not None and rests_outside(reader, scope, message.run_id):
        return True
    for claim in reader.claims.of_message(message.id):
        for pin in claim.pins:
            passage = reader.passages.get(reader.pins.get(pin).passage_id)
            of_source = passage.source_id is not None and passage.source_id not in scope.source_ids
            if of_source and passage.id not in scope.passage_ids:
                return True
    return False


def rests_outside(reader: Reader, scope: Scope, run_id: int | None) -> bool:
    """Whether an earlier run read a source that is out of the chat's reach now: its words are kept back."""
    if run_id is None:
        return False
    return any(source not in scope.source_ids for source in reader.turns.sources_of_run(run_id))


def _message(reader: Reader, scope: Scope, chat_id: int, number: int) -> Record:
    message = reader.chats.message(number)
    if message.chat_id != chat_id:
        raise _unknown(f"msg_{number}")
    if message_outside(reader, scope, message):
        raise AddressUnknown(f"What msg_{number} says rests on a source that this chat may not see now.")
    who = "the lawyer" if message.role == "user" else message.role
    return Record(f"msg_{number}", f"({who})", "", message.text, 0, len(message.text), ())


def _result(reader: Reader, scope: Scope, chat_id: int, number: int) -> Record:
    result = reader.tools.get(number)
    if reader.runs.get(result.run_id).chat_id != chat_id:
        raise _unknown(f"tr_{number}")
    sources = tuple(reader.turns.sources_of(number))
    if any(source not in scope.source_ids for source in sources):
        raise AddressUnknown(f"What tr_{number} holds comes from a source that this chat may not see now.")
    if result.tool == READ and result.status == "ok":
        address, start, length = result_range(result)
        original = record_at(scope, chat_id, address)
        return Record(
            address, original.what, original.tool, original.text, start, start + length, original.sources
        )
    return Record(f"tr_{number}", f"({result.tool})", result.tool, result.output, 0, result.length, sources)


def _unknown(address: str) -> AddressUnknown:
    return AddressUnknown(
        f"{address.strip()} is no record of this chat.", "Use an address that stands in this conversation."
    )
