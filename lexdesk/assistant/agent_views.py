"""What the desk shows of an agent's runs: what a model saw and why, compactions, replays. No behaviour."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SeenLine:
    """Something a run's model could see, was shown, or that was kept from it.

    ``kind``: version, source, passage, note, skill, left_out; tool_result, model_call. ``ref`` is its id;
    ``why`` says in plain words why it was there; ``shown`` and ``length`` are code points (0 where the record
    has no text of its own); ``sha256`` of the exact context of a model call, or of a whole tool output.
    """

    kind: str
    ref: int
    label: str
    why: str
    shown: int = 0
    length: int = 0
    sha256: str = ""


@dataclass(frozen=True)
class ClearedLine:
    """One thing that left the view: how much, and the call that reads it back ("" for thoughts)."""

    kind: str  # tool_result | message | thinking
    ref: int
    code_points: int
    address: str


@dataclass(frozen=True)
class CompactionView:
    """A compaction marker of a chat: what its model no longer has in view. Nothing stored was changed."""

    id: int
    run_id: int
    level: str  # clear | fold
    at: str
    tokens_before: int
    tokens_after: int
    pinned: str  # word for word
    lines: tuple[tuple[str, str], ...]  # address, sentence in a model's words
    cleared: tuple[ClearedLine, ...]


@dataclass(frozen=True)
class ReplayedCall:
    """One model call of a run, made again with another model on exactly the same context.

    ``was`` and ``now``: the proposals in the answers, or the whole answers where they propose nothing.
    ``pieces``: their difference in words, (kind, text) with kind equal, delete, insert.
    """

    seq: int
    purpose: str
    context_sha256: str
    was: str
    now: str
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ReplayView:
    """A run made again on another model. Nothing was staged by it."""

    run_id: int  # the run that was replayed
    replay_run_id: int
    model_was: str
    model_now: str
    calls: tuple[ReplayedCall, ...]
