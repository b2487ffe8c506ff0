"""A local embedding model: texts in, vectors out, so that search finds what says the same in other words."""

import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from lexdesk.errors import Cancelled
from lexdesk.models.completion import ModelCrashed
from lexdesk.models.gguf import ModelFileProblem
from lexdesk.models.loaded import LoadedModel

#: Tokens of one text at a time; longer ones are read in pieces, whose mean counts.
LONGEST = 512
_POLL = 0.05  # seconds between two looks at ``cancelled``
_CHUNK = 1 << 20

# What the makers of these models put before a question and before a passage (their model cards): without it
# they find less. Told by the name in the file, the longest that fits.
_BEFORE = {
    "nomic": ("search_query: ", "search_document: "),
    "e5": ("query: ", "passage: "),
    "bge": ("Represent this sentence for searching relevant passages: ", ""),
    "bge-m3": ("", ""),
    "embeddinggemma": ("task: search result | query: ", "title: none | text: "),
    "embedding gemma": ("task: search result | query: ", "title: none | text: "),
    "qwen3": ("Instruct: Find the passages of legal documents that answer the question\nQuery:", ""),
}


class EmbeddingModel(LoadedModel):
    """A GGUF embedding model. Raises ``ModelFileProblem`` for a model of another purpose."""

    def __init__(
        self, path: Path, name: str, threads: int | None = None, idle_seconds: float | None = None
    ) -> None:
        super().__init__(path, name, LONGEST, threads, 0, idle_seconds)
        if not self.file.embedding:
            raise ModelFileProblem(
                f"“{path.name}” is a model that writes, not one for search by meaning.",
                "Choose an embedding model (bert, nomic-bert, gemma-embedding, jina, qwen3-embedding ...).",
            )
        self._loading = {"embedding": True}
        kind = max((key for key in _BEFORE if key in f"{self.file.name} {name}".lower()), key=len, default="")
        self._before_question, self._before_passage = _BEFORE.get(kind, ("", ""))

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the model file: vectors of one model mean nothing to another."""
        digest = hashlib.sha256()
        with self.file.path.open("rb") as stream:
            while piece := stream.read(_CHUNK):
                digest.update(piece)
        return digest.hexdigest()

    def vectors(
        self, texts: Sequence[str], question: bool = False, cancelled: Callable[[], bool] = lambda: False
    ) -> list[bytes]:
        """A vector for each text, of length 1, as 32-bit floats, little-endian. ``cancelled`` is polled every
        50 ms; then ``Cancelled`` is raised. Raises ``ModelCrashed``, ``ModelError``, ``NotEnoughMemory``."""
        before = self._before_question if question else self._before_passage
        while not self._turn.acquire(timeout=_POLL):
            if cancelled():
                raise Cancelled
        try:
            if cancelled():
                raise Cancelled
            told = self._call("embed", cancelled=cancelled, texts=[before + text for text in texts])
        except ModelCrashed:
            if cancelled():
                raise Cancelled from None
            raise
        finally:
            self._turn.release()
        if told["state"] == "stopped":
            raise Cancelled
        return [base64.b64decode(vector) for vector in told["vectors"]]
