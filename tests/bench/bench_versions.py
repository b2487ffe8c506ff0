"""What many versions of an agreement cost: ``python -m tests.bench.bench_versions [--versions 10 100 1000]``.

``--folder`` keeps the matters that were grown, one for each size, and takes those it finds there: growing the
thousandth version is most of the time. ``--window`` measures an accept in the real window, too.

A matter is grown to 10, 100 and 1,000 versions of an agreement of over 60,000 words, each version a change of
one paragraph with its change record, written as an accept writes it. Measured at each size, medians:

- opening the matter (with its check of the whole file) and reading the head, against the first size;
- the history of one clause that was changed three times, whatever the number of versions;
- the file's size against one version plus the compressed parts that changed from version to version;
- one accept, whole, and the share of it that holds the thread it is called from (the writer has its own);
- closing the matter after these accepts, which notes what each changed table holds;
- with ``--window``, the longest turn of the GUI thread while an accept is made there and shown.

Ratios are of processor time, which other programs disturb least; the milliseconds of an accept are told by
the clock (``accept_ms``, for an idle machine) and by the processor. The last line is JSON.
"""

import argparse
import io
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lexdesk.app import collect_seldom
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.review.proposal import ReplaceText
from lexdesk.review.recording import Hunk, Origin, add_hunks, add_version
from lexdesk.review.review import Review
from lexdesk.review.structure import Structure, Structures
from lexdesk.word.model import Replace
from tests.bench.agreement import agreement

BY = "Ada Counsel"
AT = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)


def grow(matter: Matter, document_id: int, until: int) -> None:
    """Versions up to ``until``, each with a new word in one paragraph; the first paragraph thrice in all."""
    reader = matter.read()
    structures = Structures(matter)
    head = reader.documents.head(document_id)
    document = structures.of(head.id).document
    keys = [p.key for p in document.paragraphs if len(p.text) > 80]
    for number in range(head.number + 1, until + 1):
        key = keys[0] if number in (3, 5, 7) else keys[1 + number % (len(keys) - 1)]
        old = document.paragraph(key).text
        at = old.index(" ", 20) + 1
        changed = document.edited([Replace(key, at, at, "", f"v{number} ")], BY, AT)
        new = f"{old[:at]}v{number} {old[at:]}"
        hunk = Hunk(key, "replace", old, new, key, "", "")
        parent = reader.documents.head(document_id).id

        def work(tx: Tx, changed: Any = changed, hunk: Hunk = hunk, parent: int = parent) -> None:
            version = add_version(tx, document_id, parent, "accept", BY, "Bench", changed)
            add_hunks(tx, document_id, parent, version.id, [hunk], Origin(BY, "apply_time", "high"))
            tx.act(BY, "edit.accept", "bench", version=version.id)

        matter.write(work)
        document = changed


def median(work: Callable[[], object], times: int) -> float:
    """Median of some runs, in milliseconds of processor time."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def opened(path: Path) -> None:
    """What opening costs until the head's text is there."""
    with Matter.open(path) as matter:
        reader = matter.read()
        head = reader.documents.head(reader.documents.list()[0].id)
        assert Structures(matter).of(head.id).blocks


def allowance(matter: Matter, document_id: int) -> int:
    """Bytes of one version, plus the compressed parts of each later version that the one before had not."""
    reader = matter.read()
    seen: set[str] = set()
    total = 0
    for version in reader.versions.list(document_id):
        for part in reader.versions.parts(version.id):
            if (name := f"{part.name} {hash(part.data)}") not in seen:
                seen.add(name)
                total += len(part.data)
    return total


def accepting(matter: Matter, document_id: int, times: int) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of each accept: by the clock, of processor time, and of that on the calling thread."""
    review = Review(matter)
    whole, spent, held = [], [], []
    for turn in range(times):
        head = matter.read().documents.head(document_id)
        structure = review.structures.of(head.id)
        block = [b for b in structure.blocks if len(b.text) > 80][40 + 11 * turn]
        at = block.text.index(" ", 30) + 1
        edit = review.stage(
            ReplaceText(block.text[at], f"y{block.text[at]}", block.key, at, at + 1),
            document_id=document_id,
            version_id=head.id,
            instruction="Bench.",
            created_by=BY,
        )
        review.show_advisories(edit.id, BY)
        start, both, own = time.perf_counter(), time.process_time(), time.thread_time()
        review.accept([edit.id], BY)
        held.append((time.thread_time() - own) * 1000)
        spent.append((time.process_time() - both) * 1000)
        whole.append((time.perf_counter() - start) * 1000)
    return whole, spent, held


def measured(path: Path, document_id: int, times: int) -> dict[str, Any]:
    """All figures at the present number of versions."""
    opening = median(lambda: opened(path), times)
    with Matter.open(path) as matter:
        review = Review(matter)
        head = matter.read().documents.head(document_id)
        block = next(b for b in review.structures.of(head.id).blocks if len(b.text) > 80)
        label = Structure(review.structures.of(head.id).document).place_label(block.key)
        history = median(lambda: review.lineage.history_of(head.id, block.key), times)
        chain = median(lambda: review.lineage.history(head.id, label), times)
        found = len(review.lineage.history_of(head.id, block.key))
        size, allowed = path.stat().st_size, allowance(matter, document_id)
        one = sum(len(part.data) for part in matter.read().versions.parts(head.id))
        versions = head.number
        whole, spent, held = accepting(matter, document_id, times)
        clock, closing = time.perf_counter(), time.process_time()
    return {
        "versions": versions,
        "open_ms": round(opening, 1),
        "clause_history_ms": round(history, 2),
        "clause_hunks": found,
        "labelled_history_ms": round(chain, 2),
        "file_megabytes": round(size / 1e6, 2),
        "file_to_one_version_and_changed_parts": round(size / allowed, 2),
        "file_to_one_version": round(size / one, 1),
        "accept_ms": round(statistics.median(whole), 1),
        "accept_processor_ms": round(statistics.median(spent), 1),
        "accept_on_calling_thread_ms": round(statistics.median(held), 1),
        "accept_longest_ms": round(max(whole), 1),
        "close_ms": round((time.perf_counter() - clock) * 1000, 1),
        "close_processor_ms": round((time.process_time() - closing) * 1000, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def longest_turn(path: Path, document_id: int) -> float:
    """Processor milliseconds of the GUI thread's longest turn while a change is accepted in the window and
    the new version is shown."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from lexdesk.assistant.desk import Desk
    from lexdesk.desktop.window import open_window, settle
    from tests.assistant.obliging import obliging
    from tests.bench.bench_window import longest

    desk = Desk(Matter.open(path), obliging)
    window = open_window(desk)
    settle(window)
    head = desk.matter.read().documents.head(document_id)
    block = [b for b in desk.structures.of(head.id).blocks if len(b.text) > 80][30]
    edit = desk.review.stage(
        ReplaceText(block.text[:1], f"x{block.text[:1]}", block.key, 0, 1),
        document_id=document_id,
        version_id=head.id,
        instruction="Bench.",
        created_by=BY,
    )
    desk.show_advisories(edit.id)
    session = window.session
    assert session is not None
    session.refresh()
    settle(window)
    session.choose(f"edit:{edit.id}")
    settle(window)
    found = longest(window.deciding.accept, 8)
    settle(window)
    assert desk.matter.read().edits.get(edit.id).state == "accepted"
    window.close()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, with the collector set as the program sets it."""
    collect_seldom()
    parser = argparse.ArgumentParser(description="Cost of many versions")
    parser.add_argument("--versions", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--paragraphs", type=int, default=1100)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--window", action="store_true")
    given = parser.parse_args(arguments)
    content = agreement(given.paragraphs)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.lexmatter"
        kept = given.folder or Path(folder) / "kept"
        kept.mkdir(parents=True, exist_ok=True)
        with Matter.create(path, name="Bench", author=BY) as matter:
            document_id = Review(matter).import_document(content, "agreement.docx", BY).id
            words = sum(len(b.text.split()) for b in Structures(matter).of(1).blocks)
        for versions in given.versions:
            grown = kept / f"{words}-words-{versions}-versions.lexmatter"
            if not grown.exists():
                with Matter.open(path) as matter:
                    grow(matter, document_id, versions)
                shutil.copyfile(path, grown)
            shutil.copyfile(grown, path)
            rows.append(measured(path, document_id, given.times))
            if given.window:
                rows[-1]["window_longest_turn_ms"] = longest_turn(path, document_id)
            print(json.dumps(rows[-1]), flush=True)
            shutil.copyfile(grown, path)
    first, last = rows[0], rows[-1]
    totals = {
        "words": words,
        "docx_bytes": sum(info.compress_size for info in zipfile.ZipFile(io.BytesIO(content)).infolist()),
        "sizes": [row["versions"] for row in rows],
        "open_ratio": [round(row["open_ms"] / first["open_ms"], 2) for row in rows],
        "clause_history_ratio": round(last["clause_history_ms"] / max(0.01, first["clause_history_ms"]), 2),
        "file_to_one_version_and_changed_parts": last["file_to_one_version_and_changed_parts"],
        "accept_ms": [row["accept_ms"] for row in rows],
        "accept_processor_ms": [row["accept_processor_ms"] for row in rows],
        "accept_on_calling_thread_ms": [row["accept_on_calling_thread_ms"] for row in rows],
        "close_ms": [row["close_ms"] for row in rows],
        "close_processor_ms": [row["close_processor_ms"] for row in rows],
        "window_longest_turn_ms": [row["window_longest_turn_ms"] for row in rows if given.window],
        "load": [row["load"] for row in rows],
    }
    print(json.dumps(totals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
