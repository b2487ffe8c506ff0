"""A page that was read and is not yet text, as facts and bytes for a frame.

The boxes of words go over as numbers of 64 bits, as they are: what is made of a page that came through a pipe
is what would have been made of it here.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from lexdesk.evidence.assemble import PageLines
from lexdesk.evidence.concealed import PageReport
from lexdesk.evidence.lines import TEXT, TURNED, Line
from lexdesk.evidence.pdf_book import ReadPage

_NUMBERS = "<f8"


def facts_of(read: ReadPage) -> tuple[dict[str, Any], bytes]:
    """The page for ``page_of``."""
    page, report = read
    lines = page.lines
    facts: dict[str, Any] = {
        "number": page.number,
        "label": page.label,
        "size": [page.width, page.height, page.depth],
        "turned": page.turned,
        "texts": _texts(lines),
        "columns": [line.column for line in lines],
        "report": {name: value for name, value in vars(report).items() if value},
    }
    if not lines:
        return _plain(facts), b""
    boxes = [np.concatenate([line.parts[column] for line in lines]) for column in range(TEXT)]
    if page.turned:
        shown = np.array([*chain.from_iterable(line.parts[TURNED] for line in lines)], np.float64)
        boxes += [*shown.T]
    return _plain(facts), b"".join([column.astype(_NUMBERS).tobytes() for column in boxes])


def page_of(facts: dict[str, Any], numbers: bytes) -> ReadPage:
    """The page again. Raises ``ValueError`` for what is none."""
    width, height, depth = facts["size"]
    given = facts["texts"]
    texts = [line.split(" ") for line in given.split("\n")] if isinstance(given, str) else given
    lengths = [len(words) for words in texts]
    lines: list[Line] = []
    if texts:
        count = 8 if facts["turned"] else 4
        columns = np.frombuffer(numbers, _NUMBERS).astype(np.float64).reshape(count, sum(lengths))
        begins = np.cumsum([0, *lengths[:-1]])
        least, most = np.minimum.reduceat, np.maximum.reduceat
        edges = (least(columns[0], begins), least(columns[1], begins), most(columns[2], begins),
                 most(columns[3], begins))  # fmt: skip
        boxes = zip(*(edge.tolist() for edge in edges), strict=True)
        shown = [tuple(box) for box in columns[4:].T.tolist()]
        for begin, length, words, column, box in zip(
            begins.tolist(), lengths, texts, facts["columns"], boxes, strict=True
        ):
            end = begin + length
            parts = [*columns[:4, begin:end], words, *([shown[begin:end]] if shown else [])]
            lines.append(Line(parts, column, box))
    page = PageLines(
        facts["number"], facts["label"], width, height, tuple(lines), depth, bool(facts["turned"])
    )
    return page, _report(facts["report"])


def _texts(lines: Sequence[Line]) -> str | list[list[str]]:
    """The words of lines, parted by blanks and breaks, where none holds such itself."""
    text = "\n".join([line.text for line in lines])
    count = sum([len(line.parts[TEXT]) for line in lines])
    if count and text.count(" ") + text.count("\n") == count - 1:
        return text
    return [list(line.parts[TEXT]) for line in lines]


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    report = facts["report"]
    for name in ("covered", "faint"):
        if name in report:
            report[name] = [*report[name].items()]
    if "unreadable" in report:
        report["unreadable"] = sorted(report["unreadable"])
    return facts


def _report(told: dict[str, Any]) -> PageReport:
    made = dict(told)
    for name in ("covered", "faint"):
        if name in made:
            made[name] = {int(number): str(word) for number, word in made[name]}
    if "unreadable" in made:
        made["unreadable"] = frozenset(made["unreadable"])
    for name in ("notes", "ocr"):
        if name in made:
            made[name] = tuple(made[name])
    return PageReport(**made)
