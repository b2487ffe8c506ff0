"""A summary in a model's words: lines, each with the record it rests on, kept only if code finds its figures,
names and quotations there. A model may leave things out; it cannot rewrite what was agreed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lexdesk.assistant.compaction.addresses import AddressUnknown, record_at
from lexdesk.assistant.compaction.view import Entry
from lexdesk.assistant.markers import escape_source_text
from lexdesk.assistant.model import Message
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence.claims import check_claim

_MOST = 12  # lines
_HEAD = 400  # code points of a record that the model is shown for its line
_WORTH = 600  # code points of answers below which nothing is summarised
_SYSTEM = (
    "You summarise the earlier part of a conversation between a lawyer and an assistant. Write short lines; "
    "each rests on one record and says only what stands in it, with figures and names exactly as there."
)


def summarise(recorder: RunRecorder, scope: Scope, old: Sequence[Entry]) -> list[tuple[str, str]]:
    """(address, sentence) for what an assistant said in the entries; [] where there is little to say or the
    model fails at it. One model call at most. Raises ``Cancelled``."""
    records = [
        (f"msg_{entry.message_id}" if entry.message_id else "", entry.text)
        for entry in old
        if entry.kind == "assistant" and entry.message_id
    ]
    records += [(f"tr_{entry.result.id}", entry.text) for entry in old if entry.result is not None]
    records = records[-40:]
    if sum(len(entry.text) for entry in old if entry.kind == "assistant") < _WORTH or not records:
        return []
    shown = "\n".join(f"{address}: {text[:_HEAD]}" for address, text in records)
    schema = _schema([address for address, _text in records])
    messages = [Message("system", _SYSTEM), Message("user", shown)]
    try:
        answered = recorder.ask("summarise", "Summarising", messages, schema, 600)
        lines = json.loads(answered.completion.text)["lines"]
    except Cancelled:
        raise
    except (LexDeskError, ValueError, KeyError, TypeError):
        return []
    return [line for entry in lines if (line := _checked(recorder, scope, entry)) is not None]


def _schema(addresses: Sequence[str]) -> Mapping[str, Any]:
    line = {
        "type": "object",
        "properties": {
            "address": {"type": "string", "enum": list(dict.fromkeys(addresses))},
            "sentence": {"type": "string", "maxLength": 200},
        },
    }
    return {
        "type": "object",
        "properties": {"lines": {"type": "array", "items": line, "maxItems": _MOST}},
    }


def _checked(recorder: RunRecorder, scope: Scope, entry: Mapping[str, Any]) -> tuple[str, str] | None:
    """The line, if every figure, name and quotation of it stands in the record it names."""
    try:
        address, sentence = str(entry["address"]), " ".join(str(entry["sentence"]).split())
        record = record_at(scope, recorder.run.chat_id, address)
    except (KeyError, TypeError, AddressUnknown):
        return None
    if not sentence or any(state == "not_found" for state, _words in check_claim(sentence, [record.text])):
        return None
    return address, escape_source_text(sentence)
