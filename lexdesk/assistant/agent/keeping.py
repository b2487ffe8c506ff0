"""Tools that look back: earlier results and messages, kept notes, skills. Nothing outside of this chat."""

import re

from lexdesk.assistant.agent import arguments as takes
from lexdesk.assistant.agent.bench import Bench
from lexdesk.assistant.compaction.addresses import AddressUnknown, Record, record_at
from lexdesk.assistant.markers import escape_source_text
from lexdesk.assistant.notes import Note
from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.recorder import ToolOutput
from lexdesk.assistant.skills import SkillRefused
from lexdesk.text.hashing import sha256_text

_MOST_RECALLED = 8
_SHOWN = 600  # code points of one recalled record; the rest is read by its address


def read_tool_result(bench: Bench, given: takes.ReadToolResult) -> ToolOutput[None]:
    """A range of a stored record of this chat: one line that says what it is, then exactly the range.

    A reading of a reading is the reading of the original. Offsets and lengths are code points; the hash is
    that of the whole record.
    """
    record = record_at(bench.scope, bench.chat_id, given.tool_use_id)
    start = record.start + given.offset
    end = min(start + min(given.length, bench.page_length), record.end)
    if start > record.end:
        raise AddressUnknown(
            f"{record.address} has {record.length} code points; nothing stands at {given.offset}.",
            "Use an offset below that.",
        )
    following = f"next offset {end}" if end < record.length else "this is its end"
    head = (
        f"{record.address} {record.what}: code points {start} to {end} of {record.length}; {following}; "
        f"sha256 {sha256_text(record.text)}"
    )
    return ToolOutput(
        f"{head}\n{record.text[start:end]}", None, f"{end - start} of {record.length}", record.sources
    )


def remember(bench: Bench, given: takes.Remember) -> ToolOutput[None]:
    """A note that waits for the lawyer; it is in no context until it is kept."""
    names = [
        re.sub(r"^tr_(\d+)", r"result \1", name.strip())
        for name in re.split(r"[,;，；、]\s*", given.rests_on)
        if name.strip()
    ]
    supports = bench.notes.supports_named(bench.chat_id, names)
    run = bench.recorder.run
    note = bench.notes.propose(given.text, supports, bench.recorder.actor, run.chat_id, run.id)
    return ToolOutput(
        f"Note {note.id} is proposed. It counts once the lawyer has kept it.", None, f"note {note.id}"
    )


def recall(bench: Bench, given: takes.Recall) -> ToolOutput[None]:
    """Kept notes in reach, then what was said or found earlier in this chat, word for word with addresses."""
    scope = bench.scope
    notes = bench.notes.recall(scope, given.query, scope.note_ids, scope.remote)
    lines = bench.notes.prompt_lines(notes)
    records = [record for record in _records(bench) if record.tool not in ("recall", "read_tool_result")]
    found = [records[index] for index, _score in rank(given.query, [record.text for record in records])]
    for record in found[:_MOST_RECALLED]:
        lines.append(f"{record.address} {record.what}: {record.shown(_best(record.text, given.query))}")
    touched = dict.fromkeys(source for record in found[:_MOST_RECALLED] for source in record.sources)
    touched |= dict.fromkeys(source for note in notes for source in _sources_of(bench, note))
    text = "\n".join(lines) or "Nothing in the notes or earlier in this chat speaks to this."
    return ToolOutput(text, None, f"{len(lines)} found", tuple(touched))


def _sources_of(bench: Bench, note: Note) -> list[int]:
    """The sources whose words stand with a note."""
    reader = bench.scope.matter.read()
    found: list[int] = []
    for support in note.supports:
        if support.passage_id is not None:
            source = reader.passages.get(support.passage_id).source_id
            found += [source] if source is not None else []
        elif support.tool_result_id is not None:
            found += reader.turns.sources_of(support.tool_result_id)
    return found


def _best(text: str, query: str) -> tuple[int, int]:
    """The stretch of a long record that holds most of the query's words."""
    if len(text) <= _SHOWN:
        return 0, len(text)
    wanted = set(words(query))
    lines, at = [], 0
    for line in text.splitlines(keepends=True):
        lines.append((len(wanted & set(words(line))), -at, at))
        at += len(line)
    start = max(0, max(lines)[2] - _SHOWN // 4)
    return start, min(len(text), start + _SHOWN)


def _records(bench: Bench) -> list[Record]:
    """What was said and found in this chat before this run's instruction, as far as it is in reach."""
    reader = bench.scope.matter.read()
    found = []
    run = bench.recorder.run
    for message in reader.chats.messages(bench.chat_id):
        if message.run_id != run.id and message.text:
            found.append(f"msg_{message.id}")
    for earlier in reader.runs.list(bench.chat_id):
        found += [f"tr_{row.id}" for row in reader.tools.of_run(earlier.id) if row.status == "ok"]
    records = []
    for address in found:
        try:
            records.append(record_at(bench.scope, bench.chat_id, address))
        except AddressUnknown:
            continue  # out of reach by now
    return records


def load_skill(bench: Bench, given: takes.LoadSkill) -> ToolOutput[None]:
    """The body of a skill in reach, or a further file of it. One that is not trusted is data."""
    offered = bench.skills.offered(bench.scope.skills)
    wanted = given.name.strip()
    skill = next((one for one in offered if wanted in (one.name, one.ref)), None)
    if skill is None:
        names = ", ".join(one.name for one in offered) or "none"
        raise SkillRefused(f"This chat has no skill “{escape_source_text(wanted)}”.", f"It has: {names}.")
    text = bench.skills.file(skill.ref, given.file) if given.file else bench.skills.load(skill.ref)
    return ToolOutput(text.for_model(), None, skill.ref)
