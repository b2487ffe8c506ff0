"""What the desk shows: frozen views for the window and for ``--json``. No behaviour."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lexdesk.assistant.evidence_views import StandingView


@dataclass(frozen=True)
class PieceView:
    """A stretch of text of one look. ``change`` with ``change_id`` is "" for settled text."""

    text: str
    change: Literal["", "ins", "del", "move_from", "move_to"] = ""
    change_id: str = ""  # "edit:12" (staged by us) or "rev:r3" (tracked in the file)
    bold: bool = False
    italic: bool = False
    underline: bool = False
    superscript: bool = False
    concealed: bool = False


@dataclass(frozen=True)
class ParagraphView:
    key: str
    label: str  # computed number, "" when none
    pieces: tuple[PieceView, ...]
    heading_level: int | None
    indent: int  # twips
    first_line: int
    alignment: str
    table: tuple[int, int, int, int] | None  # table, row, column, columns
    note_mark: str
    change_ids: tuple[str, ...]  # all changes that touch this paragraph (change bar)
    mark_change: str = ""  # "ins" / "del" when the paragraph itself is inserted or deleted


@dataclass(frozen=True)
class OutlineRow:
    label: str
    heading: str
    depth: int
    key: str  # paragraph to jump to
    warnings: int


@dataclass(frozen=True)
class ChangeItem:
    """A row of the reviewing list, in document order."""

    id: str
    kind: str  # insert | delete | replace | move | format
    origin: Literal["staged", "ours", "theirs"]
    author: str
    at: str
    label: str  # clause label
    summary: str
    state: str  # staged | accepted | tracked
    paragraph_key: str
    edit_id: int | None


@dataclass(frozen=True)
class DocumentView:
    document_id: int
    name: str
    version_id: int
    version_number: int
    parent_number: int | None
    branch: str
    paragraphs: tuple[ParagraphView, ...]
    changes: tuple[ChangeItem, ...]
    outline: tuple[OutlineRow, ...]


@dataclass(frozen=True)
class FindingView:
    """A likely slip found by the proof-reader. ``start`` and ``end`` are code points in the paragraph's
    current text; ``fix`` is what to put there where there is one safe correction, else None."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    label: str  # clause
    paragraph_key: str
    start: int
    end: int
    text: str
    fix: str | None


@dataclass(frozen=True)
class AdvisoryView:
    id: int
    code: str
    severity: str
    message: str
    places: tuple[tuple[str, str, str], ...]  # paragraph key, label, text
    facts: Mapping[str, Any] = field(default_factory=dict)  # what the message says, for another language


@dataclass(frozen=True)
class EffectsView:
    """What accepting changes would break or mend. ``sentence`` is "" where nobody looked; ``counts`` are its
    facts: kind, whether it is mended, how many; ``lines`` name each place."""

    sentence: str
    counts: tuple[tuple[str, bool, int], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class PinView:
    """A citation the screen may show. ``label`` is the short cite: "Retention Act 2021, p. 2"."""

    pin_id: int
    marker: str  # "[[pin_12]]"
    label: str
    passage_id: int
    source_id: int | None
    version_id: int | None
    paragraph_key: str
    text: str
    before: str  # the sentence before, "" if none
    after: str
    page: int
    role: str
    status: str
    standing: StandingView | None = None  # what the citation is from, and what must be known of it


@dataclass(frozen=True)
class PacketLine:
    section: str  # clause_reviewed | fact | law | passage | check
    label: str
    text: str
    basis: str  # shown_to_model | cited_for_edit | found_by_code
    passage_id: int | None
    tool_result_id: int | None


@dataclass(frozen=True)
class DecisionView:
    """A decision on an edit. ``shown`` counts the warnings that had been shown to the person by then."""

    action: str  # accept | reject | set_aside | accept_tracked | reject_tracked
    by: str
    at: str
    comment: str
    version_number: int | None
    shown: int


@dataclass(frozen=True)
class ChangeCard:
    """The packet of one staged edit, or what is known of a tracked change (``edit_id`` None).

    ``effect_sentence`` says what accepting would break or mend, as found at staging ("" = nobody looked),
    ``effects`` the same one by one, ``effect_counts`` its facts (see ``EffectsView``). ``context_sha256`` is
    the address of exactly what the model saw, "" = no model was asked."""

    change_id: str
    edit_id: int | None
    title: str
    state: str
    instruction: str
    explanation: str  # the model's words, unchecked
    author: str
    model: str
    at: str
    removed: str
    added: str
    advisories: tuple[AdvisoryView, ...]
    lines: tuple[PacketLine, ...]
    pins: tuple[PinView, ...]
    effect_sentence: str = ""
    effects: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()  # what must not be relied on of what it rests on (P14)
    effect_counts: tuple[tuple[str, bool, int], ...] = ()
    context_sha256: str = ""
    chat_id: int | None = None
    run_id: int | None = None
    decisions: tuple[DecisionView, ...] = ()
    model_score: str = ""  # the model's result on the instruction set, "" = not tested


@dataclass(frozen=True)
class SourceView:
    id: int
    title: str
    short_name: str
    file_name: str
    media_type: str
    role: str
    status: str
    status_by: str
    jurisdiction: str
    as_of: str
    dated: str
    privileged: bool
    paged: bool
    page_count: int
    findings: tuple[tuple[str, str, int | None], ...]  # code, message, page
    sha256: str
    kind: str = "unknown"  # narrower than the role: see evidence.ontology
    rank: str = ""
    issuer: str = ""
    valid_from: str = ""
    valid_to: str = ""
    purpose: str = ""
    confidentiality: str = ""
    extent: str = ""
    voice: str = ""
    unconfirmed: tuple[str, ...] = ()  # fields that code suggested and nobody confirmed
    said: tuple[tuple[str, str, str], ...] = ()  # field, who said its value, when
    expunged: str = ""  # who destroyed it, when and why; "" while it is there
    import_state: str = "done"  # reading | stopped | failed | done
    pages_read: int = -1  # of page_count, while the import is not done; else -1


@dataclass(frozen=True)
class Highlight:
    """Where a passage stands. Unpaged: offsets into the source text. Paged: boxes in points."""

    source_id: int
    page: int
    start: int
    end: int
    boxes: tuple[tuple[int, float, float, float, float], ...]  # page, x0, y0, x1, y1


@dataclass(frozen=True)
class TrailRow:
    tool_result_id: int
    tool: str
    summary: str  # argument summary and result count
    status: str
    milliseconds: int


@dataclass(frozen=True)
class ClaimView:
    text: str
    pins: tuple[PinView, ...]
    checks: tuple[tuple[str, str], ...]  # state, message


@dataclass(frozen=True)
class MessageView:
    id: int
    role: str
    text: str
    at: str
    state: str
    run_id: int | None
    model: str
    claims: tuple[ClaimView, ...]
    trail: tuple[TrailRow, ...]
    limits: tuple[str, ...]
    removed_markers: tuple[tuple[str, str], ...]
    edit_ids: tuple[int, ...]
    mode: str = ""  # of its run: guided | free | playbook | arguments, "" without a run
    run_state: str = ""  # running | done | asked | refused | stopped | failed | interrupted


@dataclass(frozen=True)
class ChatView:
    """A chat and what its model may see: ``sees`` in one English line, and the same in parts. ``whole``: it
    has no context set and sees the whole matter; ``left_out``: privileged sources, of a remote one."""

    id: int
    title: str
    kind: str
    sees: str
    whole: bool = False
    agreements: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # source, passage, skill, note
    left_out: tuple[str, ...] = ()
    mode: str = "guided"
    parent: int | None = None  # the chat it was forked from


@dataclass(frozen=True)
class VersionView:
    id: int
    number: int
    parent_number: int | None
    kind: str
    at: str
    by: str
    note: str
    on_chain: bool  # on the current branch's parent chain
    is_head: bool


@dataclass(frozen=True)
class HunkView:
    id: int
    marker: str  # "[[diff_4]]"
    from_number: int
    to_number: int
    label: str
    heading: str
    removed: str
    added: str
    explanation: str
    instruction: str
    decided_by: str
    at: str
    run_id: int | None
    edit_id: int | None
    source: str
    confidence: str
    record: str  # "saved record" or "reconstruction"
    kind: str = ""  # replace | delete | insert | move


@dataclass(frozen=True)
class AuditSummary:
    rows: int
    head: str
    problems: tuple[str, ...]


@dataclass(frozen=True)
class MatterView:
    name: str
    path: str
    read_only: bool
    held_by: str
    author: str
    as_of: str
    model: str  # name of the model in use, "" = none chosen
    model_remote: bool
    remote_allowed: bool
    network_used: bool
