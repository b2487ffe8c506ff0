"""Deletions against the impact cases of the gold: ``python -m tests.gold.impact FOLDER``.

A case is exact when the references that lose a target outside the deleted part, and those that stand
inside it, are the gold's own. ``--docs FOLDER`` and ``--json FILE`` as in ``tests.gold.crossrefs``.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexdesk.law.impact import impact_of_deletion, references_to
from lexdesk.law.model import Reference
from tests.gold.crossrefs import Analysis, analyse, document_of
from tests.gold.sets import SetProblem, has_list, read_json, speaking

Json = dict[str, Any]


def gold_ids(analysis: Analysis, gold: Json, references: Sequence[Reference]) -> set[str]:
    """Ids of the gold references that the given ones cover; "@123" where the gold has none."""
    ids: set[str] = set()
    for reference in references:
        start, end = analysis.place(reference.block, reference.span)
        hits = [g["id"] for g in gold["references"] if g["start"] < end and start < g["end"]]
        ids |= set(hits) if hits else {f"@{start} {reference.text}"}
    return ids


def check(case: Json, gold: Json, analysis: Analysis) -> Json:
    """One case: what was found beside what was wanted."""
    sections = analysis.tree.find(case["delete"])
    if not sections:
        return {**case, "exact": False, "found": [], "why": "no such section"}
    section = sections[0]
    impact = impact_of_deletion(
        analysis.blocks, analysis.tree, analysis.references, analysis.terms, section.id
    )
    inside_ids = {section.id, *(s.id for s in analysis.tree.descendants(section.id))}
    lost = gold_ids(analysis, gold, impact.dangling)
    everything = references_to(section, analysis.tree, analysis.references, inside=True)
    inside = gold_ids(analysis, gold, [r for r in everything if r.in_section in inside_ids])
    exact = lost == set(case["dangling_after"]) and inside == set(case["inside_too"])
    return {**case, "exact": exact, "found": sorted(lost), "found_inside": sorted(inside)}


@speaking
def main(argv: Sequence[str] | None = None) -> int:
    """Print every case that is not exact and the line of totals; 2 when nothing could be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.gold.impact")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--docs", action="append", type=Path, default=[])
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    results: list[Json] = []
    read: dict[Path, tuple[Json, Analysis]] = {}
    for path in args.paths:
        file = path / "impact.json" if path.is_dir() else path
        if path.is_dir() and not file.is_file():
            continue
        content = read_json(file)
        if not has_list(content, "cases", "doc", "delete", "dangling_after", "inside_too"):
            raise SetProblem(f"{file} holds no deletions of clauses.")
        for case in content["cases"]:
            gold_file = file.parent / f"{case['doc']}.json"
            if gold_file not in read:
                gold = read_json(gold_file)
                read[gold_file] = gold, analyse(document_of(gold, gold_file.stem, [file.parent, *args.docs]))
            results.append(check(case, *read[gold_file]))
    if not results:
        print("No impact.json was found.", file=sys.stderr)
        return 2
    for result in results:
        if not result["exact"]:
            print(
                f"{result['doc']} delete {result['delete']}:",
                f"gold {result['dangling_after']} found {result['found']}",
            )
            print(f"    inside: gold {result['inside_too']} found {result.get('found_inside')}")
    if args.json:
        args.json.write_text(json.dumps(results, ensure_ascii=False, indent=1), encoding="utf-8")
    print(json.dumps({"cases": len(results), "exact": sum(r["exact"] for r in results)}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
