"""Measures of an instruction: which is old and which new, and how the clause writes the new one."""

import pytest

from lexdesk.assistant.measures import asked_measure, replaced, targets, to_words
from lexdesk.law.numerals import from_words


@pytest.mark.parametrize(
    ("instruction", "old", "new"),
    [
        ("Change the period from thirty to forty-five days.", "thirty", "forty-five days"),
        ("Make it 60 days rather than 30.", "30", "60 days"),
        ("Control means more than seventy-five percent, not fifty.", "fifty", "seventy-five percent"),
        ("Change the 24 months to 18 months.", "24 months", "18 months"),
        ("Clause 12.4: shorten the period to 10 days.", None, "10 days"),
        ("In 7.5, delete item (e).", None, None),
    ],
)
def test_old_and_new_are_told_apart(instruction: str, old: str | None, new: str | None) -> None:
    asked = asked_measure(instruction)
    assert (asked.old.text if asked.old else None) == old
    assert (asked.new.text if asked.new else None) == new


@pytest.mark.parametrize(
    ("clause", "instruction", "after"),
    [
        ("fifty percent (50%) of it", "Make it 75%.", "seventy-five percent (75%) of it"),
        ("a 12 month period", "Make it 18 months.", "a 18 month period"),
        ("within thirty (30) days", "Make it one month.", "within one (1) month"),
        ("the sum of $100,000", "Raise it to USD 1,250,000.", "the sum of $1,250,000"),
        ("the sum of $100,000", "Double the amount.", "the sum of $200,000"),
        ("Ninety days", "Make it 10 business days.", "Ten business days"),
        ("EUR 5,000", "Set it to CHF 6,000.", "CHF 6,000"),
        ("[such as 30 days], then 20 days", "Make it 40 days.", "[such as 30 days], then 40 days"),
    ],
)  # fmt: skip
def test_the_new_measure_is_written_in_the_clauses_own_style(
    clause: str, instruction: str, after: str
) -> None:
    asked = asked_measure(instruction)
    assert replaced(clause, asked, targets(clause, asked, [])) == after


def test_of_several_values_the_one_near_the_words_asked_for_is_meant_and_a_tie_is_none() -> None:
    clause = "Notice is given 10 days before the audit. The report follows 20 days after the visit."
    asked = asked_measure("The report should come after 15 days.")
    (hit,) = targets(clause, asked, ["report"])
    assert hit.text == "20 days"
    assert targets(clause, asked, ["price"]) == []


@pytest.mark.parametrize("value", [0, 7, 13, 20, 45, 99, 100, 125, 999, 1000, 12_345, 250_000])
def test_numbers_in_words_read_back(value: int) -> None:
    assert from_words(to_words(value)) == value
