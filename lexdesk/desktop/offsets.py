"""Code points on one side, Qt's UTF-16 units on the other."""


def units(text: str) -> int:
    """Number of UTF-16 units of ``text``: what Qt counts."""
    return len(text) + sum(1 for sign in text if ord(sign) > 0xFFFF)


def to_qt(text: str, offset: int) -> int:
    """The Qt position of code point ``offset`` in ``text``."""
    return units(text[:offset])


_SWAPS = {0: "\ufffd", 0x0D: " ", 0x0B: " ", 0x0C: " ", 0x1D: " ", 0x1E: " ", 0x1F: " "}


def shown(text: str) -> str:
    """``text`` with what Qt cannot hold replaced, one code point for one."""
    swapped = text.translate(_SWAPS)
    return "".join("\ufffd" if 0xD800 <= ord(sign) <= 0xDFFF else sign for sign in swapped)


def one_block(text: str) -> str:
    """Like ``shown``, with line breaks that stay inside one paragraph, one code point for one."""
    return shown(text).replace("\n", "\u2028").replace("\u2029", "\u2028")
