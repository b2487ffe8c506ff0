"""Disks that take a write and then fail, quotas, shares without locks: what a small file system cannot show.

A library loaded before libc lets calls fail, so that SQLite, SQLCipher and Python see the error alike.
"""

import errno
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.review.custody_acts import Act, World

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import os, sys
from pathlib import Path
from tests.review.custody_acts import run_command
status = run_command(sys.argv[3:], Path(sys.argv[1]), Path(sys.argv[2]))
os._exit(status)
"""

pytestmark = pytest.mark.skipif(
    shutil.which("gcc") is None or not Path("/proc/self/fd").exists(),
    reason="needs gcc and /proc to make the library that lets calls fail",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("failing") / "failing.so"
    source = Path(__file__).with_name("failing_disk.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(source), "-ldl"], check=True)
    return made


@pytest.fixture(params=[False, True], ids=["plain", "sealed"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    (tmp_path / "disk").mkdir()
    (tmp_path / "roomy").mkdir()
    return World(tmp_path / "disk", tmp_path / "roomy", random.Random(4), sealed=request.param)


def run(world: World, act: Act, **failing: str) -> tuple[int, str]:
    """The act in a process of its own; its status and words."""
    said = world.roomy / "said.txt"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **failing}
    words = [sys.executable, "-c", RUN, str(world.passphrase_file), str(said), *act.argv]
    done = subprocess.run(words, cwd=ROOT, env=environment, check=False, timeout=120)
    return done.returncode, said.read_text("utf-8")


CASES = [
    ("accept", "fsync", errno.EIO, 1),
    ("accept", "write", errno.EDQUOT, 9),
    ("accept", "fsync", errno.EDQUOT, 3),
    ("import docx", "write", errno.EIO, 20),
    ("export", "fsync", errno.ENOSPC, 4),
    ("seal", "fsync", errno.EDQUOT, 3),
    ("backup", "write", errno.EDQUOT, 30),
    ("change passphrase", "fsync", errno.EIO, 5),
    ("set passphrase", "write", errno.EDQUOT, 40),
]


@pytest.mark.parametrize(("name", "call", "number", "after"), CASES)
def test_an_act_is_finished_or_refused_and_nothing_is_lost(
    library: Path, world: World, name: str, call: str, number: int, after: int
) -> None:
    if name not in world.names():
        pytest.skip("such a matter knows no such act")
    act = world.make(name)
    failing = {
        "LD_PRELOAD": str(library),
        "FAIL_UNDER": str(world.disk),
        "FAIL_CALL": call,
        "FAIL_WITH": str(number),
        "FAIL_AFTER": str(after),
    }
    status, words = run(world, act, **failing)
    assert "Traceback" not in words
    assert "unexpectedly" not in words
    assert (status == 0) == act.happened(), words
    if status:
        assert status == 2
        if number in (errno.EDQUOT, errno.ENOSPC):
            assert "room" in words, words
        else:
            assert "disk" in words or "could not be written" in words, words
        assert run(world, act)[0] == 0
        assert act.happened()
    world.acknowledge(act)
    world.check()
    assert [path for path in world.strangers() if not path.name.endswith("-journal")] == []


def test_a_share_without_locks_opens_for_reading_and_says_why(library: Path, world: World) -> None:
    act = world.make("accept")
    failing = {"LD_PRELOAD": str(library), "FAIL_UNDER": str(world.disk), "FAIL_CALL": "flock"}
    status, words = run(world, act, **failing, FAIL_WITH=str(errno.ENOLCK))
    assert (status, "lock" in words, act.happened()) == (2, True, False), words
    world.check()
