"""The measuring sets and the field documents, where they are at hand."""

import json
from pathlib import Path

import pytest

from lexdesk.law.terms import undefined_terms
from tests.conftest import SHARED
from tests.gold import crossrefs, impact

GOLD = SHARED / "gold"
FIELD = SHARED / "field"
with_gold = pytest.mark.skipif(not GOLD.is_dir(), reason="the measuring sets are not at hand")
with_field = pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")


def last_line(capsys: pytest.CaptureFixture[str]) -> dict[str, float]:
    return dict(json.loads(capsys.readouterr().out.strip().splitlines()[-1]))


@with_gold
def test_cross_references_of_the_gold_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert crossrefs.main([str(GOLD / "crossrefs"), str(GOLD / "zh")]) == 0
    totals = last_line(capsys)
    assert totals["sections_f1"] >= 0.98
    assert totals["spans_f1"] >= 0.98
    assert totals["targets_f1"] >= 0.96
    assert totals["external_accuracy"] >= 0.95
    assert totals["relative_accuracy"] >= 0.9
    assert totals["dangling"] == totals["dangling_found"] > 0
    assert totals["terms_f1"] >= 0.95


@with_gold
def test_every_impact_case_of_the_gold_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert impact.main([str(GOLD / "crossrefs")]) == 0
    totals = last_line(capsys)
    assert totals["cases"] == totals["exact"] > 0


def test_a_folder_without_gold_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert crossrefs.main([str(tmp_path)]) == 2
    assert impact.main([str(tmp_path)]) == 2
    assert "found" in capsys.readouterr().err


@with_field
def test_f50_stale_broken_and_missing_references() -> None:
    analysis = crossrefs.analyse(FIELD / "050_cross_references.docx")
    found = [(r.kind, r.targets, r.auto) for r in analysis.references]
    assert found[0] == ("internal", ("4",), True)
    assert (found[1][0], found[1][2]) == ("dangling", True)
    assert found[2:] == [("internal", ("3",), False), ("dangling", ("12",), False)]


@with_field
def test_f53_definitions() -> None:
    analysis = crossrefs.analyse(FIELD / "053_definitions.docx")
    expected = json.loads((FIELD / "053_expected.json").read_text(encoding="utf-8"))
    assert [t.name for t in analysis.terms] == expected["defined"]
    undefined = undefined_terms(analysis.blocks, analysis.tree, analysis.terms)
    assert {u.name: u.variant_of for u in undefined} == {"Buyers Group": "Buyer Group", "Completion Date": ""}


@with_field
def test_f51_automatic_and_typed_numbers_stand_in_one_tree() -> None:
    analysis = crossrefs.analyse(FIELD / "051_auto_and_typed_numbers.docx")
    found = [(s.label, s.automatic) for s in analysis.tree.sections]
    assert found == [
        ("1", True),
        ("2", False),
        ("2", True),
        ("3.1", False),
        ("2.1", True),
        ("2.1(a)", True),
        ("2.1(b)", False),
        ("2.1(a)(i)", True),
    ]
    headings = [s.heading for s in analysis.tree.sections[:3]]
    assert headings == ["Scope", "Fees (number typed by hand)", "Term"], "a note behind it hides no heading"
