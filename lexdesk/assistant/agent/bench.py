"""What the tools of one run work with."""

from dataclasses import dataclass, field

from lexdesk.assistant.notes import Notes
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.skills import Skills
from lexdesk.review.lineage import Lineage


@dataclass
class Bench:
    """The run's recorder and reach, with the stores its tools read. ``page_length``: the most code points of
    one output that are shown at once; the rest is read by its address."""

    recorder: RunRecorder
    scope: Scope
    notes: Notes
    skills: Skills
    lineage: Lineage
    page_length: int
    staged: list[int] = field(default_factory=list)  # edits this run has staged, in order
    reviewed: list[int] = field(default_factory=list)  # its finished cross-reference look-ups (P6)

    @property
    def chat_id(self) -> int:
        return self.recorder.run.chat_id
