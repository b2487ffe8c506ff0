"""Rows of what the lawyer lets the assistant know: notes, skills and results of playbook reviews."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NoteSupportRow:
    """What a note rests on: a passage whole, or code points ``start`` to ``end`` of a stored tool output.
    Its words are read from there, so a note never carries a copy that could drift."""

    note_id: int
    number: int  # version of the note
    seq: int
    passage_id: int | None
    tool_result_id: int | None
    start: int
    end: int


@dataclass(frozen=True)
class NoteVersionRow:
    note_id: int
    number: int  # from 1
    text: str
    at: str
    by: str  # a person's name, or "run 12"
    why: str


@dataclass(frozen=True)
class NoteActRow:
    """What was done with a note: proposed | changed | kept | refused."""

    id: int
    note_id: int
    number: int
    act: str
    at: str
    by: str
    comment: str


@dataclass(frozen=True)
class NoteRow:
    """A note as it stands: its newest version and what was last done with it."""

    id: int
    chat_id: int | None
    run_id: int | None
    number: int
    text: str
    state: str  # proposed | kept | refused
    by: str
    at: str
    supports: tuple[NoteSupportRow, ...]


@dataclass(frozen=True)
class SkillFileRow:
    skill_id: int
    path: str  # relative, with "/"
    sha256: str  # blob
    size: int


@dataclass(frozen=True)
class SkillRow:
    """A skill that was brought into the matter, pinned by the hash over all its files."""

    id: int
    name: str
    sha256: str
    description: str
    added_at: str
    added_by: str
    state: str  # added | trusted | untrusted | removed
    state_by: str


@dataclass(frozen=True)
class PlaybookResultRow:
    """What one review found for one rule of a playbook."""

    id: int
    run_id: int
    seq: int
    rule: str  # number and title as the playbook has them
    verdict: str  # met | deviates | missing | needs_judgement
    position: str  # "preferred", "fallback 1", ..., "not acceptable", ""
    reason: str
    judged_by: str  # "code" or "model: NAME"
    rule_passage: int
    clause_passage: int | None
    edit_id: int | None
