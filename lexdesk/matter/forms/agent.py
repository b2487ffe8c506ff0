"""Tables of version 1.1 for the free agent: its turns, what a run could see, and compaction."""

from lexdesk.matter.forms.refusals import written_once

STATEMENTS: tuple[str, ...] = (
    # The conversation of a chat's model as it happened; the view a model gets is computed from it.
    """CREATE TABLE turns (
        id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats,
        run_id INTEGER NOT NULL REFERENCES runs, kind TEXT NOT NULL CHECK (kind IN ('state', 'reply', 'call',
        'result', 'refusal')),
        text TEXT NOT NULL, thinking TEXT NOT NULL, tool_result_id INTEGER REFERENCES tool_results,
        call_id INTEGER REFERENCES model_calls, head INTEGER NOT NULL, tail INTEGER NOT NULL,
        at TEXT NOT NULL) STRICT""",
    "CREATE INDEX turns_of_chat ON turns (chat_id)",
    "CREATE INDEX turns_of_run ON turns (run_id)",
    "CREATE INDEX turns_of_result ON turns (tool_result_id) WHERE tool_result_id IS NOT NULL",
    """CREATE TABLE run_reach (
        run_id INTEGER NOT NULL REFERENCES runs, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        ref INTEGER NOT NULL, label TEXT NOT NULL, why TEXT NOT NULL,
        PRIMARY KEY (run_id, seq)) STRICT""",
    """CREATE TABLE tool_result_sources (
        tool_result_id INTEGER NOT NULL REFERENCES tool_results,
        source_id INTEGER NOT NULL REFERENCES sources,
        PRIMARY KEY (tool_result_id, source_id)) STRICT, WITHOUT ROWID""",
    "CREATE INDEX results_of_source ON tool_result_sources (source_id)",
    """CREATE TABLE compactions (
        id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats,
        run_id INTEGER NOT NULL REFERENCES runs,
        level TEXT NOT NULL CHECK (level IN ('clear', 'fold')), at TEXT NOT NULL,
        tokens_before INTEGER NOT NULL, tokens_after INTEGER NOT NULL, last_turn INTEGER NOT NULL,
        last_message INTEGER NOT NULL, newest_turn INTEGER NOT NULL, newest_message INTEGER NOT NULL,
        pinned TEXT NOT NULL) STRICT""",
    """CREATE TABLE compaction_lines (
        compaction_id INTEGER NOT NULL REFERENCES compactions, seq INTEGER NOT NULL, address TEXT NOT NULL,
        text TEXT NOT NULL, PRIMARY KEY (compaction_id, seq)) STRICT""",
    "CREATE INDEX compactions_of_chat ON compactions (chat_id)",
    """CREATE TABLE compaction_items (
        compaction_id INTEGER NOT NULL REFERENCES compactions, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        ref INTEGER NOT NULL, code_points INTEGER NOT NULL, address TEXT NOT NULL,
        PRIMARY KEY (compaction_id, seq)) STRICT""",
    *written_once(
        "turns",
        "run_reach",
        "tool_result_sources",
        "compactions",
        "compaction_lines",
        "compaction_items",
    ),
    # What a crash left under way is found without reading what is finished.
    "CREATE INDEX tool_results_running ON tool_results (status) WHERE status = 'running'",
    "CREATE INDEX model_calls_running ON model_calls (state) WHERE state = 'running'",
    "CREATE INDEX runs_running ON runs (state) WHERE state = 'running'",
    "CREATE INDEX messages_streaming ON messages (state) WHERE state = 'streaming'",
)
