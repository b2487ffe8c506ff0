"""On which side an authority stands by its own words."""

import pytest

from lexdesk.assistant.argument_rules import side_by_words

SEVEN = "Records must be kept for seven years after they were made."


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("A keeper shall keep each record for seven (7) years after it was made.", "for"),
        ("A keeper shall not keep a record for seven years after it was made.", "against"),
        ("A keeper shall keep each record for four years after it was made.", "unclear"),
        ("A keeper shall keep each record for 84 days after it was made.", "unclear"),
        ("A keeper shall keep each record after it was made until it is destroyed.", "for"),
    ],
)
def test_another_figure_neither_affirms_nor_denies(text: str, side: str) -> None:
    assert side_by_words(SEVEN, text) == side


def test_another_figure_of_the_same_sort_counts_in_chinese_too() -> None:
    assert side_by_words("记录应当保存七年。", "记录应当保存四年。") == "unclear"
    assert side_by_words("记录应当保存七年。", "记录应当保存七年。") == "for"
