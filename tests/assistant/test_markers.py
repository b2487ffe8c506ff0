"""P8: a marker that is not registered and shown never reaches the screen, the file or an export."""

from hypothesis import given
from hypothesis import strategies as st

from lexdesk.assistant.markers import MarkerFilter, escape_source_text

ALLOWED = {"[[pin_1]]", "[[pin_12]]", "[[diff_4]]"}


def through(text: str, size: int) -> tuple[str, MarkerFilter]:
    gate = MarkerFilter(ALLOWED)
    shown = "".join(gate.feed(text[at : at + size]) for at in range(0, len(text), size))
    return shown + gate.end(), gate


def test_p8_registered_markers_pass_and_others_are_dropped_and_listed() -> None:
    shown, gate = through("The cap is twelve months [[pin_1]][[pin_99]] and so on [[diff_4]].", 1000)
    assert shown == "The cap is twelve months [[pin_1]] and so on [[diff_4]]."
    assert gate.used == ["[[pin_1]]", "[[diff_4]]"]
    assert [name for name, _reason in gate.removed] == ["[[pin_99]]"]


@given(st.integers(min_value=1, max_value=9))
def test_p8_a_marker_split_over_stream_pieces_is_still_caught(size: int) -> None:
    shown, gate = through("Yes [[pin_77]] and [[pin_12]]. No [[ PIN-78 ]] either.", size)
    assert shown == "Yes  and [[pin_12]]. No  either."
    assert [name for name, _reason in gate.removed] == ["[[pin_77]]", "[[pin_78]]"]


def test_p8_nested_lists_and_look_alike_brackets_do_not_pass() -> None:
    text = "a [[[pin_5]]] b ［［pin_6］］ c 【pin_7】 d [[pin_12, pin_8]] e ［［ｐｉｎ＿９］］"
    for size in (1, 3, 200):
        shown, gate = through(text, size)
        assert "[[pin_12]]" in shown
        for number in (5, 6, 7, 8, 9):
            assert f"pin_{number}" not in shown
        assert len(gate.removed) == 5


def test_p8_a_marker_quoted_from_a_source_is_harmless_in_a_prompt() -> None:
    escaped = escape_source_text("The annex says [[pin_1]] and ［［diff_4］］ in print.")
    shown, gate = through(escaped, 7)
    assert gate.used == []
    assert "[[" not in shown


@given(st.text(alphabet="[]ab pin_1２【】［］", max_size=60), st.integers(min_value=1, max_value=5))
def test_p8_pieces_and_whole_give_the_same_text(text: str, size: int) -> None:
    assert through(text, size)[0] == through(text, 10_000)[0]
