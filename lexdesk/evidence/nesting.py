"""Web pages nested deeper than the parser goes: elements that only lay out are taken away down there."""

import re

#: libxml2 stops at 2,048; the rest is for elements that hide what is in them, which stay.
DEEPEST = 1_500
_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_NEVER_CLOSED = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_TELLS = re.compile(r"\b(?:style|hidden|color)\b", re.IGNORECASE)


def flattened(markup: str) -> str:
    """The same words in the same order, with no element deeper than ``DEEPEST`` but those whose attributes
    may hide something. Each element taken away leaves a line break, so that no words run together."""
    open_kept: list[bool] = []
    kept = 0

    def one(found: re.Match[str]) -> str:
        nonlocal kept
        closing, tag, attributes = found.groups()
        if tag.lower() in _NEVER_CLOSED or attributes.endswith("/"):
            return found.group()
        if closing:
            stays = open_kept.pop() if open_kept else True
            kept -= stays and kept > 0
            return found.group() if stays else "<br>"
        stays = kept < DEEPEST or (kept < DEEPEST + 400 and bool(_TELLS.search(attributes)))
        open_kept.append(stays)
        kept += stays
        return found.group() if stays else "<br>"

    return _TAG.sub(one, markup)
