"""From the matter to the sentences worth ranking."""

import heapq
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from lexdesk.evidence import query
from lexdesk.evidence.search.concepts import Form, concepts
from lexdesk.evidence.search.pool import LONGEST, Pool, Sentence, cut
from lexdesk.evidence.search.question import Question, Unit
from lexdesk.evidence.search.vectors import Kept
from lexdesk.matter.searching import SentenceRow
from lexdesk.matter.stores import Reader

#: Up to so many sentences all are ranked; of more, those that the index finds, with their neighbours.
ALL = 2_500
_FOUND = 50
_NEAREST = 100
_KEPT = 3
_NAMED_SOURCES = 3
_OPENING = 400  # characters
_NAMED_LONG = 600  # sentences; of a longer one only what the index finds is read
_UNITS = 4
_WORDS = 12


Gathered = tuple[Pool, dict[int, SentenceRow]]
"""A pool of sentences, and each sentence by its passage id."""


class Pools:
    """Pools made before, for questions that follow one another; any act in the matter makes them stale."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[tuple[str, tuple[int, ...]], Gathered] = OrderedDict()
        self._openings: tuple[str, dict[int, str]] = ("", {})
        self._vectors: tuple[str, int, Kept] | None = None

    def whole(self, read: Reader, source_ids: Sequence[int]) -> Gathered:
        """All sentences of the sources."""
        key = (str(read.audit.head()), tuple(source_ids))
        with self._guard:
            known = self._kept.get(key)
        if known is None:
            rows = [row for source_id in source_ids for row in read.searching.sentences(source_id)]
            known = Pool(_cut(rows)), {row.id: row for row in rows}
            with self._guard:
                self._kept[key] = known
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
        return known

    def vectors(self, read: Reader, model_id: int) -> Kept:
        """All vectors that an embedding model made."""
        head = str(read.audit.head())
        with self._guard:
            known = self._vectors
        if known is None or known[:2] != (head, model_id):
            known = (head, model_id, Kept.of(read, model_id))
            with self._guard:
                self._vectors = known
        return known[2]

    def openings(self, read: Reader, source_ids: Sequence[int]) -> dict[int, str]:
        """The first lines of each source, where its parties stand."""
        head = str(read.audit.head())
        with self._guard:
            known = dict(self._openings[1]) if self._openings[0] == head else {}
        for source_id in source_ids:
            if source_id not in known:
                rows = read.searching.sentences(source_id, 0, _OPENING)
                known[source_id] = " ".join(row.text for row in rows)[: 2 * _OPENING]
        with self._guard:
            self._openings = (head, known)
        return known


def gather(
    read: Reader,
    question: Question,
    source_ids: Sequence[int],
    named: Mapping[int, float],
    pools: Pools,
    near: Mapping[int, float],
) -> Gathered:
    """The sentences of the sources that may answer; all of them where they are few, and all of the sources
    that the question names (``named``: how far, 0 to 1). ``near``: likeness by an embedding model, by passage
    id; the nearest are among them."""
    if read.searching.sentence_count(source_ids, ALL + 1) <= ALL:
        return pools.whole(read, source_ids)
    spans = _indexed(read, question, source_ids)
    chosen = set(source_ids)
    for passage_id in heapq.nlargest(_NEAREST, near, key=near.__getitem__):
        row = read.passages.get(passage_id)
        if row.source_id in chosen:
            spans.setdefault(row.source_id, []).append((row.start, min(row.end, row.start + 2 * LONGEST)))
    for source_id in sorted(named, key=lambda number: -named[number])[:_NAMED_SOURCES]:
        if named[source_id] > 0.6 and read.searching.sentence_count([source_id], _NAMED_LONG) < _NAMED_LONG:
            spans[source_id] = [(0, 1 << 60)]
    rows = _round(read, spans)

    known: dict[str, tuple[int, int]] = {}

    def rarity(unit: Unit) -> tuple[int, int]:
        if unit.said not in known:
            known[unit.said] = counted(unit)
        return known[unit.said]

    def counted(unit: Unit) -> tuple[int, int]:
        atoms = _atoms(unit.forms)
        there = read.searching.how_many(" OR ".join(atoms)) if atoms else 0
        return there, max(there, read.searching.last_id())

    return Pool(_cut(rows), rarity), {row.id: row for row in rows}


def _cut(rows: Sequence[SentenceRow]) -> list[Sentence]:
    return [
        part for row in rows for part in cut(Sentence(row.id, row.source_id, row.start, row.end, row.text))
    ]


def _indexed(read: Reader, question: Question, source_ids: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Spans by source of what the indexes hold of the question: the words in order, all words, all things
    asked for but one in whatever words, some words; and CJK by characters."""
    every = {source.id for source in read.sources.list()}
    chosen = None if every <= set(source_ids) else list(source_ids)
    spans: dict[int, list[tuple[int, int]]] = {}

    def note(found: Sequence[tuple[int, int, int, int]]) -> None:
        for _, source, start, end in found:
            spans.setdefault(source, []).append((start, min(end, start + 2 * LONGEST)))

    words, telling = query.words_of(question.text), query.telling_words(question.text)
    if telling:
        note(read.searching.best(query.any_of(telling[:_WORDS]), chosen, _FOUND))
    if 1 < len(words) < _WORDS:
        note(read.searching.some(query.phrase(words), chosen, _FOUND))
    other_words = _all_but_one(question)
    if other_words:
        note(read.searching.some(other_words, chosen, 4 * _FOUND))
    for run in query.cjk_runs(question.text):
        parts = (
            [run] if len(run) < 3 else [run, *(unit.said for unit in question.units if len(unit.said) > 2)]
        )
        for part in parts:
            ids = [number for number, _ in read.passages.match_characters(part, chosen, _FOUND)]
            rows = [read.passages.get(number) for number in ids]
            note([(row.id, row.source_id or 0, row.start, row.end) for row in rows])
    return spans


def _all_but_one(question: Question) -> str:
    """FTS5 query: the most telling things asked for, each in any of its forms, one of them may miss."""
    units = sorted((unit for unit in question.units if unit.tells), key=lambda unit: -unit.tells)
    groups = ["(" + " OR ".join(atoms) + ")" for unit in units if (atoms := _atoms(unit.forms))][:_UNITS]
    if len(groups) < 3:
        return " AND ".join(groups)
    return " OR ".join(
        "(" + " AND ".join(group for at, group in enumerate(groups) if at != left_out) + ")"
        for left_out in range(len(groups))
    )


def _atoms(forms: dict[Form, float]) -> list[str]:
    """FTS5 phrases for forms: a stem as a beginning, several words as they are written."""
    written = concepts().words
    found: list[str] = []
    for form in forms:
        if query.cjk_runs(form[0]):
            continue
        if len(form) == 1:
            found.append(f'"{form[0]}"' + ("*" if len(form[0]) > 3 and form[0].isalpha() else ""))
        else:
            found.append('"' + written.get(form, " ".join(form)).replace('"', " ") + '"')
    return found


def _round(read: Reader, spans: dict[int, list[tuple[int, int]]]) -> list[SentenceRow]:
    """The sentences of the spans with those just before and after, in order."""
    rows: list[SentenceRow] = []
    for source in sorted(spans):
        merged: list[list[int]] = []
        for start, end in sorted(spans[source]):
            low, high = max(0, start - LONGEST), end + LONGEST
            if merged and low <= merged[-1][1]:
                merged[-1][1] = max(high, merged[-1][1])
            else:
                merged.append([low, high])
        for low, high in merged:
            rows += read.searching.sentences(source, low, high)
    return rows
