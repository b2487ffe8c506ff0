"""Defined terms: sites, uses, and what no one defined."""

from lexdesk.law.model import Block, Term
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.sections import build_sections
from lexdesk.law.terms import find_terms, undefined_terms
from lexdesk.text.spans import Span


def terms_of(text: str) -> dict[str, Term]:
    blocks = blocks_from_text(text)
    return {t.name: t for t in find_terms(blocks, build_sections(blocks))}


def test_definition_forms() -> None:
    found = terms_of(
        "“Affiliate” means a company under common control.\n"
        '"Base Rate" or "Rate" means 2%.\n'
        "Kilnbrook (the “Buyer”, and together with its nominees the “Buyer Group” or the “Group”) agrees.\n"
        "‘Member’s Share’ means the part held by a member’s estate.\n"
        "Deliverables has the meaning given in Schedule 2.\n"
        'each a "Committee Member" (each, a "Delegate").\n'
        'the sum (hereinafter referred to as the "Price") is due.\n'
    )
    assert list(found) == [
        "Affiliate", "Base Rate", "Rate", "Buyer", "Buyer Group", "Group", "Member’s Share", "Deliverables",
        "Committee Member", "Delegate", "Price",
    ]  # fmt: skip


def test_an_apostrophe_does_not_close_a_single_quoted_term() -> None:
    assert "Member’s Share" in terms_of("‘Member’s Share’ means a part.")
    assert "Member's Share" in terms_of("'Member's Share' means a part.")


def test_exclusions_quotations_and_words_about_words_define_nothing() -> None:
    found = terms_of(
        "The term “Affiliate” does not include a bank.\n"
        "Information marked (“Confidential”) is protected; it is provided “AS IS”.\n"
        'references to a "person" include a company.\n'
    )
    assert found == {}


def test_uses_are_counted_outside_the_sites_longest_first() -> None:
    found = terms_of(
        "“Buyer” means A. “Buyer Group” means B. “Party” means each.\n"
        "The Buyer and the Buyer Group pay. Each Buyer’s duty binds the Parties, no buyer, no Buyership.\n"
    )
    assert len(found["Buyer"].uses) == 2
    assert len(found["Buyer Group"].uses) == 1
    assert len(found["Party"].uses) == 1


def test_spans_of_sites_hold_the_quotes() -> None:
    text = "1. A\n1.1 The fee (the “Service Fee”) is due.\n"
    blocks = blocks_from_text(text)
    (term,) = find_terms(blocks, build_sections(blocks))
    ((key, span),) = term.sites
    block = next(b for b in blocks if b.key == key)
    assert block.text[span.start : span.end] == "“Service Fee”"


def test_terms_of_a_definitions_table_and_in_bold() -> None:
    blocks = [
        Block("a", "Term", table=(0, 0, 0)),
        Block("b", "Meaning", table=(0, 0, 1)),
        Block("c", "Effective Date", table=(0, 1, 0)),
        Block("d", "1 March", table=(0, 1, 1)),
        Block("e", "Closing means the event.", bold=(Span(0, 7),)),
        Block("f", "It starts on the Effective Date before Closing."),
    ]
    found = {t.name: t for t in find_terms(blocks, build_sections(blocks))}
    assert set(found) == {"Effective Date", "Closing"}
    assert [len(t.uses) for t in found.values()] == [1, 1]


def test_chinese_terms() -> None:
    found = terms_of(
        "买方：海宁华序精密机械有限公司（以下简称“甲方”）\n“合同设备”指附件一所列的设备；\n甲方购买合同设备。甲方付款。\n他说“你好”。\n"
    )
    assert {name: len(t.uses) for name, t in found.items()} == {"甲方": 2, "合同设备": 1}


def test_runs_of_blanks_inside_quotes_do_not_slow_the_search() -> None:
    gap = " " * 60
    found = terms_of(
        f'"Above{gap}the{gap}Fold{gap}Line" means a part.\n' + ("Above" + " " * 400 + "\n") * 200
    )
    assert list(found) == ["Above the Fold Line"]


def test_undefined_capitalised_expressions_and_variants() -> None:
    text = (
        "“Buyer Group” means B.\n"
        "The Buyers Group shall pay on the Completion Date. It is in New York under the Companies Act.\n"
        "The Buyer Group pays.\n"
    )
    blocks = blocks_from_text(text)
    tree = build_sections(blocks)
    found = undefined_terms(blocks, tree, find_terms(blocks, tree))
    assert [(u.name, u.variant_of) for u in found] == [
        ("Buyers Group", "Buyer Group"),
        ("Completion Date", ""),
    ]
