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
    *written_once("expunged", "expunged_places"),
)
