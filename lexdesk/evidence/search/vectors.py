"""Search by meaning with a local embedding model, where the lawyer has one: vectors of sentences, made in the
background, kept in the matter under the model's hash.

A vector is kept as a number of -127 to 127 for each dimension, which moves a likeness by less than 0.01. How
many are kept is bounded, and search says what has none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.matter import Matter
from lexdesk.matter.stores import Reader, Tx

#: No more bytes of vectors are kept for a matter; 10,000 pages with 384 dimensions take half of it.
MOST_BYTES = 150_000_000
_BATCH = 8  # sentences asked at once: a question of the lawyer waits no longer than for these
_STORED = 256  # sentences stored with one act
Progress = Callable[[int, int], None]


class Embedder(Protocol):
    """An embedding model; ``lexdesk.models.embedding`` provides one."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def vectors(
        self, texts: Sequence[str], question: bool = False, cancelled: Callable[[], bool] = ...
    ) -> list[bytes]: ...


@dataclass(frozen=True)
class Prepared:
    """``done`` of ``every`` sentences have a vector of the model; ``stopped`` by a cancel; ``bounded`` where
    more than ``MOST_BYTES`` would be needed."""

    model: str
    done: int
    every: int
    stopped: bool = False
    bounded: bool = False


def prepare(
    matter: Matter,
    embedder: Embedder,
    by: str,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Prepared:
    """Make the vectors that are missing, and keep them as they come: what is made stays after a cancel or a
    crash. Vectors of other models are thrown away. ``progress(done, every)`` counts sentences. Raises what
    the model raises."""
    fingerprint = embedder.fingerprint
    model_id = matter.write(lambda tx: _begin(tx, embedder, fingerprint, by))
    done, every = matter.read().vectors.counts(model_id)
    stopped, bounded, last = False, False, 0
    while not stopped and not bounded:
        rows = matter.read().vectors.missing(model_id, last, _STORED)
        if not rows:
            break
        last = rows[-1][0]
        made: list[tuple[int, bytes]] = []
        try:
            for at in range(0, len(rows), _BATCH):
                some = rows[at : at + _BATCH]
                vectors = embedder.vectors([text for _, text in some], cancelled=cancelled)
                made += [(row[0], packed(vector)) for row, vector in zip(some, vectors, strict=True)]
                bounded = (done + len(made)) * len(made[-1][1]) >= MOST_BYTES
                if progress is not None:
                    progress(done + len(made), every)
                if bounded:
                    break
        except Cancelled:
            stopped = True
        if made:
            matter.write(lambda tx, made=made: _keep(tx, model_id, embedder.name, made, by))  # type: ignore[misc]
            done += len(made)
    return Prepared(embedder.name, done, every, stopped, bounded and done < every)


def _begin(tx: Tx, embedder: Embedder, fingerprint: str, by: str) -> int:
    known = tx.vectors.model(fingerprint)
    model_id = tx.vectors.add_model(fingerprint, embedder.name)
    thrown = tx.vectors.forget(model_id)
    if known is None or thrown:
        tx.act(by, "search.model", embedder.name, sha256=fingerprint, thrown_away=thrown)
    return model_id


def _keep(tx: Tx, model_id: int, name: str, made: Sequence[tuple[int, bytes]], by: str) -> None:
    tx.vectors.add_many(model_id, made)
    tx.act(by, "search.vectors", name, sentences=len(made))


def packed(vector: bytes) -> bytes:
    """A vector of length 1 (32-bit floats) in one byte a number."""
    numbers = np.frombuffer(vector, dtype="<f4")
    most = float(np.abs(numbers).max(initial=0.0)) or 1.0
    return np.round(numbers / most * 127).astype(np.int8).tobytes()


@dataclass(frozen=True)
class Kept:
    """All vectors of a model: ``rows[i]`` is that of the passage ``ids[i]``; of any length. ``every``: how
    many sentences there are, with a vector or without."""

    ids: NDArray[np.int64]
    rows: NDArray[np.int8]
    sizes: NDArray[np.float32]
    every: int

    @classmethod
    def of(cls, read: Reader, model_id: int) -> "Kept":
        """From the matter."""
        found = read.vectors.all(model_id)
        width = len(found[0][1]) if found else 0
        ids = np.array([passage_id for passage_id, _ in found], dtype=np.int64)
        rows = np.frombuffer(b"".join(vector for _, vector in found), dtype=np.int8).reshape(-1, width or 1)
        # In pieces: as floats all at once, they would take four times their bytes.
        sizes = [np.linalg.norm(part.astype(np.float32), axis=1) for part in _parts(rows)]
        every = read.vectors.counts(model_id)[1]
        return cls(ids, rows, np.concatenate(sizes) if sizes else np.zeros(0, dtype=np.float32), every)

    def likeness(self, question: bytes) -> dict[int, float]:
        """How near each passage lies to a question, -1 to 1."""
        asked = np.frombuffer(question, dtype="<f4")
        if not len(self.ids) or asked.shape[0] != self.rows.shape[1]:
            return {}
        near = np.concatenate([part.astype(np.float32) @ asked for part in _parts(self.rows)])
        near /= self.sizes * float(np.linalg.norm(asked)) + 1e-9
        return dict(zip(self.ids.tolist(), near.tolist(), strict=True))


def _parts(rows: NDArray[np.int8]) -> list[NDArray[np.int8]]:
    return [rows[at : at + 8192] for at in range(0, len(rows), 8192)]


@dataclass(frozen=True)
class ByModel:
    """``near``: likeness to the question by passage id, empty without a model; ``said``: what was not
    searched by meaning with it."""

    near: dict[int, float]
    said: tuple[str, ...] = ()


NONE = ByModel({})


def ask(read: Reader, embedder: Embedder | None, text: str, kept: Callable[[int], Kept]) -> ByModel:
    """The question laid beside every vector of the matter. A model that fails costs only this part of the
    search, which is then said."""
    if embedder is None:
        return NONE
    name = f"“{embedder.name}”"
    try:
        model_id = read.vectors.model(embedder.fingerprint)
        known = kept(model_id) if model_id is not None else None
        if known is None or not len(known.ids):
            told = (
                f"Not searched by meaning with the model {name}: it has read no sentence of this matter yet."
            )
            return ByModel({}, (told,))
        (question,) = embedder.vectors([text], question=True)
    except (LexDeskError, OSError) as error:
        why = error.message if isinstance(error, LexDeskError) else str(error)
        return ByModel({}, (f"Not searched by meaning with the model {name}: {why}",))
    left = known.every - len(known.ids)
    told = f"Not searched by meaning with the model {name}: {left:,} of {known.every:,} sentences."
    return ByModel(known.likeness(question), (told,) if left > 0 else ())
