"""Forms of verbs that change inside."""

import pytest

from lexdesk.text.stems import stem
from lexdesk.text.verbs import first_form


@pytest.mark.parametrize(
    ("word", "first"),
    [("kept", "keep"), ("paid", "pay"), ("withheld", "withhold"), ("sought", "seek"), ("keeps", "keeps")],
)
def test_a_form_gives_the_first_one(word: str, first: str) -> None:
    assert first_form(word) == first


def test_kept_and_keeps_meet_in_a_search() -> None:
    assert stem("kept") == stem("keeps") == stem("keep")
    assert stem("paid") == stem("pay")
    assert stem("bound") != stem("bind")  # "bound by law" is a word of its own
