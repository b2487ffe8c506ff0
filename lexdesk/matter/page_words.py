"""The words of a page, packed: where each stands in the page text and on the page.

The first byte says the form. Form 1 holds, column after column as 32-bit numbers, compressed: starts, ends
(code points in the page text), x0, y0, x1, y1 (hundredths of a point). Files of version 1.0 hold bare zlib
data of ``<2I4d`` records, which begins with 0x78.
"""

import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from lexdesk.matter.errors import MatterDamaged

PlacedWord = tuple[int, int, float, float, float, float]
"""A word of a page: start and end in the page text (code points, half-open); x0, y0, x1, y1 in points, as the
page is *shown*. A bare tuple, since a long file has millions of them."""

_FORM = b"\x01"
_ON_ITS_WAY = b"\x02"  # form 1, not compressed yet
_FORM_1_0 = struct.Struct("<2I4d")
_COLUMNS = 6
_LIMIT = 2**31 - 1


class WordColumns(Sequence[PlacedWord]):
    """Words held column by column, as they are stored: no object for each of the many words. Equal to any
    other sequence of the same words."""

    def __init__(self, columns: Sequence[Any]) -> None:
        """Starts, ends, x0, y0, x1, y1: sequences or arrays, each as long as the others."""
        self.columns = columns

    @classmethod
    def of_none(cls) -> "WordColumns":
        """No words."""
        return cls([()] * _COLUMNS)

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, at: int) -> PlacedWord: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[PlacedWord]: ...
    def __getitem__(self, at: int | slice) -> PlacedWord | Sequence[PlacedWord]:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[PlacedWord]:
        plain = (column.tolist() if isinstance(column, np.ndarray) else column for column in self.columns)
        return iter(zip(*plain, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def pack(words: Iterable[PlacedWord]) -> bytes:
    """The words in form 1; a hundredth of a point is kept."""
    return compressed(laid_out(words))


def compressed(words: bytes) -> bytes:
    """Form 1 of what ``laid_out`` made; anything else as it is."""
    return _FORM + zlib.compress(words[1:], 1) if words.startswith(_ON_ITS_WAY) else words


def laid_out(words: Iterable[PlacedWord]) -> bytes:
    """The words as ``pack`` lays them out, to be ``compressed`` by who stores them."""
    if isinstance(words, WordColumns):
        columns = words.columns
    else:
        columns = list(zip(*words, strict=True)) or [()] * _COLUMNS
    numbers = (*(np.array(column, np.int64) for column in columns[:2]), *map(_hundredths, columns[2:]))
    return _ON_ITS_WAY + b"".join([column.astype("<i4").tobytes() for column in numbers])


def unpack(packed: bytes) -> tuple[PlacedWord, ...]:
    """The words again. Raises ``MatterDamaged``."""
    try:
        packed = compressed(packed)
        if not packed.startswith(_FORM):
            return tuple(_FORM_1_0.iter_unpack(zlib.decompress(packed)))
        numbers = array("i", zlib.decompress(packed[1:]))
    except (zlib.error, struct.error, ValueError) as error:
        raise MatterDamaged("The word positions of a page are damaged.", (str(error),)) from error
    if sys.byteorder == "big":
        numbers.byteswap()
    count, rest = divmod(len(numbers), _COLUMNS)
    if rest:
        raise MatterDamaged("The word positions of a page are damaged.")
    at = [numbers[count * n : count * (n + 1)] for n in range(_COLUMNS)]
    places = ([value / 100 for value in column] for column in at[2:])
    return tuple(zip(at[0], at[1], *places, strict=True))


def _hundredths(column: Any) -> Any:
    scaled = np.rint(np.array(column, dtype=np.float64) * 100)
    if len(scaled) and not np.abs(scaled).max() < _LIMIT:  # no number, or beyond any page
        return np.array([_whole(float(value)) for value in column], np.int64)
    return scaled


def _whole(value: float) -> int:
    return round(100 * value) if abs(value) < _LIMIT / 100 else _LIMIT if value > 0 else -_LIMIT
