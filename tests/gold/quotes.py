"""Measure the quote check: ``python -m tests.gold.quotes FILE... [--docs FOLDER] [--json FILE]``.

Of a folder, all files of the form in it are run.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from lexdesk.evidence.quotes import check_quote
from tests.gold.sets import SetProblem, contents, has_list, speaking

GOOD = ("exact", "normalised")


def verdict_of(state: str) -> str:
    """The set knows four verdicts; the words standing elsewhere in the claimed text does not occur here."""
    return "exact" if state == "too_short" else state


def is_form(content: Any) -> bool:
    """Whether this is a set of quotations."""
    return has_list(content, "cases", "id", "quote", "claimed_source", "verdict")


@speaking
def main(arguments: list[str] | None = None) -> int:
    """Print a table and the totals; 0 unless the set could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    sets = list(contents(given.file, is_form, "quotations"))
    cases = [(case, file.parent) for file, content in sets for case in content["cases"]]
    texts: dict[Path, str] = {}
    totals = dict.fromkeys(("cases", "right", "bad_passed", "false_alarms", "spans_found", "spans"), 0)
    rows = []
    for case, beside in cases:
        path = _source(case, [*given.docs, beside])
        if path not in texts:
            with path.open(encoding="utf-8", newline="") as stream:
                texts[path] = stream.read()
        check = check_quote(case["quote"], texts[path])
        verdict = verdict_of(check.state)
        totals["cases"] += 1
        totals["right"] += verdict == case["verdict"]
        totals["bad_passed"] += verdict in GOOD and case["verdict"] not in GOOD
        totals["false_alarms"] += verdict not in GOOD and case["verdict"] in GOOD
        if case.get("source_span"):
            start, end = case["source_span"]
            totals["spans"] += 1
            if check.start is not None and check.end is not None:
                shared = max(0, min(end, check.end) - max(start, check.start))
                totals["spans_found"] += shared >= 0.8 * (end - start)
        mark = "ok " if verdict == case["verdict"] else "NO "
        about = f"{case.get('kind', '')}: {case.get('what', '')}"
        print(f"{mark} {case['id']:6} {case['verdict']:11} {check.state:11} {about}")
        for quoted, there in check.differing:
            print(f"           “{quoted}” for “{there}”")
        span = [check.start, check.end] if check.start is not None else None
        rows.append({"id": case["id"], "verdict": verdict, "span": span, "note": check.note})
    if given.json:
        given.json.write_text(
            json.dumps({row["id"]: row for row in rows}, ensure_ascii=False, indent=1), "utf-8"
        )
    print(json.dumps(totals))
    return 0


def _source(case: dict[str, Any], folders: list[Path]) -> Path:
    name = case["claimed_source"]
    for folder in folders:
        for place in (folder / name, folder / Path(name).name):
            if place.is_file():
                return place
    raise SetProblem(f"The source {name} of case {case['id']} is not there.")


if __name__ == "__main__":
    sys.exit(main())
