"""Advisories on what an edit means: parties, governing law, terms, scope. Each fires, each keeps quiet."""

import json
from pathlib import Path

import pytest

from lexdesk.review.proposal import DeleteClause, InsertAfter, Proposal, ReplaceText
from tests.review.desks import Desk, open_desk, word_file
from tests.review.test_advisories import advisory, labels

LEASE = (
    "Lease",
    "This Lease is made between Harbour Works Limited, a company of 3 Dock Road (the “Lessor”) and "
    "Tide Foods GmbH, a company of 8 Hill Street (the “Lessee”).",
    "1. Repairs",
    "1.1 The Lessee shall keep the roof in repair. The Lessor may inspect it.",
    "1.2 The Lessor insures the building under Section 2.1.",
    "2. Insurance",
    "2.1 The Lessor shall insure the building for its full value.",
    "2.2 The Lessee pays the premium.",
    "3. Law",
    "3.1 This Lease is governed by the laws of the State of New York.",
    "3.2 “Premises” means the building and its yard.",
)
CHINESE = (
    "租赁合同",
    "第一条 维修",
    "甲方负责屋顶的维修，乙方可以检查。",
    "第二条 适用法律",
    "本合同适用中华人民共和国法律。",
    "第三条 付款",
    "乙方应于每月五日前付款。",
)


@pytest.fixture
def lease(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = open_desk(tmp_path / "lease.lexmatter", word_file(LEASE))
    yield made
    made.matter.close()


@pytest.fixture
def chinese(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = open_desk(tmp_path / "zh.lexmatter", word_file(CHINESE))
    yield made
    made.matter.close()


def quiet(desk: Desk, code: str, proposal: Proposal, instruction: str) -> None:
    assert code not in desk.codes(desk.stage(proposal, instruction))


def test_party_changed(lease: Desk) -> None:
    swap = ReplaceText("The Lessee shall keep", "The Lessor shall keep", section="1.1")
    edit = lease.stage(swap, "Make the repairs clause shorter.")
    assert "party_changed" not in lease.codes(lease.stage(swap, "The Lessor should do the repairs."))
    row = advisory(lease, edit, "party_changed")
    assert row.message == (
        "The change to 1.1 puts Lessor in the place of Lessee, which the instruction does not say."
    )
    assert json.loads(row.details)["added"] == ["Lessor"]
    quiet(lease, "party_changed", ReplaceText("keep the roof", "keep the whole roof", section="1.1"), "x")
    renamed = lease.stage(ReplaceText("Tide Foods GmbH", "Ebb Foods GmbH, the Lessor"), "Tidy the names.")
    assert "Tide Foods GmbH" in advisory(lease, renamed, "party_changed").message


def test_party_changed_in_chinese(chinese: Desk) -> None:
    swap = ReplaceText("甲方负责", "乙方负责")
    row = advisory(chinese, chinese.stage(swap, "请简化维修条款。"), "party_changed")
    assert "甲方" in row.message
    quiet(chinese, "party_changed", swap, "屋顶由乙方负责维修。")


def test_governing_law_changed(lease: Desk) -> None:
    law = ReplaceText("State of New York", "State of Delaware", section="3.1")
    row = advisory(lease, lease.stage(law, "Modernise the wording."), "governing_law_changed")
    assert labels(row) == ["3.1"]
    assert "the State of New York to the State of Delaware" in row.message
    quiet(lease, "governing_law_changed", law, "Governing law: Delaware.")
    gone = advisory(
        lease, lease.stage(DeleteClause("3"), "Take out what is too long."), "governing_law_changed"
    )
    assert "takes out the State of New York" in gone.message
    quiet(lease, "governing_law_changed", DeleteClause("3.1"), "Delete the governing law clause.")
    quiet(lease, "governing_law_changed", ReplaceText("its yard", "its garden"), "Say garden.")


def test_governing_law_changed_in_chinese(chinese: Desk) -> None:
    law = ReplaceText("中华人民共和国法律", "香港特别行政区法律")
    row = advisory(chinese, chinese.stage(law, "请改写。"), "governing_law_changed")
    assert "香港特别行政区" in row.message
    quiet(chinese, "governing_law_changed", law, "适用香港特别行政区法律。")


def test_term_undefined(lease: Desk) -> None:
    new = InsertAfter(
        lease.key("2.2"), "2.3 The Lessee shall not harm the Service Yard or the Service Yard Gate."
    )
    row = advisory(lease, lease.stage(new, "Add it."), "term_undefined")
    assert "which this document does not define" in row.message
    assert any("Service Yard" in term for term in json.loads(row.details)["terms"])
    quiet(lease, "term_undefined", InsertAfter(lease.key("2.2"), "2.3 The Premises stay clean."), "Add it.")


def test_outside_scope(lease: Desk) -> None:
    both: list[Proposal] = [
        ReplaceText("full value", "market value", section="2.1"),
        ReplaceText("keep the roof", "keep the whole roof", section="1.1"),
    ]
    edit = lease.stage(both, "In 2.1 say market value.")
    row = advisory(lease, edit, "outside_scope")
    assert row.message == "The instruction names 2.1, but this change also reaches 1.1."
    assert labels(row) == ["1.1"]
    assert "outside_scope" not in lease.codes(
        lease.stage(both, "In 2.1 say market value, and conform elsewhere.")
    )
    assert "outside_scope" not in lease.codes(lease.stage(both, "Say market value."))
    quiet(lease, "outside_scope", both[0], "In Section 2, say market value.")
    quiet(lease, "outside_scope", InsertAfter(lease.key("2.1"), "2.1A New."), "Insert a clause after 2.1.")
    follows = [both[0], ReplaceText("insures the building under", "insures all under", section="1.2")]
    assert "outside_scope" not in lease.codes(lease.stage(follows, "In 2.1 say market value."))


def test_a_number_that_is_no_clause_names_none(lease: Desk) -> None:
    change = ReplaceText("full value", "full value for 2 years", section="2.1")
    quiet(lease, "outside_scope", change, "Insure it for 2 years, 3 at most.")
