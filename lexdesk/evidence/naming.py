"""Where the documents of a matter name one another: sentences that hold a title."""

import re
from collections.abc import Iterator, Sequence

from lexdesk.evidence import query
from lexdesk.evidence.suggest import bare_title
from lexdesk.matter.records import PassageRow, SourceRow
from lexdesk.matter.stores import Reader

_WORD = re.compile(r"\w+")
_SHORTEST = 8  # code points; a shorter title ("Lease") stands everywhere
_SHORTEST_CJK = 4


def name_of(source: SourceRow) -> str:
    """The name by which other documents would call a source, "" when its title is too short to tell."""
    name = bare_title(source.title)
    cjk = query.cjk_runs(name)
    if cjk and max(map(len, cjk)) >= _SHORTEST_CJK:
        return max(cjk, key=len)
    return name if len(name) >= _SHORTEST and len(_WORD.findall(name)) > 1 else ""


def sentences_naming(read: Reader, name: str, source_ids: Sequence[int], limit: int = 20) -> list[PassageRow]:
    """Sentences of these sources that hold ``name`` word for word, in the order of import and place."""
    if not name or not source_ids:
        return []
    if query.cjk_runs(name):
        found = read.passages.match_characters(name, source_ids, limit)
    else:
        found = read.passages.match_words(
            query.phrase(_WORD.findall(name.casefold())), source_ids, limit, kind="sentence"
        )
    return sorted((read.passages.get(number) for number, _score in found), key=lambda row: row.id)


def named_by(read: Reader, source: SourceRow, limit: int = 20) -> Iterator[tuple[SourceRow, PassageRow]]:
    """Sentences of the other sources that name this one: (the other, sentence), the latest other first."""
    others = {other.id: other for other in read.sources.list() if other.id != source.id}
    rows = sentences_naming(read, name_of(source), list(others), limit)
    pairs = [(others[row.source_id], row) for row in rows if row.source_id is not None]
    return iter(sorted(pairs, key=lambda pair: pair[0].dated, reverse=True))
