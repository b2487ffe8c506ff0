"""Tables of version 1.1 for the review."""

from lexdesk.matter.forms.refusals import written_once

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE version_names (
        id INTEGER PRIMARY KEY, version_id INTEGER NOT NULL REFERENCES versions, name TEXT NOT NULL,
        given_by TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
    "CREATE INDEX version_names_of ON version_names (version_id)",
    "CREATE TABLE author_colours (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    """CREATE TABLE edit_effects (
        edit_id INTEGER NOT NULL REFERENCES edits, seq INTEGER NOT NULL, code TEXT NOT NULL,
        mended INTEGER NOT NULL, message TEXT NOT NULL, label TEXT NOT NULL, paragraph_key TEXT NOT NULL,
        start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (edit_id, seq)) STRICT, WITHOUT ROWID""",
    # How far a version is from the first one, and an ancestor far up: its line is found without walking it.
    """CREATE TABLE version_lines (
        version_id INTEGER PRIMARY KEY REFERENCES versions, depth INTEGER NOT NULL,
        far_id INTEGER NOT NULL REFERENCES versions) STRICT""",
    # Every clause that held the changed paragraph at the time, by its first paragraph.
    """CREATE TABLE change_clauses (
        document_id INTEGER NOT NULL REFERENCES documents, root_key TEXT NOT NULL,
        change_id INTEGER NOT NULL REFERENCES changes,
        PRIMARY KEY (document_id, root_key, change_id)) STRICT, WITHOUT ROWID""",
    """INSERT INTO change_clauses (document_id, root_key, change_id)
        WITH RECURSIVE part (document_id, change_id, root_key, rest) AS (
            SELECT document_id, id, '', section_id || '/' FROM changes WHERE section_id <> ''
            UNION ALL
            SELECT document_id, change_id, substr(rest, 1, instr(rest, '/') - 1),
                substr(rest, instr(rest, '/') + 1) FROM part WHERE rest <> '')
        SELECT DISTINCT document_id, root_key, change_id FROM part WHERE root_key <> ''""",
    # A notice that the lawyer went back to a message: what stands between is not told to a model any more.
    """CREATE TABLE chat_backs (
        notice_id INTEGER PRIMARY KEY REFERENCES messages,
        message_id INTEGER NOT NULL REFERENCES messages) STRICT""",
    "CREATE INDEX versions_by_author ON versions (document_id, kind, created_by)",
    "CREATE INDEX decisions_of_version ON decisions (version_id)",
    *written_once(
        "version_names", "author_colours", "edit_effects", "version_lines", "change_clauses", "chat_backs"
    ),
)
