"""The command line of what a lawyer writes: names of versions, hand edits."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.app import main
from lexdesk.resources import resources

Run = Callable[..., tuple[int, str, str]]
SAMPLE = resources() / "sample" / "supply-agreement.docx"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command on a matter with the sample agreement."""
    matter = tmp_path / "k.lexmatter"

    def call(command: str, *words: object) -> tuple[int, str, str]:
        status = main([command, "-m", str(matter), *map(str, words)])
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return status, said.out, said.err.strip()

    assert main(["new", str(matter), "--document", str(SAMPLE)]) == 0
    capsys.readouterr()
    return call


def test_a_version_gets_a_name_and_loses_it(run: Run) -> None:
    assert run("name-version", 1, "As received")[1] == "Version 1 is called “As received”.\n"
    assert run("name-version", 1, "")[0] == 0
    status, _out, error = run("name-version", 9, "No such")
    assert status == 2
    assert "There is no version 9." in error


def test_words_are_changed_by_hand_or_wait_when_they_break_something(run: Run) -> None:
    status, out, _error = run("hand-edit", "by the method in Part C", "by the way set out in Part C")
    assert (status, out) == (0, "Version 2 is written and is the head.\n")
    status, _out, error = run("hand-edit", "Customer", "Buyer")
    assert status == 2
    assert "places of the current version" in error
    status, out, _error = run("hand-edit", "“Delivery Site” means", "“Place” means")
    assert status == 0
    assert "waits as a proposal" in out
    assert "DELIVERY SITE" in out.upper()
