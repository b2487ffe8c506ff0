"""The checks on an English (UK) agreement whose numbers Word computes: "clause", schedules, single quotes."""

import pytest

from lexdesk.law.model import Block
from lexdesk.law.proofreading import Finding, proofread
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections
from lexdesk.law.terms import find_terms

# "# " opens a clause, "## " a sub-clause, "- " an item, "= " a schedule; "|" is a row of the table
AGREEMENT = """AGENCY AGREEMENT
This agreement is dated 4 March 2025.
PARTIES
(1) Thornfield Ceramics Limited, a company incorporated in England and Wales with company number \
04458291 (the “Principal”); and
(2) Maddox Ferrant LLP, a limited liability partnership registered in Scotland with number SO301177 \
(the “Agent”).
BACKGROUND
(A) The Principal makes ceramic tiles.
(B) The Agent wishes to promote them in the Territory.
AGREED TERMS
# Interpretation
## The following definitions apply in this agreement.
“Commission” means the sums payable under clause 4.
“Customer” means a person to whom the Agent introduces the Goods.
“Goods” means the tiles listed in Schedule 1.
“Net Invoice Value” means the price of the Goods invoiced to a Customer, less VAT.
“Territory” means Scotland and Northern Ireland.
## Clause headings do not affect the interpretation of this agreement.
# Appointment
## The Principal appoints the Agent as its agent to promote the Goods in the Territory.
## The Agent shall:
- act in good faith;
- describe the Goods accurately to each Customer; and
- comply with the law.
# Duties of the Principal
## The Principal shall provide samples within ten (10) Business Days of a request.
## In this agreement “Business Day” means a day other than a Saturday, Sunday or public holiday in Scotland.
# Commission and payment
## The Principal shall pay Commission at the rate of five per cent. (5%) of the Net Invoice Value, as \
set out in Schedule 2.
## Commission is due when the Customer pays, subject to clause 2.2(b) and clause 3.
## The retainer for the first year is £24,000, payable in advance.
# Confidentiality
## The Agent shall keep the prices of the Goods secret, save as clause 4.1 requires.
## This clause 5 survives the end of this agreement.
# Term and termination
## This agreement begins on its date and continues for three years.
## Either party may end it on ninety (90) days’ notice in writing.
{extra}
# Governing law
## This agreement is governed by the law of Scotland, and the Bribery Act 2010 applies to it.
This agreement has been entered into on the date stated at the beginning of it.
= Schedule 1 – Goods
Wall tiles and floor tiles of the Principal’s standard range.
= Schedule 2 – Commission
|Year|Retainer|Rate|
|First year|£24,000|5%|
|Second year|£26,500|5%|
"""


def findings(extra: str) -> list[Finding]:
    blocks: list[Block] = []
    top = sub = item = row = 0
    for n, line in enumerate(AGREEMENT.replace("{extra}", extra).strip().split("\n"), 1):
        mark, _, words = line.partition(" ")
        key = f"p{n}"
        if line.startswith("|"):
            for c, cell in enumerate(line.strip("|").split("|")):
                blocks.append(Block(f"{key}.{c}", cell.strip(), table=(0, row, c)))
            row += 1
        elif mark == "#":
            top, sub, item = top + 1, 0, 0
            blocks.append(Block(key, words, label=f"{top}.", list_level=0))
        elif mark == "##":
            sub, item = sub + 1, 0
            blocks.append(Block(key, words, label=f"{top}.{sub}", list_level=1))
        elif mark == "-":
            item += 1
            blocks.append(Block(key, words, label=f"{top}.{sub}({chr(96 + item)})", list_level=2))
        else:
            blocks.append(Block(key, words, heading_level=0) if mark == "=" else Block(key, line))
    tree = build_sections(blocks)
    return proofread(blocks, tree, find_references(blocks, tree), find_terms(blocks, tree))


def test_clean_agreement_has_no_finding() -> None:
    assert findings("## Nothing else is agreed.") == []


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("dangling_ref", "## It remains subject to clause 3.6."),
        ("dangling_ref", "## It remains subject to clause 2.2(d)."),
        ("dangling_ref", "## It remains subject to clause 12."),
        ("dangling_ref", "## It remains subject to clauses 4.1 to 4.6."),
        ("missing_schedule", "## The form is in Schedule 3."),
        ("missing_schedule", "## The form is in Part B of Schedule 4."),
        ("wrong_ref_heading", "## Rights under clause 3 (Confidentiality) remain."),
        ("wrong_ref_heading", "## Rights under clause 6 (Commission and payment) remain."),
        ("clause_section_drift", "## Rights under Section 5 remain."),
        ("clause_section_drift", "## Rights under section 4.1 remain."),
        ("party_name", "## Thornfield Ceramic Limited may sell elsewhere."),
        ("party_name", "## Maddox Ferant LLP may sell elsewhere."),
        ("party_name", "## Thornfield Ceramics Ltd. and Maddox & Ferrant LLP may sell elsewhere."),
        ("party_name", "## Thornfields Ceramics Limited may sell elsewhere."),
        ("party_name", "## Maddox Farrant LLP may sell elsewhere."),
        ("unused_term", "“Sample Set” means one tile of each kind."),
        ("unused_term", "## The Agent pays a deposit (the “Sample Deposit”)."),
        ("undefined_term", "## The Agent shall follow the Brand Guidelines."),
        ("undefined_term", "## The Agent shall reach the Sales Target each year."),
        ("undefined_term", "## The Agent shall pay on the Payment Date."),
        ("undefined_term", "## No Insolvency Event has occurred in relation to it."),
        ("double_definition", "“Goods” means all products of the Principal."),
        ("capitalisation_drift", "## The Agent shall not act outside the territory."),
        ("capitalisation_drift", "## The Agent shall hold the goods safely."),
        ("capitalisation_drift", "## It is paid on the net invoice value only."),
        ("capitalisation_drift", "## The Agent may keep the commission, if paid."),
        ("capitalisation_drift", "## Notice takes effect on the next business day."),
        ("list_conjunction", "## The Agent shall:\n- pay;\n- report."),
        ("list_conjunction", "## The Agent shall not:\n- pay bribes;\n- make promises;\n- use its own name."),
        ("bad_date", "## It ends on 31 September 2026."),
        ("bad_date", "## It ends on Monday 4 March 2026."),
        ("bad_date", "## It ends on 30th February 2026."),
        ("number_words", "## It ends after twenty-one (20) days."),
        ("number_words", "## It costs seven and a half per cent. (7.25%)."),
        ("number_words", "## It costs two hundred and fifty pounds (£520)."),
        ("number_words", "## It costs £1,500 (one thousand six hundred pounds)."),
        ("amount_mismatch", "## In the second year the retainer is £25,600."),
        ("amount_mismatch", "## The retainer for the second year is £26,000."),
        ("amount_mismatch", "## The retainer for the second year is $26,500."),
        ("unmatched_bracket", "## The Agent (or its staff may visit."),
        ("unmatched_bracket", "## The Agent “or its staff may visit."),
        ("placeholder", "## The Agent visits on [●]."),
        ("placeholder", "## The Agent visits on [insert date]."),
        ("placeholder", "## The Agent visits [XX] times."),
        ("placeholder", "## The Agent visits [TBC] times."),
        ("drafting_note", "## The Agent visits. [NTD: how often?]"),
        ("drafting_note", "## The Agent visits. [Note: Thornfield to confirm.]"),
        ("drafting_note", "## The Agent visits. [Drafting Note – confirm frequency with client]"),
        ("ref_field_error", "## The Agent visits under clause Error! Reference source not found.."),
        ("unmatched_bracket", "## The Agent may act ‘as a principal in its dealings."),
    ],
)
def test_fault_is_found_and_nothing_else(code: str, extra: str) -> None:
    assert {finding.code for finding in findings(extra)} == {code}


@pytest.mark.parametrize(
    "extra",
    [
        "## Rights under clause 5 (Confidentiality) remain, and clause 4 (Commission) too.",
        (
            "## Rights under section 2(1) of the Unfair Contract Terms Act 1977 and Article "
            "6 of the Rome I Regulation remain."
        ),
        "## Thornfield Ceramics Limited and Thornbury Ceramics Supplies Limited may meet.",
        (
            "## The Information Commissioner, HM Revenue & Customs, the Scottish Arbitration "
            "Centre, Royal Mail and Bank of Scotland may be told."
        ),
        (
            "## The Agent pays the commission of any sub-agent and keeps goods of other "
            "makers, and each potential customer may visit."
        ),
        "## The Agent shall:\n- pay; and\n- report.",
        "## The Agent shall:\n- pay, and\n- report.",
        "## These end it:\n- death;\n- winding up; or\n- breach.",
        "## It ends on Wednesday 4 March 2026 or 29 February 2028.",
        "## It costs seven and a half per cent. (7.5%) or fifty pounds (£50), twelve (12) times.",
        "## The retainer for the second year is £26,500 and the cap on expenses is £2,400.",
    ],
)
def test_look_alikes_are_left_alone(extra: str) -> None:
    assert findings(extra) == []
