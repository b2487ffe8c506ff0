"""Tables of version 1.1 for custody: expunged sources, hand-overs, backups."""

from lexdesk.matter.forms.refusals import written_once

STATEMENTS: tuple[str, ...] = (
    # Of a destroyed source only this stays: the hash of its bytes, who, when, why.
    """CREATE TABLE expunged (
        id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources, sha256 TEXT NOT NULL,
        size INTEGER NOT NULL, reason TEXT NOT NULL, said_by TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
    # Every place whose text was wiped. ``stored`` is the key of what can be checked no longer against its
    # hash: a row id, or the hash itself.
    """CREATE TABLE expunged_places (
        id INTEGER PRIMARY KEY, expunged_id INTEGER NOT NULL REFERENCES expunged, held_in TEXT NOT NULL,
        stored TEXT NOT NULL, field TEXT NOT NULL, removed INTEGER NOT NULL) STRICT""",
    "CREATE INDEX places_of_expunged ON expunged_places (held_in, stored)",
    # What was taken back of a colleague's copy: the rows of their chain since the common one, whole, and
    # which id there became which here.
    """CREATE TABLE taken_back (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, taken_by TEXT NOT NULL, colleague TEXT NOT NULL,
        origin TEXT NOT NULL, common_seq INTEGER NOT NULL, head TEXT NOT NULL UNIQUE,
        rows INTEGER NOT NULL) STRICT""",
    """CREATE TABLE taken_audit (
        taken_id INTEGER NOT NULL REFERENCES taken_back, seq INTEGER NOT NULL, at TEXT NOT NULL,
        actor TEXT NOT NULL, act TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL,
        prev_hash TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (taken_id, seq)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE taken_ids (
        taken_id INTEGER NOT NULL REFERENCES taken_back, table_name TEXT NOT NULL, theirs INTEGER NOT NULL,
        ours INTEGER NOT NULL, PRIMARY KEY (taken_id, table_name, theirs)) STRICT, WITHOUT ROWID""",
    # The head of the chain and a hash for each table when the matter was last closed.
    """CREATE TABLE closing (
        id INTEGER PRIMARY KEY CHECK (id = 1), head TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
    "CREATE TABLE closing_tables (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT",
    *written_once("expunged", "expunged_places", "taken_back", "taken_audit", "taken_ids"),
)
