"""Right-to-left lines: the letters as drawn from left to right, read back in logical order."""

import pytest

from lexdesk.evidence.rtl import logical_words


def drawn(*lines: str) -> dict[str, object]:
    """Characters one beside the other from left to right, as they are seen on the page."""
    lines_ = []
    for row, line in enumerate(lines):
        y = 20.0 * row
        chars = [{"c": sign, "bbox": (10.0 * at, y, 10.0 * at + 10, y + 12)} for at, sign in enumerate(line)]
        lines_.append({"spans": [{"chars": chars}]})
    return {"blocks": [{"lines": lines_}]}


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("ןכ אל", "לא כן"),
        ("42 ףיעס", "סעיף 42"),
        ("17.2.2032 םויב", "ביום 17.2.2032"),
        ("הנוק Kilnbrook Ltd ןיב", "בין Kilnbrook Ltd קונה"),
        (".(42)ב ףיעס", "סעיף ב(42)."),
        ("Plain words 42", "Plain words 42"),
    ],
)
def test_lines_are_read_back_with_numbers_and_names_kept(seen: str, meant: str) -> None:
    # A bracket is drawn mirrored, and given as drawn.
    words = logical_words(drawn(seen))
    assert " ".join(word[4] for word in words) == meant


def test_lines_stay_apart() -> None:
    words = logical_words(drawn("ןכ אל", "42 ףיעס"))
    assert [(word[6], word[4]) for word in words] == [(0, "לא"), (0, "כן"), (1, "סעיף"), (1, "42")]
