"""Each check finds its fault in many wordings and leaves the look-alikes alone."""

from dataclasses import replace

import pytest

from lexdesk.law.model import Block, FieldSpan
from lexdesk.law.proofreading import CHECKS, Finding, Remark, UnknownCheck, proofread
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections
from lexdesk.law.terms import find_terms
from lexdesk.text.spans import Span

# A clean agreement; ``{extra}`` takes what a test plants. "# " marks headings, "|" rows of the table.
AGREEMENT = """# DISTRIBUTION AGREEMENT
This Distribution Agreement (this “Agreement”) is made on June 2, 2025 between Harrow & Finch \
Instruments, Inc., a Nevada corporation (“Supplier”), and Delmar Coastal Supply Co., a California \
corporation (“Distributor”).
1.\tDefinitions
“Products” means the instruments listed in Exhibit A.
“Net Sales” means the gross amount invoiced by Distributor for the Products, less returns.
“Territory” means the states of Nevada and Utah.
“Purchase Order” means a written order for Products issued by Distributor.
2.\tAppointment
2.1\tSupplier appoints Distributor as its distributor of the Products in the Territory. Distributor \
accepts that appointment.
2.2\tDistributor shall report Net Sales every month and shall place each Purchase Order in writing.
3.\tPrices and Payment
3.1\tDistributor shall pay the prices in Exhibit B within thirty (30) days after the invoice date.
3.2\tLate amounts bear interest as described in Section 3.1.
4.\tConfidentiality
4.1\tEach party shall keep the terms of this Agreement secret. This Section 4 survives termination.
4.2\tThe duty in Section 4.1 does not apply to information that is public.
5.\tTerm and Termination
5.1\tThis Agreement runs for two (2) years from its date.
5.2\tEither party may terminate on sixty (60) days’ notice.
{extra}
6.\tGeneral
6.1\tThis Agreement is governed by the laws of the State of Nevada.
6.2\tNotices under Section 5.2 must be in writing.
IN WITNESS WHEREOF, the parties have signed this Agreement.
# Exhibit A – Products
Model 12 and Model 14 instruments.
# Exhibit B – Prices
|Product|Unit price|
|Model 12|$1,250|
|Model 14|$1,475|
"""


def blocks_of(text: str) -> list[Block]:
    """One block for each line or cell; a tab is written \\t."""
    blocks: list[Block] = []
    row = 0
    for n, line in enumerate(text.strip().split("\n"), 1):
        if line.startswith("|"):
            cells = line.strip("|").split("|")
            blocks += [Block(f"p{n}.{c}", cell.strip(), table=(0, row, c)) for c, cell in enumerate(cells)]
            row += 1
        else:
            heading = line.startswith("# ")
            blocks.append(Block(f"p{n}", line.removeprefix("# "), heading_level=0 if heading else None))
    return blocks


def findings(
    blocks: list[Block], off: tuple[str, ...] = (), remarks: tuple[Remark, ...] = ()
) -> list[Finding]:
    tree = build_sections(blocks)
    return proofread(blocks, tree, find_references(blocks, tree), find_terms(blocks, tree), off, remarks)


def planted(extra: str, off: tuple[str, ...] = ()) -> list[Finding]:
    return findings(blocks_of(AGREEMENT.replace("{extra}", extra)), off)


def test_clean_agreement_has_no_finding() -> None:
    assert planted("5.3\tNothing else is agreed.") == []


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("bad_date", "5.3\tThe first review takes place on Tuesday, June 31, 2025."),
        ("bad_date", "5.3\tThe first review takes place on 29 February 2027."),
        ("bad_date", "5.3\tThe first review takes place on Friday, the 5th of June, 2025."),
        ("bad_date", "5.3\tThe first review takes place on June 5, 2025 (a Friday)."),
        ("bad_date", "5.3\tThe first review takes place on Sept. 31, 2025."),
        ("number_words", "5.3\tSupplier may claim ninety-five percent (90%) of the price."),
        ("number_words", "5.3\tSupplier may claim five thousand five hundred dollars ($5,050.00)."),
        ("number_words", "5.3\tSupplier may claim it within 45 (forty) days."),
        ("number_words", "5.3\tSupplier may claim a fee of $12,000 (twelve hundred dollars)."),
        ("number_words", "5.3\tSupplier shall keep two and one-half percent (2.25%) of the price."),
        ("number_words", "5.3\tSupplier shall keep twelve (21) months of records."),
        ("number_words", "5.3\tSupplier shall pay one million five hundred thousand dollars (US$1,050,000)."),
        ("number_words", "5.3\tSupplier shall pay two hundred and fifty thousand pounds (£205,000)."),
        ("number_words", "5.3\tSupplier shall act by the tenth (15th) day of each month."),
        ("dangling_ref", "5.3\tThe rights in Sections 4.1 and 4.7 remain."),
        ("dangling_ref", "5.3\tThe rights in Section 9 remain."),
        ("dangling_ref", "5.3\tThe rights in Section 11.2 remain."),
        ("dangling_ref", "5.3\tThe rights in Section 5.2(c) remain."),
        ("wrong_ref_heading", "5.3\tThe rights in Section 3 (Confidentiality) remain."),
        ("wrong_ref_heading", "5.3\tThe rights in Section 2, “Confidentiality”, remain."),
        ("wrong_ref_heading", "5.3\tThe rights in Section 4 (Warranty Disclaimer) remain."),
        ("wrong_ref_heading", "5.3\tThe rights in Section 2 – Confidentiality remain."),
        ("undefined_term", "5.3\tSupplier shall replace any Defective Unit at its cost."),
        ("undefined_term", "5.3\tSupplier shall meet the Service Levels at all times."),
        ("undefined_term", "5.3\tThis is subject to the Quality Manual."),
        ("undefined_term", "5.3\tDistributor shall meet its Minimum Purchase Commitment."),
        (
            "undefined_term",
            "5.3\tSupplier shall carry out each Recall within ten (10) days and bear the Recall Costs.",
        ),
        ("unused_term", "“Recall Plan” means the plan for a recall."),
        ("unused_term", "5.3\tSupplier keeps a list of dealers (the “Dealer List”)."),
        ("double_definition", "“Territory” means the state of Oregon."),
        ("double_definition", "5.3\tGoods of Supplier (the “Products”) may be returned."),
        ("capitalisation_drift", "5.3\tDistributor shall not sell outside the territory without consent."),
        ("capitalisation_drift", "5.3\tDistributor shall not sell the products to dealers."),
        ("capitalisation_drift", "5.3\tDistributor shall keep records of net sales for a year."),
        ("capitalisation_drift", "5.3\tSupplier shall fill each purchase order promptly."),
        ("capitalisation_drift", "5.3\tThe terms of this agreement bind successors."),
        ("capitalisation_drift", "5.3\tIf supplier fails to ship, Distributor may cancel."),
        ("undefined_term", "5.3\tDistributor and its Affiliates may sell."),
        ("undefined_term", "5.3\tSupplier may draw on the Deposit."),
        ("undefined_term", "5.3\tSupplier pays within five (5) Business Days."),
        ("numbering", "7.\tMore\n7.1\tThis stays here for good.\n9.\tLast\n9.1\tThat stays too."),
        ("party_name", "5.3\tHarrow & Finch Instrument, Inc. may assign its rights."),
        ("party_name", "5.3\tHarrow and Finch Instruments, LLC may assign its rights."),
        ("party_name", "5.3\tDelmar Costal Supply Co. may assign its rights."),
        ("party_name", "5.3\tDel Mar Coastal Supply Co. may assign its rights."),
        ("numbering", "5.4\tThis stays."),
        ("numbering", "5.2\tThis stays."),
        ("double_letter", "5.3\tSupplier may:\n(a)\tstop;\n(b)\twait; and\n(b)\tresume."),
        ("numbering", "5.3\tSupplier may:\n(a)\tstop;\n(b)\twait; and\n(d)\tresume."),
        ("list_conjunction", "5.3\tSupplier may:\n(a)\tstop;\n(b)\twait;\n(c)\tresume."),
        ("list_conjunction", "5.3\tSupplier may:\n(i)\tstop;\n(ii)\tresume."),
        ("unmatched_bracket", "5.3\tSupplier may stop (but not resume."),
        ("unmatched_bracket", "5.3\tSupplier may “stop or resume."),
        ("unmatched_bracket", "5.3\tSupplier may stop or resume”."),
        ("unmatched_bracket", "5.3\tSupplier may [stop or resume."),
        ("unmatched_bracket", "5.3\tSupplier may stop (but not resume]."),
        ("unmatched_bracket", "5.3\tSupplier may stop (but not resume))."),
        ("placeholder", "5.3\tSupplier may stop on [date]."),
        ("placeholder", "5.3\tSupplier may stop on [●] 2025."),
        ("placeholder", "5.3\tSupplier may stop in TBC."),
        ("placeholder", "5.3\tSupplier shall pay $___ per unit sold in the Territory under this Agreement."),
        ("placeholder", "5.3\tSupplier shall pay [amount in words] per unit."),
        ("placeholder", "5.3\tSupplier shall tell <<Client Name>> at once."),
        ("placeholder", "5.3\tSupplier shall pay $XX,XXX per year."),
        ("placeholder", "5.3\tSupplier shall pay within [ ] days."),
        ("placeholder", "5.3\tSupplier shall pay within [__] days."),
        ("placeholder", "5.3\tThe cap is to be agreed [TBD]."),
        ("placeholder", "5.3\tThe cap is [to be inserted]."),
        ("drafting_note", "5.3\tThe cap is ten. [Drafting note: check with insurer.]"),
        ("drafting_note", "5.3\tThe cap is ten. [Supplier to confirm.]"),
        ("drafting_note", "5.3\tThe cap is ten. [DN: is this still right?]"),
        ("drafting_note", "5.3\tThe cap is ten. (Note to self: ask finance.)"),
        ("drafting_note", "5.3\tThe cap is ten. [To be discussed with the client.]"),
        ("drafting_note", "5.3\tThe cap is ten. [Comment: too low?]"),
        ("drafting_note", "5.3\tThe cap is ten. [Delete if not applicable]"),
        ("missing_schedule", "5.3\tSpare parts are in Exhibit D."),
        ("missing_schedule", "5.3\tSpare parts are in Schedule 2 to this Agreement."),
        ("clause_section_drift", "5.3\tClause 4.1 goes first."),
        ("clause_section_drift", "5.3\tThis is subject to clause 4."),
        ("ref_field_error", "5.3\tError! Bookmark not defined. applies."),
        ("amount_mismatch", "5.3\tThe unit price of Model 12 is $1,520."),
        ("amount_mismatch", "5.3\tThe price of a Model 14 is $1,745 per unit."),
    ],
)
def test_fault_is_found_and_nothing_else(code: str, extra: str) -> None:
    found = planted(extra)
    assert {finding.code for finding in found} == {code}
    assert planted(extra, off=(code,)) == []


@pytest.mark.parametrize(
    "extra",
    [
        (
            "5.3\tSupplier shall pay one and one-half percent (1.5%) per month, three (3) months in "
            "arrears, up to twenty-five thousand dollars ($25,000), on the fifteenth (15th) day."
        ),
        (
            "5.3\tSupplier shall pay two-thirds (2/3) of the price; Section 2.1 and thirty (30) "
            "calendar days apply; one hundred per cent. (100%)."
        ),
        (
            "5.3\tThe rights in Section 365(n) of the Bankruptcy Code and Section 9.2 of the Supply "
            "Contract dated 2 May 2020 remain."
        ),
        "5.3\tSection 2-314 of the Uniform Commercial Code and 17 U.S.C. § 101 apply, as does Rule 10b-5.",
        (
            "5.3\tThe rights in Section 5 (Termination), Section 3 (Payment) and Section 4 (the "
            "“Duty”) remain, and Section 2 (as amended)."
        ),
        (
            "5.3\tThe United States Patent and Trademark Office, the American Arbitration Association, "
            "the Chief Financial Officer of Supplier and the Securities and Exchange Commission in New "
            "York City may be told."
        ),
        (
            "5.3\tSupplier follows Good Friday, Pacific Standard Time, Generally Accepted Accounting "
            "Principles, ISO 9001, the World Trade Organization and the Food and Drug Administration."
        ),
        "5.3\t“Net Sales” has the meaning given in Section 1.",
        (
            "5.3\tDistributor may sell other products and any product of its own, and territory taxes "
            "stay with it."
        ),
        (
            "5.3\tHarrow & Finch Instruments, Inc. and Delmar Coastal Supply Co. agree with Harrow "
            "Optical GmbH and First Coastal Bank."
        ),
        "5.3\tSupplier may:\n(a)\tstop; or\n(b)\twait; or\n(c)\tresume.",
        "5.3\tSupplier may:\n(a)\tstop;\n(b)\twait; and/or\n(c)\tresume.",
        '5.3\tSupplier may: a) stop; b) resume (with 5" pipes); or 1) wait (see (a) above).',
        "5.3\tThe unit price of Model 12 is $1,250. The deposit is $5,000.",
        "5.3\tAny other supplier may bid, and no other agreement or distributor network is affected.",
        "5.3\tDistributor keeps its own net sales and any new purchase order of another maker secret.",
    ],
)
def test_look_alikes_are_left_alone(extra: str) -> None:
    assert planted(extra) == []


def test_finding_says_where_how_grave_and_what_to_put_there() -> None:
    blocks = blocks_of(AGREEMENT.replace("{extra}", "5.3\tClause 4.1 goes first."))
    [finding] = findings(blocks)
    text = next(b.text for b in blocks if b.key == finding.block)
    assert text[finding.span.start : finding.span.end] == "Clause"
    assert (finding.severity, finding.fix) == ("note", "Section")


def test_lower_case_term_and_party_name_have_a_safe_fix() -> None:
    [drift] = planted("5.3\tDistributor shall keep records of net sales for a year.")
    [name] = planted("5.3\tDelmar Costal Supply Co. may assign its rights.")
    assert drift.fix == "Net Sales"
    assert name.fix == "Delmar Coastal Supply Co."


def test_severity_is_fixed_for_each_kind() -> None:
    assert len({check.code for check in CHECKS}) == len(CHECKS)
    by_code = {check.code: check.severity for check in CHECKS}
    assert by_code["dangling_ref"] == "error"
    assert by_code["unused_term"] == "note"
    found = planted("5.3\tThe rights in Section 9 remain on [date] and on 31 June 2025.")
    assert {f.code: f.severity for f in found} == {
        "dangling_ref": "error", "placeholder": "warning", "bad_date": "error",
    }  # fmt: skip


def test_unknown_switch_is_said_in_a_sentence() -> None:
    with pytest.raises(UnknownCheck, match="no check called “spelling”"):
        planted("5.3\tNothing else is agreed.", off=("spelling",))


def test_comments_and_highlighting_are_findings() -> None:
    blocks = blocks_of(AGREEMENT.replace("{extra}", "5.3\tNothing else is agreed."))
    key = next(b.key for b in blocks if b.text.startswith("5.3"))
    remarks = (
        Remark(key, Span(4, 11), "comment", "Is this right?"),
        Remark(key, Span(12, 16), "highlight"),
    )
    found = findings(blocks, remarks=remarks)
    assert [(f.code, f.span) for f in found] == [
        ("drafting_note", Span(4, 11)),
        ("drafting_note", Span(12, 16)),
    ]
    assert "Is this right?" in found[0].message


def test_unreferenced_exhibit_is_reported_at_its_label() -> None:
    blocks = blocks_of(
        AGREEMENT.replace("{extra}", "5.3\tNothing else is agreed.") + "# Exhibit C – Training\nOne day."
    )
    [finding] = findings(blocks)
    assert (finding.code, finding.span) == ("unreferenced_schedule", Span(0, 9))


def test_field_that_shows_an_old_number_is_reported_with_the_new_one() -> None:
    blocks = [
        Block("a", "Scope of the work", label="1."),
        Block("b", "Price of the work", label="2.", bookmarks=("_Ref1",)),
        Block(
            "c",
            "Subject to clause 1, the price is fixed.",
            label="3.",
            fields=(FieldSpan(Span(18, 19), "_Ref1"),),
        ),
    ]
    [finding] = findings(blocks)
    assert (finding.code, finding.fix) == ("ref_field_stale", "2")


def test_total_that_is_not_the_sum_of_its_rows() -> None:
    text = AGREEMENT.replace("{extra}", "5.3\tNothing else is agreed.").strip()
    assert findings(blocks_of(text + "\n|Total|$2,725|")) == []
    [finding] = findings(blocks_of(text + "\n|Total|$2,752|"))
    assert finding.code == "amount_mismatch"
    assert "2,725" in finding.message


def test_form_and_signature_blanks_and_redactions_are_no_placeholders() -> None:
    text = AGREEMENT.replace("{extra}", "5.3\tA release in the form of Exhibit C is due.").strip()
    form = "\n# Exhibit C – Form of Release\nDate: [date], name: [insert name], place: ____________"
    assert findings(blocks_of(text + form)) == []
    signed = text.replace(
        "signed this Agreement.", "signed this Agreement.\nBy: ______________\nName: [name]"
    )
    assert findings(blocks_of(signed.replace("form of Exhibit C", "form of a letter"))) == []
    redacted = planted(
        "5.3\tConfidential treatment was requested. The fee is $[***], or [] if lower, payable by wire."
    )
    assert redacted == []


def test_aside_may_run_over_a_list() -> None:
    extra = "5.3\tSupplier may act (if it wishes:\n(a)\tat once; or\n(b)\tlater), but not twice."
    assert planted(extra) == []


def test_blocks_are_not_changed_and_order_is_that_of_the_text() -> None:
    blocks = blocks_of(AGREEMENT.replace("{extra}", "5.3\tIn TBD days see Section 9 and ten (11) days."))
    before = [replace(b) for b in blocks]
    found = findings(blocks)
    assert blocks == before
    assert [f.code for f in found] == ["placeholder", "dangling_ref", "number_words"]
