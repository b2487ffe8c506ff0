"""Original, amendments, restatement: which text rules on a day, and where clauses went."""

import pytest

from lexdesk.law.amendments import (
    Instrument,
    changes_of,
    clauses_on,
    missing_clauses,
    read_instrument,
    ruling,
    same_clause,
)
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.sections import build_sections
from tests.conftest import SHARED
from tests.gold import crossrefs

FIELD = SHARED / "field"
NAMES = ("057_original_2024", "057_amendment_no_1_2025", "057_amended_and_restated_2026")


def instrument(number: int, text: str) -> Instrument:
    blocks = blocks_from_text(text)
    return read_instrument(number, blocks, build_sections(blocks))


ORIGINAL = instrument(
    1,
    "Lease dated 1 March 2024\n1. Rent\n1.1 The rent is EUR 100.\n1.2 It is due monthly.\n2. Term\n"
    "Five years.\n3. Repairs\nThe tenant repairs the roof and the walls.\n",
)
FIRST = instrument(
    2,
    "Amendment No. 1 dated 2 June 2025\n1. Section 1.1 of the Lease is hereby amended to read as follows: "
    "The rent is EUR 120.\n2. A new Section 2 (Option) is added: The tenant may renew. The existing Section 2"
    " becomes Section 3 and the existing Section 3 becomes Section 4.\n",
)
SECOND = instrument(3, "Second Amendment dated 5 May 2026\nSection 5 is deleted in its entirety.\n")


def test_the_kind_and_date_of_each_stand_in_its_first_lines() -> None:
    assert [(i.kind, i.dated) for i in (ORIGINAL, FIRST, SECOND)] == [
        ("original", "2024-03-01"),
        ("amendment", "2025-06-02"),
        ("amendment", "2026-05-05"),
    ]


def test_the_text_of_a_day_is_the_base_with_the_amendments_until_then() -> None:
    family = [SECOND, FIRST, ORIGINAL]
    assert clauses_on(family, "2024-02-01") == {}
    before = clauses_on(family, "2025-06-01")
    assert "EUR 100" in before["1.1"].text
    assert "Five years" in before["2"].text
    after = clauses_on(family, "2025-06-02")
    assert (after["1.1"].text, after["1.1"].instrument) == ("The rent is EUR 120.", 2)
    assert after["2"].text.startswith("The tenant may renew.")
    assert "Five years" in after["3"].text
    assert (after["4"].label_there, after["4"].instrument) == ("3", 1)


def test_the_deletion_of_a_clause_that_never_was_is_reported() -> None:
    (slip,) = missing_clauses([ORIGINAL, FIRST, SECOND])
    assert (slip.instrument, slip.change.label, slip.change.kind) == (3, "5", "deleted")


def test_a_clause_put_in_by_an_amendment_can_be_changed_by_the_next() -> None:
    later = instrument(4, "Amendment No. 3 dated 6 June 2026\nSection 4 is deleted.\n")
    assert [slip.instrument for slip in missing_clauses([ORIGINAL, FIRST, later])] == []
    assert "4" not in clauses_on([ORIGINAL, FIRST, later], "2026-06-06")


def test_chinese_amendments() -> None:
    original = instrument(
        1, "租赁合同\n签订日期：2024年3月1日\n第一条　租金\n租金一百元。\n第二条　期限\n五年。\n"
    )
    change = instrument(2, "补充协议\n2025年6月2日\n第一条修改为：租金一百二十元。\n删除第九条。\n")
    assert [(c.kind, c.label) for c in changes_of(change)] == [("replaced", "第一条"), ("deleted", "第九条")]
    assert clauses_on([original, change], "2025-07-01")["第一条"].text == "租金一百二十元。"
    assert [slip.change.label for slip in missing_clauses([original, change])] == ["第九条"]


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")
def test_f57_which_text_rules() -> None:
    family = []
    for number, name in enumerate(NAMES, 1):
        read = crossrefs.analyse(FIELD / f"{name}.docx")
        family.append(read_instrument(number, read.blocks, read.tree))
    original, _, restated = family
    assert [i.kind for i in family] == ["original", "amendment", "restated"]
    assert [i.id for i in ruling(family, "2026-12-01")] == [3]
    price = clauses_on(family, "2026-12-01")["1"]
    assert ("EUR 120" in price.text, price.instrument) == (True, 3)
    payment = clauses_on(family, "2025-04-01")["2"]
    assert ("30 days" in payment.text, payment.instrument) == (True, 1)
    assert clauses_on(family, "2025-07-01")["2"].text == "Payment is due in 45 days."
    assert same_clause(original, "3", restated) == "4"
    assert clauses_on(family, "2025-07-01")["4"].label_there == "3"
    (slip,) = missing_clauses(family)
    assert (slip.instrument, slip.change.label, slip.amended) == (2, "9", 1)
