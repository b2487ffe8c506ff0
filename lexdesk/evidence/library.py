"""The sources of a matter: add, describe, search, show."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.evidence import describing, errors, query
from lexdesk.evidence.highlight import boxes_of
from lexdesk.evidence.limits import limits_for
from lexdesk.evidence.model import HighlightBox, QuoteCheck, RenderedPage, SearchHit
from lexdesk.evidence.naming import named_by
from lexdesk.evidence.passages import passages_of
from lexdesk.evidence.pdf import PdfFile, Progress
from lexdesk.evidence.places import bates_numbers, place_of
from lexdesk.evidence.quoting import check_in_source
from lexdesk.evidence.reading import load, read_source
from lexdesk.evidence.relations import ends_of_laws, suggest_relations
from lexdesk.evidence.suggest import Suggestion, bare_title, suggest
from lexdesk.matter import Matter
from lexdesk.matter.records import PassageRow, SourceRow
from lexdesk.matter.stores import Tx
from lexdesk.text.hashing import sha256_bytes

_OPEN_FILES = 3


class Library:
    """Sources, passages and search of one open matter. Safe to call from any thread."""

    def __init__(self, matter: Matter) -> None:
        self._matter = matter
        self._open: OrderedDict[int, PdfFile] = OrderedDict()
        self._guard = threading.Lock()

    def close(self) -> None:
        """Close the PDF files kept open for showing pages; safe to call twice."""
        with self._guard:
            for file in self._open.values():
                file.close()
            self._open.clear()

    def add(
        self,
        path: Path,
        role: str = "unknown",
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        added_by: str = "",
        password: str = "",
        **fields: Any,
    ) -> tuple[SourceRow, bool]:
        """Read the file and store it with its passages, in one transaction; ``(source, is_new)``.

        The same bytes twice give the source that is there, unchanged. What is not said in ``role`` and
        ``fields`` (see ``set``) is suggested from the text where the text shows it; a suggested status is
        marked ``suggested by code``. What another law of the matter says of this one's end (repeals,
        overrules) is suggested too, both ways. ``progress(done, total)`` counts pages. Raises what
        ``read_source`` raises.
        """
        path = Path(path)
        fields = {**fields, "role": role}
        describing.check_fields(fields)
        content = load(path)
        known = self._matter.read().sources.by_sha256(sha256_bytes(content))
        if known is not None:
            return known, False
        read = read_source(content, path.name, password, progress, cancelled)
        passages = passages_of(read)
        seen = suggest(read, path.name)
        title = seen.title or read.title or path.name
        described = {"title": title, "short_name": _short(bare_title(title))}
        described |= describing.first_description(seen, fields, added_by)

        def work(tx: Tx) -> tuple[SourceRow, bool]:
            already = tx.sources.by_sha256(sha256_bytes(content))
            if already is not None:
                return already, False
            row = tx.sources.add(
                file_name=path.name,
                media_type=read.media_type,
                original=content,
                pages=read.pages,
                findings=read.findings,
                paged=read.paged,
                **described,
            )
            tx.passages.add_many(row.id, passages)
            tx.act(
                added_by,
                "source_added",
                f"source {row.id}",
                file_name=path.name,
                sha256=row.sha256,
                pages=row.page_count,
                findings=[finding.code for finding in read.findings],
                suggested={
                    name: described[name]
                    for name in describing.SUGGESTED
                    if fields.get(name) in (None, "", "unknown") and described[name] not in ("", "unknown")
                },
            )
            complete(tx, row.id, seen, fields, added_by)
            return tx.sources.get(row.id), True

        return self._matter.write(work)

    def set(self, source_id: int, by: str, **fields: Any) -> SourceRow:
        """Describe a source: any of role, jurisdiction, status, status_by, as_of, dated, privileged, title,
        short_name. A status set here is said by ``by`` unless ``status_by`` is given. Audited with the old
        and the new values. Raises ``WrongField``, ``NotFound``."""
        return self._matter.write(lambda tx: describing.describe(tx, source_id, by, fields))

    def confirm(self, source_id: int, by: str, names: Sequence[str] = ()) -> SourceRow:
        """Confirm what code suggested of a source: these fields, or all of them. Raises ``NotFound``."""
        return self._matter.write(lambda tx: describing.confirm(tx, source_id, by, tuple(names)))

    def search(self, text: str, source_ids: Sequence[int] | None = None, limit: int = 20) -> list[SearchHit]:
        """Sentences of sources, best first: those with the words in this order, then with all words, then
        with some; CJK text by its characters. Nothing in ``text`` is taken for query syntax; nothing to
        look for gives an empty list."""
        if limit <= 0 or (source_ids is not None and not source_ids):
            return []
        read = self._matter.read()
        scores: dict[int, tuple[float, str]] = {}

        def note(found: Sequence[tuple[int, float]], why: str, bonus: float) -> None:
            top = max((score for _, score in found), default=0.0) or 1.0
            for passage_id, score in found:
                worth = bonus + score / top
                if passage_id not in scores or scores[passage_id][0] < worth:
                    scores[passage_id] = (worth, why)

        def look(fts: str, bonus: float, kind: str = "sentence") -> None:
            note(read.passages.match_words(fts, source_ids, limit * 3, kind=kind), "words", bonus)

        all_words, telling = query.words_of(text), query.telling_words(text)
        if len(all_words) > 1:
            look(query.phrase(all_words), 3.0)
        if telling:
            look(query.every(telling), 2.0)
            look(query.any_of(telling), 0.0)
            if not scores:  # running heads and feet, Bates numbers among them, are paragraphs only
                look(query.every(telling), 0.0, "paragraph")
        for run in query.cjk_runs(text):
            note(
                read.passages.match_characters(run, source_ids, limit * 3, kind="sentence"), "characters", 2.0
            )
            if len(run) > 2 and not scores:
                self._by_pairs(run, source_ids, limit, scores)
        best = sorted(scores.items(), key=lambda item: (-item[1][0], item[0]))[:limit]
        hits = []
        for passage_id, (score, why) in best:
            row = read.passages.get(passage_id)
            assert row.source_id is not None
            hits.append(SearchHit(row.id, row.source_id, row.text, row.page_from, row.page_to, score, why))
        return hits

    def _by_pairs(
        self, run: str, source_ids: Sequence[int] | None, limit: int, scores: dict[int, tuple[float, str]]
    ) -> None:
        pairs = list(dict.fromkeys(run[at : at + 2] for at in range(len(run) - 1)))[:40]
        counts: dict[int, int] = {}
        for pair in pairs:
            for passage_id, _ in self._matter.read().passages.match_characters(
                pair, source_ids, limit * 5, kind="sentence"
            ):
                counts[passage_id] = counts.get(passage_id, 0) + 1
        for passage_id, count in counts.items():
            scores[passage_id] = (count / len(pairs), "characters")

    def highlight(self, passage: PassageRow | int) -> list[HighlightBox]:
        """Boxes of a passage on its pages as shown, in points; empty for unpaged sources and versions."""
        read = self._matter.read()
        row = read.passages.get(passage) if isinstance(passage, int) else passage
        if row.source_id is None or not read.sources.get(row.source_id).paged:
            return []
        pages = [read.sources.page(row.source_id, number) for number in range(row.page_from, row.page_to + 1)]
        return boxes_of(pages, row.start, row.end, row.text)

    def context(self, passage_id: int) -> tuple[str, str, str]:
        """The sentence before, the passage, the sentence after ("" where there is none)."""
        read = self._matter.read()
        row = read.passages.get(passage_id)
        before, after = read.passages.neighbours(passage_id, 1)
        return (before[-1].text if before else "", row.text, after[0].text if after else "")

    def named_in(self, source_id: int, limit: int = 20) -> list[SearchHit]:
        """Sentences of other sources that name this one by its title, later sources first: shown beside it,
        never as a judgment on whether it is still good law."""
        read = self._matter.read()
        return [
            SearchHit(row.id, other.id, row.text, row.page_from, row.page_to, 1.0, "words")
            for other, row in named_by(read, read.sources.get(source_id), limit)
        ]

    def place(self, passage: PassageRow | int) -> str:
        """Where a passage stands: "p. 2"; "sheet 5 of 6, printed page 2, OSTR-9005"; "" if unpaged."""
        read = self._matter.read()
        row = read.passages.get(passage) if isinstance(passage, int) else passage
        if row.source_id is None:
            return ""
        source = read.sources.get(row.source_id)
        if not source.paged:
            return ""
        near = range(max(1, row.page_from - 2), min(source.page_count, row.page_from + 2) + 1)
        pages = [read.sources.page(source.id, number) for number in near]
        bates = bates_numbers([(page.number, page.text) for page in pages])
        page = next(page for page in pages if page.number == row.page_from)
        return place_of(row.page_from, source.page_count, page.label, bates.get(row.page_from, ""))

    def check_quote(self, source_id: int, quote: str, page: int | None = None) -> QuoteCheck:
        """Whether these words stand in the source, on this page (P9); see ``check_in_source``."""
        return check_in_source(self._matter.read(), source_id, quote, page)

    def limits(self, used: Sequence[int], allowed: Sequence[int] | None = None) -> list[tuple[str, str]]:
        """P14 for an answer resting on the sources ``used`` out of those ``allowed`` (``None``: all)."""
        read = self._matter.read()
        info = read.matter.info()
        sources = {source.id: source for source in read.sources.list()}
        chosen = [sources[number] for number in dict.fromkeys(used) if number in sources]
        rest = [
            source
            for number, source in sources.items()
            if number not in set(used) and (allowed is None or number in allowed)
        ]
        findings = {source.id: read.sources.findings(source.id) for source in chosen}
        return limits_for(chosen, info.as_of, info.jurisdiction, findings, rest)

    def page_size(self, source_id: int, page: int) -> tuple[float, float]:
        """Width and height of a page as shown, in points (0, 0 for unpaged sources)."""
        row = self._matter.read().sources.page(source_id, page)
        return row.width, row.height

    def render_page(self, source_id: int, page: int, scale: float = 1.0) -> RenderedPage:
        """A PDF page as a picture. Raises ``NoPicture`` for other kinds and for pages that are not there."""
        row = self._matter.read().sources.get(source_id)
        if row.media_type != "application/pdf":
            raise errors.NoPicture(f"“{row.file_name}” has no page pictures; its text is shown instead.")
        with self._guard:
            file = self._open.pop(source_id, None)
            if file is None:
                file = PdfFile(self._matter.read().sources.original(source_id), row.file_name)
            self._open[source_id] = file
            while len(self._open) > _OPEN_FILES:
                self._open.popitem(last=False)[1].close()
            return file.render(page, scale)


def complete(tx: Tx, source_id: int, seen: Suggestion, fields: Mapping[str, Any], by: str) -> None:
    """What is done once the whole text of a new source is stored: who said what of it goes on record, and
    what its words show of other sources, and theirs of it, is suggested (relations, ends of laws)."""
    describing.record_first(tx, tx.sources.get(source_id), seen, fields, by)
    for law, status, row in ends_of_laws(tx, source_id):
        if tx.sources.get(law).status == "unknown":
            describing.suggest_status(tx, law, status, row.text)
            tx.act(by, "status_suggested", f"source {law}", status=status, passage=row.id)
    suggest_relations(tx, source_id, by)


def _short(title: str) -> str:
    words = title.split()
    short = ""
    for word in words:
        if len(short) + len(word) > 40:
            break
        short = f"{short} {word}".strip()
    return short.rstrip(",;:") or title[:40]
