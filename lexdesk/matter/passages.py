"""Passages and their full-text indexes."""

from collections.abc import Sequence
from typing import Any, Protocol

from lexdesk.matter.driver import Connection, marks, storable
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import PassageRow
from lexdesk.text.hashing import sha256_text
from lexdesk.text.searchable import indexed, searchable


class Place(Protocol):
    """A passage to be stored: offsets into the source text, half-open, code points."""

    @property
    def kind(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def page_from(self) -> int: ...
    @property
    def page_to(self) -> int: ...
    @property
    def text(self) -> str: ...


class Passages:
    """Exact spans of sources and versions. A passage never changes, so a pin on it never drifts."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add_many(self, source_id: int, spans: Sequence[Place], start: int = 0) -> list[int]:
        """Store passages of a source, whose offsets count from ``start`` in its text; their ids in the order
        given. A place stored before keeps its id."""
        known = self._known(source_id, spans, start)
        next_id = int(self._db.value("SELECT coalesce(max(id), 0) + 1 FROM passages"))
        ids: list[int] = []
        rows: list[tuple[object, ...]] = []
        new: list[tuple[int, str, str]] = []
        for span in spans:
            place = (span.kind, start + span.start, start + span.end)
            passage_id = known.get(place)
            if passage_id is None:
                if not 0 <= place[1] <= place[2]:
                    raise ValueError(f"not a span: {place[1]}..{place[2]}")
                passage_id = known[place] = next_id
                next_id += 1
                text = storable(span.text)
                label = getattr(span, "label", "")
                pages = span.page_from, span.page_to
                rows.append((passage_id, source_id, "", *place, *pages, label, text, sha256_text(text)))
                new.append((passage_id, span.kind, text))
            ids.append(passage_id)
        self._db.run_many(
            """INSERT INTO passages (id, source_id, paragraph_key, kind, start, "end", page_from, page_to,
                label, text, text_sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            rows,
        )
        self.index(new)
        return ids

    def _known(self, source_id: int, spans: Sequence[Place], start: int) -> dict[tuple[str, int, int], int]:
        """Ids of the passages that are stored already where these spans lie."""
        if not spans:
            return {}
        low, high = min(span.start for span in spans), max(span.start for span in spans)
        return {
            (kind, begin, end): passage_id
            for kind in {span.kind for span in spans}
            for passage_id, begin, end in self._db.rows(
                'SELECT id, start, "end" FROM passages WHERE source_id = ? AND kind = ? '
                "AND start BETWEEN ? AND ?",
                (source_id, kind, start + low, start + high),
            )
        }

    def add_version_passage(
        self, version_id: int, paragraph_key: str, kind: str, start: int, end: int, label: str, text: str
    ) -> PassageRow:
        """A passage of a paragraph of a version (offsets into the paragraph's text). Same place, same id."""
        place = (version_id, paragraph_key, kind, start, end)
        if not 0 <= start <= end:
            raise ValueError(f"not a span: {start}..{end}")
        text = storable(text)
        passage_id = self._db.value(
            """INSERT INTO passages (version_id, paragraph_key, kind, start, "end", page_from, page_to, label,
                text, text_sha256) VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING id""",
            (*place, label, text, sha256_text(text)),
        )
        if passage_id is None:
            passage_id = self._db.value(
                """SELECT id FROM passages WHERE version_id = ? AND paragraph_key = ? AND kind = ?
                AND start = ? AND "end" = ?""",
                place,
            )
        return self.get(passage_id)

    def get(self, passage_id: int) -> PassageRow:
        """The passage; raises ``NotFound``."""
        passage = self._db.record(PassageRow, "FROM passages WHERE id = ?", (passage_id,))
        if passage is None:
            raise NotFound("passage", passage_id)
        return passage

    def of_source(self, source_id: int, kind: str | None = None) -> list[PassageRow]:
        """The passages of a source (of one kind, if said) by place."""
        return self._db.records(
            PassageRow,
            'FROM passages WHERE source_id = ? AND (? IS NULL OR kind = ?) ORDER BY start, "end" DESC, id',
            (source_id, kind, kind),
        )

    def sentence_at(self, source_id: int, offset: int) -> PassageRow | None:
        """The sentence of a source that holds the code point at ``offset``, None between sentences."""
        return self._db.record(
            PassageRow,
            """FROM passages WHERE source_id = ? AND kind = 'sentence' AND start <= ? AND "end" > ?
            ORDER BY start DESC LIMIT 1""",
            (source_id, offset, offset),
        )

    def neighbours(self, passage_id: int, n: int = 1) -> tuple[list[PassageRow], list[PassageRow]]:
        """Up to ``n`` passages of the same kind before and after, each list in reading order."""
        it = self.get(passage_id)
        if it.source_id is not None:
            whole = "source_id = ? AND kind = ?"
            values: tuple[object, ...] = (it.source_id, it.kind)
        else:
            whole = "version_id = ? AND paragraph_key = ? AND kind = ?"
            values = (it.version_id, it.paragraph_key, it.kind)
        before = self._db.records(
            PassageRow,
            f'FROM passages WHERE {whole} AND "end" <= ? AND id <> ? ORDER BY start DESC LIMIT ?',
            (*values, it.start, it.id, n),
        )
        after = self._db.records(
            PassageRow,
            f"FROM passages WHERE {whole} AND start >= ? AND id <> ? ORDER BY start LIMIT ?",
            (*values, it.end, it.id, n),
        )
        return before[::-1], after

    def match_words(
        self, fts_query: str, source_ids: Sequence[int] | None, limit: int, kind: str | None = None
    ) -> list[tuple[int, float]]:
        """(passage id, score) of source passages that fit an FTS5 query, best first. The score is BM25 turned
        round, so that it grows with relevance. Case and accents do not count. Raises ``BadSearch``."""
        return self._matches("passage_words", fts_query, source_ids, limit, kind)

    def match_characters(
        self, text: str, source_ids: Sequence[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """(passage id, score) of sentences of sources that hold these very characters, best first; in their
        searchable form. For Chinese and for parts of words. One or two characters, which the
        index cannot find, are found by reading every passage."""
        text = searchable(text)
        if len(text) >= 3:
            quoted = '"' + text.replace('"', '""') + '"'
            return self._matches("passage_characters", quoted, source_ids, limit, "sentence")
        if not text:
            return []
        chosen, values = _choice(source_ids, "sentence")
        rows = self._db.rows(
            f"""SELECT id, 1.0 / (1 + "end" - start) FROM passages
            WHERE source_id IS NOT NULL AND instr({_AS_READ}, ?) > 0 {chosen}
            ORDER BY "end" - start, id LIMIT ?""",
            (text, *values, limit),
        )
        return [(row[0], row[1]) for row in rows]

    def _matches(
        self, index: str, query: str, source_ids: Sequence[int] | None, limit: int, kind: str | None
    ) -> list[tuple[int, float]]:
        chosen, values = _choice(source_ids, kind)
        rows = self._db.match(
            f"""SELECT passages.id, -bm25({index}) FROM {index} JOIN passages ON passages.id = {index}.rowid
            WHERE {index} MATCH ? {chosen} ORDER BY bm25({index}), passages.id LIMIT ?""",
            (storable(query), *values, limit),
        )
        return [(row[0], row[1]) for row in rows]

    def reindex(self) -> None:
        """Make the indexes anew from the passages that are there: no word of any other remains in them."""
        for index in ("passage_words", "passage_characters"):
            self._db.run(f"INSERT INTO {index} ({index}) VALUES ('delete-all')")
        self.index(
            self._db.rows(
                """SELECT passages.id, passages.kind, text FROM passages
                JOIN sources ON sources.id = source_id
                WHERE media_type <> 'expunged' ORDER BY passages.id"""
            )
        )

    def index(self, passages: Sequence[tuple[Any, ...]]) -> None:
        """Let passages ``(id, kind, text)`` of sources be found."""
        # Not by triggers: with trusted_schema=OFF, which a file from outside calls for, they may not write to
        # the indexes. All at once, since FTS5 writes its buffer out whenever another statement comes between
        # (23 s instead of 2 s for 1,200 pages). Characters are sought in sentences; to index them once more
        # in paragraphs and pages would double the file.
        self._db.run_many(
            "INSERT INTO passage_words (rowid, text) VALUES (?, ?)",
            [(i, indexed(text)) for i, _, text in passages],
        )
        self._db.run_many(
            "INSERT INTO passage_characters (rowid, text) VALUES (?, ?)",
            [(i, searchable(text)) for i, kind, text in passages if kind == "sentence"],
        )


# The text as search compares it, as near as the database comes by itself: a break or a mark between two
# characters does not part them.
_AS_READ = "lower(text)"
for _sign in ("\n", " ", "\u3000", "\u200b", "\u00ad", "\ufeff"):
    _AS_READ = f"replace({_AS_READ}, char({ord(_sign)}), '')"


def _choice(source_ids: Sequence[int] | None, kind: str | None) -> tuple[str, list[int | str]]:
    sql, values = "", list[int | str]()
    if source_ids is not None:
        sql, values = f"AND passages.source_id IN ({marks(source_ids)})", list(source_ids)
    if kind is not None:
        sql, values = f"{sql} AND passages.kind = ?", [*values, kind]
    return sql, values
