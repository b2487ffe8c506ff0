"""The assistant's costs: ``python -m tests.bench.bench_assistant [--model FILE.gguf] [--results 100000]``.

Without a model: opening any of many stored tool results, and the matter that holds them, against a matter
with 1,000. With one: how much sooner the second question of a chat reaches its first token than the first
one did (the model was loaded before), what the harness costs beside the model, and how long a cancel takes
while the prompt is read and while words are written. The last line is JSON. Exits 1 when a bound is
broken: half more than with 1,000; a third of the cold time; 5 % of the model's time; one second.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.desk import Desk
from lexdesk.assistant.events import Event, FirstWords, ModelWorking
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.models.local import LocalModel
from tests.assistant.agreements import write_agreement

FEW = 1000
MOST_GROWTH, MOST_WARM, MOST_OVERHEAD, MOST_CANCEL = 1.5, 1 / 3, 0.05, 1.0
QUESTIONS = ("How much notice must a party give to terminate?", "Within how many days are invoices paid?")


def seconds(act: Callable[[], Any]) -> float:
    """Wall time of one run."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def filled(path: Path, count: int) -> Path:
    """A matter with so many finished tool results of a few hundred to some thousand code points."""
    chance = random.Random(7)
    words = ["ledger", "crane", "siding", "invoice", "notice", "第十二条", "kiln", "barge"]
    with Desk(Matter.create(path, name="Many", author="Runner"), lambda: None) as desk:
        chat = desk.chats()[0].id

        def work(tx: Tx, many: int) -> None:
            run = tx.runs.start(chat, "Fill.", "free", "none")
            for _n in range(many):
                output = " ".join(chance.choices(words, k=chance.randint(50, 500)))
                tx.tools.finish(tx.tools.start(run.id, "find_text", "{}", "{}"), "ok", output)
            tx.runs.finish(run.id, "done")
            tx.act("Runner", "fill", str(run.id), many=many)

        for _batch in range(count // 500):
            desk.matter.write(lambda tx: work(tx, 500))
    return path


def opening(path: Path, count: int) -> tuple[float, float]:
    """Median seconds to open the matter, and to open one tool result by its id."""

    def open_it() -> float:
        began = time.perf_counter()
        matter = Matter.open(path)
        spent = time.perf_counter() - began
        matter.close()
        return spent

    whole = statistics.median(open_it() for _n in range(9))
    chance = random.Random(11)
    with Desk(Matter.open(path), lambda: None) as desk:
        ids = [chance.randint(1, count) for _n in range(300)]
        one = statistics.median(seconds(lambda number=number: desk.tool_result(number)) for number in ids)
    return whole, one


def stored(folder: Path, many: int) -> dict[str, float]:
    few_open, few_one = opening(filled(folder / "few.lexmatter", FEW), FEW)
    many_open, many_one = opening(filled(folder / "many.lexmatter", many), many)
    print(f"{FEW:>7} results: matter {few_open * 1000:8.2f} ms, one result {few_one * 1000:8.3f} ms")
    print(f"{many:>7} results: matter {many_open * 1000:8.2f} ms, one result {many_one * 1000:8.3f} ms")
    return {"matter_growth": many_open / few_open, "result_growth": many_one / few_one}


class Clock:
    """Hears when the first words of the first model call came."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self.first = 0.0

    def hear(self, event: Event) -> None:
        if isinstance(event, FirstWords) and not self.first:
            self.first = time.perf_counter() - self._began


def with_model(folder: Path, file: Path) -> dict[str, float]:
    model = LocalModel(file, file.stem)
    found: dict[str, float] = {}
    try:
        model.load()
        agreement = write_agreement(folder / "agreement.docx")
        matter = Matter.create(folder / "asked.lexmatter", name="Asked", author="Runner")
        with Desk(matter, lambda: model) as desk:
            desk.import_document(agreement)
            chat = desk.chats()[0].id
            first: list[float] = []
            for question in QUESTIONS:
                clock = Clock()
                desk.ask(chat, question, mode="free", on_event=clock.hear, budget=Budget(steps=8))
                first.append(clock.first)
            desk.ask(chat, "How long is the supplier's warranty?", mode="guided")
            print(f"first token: cold {first[0]:.1f} s, second question {first[1]:.1f} s")
            found["warm_of_cold"] = first[1] / first[0]
            found["overhead"] = _overhead(desk)
            print(f"harness beside the model: {found['overhead']:.1%} of the model's time")
            for name, wait in (("writing", None), ("reading", 0.5)):
                found[f"cancel_{name}"] = _cancelled(desk, chat, wait)
                print(f"cancel while {name}: {found[f'cancel_{name}']:.2f} s")
            print(model.describe())
    finally:
        model.close()
    return found


def _overhead(desk: Desk) -> float:
    """Time of the runs that no model call took, as a share of the time that model calls took."""
    reader = desk.matter.read()
    runs = reader.runs.list()
    whole = sum(_between(run.started_at, run.ended_at) for run in runs)
    calls = sum(
        _between(call.started_at, call.ended_at) for run in runs for call in reader.calls.of_run(run.id)
    )
    return (whole - calls) / calls


def _between(start: str, end: str) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def _cancelled(desk: Desk, chat: int, wait: float | None) -> float:
    """Seconds from Stop to the end of a run: ``wait`` seconds into the reading of the prompt of a new chat,
    or, for None, at the first words."""
    stop, pressed = threading.Event(), [0.0]

    def press() -> None:
        pressed[0] = time.perf_counter()
        stop.set()

    def hear(event: Event) -> None:
        if wait is None and isinstance(event, FirstWords):
            press()
        elif wait is not None and isinstance(event, ModelWorking):
            threading.Timer(wait, press).start()

    if wait is not None:
        chat = desk.new_chat("Anew").id
    desk.ask(chat, "Describe every clause at length.", mode="free", on_event=hear, cancelled=stop.is_set)
    return time.perf_counter() - pressed[0]


def main(arguments: list[str] | None = None) -> int:
    """Print what was measured; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--results", type=int, default=100_000)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        found = stored(Path(temporary), given.results) if given.results else {}
        if given.model:
            found |= with_model(Path(temporary), given.model)
    bounds = {
        "matter_growth": MOST_GROWTH,
        "result_growth": MOST_GROWTH,
        "warm_of_cold": MOST_WARM,
        "overhead": MOST_OVERHEAD,
        "cancel_reading": MOST_CANCEL,
        "cancel_writing": MOST_CANCEL,
    }
    broken = [name for name, value in found.items() if value > bounds[name]]
    print(json.dumps({**{name: round(value, 4) for name, value in found.items()}, "broken": broken}))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
