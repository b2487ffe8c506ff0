"""The Word engine against python-docx on the same file, in one run: ``python -m tests.bench.bench_word``.

Prints ratios, not seconds that another machine would not give: reading with numbering and revisions
against python-docx's load plus text; 200 edits written and saved against the same; comparing two against
reading both; the peak memory of a process that reads a file of over 60,000 words. The last line is JSON.
"""

import argparse
import io
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from docx import Document as OtherReader

from lexdesk.word.compare import compare
from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.model import Replace
from lexdesk.word.resolve import resolved
from tests.bench.agreement import agreement

AT = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
_Result = TypeVar("_Result")


def best(work: Callable[[], _Result], times: int) -> tuple[float, _Result]:
    """The shortest of some runs, in seconds of processor time, and what the last one gave."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        result = work()
        spent.append(time.process_time() - start)
    return min(spent), result


def their_reading(content: bytes) -> str:
    """Load and text, as python-docx does it."""
    return "\n".join(paragraph.text for paragraph in OtherReader(io.BytesIO(content)).paragraphs)


def our_reading(content: bytes) -> Document:
    """Everything: texts, pieces, numbers, revisions."""
    document = Document.open(content)
    assert document.paragraphs
    return document


def random_edits(document: Document, count: int) -> list[Replace]:
    """One word replaced in each of ``count`` paragraphs."""
    chance = random.Random(7)
    edits = []
    for paragraph in chance.sample([p for p in document.paragraphs if len(p.text) > 80], count):
        start = paragraph.text.index(" ", chance.randint(0, 60)) + 1
        end = paragraph.text.index(" ", start)
        old = paragraph.text[start:end]
        edits.append(Replace(paragraph.key, start, end, old, f"{old}x"))
    return edits


_READ_AND_TELL = """
import resource, sys
from lexdesk.word.document import Document
read = Document.open(sys.stdin.buffer.read()).paragraphs
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(sum(len(p.text.split()) for p in read), peak // (1024 * 1024 if sys.platform == "darwin" else 1024))
"""


def peak_of_reading(content: bytes) -> tuple[int, int]:
    """Words of a file, and the peak memory in megabytes of a process of its own that reads it (POSIX)."""
    told = subprocess.run(
        [sys.executable, "-c", _READ_AND_TELL], input=content, capture_output=True, check=True
    )
    words, peak = told.stdout.split()
    return int(words), int(peak)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Ratios of the Word engine")
    parser.add_argument("--paragraphs", type=int, default=850)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args(arguments)
    content = agreement(given.paragraphs)
    theirs, _ = best(lambda: their_reading(content), given.times)
    ours, document = best(lambda: our_reading(content), given.times)
    edits = random_edits(document, given.edits)
    writing, written = best(
        lambda: Document.open(content).edited(edits, "Ada Counsel", AT).to_bytes(), given.times
    )
    new = resolved(Document.open(written), "accept").to_bytes()
    both, _ = best(lambda: (our_reading(content), our_reading(new)), given.times)
    old_document, new_document = our_reading(content), our_reading(new)
    comparing, found = best(lambda: compare(old_document, new_document), given.times)
    marking, _ = best(lambda: redlined(old_document, new_document, "Ada Counsel", AT), given.times)
    words, peak = peak_of_reading(agreement(1100, 4))
    totals = {
        "paragraphs": len(document.paragraphs),
        "reading_to_python_docx": round(ours / theirs, 2),
        "edits_written_to_python_docx": round(writing / theirs, 2),
        "compare_to_reading_both": round(comparing / both, 2),
        "redline_to_reading_both": round(marking / both, 2),
        "differences": len(found.differences),
        "words": words,
        "peak_megabytes": peak,
    }
    for name, value in totals.items():
        print(f"{name:32} {value}")
    print(json.dumps(totals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
