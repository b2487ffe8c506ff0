"""Sentences: legal abbreviations, line breaks, blank lines, CJK, and that nothing is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.text.sentences import sentences


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "See Smith v. Jones, No. 12. It holds that\nthe buyer pays.",
            ["See Smith v. Jones, No. 12.", "It holds that\nthe buyer pays."],
        ),
        (
            "Velde Barge Co. EUR 5 was paid. Then it left.",
            ["Velde Barge Co. EUR 5 was paid.", "Then it left."],
        ),
        ("Under Sec. 4 and Art. 5 it ends. So be it.", ["Under Sec. 4 and Art. 5 it ends.", "So be it."]),
        ("Heading\n\nThe text begins.", ["Heading", "The text begins."]),
        ("one line\nthe next line of it", ["one line\nthe next line of it"]),
        ("甲方应付款。乙方应交货！“好的。”完", ["甲方应付款。", "乙方应交货！", "“好的。”", "完"]),
        ("12.7\nReturn of goods.", ["12.7\nReturn of goods."]),
        ("One. No. Yes, it is.", ["One.", "No.", "Yes, it is."]),
        ("  \n\n ", []),
    ],
)
def test_ends_are_those_a_reader_sees(text: str, wanted: list[str]) -> None:
    assert split(text) == wanted


@given(st.text(alphabet='ab A.1?。；\n\r\t("“” 条', max_size=200))
def test_every_character_that_is_not_blank_lies_in_exactly_one_sentence(text: str) -> None:
    spans = sentences(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert {at for at, sign in enumerate(text) if not sign.isspace()} <= covered
    assert all(text[span.start : span.end].strip() == text[span.start : span.end] != "" for span in spans)
