"""The smallest readable difference of two texts, by words."""

from dataclasses import dataclass
from typing import Literal

from lexdesk.text.spans import Span


@dataclass(frozen=True)
class DiffOp:
    """One step: ``old`` and ``new`` are spans into the two texts; one is empty for ins/del."""

    kind: Literal["equal", "delete", "insert"]
    old: Span
    new: Span


def word_diff(old: str, new: str) -> list[DiffOp]:
    """Ops in order, covering both texts completely; joining them gives each text back exactly.

    Words, runs of blanks and single punctuation marks are units (a CJK character is a unit); digits
    groups such as "1,000" differ only in the digits changed where that is shorter and readable.
    """
    raise NotImplementedError
