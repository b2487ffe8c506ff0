"""The first form of the matter file: tables, indexes, triggers. Later forms are migrations on top of it.

Text that a model or a person saw has a column of its own. Tables are STRICT. What was recorded cannot be
rewritten: triggers refuse it, so that a mistake in the program cannot do it either.
"""

APPLICATION_ID = 0x4C584D54  # "LXMT", in the header of every matter file
MAJOR = 1  # another major: this program must not open the file
MINOR = 1  # a later minor: this program may read it


def user_version(major: int = MAJOR, minor: int = MINOR) -> int:
    """What the header field ``user_version`` holds for a schema version."""
    return major << 16 | minor


TABLES = (
    """CREATE TABLE matter (
        id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, uuid TEXT NOT NULL,
        created_at TEXT NOT NULL,
        author TEXT NOT NULL, as_of TEXT NOT NULL DEFAULT '', jurisdiction TEXT NOT NULL DEFAULT '',
        remote_allowed INTEGER NOT NULL DEFAULT 0) STRICT""",
    """CREATE TABLE holder (
        id INTEGER PRIMARY KEY CHECK (id = 1), user TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL,
        since TEXT NOT NULL, program TEXT NOT NULL) STRICT""",
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """CREATE TABLE audit (
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, act TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL) STRICT""",
    """CREATE TABLE blobs (
        sha256 TEXT PRIMARY KEY, size INTEGER NOT NULL, encoding TEXT NOT NULL CHECK (encoding IN ('raw',
        'zlib')),
        bytes BLOB NOT NULL) STRICT""",
    # Documents and versions: a tree by parent_id; a branch is a name with a head in it.
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, file_name TEXT NOT NULL,
        original_sha256 TEXT NOT NULL REFERENCES blobs, created_at TEXT NOT NULL,
        current_branch INTEGER REFERENCES branches) STRICT""",
    """CREATE TABLE branches (
        id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents, name TEXT NOT NULL,
        head_version INTEGER REFERENCES versions, UNIQUE (document_id, name)) STRICT""",
    """CREATE TABLE head_moves (
        id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branches,
        from_version INTEGER NOT NULL,
        to_version INTEGER NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
    "CREATE INDEX head_moves_of_branch ON head_moves (branch_id)",
    """CREATE TABLE versions (
        id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents, number INTEGER NOT NULL,
        parent_id INTEGER REFERENCES versions, kind TEXT NOT NULL, created_at TEXT NOT NULL,
        created_by TEXT NOT NULL, note TEXT NOT NULL, text_sha256 TEXT NOT NULL,
        keys_sha256 TEXT NOT NULL REFERENCES blobs, UNIQUE (document_id, number)) STRICT""",
    """CREATE TABLE parts (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, header TEXT NOT NULL,
        sha256 TEXT NOT NULL REFERENCES blobs,
        UNIQUE (sha256, name, header)) STRICT""",
    """CREATE TABLE version_parts (
        version_id INTEGER NOT NULL REFERENCES versions, seq INTEGER NOT NULL,
        part_id INTEGER NOT NULL REFERENCES parts, PRIMARY KEY (version_id, seq)) STRICT, WITHOUT ROWID""",
    # Evidence.
    """CREATE TABLE sources (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, short_name TEXT NOT NULL, file_name TEXT NOT NULL,
        media_type TEXT NOT NULL, sha256 TEXT NOT NULL UNIQUE REFERENCES blobs, role TEXT NOT NULL,
        jurisdiction TEXT NOT NULL, status TEXT NOT NULL, status_by TEXT NOT NULL, as_of TEXT NOT NULL,
        dated TEXT NOT NULL, privileged INTEGER NOT NULL, paged INTEGER NOT NULL,
        page_count INTEGER NOT NULL,
        text_length INTEGER NOT NULL, imported_at TEXT NOT NULL) STRICT""",
    """CREATE TABLE source_pages (
        source_id INTEGER NOT NULL REFERENCES sources, number INTEGER NOT NULL, label TEXT NOT NULL,
        width REAL NOT NULL, height REAL NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL,
        words BLOB NOT NULL, PRIMARY KEY (source_id, number)) STRICT""",
    """CREATE TABLE source_findings (
        id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources, code TEXT NOT NULL,
        message TEXT NOT NULL, page INTEGER) STRICT""",
    "CREATE INDEX findings_of_source ON source_findings (source_id)",
    """CREATE TABLE passages (
        id INTEGER PRIMARY KEY, source_id INTEGER REFERENCES sources,
        version_id INTEGER REFERENCES versions,
        paragraph_key TEXT NOT NULL, kind TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
        page_from INTEGER NOT NULL, page_to INTEGER NOT NULL, label TEXT NOT NULL, text TEXT NOT NULL,
        text_sha256 TEXT NOT NULL, CHECK ((source_id IS NULL) <> (version_id IS NULL))) STRICT""",
    """CREATE UNIQUE INDEX passage_in_source ON passages (source_id, kind, start, "end")
        WHERE source_id IS NOT NULL""",
    """CREATE UNIQUE INDEX passage_in_version ON passages (version_id, paragraph_key, kind, start, "end")
        WHERE version_id IS NOT NULL""",
    """CREATE VIRTUAL TABLE passage_words USING fts5 (
        text, content='passages', content_rowid='id', tokenize='unicode61 remove_diacritics 2')""",
    """CREATE VIRTUAL TABLE passage_characters USING fts5 (
        text, content='passages', content_rowid='id', tokenize='trigram')""",
    # Chats and runs.
    """CREATE TABLE chats (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL,
        parent_chat INTEGER REFERENCES chats,
        created_at TEXT NOT NULL) STRICT""",
    """CREATE TABLE chat_context (
        chat_id INTEGER NOT NULL REFERENCES chats, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        ref TEXT NOT NULL,
        PRIMARY KEY (chat_id, seq)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats, instruction TEXT NOT NULL,
        mode TEXT NOT NULL, model TEXT NOT NULL, document_id INTEGER REFERENCES documents,
        version_id INTEGER REFERENCES versions, state TEXT NOT NULL, error TEXT NOT NULL,
        started_at TEXT NOT NULL, ended_at TEXT NOT NULL) STRICT""",
    "CREATE INDEX runs_of_chat ON runs (chat_id)",
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats, seq INTEGER NOT NULL,
        role TEXT NOT NULL,
        text TEXT NOT NULL, at TEXT NOT NULL, run_id INTEGER REFERENCES runs, state TEXT NOT NULL,
        UNIQUE (chat_id, seq)) STRICT""",
    """CREATE TABLE limits (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, code TEXT NOT NULL,
        message TEXT NOT NULL) STRICT""",
    "CREATE INDEX limits_of_run ON limits (run_id)",
    """CREATE TABLE tool_results (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, seq INTEGER NOT NULL,
        tool TEXT NOT NULL,
        input_given TEXT NOT NULL, input_validated TEXT NOT NULL, status TEXT NOT NULL, error TEXT NOT NULL,
        started_at TEXT NOT NULL, ended_at TEXT NOT NULL, output TEXT NOT NULL, length INTEGER NOT NULL,
        sha256 TEXT NOT NULL, shown_start INTEGER, shown_end INTEGER, UNIQUE (run_id, seq)) STRICT""",
    "CREATE TABLE contexts (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT",
    """CREATE TABLE model_calls (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, seq INTEGER NOT NULL,
        purpose TEXT NOT NULL,
        model TEXT NOT NULL, context_sha256 TEXT NOT NULL REFERENCES contexts, response TEXT NOT NULL,
        prompt_tokens INTEGER NOT NULL, response_tokens INTEGER NOT NULL, state TEXT NOT NULL,
        started_at TEXT NOT NULL, ended_at TEXT NOT NULL, UNIQUE (run_id, seq)) STRICT""",
    # Edits, their reasons and what became of them.
    """CREATE TABLE edits (
        id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents,
        version_id INTEGER NOT NULL REFERENCES versions, run_id INTEGER REFERENCES runs,
        chat_id INTEGER REFERENCES chats, kind TEXT NOT NULL, section_label TEXT NOT NULL,
        section_heading TEXT NOT NULL, explanation TEXT NOT NULL, state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        created_by TEXT NOT NULL) STRICT""",
    "CREATE INDEX edits_of_document ON edits (document_id)",
    """CREATE TABLE edit_ops (
        edit_id INTEGER NOT NULL REFERENCES edits, seq INTEGER NOT NULL, op TEXT NOT NULL,
        paragraph_key TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, old_text TEXT NOT NULL,
        new_text TEXT NOT NULL, paragraph_sha256 TEXT NOT NULL, new_key TEXT NOT NULL,
        paragraph_label TEXT NOT NULL, like_key TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (edit_id, seq)) STRICT""",
    """CREATE TABLE packets (
        edit_id INTEGER PRIMARY KEY REFERENCES edits, instruction TEXT NOT NULL,
        run_id INTEGER REFERENCES runs,
        chat_id INTEGER REFERENCES chats, model TEXT NOT NULL, context_sha256 TEXT NOT NULL,
        frozen_at TEXT NOT NULL) STRICT""",
    """CREATE TABLE packet_items (
        edit_id INTEGER NOT NULL REFERENCES packets, seq INTEGER NOT NULL, section TEXT NOT NULL,
        label TEXT NOT NULL, text TEXT NOT NULL, basis TEXT NOT NULL,
        passage_id INTEGER REFERENCES passages,
        tool_result_id INTEGER REFERENCES tool_results, details TEXT NOT NULL,
        PRIMARY KEY (edit_id, seq)) STRICT""",
    """CREATE TABLE advisories (
        id INTEGER PRIMARY KEY, edit_id INTEGER NOT NULL REFERENCES edits, code TEXT NOT NULL,
        severity TEXT NOT NULL, message TEXT NOT NULL, details TEXT NOT NULL, source TEXT NOT NULL,
        check_version INTEGER NOT NULL) STRICT""",
    "CREATE INDEX advisories_of_edit ON advisories (edit_id)",
    """CREATE TABLE advisory_places (
        advisory_id INTEGER NOT NULL REFERENCES advisories, seq INTEGER NOT NULL,
        paragraph_key TEXT NOT NULL,
        label TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (advisory_id, seq)) STRICT""",
    """CREATE TABLE advisories_shown (
        id INTEGER PRIMARY KEY, advisory_id INTEGER NOT NULL REFERENCES advisories, shown_to TEXT NOT NULL,
        at TEXT NOT NULL, UNIQUE (advisory_id, shown_to)) STRICT""",
    """CREATE TABLE decisions (
        id INTEGER PRIMARY KEY, edit_id INTEGER NOT NULL REFERENCES edits, action TEXT NOT NULL,
        decided_by TEXT NOT NULL, at TEXT NOT NULL, comment TEXT NOT NULL,
        version_id INTEGER REFERENCES versions) STRICT""",
    "CREATE INDEX decisions_of_edit ON decisions (edit_id)",
    """CREATE TABLE decision_advisories (
        decision_id INTEGER NOT NULL REFERENCES decisions, seq INTEGER NOT NULL,
        advisory_id INTEGER NOT NULL REFERENCES advisories, PRIMARY KEY (decision_id, seq)) STRICT,
        WITHOUT ROWID""",
    """CREATE TABLE changes (
        id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents,
        version_id INTEGER NOT NULL REFERENCES versions, from_version INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        paragraph_key TEXT NOT NULL, section_id TEXT NOT NULL, section_label TEXT NOT NULL,
        section_heading TEXT NOT NULL, kind TEXT NOT NULL, removed TEXT NOT NULL, added TEXT NOT NULL,
        explanation TEXT NOT NULL, instruction TEXT NOT NULL, asked_by TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        at TEXT NOT NULL, run_id INTEGER REFERENCES runs, edit_id INTEGER REFERENCES edits,
        source TEXT NOT NULL,
        confidence TEXT NOT NULL) STRICT""",
    "CREATE INDEX changes_of_version ON changes (version_id)",
    "CREATE INDEX changes_of_key ON changes (document_id, paragraph_key)",
    # Citations.
    """CREATE TABLE pins (
        id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats, run_id INTEGER REFERENCES runs,
        passage_id INTEGER NOT NULL REFERENCES passages, at TEXT NOT NULL, UNIQUE (chat_id,
        passage_id)) STRICT""",
    """CREATE TABLE claims (
        id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL REFERENCES messages, seq INTEGER NOT NULL,
        text TEXT NOT NULL, checks TEXT NOT NULL, UNIQUE (message_id, seq)) STRICT""",
    """CREATE TABLE claim_pins (
        claim_id INTEGER NOT NULL REFERENCES claims, seq INTEGER NOT NULL,
        pin_id INTEGER NOT NULL REFERENCES pins,
        PRIMARY KEY (claim_id, seq)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE removed_markers (
        id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL REFERENCES messages, marker TEXT NOT NULL,
        reason TEXT NOT NULL) STRICT""",
    "CREATE INDEX removed_markers_of_message ON removed_markers (message_id)",
)

WRITTEN_ONCE = (
    "audit", "blobs", "head_moves", "versions", "parts", "version_parts", "source_pages", "source_findings",
    "passages", "limits", "contexts", "edit_ops", "packets", "packet_items", "advisories",
        "advisory_places",
    "advisories_shown", "decisions", "decision_advisories", "changes", "pins", "claims", "claim_pins",
    "removed_markers",
)  # fmt: skip
"""Tables whose rows are never changed and never go."""

NEVER_DELETED = (
    "matter", "documents", "branches", "sources", "chats", "messages", "runs", "tool_results",
        "model_calls", "edits",
)  # fmt: skip
"""Tables whose rows may change in part, but never go."""

ONCE_FINISHED = (
    ("messages", "text, role, chat_id, seq", "OLD.state <> 'streaming'"),
    (
        "runs",
        "chat_id, instruction, mode, model, version_id, state, error, ended_at",
        "OLD.state <> 'running'",
    ),
    (
        "tool_results",
        "run_id, seq, tool, input_given, input_validated, status, error, ended_at, output, length, sha256",
        "OLD.status <> 'running'",
    ),
    (
        "tool_results",
        "shown_start, shown_end",
        "OLD.shown_start IS NOT NULL",
    ),
    (
        "model_calls",
        "run_id, seq, purpose, model, context_sha256, response, prompt_tokens, response_tokens, state, "
        "ended_at",
        "OLD.state <> 'running'",
    ),
    (
        "edits",
        "document_id, version_id, run_id, chat_id, kind, section_label, section_heading, explanation, "
        "created_by",
        "1",
    ),
    ("documents", "file_name, original_sha256, created_at", "1"),
    ("sources", "sha256, file_name, media_type, imported_at, page_count, text_length", "1"),
    ("matter", "uuid, created_at", "1"),
)
"""Columns that stay as they are from a point on: table, columns, condition."""


def triggers() -> list[str]:
    """The statements that make the file refuse to rewrite what was recorded."""
    made = []
    for table in WRITTEN_ONCE + NEVER_DELETED:
        made.append(
            _refusal(f"{table}_stays", f"DELETE ON {table}", "1", f"a row of {table} cannot be removed")
        )
    for table in WRITTEN_ONCE:
        made.append(
            _refusal(f"{table}_is_final", f"UPDATE ON {table}", "1", f"a row of {table} cannot be changed")
        )
    for number, (table, columns, condition) in enumerate(ONCE_FINISHED):
        event = f"UPDATE OF {columns} ON {table}"
        why = f"what was recorded in {table} cannot be changed"
        made.append(_refusal(f"{table}_keeps_{number}", event, condition, why))
    return made


def _refusal(name: str, event: str, condition: str, why: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {event} WHEN {condition} BEGIN SELECT RAISE(ABORT, '{why}'); END"
