"""Measure the quote check: ``python -m tests.gold.quotes FILE [--docs FOLDER] [--json FILE]``."""

import argparse
import json
import sys
from pathlib import Path

from lexdesk.evidence.quotes import check_quote

GOOD = ("exact", "normalised")


def verdict_of(state: str) -> str:
    """The set knows four verdicts; the words standing elsewhere in the claimed text does not occur here."""
    return "exact" if state == "too_short" else state


def main(arguments: list[str] | None = None) -> int:
    """Print a table and the totals; 0 unless the set could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    cases = json.loads(given.file.read_text("utf-8"))["cases"]
    folders = [*given.docs, given.file.parent]
    texts: dict[str, str] = {}
    totals = dict.fromkeys(("cases", "right", "bad_passed", "false_alarms", "spans_found", "spans"), 0)
    rows = []
    for case in cases:
        name = case["claimed_source"]
        if name not in texts:
            places = [place for folder in folders for place in (folder / name, folder / Path(name).name)]
            path = next((place for place in places if place.is_file()), None)
            if path is None:
                print(f"The source {name} of case {case['id']} is not there.", file=sys.stderr)
                return 2
            with path.open(encoding="utf-8", newline="") as stream:
                texts[name] = stream.read()
        check = check_quote(case["quote"], texts[name])
        verdict = verdict_of(check.state)
        totals["cases"] += 1
        totals["right"] += verdict == case["verdict"]
        totals["bad_passed"] += verdict in GOOD and case["verdict"] not in GOOD
        totals["false_alarms"] += verdict not in GOOD and case["verdict"] in GOOD
        if case["source_span"]:
            start, end = case["source_span"]
            totals["spans"] += 1
            if check.start is not None and check.end is not None:
                shared = max(0, min(end, check.end) - max(start, check.start))
                totals["spans_found"] += shared >= 0.8 * (end - start)
        mark = "ok " if verdict == case["verdict"] else "NO "
        print(f"{mark} {case['id']:6} {case['verdict']:11} {check.state:11} {case['kind']}: {case['what']}")
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


if __name__ == "__main__":
    sys.exit(main())
