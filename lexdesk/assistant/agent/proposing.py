"""``propose_edit``: one change, staged for the lawyer with its packet. Nothing is changed by it (P1)."""

import json
from typing import Literal

from lexdesk.assistant.agent import arguments as takes
from lexdesk.assistant.agent.bench import Bench
from lexdesk.assistant.events import EditStaged
from lexdesk.assistant.recorder import ToolOutput
from lexdesk.errors import LexDeskError
from lexdesk.matter.records import PacketItemRow
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    InsertBefore,
    MoveClause,
    Proposal,
    ReplaceParagraph,
    ReplaceText,
)
from lexdesk.review.staging import Reasons, stage


class IncompleteProposal(LexDeskError):
    """The proposal does not say what its operation needs."""

    code = "incomplete_proposal"


def propose_edit(bench: Bench, given: takes.ProposeEdit) -> ToolOutput[None]:
    """Stage the change against the version the run works on; says its number and every warning in words."""
    document, version = bench.scope.place(given.document)
    run, model = bench.recorder.run, bench.recorder.model
    name = model.name if model is not None else ""
    edit = stage(
        bench.scope.matter,
        bench.scope.structures,
        [_proposal(given)],
        document,
        version,
        Reasons(
            instruction=run.instruction,
            explanation=given.explanation.strip(),
            created_by=f"model: {name}",
            model=name,
            context_sha256=bench.recorder.last_context,
            run_id=run.id,
            chat_id=run.chat_id,
            packet_items=_warned_sources(bench),
            lookups=tuple(bench.reviewed),
        ),
    )
    bench.staged.append(edit.id)
    bench.recorder.on_event(EditStaged(edit.id))
    warnings = [
        f"{row.severity} {row.code}: {row.message}"
        for row in bench.scope.matter.read().advisories.of_edit(edit.id)
    ]
    lines = [f"Edit {edit.id} ({edit.kind}, {edit.section_label}) is staged and waits for the lawyer."]
    return ToolOutput("\n".join([*lines, *warnings]), None, f"edit {edit.id}")


def _proposal(given: takes.ProposeEdit) -> Proposal:
    match given.operation:
        case "replace":
            _need(given, "old_text")
            return ReplaceText(given.old_text, given.new_text, given.paragraph or None, section=given.section)
        case "rewrite_paragraph":
            _need(given, "paragraph", "new_text")
            return ReplaceParagraph(given.paragraph, given.new_text)
        case "delete_clause":
            _need(given, "section")
            return DeleteClause(given.section)
        case "delete_paragraph":
            _need(given, "paragraph")
            return DeleteParagraphs((given.paragraph,))
        case "insert_after":
            _need(given, "paragraph", "new_text")
            return InsertAfter(given.paragraph, given.new_text)
        case "insert_before":
            _need(given, "paragraph", "new_text")
            return InsertBefore(given.paragraph, given.new_text)
        case "move_after" | "move_before":
            _need(given, "section", "beside")
            where: Literal["after", "before"] = "after" if given.operation == "move_after" else "before"
            return MoveClause(given.section, given.beside, where)


def _need(given: takes.ProposeEdit, *names: str) -> None:
    missing = [name for name in names if not str(getattr(given, name)).strip()]
    if missing:
        raise IncompleteProposal(
            f"{given.operation} needs {' and '.join(missing)}.",
            "Send the call again with it; keys of paragraphs stand in < > where read_section shows them.",
        )


def _warned_sources(bench: Bench) -> tuple[PacketItemRow, ...]:
    """Packet lines that tell the lawyer which files with warnings this chat's model had read before."""
    reader = bench.scope.matter.read()
    read = reader.turns.sources_read(bench.chat_id)
    items: list[PacketItemRow] = []
    for source, result_id in read:
        findings = reader.sources.findings(source)
        if not findings:
            continue
        label = reader.sources.get(source).short_name
        said = " ".join(row.message for row in findings)
        details = json.dumps({"source": source, "codes": [row.code for row in findings]}, sort_keys=True)
        text = f"Before this edit the model read {label}, of which the reading warned: {said}"
        items.append(
            PacketItemRow(len(items) + 1, "check", label, text, "found_by_code", None, result_id, details)
        )
    return tuple(items)
