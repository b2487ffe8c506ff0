"""What stays word for word in view whatever is folded: instructions, open edits, decisions, rejections (P5).

It is written anew from the matter's rows each time, never from an earlier view, so that nothing can wear off.
"""

from collections.abc import Callable

from lexdesk.assistant.compaction.addresses import reading_call
from lexdesk.assistant.compaction.line import line_of
from lexdesk.matter.records import DecisionRow, EditRow, MessageRow
from lexdesk.matter.stores import Reader

_WAITING = ("staged", "set_aside")


def pinned_text(
    reader: Reader,
    chat_id: int,
    last_message: int,
    count: Callable[[str], int],
    most: int,
    hidden: Callable[[int | None], bool] = lambda run_id: False,
) -> str:
    """Instructions of the chat up to ``last_message``; every waiting edit of the matter; every decision and
    rejected proposal of this chat's edits.

    All of it is verbatim. Only if it has more than ``most`` tokens, the longest instructions but the newest
    become addresses, as few as will do, and the text says so. Edits of runs that are ``hidden`` from this
    chat's model are left out.
    """
    said = [
        message
        for message in line_of(reader, chat_id).messages
        if message.role == "user" and message.id <= last_message and message.text
    ]
    edits = [
        edit
        for edit in reader.edits.list()
        if (edit.chat_id == chat_id or edit.state in _WAITING) and not hidden(edit.run_id)
    ]
    rest = _edit_lines(reader, edits)
    room = most - count("\n".join(rest))
    return "\n".join([*_instructions(said, count, room), *rest])


def _instructions(said: list[MessageRow], count: Callable[[str], int], room: int) -> list[str]:
    if not said:
        return []
    lines = {message.id: f"- msg_{message.id}: {message.text}" for message in said}
    sizes = {number: count(line) for number, line in lines.items()}
    total, away = sum(sizes.values()), set[int]()
    for message in sorted(said[:-1], key=lambda message: (-sizes[message.id], message.id)):
        if total <= room:
            break
        total -= sizes[message.id]
        away.add(message.id)
    shown = ["The lawyer's instructions in this chat, word for word:"]
    gone: list[MessageRow] = []
    for message in said:
        if message.id in away:
            gone.append(message)
            continue
        shown += _gone(gone)
        gone = []
        shown.append(lines[message.id])
    return shown + _gone(gone)


def _gone(messages: list[MessageRow]) -> list[str]:
    """One line for long instructions that stand together."""
    if not messages:
        return []
    first, last = messages[0], messages[-1]
    size = sum(len(message.text) for message in messages)
    if len(messages) == 1:
        call = reading_call(f"msg_{first.id}", 0, size)
        return [f"- msg_{first.id}: {size} code points, too long to stay in view: {call}"]
    return [
        f"- msg_{first.id} to msg_{last.id}: {len(messages)} long instructions, {size} code points in all, "
        "too long to stay in view; each is read by its address, and recall finds words in them."
    ]


def _edit_lines(reader: Reader, edits: list[EditRow]) -> list[str]:
    lines = []
    waiting = [edit for edit in edits if edit.state in _WAITING]
    if waiting:
        lines.append("Edits that wait for the lawyer:")
        lines += [line for edit in waiting for line in edit_lines(edit)]
    decided = [(edit, decision) for edit in edits for decision in reader.decisions.of_edit(edit.id)]
    if decided:
        lines.append("What the lawyer decided:")
    for edit, decision in decided:
        lines.append(decision_line(reader, edit, decision))
        if decision.action == "reject":
            lines += edit_lines(edit)
    return lines


def edit_lines(edit: EditRow) -> list[str]:
    """An edit word for word."""
    lines = [f"- edit {edit.id} ({edit.state}), {edit.section_label} {edit.section_heading}".rstrip()]
    for op in edit.ops:
        lines.append(
            f"  {op.op} at <{op.paragraph_key}> {op.start}-{op.end}: “{op.old_text}” becomes “{op.new_text}”"
        )
    return lines


def decision_line(reader: Reader, edit: EditRow, decision: DecisionRow) -> str:
    """What was decided of an edit, by whom, with what comment."""
    comment = f": {decision.comment}" if decision.comment else ""
    made = ""
    if decision.version_id is not None:
        made = f", made version {reader.versions.get(decision.version_id).number}"
    return f"- edit {edit.id}: {decision.action} by {decision.decided_by} at {decision.at}{made}{comment}"
