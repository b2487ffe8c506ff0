"""Quantities are found as written and made comparable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.law.numerals import from_chinese, from_roman, from_words, to_chinese, to_roman
from lexdesk.law.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("within thirty (30) days after", "period", "P30D"),
        ("a 15-day discussion period", "period", "P15D"),
        ("fifteen (15) Business Days", "period", "P15BD"),
        ("for two (2) years following", "period", "P2Y"),
        ("no later than 72 hours after", "period", "PT72H"),
        ("exceed US$1,000 in total", "amount", "USD 1000"),
        ("RUB 50 000 000 (fifty million roubles)", "amount", "RUB 50000000"),
        ("EUR 3 million", "amount", "EUR 3000000"),
        ("fifty thousand dollars", "amount", "USD 50000"),
        ("99.9% of the time", "percent", "99.9%"),
        ("one hundred (100) percent of", "percent", "100%"),
        ("dated 02 June, 2015, between", "date", "2015-06-02"),
        ("on January 14th, 2013 the", "date", "2013-01-14"),
        ("three (3) arbitrators", "number", "3"),
        ("自签发之日起二十四个月", "period", "P24M"),
        ("十个工作日内支付", "period", "P10BD"),
        ("支付合同总价的百分之三十", "percent", "30%"),
        ("价款为人民币4,800万元", "amount", "CNY 48000000"),
        ("大写：玖佰叁拾陆万元整", "amount", "CNY 9360000"),
        ("2025年3月17日签订", "date", "2025-03-17"),
    ],
)
def test_one_quantity_with_its_value(text: str, kind: str, value: str) -> None:
    found = find_quantities(text)
    assert [(q.kind, q.value) for q in found] == [(kind, value)]
    assert text[found[0].span.start : found[0].span.end] == found[0].text


def test_words_and_figures_that_disagree_are_both_kept() -> None:
    (found,) = find_quantities("within thirty (45) days")
    assert (found.value, found.figures) == ("P30D", "P45D")
    (agreeing,) = find_quantities("within thirty (30) days")
    assert agreeing.figures == ""


def test_an_ambiguous_date_is_not_guessed() -> None:
    assert [q.value for q in find_quantities("on 03/04/2015 and 25/12/2015")] == ["03/04/2015", "2015-12-25"]


@pytest.mark.parametrize(
    "text", ["see Section 9.2(a)", "Clauses 7", "one of the parties", "第十二条第三款", "12.7 Fees"]
)
def test_section_numbers_and_a_bare_one_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


@given(st.integers(1, 3999))
def test_numerals_are_read_back(value: int) -> None:
    assert from_roman(to_roman(value)) == value
    assert from_chinese(to_chinese(value)) == value


@pytest.mark.parametrize(
    ("words", "value"), [("one hundred and twenty-five", 125), ("two million", 2_000_000)]
)
def test_numbers_in_words(words: str, value: int) -> None:
    assert from_words(words) == value


@pytest.mark.parametrize("text", ["iiii", "", "abc"])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert from_roman(text) is None
