"""Many mutations of Word files, each read, edited, resolved, compared and scrubbed.

``python -m tests.word.fuzz N [--seed S] [--seconds T]`` runs N of them (or as many as T seconds allow) and
prints what was found; the last line is JSON. No crash, nothing over ten seconds, nothing written.
"""

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lexdesk.errors import LexDeskError
from lexdesk.word.comments import NewComment, commented
from lexdesk.word.compare import compare
from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.model import DeleteParagraph, Replace
from lexdesk.word.resolve import resolved
from lexdesk.word.scrub import clean_copy
from tests.word.build import AT, ME
from tests.word.mutations import mutated, samples

_LONG = 10.0


@dataclass
class Outcome:
    """What the mutations did: how many files were read, refused (by code), and every fault."""

    tried: int = 0
    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def use(data: bytes, plain: Document) -> None:
    """Everything a user can do with a file. Only a LexDeskError may come out of it."""
    document = Document.open(data)
    assert len(document.paragraphs) == len(document.keys)
    for action in ("accept", "reject"):
        Document.open(resolved(document, action).to_bytes())  # type: ignore[arg-type]
    for paragraph in document.paragraphs[:3]:
        if paragraph.text:
            _try(document, Replace(paragraph.key, 0, 1, paragraph.text[0], "Z"))
        _try(document, DeleteParagraph(paragraph.key, paragraph.text))
    compare(plain, document)
    redlined(plain, document, ME, AT)
    redlined(document, plain, ME, AT)
    clean_copy(document)
    if document.keys:
        commented(document, [NewComment("Why?", document.keys[0])], ME, AT)


def _try(document: Document, edit: Replace | DeleteParagraph) -> None:
    try:
        document.edited([edit], ME, AT)
    except LexDeskError:
        return


def fuzzed(count: int, seed: int, seconds: float) -> Outcome:
    """Run mutations; ``seconds`` ends the run early."""
    chance = random.Random(seed)
    files = samples()
    plain = Document.open(files[0])
    outcome = Outcome()
    end = time.monotonic() + seconds
    while outcome.tried < count and time.monotonic() < end:
        outcome.tried += 1
        number = outcome.tried
        data = mutated(chance.choice(files), files, chance)
        before = bytes(data)
        start = time.monotonic()
        try:
            use(data, plain)
            outcome.read += 1
        except LexDeskError as error:
            outcome.refused[error.code] += 1
        except Exception:  # noqa: BLE001 - the outermost edge: the fault is what is looked for
            lines = traceback.format_exc().strip().splitlines()
            outcome.faults.append(f"{number}: {' | '.join(line.strip() for line in lines[-3:])}")
        if time.monotonic() - start > _LONG:
            outcome.faults.append(f"{number}: took longer than ten seconds")
        if data != before:
            outcome.faults.append(f"{number}: the bytes handed in were changed")
    return outcome


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Mutations of Word files")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    given = parser.parse_args(arguments)
    outcome = fuzzed(given.count, given.seed, given.seconds)
    kinds = Counter(fault.split(": ", 1)[1] for fault in outcome.faults)
    for fault, times in kinds.most_common(30):
        first = next(f for f in outcome.faults if f.endswith(fault))
        print(f"{times:5} {first}")
    totals = {
        "tried": outcome.tried,
        "read": outcome.read,
        "refused": dict(outcome.refused),
        "faults": len(outcome.faults),
        "seed": given.seed,
    }
    print(json.dumps(totals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
