"""What happens during a run, in order, as the window and the command line hear it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RunStarted:
    run_id: int
    message_id: int  # the assistant message being written


@dataclass(frozen=True)
class ToolStarted:
    tool_result_id: int
    tool: str
    summary: str


@dataclass(frozen=True)
class ToolEnded:
    tool_result_id: int
    tool: str
    summary: str
    status: str
    milliseconds: int


@dataclass(frozen=True)
class ModelWorking:
    """Progress of the model: ``what`` in plain words ("Reading the clause", "Writing")."""

    what: str


@dataclass(frozen=True)
class FirstWords:
    """The first words of a model call came, so many milliseconds after it was asked."""

    milliseconds: int


@dataclass(frozen=True)
class CallRefused:
    """A tool call of the model that could not be run, and what it was told."""

    asked: str
    why: str


@dataclass(frozen=True)
class ContextCompacted:
    """Part of what the model was shown left its view; the record ``compaction_id`` says what and how to read
    it. Nothing that is stored changed (P5)."""

    compaction_id: int
    cleared: int  # things that left the view
    code_points: int


@dataclass(frozen=True)
class TextArrived:
    """More text of the answer, free of unregistered markers."""

    text: str


@dataclass(frozen=True)
class EditStaged:
    edit_id: int


@dataclass(frozen=True)
class RunEnded:
    run_id: int
    message_id: int
    state: str  # done | asked | refused | stopped | failed
    error: str = ""


Event = (
    RunStarted
    | ToolStarted
    | ToolEnded
    | ModelWorking
    | FirstWords
    | CallRefused
    | ContextCompacted
    | TextArrived
    | EditStaged
    | RunEnded
)
