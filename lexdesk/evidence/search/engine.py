"""One search for everything: exact words, other words, characters and meaning, fused."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lexdesk.evidence import query
from lexdesk.evidence.model import SearchHit
from lexdesk.evidence.search.answers import gives
from lexdesk.evidence.search.concepts import concepts
from lexdesk.evidence.search.found import THRESHOLD, THRESHOLD_WHETHER, Found, FoundStretch, Scope, names
from lexdesk.evidence.search.gathering import Pools, gather
from lexdesk.evidence.search.meaning import meaning
from lexdesk.evidence.search.pool import Pool, Stretch
from lexdesk.evidence.search.question import Question, read_question
from lexdesk.evidence.search.terms import terms
from lexdesk.evidence.search.vectors import Embedder, ask
from lexdesk.matter.records import SourceRow
from lexdesk.matter.searching import SentenceRow
from lexdesk.matter.stores import Reader
from lexdesk.text.stems import stem

_STRETCHES = 10
_NEARLY = 0.7
_UNREAD = frozenset(
    ("no_text", "page_damaged", "text_layer_untrusted", "attachment_not_read", "source_damaged")
)
_STOPS = ("!", "?", "。", "！", "？")
_NAME = 5  # words; as many or fewer before a full stop may be a name ("Smith v. Jones Trading Ltd.")


def find(
    read: Reader, text: str, scope: Scope, most: int, pools: Pools, embedder: Embedder | None = None
) -> Found:
    """Sentences and stretches of the sources in ``scope`` for a few words or a question, best first.

    Nothing in ``text`` is taken for query syntax. A question is *answered* only when the best stretch speaks
    of enough of what is asked for, and gives the kind of thing asked for (``answers``); see ``Found``. With
    an ``embedder`` that has read sentences of the matter, what it finds near is part of the ranking.
    """
    sources = read.sources.list()
    chosen = [source for source in sources if scope.holds(source)]
    left_out = _not_searched(read, text, chosen, [source for source in sources if not scope.holds(source)])
    question = read_question(text)
    if most <= 0 or not chosen or not text.strip():
        return Found(not_searched=left_out)
    by_model = ask(read, embedder, text, lambda model_id: pools.vectors(read, model_id))
    left_out += by_model.said
    named = _named(question, chosen, pools.openings(read, [source.id for source in chosen]))
    pool, rows = gather(read, question, [source.id for source in chosen], named, pools, by_model.near)
    # A word of the title says nothing about whether the source answers, but it may well be looked for.
    telling = _without_names(question, chosen)
    found = pool.ranked(telling, named, _STRETCHES, by_model.near)
    support = max((stretch.support for stretch in found), default=0.0)
    stretches = tuple(_shown(read, stretch, pool, telling, rows) for stretch in found)
    threshold = THRESHOLD_WHETHER if question.whether else THRESHOLD
    answered = support >= threshold and _gives(telling, pool, found)
    hits = _hits(pool, question, rows, most, by_model.near) or _elsewhere_in_pages(read, text, chosen, most)
    return Found(
        tuple(hits), stretches if answered else (), answered, question.asks, support, threshold, left_out
    )


def _without_names(question: Question, sources: Sequence[SourceRow]) -> Question:
    """Words of the title of the only source asked say nothing about whether it answers."""
    if len(sources) != 1:
        return question
    title, file_name = sources[0].title, sources[0].file_name
    if title.endswith(_STOPS) or (title.endswith(".") and len(title.split()) > _NAME):
        title = ""  # a note without a title goes by its first sentence, which is what is asked about
    name = {term for term, _ in terms(f"{title} {file_name}")}
    units = tuple(
        replace(unit, tells=0.0) if len(unit.words) == 1 and stem(unit.words[0]) in name else unit
        for unit in question.units
    )
    return question if not any(unit.tells for unit in units) else question.with_units(units)


def _named(question: Question, sources: Sequence[SourceRow], openings: Mapping[int, str]) -> dict[int, float]:
    """How far the question names each source, by words of titles, file names and first lines (parties) that
    few sources have."""
    if len(sources) < 2:
        return {}
    titles: dict[int, set[str]] = {}
    for source in sources:
        said = f"{source.title} {source.short_name} {_spaced(source.file_name)}"
        titles[source.id] = {term for term, _ in terms(f"{said} {openings.get(source.id, '')}")}
    worth: dict[str, float] = {}
    for term in question.names:
        bearers = sum(term in title for title in titles.values())
        if bearers and bearers <= max(1, len(sources) // 4):
            worth[term] = math.log(len(sources) / bearers) + 0.1
    most = max((sum(worth.get(term, 0.0) for term in title) for title in titles.values()), default=0.0)
    if not most:
        return {}
    # Squared, so that a source of which one word is named stands well behind the one that is named whole.
    return {
        number: (sum(worth.get(term, 0.0) for term in title) / most) ** 2 for number, title in titles.items()
    }


def _spaced(file_name: str) -> str:
    return re.sub(r"%20|[_.-]+", " ", file_name)


def _gives(question: Question, pool: Pool, found: Sequence[Stretch]) -> bool:
    """Whether the best stretches give the kind of thing asked for, in a sentence that speaks of the matter
    (nearly) as much as any of its stretch does."""
    if not question.wanted.kind or question.whether:
        return True
    most = max(stretch.support for stretch in found)
    others = tuple(concepts().others((question.wanted.of,)))
    for stretch in found:
        if stretch.support < _NEARLY * most:
            continue
        places = range(stretch.first, stretch.last + 1)
        best = max(pool.support_of(question, at) for at in places)
        for at in places:
            if pool.support_of(question, at) >= _NEARLY * best and gives(
                question.wanted, others, pool.sentences[at].text
            ):
                return True
    return False


def _shown(
    read: Reader, stretch: Stretch, pool: Pool, question: Question, rows: dict[int, SentenceRow]
) -> FoundStretch:
    ids = tuple(dict.fromkeys(pool.sentences[at].passage_id for at in range(stretch.first, stretch.last + 1)))
    text = " ".join(pool.sentences[at].text for at in range(stretch.first, stretch.last + 1))
    best = max(range(stretch.first, stretch.last + 1), key=lambda at: pool.support_of(question, at))
    first, last = rows[ids[0]], rows[ids[-1]]
    return FoundStretch(
        stretch.source_id,
        stretch.start,
        stretch.end,
        text,
        first.page_from,
        last.page_to,
        ids,
        pool.sentences[best].passage_id,
        stretch.score,
        stretch.support,
    )


def _hits(
    pool: Pool, question: Question, rows: dict[int, SentenceRow], most: int, near: Mapping[int, float]
) -> list[SearchHit]:
    hits: dict[int, SearchHit] = {}
    for at, score, why in pool.best_sentences(question, near):
        row = rows[pool.sentences[at].passage_id]
        if row.id not in hits:
            hits[row.id] = SearchHit(row.id, row.source_id, row.text, row.page_from, row.page_to, score, why)
            if len(hits) == most:
                break
    return list(hits.values())


def _elsewhere_in_pages(read: Reader, text: str, sources: Sequence[SourceRow], most: int) -> list[SearchHit]:
    """Running heads and feet, Bates numbers among them, are paragraphs only."""
    telling = query.telling_words(text)
    if not telling:
        return []
    found = read.passages.match_words(
        query.every(telling), [source.id for source in sources], most, kind="paragraph"
    )
    rows = [(read.passages.get(number), score) for number, score in found]
    return [
        SearchHit(row.id, row.source_id or 0, row.text, row.page_from, row.page_to, score, "words")
        for row, score in rows
    ]


def _not_searched(
    read: Reader, text: str, chosen: Sequence[SourceRow], left_out: Sequence[SourceRow]
) -> tuple[str, ...]:
    said: list[str] = []
    if left_out:
        said.append(f"Not searched, since the search was narrowed: {names(left_out)}.")
    for source in chosen:
        said += [
            f"{source.short_name or source.title}: {finding.message}"
            for finding in read.sources.findings(source.id)
            if finding.code in _UNREAD
        ]
    wanted = {source.id: source for source in chosen}
    for row in read.imports.unfinished():
        if row.source_id in wanted:
            source = wanted[row.source_id]
            name = source.short_name or source.title
            said.append(f"{name}: {row.pages_read} of {row.pages} pages have been read so far.")
    if meaning() is None:
        said.append("Not searched by meaning: this installation has no table of word vectors.")
    elif query.cjk_runs(text):
        said.append("Chinese is searched by characters and known words for the same thing, not by meaning.")
    return tuple(dict.fromkeys(said))
