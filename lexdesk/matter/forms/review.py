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
    *written_once("version_names", "author_colours", "edit_effects"),
)
