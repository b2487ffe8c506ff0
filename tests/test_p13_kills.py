"""P13: kill the process at any instruction, and the matter opens at the last finished act."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.parametrize(("what", "seed"), [("accept", 1), ("ask", 2), ("import", 3)])
def test_p13_killed_at_random_moments_the_matter_opens_whole(tmp_path: Path, what: str, seed: int) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "killing.py"), str(tmp_path), what, "17", str(seed)],
        cwd=ROOT,
        env={
            "PATH": "",
            "PYTHONPATH": str(ROOT),
            "LEXDESK_HOME": str(tmp_path / "home"),
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["rounds"] == 17
    assert seen["acts"] > 0
