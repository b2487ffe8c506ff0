"""There and back between two homes with other user, time zone, language and Python. P4, P7, P13.

What was recorded before the hand-off reads the same on both sides, byte for byte: pins, tool results, packets
and change records, compared by one hash each. What was done over there comes back and reads the same here.

The other Python is the one of ``LEXDESK_OTHER_PYTHON``, or one of this machine that has LexDesk's packages.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.review.proposal import DeleteClause
from lexdesk.review.review import Review
from tests.handoff_acts import hashes, work
from tests.pythons import VERSIONS, find_python
from tests.review.desks import AGREEMENT, word_file

REPO = Path(__file__).parent.parent
PASSPHRASE = "lantern orbit velvet tundra"


@dataclass(frozen=True)
class Home:
    """A lawyer's home: folder, surroundings and Python."""

    folder: Path
    user: str
    zone: str
    language: str
    python: str

    def run(self, module: str, *words: object) -> dict[str, object]:
        """One module run there; what it prints as JSON."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "passphrase").write_text(PASSPHRASE, "utf-8")
        surroundings = {
            **os.environ,
            "TZ": self.zone,
            "LANG": self.language,
            "LC_ALL": "C.UTF-8",
            "USER": self.user,
            "LOGNAME": self.user,
            "HOME": str(self.folder),
            "LEXDESK_HOME": str(self.folder / "lexdesk"),
            "LEXDESK_PASSPHRASE_FILE": str(self.folder / "passphrase"),
            "PYTHONPATH": str(REPO),
        }
        done = subprocess.run(
            [self.python, "-m", module, *map(str, words)],
            cwd=self.folder,
            env=surroundings,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert isinstance(found, dict)
        return found

    def lexdesk(self, *words: object) -> dict[str, object]:
        """One command."""
        return self.run("lexdesk.app", *words, "--json")

    def work(self, path: Path, old: str, new: str, by: str) -> None:
        """One instruction carried out: a look-up, a pin, an edit, its acceptance."""
        self.run("tests.handoff_acts", "work", path, old, new, by)

    def hashes(self, path: Path, counts: object = None) -> tuple[dict[str, str], dict[str, int]]:
        """One hash for each kind of record, of those that were there first; and how many these are."""
        said = self.run("tests.handoff_acts", "hashes", path, *([json.dumps(counts)] if counts else []))
        return said["hashes"], said["counts"]  # type: ignore[return-value]


def other_python() -> str:
    """A Python of another version with LexDesk's packages; without one the test is skipped."""
    given = os.environ.get("LEXDESK_OTHER_PYTHON")
    if given:
        return given
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    for version in VERSIONS:
        found = find_python(version) if version != here else None
        if found and subprocess.run(
            [found, "-c", "import lexdesk.app, pydantic, sqlcipher3, pyrage, lxml"],
            cwd=REPO, capture_output=True, check=False,
        ).returncode == 0:  # fmt: skip
            return str(found)
    pytest.skip("no other Python with LexDesk's packages: LEXDESK_OTHER_PYTHON can name one")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("python", ["this", "another"])
def test_there_and_back_everything_reads_the_same(tmp_path: Path, python: str) -> None:
    there_python = sys.executable if python == "this" else other_python()
    ada = Home(tmp_path / "ada's home", "ada", "America/New_York", "en_US.UTF-8", sys.executable)
    bo = Home(tmp_path / "博的家", "bo", "Asia/Shanghai", "zh_CN.UTF-8", there_python)
    matter = tmp_path / "Kilnbrook.lexmatter"
    (tmp_path / "draft.docx").write_bytes(word_file(AGREEMENT))
    ada.lexdesk("new", matter, "--document", tmp_path / "draft.docx")
    work(matter, "accurate books", "good books", "Ada")
    with Matter.open(matter) as opened:
        review = Review(opened)
        waiting = review.stage(
            DeleteClause("12.7"), document_id=1, version_id=opened.read().documents.head(1).id, created_by="x"
        )
        assert waiting.state == "staged"
    before, counts = hashes(matter)

    sent = ada.lexdesk("seal", matter, tmp_path / "out.lexsealed")
    made = bo.lexdesk(
        "unseal", tmp_path / "out.lexsealed", tmp_path / "副本.lexmatter", "--head", sent["head"]
    )
    there = Path(str(made["path"]))
    assert bo.hashes(there, counts)[0] == before
    assert bo.lexdesk("verify", there)["broken"] == []

    bo.work(there, "thirty (30) days of receipt", "sixty (60) days of receipt", "博")
    theirs, their_counts = bo.hashes(there)
    work(matter, "without notice", "without written notice", "Ada")
    bo.lexdesk("seal", there, tmp_path / "back.lexsealed")
    taken = ada.lexdesk("take-back", "-m", matter, tmp_path / "back.lexsealed")
    assert hashes(matter, counts)[0] == before
    assert len(taken["branches"]) == 1  # type: ignore[arg-type]
    with Matter.open(matter, read_only=True) as opened, Matter.open(there, read_only=True) as other:
        here, over = opened.read().connection, other.read().connection
        for sql in (
            "SELECT removed, added, kind, decided_by, at, source FROM changes WHERE added LIKE '%60%'",
            "SELECT output, sha256, started_at, ended_at FROM tool_results WHERE output LIKE '%sixty%'",
            "SELECT instruction, model, frozen_at FROM packets WHERE instruction LIKE '%sixty%'",
        ):
            assert here.rows(sql) == over.rows(sql) != []
        assert opened.read().audit.verify() == []
        zones = [row.at for row in opened.read().audit.rows()]
        assert all(at.endswith("+00:00") for at in zones)  # instants, whatever the clocks on the wall said
    assert their_counts["changes"] > counts["changes"]
    assert theirs != before
