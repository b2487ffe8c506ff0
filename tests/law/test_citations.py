"""Citations in opinions, memos and agreements; what only looks like one is left alone."""

from itertools import pairwise

import pytest

from lexdesk.law.citations import find_citations
from lexdesk.law.governing import choices_of_law
from lexdesk.law.model import Block
from lexdesk.law.parties import find_parties
from lexdesk.law.sections import build_sections


@pytest.mark.parametrize(
    ("text", "normal", "kind", "jurisdiction"),
    [
        ("under Section 10(b) of the Exchange Act", "Exchange Act, section 10(b)", "statute", "us"),
        ("Rule 10b-5 applies", "SEC Rule 10b-5", "regulation", "us"),
        ("15 U.S.C. § 78j(b), and 17 C.F.R. Part 240", "15 U.S.C. § 78j(b)", "statute", "us"),
        ("see 17 C.F.R. § 240.10b-5", "17 C.F.R. § 240.10b-5", "regulation", "us"),
        ("Cal. Civ. Code § 1542 is waived", "Cal. Civ. Code § 1542", "statute", "us"),
        ("Title VII of the Civil Rights Act of 1964", "Civil Rights Act of 1964, title VII", "statute", "us"),
        ("Arnold v Britton [2015] UKSC 36", "[2015] UKSC 36", "case", "uk"),
        ("[2020] EWHC 123 (Ch)", "[2020] EWHC 123 (Ch)", "case", "uk"),
        ("[2019] EWCA Civ 1234", "[2019] EWCA Civ 1234", "case", "uk"),
        ("Hadley v Baxendale (1854) 9 Exch 341", "(1854) 9 Exch 341", "case", "uk"),
        (
            "section 3(10) of the Data Protection Act 2018",
            "Data Protection Act 2018, section 3(10)",
            "statute",
            "uk",
        ),
        (
            "under the Contracts (Rights of Third Parties) Act 1999",
            "Contracts (Rights of Third Parties) Act 1999",
            "statute",
            "uk",
        ),
        ("(SI 2013/3134)", "SI 2013/3134", "regulation", "uk"),
        ("Article 28(3) of the UK GDPR", "UK GDPR, article 28(3)", "statute", "uk"),
        (
            "Article 6(1)(f) of Regulation (EU) 2016/679",
            "Regulation 2016/679 (EU), article 6(1)(f)",
            "regulation",
            "eu",
        ),
        ("Directive 2006/112/EC", "Directive 2006/112 (EC)", "regulation", "eu"),
        ("Article 101 TFEU", "TFEU, article 101", "treaty", "eu"),
        ("Case C-311/18 Schrems", "Case C-311/18", "case", "eu"),
        ("依据《中华人民共和国民法典》第五百七十七条第一款", "民法典第五百七十七条第一款", "statute", "cn"),
        ("依照民法典第585条", "民法典第五百八十五条", "statute", "cn"),
        ("参照（2019）最高法民终123号判决", "（2019）最高法民终123号", "case", "cn"),
        ("73 F.3d 397, 400 (D.C. Cir. 1996)", "73 F.3d 397", "case", "us"),
    ],
)
def test_citation_is_read_with_one_spelling(text: str, normal: str, kind: str, jurisdiction: str) -> None:
    first = find_citations(text)[0]
    assert (first.normal, first.kind, first.jurisdiction) == (normal, kind, jurisdiction)
    assert text[first.span.start : first.span.end] == first.text


@pytest.mark.parametrize(
    "text",
    [
        "This Section 5 and clause 4.1(a) of this Agreement apply.",
        "Section 2 of the Main Agreement and Schedule 3 apply.",
        "as required by Section 5 of the Applicable Law",
        "A fee of $1,250 for 12 Model 14 instruments is due on 3 May 2024.",
        "甲方按照本合同第五条付款。",
    ],
)
def test_references_into_an_agreement_are_no_citations(text: str) -> None:
    assert find_citations(text) == []


def test_name_of_a_case_and_what_a_back_reference_means() -> None:
    text = "See Hendry v. Pelland, 73 F.3d 397, 400 (D.C. Cir. 1996). The duty is strict. Id. at 401."
    case, back = find_citations(text)
    assert (case.title, case.year, case.pinpoint) == ("Hendry v. Pelland", 1996, "400")
    assert back.kind == "back_reference"
    assert back.back_to == case.span


def test_citations_do_not_overlap_and_are_in_order() -> None:
    text = (
        "Cavendish v Makdessi [2015] UKSC 67; section 2 of the Fraud Act 2006; 358 F.2d 508; Fraud Act 2006."
    )
    found = find_citations(text)
    assert [c.normal for c in found] == [
        "[2015] UKSC 67",
        "Fraud Act 2006, section 2",
        "358 F.2d 508",
        "Fraud Act 2006",
    ]
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        (
            "This Agreement is governed by the laws of the State of Nevada, without regard to conflicts.",
            "law",
            "the State of Nevada",
        ),
        (
            "It is governed by and construed in accordance with the law of England and Wales.",
            "law",
            "England and Wales",
        ),
        ("This deed is governed by English law.", "law", "English"),
        (
            "Each party submits to the jurisdiction of the courts of England and Wales.",
            "court",
            "the courts of England and Wales",
        ),
        ("Any dispute goes to arbitration under the rules of the LCIA.", "arbitration", "LCIA"),
        ("本合同适用中华人民共和国法律。", "law", "中华人民共和国法律"),
        ("争议提交上海国际经济贸易仲裁委员会仲裁。", "arbitration", "上海国际经济贸易仲裁委员会"),
    ],
)
def test_choice_of_law_and_forum(text: str, kind: str, what: str) -> None:
    found = [c for c in choices_of_law([Block("a", text)]) if c.kind == kind]
    assert [c.what.endswith(what) for c in found] == [True]
    assert text[found[0].span.start : found[0].span.end] == found[0].what


def test_parties_of_the_opening() -> None:
    blocks = [
        Block(
            "a",
            "This Agreement is made between Harrow & Finch, Inc., a Nevada corporation (“Supplier”), and "
            "Delmar Supply Co., a California corporation (the “Buyer”).",
        ),
        Block("b", "1.\tScope"),
        Block("c", "1.1\tSupplier may deal with Third Party Bank plc, a company registered in Wales."),
        Block("d", "2.\tTerm"),
        Block("e", "2.1\tOther Trading Ltd, a company registered in Wales, is no party."),
    ]
    found = find_parties(blocks, build_sections(blocks))
    assert [(p.name, p.short) for p in found][:2] == [
        ("Harrow & Finch, Inc.", "Supplier"),
        ("Delmar Supply Co.", "Buyer"),
    ]
    assert "Other Trading Ltd" not in [p.name for p in found]
