"""Normalisation: what is folded, what is not, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.text.normalise import normalise, normalised


@pytest.mark.parametrize(
    ("given_", "wanted"),
    [
        ("“Each party’s”", '"Each party\'s"'),
        ("1–2 — 3‑4", "1-2 - 3-4"),
        ("a\u00a0b\n\tc", "a b c"),
        ("oﬃcer ﬁrst", "officer first"),
        ("defend\u00ad\nant", "defendant"),
        ("defend\ufffeant", "defendant"),
        ("zero\u200bwidth\u2060", "zerowidth"),
        ("e\u0301te\u0301", "été"),
        ("\u1112\u1161\u11ab", "한"),
        ("ＡＢ，１２", "AB,12"),
        ("wait…", "wait..."),
        ("10² ½", "10² ½"),
        ("ｶﾞｽ", "ガス"),
        ("⼀⽅⻓⻔", "一方长门"),
        ("⑴ ㈠ Ⅳ", "(1) (一) IV"),
        ("𝐭𝐡𝐞", "the"),
        ("ﺍﻟﻄﺮﻑ", "الطرف"),
        ("الطـــرف", "الطرف"),
        ("葛\U000e0100 ❤\ufe0f", "葛 ❤"),
        ("de\U000e0041pot\u034f", "depot"),
        ("Not not", "Not not"),
    ],
)
def test_only_what_changes_no_word_is_folded(given_: str, wanted: str) -> None:
    assert normalised(given_) == wanted


@given(st.text(alphabet="ab “”’ﬁ\u00ad\u200b\u0301e\n–…１,가\u1161ｶﾞﻻ⑴\ufe0f´`", max_size=60))
def test_each_character_points_back_at_its_own_origin(text: str) -> None:
    form = normalise(text)
    assert normalised(form.text) == form.text
    assert list(form.starts) == sorted(form.starts)
    for at, sign in enumerate(form.text):
        span = form.original(at, at + 1)
        assert 0 <= span.start < span.end <= len(text)
        if sign.isascii() and sign.isalnum():
            assert sign in normalised(text[span.start : span.end])
    assert form.original(0, len(form.text)) is not None


def test_a_found_place_leads_to_the_original_words() -> None:
    text = "The “defend\u00ad\nant’s”  o\ufb03cer"
    form = normalise(text)
    at = form.text.index("defendant's")
    span = form.original(at, at + len("defendant's"))
    assert text[span.start : span.end] == "defend\u00ad\nant’s"
