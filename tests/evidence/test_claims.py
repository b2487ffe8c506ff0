"""Claims: figures, dates, names and quoted words against the cited passages; meaning is never judged."""

import pytest

from lexdesk.evidence.claims import check_claim, wrong_comparisons

PASSAGES = [
    "The Provider shall return it within forty-five (45) days of 3 March 2025.",
    "Liability is capped at EUR 1,000,000 under clause 3, or 12.5% of the Fees paid to Kilnbrook Ltd.",
]


def states(text: str) -> list[str]:
    return [state for state, _ in check_claim(text, PASSAGES)]


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("It must be returned within 45 days [[pin_7]].", ["found"]),
        ("It must be returned within forty-five days.", ["found"]),
        ("It must be returned within 30 days.", ["not_found"]),
        ("It must be returned within 45 months.", ["not_found"]),
        ("The cap is EUR 1,000,000.", ["found"]),
        ("The cap is EUR 100,000.", ["not_found"]),
        ("The cap is USD 1,000,000.", ["not_found"]),
        ("The date is 2025-03-03.", ["found"]),
        ("The date is 4 March 2025.", ["not_found"]),
        ("12.5% of the Fees go to Kilnbrook Ltd.", ["found", "found"]),
        ("Kilnbrook Holdings Ltd pays.", ["not_found"]),
        ("“Liability is capped at EUR 1,000,000”", ["found"]),
        ("“Liability is limited to EUR 1,000,000”", ["not_found"]),
        ("Section 12.7 and clauses 4(b) and 5 are gone.", ["not_checked"]),
        ("The clause is fair.", ["not_checked"]),
    ],
)
def test_each_figure_date_name_and_quotation_is_looked_up(claim: str, wanted: list[str]) -> None:
    assert states(claim) == wanted


def test_an_altered_quotation_shows_both_words() -> None:
    ((_, message),) = check_claim("“Liability is limited at EUR 1,000,000”", PASSAGES)
    assert "“limited” for “capped”" in message


def test_a_wrong_figure_shows_what_the_passage_says() -> None:
    ((_, message),) = check_claim("within thirty days", PASSAGES)
    assert "forty-five (45) days" in message


def test_without_passages_nothing_is_called_checked() -> None:
    assert [state for state, _ in check_claim("The cap is EUR 5.", [])] == ["not_checked"]


def test_a_comparison_that_contradicts_its_own_figures_is_told() -> None:
    wrong = "The clause sets a shorter period (45 days) compared to 30 days elsewhere."
    passages = ["within forty-five (45) days", "within thirty (30) days"]
    assert ("not_found", "“shorter” does not fit 45 days against 30 days.") in check_claim(wrong, passages)
    right = wrong.replace("shorter", "longer")
    assert all(state == "found" for state, _message in check_claim(right, passages))
    assert wrong_comparisons("The cap is lower: USD 100 against USD 90.") != []
    assert wrong_comparisons("It is longer by 30 days than 2 years.") == []


@pytest.mark.parametrize(
    ("claim", "passage", "state"),
    [
        ("Mr Ignatz Holloway signed it.", "It was signed by Ignatz Holloway.", "found"),
        ("Mr Ignatz Holloway signed it.", "It was signed by Edith Renn.", "not_found"),
        ("河源石材有限公司应当付款。", "河源石材有限公司应于三十日内付款。", "found"),
        ("河源石材有限公司应当付款。", "清泉贸易有限公司应于三十日内付款。", "not_found"),
        ("Hadley v. Baxendale limits it.", "Hadley v. Baxendale, p. 2 (case): the loss is limited.", "found"),
        (
            "Hadley v. Baxendale limits it.",
            "Marlowe Tannery v. Ebb Street, p. 1 (case): limited.",
            "not_found",
        ),
    ],
)
def test_persons_chinese_companies_and_authorities_are_checked(claim: str, passage: str, state: str) -> None:
    assert [found for found, _message in check_claim(claim, [passage])] == [state]
