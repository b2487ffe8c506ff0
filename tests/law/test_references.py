"""References of every kind, resolved to their targets."""

import pytest

from lexdesk.law.model import Block, FieldSpan, Reference
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections
from lexdesk.text.spans import Span

BASE = """THIS AGREEMENT binds the parties to this Agreement.
1. Scope
1.1 First.
1.2 Second:
(a) one;
(b) two; and
(c) three.
2. Fees
2.1 Fees are due.
2.2 The following applies: (i) alpha and (ii) beta.
3. Term
"""


def refs(sentence: str, base: str = BASE) -> list[Reference]:
    text = base + f"3.1 {sentence}\n"
    blocks = blocks_from_text(text)
    key = next(b.key for b in blocks if b.text.startswith("3.1"))
    return [r for r in find_references(blocks, build_sections(blocks)) if r.block == key]


@pytest.mark.parametrize(
    ("sentence", "text", "targets"),
    [
        ("Under Section 2.1 fees are due.", "Section 2.1", ("2.1",)),
        ("Under clauses 1.2(a) and 1.2(b) it is.", "clauses 1.2(a) and 1.2(b)", ("1.2(a)", "1.2(b)")),
        ("By Clause 1.2(a), (b) or (c) it is.", "Clause 1.2(a), (b) or (c)", ("1.2(a)", "1.2(b)", "1.2(c)")),
        ("Under Clauses 1.2(a) to (c) it is.", "Clauses 1.2(a) to (c)", ("1.2(a)", "1.2(b)", "1.2(c)")),
        ("Clauses 1, 2 through 3 (inclusive) stay.", "Clauses 1, 2 through 3", ("1", "2", "3")),
        ("Sections 1.1 (First) and 2.1 (Fees) stay.", "Sections 1.1 (First) and 2.1", ("1.1", "2.1")),
        ("See § 2.1 now.", "§ 2.1", ("2.1",)),
        ("See Sec. 2.1 now.", "Sec. 2.1", ("2.1",)),
        ("See Section 2.2(ii) now.", "Section 2.2(ii)", ("2.2(ii)",)),
        ("The following Sections survive: 1.1 (One), 2 and 3.", "1.1 (One), 2 and 3", ("1.1", "2", "3")),
        ("See paragraph (b) of Section 1.2 now.", "paragraph (b) of Section 1.2", ("1.2(b)",)),
        ("As Section 2.1 of this Agreement says.", "Section 2.1", ("2.1",)),
    ],
)  # fmt: skip
def test_internal_references(sentence: str, text: str, targets: tuple[str, ...]) -> None:
    (found,) = refs(sentence)
    assert (found.text, found.kind, found.targets) == (text, "internal", targets)


@pytest.mark.parametrize(
    "sentence",
    [
        "rights under Section 7 of the National Labor Relations Act.",
        "rules under Section 10(b) of the Securities Exchange Act of 1934 apply.",
        "as in Article 28(3) of the GDPR.",
        "under 17 C.F.R. § 240 it is.",
        "amounts under Code Section 409A of the Code.",
        "as Clause 2 of the Deed of Subscription says.",
        "as Section 2.1 of the Seller Disclosure Letter says.",
        "filed under Section 17-607 it is.",
    ],
)
def test_other_instruments_are_external_even_where_the_number_exists_here(sentence: str) -> None:
    found = refs(sentence)
    assert found
    assert {(r.kind, r.targets) for r in found} == {("external", ())}


def test_a_list_of_references_takes_the_instrument_named_last() -> None:
    found = refs("required by Section 1, Section 2 and Section 3 of the Companies Act 2006.")
    assert [r.kind for r in found] == ["external"] * 3
    assert {r.instrument for r in found} == {"Companies Act 2006"}


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [("See Section 2.9.", "2.9"), ("See Clause 1.2(f).", "1.2(f)"), ("See Schedule 4 now.", "Schedule 4")],
)
def test_dangling_references_name_what_is_missing(sentence: str, missing: str) -> None:
    blocks = blocks_from_text(f"{BASE}3.1 {sentence}\nSchedule 1\nThe goods.\n")
    (found,) = (r for r in find_references(blocks, build_sections(blocks)) if r.kind == "dangling")
    assert (found.kind, found.targets) == ("dangling", (missing,))


def test_relative_references() -> None:
    (here,) = refs("Nothing in this Clause limits it.")
    assert (here.kind, here.targets) == ("relative", ("3.1",))
    text = BASE.replace("2.1 Fees are due.", "2.1 Fees:\n(a) due; and\n(b) subject to clause (a) above.")
    blocks = blocks_from_text(text)
    found = find_references(blocks, build_sections(blocks))
    assert [(r.text, r.kind, r.targets) for r in found] == [("clause (a) above", "relative", ("2.1(a)",))]


def test_a_number_of_days_does_not_prolong_a_list() -> None:
    (found,) = refs("Under Section 2.1 and 30 days after notice it ends.")
    assert found.text == "Section 2.1"
    (found,) = refs("In Section 2 (Fees), (a) the Seller pays.")
    assert found.targets == ("2",)


def test_headings_and_contents_are_no_references() -> None:
    text = (
        "TABLE OF CONTENTS\nARTICLE I TERM\t1\nSection 1.1 Start\t1\n"
        "ARTICLE I TERM\nSection 1.1 Start. It starts.\nExhibit A\nForm.\n"
    )
    blocks = blocks_from_text(text)
    assert find_references(blocks, build_sections(blocks)) == []


def test_a_field_follows_its_bookmark_whatever_it_shows() -> None:
    blocks = [
        Block("a", "Scope", label="1."),
        Block("b", "Limit of liability", label="2.", bookmarks=("_Ref1",)),
        Block("c", "Subject to clause 1 this holds.", label="3.", fields=(FieldSpan(Span(18, 19), "_Ref1"),)),
        Block("d", "See clause Error! Reference source not found. now.", label="4.",
              fields=(FieldSpan(Span(11, 45), "_Ref9"),)),
    ]  # fmt: skip
    first, second = find_references(blocks, build_sections(blocks))
    assert (first.targets, first.auto, first.kind) == (("2",), True, "internal")
    assert (second.kind, second.auto) == ("dangling", True)


def test_a_document_that_says_section_does_not_own_the_clauses_it_cites() -> None:
    found = refs(
        "In this Section and Section 2.1: as Clause 13 of the EEA SCCs says, Clause 2 applies; "
        "Clause 17 does not."
    )
    assert [(r.text, r.kind) for r in found] == [
        ("this Section", "relative"),
        ("Section 2.1", "internal"),
        ("Clause 13", "external"),
        ("Clause 2", "external"),
        ("Clause 17", "external"),
    ]


CHINESE = """第一条　定义
设备见附件一。
第二条　付款
甲方按照下列进度支付：
（一）十日内支付；
（二）三十日内支付。
乙方应当在支付前款第（二）项之前开票。
第三条　其他
{}
附件一　清单
"""


@pytest.mark.parametrize(
    ("sentence", "kind", "targets"),
    [
        ("依照第二条第一款第（二）项解除。", "internal", ("第二条第一款第(二)项",)),
        ("适用第一条至第三条。", "internal", ("第一条", "第二条", "第三条")),
        ("违反第一、二条的。", "internal", ("第一条", "第二条")),
        ("适用《中华人民共和国民法典》第二条的规定。", "external", ()),
        ("按照第二十三条办理。", "dangling", ("第二十三条",)),
        ("本条继续有效。", "relative", ("第三条",)),
    ],
)
def test_chinese_references(sentence: str, kind: str, targets: tuple[str, ...]) -> None:
    blocks = blocks_from_text(CHINESE.format(sentence))
    found = find_references(blocks, build_sections(blocks))
    assert [(r.kind, r.targets) for r in found[:2]] == [
        ("internal", ("附件一",)),
        ("relative", ("第二条第一款第(二)项",)),
    ]
    assert [(r.kind, r.targets) for r in found[2:]] == [(kind, targets)]


@pytest.mark.parametrize(
    ("sentence", "said", "differs"),
    [
        ("See Section 1 (Scope).", "Scope", False),
        ("See Section 2 (Scope).", "Scope", True),
        ("See Sections 1 (Scope) and 3 (Fees).", "Fees", True),
        ("See Section 2 (as amended).", "", False),
        ("See Section 1.2 (Second).", "Second", False),
    ],
)
def test_a_heading_behind_the_number_is_compared_with_the_targets(
    sentence: str, said: str, differs: bool
) -> None:
    (found,) = refs(sentence)
    assert (found.heading_said, found.heading_differs) == (said, differs)
