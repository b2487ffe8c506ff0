"""The sources of a matter: add, describe, search, show."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexdesk.evidence import describing, errors
from lexdesk.evidence.citable import Clause, cite, cite_clause, cite_pages, clauses_of
from lexdesk.evidence.highlight import boxes_of
from lexdesk.evidence.importing.intake import Intake
from lexdesk.evidence.importing.reader import Reader, ReaderProcess
from lexdesk.evidence.limits import limits_of
from lexdesk.evidence.model import HighlightBox, QuoteCheck, RenderedPage, SearchHit
from lexdesk.evidence.naming import named_by
from lexdesk.evidence.pdf import PdfFile, Progress
from lexdesk.evidence.places import bates_numbers, place_of
from lexdesk.evidence.quoting import check_in_source
from lexdesk.evidence.search.engine import find
from lexdesk.evidence.search.found import EVERYWHERE, Found, Scope
from lexdesk.evidence.search.gathering import Pools
from lexdesk.evidence.search.vectors import Embedder
from lexdesk.matter import Matter
from lexdesk.matter.records import PassageRow, SourceRow

_OPEN_FILES = 3


class Library:
    """Sources, passages and search of one open matter. Safe to call from any thread."""

    def __init__(
        self,
        matter: Matter,
        reader: Callable[[], Reader] | None = None,
        embedder: Callable[[], Embedder | None] = lambda: None,
    ) -> None:
        """``reader`` gives what reads files: a helper process, unless said. ``embedder`` gives the model
        chosen for search by meaning; it is asked at each search."""
        self._matter = matter
        self.embedder = embedder
        self._pools = Pools()
        self.intake = Intake(matter, reader or ReaderProcess)
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
        """Read the file in a process of its own and store it with its passages; ``(source, is_new)``.

        The same bytes twice give the source that is there, unchanged; where its import was cut off, it is
        taken up again. What is not said in ``role`` and ``fields`` (see ``set``) is suggested from the text
        where the text shows it; a suggested status is marked ``suggested by code``. What another law of the
        matter says of this one's end (repeals, overrules) is suggested too, both ways. ``progress(done,
        total)`` counts pages that are kept. Files inside the file become sources of their own; of those that
        do not, a finding says why. Raises what ``read_source`` raises, and ``ReaderGone``.
        """
        fields["role"] = role
        added = self.intake.add_file(Path(path), fields, added_by, password, progress, cancelled)
        assert added.source is not None
        return added.source, added.is_new

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
        with some or with other words for the same thing; CJK text by its characters. Nothing in ``text`` is
        taken for query syntax; nothing to look for gives an empty list."""
        if limit <= 0 or (source_ids is not None and not source_ids):
            return []
        chosen = EVERYWHERE if source_ids is None else Scope(source_ids=tuple(source_ids))
        return list(self.find(text, chosen, limit).hits)

    def find(self, text: str, scope: Scope = EVERYWHERE, limit: int = 20) -> Found:
        """Sentences and stretches that may answer, within the sources of ``scope``; and what was not
        searched."""
        return find(self._matter.read(), text, scope, limit, self._pools, self.embedder())

    def clauses(self, source_id: int) -> list[Clause]:
        """The numbered clauses of a source, empty where it has none."""
        return clauses_of(self._matter.read(), source_id)

    def cite_clause(self, source_id: int, label: str, by: str) -> PassageRow:
        """The passage of a clause with its parts. Raises ``NoSuchClause``."""
        return self._matter.write(lambda tx: cite_clause(tx, source_id, label, by))

    def cite_pages(self, source_id: int, first: int, last: int, by: str) -> PassageRow:
        """The passage of a range of pages (sheet numbers, both inclusive)."""
        return self._matter.write(lambda tx: cite_pages(tx, source_id, first, last, by))

    def cite(self, source_id: int, start: int, end: int, by: str) -> PassageRow:
        """The passage of any stretch of the source text, ``[start, end)``."""
        return self._matter.write(lambda tx: cite(tx, source_id, start, end, by))

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
        rest = [
            source.id
            for source in read.sources.list()
            if source.id not in set(used) and (allowed is None or source.id in allowed)
        ]
        return limits_of(read, used, rest)

    def page_size(self, source_id: int, page: int) -> tuple[float, float]:
        """Width and height of a page as shown, in points (0, 0 for unpaged sources)."""
        row = self._matter.read().sources.page(source_id, page)
        return row.width, row.height

    def render_page(self, source_id: int, page: int, scale: float = 1.0) -> RenderedPage:
        """A PDF page as a picture. Raises ``NoPicture`` for other kinds and for pages that are not there."""
        row = self._matter.read().sources.get(source_id)
        if not row.media_type.startswith(("application/pdf", "image/")):
            raise errors.NoPicture(f"“{row.file_name}” has no page pictures; its text is shown instead.")
        with self._guard:
            file = self._open.pop(source_id, None)
            if file is None:
                file = PdfFile(self._matter.read().sources.original(source_id), row.file_name)
            self._open[source_id] = file
            while len(self._open) > _OPEN_FILES:
                self._open.popitem(last=False)[1].close()
            return file.render(page, scale)
