"""The proof-reader against planted faults and traps: ``python -m tests.gold.proofread FOLDER``.

Takes folders or files of the proof set's form (NAME.json beside NAME.docx, or under ``--docs FOLDER``);
``--json FILE`` writes every case, ``--errors`` prints misses and false alarms. The rules are those of
the set's own scorer.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexdesk.law.proofreading import Finding
from lexdesk.review.proofreading import findings_of
from lexdesk.review.structure import structure_of
from lexdesk.word.document import Document
from tests.gold.sets import files_of, has_list, read_json, speaking

Json = dict[str, Any]
# Kinds that stand for each other, and kinds where any span in the fault's paragraph will do
_EQUAL = (
    {"numbering", "double_letter"},
    {"dangling_ref", "missing_schedule"},
    {"placeholder", "drafting_note"},
    {"number_words", "amount_mismatch"},
)
_WIDE = {
    "list_conjunction", "unmatched_bracket", "numbering", "double_letter", "unreferenced_schedule",
    "drafting_note",
}  # fmt: skip


def read(path: Path) -> list[Json]:
    """Findings of a Word document in the form of the gold: places are counted over all its paragraphs."""
    structure = structure_of(Document.open(path.read_bytes()))
    found: list[Finding] = findings_of(structure)
    out: list[Json] = []
    for finding in found:
        paragraph = structure.paragraphs[finding.block]
        if paragraph.part == "word/document.xml":
            out.append(
                {
                    "kind": finding.code,
                    "paragraph_index": paragraph.index,
                    "start": finding.span.start,
                    "end": finding.span.end,
                    "text": paragraph.text[finding.span.start : finding.span.end],
                    "message": finding.message,
                    "severity": finding.severity,
                }
            )
    return out


def same_kind(a: str, b: str) -> bool:
    """True when a finding of kind ``a`` stands for a fault of kind ``b``."""
    return a == b or any(a in group and b in group for group in _EQUAL)


def touches(finding: Json, place: Json) -> bool:
    """True when the two overlap or meet in the same paragraph."""
    return bool(
        finding["paragraph_index"] == place["paragraph_index"]
        and finding["start"] <= place["end"]
        and place["start"] <= finding["end"]
    )


def score(gold: Json, found: Sequence[Json]) -> Json:
    """Which faults are hit, which traps, and what else is reported."""
    hit: set[str] = set()
    traps: list[Json] = []
    others: list[Json] = []
    for finding in found:
        on = [
            fault
            for fault in gold["faults"]
            if any(
                touches(finding, place)
                for place in [fault, *(r for r in fault.get("related", []) if r.get("also_counts"))]
            )
        ]
        good = [f for f in on if same_kind(finding["kind"], f["kind"])]
        good += [
            f
            for f in gold["faults"]
            if f["kind"] in _WIDE
            and same_kind(finding["kind"], f["kind"])
            and f["paragraph_index"] == finding["paragraph_index"]
        ]
        hit.update(f["id"] for f in good)
        if good or on:
            continue
        trap = next((t for t in gold.get("traps", []) if touches(finding, t)), None)
        if trap is not None:
            traps.append({**finding, "why": trap["why"]})
        else:
            others.append(finding)
    missed = [f for f in gold["faults"] if f["id"] not in hit]
    return {"hit": sorted(hit), "missed": missed, "traps": traps, "others": others}


def gold_files(paths: Sequence[Path]) -> list[Path]:
    """Gold files of the set's form."""
    files = [file for path in paths for file in files_of(path, deep=True)]
    return [file for file in files if has_list(read_json(file), "faults", "id", "kind", "paragraph_index")]


def document_of(file: Path, folders: Sequence[Path]) -> Path | None:
    """The Word file of a gold file, None when it is nowhere."""
    places = [folder / f"{file.stem}.docx" for folder in [file.parent, *folders]]
    return next((p for p in places if p.is_file()), None)


@speaking
def main(argv: Sequence[str] | None = None) -> int:
    """Print the table and the line of totals; 2 when nothing could be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.gold.proofread")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--docs", action="append", type=Path, default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--errors", action="store_true", help="print misses, traps hit and other reports")
    args = parser.parse_args(argv)
    planted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    traps = others = documents = 0
    cases: Json = {}
    for file in gold_files(args.paths):
        document = document_of(file, args.docs)
        if document is None:
            print(f"The document of {file.name} was not found.", file=sys.stderr)
            continue
        gold = read_json(file)
        case = score(gold, read(document))
        documents += 1
        cases[file.stem] = case
        for fault in gold["faults"]:
            planted[fault["kind"]] += 1
            found[fault["kind"]] += fault["id"] in case["hit"]
        traps += len(case["traps"])
        others += len(case["others"])
        print(
            f"{file.stem:32} {len(case['hit']):3} of {len(gold['faults']):3} faults, "
            f"{len(case['traps'])} traps hit, {len(case['others'])} other reports"
        )
        if args.errors:
            _show(case)
    if not documents:
        print("No gold file with faults and its document was found.", file=sys.stderr)
        return 2
    for kind in sorted(planted):
        print(f"  {kind:24} {found[kind]:3} of {planted[kind]:3}")
    if args.json:
        args.json.write_text(json.dumps(cases, ensure_ascii=False, indent=1), encoding="utf-8")
    totals = {
        "documents": documents,
        "faults": sum(planted.values()),
        "found": sum(found.values()),
        "by_kind": {kind: [found[kind], planted[kind]] for kind in sorted(planted)},
        "traps_hit": traps,
        "other_reports": others,
    }
    print(json.dumps(totals))
    return 0


def _show(case: Json) -> None:
    for fault in case["missed"]:
        print(f"    missed {fault['kind']} p{fault['paragraph_index']} “{fault['text'][:60]}”")
    for name in ("traps", "others"):
        for finding in case[name]:
            where = f"{finding['kind']} p{finding['paragraph_index']} “{finding['text'][:60]}”"
            print(f"    {name} {where} {finding['message']}")


if __name__ == "__main__":
    raise SystemExit(main())
