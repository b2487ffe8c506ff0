"""Where on paper: sheet, printed page and Bates number, each named as what it is."""

import re
from collections.abc import Sequence

_BATES = re.compile(r"^([A-Z][A-Z_]{1,15}[-_ ]?)(\d{3,10})$", re.MULTILINE)


def bates_numbers(pages: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Bates number of each page ``(number, text)``: a line of its own with a prefix that occurs on at
    least three pages and a number that rises by one with each sheet. Empty when there is no such series."""
    series: dict[tuple[str, int], dict[int, str]] = {}
    for number, text in pages:
        for found in _BATES.finditer(text[:200] + "\n" + text[-200:]):
            key = (found.group(1), int(found.group(2)) - number)
            series.setdefault(key, {})[number] = found.group()
    best = max(series.values(), key=len, default={})
    return best if len(best) >= 3 else {}


def bates_lines(text: str) -> str:
    """The lines of a page that may be its Bates number, for ``bates_numbers``; "" if there are none."""
    return "\n".join(found.group() for found in _BATES.finditer(text[:200] + "\n" + text[-200:]))


def place_of(number: int, count: int, label: str, bates: str = "") -> str:
    """Words for a page: "p. 3", or "sheet 5 of 6, printed page 2, OSTR-9005" where the numbers differ."""
    if label in {"", str(number)} and not bates:
        return f"p. {number}"
    parts = [f"sheet {number} of {count}"]
    if label and label != str(number):
        parts.append(f"printed page {label}")
    if bates:
        parts.append(bates)
    return ", ".join(parts)


def page_list(numbers: Sequence[int]) -> str:
    """ "page 3" or "pages 1, 4-7"; all of them, however many."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    words = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
    return f"page{'s' if len(numbers) > 1 else ''} {words}"
