"""Measure search: ``python -m tests.gold.retrieval FOLDER... [--docs FOLDER] [--json FILE]``.

Takes every ``*.json`` with questions in the folders (or such a file itself), imports their documents into a
matter of its own and asks each question twice as a user would: of its document alone, and of all documents
at once. The rules are those of the set's own scorer: a span is found when half of its characters lie in the
union of the first k stretches.
"""

import argparse
import json
import math
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexdesk.evidence import query
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.search.found import THRESHOLD, THRESHOLD_WHETHER, Scope
from lexdesk.matter import Matter
from tests.gold.sets import SetProblem, files_of, has_list, read_json, speaking

Place = tuple[str, int, int]
KS = (5, 10)


@dataclass(frozen=True)
class Asked:
    """A question of a set; ``spans`` as (document, start, end)."""

    id: str
    text: str
    document: str
    answerable: bool
    spans: tuple[Place, ...]


@dataclass
class Tally:
    """Counts over questions, for one way of searching."""

    spans: int = 0
    found: Counter[int] = field(default_factory=Counter)
    shown: int = 0
    shown_right: int = 0

    def add(self, asked: Asked, predicted: Sequence[Place]) -> bool:
        """Count one answerable question; whether all its spans are among the first ten."""
        spread = {k: _union(predicted[:k]) for k in KS}
        self.spans += len(asked.spans)
        shared = {k: [_shared(span, spread[k]) for span in asked.spans] for k in KS}
        for k in KS:
            self.found[k] += sum(
                part >= 0.5 * (span[2] - span[1]) for part, span in zip(shared[k], asked.spans, strict=True)
            )
        self.shown += sum(end - start for _, start, end in spread[5])
        self.shown_right += sum(shared[5])
        return all(
            part >= 0.5 * (span[2] - span[1]) for part, span in zip(shared[10], asked.spans, strict=True)
        )

    def figures(self, before: str) -> dict[str, float]:
        """The totals as the last line gives them."""
        named = {f"{before}recall_at_{k}": round(self.found[k] / max(1, self.spans), 4) for k in KS}
        return {**named, f"{before}char_precision_at_5": round(self.shown_right / max(1, self.shown), 4)}


def _union(places: Iterable[Place]) -> list[Place]:
    out: list[Place] = []
    for document, start, end in sorted(places):
        if out and out[-1][0] == document and start <= out[-1][2]:
            out[-1] = (document, out[-1][1], max(end, out[-1][2]))
        else:
            out.append((document, start, end))
    return out


def _shared(span: Place, places: Iterable[Place]) -> int:
    return sum(
        max(0, min(end, span[2]) - max(start, span[1])) for name, start, end in places if name == span[0]
    )


def read_set(path: Path, docs: Sequence[Path]) -> tuple[list[Asked], dict[str, Path]] | None:
    """The questions of a file and where its documents lie; ``None`` for a file of another form."""
    content = read_json(path)
    if not has_list(content, "items", "id", "doc", "question"):
        return None
    roots = [path.parent / content.get("docs_root", "."), path.parent, path.parent / "docs", *docs]
    asked, files = [], dict[str, Path]()
    for item in content["items"]:
        name = item["doc"]
        spans = tuple((span.get("doc", name), span["start"], span["end"]) for span in item.get("spans", ()))
        asked.append(Asked(item["id"], item["question"], name, item.get("answerable", True), spans))
        for document in {name, *(span[0] for span in spans)}:
            places = [place for root in roots for place in (root / document, root / Path(document).name)]
            there = next((place for place in places if place.is_file()), None)
            if there is None:
                raise SetProblem(f"The document {document} of question {item['id']} is not there.")
            files[document] = there
    return asked, files


class Bm25:
    """Plain BM25 (k1 = 1.5, b = 0.75) over windows of whole sentences up to 600 characters."""

    def __init__(self, windows: Sequence[tuple[Place, str]]) -> None:
        self.places = [place for place, _ in windows]
        self._bags = [Counter(_words(text)) for _, text in windows]
        self._lengths = [sum(bag.values()) for bag in self._bags]
        self._usual = sum(self._lengths) / max(1, len(self._lengths))
        self._bearing = Counter(word for bag in self._bags for word in bag)

    def best(self, question: str, most: int = 10) -> list[Place]:
        """The best windows, best first."""
        scores: dict[int, float] = {}
        for word in query.telling_words(question):
            rarity = math.log(1 + (len(self._bags) - self._bearing[word] + 0.5) / (self._bearing[word] + 0.5))
            for at, bag in enumerate(self._bags):
                if bag[word]:
                    length = 1.5 * (0.25 + 0.75 * self._lengths[at] / self._usual)
                    worth = rarity * bag[word] * 2.5 / (bag[word] + length)
                    scores[at] = scores.get(at, 0.0) + worth
        return [
            self.places[at] for at, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:most]
        ]


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text.casefold()).split()


def windows_of(name: str, sentences: Sequence[tuple[int, int, str]]) -> list[tuple[Place, str]]:
    """Whole sentences put together up to 600 characters; longer sentences cut there."""
    windows: list[tuple[Place, str]] = []
    for start, end, text in sentences:
        if windows and end - windows[-1][0][1] <= 600:
            place, before = windows[-1]
            windows[-1] = ((name, place[1], end), f"{before} {text}")
            continue
        while end - start > 600:
            windows.append(((name, start, start + 600), text[:600]))
            start, text = start + 600, text[600:]
        windows.append(((name, start, end), text))
    return windows


class Desk:
    """A matter with the documents of the sets, asked through the library."""

    def __init__(self, folder: Path, files: Mapping[str, Path]) -> None:
        self.matter = Matter.create(folder / "measured.lexmatter", name="Measured", author="Measurer")
        self.library = Library(self.matter, ReaderHere)
        self.ids: dict[str, int] = {}
        for name, path in files.items():
            self.ids[name] = self.library.add(path)[0].id
        self.names = {number: name for name, number in self.ids.items()}
        read = self.matter.read()
        for name, path in files.items():
            with path.open(encoding="utf-8", newline="") as stream:
                if read.sources.text(self.ids[name]) != stream.read():
                    print(
                        f"note: the text of {name} was stored with other line ends or marks", file=sys.stderr
                    )
        self.windows = {
            name: windows_of(
                name, [(row.start, row.end, row.text) for row in read.searching.sentences(number)]
            )
            for name, number in self.ids.items()
        }

    def ask(self, asked: Asked, alone: bool) -> tuple[list[Place], float]:
        """The stretches offered, best first, and the support of the best."""
        scope = Scope(source_ids=(self.ids[asked.document],)) if alone else Scope()
        found = self.library.find(asked.text, scope)
        # The same bytes under two names are one source; the name that was asked for counts.
        names = {**self.names, self.ids[asked.document]: asked.document}
        places = [(names[each.source_id], each.start, each.end) for each in found.stretches]
        assert all(end - start <= 600 for _, start, end in places), "a stretch is too long"
        return places, found.support

    def close(self) -> None:
        """Close the matter."""
        self.library.close()
        self.matter.close()


@speaking
def main(arguments: list[str] | None = None) -> int:
    """Print a table for each set and the totals; 0 unless nothing could be run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--misses", action="store_true", help="print the questions whose answer is not found")
    given = parser.parse_args(arguments)
    sets: dict[str, list[Asked]] = {}
    files: dict[str, Path] = {}
    for place in given.folder:
        for path in files_of(place):
            read = read_set(path, given.docs)
            if read is not None:
                sets[str(path)] = read[0]
                files |= read[1]
    if not sets:
        print("No questions found.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder), files)
        cases: dict[str, Any] = {}
        try:
            totals = _measure(desk, [each for asked in sets.values() for each in asked], cases, given.misses)
            if len(sets) > 1:
                for name, asked in sets.items():
                    print(f"{Path(name).name}: {json.dumps(_measure(desk, asked, {}, False))}")
        finally:
            desk.close()
    if given.json:
        given.json.write_text(json.dumps(cases, ensure_ascii=False, indent=1), "utf-8")
    print(json.dumps(totals))
    return 0


def _measure(desk: Desk, asked: Sequence[Asked], cases: dict[str, Any], misses: bool) -> dict[str, float]:
    alone, everywhere, plain, plain_everywhere = Tally(), Tally(), Tally(), Tally()
    bm25 = {name: Bm25(desk.windows[name]) for name in {each.document for each in asked}}
    all_windows = Bm25([window for windows in desk.windows.values() for window in windows])
    unanswerable = right = silent = 0
    began = time.perf_counter()
    for each in asked:
        predicted, support = desk.ask(each, alone=True)
        case = {"predicted": predicted, "support": round(support, 3)}
        cases[each.id] = case
        if not each.answerable:
            unanswerable += 1
            right += not predicted
            print(
                f"{'ok ' if not predicted else 'NO '} {each.id} nothing to find: {each.text}"
            ) if misses else None
            continue
        silent += not predicted
        case["found"] = alone.add(each, predicted)
        if misses and not case["found"]:
            print(f"miss {each.id} support {support:.2f}: {each.text}")
        everywhere.add(each, desk.ask(each, alone=False)[0])
        plain.add(each, bm25[each.document].best(each.text))
        plain_everywhere.add(each, all_windows.best(each.text))
    print(
        f"{len(asked)} questions over {len(desk.ids)} documents in {time.perf_counter() - began:.0f} s, ",
        end="",
    )
    print(f"thresholds {THRESHOLD} and {THRESHOLD_WHETHER}, {silent} answerable ones called unanswered")
    for title, tally in (
        ("in the document", alone),
        ("in the document, BM25", plain),
        ("in all documents", everywhere),
        ("in all documents, BM25", plain_everywhere),
    ):
        print(f"  {title:24}", "  ".join(f"{name} {value:.3f}" for name, value in tally.figures("").items()))
    return {
        "questions": len(asked),
        **alone.figures(""),
        **plain.figures("bm25_"),
        **everywhere.figures("all_"),
        **plain_everywhere.figures("bm25_all_"),
        "answerable_unanswered": silent,
        "unanswerable": unanswerable,
        "unanswerable_right": right,
        "threshold": THRESHOLD,
        "threshold_whether": THRESHOLD_WHETHER,
    }


if __name__ == "__main__":
    sys.exit(main())
