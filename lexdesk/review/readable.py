"""Chats, audit and history of a matter as pages a person reads and as JSON Lines a program reads.

The JSON Lines hold every row whole; the pages leave out what is long and say how much and where it is (P15).
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, is_dataclass
from typing import Any

from lexdesk.matter.stores import Reader
from lexdesk.review.cites import with_cites
from lexdesk.review.paper import Line

_SHOWN = 600  # code points of a tool output on a page


def json_lines(rows: Iterable[Any]) -> bytes:
    """One JSON value a line, UTF-8."""
    plain = (asdict(row) if is_dataclass(row) and not isinstance(row, type) else row for row in rows)
    return "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in plain).encode(
        "utf-8", "replace"
    )


def chat_rows(reader: Reader) -> Iterator[dict[str, Any]]:
    """Every chat, message, claim, run, limit, tool result and model call, in order; ``kind`` says which."""
    for chat in reader.chats.list():
        yield {"kind": "chat", **asdict(chat), "context": reader.chats.context(chat.id)}
        for pin in reader.pins.of_chat(chat.id):
            yield {"kind": "pin", **asdict(pin), "passage": asdict(reader.passages.get(pin.passage_id))}
        for message in reader.chats.messages(chat.id):
            yield {"kind": "message", **asdict(message)}
            for claim in reader.claims.of_message(message.id):
                yield {"kind": "claim", **asdict(claim)}
            for marker in reader.claims.removed_markers(message.id):
                yield {"kind": "removed_marker", **asdict(marker)}
        for run in reader.runs.list(chat.id):
            yield {"kind": "run", **asdict(run)}
            for limit in reader.runs.limits(run.id):
                yield {"kind": "limit", **asdict(limit)}
            for result in reader.tools.of_run(run.id):
                yield {"kind": "tool_result", **asdict(result)}
            for call in reader.calls.of_run(run.id):
                yield {"kind": "model_call", **asdict(call)}


def chat_lines(reader: Reader) -> Iterator[Line]:
    """The chats as a page."""
    for chat in reader.chats.list():
        yield Line("heading", f"{chat.title} ({chat.kind} chat {chat.id}), begun {chat.created_at}")
        context = reader.chats.context(chat.id)
        sees = ", ".join(f"{kind} {ref}" for kind, ref in context) or "everything in the matter"
        yield Line("note", f"Its model may see: {sees}.")
        for message in reader.chats.messages(chat.id):
            state = "" if message.state == "complete" else f" ({message.state})"
            yield Line("sub", f"{message.role}{state}, {message.at}")
            yield Line("text", with_cites(reader, chat.id, message.text))
            for marker in reader.claims.removed_markers(message.id):
                yield Line("note", f"{marker.marker}: {marker.reason}", "Removed:")
            if message.run_id is None or message.role != "assistant":
                continue
            run = reader.runs.get(message.run_id)
            yield Line("note", f"Run {run.id}, {run.model}, {run.mode}, {run.state}. {run.error}".strip())
            for limit in reader.runs.limits(run.id):
                yield Line("warning", limit.message, "Limit:")
            for result in reader.tools.of_run(run.id):
                cut = result.length - min(result.length, _SHOWN)
                more = f" … {cut} more code points in chats.jsonl, tool result {result.id}" if cut else ""
                yield Line(
                    "note",
                    f"{result.output[:_SHOWN]}{more}",
                    f"Tool result {result.id}, {result.tool} ({result.status}):",
                )


def audit_lines(reader: Reader) -> Iterator[Line]:
    """The audit as a page, one line a row."""
    yield Line("note", "Each row hashes the one before; audit.jsonl holds the hashes.")
    for row in reader.audit.rows():
        yield Line("text", f"{row.at}  {row.actor}: {row.act} {row.subject}  {row.detail}", f"{row.seq}")


def history_lines(reader: Reader) -> Iterator[Line]:
    """Every version of every document with what making it changed."""
    for document in reader.documents.list():
        numbers = {row.id: row.number for row in reader.versions.list(document.id)}
        head = reader.documents.head(document.id)
        yield Line("heading", f"{document.name}: {len(numbers)} versions, head {head.number}")
        for branch in reader.documents.branches(document.id):
            yield Line("note", f"version {numbers.get(branch.head_version, 0)}", f"Branch {branch.name}:")
        for version in reader.versions.list(document.id):
            parent = f"from version {numbers[version.parent_id]}" if version.parent_id else "the first"
            yield Line(
                "sub", f"Version {version.number}, {parent}, {version.kind.replace('_', ' ')}: {version.note}"
            )
            yield Line(
                "note", f"By {version.created_by}, {version.created_at}; text SHA-256 {version.text_sha256}."
            )
            for change in reader.changes.of_version(version.id):
                record = "saved record" if change.source == "apply_time" else "reconstruction"
                edit = f", edit {change.edit_id}" if change.edit_id is not None else ""
                where = f"{change.section_label} {change.section_heading}".strip() or "unnumbered text"
                yield Line(
                    "text",
                    f"{where} ({record}{edit}, decided by {change.decided_by})",
                    f"[[diff_{change.id}]]",
                )
                if change.removed:
                    yield Line("removed", change.removed, "before:")
                if change.added:
                    yield Line("added", change.added, "after:")
                if change.instruction:
                    yield Line("note", change.instruction, "Instruction:")
