"""What search reads from the file: sentences by place, and the full-text index without a detour."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.matter.driver import Connection, marks, storable


@dataclass(frozen=True)
class SentenceRow:
    """A sentence of a source; offsets into the source text."""

    id: int
    source_id: int
    start: int
    end: int
    text: str
    page_from: int
    page_to: int


class SearchIndex:
    """Reads only. The index holds sentences, paragraphs and pages of sources."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def sentences(
        self, source_id: int, low: int = 0, high: int | None = None, kind: str = "sentence"
    ) -> list[SentenceRow]:
        """The sentences (or the passages of another kind) that begin in ``[low, high]``, in order."""
        return self._db.records(
            SentenceRow,
            """FROM passages WHERE source_id = ? AND kind = ? AND start BETWEEN ? AND ? ORDER BY start""",
            (source_id, kind, low, high if high is not None else 1 << 60),
        )

    def sentence_count(self, source_ids: Sequence[int], enough: int) -> int:
        """How many sentences the sources have; counting stops at ``enough``."""
        count = 0
        for source_id in source_ids:
            count += self._db.value(
                """SELECT count(*) FROM (SELECT 1 FROM passages WHERE source_id = ? AND kind = 'sentence'
                LIMIT ?)""",
                (source_id, enough - count),
            )
            if count >= enough:
                break
        return count

    def best(
        self, fts_query: str, source_ids: Sequence[int] | None, most: int
    ) -> list[tuple[int, int, int, int]]:
        """(id, source, start, end) of the sentences and paragraphs that fit an FTS5 query best, best first.

        The index ranks before anything else is read, which makes this as quick as the index is; where the
        sources chosen leave too little of what it found, they are asked for alone. Raises ``BadSearch``.
        """
        found: list[tuple[int, int, int, int]] = []
        for alone in (False, True) if source_ids is not None else (False,):
            if alone:
                inner, values = self._of_sources(source_ids or ())
            else:
                inner, values = "", list[int]()
            # By ``rank`` instead of the function, FTS5 would sort by itself, which takes twice as long.
            ranked = self._db.match(
                f"""SELECT rowid FROM passage_words WHERE passage_words MATCH ? {inner}
                ORDER BY bm25(passage_words), rowid LIMIT {most * 3}""",
                (storable(fts_query), *values),
            )
            found = self._places([row[0] for row in ranked], source_ids)[:most]
            if len(found) >= most or len(ranked) < most * 3:
                break
        return found

    def some(
        self, fts_query: str, source_ids: Sequence[int] | None, most: int
    ) -> list[tuple[int, int, int, int]]:
        """As ``best``, but the first that fit, in the order of import: where no more than ``most`` fit, all
        of them, and where many do, at little cost. Raises ``BadSearch``."""
        inner, values = self._of_sources(source_ids) if source_ids is not None else ("", [])
        found = self._db.match(
            f"SELECT rowid FROM passage_words WHERE passage_words MATCH ? {inner} LIMIT {most}",
            (storable(fts_query), *values),
        )
        return self._places([row[0] for row in found], source_ids)

    def how_many(self, fts_query: str) -> int:
        """How many indexed passages fit the query. Raises ``BadSearch``."""
        return int(
            self._db.match(
                "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?", (storable(fts_query),)
            )[0][0]
        )

    def last_id(self) -> int:
        """The number of passages, roughly: the highest id."""
        return int(self._db.value("SELECT coalesce(max(id), 0) FROM passages"))

    def _of_sources(self, source_ids: Sequence[int]) -> tuple[str, list[int]]:
        # The passages of a source lie close together, so a range of ids spares reading most of the others.
        low, high = self._db.row(
            f"SELECT min(id), max(id) FROM passages WHERE source_id IN ({marks(source_ids)})",
            list(source_ids),
        ) or (0, 0)
        return (
            "AND rowid BETWEEN ? AND ? AND rowid IN "
            f"(SELECT id FROM passages WHERE source_id IN ({marks(source_ids)}))",
            [low or 0, high or 0, *source_ids],
        )

    def _places(
        self, ids: Sequence[int], source_ids: Sequence[int] | None
    ) -> list[tuple[int, int, int, int]]:
        rows: dict[int, tuple[int, ...]] = {}
        for at in range(0, len(ids), 500):
            some = ids[at : at + 500]
            for row in self._db.rows(
                f"""SELECT id, source_id, start, "end" FROM passages WHERE id IN ({marks(some)})
                AND kind IN ('sentence', 'paragraph') AND source_id IS NOT NULL""",
                some,
            ):
                rows[row[0]] = row
        wanted = None if source_ids is None else set(source_ids)
        return [
            (found[0], found[1], found[2], found[3])
            for passage_id in ids
            if (found := rows.get(passage_id)) is not None and (wanted is None or found[1] in wanted)
        ]
