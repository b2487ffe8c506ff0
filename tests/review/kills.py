"""Kills at random moments of decide, undo, revert, branch and import: ``python -m tests.review.kills 1000``.

A child works on the matter without end and says after each finished act how long the audit is. It is
killed at a random moment; then the matter must open, hold every act that was said to be finished, and be in
the state that its own audit tells, replayed from the first row: old or new, never between. The last line is
JSON.
"""

import argparse
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.records import AuditRow
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, MoveClause, Proposal, ReplaceParagraph
from lexdesk.review.review import Review
from tests.review.desks import word_file

BY = "Ada Counsel"
LINES = [
    f"{n}. Duty {n}. The Supplier shall keep record number {n} for thirty (30) days." for n in range(1, 9)
]
ACTS = (
    "accept", "accept", "batch", "reject", "set_aside", "undo", "undo", "redo", "revert", "branch", "switch",
    "hand_edit", "import_version", "move",
)  # fmt: skip
_PER_MATTER = 40  # rounds on one file; then a new one, so that no round grows long
_MADE = (
    "document.import",
    "edit.accept",
    "version.import",
    "version.hand_edit",
    "version.revert",
    "version.branch",
)


def act(review: Review, kind: str, chance: random.Random) -> None:
    """One act on the head; what the product refuses is refused."""
    reader = review.matter.read()
    head = reader.documents.head(1)
    blocks = review.structures.of(head.id).blocks
    block = chance.choice(blocks)

    def stage(proposal: Proposal) -> int:
        edit = review.stage(
            proposal, document_id=1, version_id=head.id, instruction="Do it.", created_by="model: child"
        )
        review.show_advisories(edit.id, BY)
        return edit.id

    text = f"{block.text.split('. ')[0]}. Turn {chance.randrange(10**6)}."
    if kind == "undo":
        review.undo(1, BY)
    elif kind == "redo":
        review.redo(1, BY)
    elif kind == "revert":
        review.revert(chance.choice(reader.versions.list(1)).id, BY)
    elif kind == "branch":
        review.branch(head.id, f"branch {len(reader.documents.branches(1))}", BY)
    elif kind == "switch":
        review.switch(1, chance.choice(reader.documents.branches(1)).name, BY)
    elif kind == "hand_edit":
        review.hand_edit(1, [ReplaceParagraph(block.key, text)], BY)
    elif kind == "import_version":
        texts = [b.text for b in blocks]
        texts.insert(chance.randrange(len(texts)), text)
        review.import_version(1, word_file(texts[:12]), "draft.docx", BY)
    elif kind == "move":
        one, other = chance.sample(range(1, 9), 2)
        review.accept([stage(MoveClause(str(one), str(other)))], BY)
    elif kind == "batch":
        one, other = chance.sample(blocks, 2)
        changes = [ReplaceParagraph(one.key, text), InsertAfter(other.key, f"{text} More.")]
        review.accept([stage(change) for change in changes], BY)
    elif kind in ("reject", "set_aside"):
        edit = stage(DeleteParagraphs((block.key,)))
        (review.reject if kind == "reject" else review.set_aside)([edit], BY)
    else:
        review.accept([stage(ReplaceParagraph(block.key, text))], BY)


def work(path: Path, seed: int, said: int) -> None:
    """The child: acts without end; after each one the length of the audit goes out."""
    chance = random.Random(seed)
    with Matter.open(path) as matter:
        review = Review(matter)
        while True:
            with suppress(LexDeskError):
                act(review, chance.choice(ACTS), chance)
            os.write(said, b"%d\n" % matter.read().audit.head()[0])


def replayed(rows: Sequence[AuditRow]) -> tuple[dict[str, int], str, dict[int, str], set[int]]:
    """What the audit tells: heads by branch, the current branch, states of edits, versions."""
    heads: dict[str, int] = {}
    branch, states, versions = "main", dict[int, str](), set[int]()
    for row in rows:
        detail = json.loads(row.detail)
        name, _, number = row.subject.partition(" ")
        if row.act in _MADE:
            made = int(detail.get("version", row.subject))
            branch = detail["name"] if row.act == "version.branch" else branch
            versions.add(made)
            heads[branch] = made
        if row.act == "edit.stage":
            states[int(row.subject)] = "staged"
        elif row.act in ("edit.accept", "edit.reject", "edit.set_aside"):
            state = {"edit.accept": "accepted", "edit.reject": "rejected"}.get(row.act, "set_aside")
            states.update(dict.fromkeys(map(int, row.subject.split(",")), state))
        elif row.act == "branch.switch":
            branch = row.subject
        elif row.act == "undo" and name == "version":
            heads[branch] = int(detail["head"])
            states.update(dict.fromkeys(detail["staged_again"], "staged"))
        elif row.act == "undo":
            states[int(number)] = "staged"
        elif row.act == "redo" and name == "version":
            heads[branch] = int(number)
            states.update(dict.fromkeys(detail["edits"], "accepted"))
        elif row.act == "redo":
            states[int(number)] = {"reject": "rejected"}.get(detail["action"], "set_aside")
    return heads, branch, states, versions


def check(path: Path, acknowledged: int) -> int:
    """Raises ``AssertionError`` unless the file is whole and as its audit tells; the audit's length."""
    with Matter.open(path) as matter:
        reader = matter.read()
        assert reader.audit.verify() == [], reader.audit.verify()
        rows = reader.audit.rows()
        assert len(rows) >= acknowledged, f"{acknowledged} rows were acknowledged, {len(rows)} are there"
        heads, branch, states, versions = replayed(rows)
        assert versions == {row.id for row in reader.versions.list(1)}, "versions without an act, or none"
        assert heads == {row.name: row.head_version for row in reader.documents.branches(1)}, "heads"
        current = reader.documents.branch(reader.documents.get(1).current_branch)
        assert current.name == branch, "the current branch"
        assert states == {row.id: row.state for row in reader.edits.list()}, "states of edits"
        decided = [
            (row.edit_id, row.version_id) for row in reader.decisions.list(1) if row.action == "accept"
        ]
        told = [
            (int(edit), json.loads(row.detail)["version"])
            for row in rows
            if row.act == "edit.accept"
            for edit in row.subject.split(",")
        ]
        assert sorted(decided) == sorted(told), "decisions"
        review = Review(matter)
        composed = review.lineage.texts(1)
        for version in reader.versions.list(1)[-4:]:
            blocks = review.structures.of(version.id).blocks
            assert composed[version.id] == {b.key: b.text for b in blocks}, "records and text differ"
            records = reader.changes.of_version(version.id)
            assert records or version.kind not in ("accept", "hand_edit"), "a version without records"
        return len(rows)


def new_matter(path: Path) -> None:
    """A matter with the small agreement in it."""
    with Matter.create(path, name="Kills", author=BY) as matter:
        Review(matter).import_document(word_file(LINES), "agreement.docx", BY)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill and check; 0 if every kill left a whole matter."""
    parser = argparse.ArgumentParser(description="Kills at random moments of deciding")
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    chance = random.Random(given.seed)
    total = kills = inside = 0
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(given.rounds):
            path = Path(folder) / f"kills{round_number // _PER_MATTER}.lexmatter"
            if round_number % _PER_MATTER == 0:
                new_matter(path)
                before = check(path, 0)
            read_end, write_end = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(read_end)
                try:
                    work(path, given.seed * 1_000_003 + round_number, write_end)
                finally:
                    os._exit(0)
            os.close(write_end)
            if chance.random() < 0.9:  # else even opening may be cut
                select.select([read_end], [], [], 30)
            time.sleep(chance.uniform(0, 0.08))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            told = b""
            while block := os.read(read_end, 4096):
                told += block
            os.close(read_end)
            acknowledged = max([before, *(int(line) for line in told.split(b"\n")[:-1])])
            inside += path.with_name(path.name + "-journal").exists()  # a transaction was under way
            after = check(path, acknowledged)
            total += after - before
            before = after
            kills += 1
    print(json.dumps({"kills": kills, "whole": kills, "acts": total, "inside_a_transaction": inside}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
