"""P9: exact, normalised, altered, not found, found elsewhere, too short."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.evidence.quotes import check_quote, check_quote_among

OPINION = (
    "Palethorpe Mills v. Dunmere Dye Works\n\n"
    "[12] A party that knew of the defect and remained silent may not later\nrely on the warranty. "
    "The notice period is thirty days and runs from the date on which the buyer first saw the shade card"
    ", unless the seller gave notice in writing.\n\n"
    "[15] Costs follow the event, and are taxed by the registrar."
)
SILENT = "A party that knew of the defect and remained silent may not later rely on the warranty."


def state(quote: str, source: str = OPINION) -> str:
    return check_quote(quote, source).state


def test_p9_exact_words_are_found_at_their_place() -> None:
    check = check_quote("the date on which the buyer first saw", OPINION)
    assert check.state == "exact"
    assert OPINION[check.start : check.end] == "the date on which the buyer first saw"


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        (SILENT, OPINION),
        (f"“{SILENT}”", OPINION),
        ("Each party's own costs", "Each party’s\u00a0own costs are its own."),
        ("the conﬁdential oﬃcer signs", "the confidential officer signs"),
        ("keep it confidential for ever", "keep it con-\nfidential for ever"),
        ("any third-party adviser at all", "any third-\nparty adviser at all"),
        ("keep it con-\nfidential for ever", "keep it confidential for ever"),
        ("the defendant is notified", "the defend\u00ad\nant is notified"),
        ("the defendant is notified", "the defend\ufffeant is notified"),
        ('"General Cap" means amounts paid', "“**General Cap**” means amounts *paid*"),
        ("see the Terms of Use for more", "see the [Terms of Use](https://x.example/t) for more"),
    ],
)
def test_p9_differences_that_change_no_word_are_normalised(quote: str, source: str) -> None:
    check = check_quote(quote, source)
    assert check.state == "normalised"
    assert check.note


@pytest.mark.parametrize(
    ("quote", "differing"),
    [
        (
            SILENT.replace("remained", "stayed").replace(" on ", " upon "),
            [("stayed", "remained"), ("upon", "on")],
        ),
        (SILENT.replace(" and remained silent may not", " may"), [("", "and remained silent"), ("", "not")]),
        ("The notice period is sixty days and runs from the date", [("sixty", "thirty")]),
        ("a party that knew of the defect and remained silent", [("a", "A")]),
        ("Costs follow the event.", [(".", ",")]),
        ("saw the shadecard, unless the seller", [("shadecard", "shade card")]),
    ],
)
def test_p9_other_words_are_altered_and_shown_side_by_side(
    quote: str, differing: list[tuple[str, str]]
) -> None:
    check = check_quote(quote, OPINION)
    assert check.state == "altered"
    assert list(check.differing) == differing


def test_p9_a_dropped_negation_and_a_changed_number_are_called_out() -> None:
    assert "negation" in check_quote(SILENT.replace(" not", ""), OPINION).note
    assert "number" in check_quote("The notice period is sixty days and runs from the date", OPINION).note


@pytest.mark.parametrize(
    "quote",
    [
        "The bank shall honour every draft drawn under the credit.",
        "Palethorpe Mills remained silent about costs taxed by the seller in writing",
    ],
)
def test_p9_words_that_stand_nowhere_are_not_found(quote: str) -> None:
    check = check_quote(quote, OPINION)
    assert (check.state, check.start) == ("not_found", None)


@pytest.mark.parametrize(
    ("quote", "wanted"),
    [
        ("[a] party that knew of the defect and remained silent may not later rely", "normalised"),
        ("A party that knew of the defect ... may not later rely on the warranty", "normalised"),
        ("A party that knew of the defect … may not later rely on the warranty", "normalised"),
        ("A party that knew of the defect [. . .] may not later rely on the warranty", "normalised"),
        ("[The notice period] is thirty days and runs from the date", "normalised"),
        ("The [relevant] notice period is thirty days and runs", "normalised"),
        ("The notice period is thirty days [sic] and runs from the date", "normalised"),
        # what the marks hide or bring in turns the meaning
        ("A party that knew of the defect ... later rely on the warranty", "altered"),
        ("the buyer first saw the shade card ... in writing", "altered"),
        ("The notice period is ... days and runs from the date", "altered"),
        ("The notice period is [sixty] days and runs from the date", "altered"),
        ("A party that knew of the defect may [not] later rely on the warranty", "altered"),
        # in another order
        (
            "may not later rely on the warranty ... A party that knew of the defect and remained silent",
            "altered",
        ),
    ],
)
def test_p9_marked_edits_pass_only_when_they_hide_nothing_that_counts(quote: str, wanted: str) -> None:
    check = check_quote(quote, OPINION)
    assert check.state == wanted
    if wanted == "normalised":
        assert check.note.startswith("With marked edits")


CONTRACT = (
    "The other party shall not be liable for any lawful act. It has agreed to terminate the licence within "
    "thirty days, at 5% of the price. The Seller will pay the costs of carriage to the Buyer's works."
)


@pytest.mark.parametrize(
    ("quote", "wanted"),
    [
        ("[t]he other party shall not be liable for any lawful act", "normalised"),
        ("has agree[d] to terminate the licence within thirty days", "normalised"),
        ("has agree[s] to terminate the licence within thirty days", "normalised"),
        ("any lawful act. It has agreed to terminate (emphasis added)", "normalised"),
        ("has agreed to terminate the licence (emphasis in original)", "normalised"),
        ("thirty days, at 5 % of the price", "normalised"),
        ("[It] will pay the costs of carriage to the Buyer's works", "normalised"),
        ("be liable for any [un]lawful act. It has agreed", "altered"),
        ("[The Buyer] will pay the costs of carriage", "altered"),
        ("THE SELLER WILL PAY THE COSTS OF CARRIAGE", "altered"),
    ],
)
def test_p9_letters_and_names_in_brackets_and_remarks_of_who_quotes(quote: str, wanted: str) -> None:
    assert state(quote, CONTRACT) == wanted


def test_p9_a_bracket_shows_the_words_it_stands_for() -> None:
    check = check_quote("[The Buyer] will pay the costs of carriage", CONTRACT)
    assert check.differing == (("[The Buyer]", "The Seller"),)


def test_p9_words_in_capitals_say_that_only_letters_differ() -> None:
    check = check_quote("THE SELLER WILL PAY THE COSTS OF CARRIAGE", CONTRACT)
    assert check.note == "Only capital letters differ."


def test_p9_brackets_of_the_source_itself_are_words_not_marks() -> None:
    source = "Approved Subprocessors [ drafting note: name all subprocessors in this list ] follow below."
    assert (
        state("Approved Subprocessors [ drafting note: name all subprocessors in this list ]", source)
        == "exact"
    )
    assert (
        state("Approved Subprocessors [ drafting note: name some subprocessors in this list ]", source)
        == "altered"
    )


def test_p9_an_ellipsis_leaves_out_a_bounded_stretch() -> None:
    source = (
        "The seller shall deliver the goods to the works."
        + " More is said here." * 80
        + " The buyer pays all freight."
    )
    assert state("The seller shall deliver the goods ... The buyer pays all freight.", source) != "normalised"


def test_p9_a_part_of_a_number_or_word_is_no_quotation() -> None:
    source = "The sum of EUR 18,400 is due within 130 days of the interstate award."
    for quote in (
        "of EUR 18 is",
        "400 is due within 130 days",
        "30 days of the interstate award",
        "The sum of EUR 18",
    ):
        assert state(quote, source) not in ("exact", "normalised"), quote
    assert state("EUR 18,400 is due within", source) == "exact"


def test_p9_right_words_on_another_page_are_found_elsewhere() -> None:
    def page_of(offset: int) -> int:
        return 1 if offset < OPINION.index("[15]") else 2

    check = check_quote("Costs follow the event", OPINION, page_of, 1)
    assert (check.state, check.page) == ("found_elsewhere", 2)
    assert "page 2, not on page 1" in check.note
    assert check_quote("Costs follow the event", OPINION, page_of, 2).state == "exact"


def test_p9_of_equal_places_the_one_on_the_claimed_page_counts() -> None:
    source = "Costs follow the event.\nCosts follow the event."
    check = check_quote("Costs follow the event.", source, lambda at: 1 if at < 24 else 2, 2)
    assert (check.state, check.page, check.start) == ("exact", 2, 24)


def test_p9_right_words_of_another_document_are_named() -> None:
    others = [("Halden", "The award is final and binding on the parties.")]
    check = check_quote_among("The award is final and binding", OPINION, others)
    assert check.state == "found_elsewhere"
    assert "Halden" in check.note


@pytest.mark.parametrize("quote", ["the buyer", "of the", "warranty", "it is"])
def test_p9_too_few_words_prove_nothing(quote: str) -> None:
    assert state(quote) in ("too_short", "not_found")


@given(st.data())
def test_p9_every_cut_of_whole_words_is_exact_and_every_changed_word_is_not(data: st.DataObject) -> None:
    words = SILENT.split()
    first = data.draw(st.integers(0, len(words) - 5))
    last = data.draw(st.integers(first + 5, len(words)))
    cut = words[first:last]
    source = f"Before it. {SILENT} After it."
    assert check_quote(" ".join(cut), source).state == "exact"
    at = data.draw(st.integers(0, len(cut) - 1))
    changed = [*cut[:at], "zebra", *cut[at + 1 :]]
    assert check_quote(" ".join(changed), source).state in ("altered", "not_found")


ZH = (
    "第十二条 违约责任\n甲方逾期付款的，每逾期一日，应按未付金额的万分之五向乙方支付违约金；"
    "但因不可抗力造成的除外。\n第十三条 乙方未经甲方书面同意，不得将本合同项下的权利转让给第三人。"
)
ZH_CASES = [
    ("每逾期一日，应按未付金额的万分之五向乙方支付违约金", "exact"),
    ("乙方未经甲方书面同意，不得将本合同项下的权利转让给第三人。", "exact"),
    ("甲方逾期付款的,每逾期一日,应按未付金额的万分之五向乙方支付违约金", "normalised"),
    ("违约责任 甲方逾期付款的，每逾期一日", "normalised"),
    ("[甲方]逾期付款的，每逾期一日，应按未付金额", "normalised"),
    ("甲方逾期付款的……应按未付金额的万分之五向乙方支付违约金", "altered"),
    ("每逾期一日，应按未付金额的万分之三向乙方支付违约金", "altered"),
    ("乙方未经甲方书面同意，可以将本合同项下的权利转让给第三人。", "altered"),
    ("乙方经甲方书面同意，不得将本合同项下的权利转让给第三人。", "altered"),
    ("甲方未经乙方书面同意，不得将本合同项下的权利转让给第三人。", "altered"),
    ("每逾期一月，应按未付金额的万分之五向乙方支付违约金", "altered"),
    ("双方同意将争议提交仲裁委员会按照其规则进行仲裁", "not_found"),
    ("不得将本合同项下的\n权利转让给第三人", "normalised"),
    ("每逾期一日 ，应按未付金额的万分之五向乙方支付违约金（着重号为引者所加）", "normalised"),
    ("[乙方]逾期付款的，每逾期一日，应按未付金额", "altered"),
]


@pytest.mark.parametrize(("quote", "wanted"), ZH_CASES)
def test_p9_chinese_quotations(quote: str, wanted: str) -> None:
    assert state(quote, ZH) == wanted


def test_p9_the_chinese_measuring_set_is_wholly_right() -> None:
    folder = Path(__file__).resolve().parents[1] / "gold" / "zh_quotes"
    cases = json.loads((folder / "quotes.json").read_text("utf-8"))["cases"]
    assert len(cases) == 12
    for case in cases:
        check = check_quote(case["quote"], (folder / case["claimed_source"]).read_text("utf-8"))
        assert check.state == case["verdict"], case["id"]
        if case["source_span"] and case["verdict"] != "altered":
            assert [check.start, check.end] == case["source_span"], case["id"]


HERE = os.environ.get("LEXDESK_SHARED") or Path(__file__).resolve().parents[3] / "shared"


@pytest.mark.skipif(not Path(HERE, "gold").is_dir(), reason="the measuring sets are not here")
def test_p9_the_measuring_set_is_wholly_right(shared: Path) -> None:
    for case in json.loads((shared / "gold/quotes.json").read_text("utf-8"))["cases"]:
        source = (shared / "gold" / case["claimed_source"]).read_bytes().decode("utf-8")
        check = check_quote(case["quote"], source)
        assert check.state == case["verdict"], case["id"]


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("The advisers need to know it.[12] The Supplier pays.", "need to know it. The Supplier pays"),
        ("The advisers need to know it.¹² The Supplier pays.", "need to know it. The Supplier pays"),
        ("The advisers need to know it.12 The Supplier pays.", "need to know it. The Supplier pays"),
        ("The advisers[^3] of the Supplier need to know.", "The advisers of the Supplier need to know"),
        ("He said ‘I will leave,’ and left the room.", "He said “I will leave,” and left the room"),
        ('"Losses" means "direct" loss and cost.', "‘Losses’ means ‘direct’ loss and cost"),
    ],
)
def test_marks_of_footnotes_and_of_inner_quotations_are_no_words(source: str, quote: str) -> None:
    check = check_quote(quote, source)
    assert check.state == "normalised"
    assert check.note


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ('A beam of 5" width is used for the roof.', "A beam of 5' width is used for the roof"),
        ("Under Section 12 the Supplier pays the fee.", "Under Section the Supplier pays the fee"),
        ("The fee under No.12 The Supplier pays is due.", "The fee under No. The Supplier pays is due"),
        ("The area of the yard is 10² metres of land.", "The area of the yard is 10 metres of land"),
        ("The Supplier pays within [30] days of receipt.", "The Supplier pays within days of receipt"),
    ],
)
def test_a_figure_is_no_mark(source: str, quote: str) -> None:
    assert check_quote(quote, source).state == "altered"
