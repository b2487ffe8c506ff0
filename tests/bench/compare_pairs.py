"""How exact and how small redlines of two files are: ``python -m tests.bench.compare_pairs FOLDER...``.

Every Word file of the folders against edited copies of itself (``--edited N``), and all of those whose
name holds ``--each PART`` against each other. For each pair: whether accepting all gives the new text and
rejecting all the old one, paragraph by paragraph and empty ones too, and the words under tracked changes as
a multiple of those that a smallest word diff of the whole texts touches. The last line is JSON.
"""

import argparse
import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rapidfuzz.distance import Indel

from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.errors import WordFileError
from lexdesk.word.resolve import resolved
from tests.word.rewriting import rewritten

AUTHOR = "Ada Counsel"
AT = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Outcome:
    """What a redline of one pair is worth."""

    accepted: str  # "" when accept-all is the new text, else where it first differs
    rejected: str  # "" when reject-all is the old text
    touched: int  # words under tracked changes
    smallest: int  # words a smallest diff of the whole texts takes out or puts in
    left_out: tuple[str, ...]

    @property
    def ratio(self) -> float:
        """Words touched against the smallest number; 1 for two equal texts."""
        return self.touched / self.smallest if self.smallest else 1.0 + self.touched


def main_lines(document: Document) -> list[str]:
    """Every paragraph of the main part in order, empty ones too."""
    return [p.text for p in document.paragraphs if p.part == document.stories[0]]


def compared(old: Document, new: Document) -> Outcome:
    """Redline a pair, write it, read it back and judge it."""
    made = redlined(old, new, AUTHOR, AT)
    written = Document.open(made.document.to_bytes())
    before, after = main_lines(resolved(old, "accept")), main_lines(resolved(new, "accept"))
    words = [
        word
        for paragraph in written.paragraphs
        if paragraph.part == written.stories[0]
        for piece in paragraph.pieces
        if piece.change
        for word in _WORD.findall(piece.text)
    ]
    return Outcome(
        _difference(main_lines(resolved(written, "accept")), after),
        _difference(main_lines(resolved(written, "reject")), before),
        len(words),
        Indel.distance(_WORD.findall("\n".join(before)), _WORD.findall("\n".join(after))),
        made.left_out,
    )


def _difference(got: Sequence[str], wanted: Sequence[str]) -> str:
    if list(got) == list(wanted):
        return ""
    pairs = itertools.zip_longest(got, wanted)
    at, pair = next((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1])
    shown, hoped = ((text or "")[:50] for text in pair)
    return f"{at} of {len(wanted)} ({len(got)} read): {shown!r}, wanted {hoped!r}"


def pairs(paths: Sequence[Path], edited: int, each: str, seed: int) -> Iterator[tuple[str, bytes, bytes]]:
    """(name, old file, new file) of every pair."""
    for path in paths:
        content = path.read_bytes()
        for number in range(edited):
            changes = random.Random(f"{seed}:{path.name}:{number}").choice((1, 4, 12, 40))
            yield f"{path.stem} +{changes}", content, rewritten(content, seed + number, changes)
    if each:
        for one, other in itertools.permutations([p for p in paths if each in p.name], 2):
            yield f"{one.stem} / {other.stem}", one.read_bytes(), other.read_bytes()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="only files whose name holds this")
    parser.add_argument("--edited", type=int, default=3, help="edited copies of each file")
    parser.add_argument("--each", default="", help="files whose name holds this are compared with each other")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    paths: list[Path] = []
    for folder in given.folders:
        found = sorted(folder.rglob("*.docx")) if folder.is_dir() else [folder]
        paths += [path for path in found if given.only in path.name and _readable(path)]
    outcomes: list[Outcome] = []
    for name, old, new in pairs(paths, given.edited, given.each, given.seed):
        outcome = compared(Document.open(old), Document.open(new))
        outcomes.append(outcome)
        exact = "exact" if not (outcome.accepted or outcome.rejected) else "NOT EXACT"
        print(f"{exact:10}{outcome.ratio:6.2f}  {outcome.touched:6} {outcome.smallest:6}  {name}")
        for line in (outcome.accepted and f"accept: {outcome.accepted}", outcome.rejected, *outcome.left_out):
            if line:
                print(f"                {line}")
    totals = {
        "pairs": len(outcomes),
        "exact": sum(not (outcome.accepted or outcome.rejected) for outcome in outcomes),
        "worst_ratio": round(max((outcome.ratio for outcome in outcomes), default=1.0), 3),
        "over_1_2": sum(outcome.ratio > 1.2 for outcome in outcomes),
    }
    print(json.dumps(totals))
    return 0


def _readable(path: Path) -> bool:
    try:
        Document.open(path.read_bytes())
    except WordFileError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
