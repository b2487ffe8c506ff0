"""Sources whose pages come in pieces: what is there already, and how to go on."""

from collections.abc import Sequence

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, storable
from lexdesk.matter.errors import NotFound
from lexdesk.matter.import_records import ImportRow, ImportState, StoredPage
from lexdesk.matter.page_words import compressed
from lexdesk.matter.sources import Finding

_COLUMNS = "source_id, state, pages, pages_read, why, begun_by, said, started_at, ended_at"


class Imports:
    """The ``imports`` table and the pages that come in batches. A page that is stored stays as it is."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def begin(self, source_id: int, pages: int, by: str, said: str) -> None:
        """The source is there; its ``pages`` follow."""
        self._db.insert(
            "imports",
            source_id=source_id,
            state="reading",
            pages=pages,
            pages_read=0,
            why="",
            begun_by=by,
            said=said,
            started_at=now(),
            ended_at="",
            carry=b"",
        )

    def of(self, source_id: int) -> ImportRow | None:
        """How far this source was read; ``None`` for one that was stored in one piece."""
        return self._db.record(ImportRow, "FROM imports WHERE source_id = ?", (source_id,))

    def unfinished(self) -> list[ImportRow]:
        """Sources with pages that were not read, in the order of import."""
        return self._db.records(ImportRow, "FROM imports WHERE state <> 'done' ORDER BY source_id")

    def carry(self, source_id: int) -> bytes:
        """What the reader wrote down to go on from here (see ``keep``)."""
        return bytes(self._db.value("SELECT carry FROM imports WHERE source_id = ?", (source_id,)) or b"")

    def texts(self, source_id: int) -> list[tuple[int, str, str]]:
        """Number, label and text of each stored page, without the words' places."""
        rows = self._db.rows(
            "SELECT number, label, text FROM source_pages WHERE source_id = ? ORDER BY number", (source_id,)
        )
        return [(number, label, text) for number, label, text in rows]

    def add_pages(self, source_id: int, pages: Sequence[StoredPage]) -> None:
        """Store pages in the order of the source. Those that are there already are left alone."""
        known, end = self._end(source_id)
        start = end + 1 if known else 0
        rows = []
        for page in pages:
            if page.number <= known:
                continue
            text = storable(page.text)
            rows.append(
                (
                    source_id,
                    page.number,
                    page.label,
                    page.width,
                    page.height,
                    text,
                    start,
                    compressed(page.words),
                )
            )
            start += len(text) + 1
        self._db.run_many(
            "INSERT INTO source_pages (source_id, number, label, width, height, text, start, words) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )

    def add_findings(self, source_id: int, findings: Sequence[Finding]) -> None:
        """What was noticed, in this order."""
        self._db.run_many(
            "INSERT INTO source_findings (source_id, code, message, page) VALUES (?, ?, ?, ?)",
            [(source_id, found.code, storable(found.message), found.page) for found in findings],
        )

    def keep(self, source_id: int, pages_read: int, carry: bytes | None = None) -> None:
        """So many pages are whole in the matter, with their passages; ``carry`` is for ``carry()``."""
        if carry is None:
            self._db.run("UPDATE imports SET pages_read = ? WHERE source_id = ?", (pages_read, source_id))
        else:
            self._db.run(
                "UPDATE imports SET pages_read = ?, carry = ? WHERE source_id = ?",
                (pages_read, carry, source_id),
            )

    def set_state(self, source_id: int, state: ImportState, why: str = "") -> ImportRow:
        """``done`` also writes the length of the text down and forgets the carry. Raises ``NotFound``."""
        done = state == "done"
        self._db.run(
            "UPDATE imports SET state = ?, why = ?, ended_at = ? WHERE source_id = ?",
            (state, why, now() if done else "", source_id),
        )
        if done:
            self._db.run(
                "UPDATE imports SET pages_read = pages, carry = x'' WHERE source_id = ?", (source_id,)
            )
            self._db.run(
                "UPDATE sources SET text_length = ? WHERE id = ?", (self._end(source_id)[1], source_id)
            )
        row = self.of(source_id)
        if row is None:
            raise NotFound("import of source", source_id)
        return row

    def _end(self, source_id: int) -> tuple[int, int]:
        """Number of the last page that is stored, and where its text ends in the source (0, 0 if none)."""
        last = self._db.row(
            "SELECT number, start, text FROM source_pages WHERE source_id = ? ORDER BY number DESC LIMIT 1",
            (source_id,),
        )
        return (last[0], last[1] + len(last[2])) if last else (0, 0)
