"""What the desk shows of notes, skills and playbooks: frozen views for the window and for ``--json``."""

from dataclasses import dataclass

from lexdesk.assistant.notes import Note
from lexdesk.assistant.skills import Skill
from lexdesk.assistant.views import MessageView, PinView
from lexdesk.matter.knowledge_records import NoteActRow, NoteVersionRow


@dataclass(frozen=True)
class NoteHistoryView:
    """A note with every version and everything that was done with it, oldest first."""

    note: Note
    versions: tuple[NoteVersionRow, ...]
    acts: tuple[NoteActRow, ...]


@dataclass(frozen=True)
class SkillView:
    """A skill with its body in the language asked for."""

    skill: Skill
    path: str
    text: str


@dataclass(frozen=True)
class PositionView:
    """A position of a rule and the passage it stands in."""

    name: str  # "preferred", "fallback 1", "not acceptable", ...
    label: str  # as the document writes it
    text: str
    condition: str
    passage_id: int


@dataclass(frozen=True)
class RuleView:
    name: str
    passage_id: int
    positions: tuple[PositionView, ...]


@dataclass(frozen=True)
class PlaybookResultView:
    """The result of one rule: ``verdict`` is met, deviates, missing or needs_judgement."""

    rule: str
    verdict: str
    position: str  # whose figures the clause has: "preferred", "fallback 1", "" for none
    reason: str
    judged_by: str
    rule_pin: PinView
    clause_pin: PinView | None
    edit_id: int | None


@dataclass(frozen=True)
class PlaybookReviewView:
    """A review: one result a rule, in the order of the playbook, and the chat message that tells it."""

    run_id: int
    results: tuple[PlaybookResultView, ...]
    message: MessageView
