"""How long the window is held by a very long agreement: `python -m tests.bench.bench_window [WORDS]`.

For each act the longest turn of the event loop is told in milliseconds of processor time of the GUI thread,
which other work on the machine does not change. No turn may take over 100 (DESIGN section 8).
"""

import argparse
import itertools
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from lexdesk.assistant.views import ChangeItem, DocumentView, OutlineRow, PieceView
from lexdesk.desktop.window import open_window
from tests.desktop.fake_desk import FakeDesk

_WORDS = [
    "the",
    "party",
    "of",
    "the",
    "first",
    "part",
    "shall",
    "notwithstanding",
    "any",
    "provision",
    "of",
    "this",
    "agreement",
    "indemnify",
    "and",
    "hold",
    "harmless",
    "the",
    "other",
    "party",
    "from",
    "any",
    "loss",
    "arising",
    "out",
    "of",
    "a",
    "breach",
    "of",
    "its",
    "obligations",
]
_IN_ONE = 43  # words of a paragraph


class LongDesk(FakeDesk):
    """An agreement of so many words, every other paragraph with a tracked replacement."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.long_view = _long(super().document(1), words // _IN_ONE)

    def document(self, document_id: int, version_id: int | None = None) -> DocumentView:
        """The long agreement."""
        return self.long_view


def _long(base: DocumentView, count: int) -> DocumentView:
    model = next(one for one in base.paragraphs if one.key == "p93")
    words = itertools.cycle(_WORDS)
    paragraphs, changes, outline = [], [], []
    for number in range(count):
        text = " ".join(next(words) for _ in range(_IN_ONE))
        pieces: tuple[PieceView, ...] = (PieceView(text),)
        ids: tuple[str, ...] = ()
        if number % 2 == 0:
            name = f"rev:r{number}"
            ids = (name,)
            pieces = (
                PieceView(text[:80]),
                PieceView("thirty", "del", name),
                PieceView("sixty", "ins", name),
                PieceView(text[80:]),
            )
            changes.append(
                ChangeItem(
                    name, "replace", "theirs", "J. Marl", "2026-01-02T10:00:00+00:00", str(number), "sixty",
                    "tracked", f"k{number}", None,
                )
            )  # fmt: skip
        paragraphs.append(replace(model, key=f"k{number}", label=str(number), pieces=pieces, change_ids=ids))
        if number % 6 == 0:
            outline.append(OutlineRow(str(number), f"Clause {number}", 1, f"k{number}", 0))
    return replace(
        base, document_id=7, paragraphs=tuple(paragraphs), changes=tuple(changes), outline=tuple(outline)
    )


def longest(act: Callable[[], object], seconds: float) -> float:
    """Processor milliseconds of the longest turn while an act is carried out and what follows it settles."""
    started = time.thread_time()
    act()
    worst = time.thread_time() - started
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.thread_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        worst = max(worst, time.thread_time() - started)
    return round(1000 * worst, 1)


def main() -> None:
    """Print a line for each act, then all as JSON."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = argparse.ArgumentParser()
    parser.add_argument("words", type=int, nargs="?", default=150_000)
    words = parser.parse_args().words
    window = open_window(FakeDesk())
    window.resize(1366, 768)
    desk = LongDesk(words)
    page = window.panes.document.page
    last = desk.long_view.paragraphs[-2]
    changed = replace(last, pieces=(*last.pieces, PieceView("added", "ins", "edit:1")))

    def accept_one() -> None:
        old = desk.long_view
        desk.long_view = replace(old, paragraphs=(*old.paragraphs[:-2], changed, old.paragraphs[-1]))
        window.session.refresh()

    acts: list[tuple[str, Callable[[], object], float]] = [
        ("start", lambda: None, 1),
        ("open", lambda: window.show_desk(desk), 6),
        ("next change", lambda: window.deciding.step(1), 1),
        ("last change", lambda: window.deciding.step(-2), 6),
        ("one paragraph changed", accept_one, 2),
        ("another look", lambda: window.panes.document.set_look("clean"), 6),
        ("dark", lambda: window.themes.switch("dark"), 6),
        ("list of changes", lambda: window.show_lower("changes"), 2),
        ("scroll", lambda: page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 2), 1),
    ]
    found = {}
    for name, act, seconds in acts:
        found[name] = longest(act, seconds)
        print(f"{name:<24}{found[name]:>8.1f} ms")
    window.close()
    print(json.dumps({"words": words, "longest_turn_ms": found, "worst": max(found.values())}))


if __name__ == "__main__":
    main()
