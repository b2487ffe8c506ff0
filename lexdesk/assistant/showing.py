"""Builds the views of chats, pins, sources and cards from the matter's rows. Reads only."""

import json
from collections.abc import Sequence
from datetime import datetime

from lexdesk.assistant.citing import ROLE_WORDS, STATUS_WORDS
from lexdesk.assistant.markers import marker
from lexdesk.assistant.standings import standing_view
from lexdesk.assistant.views import (
    AdvisoryView,
    ChangeCard,
    ClaimView,
    DecisionView,
    EffectsView,
    HunkView,
    MessageView,
    PacketLine,
    PinView,
    SourceView,
    TrailRow,
)
from lexdesk.evidence.library import Library
from lexdesk.evidence.limits import limits_of_edit
from lexdesk.evidence.ontology import kind_of
from lexdesk.evidence.standing import standing_of
from lexdesk.matter.effects import EffectRow
from lexdesk.matter.expunging import EXPUNGED
from lexdesk.matter.records import EditRow, MessageRow, SourceRow, ToolResultRow
from lexdesk.matter.stores import Reader
from lexdesk.review.cites import cite_label
from lexdesk.review.effects import counted, effect_lines, effect_sentence
from lexdesk.review.lineage import Hunk
from lexdesk.review.recording import edit_title


def source_view(reader: Reader, row: SourceRow) -> SourceView:
    """A source with its findings."""
    unfinished = reader.imports.of(row.id)
    if unfinished is not None and unfinished.finished:
        unfinished = None
    return SourceView(
        id=row.id,
        title=row.title,
        short_name=row.short_name,
        file_name=row.file_name,
        media_type=row.media_type,
        role=row.role,
        status=row.status,
        status_by=row.status_by,
        jurisdiction=row.jurisdiction,
        as_of=row.as_of,
        dated=row.dated,
        privileged=row.privileged,
        paged=row.paged,
        page_count=row.page_count,
        findings=tuple((item.code, item.message, item.page) for item in reader.sources.findings(row.id)),
        sha256=row.sha256,
        kind=kind_of(row),
        rank=row.rank,
        issuer=row.issuer,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        purpose=row.purpose,
        confidentiality=row.confidentiality,
        extent=row.extent,
        voice=row.voice,
        unconfirmed=row.unconfirmed,
        said=tuple((name, fact.said_by, fact.at) for name, fact in reader.facts.of(row.id).items()),
        expunged=_expunged(reader, row),
        import_state=unfinished.state if unfinished is not None else "done",
        pages_read=unfinished.pages_read if unfinished is not None else -1,
    )


def _expunged(reader: Reader, row: SourceRow) -> str:
    gone = reader.expunging.of_source(row.id) if row.media_type == EXPUNGED else None
    return f"expunged by {gone.said_by} on {gone.at[:10]}: {gone.reason}" if gone is not None else ""


def passage_view(reader: Reader, library: Library, passage_id: int, pin_id: int = 0) -> PinView:
    """A passage as a citation; ``pin_id`` 0 when it is no pin of a chat."""
    passage = reader.passages.get(passage_id)
    before, text, after = library.context(passage_id)
    role, status = "agreement", ""
    if passage.source_id is not None:
        source = reader.sources.get(passage.source_id)
        role = ROLE_WORDS.get(source.role, source.role)
        status = STATUS_WORDS.get(source.status, source.status)
    elif passage.version_id is not None:
        version = reader.versions.get(passage.version_id)
        head = reader.documents.head(version.document_id)
        status = (
            "current wording"
            if head.id == version.id
            else f"wording of version {version.number}, not the current one"
        )
    return PinView(
        pin_id=pin_id,
        marker=marker("pin", pin_id) if pin_id else "",
        label=cite_label(reader, passage),
        passage_id=passage_id,
        source_id=passage.source_id,
        version_id=passage.version_id,
        paragraph_key=passage.paragraph_key,
        text=text,
        before=before,
        after=after,
        page=passage.page_from,
        role=role,
        status=status,
        standing=standing_view(standing_of(reader, passage)),
    )


def pin_view(reader: Reader, library: Library, pin_id: int) -> PinView:
    """A registered pin."""
    return passage_view(reader, library, reader.pins.get(pin_id).passage_id, pin_id)


def message_view(reader: Reader, library: Library, row: MessageRow) -> MessageView:
    """A message with its claims, trail, limits and what was removed from it."""
    claims = tuple(
        ClaimView(
            claim.text,
            tuple(pin_view(reader, library, pin) for pin in claim.pins),
            tuple((str(item["state"]), str(item["message"])) for item in json.loads(claim.checks or "[]")),
        )
        for claim in reader.claims.of_message(row.id)
    )
    trail: tuple[TrailRow, ...] = ()
    limits: tuple[str, ...] = ()
    edits: tuple[int, ...] = ()
    model = mode = run_state = ""
    if row.run_id is not None and row.role == "assistant":
        run = reader.runs.get(row.run_id)
        model, mode, run_state = run.model, run.mode, run.state
        trail = tuple(trail_row(result) for result in reader.tools.of_run(row.run_id))
        limits = tuple(item.message for item in reader.runs.limits(row.run_id))
        edits = tuple(edit.id for edit in reader.edits.list() if edit.run_id == row.run_id)
    return MessageView(
        id=row.id,
        role=row.role,
        text=row.text,
        at=row.at,
        state=row.state,
        run_id=row.run_id,
        model=model,
        claims=claims,
        trail=trail,
        limits=limits,
        removed_markers=tuple((item.marker, item.reason) for item in reader.claims.removed_markers(row.id)),
        edit_ids=edits,
        mode=mode,
        run_state=run_state,
    )


def trail_row(result: ToolResultRow) -> TrailRow:
    """One line of the tool trail."""
    try:
        given = json.loads(result.input_validated)
    except ValueError:
        given = {}
    words = " ".join(str(value) for key, value in given.items() if key in ("section", "text"))[:60]
    failed = result.status != "ok" and bool(result.error)
    first = result.error if failed or not result.output else result.output.splitlines()[0][:80]
    return TrailRow(
        result.id,
        result.tool,
        f"{words} · {first}".strip(" ·"),
        result.status,
        _milliseconds(result.started_at, result.ended_at),
    )


def edit_card(reader: Reader, library: Library, edit: EditRow) -> ChangeCard:
    """An edit with its frozen packet and its advisories."""
    packet = reader.packets.get(edit.id)
    advisories = tuple(
        AdvisoryView(
            row.id,
            row.code,
            row.severity,
            row.message,
            tuple((place.paragraph_key, place.label, place.text) for place in row.places),
            json.loads(row.details),
        )
        for row in reader.advisories.of_edit(edit.id)
    )
    lines = tuple(
        PacketLine(item.section, item.label, item.text, item.basis, item.passage_id, item.tool_result_id)
        for item in packet.items
    )
    pinned: dict[int, int] = {}
    if edit.chat_id is not None:
        pinned = {pin.passage_id: pin.id for pin in reader.pins.of_chat(edit.chat_id)}
    pins = tuple(
        passage_view(reader, library, item.passage_id, pinned.get(item.passage_id, 0))
        for item in packet.items
        if item.passage_id is not None
    )
    act = "Rejecting" if edit.kind == "reject_tracked" else "Accepting"
    effects = effects_view(reader.effects.of_edit(edit.id), act)
    return ChangeCard(
        change_id=f"edit:{edit.id}",
        edit_id=edit.id,
        title=edit_title(edit),
        state=edit.state,
        instruction=packet.instruction,
        explanation=edit.explanation,
        author=edit.created_by,
        model=packet.model,
        at=edit.created_at,
        removed="\n".join(op.old_text for op in edit.ops if op.old_text),
        added="\n".join(op.new_text for op in edit.ops if op.new_text),
        advisories=advisories,
        lines=lines,
        pins=pins,
        limits=tuple(message for _code, message in limits_of_edit(reader, edit.id)),
        context_sha256=packet.context_sha256,
        chat_id=packet.chat_id,
        run_id=packet.run_id,
        decisions=_decisions(reader, edit.id),
        effect_sentence=effects.sentence,
        effects=effects.lines,
        effect_counts=effects.counts,
    )


def effects_view(effects: Sequence[EffectRow], act: str = "Accepting") -> EffectsView:
    """Effects as they are told."""
    counts = tuple((kind, mended, count) for (kind, mended), count in counted(effects).items())
    return EffectsView(effect_sentence(effects, act), counts, effect_lines(effects))


def _decisions(reader: Reader, edit_id: int) -> tuple[DecisionView, ...]:
    return tuple(
        DecisionView(
            row.action,
            row.decided_by,
            row.at,
            row.comment,
            reader.versions.get(row.version_id).number if row.version_id is not None else None,
            len(row.shown_advisories),
        )
        for row in reader.decisions.of_edit(edit_id)
    )


def _milliseconds(started: str, ended: str) -> int:
    if not ended:
        return 0
    return int((datetime.fromisoformat(ended) - datetime.fromisoformat(started)).total_seconds() * 1000)


def hunk_view(hunk: Hunk) -> HunkView:
    """A change record as it is told."""
    row = hunk.change
    return HunkView(
        id=row.id,
        marker=hunk.marker,
        from_number=hunk.before.number,
        to_number=hunk.after.number,
        label=row.section_label,
        heading=row.section_heading,
        removed=row.removed,
        added=row.added,
        explanation=row.explanation,
        instruction=row.instruction,
        decided_by=row.decided_by,
        at=row.at,
        run_id=row.run_id,
        edit_id=row.edit_id,
        source=row.source,
        confidence=row.confidence,
        record=hunk.record,
        kind=row.kind,
    )
