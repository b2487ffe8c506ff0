"""Sources of evidence: the file, its pages with word boxes, what was noticed about it."""

from collections.abc import Sequence
from typing import Any, Protocol

from lexdesk.matter.blobs import Blobs, Packed
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, storable
from lexdesk.matter.errors import NotFound
from lexdesk.matter.forms.evidence import DESCRIBED
from lexdesk.matter.info import check_fields
from lexdesk.matter.page_words import PlacedWord, pack, unpack
from lexdesk.matter.records import FindingRow, SourcePageRow, SourceRow

CHANGEABLE = (
    "role",
    "jurisdiction",
    "status",
    "status_by",
    "as_of",
    "dated",
    "privileged",
    "title",
    "short_name",
    *DESCRIBED,
)


class Page(Protocol):
    """A page as read."""

    @property
    def number(self) -> int: ...
    @property
    def label(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def words(self) -> Sequence[PlacedWord]: ...


class Finding(Protocol):
    """Something noticed about the file."""

    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def page(self) -> int | None: ...


class Sources:
    """Sources. The file and its text stay as imported; what people say about it may change."""

    def __init__(self, connection: Connection, blobs: Blobs) -> None:
        self._db = connection
        self._blobs = blobs

    def add(
        self,
        *,
        title: str,
        file_name: str,
        media_type: str,
        original: bytes | Packed,
        pages: Sequence[Page] = (),
        page_count: int | None = None,
        findings: Sequence[Finding] = (),
        short_name: str = "",
        role: str = "unknown",
        jurisdiction: str = "",
        status: str = "unknown",
        status_by: str = "",
        as_of: str = "",
        dated: str = "",
        privileged: bool = False,
        paged: bool = False,
        **described: str,
    ) -> SourceRow:
        """Store a source. The same bytes go in only once: ask ``by_sha256`` first (``RecordRefused``). Where
        the pages come later (``Imports``), ``page_count`` says how many."""
        if described:
            check_fields(described, DESCRIBED)
        texts = [storable(page.text) for page in pages]
        source_id = self._db.insert(
            "sources",
            title=title,
            short_name=short_name,
            file_name=file_name,
            media_type=media_type,
            sha256=self._blobs.put(original),
            role=role,
            jurisdiction=jurisdiction,
            status=status,
            status_by=status_by,
            as_of=as_of,
            dated=dated,
            privileged=int(privileged),
            paged=int(paged),
            page_count=len(pages) if page_count is None else page_count,
            text_length=sum(map(len, texts)) + max(len(texts) - 1, 0),
            imported_at=now(),
            **described,
        )
        start = 0
        for page, text in zip(pages, texts, strict=True):
            self._db.insert(
                "source_pages",
                source_id=source_id,
                number=page.number,
                label=page.label,
                width=page.width,
                height=page.height,
                text=text,
                start=start,
                words=pack(page.words),
            )
            start += len(text) + 1
        for finding in findings:
            self._db.insert(
                "source_findings",
                source_id=source_id,
                code=finding.code,
                message=finding.message,
                page=finding.page,
            )
        return self.get(source_id)

    def get(self, source_id: int) -> SourceRow:
        """The source; raises ``NotFound``."""
        source = self._one("WHERE id = ?", source_id)
        if source is None:
            raise NotFound("source", source_id)
        return source

    def by_sha256(self, sha256: str) -> SourceRow | None:
        """The source with these bytes, if the matter has it."""
        return self._one("WHERE sha256 = ?", sha256)

    def set(self, source_id: int, **fields: Any) -> SourceRow:
        """Set any of ``CHANGEABLE``. Who said it belongs into ``SourceFacts``."""
        check_fields(fields, CHANGEABLE)
        if not self._db.update("sources", source_id, **fields):
            raise NotFound("source", source_id)
        return self.get(source_id)

    def pages(self, source_id: int) -> list[SourcePageRow]:
        """All pages, by number."""
        self.get(source_id)
        return self._pages("WHERE source_id = ? ORDER BY number", (source_id,))

    def page(self, source_id: int, number: int) -> SourcePageRow:
        """One page by its sheet number from 1; raises ``NotFound``."""
        found = self._pages("WHERE source_id = ? AND number = ?", (source_id, number))
        if not found:
            raise NotFound(f"page of source {source_id} with number", number)
        return found[0]

    def beginning(self, source_id: int, length: int) -> str:
        """The first code points of the first page, without reading the rest of the source."""
        row = self._db.row(
            "SELECT text FROM source_pages WHERE source_id = ? ORDER BY number LIMIT 1", (source_id,)
        )
        return row[0][:length] if row else ""

    def page_starts(self, source_id: int) -> list[int]:
        """Where each page's text begins in the source text."""
        rows = self._db.rows(
            "SELECT start FROM source_pages WHERE source_id = ? ORDER BY number", (source_id,)
        )
        return [row[0] for row in rows]

    def findings(self, source_id: int) -> list[FindingRow]:
        """What was noticed at import, in that order."""
        return self._db.records(
            FindingRow, "FROM source_findings WHERE source_id = ? ORDER BY id", (source_id,)
        )

    def original(self, source_id: int) -> bytes:
        """The imported file, byte for byte."""
        return self._blobs.get(self.get(source_id).sha256)

    def text(self, source_id: int) -> str:
        """All page texts joined by a newline: what passage offsets count in."""
        self.get(source_id)
        rows = self._db.rows(
            "SELECT text FROM source_pages WHERE source_id = ? ORDER BY number", (source_id,)
        )
        return "\n".join(row[0] for row in rows)

    def _pages(self, tail: str, values: tuple[int, ...]) -> list[SourcePageRow]:
        sql = f"SELECT source_id, number, label, width, height, text, start, words FROM source_pages {tail}"
        return [SourcePageRow(*[*row[:7], unpack(row[7])]) for row in self._db.rows(sql, values)]

    def list(self) -> list[SourceRow]:
        """All sources, in the order of import."""
        fields: dict[int, tuple[str, ...]] = {}  # asked for once, not for each of many sources
        for source_id, field in self._db.rows(
            """SELECT source_id, field FROM source_facts WHERE id IN
            (SELECT MAX(id) FROM source_facts GROUP BY source_id, field)
            AND basis = 'suggested' AND value NOT IN ('', 'unknown') ORDER BY source_id, field"""
        ):
            fields[source_id] = (*fields.get(source_id, ()), field)
        return self._db.records(
            SourceRow, "FROM sources ORDER BY id", unconfirmed=lambda source_id: fields.get(source_id, ())
        )

    def _one(self, tail: str, value: int | str) -> SourceRow | None:
        return self._db.record(SourceRow, f"FROM sources {tail}", (value,), unconfirmed=self._unconfirmed)

    def _unconfirmed(self, source_id: int) -> tuple[str, ...]:
        rows = self._db.rows(
            """SELECT field FROM source_facts WHERE id IN
            (SELECT MAX(id) FROM source_facts WHERE source_id = ? GROUP BY field)
            AND basis = 'suggested' AND value NOT IN ('', 'unknown') ORDER BY field""",
            (source_id,),
        )
        return tuple(row[0] for row in rows)
