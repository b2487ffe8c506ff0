"""Random edits on real Word files: accepting ours gives the wanted text, rejecting ours the old file.

``python -m tests.gold.word_roundtrip FOLDER... [--seed N] [--edits K] [--json FILE]``
Everything is read back from the written file.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused, WordFileError
from lexdesk.word.flow import places
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Paragraph, Replace, WordEdit
from lexdesk.word.names import TXBX
from lexdesk.word.resolve import resolved
from tests.gold.sets import SetProblem, speaking
from tests.word.canonical import annotation_ids, canonical, field_faults, other_revisions, range_faults

AUTHOR = "Roundtrip Author"
AT = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
_WORDS = (
    "not", "only", "reasonable", "Supplier", "thirty", "(30)", "days,", "“Services”", "and/or", "1,500",
    "付款", "in", "writing",
)  # fmt: skip


@dataclass
class FileResult:
    """What happened to one file. ``faults`` name every broken promise."""

    file: str
    unreadable: str = ""
    edits: int = 0
    passed: int = 0
    refusals: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def random_edit(paragraphs: Sequence[Paragraph], chance: random.Random, number: int) -> WordEdit | None:
    """One edit of any kind on any paragraph that has text; None when there is none."""
    full = [paragraph for paragraph in paragraphs if paragraph.in_current and paragraph.text.strip()]
    if not full:
        return None
    paragraph = chance.choice(full)
    kind = chance.choice(("words", "words", "span", "delete", "insert", "add"))
    text = paragraph.text
    if kind == "delete":
        return DeleteParagraph(paragraph.key, text)
    if kind == "insert":
        where = chance.choice(("after", "before"))
        return InsertParagraph(paragraph.key, where, " ".join(chance.choices(_WORDS, k=6)), f"new{number}")
    if kind == "add":
        at = chance.randint(0, len(text))
        return Replace(paragraph.key, at, at, "", f" {chance.choice(_WORDS)} ")
    start = chance.randint(0, len(text) - 1)
    end = min(len(text), start + chance.randint(1, 12 if kind == "words" else 120))
    old = text[start:end]
    if "\n" in old:
        return None
    return Replace(paragraph.key, start, end, old, " ".join(chance.choices(_WORDS, k=chance.randint(0, 4))))


def wanted_after(texts: dict[str, str], edit: WordEdit) -> dict[str, str]:
    """The paragraph texts by key, in order, after the edit: computed on plain strings."""
    if isinstance(edit, InsertParagraph):
        out: dict[str, str] = {}
        for key, text in texts.items():
            if key == edit.anchor and edit.where == "before":
                out[edit.new_key] = edit.text
            out[key] = text
            if key == edit.anchor and edit.where == "after":
                out[edit.new_key] = edit.text
        return out
    old = texts[edit.key]
    new = "" if isinstance(edit, DeleteParagraph) else old[: edit.start] + edit.new + old[edit.end :]
    return {**texts, edit.key: new}


def try_file(path: Path, seed: int, edits: int) -> FileResult:
    """Edit one file at random and check every promise on what was written."""
    result = FileResult(path.name)
    try:
        before = Document.open(path.read_bytes())
    except WordFileError as error:
        result.unreadable = str(error)
        return result
    chance = random.Random(f"{seed}:{path.name}")
    state = before
    wanted = {paragraph.key: paragraph.text for paragraph in before.paragraphs}
    deleted: set[str] = set()
    applied = 0
    for number in range(edits * 3):
        if result.edits == edits:
            break
        edit = random_edit(state.paragraphs, chance, number)
        if edit is None or (isinstance(edit, Replace) and edit.old == edit.new):
            continue
        if any(p.joins_next for p in state.paragraphs) and isinstance(edit, InsertParagraph):
            continue  # its place is then behind the joined paragraphs, which plain strings do not know
        result.edits += 1
        try:
            state = state.edited([edit], AUTHOR, AT)
        except EditRefused as refusal:
            result.refusals.append(f"{refusal.code}: {refusal.message}")
            if refusal.code == "cannot_apply":
                result.faults.append(f"could not write {edit}")
            continue
        applied += 1
        wanted = wanted_after(wanted, edit)
        if isinstance(edit, DeleteParagraph):
            deleted.add(edit.key)
    if applied:
        if any(has_boxes(before, part) for part in before.stories):
            # A new paragraph stands behind the boxes of its anchor, which plain strings do not know.
            wanted = {key: wanted[key] for key in state.keys if key in wanted}
        result.faults += check(before, state.to_bytes(), state.keys, list(wanted.items()), deleted)
    result.passed = 0 if result.faults else applied
    return result


def has_boxes(document: Document, part: str) -> bool:
    """Whether a part has text boxes."""
    return next(document.tree_copy(part).iter(TXBX), None) is not None


def boxed_keys(document: Document) -> set[str]:
    """The paragraphs that stand in text boxes."""
    return {
        key
        for part in document.stories
        for key, place in zip(document.keys_of(part), places(document.tree_copy(part), part), strict=True)
        if place.story.tag == TXBX
    }


def check(
    before: Document, written: bytes, keys: Sequence[str], wanted: list[tuple[str, str]], deleted: set[str]
) -> list[str]:
    """Every promise of P3 that the written file breaks."""
    faults: list[str] = []
    after = Document.open(written, keys)
    accepted = Document.open(resolved(after, "accept", AUTHOR).to_bytes())
    rejected = Document.open(resolved(after, "reject", AUTHOR).to_bytes())
    # A box whose paragraph is deleted hangs on the next one, behind which it is then read.
    in_boxes, boxed = boxed_keys(after), boxed_keys(accepted)
    got = [
        p.text for aside in (False, True) for p in accepted.paragraphs if p.text and (p.key in boxed) == aside
    ]
    hoped = [text for aside in (False, True) for key, text in wanted if text and (key in in_boxes) == aside]
    if got != hoped:
        place = next((n for n, (a, b) in enumerate(zip(got, hoped, strict=False)) if a != b), -1)
        pair = (got[place][:80], hoped[place][:80]) if place >= 0 else (len(got), len(hoped))
        faults.append(f"accepted text differs at {place}: {pair}")
    for paragraph in resolved(after, "accept", AUTHOR).paragraphs:
        if paragraph.key in deleted and paragraph.label and not paragraph.text:
            faults.append(f"an empty numbered paragraph stays: {paragraph.key}")
    old_parts, new_parts = ({p.name: p for p in d.parts()} for d in (before, rejected))
    for name in old_parts:
        if name in before.stories:
            if canonical(before.tree_copy(name)) != canonical(rejected.tree_copy(name)):
                faults.append(f"rejecting does not give the old {name}")
        elif name not in new_parts or old_parts[name].data != new_parts[name].data:
            faults.append(f"part {name} changed")
    old_ids, new_ids = annotation_ids(before), annotation_ids(after)
    doubled = {name for name, times in new_ids.items() if times > 1 and old_ids.get(name, 0) < times}
    if doubled:
        faults.append(f"ids used twice: {sorted(doubled)[:5]}")
    for label, state in (("written", after), ("accepted", accepted), ("rejected", rejected)):
        faults += [f"{label}: {fault}" for fault in field_faults(state) - field_faults(before)]
        faults += [f"{label}: {fault}" for fault in range_faults(state) - range_faults(before)]
    if other_revisions(before, AUTHOR) != other_revisions(after, AUTHOR):
        faults.append("other authors' revisions changed")
    return faults


@speaking
def main(arguments: Sequence[str] | None = None) -> int:
    """Run over folders or files and print a table and one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=8)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    files: list[Path] = []
    for folder in given.folders:
        if not folder.exists():
            raise SetProblem(f"There is no file or folder {folder}.")
        files += sorted(folder.rglob("*.docx")) if folder.is_dir() else [folder]
    if not files:
        print("There are no .docx files there.", file=sys.stderr)
        return 2
    results = []
    for path in files:
        result = try_file(path, given.seed, given.edits)
        results.append(result)
        state = "unreadable" if result.unreadable else "FAILED" if result.faults else "ok"
        print(f"{state:10} {result.edits:3} edits {len(result.refusals):3} refused  {result.file}")
        for line in (result.unreadable, *result.faults):
            if line:
                print(f"           {line}")
    reasons = Counter(reason.split(":")[0] for result in results for reason in result.refusals)
    for reason, times in reasons.most_common():
        print(f"refused {times:4} {reason}")
    if given.json:
        given.json.write_text(
            json.dumps([asdict(result) for result in results], indent=1, ensure_ascii=False)
        )
    refused = sum(len(result.refusals) for result in results)
    edits, passed = sum(result.edits for result in results), sum(result.passed for result in results)
    totals = {
        "files": len(results),
        "files_refused": {result.file: result.unreadable for result in results if result.unreadable},
        "edits": edits,
        "passed": passed,
        "refused": refused,
        "failed": edits - passed - refused,
    }
    print(json.dumps(totals, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
