"""After an edit the analysis equals a new one of the whole document, and untouched work is kept."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdesk.law.analysis import Analysis, analyse
from lexdesk.law.model import Block, FieldSpan
from lexdesk.law.plain import blocks_from_text
from lexdesk.text.spans import Span

ENGLISH = """SUPPLY AGREEMENT
This Supply Agreement (the “Agreement”) is made between Alpha Ltd (the “Seller”) and Beta Ltd (the “Buyer”).
BACKGROUND
A. The Seller makes valves.
AGREED TERMS
1. Definitions
1.1 In this Agreement:
“Business Day” means a day on which banks in London are open.
“Price” means the sum stated in Schedule 1.
1.2 Headings do not affect this Agreement.
2. Supply
2.1 Orders. The Seller shall supply the Goods subject to Section 3.2 and clause (ii) of Section 2.2.
2.2 Delivery. The Seller shall (i) pack the goods, and (ii) deliver them by Section 2.1; 2.3 Risk. It passes.
3. Payment
3.1 The Buyer shall pay the Price within 30 days:
(a) by transfer; or
(b) under Section 12 of the Sale of Goods Act 1979.
3.2 Interest runs under this Section and Sections 3.1(a) and 3.1(b), and under Section 409A.
3.3 Clause 7 of the Framework Contract and Clause 9 apply to every Business Day.
ARTICLE IV TERM 4.1 Length. It runs for one year. 4.2 End. Either party may end it under Section 4.1.
IN WITNESS WHEREOF the parties have signed.
Schedule 1
1. The Price is $100 for each valve (see paragraph 2).
2. The Buyer may not set off under Section 9.9.
"""

CHINESE = """供货合同
第一条　定义
本合同中下列词语的含义：
（一）“货物”指附件一所列的产品；
（二）“价款”系指第三条约定的金额。
第二条　交付
卖方应当依照第三条第二款交付货物。
前款所称交付，指货物运抵买方。
第三条　价款
买方应当在收到货物后三十日内付款。
逾期付款的，依照《中华人民共和国民法典》第五百八十五条和本条第一款承担责任。
附件一
货物清单，见第九条。
"""

WORDS = (
    "", "the Goods", "Section 3.1", "Section 99", "clause (ii) above", "Clause 7", "“Goods” means valves.",
    "Business Days", "(the “Goods”)", "of the Data Protection Act 2018", "this Agreement", "this Lease",
    "4.3 More. It goes on.", "5. Notices", "(c) and more", "ARTICLE V", "Schedule 2", ":", ".", "and",
    "IN WITNESS WHEREOF", "Contents", "1.1 Scope .......... 3", "第四条　违约", "（三）其他；", "第二款",
    "“违约金”指第三条的金额。", "前款", "《公司法》第三条", "Price", "Buyers", "Section 2.2(iii)",
    "(iii) ship them",
)  # fmt: skip


def same(one: Analysis, other: Analysis) -> None:
    assert one.tree.sections == other.tree.sections
    assert one.tree.contents == other.tree.contents
    for section in other.tree.sections:
        assert one.tree.spans(section.id) == other.tree.spans(section.id)
        assert one.tree.text(section.id) == other.tree.text(section.id)
    for block in other.blocks:
        ends = range(0, len(block.text) + 1, 7)
        assert [one.tree.at(block.key, i) for i in ends] == [other.tree.at(block.key, i) for i in ends]
    assert one.references == other.references
    assert one.terms == other.terms


def random_edit(blocks: Sequence[Block], chance: random.Random) -> Block:
    block = chance.choice(blocks)
    at = chance.choice((0, len(block.text), chance.randint(0, len(block.text))))
    end = min(len(block.text), at + chance.choice((0, 0, 1, 6, 20, 1000)))
    text = block.text[:at] + chance.choice(WORDS) + " " * chance.randint(0, 1) + block.text[end:]
    edited = Block(block.key, text, block.label, block.heading_level, style=block.style, table=block.table)
    turn = chance.randint(0, 11)
    if turn == 0:
        return replace(edited, label=chance.choice(("", "3.1", "5.", "(a)")))
    if turn == 1:
        return replace(edited, heading_level=chance.choice((None, 0, 1)))
    if turn == 2:
        return replace(edited, bookmarks=("_Ref1",))
    if turn == 3 and len(text) > 4:
        return replace(edited, fields=(FieldSpan(Span(1, 4), "_Ref1"),))
    if turn == 4 and len(text) > 4:
        return replace(edited, bold=(Span(0, 4),))
    return edited


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((ENGLISH, CHINESE)))
def test_random_edits_give_what_a_new_analysis_gives(seed: int, text: str) -> None:
    chance = random.Random(seed)
    blocks: list[Block] = list(blocks_from_text(text))
    kept = analyse(blocks)
    for _ in range(6):
        edited = [random_edit(blocks, chance) for _ in range(chance.choice((1, 1, 1, 3)))]
        edited = list({block.key: block for block in edited}.values())
        by_key = {block.key: block for block in edited}
        blocks = [by_key.get(block.key, block) for block in blocks]
        kept = kept.edited(edited)
        same(kept, analyse(blocks))


def test_paragraphs_that_come_and_go_are_followed_too() -> None:
    blocks: list[Block] = list(blocks_from_text(ENGLISH))
    before = analyse(blocks)
    fewer = [block for block in blocks if not block.text.startswith(("3.1", "(a)"))]
    same(analyse(fewer, before=before), analyse(fewer))
    more = [*fewer[:6], Block("new", "1.0 Purpose. See Section 3.2."), *fewer[6:]]
    same(analyse(more, before=analyse(fewer, before=before)), analyse(more))


def test_notes_outside_of_the_clauses_count_for_references_and_terms_alone() -> None:
    blocks: list[Block] = [*blocks_from_text(ENGLISH), Block("n1", "7. As Section 2.1 says, the Price.")]
    found = analyse(blocks, outside=("n1",))
    assert found.tree.sections == analyse(blocks[:-1]).tree.sections
    assert [r.targets for r in found.references if r.block == "n1"] == [("2.1",)]
    note = Block("n1", "See Section 3.2.")
    same(found.edited([note]), analyse([*blocks[:-1], note], outside=("n1",)))


def test_an_edit_of_words_keeps_the_outline_and_the_other_paragraphs_references() -> None:
    blocks = blocks_from_text(ENGLISH)
    before = analyse(blocks)
    place = next(b for b in blocks if b.text.startswith("2.1"))
    after = before.edited([replace(place, text=place.text.replace("Section 3.2", "Section 3.3"))])
    assert after.tree.same_outline(before.tree)
    old = {id(r) for r in before.references}
    assert {r.block for r in after.references if id(r) not in old} == {place.key}


def test_an_item_written_into_another_paragraph_is_found_by_those_that_refer_to_it() -> None:
    blocks = blocks_from_text("1.1 The Seller shall pack the goods.\n1.2 See Section 1.1(a).\n")
    before = analyse(blocks)
    assert [r.kind for r in before.references] == ["dangling"]
    after = before.edited([replace(blocks[0], text="1.1 The Seller shall (a) pack and (b) ship the goods.")])
    assert [r.kind for r in after.references] == ["internal"]


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError):
        analyse(blocks_from_text(ENGLISH)).edited([Block("nowhere", "x")])
