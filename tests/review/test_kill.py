"""P13 for decisions: killed at any moment, the matter holds the old state or the new one, never between.

A thousand kills: ``python -m tests.review.kills 1000``.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from tests.review.kills import BY, check, new_matter

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_p13_harness_5_killed_while_deciding_undoing_reverting_and_importing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.review.kills", "25", "--seed", "13", "--kind", "deciding"],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["kills"] == seen["whole"] == 25
    assert seen["acts"] > 25


def test_the_check_notices_a_state_between(tmp_path: Path) -> None:
    path = tmp_path / "between.lexmatter"
    new_matter(path)
    assert check(path, 0) == 2
    with Matter.open(path) as matter:
        matter.write(
            lambda tx: (
                tx.documents.add_branch(1, "half", 1),
                tx.act(BY, "half", "done"),
            )  # no act tells of it
        )
    with pytest.raises(AssertionError, match="heads"):
        check(path, 0)


@pytest.mark.slow
def test_p13_killed_while_sealing_packing_taking_back_and_importing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.review.kills", "6", "--seed", "14", "--kind", "custody"],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1])["whole"] == 6
