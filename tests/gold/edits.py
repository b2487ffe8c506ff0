"""Measure edits from instructions over real agreements.

``python -m tests.gold.edits TASKS --docs FOLDER [--docs FOLDER2] --model FILE.gguf [--plain] [--json FILE]``

Every task gets a fresh matter with its document; the instruction goes through ``Desk.ask``, edits are only
staged, and what was staged is compared with the expectation. ``--model perfect`` stages the set's own
results instead, so that anchoring, writing and warnings are measured without a model. ``--plain`` is the
baseline: the model is asked for old and new text over the best candidates.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.tools import SectionArguments, get_cross_references
from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, Proposal, ReplaceParagraph
from lexdesk.review.resolution import is_move, texts_after
from lexdesk.review.structure import Structure
from tests.gold.edit_rules import Made, Verdict, judge
from tests.gold.kept_answers import KeptAnswers
from tests.gold.plain_prompt import ask_plainly
from tests.gold.sets import SetProblem, has_list, read_json, speaking

LAWYER = "Runner"
_BODY = "word/document.xml"
_OUTCOMES = {"done": "edits", "asked": "ask", "refused": "refuse", "no_change": "no_change"}
Act = Callable[[Desk, Mapping[str, Any]], tuple[str, str]]


def indexes(structure: Structure) -> dict[str, int]:
    """Index of every paragraph of the main part by key."""
    return {p.key: p.index for p in structure.document.paragraphs if p.part == _BODY}


def made_by(edit: EditRow, structure: Structure) -> list[Made]:
    """The staged edit as whole new texts per paragraph of the version it names."""
    at = indexes(structure)
    texts = {block.key: block.text for block in structure.blocks}
    after = texts_after(edit.ops, texts)
    made: list[Made] = []
    moved = {op.paragraph_key: op for op in edit.ops if is_move(op)}
    for key, op in moved.items():  # the set knows no moves: gone here, new there
        made.append(Made(at.get(key, -1), "delete", ""))
        beside = at.get(op.like_key, -1) - (op.op == "move_before")
        made.append(Made(beside, "insert_after", texts[key]))
    for key in dict.fromkeys(op.paragraph_key for op in edit.ops if not op.new_key and not is_move(op)):
        new = after.get(key)
        made.append(Made(at.get(key, -1), "delete" if not new else "revise", new or ""))
    for op in edit.ops:
        if op.new_key:
            anchor = at.get(op.paragraph_key, -1)
            made.append(Made(anchor - (op.op == "insert_before"), "insert_after", op.new_text))
    return made


def warned_by(desk: Desk, edit: EditRow, structure: Structure) -> list[tuple[str, list[str]]]:
    """Code and places of each advisory but "rests on the instruction alone"; places by paragraph index."""
    at = indexes(structure)
    warned = []
    for row in desk.matter.read().advisories.of_edit(edit.id):
        if row.code == "instruction_only":
            continue
        places = [
            f"p{at[place.paragraph_key]}" if place.paragraph_key in at else place.label
            for place in row.places
        ]
        warned.append((row.code, list(dict.fromkeys(places))))
    return warned


def by_asking(desk: Desk, task: Mapping[str, Any]) -> tuple[str, str]:
    """The instruction as a lawyer gives it."""
    message = desk.ask(desk.chats()[0].id, task["instruction"])
    state = desk.matter.read().runs.get(message.run_id or 0).state
    return _OUTCOMES.get(state, state) if state != "done" or message.edit_ids else "none", message.text


def by_staging(results: Mapping[str, Any]) -> Act:
    """The result that comes with the set, staged with the look-ups that code makes before a deletion."""

    def act(desk: Desk, task: Mapping[str, Any]) -> tuple[str, str]:
        result = results.get(task["id"], {})
        edits = result.get("edits") or []
        if not edits:
            return str(result.get("outcome", "none")), ""
        document = desk.documents()[0][0]
        head = desk.matter.read().documents.head(document).id
        structure = desk.structures.of(head)
        keys = {index: key for key, index in indexes(structure).items()}
        desk.review.stage(
            _proposals(edits, keys, structure),
            document_id=document,
            version_id=head,
            instruction=task["instruction"],
            created_by="model: perfect",
            lookups=_look_ups(desk, document, head, edits, keys, structure),
        )
        return "edits", ""

    return act


def _proposals(
    edits: Sequence[Mapping[str, Any]], keys: Mapping[int, str], structure: Structure
) -> list[Proposal]:
    proposals: list[Proposal] = []
    gone = tuple(keys[edit["paragraph_index"]] for edit in edits if edit["action"] == "delete")
    if gone:
        proposals.append(DeleteParagraphs(gone))
    inserted: dict[str, list[str]] = {}
    for edit in edits:
        key = keys[edit["paragraph_index"]]
        if edit["action"] == "revise":
            proposals.append(ReplaceParagraph(key, edit["new_text"], structure.text(key)))
        elif edit["action"] == "insert_after":
            inserted.setdefault(key, []).append(edit["new_text"])
    return proposals + [InsertAfter(key, "\n".join(texts)) for key, texts in inserted.items()]


def _look_ups(
    desk: Desk,
    document: int,
    version: int,
    edits: Sequence[Mapping[str, Any]],
    keys: Mapping[int, str],
    structure: Structure,
) -> list[int]:
    """Recorded cross-reference look-ups for every clause that goes whole (P6)."""
    gone = {keys[edit["paragraph_index"]] for edit in edits if edit["action"] == "delete"}
    sections = [section for section in structure.tree.sections if gone and set(section.blocks) <= gone]
    if not sections:
        return []
    chat = desk.chats()[0].id
    run = desk.matter.write(
        lambda tx: (
            tx.runs.start(chat, "look up", "guided", "perfect", document, version),
            tx.act(LAWYER, "chat.ask", f"chat {chat}"),
        )[0]
    )
    recorder = RunRecorder(desk.matter, run, None, lambda event: None, lambda: False)
    scope = desk._scope(chat, document)
    found = []
    for section in sections:
        name = section.label or section.id
        arguments = SectionArguments(document_id=document, version_id=version, section=name)
        call = recorder.tool(
            "get_cross_references", arguments, lambda one=section: get_cross_references(scope, one)
        )
        found.append(call.id)
    return found


def run_task(
    task: Mapping[str, Any], document: Path, model: KeptAnswers | None, act: Act, folder: Path
) -> tuple[Verdict, dict[str, Any]]:
    """One task on a fresh matter: the verdict, and everything that was seen."""
    began = time.monotonic()
    path = folder / f"{task['id']}.lexmatter"
    with Desk(Matter.create(path, name=task["id"], author=LAWYER), lambda: model) as desk:
        desk.import_document(document)
        structure = desk.structures.of(desk.matter.read().documents.head(desk.documents()[0][0]).id)
        try:
            outcome, message = act(desk, task)
        except LexDeskError as error:
            outcome, message = f"failed ({error.code})", str(error)
        edits = desk.matter.read().edits.list()
        made = [one for edit in edits for one in made_by(edit, structure)]
        warned = [one for edit in edits for one in warned_by(desk, edit, structure)]
    verdict = judge(task, outcome, made, warned)
    row = {
        "id": task["id"],
        "kind": task.get("kind", ""),
        "passed": verdict.passed,
        "outcome": outcome,
        "message": message,
        "made": [vars(one) for one in made],
        "warned": warned,
        "why": verdict.why,
        "further": verdict.further,
        "seconds": round(time.monotonic() - began, 1),
    }
    return verdict, row


def totals(tasks: Sequence[Mapping[str, Any]], verdicts: Sequence[Verdict], seconds: float) -> dict[str, Any]:
    """The last line. ``right_action`` counts only where the place is right."""
    with_edit = [
        verdict
        for task, verdict in zip(tasks, verdicts, strict=True)
        if task.get("outcome", "edits") == "edits"
    ]
    without = [verdict for verdict in verdicts if verdict not in with_edit]
    return {
        "tasks": len(tasks),
        "edit_tasks": len(with_edit),
        "no_edit_tasks": len(without),
        "right_outcome": sum(verdict.outcome for verdict in verdicts),
        "right_place": sum(bool(verdict.place) for verdict in with_edit),
        "right_action": sum(bool(verdict.place and verdict.action) for verdict in with_edit),
        "passed": sum(verdict.passed for verdict in verdicts),
        "no_edit_right": sum(verdict.passed for verdict in without),
        "outside_changes": sum(verdict.outside for verdict in verdicts),
        "warnings_expected": sum(verdict.warnings_expected for verdict in verdicts),
        "warnings_found": sum(verdict.warnings_found for verdict in verdicts),
        "warnings_barred": sum(verdict.barred for verdict in verdicts),
        "warnings_further": sum(len(verdict.further) for verdict in verdicts),
        "seconds": round(seconds, 1),
    }


@speaking
def main(arguments: list[str] | None = None) -> int:
    """Print a table and the totals; 0 unless the set could not be run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--model", required=True, help="a GGUF file, or “perfect”")
    parser.add_argument("--plain", action="store_true", help="the old-text/new-text baseline")
    parser.add_argument("--only", default="", help="ids, with commas")
    parser.add_argument("--answers", type=Path, help="folder where the model's answers are kept")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    model: KeptAnswers | None = None
    try:
        tasks = read_json(given.tasks)
        tasks = tasks.get("tasks") if isinstance(tasks, dict) else tasks
        if not has_list({"tasks": tasks}, "tasks", "id", "doc", "instruction", "outcome"):
            raise SetProblem(f"{given.tasks} holds no instructions.")
        tasks = [task for task in tasks if not given.only or task["id"] in given.only.split(",")]
        folders = [*given.docs, given.tasks.parent]
        documents = {
            name: next(folder / name for folder in folders if (folder / name).is_file())
            for name in {task["doc"] for task in tasks}
        }
        act: Act = by_asking
        if given.model == "perfect":
            beside = given.tasks.parent / "perfect_results.json"
            act = by_staging(read_json(beside))
        else:
            model = KeptAnswers(Path(given.model), given.answers)
            act = ask_plainly if given.plain else by_asking
    except StopIteration:
        print("A document of the set is in none of the folders.", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, LexDeskError) as error:
        print(f"The set cannot be run: {error}", file=sys.stderr)
        return 2
    verdicts, rows, began = [], [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks:
            verdict, row = run_task(task, documents[task["doc"]], model, act, Path(folder))
            verdicts.append(verdict)
            rows.append(row)
            mark = "ok " if verdict.passed else "NO "
            print(
                f"{mark} {task['id']:6} {task.get('kind', ''):20} {row['outcome']:10} {row['seconds']:6.1f} s"
            )
            for line in verdict.why:
                print(f"      {line}")
            if verdict.further:
                print(f"      further: {', '.join(verdict.further)}")
            sys.stdout.flush()
    if model is not None:
        model.close()
    if given.json:
        given.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    print(json.dumps(totals(tasks, verdicts, time.monotonic() - began)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
