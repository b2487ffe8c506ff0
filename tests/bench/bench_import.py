"""Import and search of a long matter against what the engine alone can do, in one run.

``python -m tests.bench.bench_import [PAGES] [--kind KIND ...]`` (10,000 pages of the kind "bundle" unless
said) makes a PDF of that many pages (of each kind, see ``bundles``; or the path of a PDF, whose pages are
repeated; "all" is every kind), imports it in the helper process as the product does, and prints ratios:
import against bare text extraction, search against the bare full-text match, a pin on an open page against
the bare drawing of that page; the most memory the helper took; how long another write had to wait during
the import, and how late a thread of this process that is due every 10 ms came (what a window would feel);
and whether an import that was killed halfway reads a finished page again. Of several kinds the worst of
each figure is printed last.

On a machine with other work the clock says little; ``cpu_ratio`` is the processor time of the import,
shared between two cores, against that of the bare extraction.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pymupdf

from lexdesk.evidence import query
from lexdesk.evidence.importing.reader import ReaderProcess
from lexdesk.evidence.library import Library
from lexdesk.matter import Matter
from tests.bench.bundles import KINDS, make_pdf

_QUERIES = (
    "termination for material breach",
    "confidential information disclosing party",
    "TOK-00777",
    "interest rate",
    "governing law",
    "written consent of the supplier",
    "award of costs",
    "indemnify losses",
    "schedule of invoices",
    "what happens on late payment",
    "reasonable efforts",
    "notice days",
)


def bare_extraction(content: bytes) -> tuple[float, float]:
    """Seconds (by the clock, and of the processor) PyMuPDF takes for the text of every page."""
    began, cpu = time.perf_counter(), time.process_time()
    with pymupdf.open(stream=content) as document:
        for page in document:
            page.get_text()
    return time.perf_counter() - began, time.process_time() - cpu


_TURN = 0.01  # seconds


class _Watch:
    """Meanwhile: the helper's memory, how long another write waits, and how late a turn of a window comes."""

    def __init__(self, matter: Matter, reader: ReaderProcess) -> None:
        self.memory = 0
        self.helper_cpu = 0.0
        self.waits: list[float] = []
        self.late: list[float] = []
        self._matter, self._reader = matter, reader
        self._over = threading.Event()
        self._threads = [threading.Thread(target=turn) for turn in (self._look, self._write, self._turn)]

    def __enter__(self) -> "_Watch":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.2):
            try:
                if self._reader.pid:
                    helper = psutil.Process(self._reader.pid)
                    both = [helper, *helper.children(recursive=True)]
                    self.memory = max(self.memory, sum(one.memory_info().rss for one in both))
                    self.helper_cpu = max(self.helper_cpu, sum(sum(one.cpu_times()[:2]) for one in both))
            except psutil.Error:
                continue

    def _turn(self) -> None:
        while not self._over.is_set():
            began = time.perf_counter()
            time.sleep(_TURN)
            self.late.append(time.perf_counter() - began - _TURN)

    def _write(self) -> None:
        while not self._over.wait(0.15):
            began = time.perf_counter()
            self._matter.write(lambda tx: tx.act("bench", "noted", "matter"))
            self.waits.append(time.perf_counter() - began)


def seconds(work: Callable[[], Any]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def percentile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def search_ratio(matter: Matter, library: Library) -> dict[str, float]:
    """p95 of the product's search, and of the bare match it rests on, in milliseconds."""
    bare, ours = [], []
    read = matter.read()
    for _ in range(3):
        for text in _QUERIES:
            fts = query.any_of(query.telling_words(text))
            bare.append(
                seconds(
                    lambda fts=fts: read.connection.rows(
                        "SELECT rowid FROM passage_words WHERE passage_words MATCH ? "
                        "ORDER BY bm25(passage_words) LIMIT 20",
                        (fts,),
                    )
                )
            )
            ours.append(seconds(lambda text=text: library.search(text)))
    return {"bare_p95_ms": 1000 * percentile(bare, 0.95), "search_p95_ms": 1000 * percentile(ours, 0.95)}


def pin_ratio(matter: Matter, library: Library, content: bytes, source_id: int) -> float:
    """A pin shown on an open file against the bare drawing of its page (medians)."""
    rows = matter.read().passages.of_source(source_id, "sentence")[
        :: max(1, 40 * len(matter.read().sources.list()))
    ]
    chosen = rows[:: max(1, len(rows) // 40)]
    library.render_page(source_id, 1, 1.0)
    ours, bare = [], []
    with pymupdf.open(stream=content) as document:
        for row in chosen:
            ours.append(
                seconds(
                    lambda row=row: (
                        library.highlight(row),
                        library.render_page(source_id, row.page_from, 1.0),
                    )
                )
            )
            bare.append(seconds(lambda row=row: document[row.page_from - 1].get_pixmap(alpha=False).samples))
    return statistics.median(ours) / statistics.median(bare)


_HALF = """
import os, sys
from pathlib import Path
from lexdesk.evidence.library import Library
from lexdesk.matter import Matter
with Matter.create(Path(sys.argv[1]), name="half", author="A") as matter:
    def tell(done, total):
        print(done, flush=True)
    Library(matter).add(Path(sys.argv[2]), progress=tell, added_by="A")
"""


def killed_halfway(folder: Path, pdf: Path, pages: int) -> tuple[int, int]:
    """Pages kept when the whole program was killed, and the first page read after it was started again."""
    path = folder / "half.lexmatter"
    program = subprocess.Popen(
        [sys.executable, "-c", _HALF, str(path), str(pdf)], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    kept = 0
    for line in program.stdout:
        kept = int(line)
        if kept >= pages // 2:
            os.kill(program.pid, signal.SIGKILL)
            break
    program.wait()
    with Matter.open(path) as matter:
        (row,) = matter.read().imports.unfinished()
        first: list[int] = []

        class Noting(ReaderProcess):
            def read(self, content: bytes, job: Any, cancelled: Any) -> Any:
                first.append(job.first_page)
                return super().read(content, job, cancelled)

        Library(matter, Noting).add(pdf, added_by="A")
        assert row.pages_read >= kept
        assert matter.read().imports.unfinished() == []
    return row.pages_read, first[0]


LIMITS = {
    "import_ratio": 4,
    "helper_mb": 1000,
    "write_wait_p95_ms": 100,
    "turn_late_p95_ms": 100,
    "search_ratio": 3,
    "pin_ratio": 10,
}


def measure(folder: Path, pages: int, kind: str) -> dict[str, float]:
    """All figures of one kind of page; prints them."""
    pdf = folder / "bundle.pdf"
    make_pdf(pdf, pages, kind)
    content = pdf.read_bytes()
    print(f"{kind}: {pages:,} pages, {len(content) / 1e6:.0f} MB")
    bare, bare_cpu = bare_extraction(content)
    reader = ReaderProcess()
    with Matter.create(folder / "m.lexmatter", name="bench", author="bench") as matter:
        library = Library(matter, lambda: reader)
        cpu = time.process_time()
        with _Watch(matter, reader) as watch:
            took = seconds(lambda: library.add(pdf, added_by="bench"))
        cpu = time.process_time() - cpu
        again = bare_extraction(content)
        bare, bare_cpu = (bare + again[0]) / 2, (bare_cpu + again[1]) / 2
        figures: dict[str, float] = {
            "pages": pages,
            "bare_ms_a_page": 1000 * bare / pages,
            "import_ms_a_page": 1000 * took / pages,
            "import_ratio": took / bare,
            "bare_cpu_ms_a_page": 1000 * bare_cpu / pages,
            "helper_cpu_ms_a_page": 1000 * watch.helper_cpu / pages,
            "storing_cpu_ms_a_page": 1000 * cpu / pages,
            "cpu_ratio": (watch.helper_cpu + cpu) / 2 / bare_cpu,
            "helper_mb": watch.memory / 1e6,
            "write_wait_p95_ms": 1000 * percentile(watch.waits, 0.95),
            "write_wait_max_ms": 1000 * max(watch.waits),
            "turn_late_p95_ms": 1000 * percentile(watch.late, 0.95),
            "turn_late_max_ms": 1000 * max(watch.late),
            "first_search_ms": 1000 * seconds(lambda: library.search("governing law of the notice")),
            "file_mb": (folder / "m.lexmatter").stat().st_size / 1e6,
            **search_ratio(matter, library),
            "pin_ratio": pin_ratio(matter, library, content, 1),
        }
        figures["search_ratio"] = figures["search_p95_ms"] / figures["bare_p95_ms"]
        library.close()
    kept, first = killed_halfway(folder, pdf, pages)
    figures |= {"killed_with_pages": kept, "first_page_after": first}
    show(figures)
    return figures


def show(figures: dict[str, float]) -> None:
    """A line for each figure, with its limit."""
    for key, value in figures.items():
        print(f"{key:>21} {value:10.2f}" + (f"   (at most {LIMITS[key]})" if key in LIMITS else ""))


def main(given: list[str]) -> int:
    """Run, print a table for each kind and one line of JSON."""
    parser = argparse.ArgumentParser(prog="bench_import")
    parser.add_argument("pages", nargs="?", type=int, default=10_000)
    parser.add_argument("--kind", nargs="+", default=["bundle"], metavar="KIND")
    asked = parser.parse_args(given)
    kinds = list(KINDS) if asked.kind == ["all"] else asked.kind
    measured: dict[str, dict[str, float]] = {}
    for kind in kinds:
        with tempfile.TemporaryDirectory() as name:
            measured[kind] = measure(Path(name), asked.pages, kind)
    rounded = {
        kind: {key: round(value, 3) for key, value in figures.items()} for kind, figures in measured.items()
    }
    if len(measured) == 1:
        print(json.dumps(rounded[kinds[0]]))
        return 0
    print("the worst of all kinds")
    worst = {key: max(figures[key] for figures in rounded.values()) for key in (*LIMITS, "cpu_ratio")}
    show(worst)
    print(json.dumps({"kinds": rounded, "worst": worst}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
