"""What a person does with the sources of an open matter: the desk's part about evidence."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.showing import passage_view, pin_view, source_view
from lexdesk.assistant.views import Highlight, PinView, SourceView
from lexdesk.evidence.library import Library
from lexdesk.evidence.model import RenderedPage, SearchHit
from lexdesk.matter.file import Matter


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
