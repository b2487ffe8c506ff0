"""The reasons of edits on paper: the memo for the file, and the packets of a hand-off. Internal, never for
the other side."""

from collections.abc import Callable, Sequence
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.cites import cite_label, with_cites
from lexdesk.review.export import write_file
from lexdesk.review.paper import Line, LineKind, to_html, to_word
from lexdesk.review.recording import edit_title
from lexdesk.text.hashing import sha256_bytes

_SECTIONS = {
    "clause_reviewed": "Clause reviewed",
    "fact": "Fact",
    "law": "Law",
    "passage": "Passage",
    "check": "Check made",
    "alternative": "Alternative considered",
}
_BASIS = {
    "shown_to_model": "shown to the model",
    "cited_for_edit": "cited for this edit",
    "found_by_code": "found by code",
}
_ACTIONS = {
    "accept": "Accepted",
    "reject": "Rejected",
    "set_aside": "Set aside",
    "accept_tracked": "Accepted (tracked change of the other side)",
    "reject_tracked": "Rejected (tracked change of the other side)",
}


class NothingForMemo(LexDeskError):
    """No edit to write about."""

    code = "nothing_for_memo"


def packet_lines(reader: Reader, edit: EditRow) -> list[Line]:
    """Everything recorded about one edit. Each line says what the record proves: what the model was shown,
    what was cited, what code found, and that the explanation is the model's words, unchecked."""
    packet = reader.packets.get(edit.id)
    made_on = reader.versions.get(edit.version_id)
    document = reader.documents.get(edit.document_id)
    lines = [Line("heading", f"Edit {edit.id}: {edit_title(edit)} ({edit.state.replace('_', ' ')})")]
    heading = " ".join(part for part in (edit.section_label, edit.section_heading) if part)
    lines.append(
        Line("text", f"{heading or 'unnumbered text'}, {document.name}, version {made_on.number}", "Clause:")
    )
    if packet.instruction:
        lines.append(Line("text", packet.instruction, "Instruction:"))
    for op in edit.ops:
        if op.old_text:
            lines.append(Line("removed", op.old_text, f"Removed {op.paragraph_label}".strip() + ":"))
        if op.new_text:
            lines.append(Line("added", op.new_text, f"Added {op.paragraph_label}".strip() + ":"))
    if edit.explanation:
        whose = "the model's words, unchecked" if edit.created_by.startswith("model") else edit.created_by
        lines.append(
            Line("text", with_cites(reader, edit.chat_id, edit.explanation), f"Explanation ({whose}):")
        )
    for item in packet.items:
        label = f"{_SECTIONS.get(item.section, item.section)} ({_BASIS.get(item.basis, item.basis)}):"
        text = f"{item.label}: {item.text}" if item.label else item.text
        lines.append(Line("text", with_cites(reader, edit.chat_id, text), label))
        if item.passage_id is not None:
            lines.append(_source_line(reader, item.passage_id))
    if not any(item.section in ("fact", "law", "passage") for item in packet.items):
        lines.append(Line("note", "No evidence is on record: this edit rests on the instruction alone."))
    shown = reader.advisories.shown(edit.id)
    for advisory in reader.advisories.of_edit(edit.id):
        seen = "shown to the lawyer" if advisory.id in shown else "not shown"
        kind: LineKind = "note" if advisory.severity == "info" else "warning"
        label = f"{advisory.severity.capitalize()} {advisory.code} ({seen}):"
        lines.append(Line(kind, advisory.message, label))
    for decision in reader.decisions.of_edit(edit.id):
        what = _ACTIONS.get(decision.action, decision.action)
        version = ""
        if decision.action.startswith("accept") and decision.version_id is not None:
            version = f"; version {reader.versions.get(decision.version_id).number}"
        said = f" “{decision.comment}”" if decision.comment else ""
        lines.append(
            Line("text", f"{what} by {decision.decided_by}, {decision.at}{version}.{said}", "Decision:")
        )
    by = f"Proposed by {edit.created_by}, {edit.created_at}"
    by += f"; model {packet.model}" if packet.model else ""
    by += f"; run {packet.run_id}" if packet.run_id is not None else ""
    by += f"; context {packet.context_sha256}" if packet.context_sha256 else ""
    lines.append(Line("note", by + "."))
    return lines


def _source_line(reader: Reader, passage_id: int) -> Line:
    passage = reader.passages.get(passage_id)
    words = [cite_label(reader, passage)]
    if passage.source_id is not None:
        source = reader.sources.get(passage.source_id)
        words.append(f"role {source.role.replace('_', ' ')}, status {source.status.replace('_', ' ')}")
        if source.as_of:
            words.append(f"vouched for up to {source.as_of}")
        if source.privileged:
            words.append("privileged")
        words.append(f"file SHA-256 {source.sha256}")
    return Line("note", "; ".join(words) + ".", "Source:")


def memo_lines(matter: Matter, edits: Sequence[EditRow]) -> list[Line]:
    """The memo's text: what it is, each edit, where the record stands."""
    reader = matter.read()
    info = reader.matter.info()
    seq, head = reader.audit.head()
    lines = [
        Line(
            "note",
            "Internal: it holds instructions, reasons and evidence, and is not for the other side.",
        ),
        Line("text", info.name, "Matter:"),
        Line("text", info.author, "Lawyer:"),
        Line("text", info.as_of or "not set", "Law read as of:"),
    ]
    for edit in edits:
        lines += packet_lines(reader, edit)
    lines.append(Line("note", f"From audit row {seq}, chain head {head}."))
    return lines


def memo(
    matter: Matter, edit_ids: Sequence[int], path: Path, by: str, overwrite: bool = False
) -> tuple[EditRow, ...]:
    """Write the memo about the edits (none named: every edit accepted on the heads' chains, then those
    rejected) as .docx or .html, by the file's ending, and record it in the audit; the edits written about.

    Raises ``NothingForMemo``, ``ExportRefused``, the matter's ``NotFound``.
    """
    reader = matter.read()
    edits = [reader.edits.get(edit_id) for edit_id in dict.fromkeys(edit_ids)] or _decided(reader)
    if not edits:
        raise NothingForMemo("No edit has been decided yet.", "Name edits with --edit N.")
    title = f"Memorandum: {reader.matter.info().name}"
    lines = memo_lines(matter, edits)
    ending = path.suffix.lower()
    if ending not in (".docx", ".html", ".htm"):
        raise NothingForMemo(f"A memo is a .docx or .html file, not “{path.name}”.", "Name it so.")
    content = to_word(title, by, lines) if ending == ".docx" else to_html(title, lines)
    head = reader.audit.head()[1]
    sha256 = sha256_bytes(content)

    def record(put: Callable[[], None]) -> None:
        def work(tx: Tx) -> None:
            ids = [edit.id for edit in edits]
            tx.act(by, "export.memo", path.name, edits=ids, sha256=sha256, chain_head=head)
            put()

        matter.write(work)

    write_file(path, content, overwrite, record)
    return tuple(edits)


def _decided(reader: Reader) -> list[EditRow]:
    accepted = {
        decision.edit_id
        for document in reader.documents.list()
        for version in reader.versions.chain(reader.documents.head(document.id).id)
        for decision in reader.decisions.list(document.id)
        if decision.version_id == version.id and decision.action.startswith("accept")
    }
    edits = reader.edits.list()
    return [edit for edit in edits if edit.id in accepted] + [
        edit for edit in edits if edit.state == "rejected"
    ]
