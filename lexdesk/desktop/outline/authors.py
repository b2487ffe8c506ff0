"""Steady colours of authors: the same name has the same colour in every matter and session."""

import hashlib

_LIGHT = ("#2f5d8a", "#8a5a00", "#6b3fa0", "#0f6b6b", "#9c3d6e", "#5b6b1f")
_DARK = ("#8ab4e0", "#f0c56a", "#c0a2ea", "#79cfcf", "#eaa0c4", "#c3d37a")


def author_colour(name: str, dark: bool) -> str:
    """A colour made from the name itself, so that nothing has to be stored."""
    number = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()[0]
    return (_DARK if dark else _LIGHT)[number % len(_LIGHT)]
