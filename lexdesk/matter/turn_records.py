"""Rows of the free agent's conversation, of what a run could see, and of compaction."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TurnRow:
    """One step of a conversation. ``kind``: "state" (what the model was told of the matter as a run began),
    "reply" (its words), "call" (a tool it called), "result" (that the call was answered), "refusal" (a
    call that could not be run: ``text`` is what it asked for, ``thinking`` is empty).

    Of a result the model was shown ``head`` code points from its start and ``tail`` from its end.
    """

    id: int
    chat_id: int
    run_id: int
    kind: str
    text: str
    thinking: str
    tool_result_id: int | None
    call_id: int | None
    head: int
    tail: int
    at: str


@dataclass(frozen=True)
class ReachRow:
    """Something a run's model could see or that was kept from it. ``kind``: version, source, left_out, note,
    skill; ``why`` in plain words."""

    run_id: int
    seq: int
    kind: str
    ref: int
    label: str
    why: str


@dataclass(frozen=True)
class CompactionItemRow:
    """One thing that left the view. ``kind``: tool_result, message, thinking; ``address`` reads it back."""

    compaction_id: int
    seq: int
    kind: str
    ref: int
    code_points: int
    address: str


@dataclass(frozen=True)
class CompactionRow:
    """A compaction of a chat's view: nothing that is stored changed by it (P5).

    ``level``: "clear" (tool results became addresses) or "fold" (all turns up to ``last_turn`` and all
    messages up to ``last_message`` became ``pinned``, verbatim, and ``lines``: a model's words, each with the
    address of the record it rests on, checked by code). ``newest_turn`` and ``newest_message`` are the last
    there were.
    """

    id: int
    chat_id: int
    run_id: int
    level: str
    at: str
    tokens_before: int
    tokens_after: int
    last_turn: int
    last_message: int
    newest_turn: int
    newest_message: int
    pinned: str
    items: tuple[CompactionItemRow, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()  # address, sentence
