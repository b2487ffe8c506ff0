"""P13: killed at any instant, the matter opens at the last finished act."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.matter import Matter

KILLS = 20

# Each act touches many tables and is announced once it is finished.
WORK = """
import sys
from lexdesk.matter import Matter
from lexdesk.matter.records import ChangeRow, EditOpRow
from lexdesk.word.model import StoredPart

def act(tx):
    head = tx.documents.head(1)
    op = EditOpRow(1, "replace", "p1", 0, 3, "old", "new", "", "", "1")
    edit = tx.edits.add(1, head.id, None, 1, "replace", "1", "", "", "m", [op])
    part = StoredPart("document.xml", "{}", b"%d" % edit.id * 5000)
    version = tx.versions.add(1, head.id, "accept", "anna", "", "", ["p1"], [part])
    tx.documents.set_head(1, version.id, "accept")
    tx.edits.set_state(edit.id, "accepted")
    tx.decisions.add(edit.id, "accept", "anna", "", version.id)
    change = ChangeRow(0, 1, version.id, head.id, 1, "p1", "", "1", "", "replace", "old", "new", "", "",
                       "anna", "anna", "", None, edit.id, "apply_time", "high")
    tx.changes.add(change)
    tx.act("anna", "edit_accepted", f"edit {edit.id}", version=version.id)
    return version.number

def start(tx):
    run = tx.runs.start(1, "ask", "guided", "m", 1, 1)
    tx.tools.start(run.id, "search", "{}", "{}")
    tx.chats.add_message(1, "assistant", "Half an ans", run.id, "streaming")
    tx.act("LexDesk", "run_started", f"run {run.id}")

matter = Matter.open(sys.argv[1])
matter.write(start)
while True:
    print(matter.write(act), flush=True)
"""


def laid_out(path: Path) -> None:
    from tests.matter.conftest import lay_ground

    with Matter.create(path, name="Meridian", author="anna") as matter:
        matter.write(lay_ground)


def announced(process: "subprocess.Popen[str]", seconds: float) -> list[int]:
    """The acts that were called finished before the process was killed, at a random moment."""
    assert process.stdout is not None
    first = process.stdout.readline()
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    rest = process.communicate()[0]
    return [int(line) for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


@pytest.mark.slow
def test_p13_killed_at_random_moments_the_last_finished_act_is_there(matter_path: Path) -> None:
    laid_out(matter_path)
    moments = random.Random(12)
    expected = 1
    for kill in range(1, KILLS + 1):
        process = subprocess.Popen(
            [sys.executable, "-c", WORK, str(matter_path)], stdout=subprocess.PIPE, text=True
        )
        finished = announced(process, moments.uniform(0, 0.06))
        with Matter.open(matter_path) as matter:  # the check of the whole file is part of opening
            read = matter.read()
            head = read.documents.head(1)
            assert finished[-1] <= head.number <= finished[-1] + 1, "the act in flight is there or is not"
            assert head.number > expected
            assert finished == list(range(expected + 1, finished[-1] + 1)), "no act called finished was lost"
            expected = head.number
            accepted = expected - 1
            assert read.audit.verify() == []
            assert [v.number for v in read.versions.chain(head.id)] == list(range(expected, 0, -1))
            assert [e.state for e in read.edits.list()] == ["accepted"] * accepted
            assert len(read.decisions.list(1)) == len(read.changes.of_document(1)) == accepted
            assert sum(row.act == "edit_accepted" for row in read.audit.rows()) == accepted
            assert read.versions.parts(head.id)[0].data == b"%d" % accepted * 5000
            # What was under way is marked, once, and nothing of it runs again.
            assert {run.state for run in read.runs.list()} == {"interrupted"}
            assert len(read.runs.list()) == kill + 1
            assert {m.state for m in read.chats.messages(1)} == {"stopped"}
            assert read.chats.messages(1)[-1].text == "Half an ans"
            assert sum(row.act == "interrupted_work_marked" for row in read.audit.rows()) == kill + 1


CREATE = """
import sys
from pathlib import Path
from lexdesk.matter import Matter
for n in range(1000):
    Matter.create(Path(sys.argv[1]) / f"{sys.argv[2]}-{n}.lexmatter", name="A", author="anna").close()
    print(n, flush=True)
"""


@pytest.mark.slow
def test_p13_killed_while_creating_there_is_a_whole_matter_or_none(tmp_path: Path) -> None:
    moments = random.Random(13)
    made = 0
    for kill in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", CREATE, str(tmp_path), str(kill)], stdout=subprocess.PIPE, text=True
        )
        made += len(announced(process, moments.uniform(0, 0.1)))
    paths = list(tmp_path.glob("*.lexmatter"))
    assert made <= len(paths) <= made + 6
    for path in paths:
        with Matter.open(path) as matter:
            assert matter.read().audit.verify() == []
            assert not matter.read_only
