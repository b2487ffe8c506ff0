"""Vectors of words, so that near words count as near: a table of our own, no model, no network.

The table (``resources/search/words.npz``, made by ``packaging/make_word_vectors.py``) holds a vector for each
part of a word; a word is put together from its parts by byte pair encoding (Sennrich et al., 2016), and its
vector is their sum. The longer the vector, the more the word tells: "the" has 1.6, "royalty" 21.
"""

from collections.abc import Container
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lexdesk.resources import resources

Vector = NDArray[np.float32]
_WORD_START = "\u2581"


class Meaning:
    """The table. One for the process, by ``meaning()``."""

    def __init__(self, parts: list[str], merges: NDArray[np.uint16], rows: Vector) -> None:
        self._number = {part: at for at, part in enumerate(parts)}
        self._rank = {
            (parts[left], parts[right]): at for at, (left, right) in enumerate(merges.tolist())
        }  # fmt: skip
        self._rows = rows
        self._known: dict[str, Vector] = {}

    def __contains__(self, word: object) -> bool:
        """Whether a word in small letters is one part by itself, as usual words are."""
        return f"{_WORD_START}{word}" in self._number

    @property
    def length(self) -> int:
        """How many numbers a vector has."""
        return int(self._rows.shape[1])

    def vector(self, word: str) -> Vector:
        """The vector of a word in small letters; all zeros for one with a letter that
        the table does not know."""
        known = self._known.get(word)
        if known is None:
            parts = self._parts(word)
            numbers = [self._number[part] for part in parts if part in self._number]
            whole = len(numbers) == len(parts)
            known = self._rows[numbers if whole else []].sum(axis=0, dtype=np.float32)
            if len(self._known) > 200_000:
                self._known.clear()
            self._known[word] = known
        return known

    def _parts(self, word: str) -> list[str]:
        parts = list(_WORD_START + word)
        worst = len(self._rank)
        while len(parts) > 1:
            rank, at = min((self._rank.get(pair, worst), at) for at, pair in enumerate(pairwise(parts)))
            if rank == worst:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return parts


@cache
def meaning() -> Meaning | None:
    """The table, read once; ``None`` where the program was installed without it."""
    path = resources() / "search" / "words.npz"
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as stored:
        rows = stored["rows"].astype(np.float32) * stored["factors"][:, None]
        return Meaning(bytes(stored["parts"]).decode().split("\n"), stored["merges"], rows)


def known_words() -> Container[str]:
    """The usual words of English; none where the table is missing."""
    return meaning() or frozenset[str]()
