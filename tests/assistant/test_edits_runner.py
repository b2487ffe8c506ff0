"""The runner that measures instructions: its rules, and the set's own results staged through the product."""

import json

import pytest

from tests.conftest import SHARED
from tests.gold import edits
from tests.gold.edit_rules import Made, changed_words, is_named, judge

SET = SHARED / "gold" / "instructions"
BEFORE = "The buyer pays within 30 days."
TASK = {
    "outcome": "edits",
    "expected": [
        {
            "label": "4.1", "paragraph_index": 7, "paragraph_text_before": BEFORE, "action": "revise",
            "must_contain": ["buyer pays"], "must_contain_any": [["20 days", "twenty days"]],
            "must_not_contain": ["30"], "must_match": ["within (20|twenty)"], "max_changed_words": 2,
        }
    ],
    "warnings_expected": [{"code": "conflict", "places": ["9.2(b)"], "place_paragraphs": [12]}],
    "no_warnings_of": ["xref_shifted"],
}  # fmt: skip
RIGHT = Made(7, "revise", "The buyer pays within 20 days.")
WARNED = [("conflict", ["Section 9.2.b"])]


def test_a_right_edit_passes() -> None:
    verdict = judge(TASK, "edits", [RIGHT], WARNED)
    assert verdict.passed, verdict.why
    assert (verdict.warnings_expected, verdict.warnings_found, verdict.further) == (1, 1, [])


@pytest.mark.parametrize(
    ("outcome", "made", "warned", "why"),
    [
        ("ask", [RIGHT], WARNED, "outcome"),
        ("edits", [Made(8, "revise", RIGHT.text)], WARNED, "nothing done"),
        ("edits", [Made(7, "delete", "")], WARNED, "expected revise"),
        ("edits", [Made(7, "revise", BEFORE)], WARNED, "still has"),
        ("edits", [Made(7, "revise", "Soon the buyer pays, within 20 days.")], WARNED, "changed words"),
        ("edits", [RIGHT, Made(9, "delete", "")], WARNED, "unasked"),
        ("edits", [RIGHT], [("conflict", ["9.2"])], "no warning"),
        ("edits", [RIGHT], [*WARNED, ("xref_shifted", ["p3"])], "false xref_shifted"),
    ],
)
def test_each_fault_fails(
    outcome: str, made: list[Made], warned: list[tuple[str, list[str]]], why: str
) -> None:
    assert why in " ".join(judge(TASK, outcome, made, warned).why)


def test_no_edit_is_right_only_where_none_is_wanted() -> None:
    assert judge({"outcome": "refuse"}, "refuse", [], []).passed
    assert not judge({"outcome": "refuse"}, "refuse", [RIGHT], []).passed


def test_places_are_known_by_label_index_and_row() -> None:
    assert is_named("9.2(b)", 12, ["p12"])
    assert is_named("9.2(b)", [11, 12], ["Clause 9.2 (b)"])
    assert is_named("Cover Page: Governing Law", 3, ["the row Governing Law"])
    assert not is_named("9.2(b)", 12, ["9.2", "p13"])
    assert changed_words("pay in 30 days", "pay in 20 days") == 2


@pytest.mark.skipif(not SET.is_dir(), reason="the measuring set is not here")
def test_the_sets_own_results_pass_with_their_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    folders = [
        "--docs",
        str(SHARED / "corpus" / "docx"),
        "--docs",
        str(SHARED / "gold" / "crossrefs" / "docs"),
    ]
    assert edits.main([str(SET / "tasks.json"), *folders, "--model", "perfect"]) == 0
    totals = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert totals["passed"] == totals["tasks"] == 24
    assert totals["warnings_found"] == totals["warnings_expected"] > 0
    assert totals["warnings_barred"] == totals["outside_changes"] == 0
    assert totals["warnings_further"] < 2 * totals["edit_tasks"]
