"""Endings: one way for search and for the assistant."""

import pytest

from lexdesk.assistant.ranking import words
from lexdesk.evidence.search.terms import terms
from lexdesk.text.stems import stem


@pytest.mark.parametrize(
    "family",
    [
        "terminate termination terminates",
        "keep kept keeps",
        "arbitrator arbitration",
        "pay paid pays",
        "insure insured",
    ],
)
def test_forms_of_a_word_meet(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize("pair", ["employee employer", "lease less", "license list", "30 300"])
def test_other_words_stay_apart(pair: str) -> None:
    one, two = pair.split()
    assert stem(one) != stem(two)


@pytest.mark.parametrize("word", ["notifications", "withheld", "competition", "indemnities", "sublicensed"])
def test_search_and_the_assistant_cut_alike(word: str) -> None:
    assert words(word) == [term for term, _ in terms(word)] == [stem(word)]
