"""``proofread FILE`` in words and as JSON; bad input in one sentence."""

import json
from pathlib import Path

import pytest

from lexdesk.app import main

TEXT = """SERVICES AGREEMENT

1. Scope

1.1 Provider shall act within ten (11) days, as Section 1.9 requires.

1.2 Nothing else is agreed.

2. Term

2.1 The term ends on 31 June 2026.

3. General

3.1 Changes must be in writing.
"""


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    path = tmp_path / "agreement.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_findings_are_listed_with_place_and_count(
    agreement: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["proofread", str(agreement)]) == 0
    said = capsys.readouterr().out
    assert "error   1.1: Words and figures differ: “ten” against “11”.  [number_words]" in said
    assert "There is no Section 1.9 (1 ends at 1.2)." in said
    assert said.strip().endswith("3 errors.")
    assert agreement.read_text(encoding="utf-8") == TEXT


def test_json_gives_codes_places_and_fixes(agreement: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proofread", str(agreement), "--json", "--off", "number_words"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(f["code"], f["place"], f["text"]) for f in found] == [
        ("dangling_ref", "1.1", "Section 1.9"),
        ("bad_date", "2.1", "31 June 2026"),
    ]
    assert all({"severity", "paragraph", "start", "end", "message", "fix"} <= set(f) for f in found)


def test_checks_that_did_not_run_are_named(agreement: Path, capsys: pytest.CaptureFixture[str]) -> None:
    off = [word for code in ("number_words", "dangling_ref", "bad_date") for word in ("--off", code)]
    assert main(["proofread", str(agreement), *off]) == 0
    said = capsys.readouterr().out
    assert "Nothing found by the checks that ran." in said
    assert "did not run: bad_date, dangling_ref, number_words" in said


def test_unknown_switch_and_unreadable_files_are_said_in_a_sentence(
    agreement: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["proofread", str(agreement), "--off", "spelling"]) == 2
    assert "no check called “spelling”" in capsys.readouterr().err
    assert main(["proofread", str(tmp_path / "missing.docx")]) == 2
    (tmp_path / "fake.docx").write_bytes(b"PK\x03\x04 not a zip")
    assert main(["proofread", str(tmp_path / "fake.docx")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_inspect_in_the_form_of_the_gold_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        "TERMS",
        "1. Scope",
        "1.1 The “Goods” are sold as Section 2 says.",
        "2. Price",
        "2.1 Goods cost 5.",
    ]
    text = "\r\n\r\n".join(lines)
    path = tmp_path / "terms.txt"
    path.write_bytes(text.encode())
    assert main(["inspect", str(path), "--as", "gold"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["chars"] == len(text)
    assert [s["label"] for s in form["sections"]] == ["1", "1.1", "2", "2.1"]
    assert all(text[s["start"] :].startswith(s["label"]) for s in form["sections"])
    [reference] = form["references"]
    assert text[reference["start"] : reference["end"]] == reference["text"] == "Section 2"
    assert (reference["kind"], reference["targets"], reference["in_section"]) == ("internal", ["2"], "1.1")
