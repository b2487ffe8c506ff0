"""Memory of the matter: notes that rest on passages or tool results, proposed by a model, kept by the lawyer.

A note is never a bare paraphrase: wherever it is shown, the exact words it rests on are shown with it, read
from where they stand. A proposed note is seen by nobody's model until the lawyer keeps it.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lexdesk.assistant.markers import escape_source_text
from lexdesk.assistant.ranking import rank
from lexdesk.assistant.scope import Scope
from lexdesk.errors import LexDeskError
from lexdesk.matter.errors import NotFound
from lexdesk.matter.file import Matter
from lexdesk.matter.knowledge_records import NoteActRow, NoteRow, NoteSupportRow, NoteVersionRow
from lexdesk.matter.notes import Rest
from lexdesk.matter.records import ToolResultRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.cites import cite_label
from lexdesk.text.hashing import sha256_text

_LONGEST = 2000
_MARKER = re.compile(r"\[\[pin_(\d+)\]\]")
_RESULT = re.compile(r"(?:tool_)?result[ _](\d+)(?::(\d+)-(\d+))?", re.IGNORECASE)
_OF_DOCUMENT = frozenset(
    (
        "list_sections",
        "read_section",
        "find_text",
        "find_similar",
        "get_cross_references",
        "get_defined_terms",
        "list_versions",
        "get_change_history",
    )
)  # tools that read the agreement and no source


class NoteRefused(LexDeskError):
    """A note that cannot be taken: nothing stands behind it, or its state does not allow the act."""

    code = "note_refused"


@dataclass(frozen=True)
class Support:
    """What a note rests on: a passage, or a range of a stored tool output (code points, half-open;
    ``end`` None: to its end)."""

    passage_id: int | None = None
    tool_result_id: int | None = None
    start: int = 0
    end: int | None = None


@dataclass(frozen=True)
class NoteSupport:
    """A support as it is shown: where it stands and its exact words ("" when they were expunged)."""

    label: str
    text: str
    passage_id: int | None
    tool_result_id: int | None


@dataclass(frozen=True)
class Note:
    """A note with the words it rests on. ``state``: proposed, kept, refused."""

    id: int
    number: int  # version of the note
    text: str
    state: str
    by: str
    at: str
    chat_id: int | None
    run_id: int | None
    supports: tuple[NoteSupport, ...]

    def lines(self) -> list[str]:
        """As a model or a person reads it: the note, then what it rests on, word for word."""
        head = f"Note {self.id} (version {self.number}, by {self.by}): {self.text}"
        return [head, *(f"  rests on {item.label}: “{item.text}”" for item in self.supports)]


class Notes:
    """The notes of one matter. ``by`` is a person's name, or "run 12" for what a model proposes."""

    def __init__(self, matter: Matter) -> None:
        self._matter = matter

    def propose(
        self,
        text: str,
        rests_on: Sequence[Support],
        by: str,
        chat_id: int | None = None,
        run_id: int | None = None,
    ) -> Note:
        """A note that waits for the lawyer. Raises ``NoteRefused`` without text or without a support, and
        ``NotFound`` for a support that is not there. Nothing is shown to a model by this."""
        _check_text(text)
        rests = self._rests(rests_on)

        def work(tx: Tx) -> int:
            row = tx.notes.add(text.strip(), rests, by, chat_id, run_id)
            said = sha256_text(row.text)
            rested = [list(one) for one in rests]
            tx.act(by, "note.propose", f"note {row.id}", text_sha256=said, rests_on=rested)
            return row.id

        return self.get(self._matter.write(work))

    def keep(self, note_id: int, by: str, comment: str = "") -> Note:
        """The lawyer keeps the newest version; from now on models may see it. A run cannot keep anything."""
        return self._act(note_id, "kept", by, comment)

    def refuse(self, note_id: int, by: str, comment: str = "") -> Note:
        """The lawyer refuses the note, also one that was kept; it stays on record, out of every context."""
        return self._act(note_id, "refused", by, comment)

    def change(
        self, note_id: int, text: str, by: str, rests_on: Sequence[Support] | None = None, why: str = ""
    ) -> Note:
        """A further version in the lawyer's words; without ``rests_on`` it rests on what the last one does.
        The earlier versions stay. A run cannot change a note: it proposes another."""
        _by_a_person(by)
        old = self._matter.read().notes.get(note_id)
        _check_text(text)
        rests = self._rests(rests_on) if rests_on is not None else _as_rests(old)

        def work(tx: Tx) -> None:
            row = tx.notes.change(note_id, text.strip(), rests, by, why)
            said = sha256_text(row.text)
            tx.act(by, "note.change", f"note {note_id}", number=row.number, text_sha256=said, why=why)

        self._matter.write(work)
        return self.get(note_id)

    def get(self, note_id: int) -> Note:
        """The note as it stands; raises ``NotFound``."""
        reader = self._matter.read()
        return _shown(reader, reader.notes.get(note_id))

    def history(self, note_id: int) -> tuple[list[NoteVersionRow], list[NoteActRow]]:
        """Every version and everything that was done with the note, oldest first."""
        reader = self._matter.read()
        return reader.notes.versions(note_id), reader.notes.acts(note_id)

    def for_context(
        self, scope: Scope, chosen: Collection[int] | None = None, remote: bool = False
    ) -> list[Note]:
        """The kept notes a chat's model may see (P10): those ``chosen`` (None: all), without the ones that
        rest on anything outside of ``scope``, and for a remote model without those that touch what is
        privileged."""
        reader = self._matter.read()
        return [
            _shown(reader, row)
            for row in reader.notes.all()
            if row.state == "kept"
            and (chosen is None or row.id in chosen)
            and all(_in_reach(reader, scope, support, remote) for support in row.supports)
        ]

    def recall(
        self, scope: Scope, query: str, chosen: Collection[int] | None = None, remote: bool = False
    ) -> list[Note]:
        """Of those, the ones that share words with the query, best first; all of them for an empty query."""
        notes = self.for_context(scope, chosen, remote)
        if not query.strip():
            return notes
        texts = [" ".join((note.text, *(item.text for item in note.supports))) for note in notes]
        return [notes[index] for index, _score in rank(query, texts)]

    def prompt_lines(self, notes: Sequence[Note]) -> list[str]:
        """Notes for a prompt: their text and the words they rest on are data there (P11)."""
        return [escape_source_text(line) for note in notes for line in note.lines()]

    def supports_named(self, chat_id: int, names: Sequence[str]) -> list[Support]:
        """From what a model or a person writes: "[[pin_12]]" (of this chat) or "result 7" or
        "result 7:0-200" (a tool result of this chat, code points). Raises ``NoteRefused``."""
        reader = self._matter.read()
        pins = {pin.id: pin.passage_id for pin in reader.pins.of_chat(chat_id)}
        return [_named(reader, chat_id, pins, name.strip()) for name in names]

    def _act(self, note_id: int, act: str, by: str, comment: str) -> Note:
        _by_a_person(by)
        row = self._matter.read().notes.get(note_id)
        if row.state == act:
            raise NoteRefused(f"Note {note_id} is {act} already.")

        def work(tx: Tx) -> None:
            tx.notes.act(note_id, act, by, comment)
            tx.act(by, f"note.{act}", f"note {note_id}", number=row.number, comment=comment)

        self._matter.write(work)
        return self.get(note_id)

    def _rests(self, rests_on: Sequence[Support]) -> list[Rest]:
        if not rests_on:
            raise NoteRefused(
                "Nothing stands behind this note.",
                "Name the passages or tool results it rests on, for example [[pin_3]] or result 7.",
            )
        reader = self._matter.read()
        return [_checked(reader, one) for one in rests_on]

    def list(self, state: str | None = None) -> list[Note]:
        """All notes, or those in one state, oldest first."""
        reader = self._matter.read()
        rows = reader.notes.all()
        return [_shown(reader, row) for row in rows if state is None or row.state == state]


def _check_text(text: str) -> None:
    if not text.strip():
        raise NoteRefused("A note needs a text.")
    if len(text) > _LONGEST:
        raise NoteRefused(
            f"A note holds at most {_LONGEST} characters; this one has {len(text)}.", "Write several."
        )


def _by_a_person(by: str) -> None:
    if not by.strip() or re.fullmatch(r"run \d+|model: .*|LexDesk", by.strip()):
        raise NoteRefused("Only the lawyer keeps, refuses or changes a note.")


def _checked(reader: Reader, support: Support) -> Rest:
    if (support.passage_id is None) == (support.tool_result_id is None):
        raise NoteRefused("A note rests on a passage or on a tool result, one at a time.")
    if support.passage_id is not None:
        reader.passages.get(support.passage_id)
        return support.passage_id, None, 0, 0
    assert support.tool_result_id is not None
    result = reader.tools.get(support.tool_result_id)
    end = result.length if support.end is None else support.end
    if result.status != "ok" or not 0 <= support.start < end <= result.length:
        raise NoteRefused(
            f"Tool result {result.id} has no text from {support.start} to {end}; it holds {result.length} "
            f"code points and ended “{result.status}”."
        )
    return None, result.id, support.start, end


def _as_rests(row: NoteRow) -> list[Rest]:
    return [(one.passage_id, one.tool_result_id, one.start, one.end) for one in row.supports]


def _shown(reader: Reader, row: NoteRow) -> Note:
    return Note(
        row.id,
        row.number,
        row.text,
        row.state,
        row.by,
        row.at,
        row.chat_id,
        row.run_id,
        tuple(_support(reader, support) for support in row.supports),
    )


def _support(reader: Reader, support: NoteSupportRow) -> NoteSupport:
    if support.passage_id is not None:
        passage = reader.passages.get(support.passage_id)
        return NoteSupport(cite_label(reader, passage), passage.text, passage.id, None)
    assert support.tool_result_id is not None
    result = reader.tools.get(support.tool_result_id)
    label = f"tool result {result.id} ({result.tool}), {support.start}-{support.end}"
    return NoteSupport(label, result.output[support.start : support.end], None, result.id)


def _in_reach(reader: Reader, scope: Scope, support: NoteSupportRow, remote: bool) -> bool:
    """Whether the scope holds everything this support may speak of."""
    sources: Collection[int]
    if support.passage_id is not None:
        passage = reader.passages.get(support.passage_id)
        if passage.version_id is not None:
            document = reader.versions.get(passage.version_id).document_id
            return scope.document_id == document
        sources = [passage.source_id or 0]
    else:
        assert support.tool_result_id is not None
        result = reader.tools.get(support.tool_result_id)
        given = _given(result)
        if given.get("document_id") and given["document_id"] != scope.document_id:
            return False
        sources = {*reader.turns.sources_of(result.id), *_sources_of(given)}
        if not sources and result.tool in _OF_DOCUMENT:
            return scope.version_id is not None
        sources = sources or {row.id for row in reader.sources.list()}  # it does not say: perhaps all
    privileged = {row.id for row in reader.sources.list() if row.privileged}
    return all(one in scope.source_ids and not (remote and one in privileged) for one in sources)


def _given(result: ToolResultRow) -> dict[str, object]:
    try:
        given = json.loads(result.input_validated)
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}


def _sources_of(given: dict[str, object]) -> set[int]:
    """The sources a call was about as far as its arguments say."""
    found: set[int] = set()
    for name in ("sources", "source_ids", "source_id", "source"):
        value = given.get(name)
        found |= {
            one for one in (value if isinstance(value, list) else [value]) if isinstance(one, int) and one
        }
    return found


def _named(reader: Reader, chat_id: int, pins: dict[int, int], name: str) -> Support:
    pin = _MARKER.fullmatch(name)
    if pin is not None:
        if int(pin[1]) not in pins:
            raise NoteRefused(f"{name} is no pin of this chat.")
        return Support(passage_id=pins[int(pin[1])])
    result = _RESULT.fullmatch(name)
    if result is None:
        raise NoteRefused(f"“{name}” names neither a pin nor a tool result.", "Write [[pin_3]] or result 7.")
    try:
        row = reader.tools.get(int(result[1]))
    except NotFound:
        row = None
    if row is None or reader.runs.get(row.run_id).chat_id != chat_id:
        raise NoteRefused(f"{name} is no tool result of this chat.")
    if result[2] is None:
        return Support(tool_result_id=row.id)
    return Support(tool_result_id=row.id, start=int(result[2]), end=int(result[3]))
