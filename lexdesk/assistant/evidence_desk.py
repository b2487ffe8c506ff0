"""What a person does with the sources of an open matter: the desk's part about evidence."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.showing import passage_view, pin_view, source_view
from lexdesk.assistant.views import Highlight, PinView, SourceView
from lexdesk.evidence.citable import Clause, cite_clause, cite_pages, clause_of, level_of
from lexdesk.evidence.library import Library
from lexdesk.evidence.model import RenderedPage, SearchHit
from lexdesk.matter.file import Matter
from lexdesk.matter.records import PassageRow
from lexdesk.matter.stores import Tx


class EvidenceDesk:
    """Sources, pins and pages of one matter."""

    matter: Matter
    library: Library

    @property
    def author(self) -> str:
        """The lawyer's name: decisions and revisions stand under it."""
        return self.matter.read().matter.info().author

    def sources(self) -> list[SourceView]:
        """All sources in order of import."""
        reader = self.matter.read()
        return [source_view(reader, row) for row in reader.sources.list()]

    def add_source(
        self,
        path: Path,
        role: str = "unknown",
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        password: str = "",
        **fields: Any,
    ) -> SourceView:
        """Read a file as evidence. The same bytes twice give the source that is there."""
        self._writable()
        row, _is_new = self.library.add(
            Path(path), role, progress, cancelled, self.author, password, **fields
        )
        return source_view(self.matter.read(), row)

    def set_source(self, source_id: int, **fields: Any) -> SourceView:
        """Say what a source is."""
        row = self.library.set(source_id, self.author, **fields)
        return source_view(self.matter.read(), row)

    def search(self, text: str, source_ids: Sequence[int] | None = None, limit: int = 20) -> list[SearchHit]:
        """Sentences of the sources that hold the words."""
        return self.library.search(text, source_ids, limit)

    def pin(self, pin_id: int) -> PinView:
        """A registered citation."""
        return pin_view(self.matter.read(), self.library, pin_id)

    def passage(self, passage_id: int) -> PinView:
        """A passage as a citation without a pin."""
        return passage_view(self.matter.read(), self.library, passage_id)

    def pin_clause(self, source_id: int, label: str, chat_id: int | None = None) -> PinView:
        """Cite a clause of a source, with all its parts, by its number; registered in the chat (default: the
        main one). Raises ``NoSuchClause``, ``NotFound``."""
        return self._pin_of(lambda tx, by: cite_clause(tx, source_id, label, by), chat_id)

    def pin_pages(self, source_id: int, first: int, last: int, chat_id: int | None = None) -> PinView:
        """Cite a range of pages of a source (sheet numbers, both inclusive) likewise."""
        return self._pin_of(lambda tx, by: cite_pages(tx, source_id, first, last, by), chat_id)

    def _pin_of(self, cited: Callable[[Tx, str], PassageRow], chat_id: int | None) -> PinView:
        self._writable()
        by = self.author

        def work(tx: Tx) -> int:
            chat = tx.chats.get(chat_id) if chat_id is not None else tx.chats.list()[0]
            passage = cited(tx, by)
            pin = tx.pins.register(chat.id, None, passage.id)
            context = tx.chats.context(chat.id)
            place = ("passage", str(passage.id))
            if context and place not in context:  # what a chat cites its model may see: decision 017
                tx.chats.set_context(chat.id, [*context, place])
            tx.act(by, "pin.add", f"pin {pin.id}", chat=chat.id, passage=passage.id)
            return pin.id

        return self.pin(self.matter.write(work))

    def level(self, passage_id: int) -> str:
        """How narrow a citation is, in words: "one sentence", "clause 12.7, 3 paragraphs", "pages 2 to 4"."""
        read = self.matter.read()
        return level_of(read, read.passages.get(passage_id))

    def clause_text(self, source_id: int, label: str) -> tuple[str, str]:
        """Number with heading, and words, of a clause of a source. Raises ``NoSuchClause``, ``NotFound``."""
        read = self.matter.read()
        clause = clause_of(read, source_id, label)
        head = f"{clause.label} {clause.heading}".strip()
        return head, read.sources.text(source_id)[clause.start : clause.end]

    def page_texts(self, source_id: int, first: int, last: int) -> list[tuple[int, str]]:
        """Number and text of pages (sheet numbers, both inclusive). Raises ``NotFound``."""
        read = self.matter.read()
        return [(number, read.sources.page(source_id, number).text) for number in range(first, last + 1)]

    def clauses(self, source_id: int) -> list[Clause]:
        """The numbered clauses of a source in order, empty where it has none. Raises ``NotFound``."""
        return self.library.clauses(source_id)

    def highlight(self, passage_id: int) -> Highlight:
        """Where a passage of a source stands: offsets into the source text, and boxes on its pages."""
        row = self.matter.read().passages.get(passage_id)
        boxes = self.library.highlight(row)
        return Highlight(
            source_id=row.source_id or 0,
            page=row.page_from,
            start=row.start,
            end=row.end,
            boxes=tuple((box.page, box.x0, box.y0, box.x1, box.y1) for box in boxes),
        )

    def render_page(self, source_id: int, page: int, scale: float = 1.0) -> RenderedPage:
        """A PDF page as a picture."""
        return self.library.render_page(source_id, page, scale)

    def page_size(self, source_id: int, page: int) -> tuple[float, float]:
        """Width and height of a page in points."""
        return self.library.page_size(source_id, page)

    def source_text(self, source_id: int) -> str:
        """The whole text of a source; passage offsets count in it."""
        return self.matter.read().sources.text(source_id)

    def _writable(self) -> None:
        self.matter.must_be_writable()
