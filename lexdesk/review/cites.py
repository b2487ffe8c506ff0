"""How a passage is cited on paper, and what becomes of markers in text that leaves the matter (P8)."""

import re

from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import PassageRow
from lexdesk.matter.stores import Reader

_MARKER = re.compile(r"\[\[(pin|diff)_(\d+)\]\]")


def cite_label(reader: Reader, passage: PassageRow) -> str:
    """The short cite of a passage: "Retention Act 2021, p. 2", "Lease, 12.7, pp. 3-4" or
    "Supply Agreement, 9.3 (version 4)"."""
    if passage.source_id is not None:
        source = reader.sources.get(passage.source_id)
        where = f", p. {passage.page_from}" if source.paged else ""
        if source.paged and passage.page_to != passage.page_from:
            where = f", pp. {passage.page_from}-{passage.page_to}"
        clause = f", {passage.label}" if passage.kind == "clause" and passage.label else ""
        return f"{source.short_name}{clause}{where}"
    assert passage.version_id is not None
    version = reader.versions.get(passage.version_id)
    name = reader.documents.get(version.document_id).name
    return f"{name}, {passage.label}".rstrip(", ") + f" (version {version.number})"


def with_cites(reader: Reader, chat_id: int | None, text: str) -> str:
    """The text with each registered marker of that chat as its cite in brackets; a marker that is not
    registered there is left out."""
    if "[[" not in text:
        return text
    pins = {pin.id: pin.passage_id for pin in reader.pins.of_chat(chat_id)} if chat_id is not None else {}

    def cite(hit: re.Match[str]) -> str:
        number = int(hit[2])
        if hit[1] == "pin":
            if number not in pins:
                return ""
            return f"[{cite_label(reader, reader.passages.get(pins[number]))}]"
        try:
            change = reader.changes.get(number)
        except NotFound:
            return ""
        return f"[change {number}: version {reader.versions.get(change.version_id).number}]"

    return _MARKER.sub(cite, text)
