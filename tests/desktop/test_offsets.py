"""Code points and UTF-16 units, with the signs that Qt cannot hold."""

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from lexdesk.desktop.offsets import one_block, qt_slice, shown, to_qt, units

TEXT = st.text(alphabet=st.characters(), max_size=40)


@given(TEXT, st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_a_code_point_offset_is_the_same_place_in_qt(qapp, text: str, offset: int) -> None:
    document = QTextDocument()
    QTextCursor(document).insertText(one_block(text))
    assert document.characterCount() - 1 == units(text)
    assert document.blockCount() == 1
    cursor = QTextCursor(document)
    cursor.setPosition(to_qt(text, offset))
    cursor.setPosition(0, QTextCursor.MoveMode.KeepAnchor)
    assert units(text[:offset]) == len(cursor.selectedText().encode("utf-16-le")) // 2


@given(TEXT)
@settings(max_examples=150, deadline=None)
def test_replacing_keeps_the_number_of_code_points(text: str) -> None:
    assert len(shown(text)) == len(text)
    shown(text).encode("utf-8")


def test_a_slice_between_qt_positions_keeps_code_points_whole() -> None:
    text = "a𝒳乙b"
    assert qt_slice(text, 1, 3) == "𝒳"
    assert qt_slice(text, 3, 5) == "乙b"
    assert qt_slice("plain", 1, 3) == "la"
