"""Kills at random moments of every kind of act: ``python -m tests.review.kills 1000 [--seed S] [--kind K]``.

*Deciding* (decide, undo, revert, branch, import), on plain and sealed matters: a child works on the matter
without end and says after each finished act how long the audit is. It is killed at a random moment; then the
matter must open, hold every act that was said to be finished, and be in the state that its own audit tells,
replayed from the first row: old or new, never between.

*Custody* (``custody_kills``): a child seals, opens a seal, changes a passphrase, packs, takes back, backs up,
rescues, imports, expunges or exports, and is killed on the way.

Without ``--kind`` the two take turns. The last line is JSON.
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
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.matter.records import AuditRow
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, MoveClause, Proposal, ReplaceParagraph
from lexdesk.review.review import Review
from tests.review.custody_acts import PASSPHRASES
from tests.review.custody_kills import CustodyKills
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


def work(path: Path, seed: int, said: int, key: Key | None = None) -> None:
    """The child: acts without end; after each one the length of the audit goes out."""
    chance = random.Random(seed)
    with Matter.open(path, key=key) as matter:
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


def check(path: Path, acknowledged: int, key: Key | None = None) -> int:
    """Raises ``AssertionError`` unless the file is whole and as its audit tells; the audit's length."""
    with Matter.open(path, key=key) as matter:
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


def new_matter(path: Path, passphrase: str = "") -> Key | None:
    """A matter with the small agreement in it; the key of a sealed one."""
    with Matter.create(path, name="Kills", author=BY, passphrase=passphrase) as matter:
        Review(matter).import_document(word_file(LINES), "agreement.docx", BY)
    return Key.of_file(path, passphrase) if passphrase else None


class DecidingKills:
    """Rounds on one matter after the other in ``folder``; ``counts`` says what was seen."""

    def __init__(self, folder: Path, chance: random.Random, seed: int) -> None:
        self.folder, self.chance, self.seed = folder, chance, seed
        self.counts: Counter[str] = Counter()
        self._rounds = self._before = 0
        self._key: Key | None = None

    def round(self) -> None:
        """One child, killed. Raises ``AssertionError`` unless the matter is whole."""
        chance, number = self.chance, self._rounds
        path = self.folder / f"kills{number // _PER_MATTER}.lexmatter"
        if number % _PER_MATTER == 0:
            sealed = number // _PER_MATTER % 2 == 1
            self._key = new_matter(path, PASSPHRASES[0] if sealed else "")
            self._before = check(path, 0, self._key)
        self._rounds += 1
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read_end)
            try:
                work(path, self.seed * 1_000_003 + number, write_end, self._key)
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
        acknowledged = max([self._before, *(int(line) for line in told.split(b"\n")[:-1])])
        self.counts["inside_a_transaction"] += path.with_name(path.name + "-journal").exists()
        after = check(path, acknowledged, self._key)
        self.counts["acts"] += after - self._before
        self.counts["on_sealed"] += self._key is not None
        self._before = after


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill and check; 0 if every kill left a whole matter."""
    parser = argparse.ArgumentParser(description="Kills at random moments of every kind of act")
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("deciding", "custody"), help="only these acts")
    given = parser.parse_args(arguments)
    chance = random.Random(given.seed)
    whole, acts, failed = 0, Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["LEXDESK_HOME"] = str(folder / "home")
        os.environ["LEXDESK_TESSERACT"] = os.environ["LEXDESK_OFFICE"] = "no"
        deciding = DecidingKills(folder, chance, given.seed)
        custody = CustodyKills(folder, chance)
        for number in range(given.rounds):
            try:
                if given.kind == "custody" or (given.kind is None and number % 2):
                    acts[custody.round()] += 1
                else:
                    deciding.round()
                whole += 1
            except (AssertionError, LexDeskError) as error:
                failed += 1
                print(f"round {number}: FAILED {error}", flush=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1} of {given.rounds}: {whole} whole", flush=True)
    print(json.dumps({"custody": dict(custody.counts), "by_act": dict(sorted(acts.items()))}))
    print(json.dumps({"kills": given.rounds, "seed": given.seed, "whole": whole, **deciding.counts}))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
