"""Tables of version 1.1 for the evidence: relations, descriptions, imports under way."""

from lexdesk.matter.forms.refusals import written_once

DESCRIBED = (
    "kind",
    "rank",
    "issuer",
    "valid_from",
    "valid_to",
    "purpose",
    "confidentiality",
    "extent",
    "voice",
)
"""Columns of ``sources`` that version 1.1 adds."""

_SEARCHED = ("passage_words", "passage_characters")

_DESCRIPTIONS = (
    *(f"ALTER TABLE sources ADD COLUMN {name} TEXT NOT NULL DEFAULT ''" for name in DESCRIBED),
    # Who said what of a source, and when; the columns of ``sources`` hold the value said last.
    """CREATE TABLE source_facts (
        id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources, field TEXT NOT NULL,
        value TEXT NOT NULL, said_by TEXT NOT NULL, at TEXT NOT NULL,
        basis TEXT NOT NULL CHECK (basis IN ('suggested', 'said', 'confirmed')), because TEXT NOT NULL)
        STRICT""",
    "CREATE INDEX facts_of_source ON source_facts (source_id, field)",
    *written_once("source_facts"),
)
_RELATIONS = (
    # An end is a source, or a passage (of a source, whose id is then given too, or of a version).
    """CREATE TABLE relations (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL,
        from_source INTEGER REFERENCES sources, from_passage INTEGER REFERENCES passages,
        to_source INTEGER REFERENCES sources, to_passage INTEGER REFERENCES passages,
        evidence_passage INTEGER REFERENCES passages, because TEXT NOT NULL, made_by TEXT NOT NULL,
        at TEXT NOT NULL, CHECK (from_source IS NOT NULL OR from_passage IS NOT NULL),
        CHECK (to_source IS NOT NULL OR to_passage IS NOT NULL)) STRICT""",
    "CREATE INDEX relations_from ON relations (from_source)",
    "CREATE INDEX relations_to ON relations (to_source)",
    """CREATE TABLE relation_states (
        id INTEGER PRIMARY KEY, relation_id INTEGER NOT NULL REFERENCES relations,
        state TEXT NOT NULL CHECK (state IN ('suggested', 'confirmed', 'refused')), said_by TEXT NOT NULL,
        at TEXT NOT NULL) STRICT""",
    "CREATE INDEX states_of_relation ON relation_states (relation_id)",
    *written_once("relations", "relation_states"),
)
_CHECKLIST = (
    # What somebody found on a networked machine about an authority, in the matter (source_id) or only cited.
    """CREATE TABLE authority_checks (
        id INTEGER PRIMARY KEY, ref TEXT NOT NULL, source_id INTEGER REFERENCES sources,
        authority TEXT NOT NULL, status TEXT NOT NULL, checked_by TEXT NOT NULL, checked_on TEXT NOT NULL,
        checked_where TEXT NOT NULL, note TEXT NOT NULL, taken_by TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
    "CREATE INDEX checks_of_ref ON authority_checks (ref)",
    *written_once("authority_checks"),
)

_IMPORTS = (
    # A source whose pages come in pieces; ``carry`` lets the reader go on where it was cut off.
    """CREATE TABLE imports (
        source_id INTEGER PRIMARY KEY REFERENCES sources,
        state TEXT NOT NULL CHECK (state IN ('reading', 'stopped', 'failed', 'done')),
        pages INTEGER NOT NULL, pages_read INTEGER NOT NULL, why TEXT NOT NULL, begun_by TEXT NOT NULL,
        said TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT NOT NULL, carry BLOB NOT NULL) STRICT""",
    # The length of a text is known when its last page was read, and stays from then on.
    "DROP TRIGGER sources_keeps_7",
    """CREATE TRIGGER sources_keeps_file BEFORE UPDATE OF sha256, file_name, media_type, imported_at,
        page_count ON sources
        BEGIN SELECT RAISE(ABORT, 'what was recorded in sources cannot be changed'); END""",
    """CREATE TRIGGER sources_keeps_length BEFORE UPDATE OF text_length ON sources WHEN OLD.text_length <> 0
        BEGIN SELECT RAISE(ABORT, 'what was recorded in sources cannot be changed'); END""",
)

_VECTORS = (
    # What an embedding model made of sentences: an index, which can be thrown away and made anew.
    """CREATE TABLE vector_models (
        id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT""",
    """CREATE TABLE passage_vectors (
        model_id INTEGER NOT NULL REFERENCES vector_models, passage_id INTEGER NOT NULL REFERENCES passages,
        vector BLOB NOT NULL, PRIMARY KEY (model_id, passage_id)) STRICT, WITHOUT ROWID""",
    *written_once("vector_models"),
)

_INDEXES = (
    # An import adds a segment to the indexes with each transaction. Merged by eights instead of fours they
    # are written anew less often (a quarter of the time of storing), and are as quick to search.
    *(f"INSERT INTO {name} ({name}, rank) VALUES ('automerge', 8)" for name in _SEARCHED),
)

STATEMENTS: tuple[str, ...] = (*_DESCRIPTIONS, *_RELATIONS, *_CHECKLIST, *_IMPORTS, *_VECTORS, *_INDEXES)
