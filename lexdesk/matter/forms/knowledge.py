"""Tables of version 1.1 for what the assistant knows: notes, skills, playbook reviews."""

from lexdesk.matter.forms.refusals import written_once

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE notes (
        id INTEGER PRIMARY KEY, chat_id INTEGER REFERENCES chats, run_id INTEGER REFERENCES runs) STRICT""",
    """CREATE TABLE note_versions (
        note_id INTEGER NOT NULL REFERENCES notes, number INTEGER NOT NULL, text TEXT NOT NULL,
        at TEXT NOT NULL, "by" TEXT NOT NULL, why TEXT NOT NULL,
        PRIMARY KEY (note_id, number)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE note_supports (
        note_id INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL,
        passage_id INTEGER REFERENCES passages, tool_result_id INTEGER REFERENCES tool_results,
        start INTEGER NOT NULL, "end" INTEGER NOT NULL,
        CHECK ((passage_id IS NULL) <> (tool_result_id IS NULL)),
        PRIMARY KEY (note_id, number, seq),
        FOREIGN KEY (note_id, number) REFERENCES note_versions) STRICT, WITHOUT ROWID""",
    """CREATE TABLE note_acts (
        id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL, number INTEGER NOT NULL,
        act TEXT NOT NULL CHECK (act IN ('proposed', 'changed', 'kept', 'refused')),
        at TEXT NOT NULL, "by" TEXT NOT NULL, comment TEXT NOT NULL,
        FOREIGN KEY (note_id, number) REFERENCES note_versions) STRICT""",
    "CREATE INDEX acts_of_note ON note_acts (note_id)",
    """CREATE TABLE skills (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL UNIQUE, description TEXT NOT NULL,
        added_at TEXT NOT NULL, added_by TEXT NOT NULL) STRICT""",
    """CREATE TABLE skill_files (
        skill_id INTEGER NOT NULL REFERENCES skills, path TEXT NOT NULL,
        sha256 TEXT NOT NULL REFERENCES blobs, size INTEGER NOT NULL,
        PRIMARY KEY (skill_id, path)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE skill_acts (
        id INTEGER PRIMARY KEY, skill_id INTEGER NOT NULL REFERENCES skills,
        act TEXT NOT NULL CHECK (act IN ('added', 'trusted', 'untrusted', 'removed')),
        at TEXT NOT NULL, "by" TEXT NOT NULL) STRICT""",
    "CREATE INDEX acts_of_skill ON skill_acts (skill_id)",
    """CREATE TABLE playbook_results (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, seq INTEGER NOT NULL,
        rule TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('met', 'deviates', 'missing', 'needs_judgement')),
        position TEXT NOT NULL, reason TEXT NOT NULL, judged_by TEXT NOT NULL,
        rule_passage INTEGER NOT NULL REFERENCES passages, clause_passage INTEGER REFERENCES passages,
        edit_id INTEGER REFERENCES edits, UNIQUE (run_id, seq)) STRICT""",
    *written_once(
        "notes",
        "note_versions",
        "note_supports",
        "note_acts",
        "skills",
        "skill_files",
        "skill_acts",
        "playbook_results",
    ),
)
