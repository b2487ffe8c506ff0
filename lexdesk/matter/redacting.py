"""Leaving a chat out of a copy of a matter: each of its texts gives way to its hash. Only on copies."""

from lexdesk.matter.driver import Connection
from lexdesk.matter.guards import guards
from lexdesk.text.hashing import sha256_text

_TEXTS = (
    ("messages", ("text",), "chat_id = ?"),
    ("runs", ("instruction", "error"), "chat_id = ?"),
    ("turns", ("text", "thinking"), "chat_id = ?"),
    ("claims", ("text",), "message_id IN (SELECT id FROM messages WHERE chat_id = ?)"),
    ("removed_markers", ("marker",), "message_id IN (SELECT id FROM messages WHERE chat_id = ?)"),
    ("limits", ("message",), "run_id IN (SELECT id FROM runs WHERE chat_id = ?)"),
    (
        "tool_results",
        ("input_given", "input_validated", "error", "output"),
        "run_id IN (SELECT id FROM runs WHERE chat_id = ?)",
    ),
    ("model_calls", ("response",), "run_id IN (SELECT id FROM runs WHERE chat_id = ?)"),
    ("compaction_lines", ("text",), "compaction_id IN (SELECT id FROM compactions WHERE chat_id = ?)"),
    ("chats", ("title",), "id = ?"),
)


def left_out(text: str) -> str:
    """What stands in the place of a text that was left out."""
    return f"[left out; sha256 {sha256_text(text)}]"


def leave_out_chat(connection: Connection, chat_id: int) -> int:
    """Replace the texts of a chat, of its runs and of their tool results and requests, in the running
    transaction; the number of texts. What the chat proposed as edits stays: it belongs to the document."""
    made = guards()
    for name in made:
        connection.run(f"DROP TRIGGER {name}")
    count = 0
    for table, columns, where in _TEXTS:
        for rowid, *texts in connection.rows(
            f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE {where}", (chat_id,)
        ):
            changed = {name: left_out(text) for name, text in zip(columns, texts, strict=True) if text}
            if not changed:
                continue
            if table == "tool_results" and "output" in changed:
                changed["sha256"] = sha256_text(changed["output"])
                connection.run(
                    "UPDATE tool_results SET length = ? WHERE rowid = ?", (len(changed["output"]), rowid)
                )
            sets = ", ".join(f"{name} = ?" for name in changed)
            connection.run(f"UPDATE {table} SET {sets} WHERE rowid = ?", (*changed.values(), rowid))
            count += len(changed)
    connection.run(
        "UPDATE claims SET checks = '[]' WHERE message_id IN (SELECT id FROM messages WHERE chat_id = ?)",
        (chat_id,),
    )
    count += _requests(connection, chat_id)
    for statement in made.values():
        connection.run(statement)
    return count


def _requests(connection: Connection, chat_id: int) -> int:
    """What the model was shown in this chat and in no other."""
    own = connection.rows(
        """SELECT DISTINCT context_sha256 FROM model_calls JOIN runs ON runs.id = run_id WHERE chat_id = ?1
        AND context_sha256 NOT IN
            (SELECT context_sha256 FROM model_calls JOIN runs ON runs.id = run_id WHERE chat_id <> ?1)""",
        (chat_id,),
    )
    for (sha256,) in own:
        text = connection.value("SELECT text FROM contexts WHERE sha256 = ?", (sha256,))
        new = left_out(str(text))
        connection.run("INSERT OR IGNORE INTO contexts VALUES (?, ?)", (sha256_text(new), new))
        for table in ("model_calls", "packets"):
            connection.run(
                f"UPDATE {table} SET context_sha256 = ? WHERE context_sha256 = ?", (sha256_text(new), sha256)
            )
        connection.run("DELETE FROM contexts WHERE sha256 = ?", (sha256,))
    return len(own)
