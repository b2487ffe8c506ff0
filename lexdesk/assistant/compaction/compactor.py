"""When the view grows too large: clear results to addresses in one large step, else fold what is old.

Nothing stored is touched; each compaction is a record of its own that the window can open (P5, P15).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lexdesk.assistant.compaction.addresses import reading_call, rests_outside, result_range
from lexdesk.assistant.compaction.pinned import pinned_text
from lexdesk.assistant.compaction.view import Entry, cleared_text, folded, newest, view_of
from lexdesk.assistant.events import ContextCompacted
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.errors import LexDeskError
from lexdesk.matter.stores import Reader, Tx
from lexdesk.matter.turn_records import CompactionRow

SHARE = 0.25  # of the view that a step must free, so that the prompt is read anew at most once a step
_KEPT = 2  # newest calls that are never cleared: the model is working with them
_PINNED = 0.5  # of the room that pinned instructions may take
Lines = Sequence[tuple[str, str]]
Item = tuple[str, int, int, str]


class CompactionStalled(LexDeskError):
    """Two compactions in a row freed too little, or came with nothing new between: the run ends here."""

    code = "compaction_stalled"

    def __init__(self) -> None:
        super().__init__(
            "The conversation no longer fits into the model's context: two compactions in a row freed too "
            "little, so the run was ended.",
            "Go on in a new chat, or choose a model with a longer context.",
        )


@dataclass(frozen=True)
class Size:
    """``count`` gives the tokens of a text, ``room`` how many the whole view may have."""

    count: Callable[[str], int]
    room: int


class Compactor:
    """Keeps the view of one chat within its room. One for each run."""

    def __init__(
        self,
        recorder: RunRecorder,
        scope: Scope,
        size: Size,
        summarise: Callable[[Sequence[Entry]], Lines] = lambda entries: (),
    ) -> None:
        self._recorder = recorder
        self._scope = scope
        self._size = size
        self._summarise = summarise
        self._counted: dict[str, int] = {}
        self._chat = recorder.run.chat_id

    def view(self) -> list[Entry]:
        """The view, small enough. Raises ``CompactionStalled``."""
        entries = self._entries()
        while self.tokens(entries) > self._size.room:
            self._compact(entries)
            entries = self._entries()
        return entries

    def tokens(self, entries: Sequence[Entry]) -> int:
        """Tokens of the entries; each text is counted once."""
        return sum(self._count(entry.text) for entry in entries)

    def _entries(self) -> list[Entry]:
        return view_of(self._reader, self._scope, self._chat)

    @property
    def _reader(self) -> Reader:
        return self._recorder.matter.read()

    def _count(self, text: str) -> int:
        if text not in self._counted:
            self._counted[text] = self._size.count(text) + 8  # what stands around a message
        return self._counted[text]

    def _compact(self, entries: list[Entry]) -> None:
        self._recorder.check_stop()
        _refuse_a_third(self._reader.compactions.of_chat(self._chat))
        before = self.tokens(entries)
        if not self._clear(entries, before):
            self._fold(entries, before)

    def _clear(self, entries: list[Entry], before: int) -> bool:
        """Turn the oldest results into addresses, enough to bring the view well under its room; False, and
        nothing done, if that would not free its share."""
        calls = [entry for entry in entries if entry.kind == "call" and entry.result is not None]
        items: list[Item] = []
        after = before
        for entry in calls[: -_KEPT or None]:
            if after <= (1 - SHARE) * self._size.room and before - after >= SHARE * before:
                break
            result = entry.result
            if entry.cleared or result is None or result.status != "ok":
                continue
            freed = self._count(entry.text) - self._count(cleared_text(result))
            if freed <= 0:
                continue
            address, offset, length = result_range(result)
            items.append(("tool_result", result.id, length, reading_call(address, offset, length)))
            after -= freed
        thoughts = [entry for entry in entries if entry.thinking]
        for entry in thoughts[:-1]:
            items.append(("thinking", entry.turn_id, entry.thinking, ""))
            after -= self._count(entry.text[: entry.thinking])
        if not items or before - after < SHARE * before:
            return False
        self._store("clear", (before, after), (0, 0), newest(entries), "", items, ())
        return True

    def _fold(self, entries: list[Entry], before: int) -> None:
        """Everything before this run; if that is too little, also the older steps of this run."""
        own = self._recorder.run.id
        at = next(at for at, entry in enumerate(entries) if entry.run_id == own)
        if self.tokens(entries[at:]) > (1 - SHARE) * self._size.room:
            at = _cut_in_run(entries, at)
        old, kept = entries[:at], entries[at:]
        turns = self._reader.turns.of_run(own)
        if kept[0].message_id:
            last = (turns[0].id - 1, kept[0].message_id - 1)
        else:
            last = (kept[0].turn_id - 1, max(entry.message_id for entry in old))
        folds = folded(self._reader, self._chat)
        if folds:
            last = (max(last[0], folds[-1].last_turn), max(last[1], folds[-1].last_message))
        items: list[Item] = []
        for entry in old:
            if entry.result is not None and entry.result.status == "ok":
                address, offset, length = result_range(entry.result)
                items.append(("tool_result", entry.result.id, length, reading_call(address, offset, length)))
            elif entry.message_id:
                size = len(entry.text)
                items.append(
                    ("message", entry.message_id, size, reading_call(f"msg_{entry.message_id}", 0, size))
                )
        room = int(_PINNED * self._size.room)
        pinned = pinned_text(
            self._reader,
            self._chat,
            last[1],
            self._size.count,
            room,
            lambda run_id: rests_outside(self._reader, self._scope, run_id),
        )
        lines = self._summarise(old)
        texts = [pinned, *(text for row in folds for _address, text in row.lines)]
        texts += [text for _address, text in lines]
        texts += [item.address for row in folds for item in row.items if item.kind == "tool_result"]
        texts += [address for kind, _ref, _size, address in items if kind == "tool_result"]
        after = self.tokens(kept) + sum(self._size.count(text) for text in texts)
        self._store("fold", (before, after), last, newest(entries), pinned, items, lines)

    def _store(
        self,
        level: str,
        tokens: tuple[int, int],
        last: tuple[int, int],
        seen: tuple[int, int],
        pinned: str,
        items: Sequence[Item],
        lines: Lines,
    ) -> None:
        run = self._recorder.run

        def work(tx: Tx) -> int:
            number: int = tx.compactions.add(
                self._chat, run.id, level, tokens, last, seen, pinned, items, lines
            )
            tx.act(
                self._recorder.actor,
                "context.compact",
                f"chat {self._chat}",
                run=run.id,
                level=level,
                tokens=list(tokens),
                items=len(items),
            )
            return number

        number = self._recorder.matter.write(work)
        self._recorder.on_event(
            ContextCompacted(number, len(items), sum(size for _kind, _ref, size, _address in items))
        )


def _cut_in_run(entries: Sequence[Entry], start: int) -> int:
    """Where the run's last few calls begin, with the words that came before them."""
    calls = [at for at, entry in enumerate(entries) if at >= start and entry.kind == "call"]
    if len(calls) <= _KEPT:
        return start
    at = calls[-_KEPT]
    while at > start and entries[at - 1].kind == "assistant":
        at -= 1
    return at


def _refuse_a_third(rows: Sequence[CompactionRow]) -> None:
    """Raises ``CompactionStalled`` after two in a row that freed too little or had nothing new between."""
    if len(rows) >= 2 and all(_weak(rows, at) for at in (len(rows) - 2, len(rows) - 1)):
        raise CompactionStalled


def _weak(rows: Sequence[CompactionRow], at: int) -> bool:
    row = rows[at]
    if row.tokens_before - row.tokens_after < SHARE * row.tokens_before:
        return True
    if at == 0:
        return False
    previous = rows[at - 1]
    return (row.newest_turn, row.newest_message) == (previous.newest_turn, previous.newest_message)
