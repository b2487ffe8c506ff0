"""The measuring runner of the quote check, on a set made here."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_runner_counts_what_it_should_and_fails_only_when_it_cannot_run(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The notice period is thirty days and runs from receipt.", "utf-8")
    texts = [
        ("The notice period is thirty days", "exact", [0, 32]),
        ("The notice period is sixty days and runs", "altered", [0, 41]),
        ("Time is of the essence in all respects", "exact", None),
    ]
    cases = [
        {
            "id": str(n),
            "quote": quote,
            "claimed_source": "a.txt",
            "verdict": verdict,
            "source_span": span,
            "kind": "k",
            "what": "",
        }
        for n, (quote, verdict, span) in enumerate(texts)
    ]
    (tmp_path / "set.json").write_text(json.dumps({"cases": cases}), "utf-8")
    command = [
        sys.executable,
        "-m",
        "tests.gold.quotes",
        str(tmp_path / "set.json"),
        "--json",
        str(tmp_path / "out.json"),
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout.splitlines()[-1]) == {
        "cases": 3, "right": 2, "bad_passed": 0, "false_alarms": 1, "spans_found": 2, "spans": 2,
    }  # fmt: skip
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["0"] == {
        "id": "0", "verdict": "exact", "span": [0, 32], "note": "",
    }  # fmt: skip
    (tmp_path / "a.txt").unlink()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "a.txt" in again.stderr
