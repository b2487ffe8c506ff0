"""Measure lineage: ``python -m tests.gold.lineage FOLDER [--json FILE]`` (or scenario files).

Every scenario is replayed through the real store, as a lawyer's acts; its questions are answered from
the records.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexdesk.errors import LexDeskError
from lexdesk.matter.errors import NotFound
from lexdesk.matter.file import Matter
from lexdesk.matter.records import VersionRow
from lexdesk.review.errors import ApprovalOutdated
from lexdesk.review.lineage import Hunk
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, Proposal, ReplaceParagraph
from lexdesk.review.review import Review
from tests.gold.anchors import LAWYER, word_file
from tests.gold.sets import files_of, read_json, speaking

HOW = {"import": "import", "accept": "accept", "hand_edit": "manual", "revert": "revert", "branch": "branch"}


class Replay:
    """One scenario in one matter. Version numbers of the scenario are those of the document."""

    def __init__(self, scenario: dict[str, Any], folder: Path) -> None:
        path = folder / f"{scenario['id']}.lexmatter"
        self.matter = Matter.create(path, name=scenario["title"], author=LAWYER)
        self.review = Review(self.matter)
        texts = [clause["text"] for clause in scenario["base"]["clauses"]]
        self.document = self.review.import_document(word_file(texts), "base.docx", LAWYER).id
        self.edits: dict[str, int] = {}

    def version(self, number: Any) -> VersionRow:
        """The version of that number; "head" is the head of the current branch."""
        if number == "head":
            return self.matter.read().documents.head(self.document)
        for row in self.matter.read().versions.list(self.document):
            if row.number == number:
                return row
        raise NotFound("version", number)

    def number(self, version_id: int) -> int:
        return self.matter.read().versions.get(version_id).number

    def keys(self, version_id: int) -> list[str]:
        return [block.key for block in self.review.structures.of(version_id).blocks]

    def clauses(self, version_id: int) -> list[str]:
        return [block.text for block in self.review.structures.of(version_id).blocks]

    # steps

    def step(self, step: dict[str, Any]) -> list[str]:
        """Do one step; what came out otherwise than stated."""
        before = len(self.matter.read().versions.list(self.document))
        try:
            getattr(self, f"do_{step['op']}")(step)
            refused = ""
        except LexDeskError as error:
            refused = str(error)
        rows = self.matter.read().versions.list(self.document)
        made = rows[-1].number if len(rows) > before else None
        found = []
        if bool(refused) != (step.get("expect") == "refused"):
            found.append(f"step {step}: {refused or 'not refused'}")
        if made != step.get("creates"):
            found.append(f"step {step}: made version {made}")
        return found

    def proposals(self, step: dict[str, Any], head: int) -> list[Proposal]:
        key = self.keys(head)[int(step["clause"]) - 1]
        if step.get("delete"):
            return [DeleteParagraphs((key,))]
        if step.get("insert_after"):
            return [InsertAfter(key, step["new_text"])]
        return [ReplaceParagraph(key, step["new_text"])]

    def do_stage(self, step: dict[str, Any]) -> None:
        head = self.version("head").id
        edit = self.review.stage(
            self.proposals(step, head),
            document_id=self.document,
            version_id=head,
            instruction=step["instruction"],
            explanation=step["explanation"],
            created_by="model: runner",
        )
        self.edits[step["edit"]] = edit.id

    def do_accept(self, step: dict[str, Any]) -> None:
        self.accept([self.edits.get(name, 0) for name in step["edits"]])

    def accept(self, ids: Sequence[int]) -> None:
        """Read the warnings and accept; a new warning on the moved head is read and accepted again."""
        for edit_id in ids:
            self.review.show_advisories(edit_id, LAWYER)
        try:
            self.review.accept(ids, LAWYER)
        except ApprovalOutdated:
            for edit_id in ids:
                self.review.show_advisories(edit_id, LAWYER)
            self.review.accept(ids, LAWYER)

    def do_reject(self, step: dict[str, Any]) -> None:
        self.review.reject([self.edits[step["edit"]]], LAWYER)

    def do_manual(self, step: dict[str, Any]) -> None:
        keys = self.keys(self.version("head").id)
        proposals: list[Proposal] = []
        for change in step["changes"]:
            if "insert_after" in change:
                proposals.append(InsertAfter(keys[int(change["insert_after"]) - 1], change["text"]))
            elif change.get("delete"):
                proposals.append(DeleteParagraphs((keys[int(change["clause"]) - 1],)))
            else:
                proposals.append(ReplaceParagraph(keys[int(change["clause"]) - 1], change["new_text"]))
        done = self.review.hand_edit(self.document, proposals, LAWYER, step.get("note", ""))
        if done.edit is not None:
            self.accept([done.edit.id])

    def do_import(self, step: dict[str, Any]) -> None:
        self.review.import_version(self.document, word_file(step["clauses"]), step["file"], LAWYER)

    def do_revert(self, step: dict[str, Any]) -> None:
        self.review.revert(self.version(step["to"]).id, LAWYER)

    def do_branch(self, step: dict[str, Any]) -> None:
        self.review.branch(self.version(step["from"]).id, step["name"], LAWYER)

    def do_switch(self, step: dict[str, Any]) -> None:
        self.review.switch(self.document, step["name"], LAWYER)

    def do_undo(self, step: dict[str, Any]) -> None:
        self.review.undo(self.document, LAWYER, versions_only=True)

    def do_redo(self, step: dict[str, Any]) -> None:
        self.review.redo(self.document, LAWYER, versions_only=True)

    # answers

    def graph(self) -> list[list[Any]]:
        rows = self.matter.read().versions.list(self.document)
        numbers = {row.id: row.number for row in rows}
        return [
            [row.number, numbers.get(row.parent_id or 0), "base" if row.number == 1 else HOW[row.kind]]
            for row in rows
        ]

    def branch(self) -> str:
        reader = self.matter.read()
        return reader.documents.branch(reader.documents.get(self.document).current_branch).name

    def edit_name(self, edit_id: int | None) -> str | None:
        return next((name for name, known in self.edits.items() if known == edit_id), None)

    def place(self, version_id: int, key: str) -> str | None:
        keys = self.keys(version_id)
        return str(keys.index(key) + 1) if key in keys else None

    def hunk(self, hunk: Hunk) -> dict[str, Any]:
        change = hunk.change
        return {
            "from_version": hunk.before.number,
            "to_version": hunk.after.number,
            "clause": self.place(hunk.before.id, change.paragraph_key),
            "clause_after": self.place(hunk.after.id, change.paragraph_key),
            "removed": change.removed,
            "added": change.added,
            "edit": self.edit_name(change.edit_id),
            "instruction": change.instruction if change.edit_id is not None else None,
            "source": change.source,
            "confidence": change.confidence,
        }

    def q_parent_chain(self, q: dict[str, Any]) -> Any:
        return [row.number for row in self.review.lineage.chain(self.version(q["version"]).id)]

    def q_hunks(self, q: dict[str, Any]) -> Any:
        found = self.review.lineage.hunks(self.version(q["to"]).id, self.version(q["from"]).id)
        return [self.hunk(hunk) for hunk in found]

    def q_contains(self, q: dict[str, Any]) -> Any:
        version = self.version(q["version"])
        answer = self.review.lineage.who_changed(version.id, q["words"])
        removed = None if answer.present else answer.hunk
        told = self.hunk(removed) if removed is not None else {}
        names = ("from_version", "to_version", "clause", "source", "confidence")
        return {
            "present": answer.present,
            "clauses": [self.place(version.id, key) for key in answer.keys],
            "chain_versions_with": sorted(self.number(v) for v in answer.chain_versions_with),
            "other_versions_with": sorted(self.number(v) for v in answer.other_versions_with),
            "removed_by_edit": told.get("edit"),
            "removed_in": {name: told[name] for name in names} if told else None,
            "reason": answer.reason,
        }

    def q_net_diff(self, q: dict[str, Any]) -> Any:
        first, second = self.version(q["from"]).id, self.version(q["to"]).id
        return [
            {
                "clause_from": self.place(first, change.key_from),
                "clause_to": self.place(second, change.key_to),
                "removed": change.removed,
                "added": change.added,
            }
            for change in self.review.lineage.net_diff(first, second)
        ]

    def q_edits_only_on(self, q: dict[str, Any]) -> Any:
        ids = self.review.lineage.edits_only_on(self.version(q["other"]).id, self.version(q["than"]).id)
        return sorted(str(self.edit_name(edit_id)) for edit_id in ids)

    def q_merge_base(self, q: dict[str, Any]) -> Any:
        first, second = (self.version(number).id for number in q["versions"])
        ancestor = self.review.lineage.common_ancestor(first, second)
        return ancestor.number if ancestor is not None else None

    def q_clause_number(self, q: dict[str, Any]) -> Any:
        found = {}
        for number in q["versions"]:
            texts = self.clauses(self.version(number).id)
            hits = [str(k) for k, text in enumerate(texts, 1) if text.startswith(q["starts_with"])]
            found[str(number)] = hits[0] if hits else None
        return found

    def q_clause_text(self, q: dict[str, Any]) -> Any:
        return self.clauses(self.version(q["version"]).id)[int(q["clause"]) - 1]

    def q_accepted_in(self, q: dict[str, Any]) -> Any:
        return [row.number for row in self.review.lineage.accepted_in(self.edits.get(q["edit"], 0))]

    def q_claim(self, q: dict[str, Any]) -> Any:
        by_edit = q.get("by_edit")
        said = self.review.lineage.claim(
            self.version(q["version"]).id,
            q["removed_words"],
            self.edits.get(by_edit, 0) if by_edit else None,
            q.get("instruction_says") or "",
        )
        if said.hunk is None:
            return {"verdict": said.verdict, "evidence": None}
        told = self.hunk(said.hunk)
        names = ("from_version", "to_version", "edit", "source")
        return {"verdict": said.verdict, "evidence": {name: told[name] for name in names}}


def run_scenario(scenario: dict[str, Any], folder: Path) -> tuple[list[str], int]:
    """What came out otherwise than stated, and how many questions were answered right."""
    replay = Replay(scenario, folder)
    try:
        found: list[str] = []
        for step in scenario["steps"]:
            found += replay.step(step)
        if replay.graph() != scenario["graph"]:
            found.append(f"graph {replay.graph()}")
        if replay.version("head").number != scenario["head"] or replay.branch() != scenario["branch"]:
            found.append(f"head {replay.version('head').number} on {replay.branch()}")
        right = 0
        for question in scenario["questions"]:
            try:
                answer = getattr(replay, f"q_{question['kind']}")(question)
            except LexDeskError:  # a version that an earlier step should have made
                answer = "no answer"
            if answer == question["answer"]:
                right += 1
            else:
                found.append(f"{question['id']} {question['kind']}: {json.dumps(answer, ensure_ascii=False)}")
        problems = replay.matter.read().audit.verify()
        return found + problems, right
    finally:
        replay.matter.close()


@speaking
def main(arguments: list[str] | None = None) -> int:
    """Print a table and the totals; 0 unless the set could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    files = [file for path in given.paths for file in files_of(path)]
    totals = {"scenarios": 0, "exact": 0, "questions": 0, "right": 0}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            scenario = read_json(file)
            if not isinstance(scenario, dict) or "steps" not in scenario:
                continue
            found, right = run_scenario(scenario, Path(folder))
            totals["scenarios"] += 1
            totals["exact"] += not found
            totals["questions"] += len(scenario["questions"])
            totals["right"] += right
            mark = "ok " if not found else "NO "
            print(f"{mark} {scenario['id']:10} {right} of {len(scenario['questions'])}  {scenario['title']}")
            for problem in found:
                print(f"      {problem}")
            rows.append({"id": scenario["id"], "right": right, "problems": found})
    if not totals["scenarios"]:
        print("No scenario was found there.", file=sys.stderr)
        return 2
    if given.json:
        given.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    print(json.dumps(totals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
