"""Messages in a second chat: a fork carries the talk up to a message, a promotion one finding. Their pins are
registered anew there, so that each chat's markers stay its own (P8)."""

import re
from collections.abc import Sequence

from lexdesk.assistant.markers import marker
from lexdesk.errors import LexDeskError
from lexdesk.matter.records import ChatRow, ClaimRow, MessageRow
from lexdesk.matter.stores import Tx

_PIN = re.compile(r"\[\[pin_(\d+)\]\]")


def fork(tx: Tx, message_id: int, title: str) -> ChatRow:
    """A side chat with the same context set and every finished message up to this one, in their words. The
    records of the runs behind them (trail, limits, edits) are shared; no run is made again."""
    last = tx.chats.message(message_id)
    if last.state == "streaming":
        raise LexDeskError("This answer is still being written.", "Wait for its end, or stop it.")
    old = tx.chats.get(last.chat_id)
    row = tx.chats.add(title, "side", old.id)
    tx.chats.set_context(row.id, tx.chats.context(old.id))
    for message in tx.chats.messages(old.id):
        if message.seq <= last.seq and message.state != "streaming":
            _copy(tx, message, row.id)
    return row


def promote(tx: Tx, message_id: int, places: Sequence[int], chat_id: int) -> MessageRow:
    """The claims at ``places`` (from 0) of an answer as a notice in another chat, each with its pins and its
    checks. Where that chat has a context set, the passages behind the pins join it: they are what the lawyer
    lets its model see. Raises ``LexDeskError`` where nothing is named, or for the same chat."""
    message = tx.chats.message(message_id)
    claims = tx.claims.of_message(message_id)
    chosen = [claims[place] for place in places if 0 <= place < len(claims)]
    if not chosen:
        raise LexDeskError("There is no finding to hand over.", "Choose a sentence of the answer.")
    if message.chat_id == chat_id:
        raise LexDeskError("The finding is in this chat already.", "Choose another chat.")
    origin = tx.chats.get(message.chat_id).title
    pins = {pin: _again(tx, pin, chat_id) for claim in chosen for pin in claim.pins}
    context = tx.chats.context(chat_id)
    if context:
        passages = dict.fromkeys(("passage", str(tx.pins.get(pin).passage_id)) for pin in pins)
        tx.chats.set_context(chat_id, list(dict.fromkeys([*context, *passages])))
    told = [_PIN.sub(lambda hit: _renumbered(hit, pins), claim.text) for claim in chosen]
    lines = [
        f"{text} {''.join(marker('pin', pins[pin]) for pin in claim.pins)}".strip()
        for text, claim in zip(told, chosen, strict=True)
    ]
    text = f"From the chat “{origin}” (message {message_id}): " + " ".join(lines)
    notice = tx.chats.add_message(chat_id, "notice", text)
    for claim, words in zip(chosen, told, strict=True):
        tx.claims.add(notice.id, words, [pins[pin] for pin in claim.pins], claim.checks)
    return notice


def _copy(tx: Tx, message: MessageRow, chat_id: int) -> None:
    claims: list[ClaimRow] = tx.claims.of_message(message.id)
    known = {pin for claim in claims for pin in claim.pins}
    known |= {int(number) for number in _PIN.findall(message.text) if _is_of(tx, int(number), message)}
    pins = {pin: _again(tx, pin, chat_id) for pin in sorted(known)}

    def told(text: str) -> str:
        return _PIN.sub(lambda hit: _renumbered(hit, pins), text)

    made = tx.chats.add_message(chat_id, message.role, told(message.text), message.run_id, message.state)
    for claim in claims:
        tx.claims.add(made.id, told(claim.text), [pins[pin] for pin in claim.pins], claim.checks)
    for gone in tx.claims.removed_markers(message.id):
        tx.claims.add_removed_marker(made.id, gone.marker, gone.reason)


def _is_of(tx: Tx, pin: int, message: MessageRow) -> bool:
    return any(row.id == pin for row in tx.pins.of_chat(message.chat_id))


def _again(tx: Tx, pin: int, chat_id: int) -> int:
    row = tx.pins.get(pin)
    return tx.pins.register(chat_id, row.run_id, row.passage_id).id


def _renumbered(hit: re.Match[str], pins: dict[int, int]) -> str:
    """The marker of the same passage in the other chat; one that is no pin of the first chat is the lawyer's
    own text and stays."""
    number = int(hit[1])
    return marker("pin", pins[number]) if number in pins else hit.group()
