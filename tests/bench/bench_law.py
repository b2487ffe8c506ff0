"""Full and repeated analysis of a long agreement: ``python -m tests.bench.bench_law [--sizes 1,2,4,8]``.

Prints, for an agreement of 236,000 characters and multiples of it: how many times nupunkt's sentence split
of the same text the analysis (tree, references, terms) takes, how time grows with length, and how much less
an analysis after one edit costs. CPU time of this process with the collector of garbage at rest; each text is
new to both and read once, since a second split of it would come from nupunkt's caches. The last line is JSON.
Exits 1 when a bound is broken: 25 times the split, time per character at the longest not over 1.6 times that
at the shortest, one edit at most a tenth of a full analysis.
"""

import argparse
import gc
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import nupunkt

from lexdesk.law.analysis import Analysis, analyse
from lexdesk.law.model import Block
from lexdesk.law.plain import blocks_from_text
from tests.bench.agreements import SIZE, agreement

MOST_SPLITS = 25.0
MOST_GROWTH = 1.6
LEAST_SAVING = 10.0


def cpu(act: Callable[[], Any]) -> float:
    """Seconds of CPU of one run."""
    gc.collect()
    gc.disable()
    began = time.process_time()
    act()
    spent = time.process_time() - began
    gc.enable()
    return spent


def edits(blocks: list[Block], count: int, seed: int = 3) -> list[Block]:
    """Paragraphs as a lawyer edits them: a number changed, words added, a reference added or taken out."""
    chance = random.Random(seed)
    found: list[Block] = []
    for block in chance.sample([b for b in blocks if len(b.text) > 200], count):
        kind = len(found) % 4
        text = block.text
        if kind == 0:
            text = text.replace("thirty (30)", "sixty (60)").replace("$250,000", "$400,000")
        elif kind == 1:
            text = text.replace(" shall ", " must promptly ", 1).replace(" may ", " may at any time ", 1)
        elif kind == 2:
            text = text[:-1] + ", subject to Section 3.4."
        else:
            text = (
                text.replace(", subject to Section", ", under the terms of Section", 1)[:-1] + " as amended."
            )
        found.append(replace(block, text=text))
    return found


def run(sizes: list[int]) -> dict[str, Any]:
    """Measure and print; the totals."""
    list(nupunkt.sent_spans("The model is loaded. Now it is warm."))
    rows: list[dict[str, float]] = []
    print(
        f"{'characters':>11} {'split s':>8} {'analysis s':>11} {'ratio':>6} {'one edit s':>11} {'saving':>7}"
    )
    for size in sizes:
        text = agreement(SIZE * size, seed=size)
        blocks: list[Block] = list(blocks_from_text(text))
        split = cpu(lambda text=text: list(nupunkt.sent_spans(text)))  # type: ignore[misc]
        full = cpu(lambda blocks=blocks: analyse(blocks))  # type: ignore[misc]
        kept = analyse(blocks)
        changed = edits(blocks, 12)

        def edit_each(kept: Analysis = kept, changed: list[Block] = changed) -> None:
            for block in changed:
                kept.edited([block])

        edited = cpu(edit_each) / len(changed)
        rows.append(
            {
                "characters": len(text),
                "split": split,
                "analysis": full,
                "ratio": full / split,
                "one_edit": edited,
                "saving": full / edited,
            }
        )
        print(
            f"{len(text):>11,} {split:>8.3f} {full:>11.3f} {full / split:>6.1f} {edited:>11.4f} "
            f"{full / edited:>7.1f}"
        )
    first, last = rows[0], rows[-1]
    growth = (last["analysis"] / last["characters"]) / (first["analysis"] / first["characters"])
    held = (
        max(row["ratio"] for row in rows) <= MOST_SPLITS
        and growth <= MOST_GROWTH
        and first["saving"] >= LEAST_SAVING
    )
    return {"rows": rows, "growth_per_character": round(growth, 2), "held": held}


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sizes", default="1,2,4,8", help="multiples of 236,000 characters")
    sizes = [int(part) for part in parser.parse_args().sizes.split(",")]
    totals = run(sizes)
    print(json.dumps(totals))
    return 0 if totals["held"] else 1


if __name__ == "__main__":
    sys.exit(main())
