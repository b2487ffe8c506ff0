"""What an embedding model made of the sentences of sources: an index for search, by the model's hash."""

from collections.abc import Sequence

from lexdesk.matter.driver import Connection


class PassageVectors:
    """Vectors of sentences. They can be thrown away: nothing but search rests on them."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def model(self, sha256: str) -> int | None:
        """The number of a model here, by the hash of its file; ``None`` where it has made no vectors."""
        found = self._db.value("SELECT id FROM vector_models WHERE sha256 = ?", (sha256,))
        return None if found is None else int(found)

    def add_model(self, sha256: str, name: str) -> int:
        """The number of a model, given now if it has none."""
        known = self.model(sha256)
        return self._db.insert("vector_models", sha256=sha256, name=name) if known is None else known

    def add_many(self, model_id: int, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Store ``(passage id, vector)``; a sentence that has one keeps it."""
        self._db.run_many(
            "INSERT OR IGNORE INTO passage_vectors (model_id, passage_id, vector) VALUES (?, ?, ?)",
            [(model_id, passage_id, vector) for passage_id, vector in vectors],
        )

    def missing(self, model_id: int, after: int, most: int) -> list[tuple[int, str]]:
        """``(passage id, text)`` of sentences of sources without a vector of this model, in the order of
        their ids, those above ``after``."""
        found = self._db.rows(
            f"""SELECT passages.id, text FROM passages JOIN sources ON sources.id = source_id
            WHERE passages.id > ? AND {_WANTED} AND NOT EXISTS (
                SELECT 1 FROM passage_vectors WHERE model_id = ? AND passage_id = passages.id)
            ORDER BY passages.id LIMIT ?""",
            (after, model_id, most),
        )
        return [(row[0], row[1]) for row in found]

    def counts(self, model_id: int | None) -> tuple[int, int]:
        """How many sentences have a vector of this model, and how many there are."""
        have = self._db.value("SELECT count(*) FROM passage_vectors WHERE model_id = ?", (model_id or 0,))
        every = self._db.value(
            f"SELECT count(*) FROM passages JOIN sources ON sources.id = source_id WHERE {_WANTED}"
        )
        return int(have), int(every)

    def all(self, model_id: int) -> list[tuple[int, bytes]]:
        """``(passage id, vector)`` of every sentence that has one, in the order of the passages."""
        return [
            (row[0], bytes(row[1]))
            for row in self._db.rows(
                "SELECT passage_id, vector FROM passage_vectors WHERE model_id = ? ORDER BY passage_id",
                (model_id,),
            )
        ]

    def forget(self, but: int | None = None) -> int:
        """Throw the vectors of all models away, or of all ``but`` one; how many they were."""
        gone = int(
            self._db.value("SELECT count(*) FROM passage_vectors WHERE model_id <> ?", (but or 0,)) or 0
        )
        self._db.run("DELETE FROM passage_vectors WHERE model_id <> ?", (but or 0,))
        return gone


_WANTED = "passages.kind = 'sentence' AND media_type <> 'expunged'"
