"""The proof-reader on whole documents: the planted sets, real agreements, the field's own cases."""

import json
from pathlib import Path

import pytest

from lexdesk.assistant.proofreading import FileFinding, proofread_file
from tests.conftest import SHARED
from tests.gold.proofread import document_of, gold_files, main, read, score
from tests.gold.zh_proof.make import make

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring sets are not on this machine")
CHINESE = Path(__file__).parents[1] / "gold" / "zh_proof"


@needs_shared
def test_english_set_keeps_its_figures(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(shared / "gold" / "proof")]) == 0
    totals = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert totals["found"] >= 0.9 * totals["faults"]
    assert all(found >= 0.75 * planted for found, planted in totals["by_kind"].values() if planted >= 8)
    assert totals["traps_hit"] == 0
    assert totals["other_reports"] <= totals["documents"]


def test_chinese_set_is_found_whole_and_without_false_alarms(tmp_path: Path) -> None:
    files = gold_files([CHINESE])
    assert len(files) == 2
    for file in files:
        document = document_of(file, [])
        assert document is not None
        case = score(json.loads(file.read_text(encoding="utf-8")), read(document))
        assert case["missed"] == []
        assert case["traps"] == []
        assert case["others"] == []
    make(tmp_path)
    assert {f.name: f.read_bytes() for f in tmp_path.iterdir()} == {
        f.name: f.read_bytes() for f in CHINESE.iterdir() if f.suffix in (".docx", ".json")
    }


def test_runner_says_when_there_is_nothing_to_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "No gold file" in capsys.readouterr().err


def test_runner_finds_documents_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents, gold = tmp_path / "documents", tmp_path / "gold"
    documents.mkdir()
    gold.mkdir()
    make(documents)
    for file in documents.glob("*.json"):
        file.rename(gold / file.name)
    assert main([str(gold), "--docs", str(documents)]) == 0
    assert json.loads(capsys.readouterr().out.strip().splitlines()[-1])["documents"] == 2


@needs_shared
@pytest.mark.parametrize(
    ("name", "dangling"),
    [
        # Read in the text: there is no Section 8.6, the clause ends with 8.5
        (
            "cuad_PfHospitalityGroupInc_20150923_10_12G_EX_10.1_9266710_EX_10.1_Franchise_Agreement1",
            ["Sections 8.6"],
        ),
        # "this Section 0" is what a broken field leaves in plain text
        (
            "cuad_GopageCorp_20140221_10_K_EX_10.1_8432966_EX_10.1_Content_License_Agreement",
            ["this Section 0"],
        ),
        ("cuad_HYDRONTECHNOLOGIESINC_03_31_1997_EX_10.47_SPONSORSHIP_AGREEMENT", []),
        ("cuad_TUNIUCORP_03_06_2014_EX_10_COOPERATION_AGREEMENT", []),
        ("cuad_BNLFINANCIALCORP_03_30_2007_EX_10.8_OUTSOURCING_AGREEMENT", []),
    ],
)
def test_published_agreements_have_few_errors_and_no_false_dangling_reference(
    shared: Path, name: str, dangling: list[str]
) -> None:
    found = proofread_file(shared / "corpus" / "legal" / f"{name}.txt")
    errors = [f for f in found if f.severity == "error"]
    shown = [f.text for f in errors if f.code == "dangling_ref"]
    assert len(errors) < 5
    assert len(shown) == len(dangling)
    assert all(text.startswith(start) for text, start in zip(shown, dangling, strict=True))


def _said(found: list[FileFinding]) -> list[tuple[str, str]]:
    return [(f.code, f.text) for f in found]


@needs_shared
def test_field_cross_references(shared: Path) -> None:
    """F50: stale field, lost field, number of another clause, number of none: these four, nothing else."""
    found = proofread_file(shared / "field" / "050_cross_references.docx")
    assert _said(found) == [
        ("ref_field_stale", "3"),
        ("ref_field_error", "Error! Reference source not found."),
        ("wrong_ref_heading", "clause 3"),
        ("dangling_ref", "clause 12"),
    ]
    assert found[0].fix == "4"


@needs_shared
def test_field_mixed_numbers(shared: Path) -> None:
    """F51: the typed 2 beside the automatic 2, and 3.1 under clause 2."""
    found = proofread_file(shared / "field" / "051_auto_and_typed_numbers.docx")
    assert _said(found) == [("numbering", "2"), ("numbering", "3.1")]


@needs_shared
def test_field_terms(shared: Path) -> None:
    """F53: undefined "Completion Date", the variant "Buyers Group", lower-case "base rate"."""
    found = proofread_file(shared / "field" / "053_definitions.docx")
    by_code = {
        code: [f.text for f in found if f.code == code] for code in ("undefined_term", "capitalisation_drift")
    }
    assert by_code == {
        "undefined_term": ["Buyers Group", "Completion Date"],
        "capitalisation_drift": ["base rate"],
    }
    assert "the defined term is “Buyer Group”" in next(f.message for f in found if f.text == "Buyers Group")
