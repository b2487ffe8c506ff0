"""P13 for decisions: killed at any moment, the matter holds the old state or the new one, never between."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.review.structure import Structures
from tests.review.desks import AGREEMENT, LAWYER, open_desk, word_file

WORKER = """
import sys
from pathlib import Path
from lexdesk.matter.file import Matter
from lexdesk.review.proposal import ReplaceParagraph
from lexdesk.review.review import Review

with Matter.open(Path(sys.argv[1])) as matter:
    review = Review(matter)
    for turn in range(10_000):
        head = matter.read().documents.head(1)
        blocks = review.structures.of(head.id).blocks
        block = blocks[(turn * 5 + head.id) % len(blocks)]
        edit = review.stage(
            ReplaceParagraph(block.key, f"Turn {turn} of version {head.id}."),
            document_id=1, version_id=head.id, instruction="Turn.", created_by="model: worker",
        )
        review.show_advisories(edit.id, "Ada Counsel")
        review.accept([edit.id], "Ada Counsel")
        print("accepted", flush=True)
        if turn % 3 == 2:
            review.undo(1, "Ada Counsel")
        if turn % 4 == 3:
            review.revert(head.id, "Ada Counsel")
"""


@pytest.mark.slow
def test_p13_killed_while_deciding(tmp_path: Path) -> None:
    rng = random.Random(13)
    desk = open_desk(tmp_path / "kill.lexmatter", word_file(AGREEMENT))
    desk.matter.close()
    path = tmp_path / "kill.lexmatter"
    for _ in range(8):
        worker = subprocess.Popen([sys.executable, "-c", WORKER, str(path)], stdout=subprocess.PIPE)
        assert worker.stdout is not None
        for _ in range(rng.randrange(1, 4)):
            assert worker.stdout.readline() == b"accepted\n"
        # The moment within the next act is as random as the scheduler makes it.
        for _ in range(rng.randrange(60_000)):
            pass
        worker.kill()
        worker.wait()
        worker.stdout.close()
        check(path)


def check(path: Path) -> None:
    with Matter.open(path) as matter:
        reader = matter.read()
        assert reader.audit.verify() == []
        structures = Structures(matter)
        decided = {d.version_id: d.edit_id for d in reader.decisions.list(1)}
        for version in reader.versions.list(1):
            rows = reader.changes.of_version(version.id)
            if version.kind == "accept":
                assert [row.edit_id for row in rows] == [decided[version.id]]
                assert rows[0].decided_by == LAWYER
        head = reader.documents.head(1)
        assert len(structures.of(head.id).blocks) == len(AGREEMENT)
        chain = {row.id for row in reader.versions.chain(head.id)}
        for edit in reader.edits.list(1, "staged"):
            assert not any(d.version_id in chain for d in reader.decisions.of_edit(edit.id))
        acts = [row.act for row in reader.audit.rows()]
        assert acts.count("edit.accept") == len(decided)
