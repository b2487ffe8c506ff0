"""Sentences that may answer, and how well they and the stretches round them do.

BM25 (Robertson and Zaragoza, 2009; k1 = 1.2, b = 0.5) over stretches of whole sentences, each thing asked for
counted in all its forms, mixed with the nearness of word vectors. How much each part brings was measured:
``docs/measurements/retrieval.md``.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from lexdesk.evidence.search.concepts import Form
from lexdesk.evidence.search.meaning import meaning
from lexdesk.evidence.search.question import CJK, Question, Unit
from lexdesk.evidence.search.terms import terms
from lexdesk.text.searchable import searchable

#: No stretch is longer, in characters.
LONGEST = 600

_K1, _B = 1.2, 0.5
_MEANING_SHARE = 0.4
_MODEL_SHARE = 0.4
_FAR_NEARER = 2.5  # standard deviations above the usual likeness
_NAMED_SHARE = 4.0  # standard deviations that a source named in the question is worth
_OVERLAP = 0.3
_COUNTS_KEPT = 400
_HEADING = 4  # words
_CUT = re.compile(r";\s|:\s|\s(?=\([a-z0-9]{1,4}\)\s)|,\s|[；，、]")
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sentence:
    """A sentence of a source, or a part of one longer than ``LONGEST``."""

    passage_id: int
    source_id: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Stretch:
    """Whole sentences in a row: ``sentences`` are places in the pool, ``start`` and ``end`` offsets in the
    source text."""

    source_id: int
    start: int
    end: int
    first: int
    last: int
    score: float
    support: float


def cut(sentence: Sentence) -> list[Sentence]:
    """The sentence, or its parts where it is longer than a stretch may be: at a list item or a comma."""
    parts: list[Sentence] = []
    text, at = sentence.text, 0
    spread = (sentence.end - sentence.start) / max(1, len(text))  # a running head inside is not in the text
    while len(text) - at > LONGEST:
        places = [found.end() for found in _CUT.finditer(text, at + LONGEST // 2, at + LONGEST)]
        best = [place for place in places if text[place - 2] in ";:" or text[place - 1] in "；"] or places
        end = best[-1] if best else at + LONGEST
        parts.append(_part(sentence, at, end, spread))
        at = end
    parts.append(_part(sentence, at, len(text), spread))
    return parts


def _part(sentence: Sentence, low: int, high: int, spread: float) -> Sentence:
    last = sentence.end if high == len(sentence.text) else sentence.start + round(high * spread)
    return Sentence(
        sentence.passage_id,
        sentence.source_id,
        sentence.start + round(low * spread),
        last,
        sentence.text[low:high],
    )


class Pool:
    """Sentences by source and place. ``rarity`` may say, for a unit, in how many of how many passages of the
    matter it stands, where the pool is only a part of them."""

    def __init__(
        self, sentences: Sequence[Sentence], rarity: Callable[[Unit], tuple[int, int]] | None = None
    ) -> None:
        self.sentences = sentences
        self._rarity = rarity
        self._terms = [_terms(sentence.text) for sentence in sentences]
        self._stems = [[term for term, _ in found] for found in self._terms]
        self._counts: dict[tuple[str, int], tuple[Numbers, float]] = {}
        self._vectors: Numbers | None = None
        self._places: dict[str, list[int]] = {}
        for at, found in enumerate(self._stems):
            for term in dict.fromkeys(found):
                self._places.setdefault(term, []).append(at)
        self._windows = self._row_up()
        self._first = np.array([first for first, _ in self._windows], dtype=np.int64)
        self._after = np.array([last + 1 for _, last in self._windows], dtype=np.int64)
        self._sizes = np.array([len(found) for found in self._terms], dtype=np.float64)

    def _row_up(self) -> list[tuple[int, int]]:
        """From each sentence on, as many whole ones as fit."""
        windows = []
        for first, opening in enumerate(self.sentences):
            last = first
            for before, after in pairwise(self.sentences[first:]):
                if (
                    after.source_id != opening.source_id
                    or after.end - opening.start > LONGEST
                    or not before.end <= after.start <= before.end + LONGEST
                ):
                    break
                last += 1
            windows.append((first, last))
        return windows

    def _over(self, amounts: Numbers) -> Numbers:
        """Sums over each window of what each sentence has."""
        sums = np.concatenate([np.zeros((1, *amounts.shape[1:])), np.cumsum(amounts, axis=0)])
        over: Numbers = sums[self._after] - sums[self._first]
        return over

    def counts(self, unit: Unit) -> tuple[Numbers, float]:
        """How often each sentence has the unit, other words for it counting for their weight; and how many
        sentences have it, counted likewise."""
        key = (unit.said, len(unit.forms))
        if key not in self._counts:
            if len(self._counts) > _COUNTS_KEPT:
                self._counts.clear()
            self._counts[key] = self._count(unit)
        return self._counts[key]

    def _count(self, unit: Unit) -> tuple[Numbers, float]:
        found = np.zeros(len(self.sentences))
        best = np.zeros(len(self.sentences))
        for form, weight in unit.forms.items():
            for at in self._places.get(form[0], ()):
                times = self._times(form, at)
                if times:
                    found[at] += weight * times
                    best[at] = max(best[at], weight)
        return found, float(best.sum())

    def _times(self, form: Form, at: int) -> int:
        there = self._stems[at]
        if len(form) == 1:
            return there.count(form[0])
        return sum(
            tuple(there[place : place + len(form)]) == form for place in range(len(there) - len(form) + 1)
        )

    def ranked(
        self,
        question: Question,
        named: dict[int, float],
        most: int,
        by_model: Mapping[int, float] = MappingProxyType({}),
    ) -> list[Stretch]:
        """The best stretches, best first; two may share a third of their text, so that an answer longer than
        one is covered. ``named``: how far (0..1) the question names each source. ``by_model``: likeness of
        passages to the question by an embedding model, as far as it has read them."""
        if not self.sentences or not (question.units or by_model):
            return []
        counted = self._counted(question)
        words = self._windowed(counted)
        near = self._by_meaning(question)
        score = _standard(words) if near is None else (
            (1 - _MEANING_SHARE) * _standard(words) + _MEANING_SHARE * _standard(near)
        )  # fmt: skip
        if by_model:
            nearest = self._best_within(self._likeness(by_model))
            score = (1 - _MODEL_SHARE) * _standard(score) + _MODEL_SHARE * _standard(nearest)
        if named:
            score = score + _NAMED_SHARE * np.array(
                [named.get(self.sentences[first].source_id, 0.0) for first, _ in self._windows]
            )
        chosen: list[Stretch] = []
        for at in np.argsort(-score, kind="stable").tolist():
            first, last = self._windows[at]
            source, start, end = (
                self.sentences[first].source_id,
                self.sentences[first].start,
                self.sentences[last].end,
            )
            if all(
                other.source_id != source
                or min(end, other.end) - max(start, other.start) <= _OVERLAP * (end - start)
                for other in chosen
            ):
                support = self._support(question, first, last)
                chosen.append(Stretch(source, start, end, first, last, float(score[at]), support))
                if len(chosen) == most:
                    break
        return chosen

    def _likeness(self, by_model: Mapping[int, float]) -> Numbers:
        """Of each sentence; one that the model has not read counts as the usual one."""
        found = [by_model.get(sentence.passage_id) for sentence in self.sentences]
        known = [one for one in found if one is not None]
        usual = sum(known) / len(known) if known else 0.0
        return np.array([usual if one is None else one for one in found])

    def _best_within(self, amounts: Numbers) -> Numbers:
        """The highest of the sentences of each window."""
        return np.array([amounts[first : last + 1].max() for first, last in self._windows])

    def best_sentences(
        self, question: Question, by_model: Mapping[int, float] = MappingProxyType({})
    ) -> list[tuple[int, float, str]]:
        """(place, score, why) of the sentences that hold something asked for, best first: those with the
        words typed in their order ("exact"), then those with all things asked for ("words"), then with some.
        Where only other words for the same thing stand, ``why`` is "meaning", as for the sentences that an
        embedding model finds by far the nearest (``by_model``); "characters" for CJK."""
        if not self.sentences:
            return []
        counted = self._counted(question)
        plain = _bm25(counted, self._sizes)
        around = self._around(self._windowed(counted))
        telling = [unit for unit in question.units if unit.tells] or list(question.units)
        held = [self.counts(unit)[0] > 0 for unit in telling]
        own = [self.counts(replace(unit, forms={_own(unit): 1.0}))[0] > 0 for unit in telling]
        typed = [word for _, word in terms(question.text)]
        cjk = bool(CJK.search(question.text))
        signs = searchable(question.text).strip()
        found: list[tuple[int, float, str]] = []
        # Among few, not even one that stands all alone lies more than sqrt(n - 1) deviations away.
        far = min(_FAR_NEARER, 0.9 * math.sqrt(max(3, len(self.sentences) - 1)))
        far_nearer = _standard(self._likeness(by_model)) if by_model else np.zeros(len(self.sentences))
        for at, sentence in enumerate(self.sentences):
            exact = self._holds(at, typed) or (cjk and signs in _form(sentence.text))
            nearness = max(0.0, float(far_nearer[at]) / far)
            if not exact and not any(has[at] for has in held):
                if nearness >= 1.0:
                    found.append((at, min(1.0, _MODEL_SHARE * nearness), "meaning"))
                continue
            by_own = any(has[at] for has in own)
            every = bool(own) and all(has[at] for has in own)
            score = 0.7 * _share(plain, at) + 0.3 * _share(around, at)
            score += min(_MODEL_SHARE, 0.2 * nearness)
            score += 2.0 if exact else 1.0 if every and len(typed) > 1 else 0.0
            if not exact and len(there := self._stems[at]) <= _HEADING and not all(map(CJK.match, there)):
                score *= 0.6  # a heading names what the sentence after it says
            why = "characters" if cjk else "exact" if exact else "words" if by_own else "meaning"
            found.append((at, score, why))
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def _holds(self, at: int, typed: list[str]) -> bool:
        there = [word for _, word in self._terms[at]]
        return bool(typed) and typed[0] in there and any(
            there[place : place + len(typed)] == typed for place in range(len(there) - len(typed) + 1)
        )  # fmt: skip

    def _windowed(self, counted: Sequence[tuple[float, Numbers]]) -> Numbers:
        """BM25 of each window."""
        return _bm25([(weight, self._over(amounts)) for weight, amounts in counted], self._over(self._sizes))

    def _around(self, windows: Numbers) -> Numbers:
        """For each sentence, the best of the windows it lies in."""
        best = np.zeros(len(self.sentences))
        for (first, last), score in zip(self._windows, windows.tolist(), strict=True):
            best[first : last + 1] = np.maximum(best[first : last + 1], score)
        return best

    def _counted(self, question: Question) -> list[tuple[float, Numbers]]:
        """For each unit that stands somewhere: what it weighs, and how often each sentence has it."""
        found = []
        for unit in question.units:
            amounts, there = self.counts(unit)
            if there:
                found.append((unit.share * self._weight(unit, there), amounts))
        return found

    def _weight(self, unit: Unit, there: float) -> float:
        among = len(self.sentences)
        if self._rarity is not None:
            there, among = self._rarity(unit)
        return math.log(1 + (among - there + 0.5) / (there + 0.5))

    def _by_meaning(self, question: Question) -> Numbers | None:
        table = meaning()
        if table is None:
            return None
        among = len(self.sentences)
        rare = {
            term: math.log(1 + (among - len(at) + 0.5) / (len(at) + 0.5)) for term, at in self._places.items()
        }
        asked = np.zeros(table.length)
        for unit in question.units:
            if len(unit.words) == 1:
                term = _own(unit)[0]
                asked += table.vector(unit.words[0]) * rare.get(term, math.log(among + 1))
        if not asked.any():
            return None
        if self._vectors is None:
            self._vectors = np.zeros((among, table.length))
            for at, found in enumerate(self._terms):
                if found:
                    vectors = np.array([table.vector(word) for _, word in found])
                    self._vectors[at] = np.array([rare[term] for term, _ in found]) @ vectors
        over = self._over(self._vectors)
        sizes = np.linalg.norm(over, axis=1) * np.linalg.norm(asked) + 1e-9
        near: Numbers = (over @ asked) / sizes
        return near

    def _support(self, question: Question, first: int, last: int) -> float:
        return support(question, [found for at in range(first, last + 1) for found in self._terms[at]])

    def support_of(self, question: Question, at: int) -> float:
        """``support`` of one sentence."""
        return self._support(question, at, at)


def support(question: Question, there: Sequence[tuple[str, str]]) -> float:
    """How much of what is asked for the words ``there`` (stem, word) speak of, from 0 to 1. A unit counts
    whole in its own words, nearly so in other words for it, in part where only a near word stands there."""
    asked = sum(unit.tells for unit in question.units)
    if not asked:
        return 1.0
    line = [term for term, _ in there]
    have = Counter(line)
    near = _Near(there)
    got = 0.0
    for unit in question.units:
        if not unit.tells:
            continue
        standing = [
            weight
            for form, weight in unit.forms.items()
            if form[0] in have
            and (len(form) == 1 or any(tuple(line[at : at + len(form)]) == form for at in range(len(line))))
        ]
        share = 1.0 if 1.0 in standing else 0.9 if standing else near.to(unit.words)
        got += unit.tells * share
    return got / asked


class _Near:
    """How near the nearest of some words is to others; only worked out when asked."""

    def __init__(self, there: Sequence[tuple[str, str]]) -> None:
        self._there = there
        self._matrix: NDArray[np.float32] | None = None

    def to(self, words: tuple[str, ...]) -> float:
        table = meaning()
        if table is None or not self._there:
            return 0.0
        if self._matrix is None:
            rows = np.array([table.vector(word) for word in {word for _, word in self._there}])
            self._matrix = rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)
        best = 0.0
        for word in words:
            vector = table.vector(word)
            size = float(np.linalg.norm(vector))
            if size:
                best = max(best, float((self._matrix @ vector).max()) / size)
        return best - 0.2 if best > 0.4 else 0.0


def _bm25(counted: Sequence[tuple[float, Numbers]], lengths: Numbers) -> Numbers:
    score = np.zeros(len(lengths))
    length = _K1 * (1 - _B + _B * lengths / (lengths.mean() or 1.0))
    for weight, amounts in counted:
        score += weight * amounts * (_K1 + 1) / (amounts + length)
    return score


def _own(unit: Unit) -> Form:
    return next(reversed(unit.forms))  # the form as typed stands last


def _share(amounts: Numbers, at: int) -> float:
    return float(amounts[at] / (amounts.max() or 1.0))


def _standard(amounts: Numbers) -> Numbers:
    standard: Numbers = (amounts - amounts.mean()) / (amounts.std() + 1e-9)
    return standard


@lru_cache(maxsize=32_768)
def _terms(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(terms(text))


@lru_cache(maxsize=8_192)
def _form(text: str) -> str:
    return searchable(text)
