"""Code points on one side, Qt's UTF-16 units on the other."""

import re

_ODD = re.compile("[\x00\r\x0b\x0c\x1d-\x1f\ud800-\udfff]")
_SWAPS = {0: "\ufffd"} | dict.fromkeys((0x0B, 0x0C, 0x0D, 0x1D, 0x1E, 0x1F), " ")


def units(text: str) -> int:
    """Number of UTF-16 units of ``text``: what Qt counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def to_qt(text: str, offset: int) -> int:
    """The Qt position of code point ``offset`` in ``text``."""
    return units(text[:offset])


def qt_slice(text: str, start: int, end: int) -> str:
    """The part of ``text`` between two Qt positions."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def shown(text: str) -> str:
    """``text`` with what Qt cannot hold replaced, one code point for one."""
    if _ODD.search(text) is None:
        return text
    swapped = text.translate(_SWAPS)
    return "".join("\ufffd" if 0xD800 <= ord(sign) <= 0xDFFF else sign for sign in swapped)


def one_block(text: str) -> str:
    """Like ``shown``, with line breaks that stay inside one paragraph, one code point for one."""
    return shown(text).replace("\n", "\u2028").replace("\u2029", "\u2028")
