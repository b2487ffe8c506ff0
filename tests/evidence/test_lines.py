"""Words of a page held column by column give what they give one by one."""

import math

from hypothesis import given
from hypothesis import strategies as st

from lexdesk.evidence.lines import columns_of, fragments_of, level_fragments
from lexdesk.matter.page_words import WordColumns, pack, unpack

_AT = st.integers(0, 60).map(float)
_WORD = st.tuples(
    _AT, _AT, _AT, _AT, st.sampled_from(["a", "bc", "漢字"]), st.integers(0, 1), st.integers(0, 2)
)
_PLACED = st.tuples(
    st.integers(0, 9999),
    st.integers(0, 9999),
    *[st.floats(-1e4, 1e4) | st.sampled_from([math.inf, 1e300])] * 4,
)


@given(st.lists(_WORD, max_size=25))
def test_pieces_of_lines_are_those_of_the_words_one_by_one(words: list[tuple[object, ...]]) -> None:
    apart = fragments_of((word, (word[5], word[6])) for word in words)  # type: ignore[misc]
    together = level_fragments(columns_of(words))
    assert [[*map(list, piece.parts[:5])] for piece in together] == [
        [*map(list, piece.parts[:5])] for piece in apart
    ]


@given(st.lists(_PLACED, max_size=12))
def test_columns_of_words_are_the_words(words: list[tuple[int, int, float, float, float, float]]) -> None:
    columns = WordColumns([*zip(*words, strict=True)] or [()] * 6)
    assert len(columns) == len(words)
    assert columns == words
    assert list(columns[1:3]) == words[1:3]
    assert pack(columns) == pack(words)
    for kept, word in zip(unpack(pack(columns)), words, strict=True):
        assert kept[:2] == word[:2]
        for value, true in zip(kept[2:], word[2:], strict=True):
            assert abs(value - true) <= 0.0051 or abs(true) > 1e7
