"""Blanks that a template leaves to be filled in: "{governing_law}", "[Legal name]", "____". No I/O."""

import re

_BLANK = re.compile(r"\{[^{}]{1,60}\}|\[(?!\s*[xX]?\s*\])[^\[\]]{0,240}\]|_{3,}")


def blanks(text: str) -> list[tuple[int, int]]:
    """Where the blanks stand, in order; code points, half-open. A box to tick ("[ ]", "[x]") is none."""
    return [hit.span() for hit in _BLANK.finditer(text)]


def masked(text: str) -> str:
    """The text with its blanks blotted out, of the same length: a number in one is only an example."""
    return _BLANK.sub(lambda hit: " " * len(hit.group()), text)
