"""Rows of the matter file as frozen records. Times are ISO 8601 with offset ("...+00:00" stored)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AuditRow:
    seq: int
    at: str
    actor: str
    act: str
    subject: str
    detail: str  # canonical JSON
    prev_hash: str
    hash: str


@dataclass(frozen=True)
class DocumentRow:
    id: int
    name: str
    file_name: str
    original_sha256: str  # blob: the imported file, byte for byte
    created_at: str
    current_branch: int


@dataclass(frozen=True)
class BranchRow:
    id: int
    document_id: int
    name: str
    head_version: int


@dataclass(frozen=True)
class VersionRow:
    id: int
    document_id: int
    number: int  # from 1, in order of creation within the document
    parent_id: int | None
    kind: str  # import | accept | hand_edit | revert | branch
    created_at: str
    created_by: str
    note: str
    text_sha256: str
    keys_sha256: str  # blob: paragraph keys, newline-joined, in the order of the word engine


@dataclass(frozen=True)
class SourceRow:
    id: int
    title: str
    short_name: str
    file_name: str
    media_type: str
    sha256: str
    role: str
    jurisdiction: str  # "" = unknown
    status: str
    status_by: str  # who said so: a person's name, "suggested by code", ""
    as_of: str  # ISO date up to which the status is vouched for, "" = unknown
    dated: str  # date of the thing itself
    privileged: bool
    paged: bool
    page_count: int
    text_length: int
    imported_at: str
    kind: str = ""  # narrower than the role: statute, regulation, case ...; "" = no more is known
    rank: str = ""  # level of the court or body, "" = unknown
    issuer: str = ""
    valid_from: str = ""  # ISO dates between which this version is in force, "" = unknown
    valid_to: str = ""
    purpose: str = ""
    confidentiality: str = ""
    extent: str = ""  # whole, extract; "" = unknown
    voice: str = ""  # whose words all of it is: majority, dissent ...; "" = told from its headings
    unconfirmed: tuple[str, ...] = ()  # fields whose value code suggested and nobody confirmed


@dataclass(frozen=True)
class SourcePageRow:
    source_id: int
    number: int
    label: str
    width: float
    height: float
    text: str
    start: int  # offset of the page text in the source text
    words: tuple[tuple[int, int, float, float, float, float], ...]  # start, end in page text; box


@dataclass(frozen=True)
class FindingRow:
    source_id: int
    code: str
    message: str
    page: int | None


@dataclass(frozen=True)
class PassageRow:
    id: int
    source_id: int | None
    version_id: int | None
    paragraph_key: str  # for passages of a version
    kind: str  # sentence | paragraph | page
    start: int
    end: int
    page_from: int
    page_to: int
    label: str  # clause label at the time, for passages of a version
    text: str
    text_sha256: str


@dataclass(frozen=True)
class ChatRow:
    id: int
    title: str
    kind: str  # main | side
    parent_chat: int | None
    created_at: str


@dataclass(frozen=True)
class MessageRow:
    id: int
    chat_id: int
    seq: int
    role: str  # user | assistant | notice
    text: str
    at: str
    run_id: int | None
    state: str  # complete | streaming | stopped | failed


@dataclass(frozen=True)
class RunRow:
    id: int
    chat_id: int
    instruction: str
    mode: str  # guided | free
    model: str
    document_id: int | None
    version_id: int | None
    state: str  # running | done | asked | refused | stopped | failed | interrupted
    error: str
    started_at: str
    ended_at: str


@dataclass(frozen=True)
class ToolResultRow:
    id: int
    run_id: int
    seq: int
    tool: str
    input_given: str
    input_validated: str
    status: str  # running | ok | error | cancelled | interrupted
    error: str
    started_at: str
    ended_at: str
    output: str
    length: int  # code points
    sha256: str
    shown_start: int | None  # part the model was shown, None = not shown
    shown_end: int | None


@dataclass(frozen=True)
class ModelCallRow:
    id: int
    run_id: int
    seq: int
    purpose: str
    model: str
    context: str  # the exact request, JSON
    context_sha256: str
    response: str
    prompt_tokens: int
    response_tokens: int
    state: str  # running | done | stopped | failed | interrupted
    started_at: str
    ended_at: str


@dataclass(frozen=True)
class EditOpRow:
    seq: int
    op: str  # replace | delete_paragraph | insert_after | insert_before
    paragraph_key: str
    start: int
    end: int
    old_text: str
    new_text: str
    paragraph_sha256: str  # of the whole paragraph text on the version the edit names
    new_key: str
    paragraph_label: str
    like_key: str = ""  # paragraph whose look a new one takes, "" = the one it stands at


@dataclass(frozen=True)
class EditRow:
    id: int
    document_id: int
    version_id: int
    run_id: int | None
    chat_id: int | None
    kind: str  # replace | delete_clause | insert
    section_label: str
    section_heading: str
    explanation: str  # the model's or lawyer's words, unchecked
    state: str  # staged | accepted | rejected | set_aside | superseded
    created_at: str
    created_by: str  # "model: NAME" or the lawyer's name
    ops: tuple[EditOpRow, ...]


@dataclass(frozen=True)
class PacketItemRow:
    seq: int
    section: str  # clause_reviewed | fact | law | passage | check | alternative
    label: str
    text: str
    basis: str  # shown_to_model | cited_for_edit | found_by_code
    passage_id: int | None
    tool_result_id: int | None
    details: str  # JSON


@dataclass(frozen=True)
class PacketRow:
    edit_id: int
    instruction: str
    run_id: int | None
    chat_id: int | None
    model: str
    context_sha256: str
    frozen_at: str
    items: tuple[PacketItemRow, ...]


@dataclass(frozen=True)
class PlaceRow:
    seq: int
    paragraph_key: str
    label: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class AdvisoryRow:
    id: int
    edit_id: int
    code: str
    severity: str  # info | warning | error
    message: str
    details: str  # JSON, section label among them
    source: str  # name of the deterministic check
    check_version: int
    places: tuple[PlaceRow, ...]


@dataclass(frozen=True)
class DecisionRow:
    id: int
    edit_id: int
    action: str  # accept | reject | set_aside
    decided_by: str
    at: str
    comment: str
    version_id: int | None
    shown_advisories: tuple[int, ...]


@dataclass(frozen=True)
class ChangeRow:
    """A change record (hunk): what one accepted edit, hand edit or import did to one paragraph."""

    id: int
    document_id: int
    version_id: int  # the version made
    from_version: int
    seq: int
    paragraph_key: str
    section_id: str
    section_label: str  # at the time
    section_heading: str
    kind: str  # replace | delete | insert | move
    removed: str
    added: str
    explanation: str
    instruction: str
    asked_by: str
    decided_by: str
    at: str
    run_id: int | None
    edit_id: int | None
    source: str  # apply_time | line_diff
    confidence: str  # high | medium


@dataclass(frozen=True)
class PinRow:
    id: int  # shown as [[pin_ID]]
    chat_id: int
    run_id: int | None
    passage_id: int
    at: str


@dataclass(frozen=True)
class ClaimRow:
    id: int
    message_id: int
    seq: int
    text: str
    pins: tuple[int, ...]
    checks: str  # JSON list of {code, state, message}


@dataclass(frozen=True)
class LimitRow:
    id: int
    run_id: int
    code: str
    message: str


@dataclass(frozen=True)
class RemovedMarkerRow:
    id: int
    message_id: int
    marker: str
    reason: str


@dataclass(frozen=True)
class Holder:
    """Who has a matter open for writing."""

    user: str
    host: str
    pid: int
    since: str
    program: str = "LexDesk"

    @property
    def text(self) -> str:
        """Such as "anna on LAPTOP-7 since 2026-03-01 09:12 (process 4711)"."""
        since = self.since[:16].replace("T", " ")
        return f"{self.user} on {self.host} since {since} UTC (process {self.pid})"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class MatterInfo:
    name: str
    uuid: str
    created_at: str
    author: str
    as_of: str  # ISO date the matter is judged at, "" = today
    jurisdiction: str
    remote_allowed: bool
    schema_version: str  # "1.0": major.minor


@dataclass(frozen=True)
class HeadMoveRow:
    """One move of a branch's head: a new version, or undo, redo, revert."""

    id: int
    branch_id: int
    from_version: int  # 0 = the branch had none
    to_version: int  # 0 = the branch has none again
    kind: str
    at: str


@dataclass(frozen=True)
class StoredPartRow:
    """A stored part of a version, as the word engine handed it in."""

    name: str
    header: str
    data: bytes
