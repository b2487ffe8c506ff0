"""From a file to a source of the matter: read elsewhere, stored here in short transactions, resumable.

The first piece stores the source itself. A file that fits in one transaction is there whole or not at all; of
a longer one, what is stored is searchable while the rest is read, and the source is shown as unfinished.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence import describing, errors
from lexdesk.evidence.importing.asked import MOST_MEMBERS, Added, Import
from lexdesk.evidence.importing.bits import Bit, bits_of, next_size, take
from lexdesk.evidence.importing.finishing import first_words, relate
from lexdesk.evidence.importing.messages import At, Ended, Job, Member, Message, Opened, Piece
from lexdesk.evidence.importing.reader import Reader, ReaderGone
from lexdesk.evidence.model import Finding, PageText, ReadSource
from lexdesk.evidence.pdf import Progress
from lexdesk.evidence.reading import load
from lexdesk.evidence.suggest import suggest
from lexdesk.matter import Matter
from lexdesk.matter.blobs import Packed
from lexdesk.matter.errors import DiskFull, MatterClosed, MatterMoved, MatterUnreachable
from lexdesk.matter.expunging import EXPUNGED
from lexdesk.matter.import_records import ImportRow, StoredPage
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Tx
from lexdesk.text.hashing import sha256_bytes

DEEPEST = 4  # archives and mails within each other
_MOST_DEATHS = 3  # pages at which the reader may die before the import is given up
# The file inside is not to blame, and the next one would fare no better: the import goes on another time.
_OF_THE_MATTER = (DiskFull, MatterClosed, MatterMoved, MatterUnreachable)


class Intake:
    """Adds files to one matter. Safe to call from any thread."""

    def __init__(self, matter: Matter, reader: Callable[[], Reader]) -> None:
        self._matter = matter
        self._new_reader = reader
        self._under_way: set[str] = set()
        self._guard = threading.Lock()
        self._idle: list[Reader] = []
        self._keeping = 0

    def add_file(
        self,
        path: Path,
        fields: Mapping[str, Any],
        by: str,
        password: str = "",
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Added:
        """One file. Raises what stands against it; of the files inside it, errors are told in ``members``."""
        content = load(path)
        describing.check_fields(fields)
        asked = Import(
            path.name,
            content,
            dict(fields),
            by,
            password,
            progress or (lambda done, total: None),
            cancelled or (lambda: False),
        )
        return self._add(asked)

    def resume(
        self,
        source_id: int,
        by: str,
        password: str = "",
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Added:
        """Read the pages of a source that were not read yet. Nothing is to do for a finished one."""
        reader = self._matter.read()
        source = reader.sources.get(source_id)
        row = reader.imports.of(source_id)
        if row is None or row.finished:
            return Added(source.file_name, source)
        asked = Import(
            source.file_name,
            reader.sources.original(source_id),
            json.loads(row.said),
            by,
            password,
            progress or (lambda done, total: None),
            cancelled or (lambda: False),
        )
        return self._add(asked)

    @contextmanager
    def keeping_readers(self) -> Iterator[None]:
        """Within it, one reader serves file after file instead of being started for each."""
        with self._guard:
            self._keeping += 1
        try:
            yield
        finally:
            with self._guard:
                self._keeping -= 1
                idle = [] if self._keeping else self._idle
                self._idle = self._idle if self._keeping else []
            for reader in idle:
                reader.close()

    @contextmanager
    def _reader(self) -> Iterator[Reader]:
        with self._guard:
            reader = self._idle.pop() if self._idle else None
        reader = reader or self._new_reader()
        try:
            yield reader
        finally:
            with self._guard:
                kept = self._keeping > 0
                if kept:
                    self._idle.append(reader)
            if not kept:
                reader.close()

    def is_under_way(self, sha256: str) -> bool:
        """True while this very program is reading the file with these bytes."""
        return sha256 in self._under_way

    def _add(self, asked: Import) -> Added:
        sha256 = sha256_bytes(asked.content)
        with self._guard:
            if sha256 in self._under_way:
                raise errors.SourceError(f"“{asked.name}” is being read already.", "Wait for it to end.")
            self._under_way.add(sha256)
        try:
            return self._add_alone(asked, sha256)
        finally:
            self._under_way.discard(sha256)

    def _add_alone(self, asked: Import, sha256: str) -> Added:
        read = self._matter.read()
        known = read.sources.by_sha256(sha256)
        if known is not None and known.media_type == EXPUNGED:
            raise errors.expunged_before(asked.name, read.expunging.of_source(known.id))
        if known is not None:
            row = read.imports.of(known.id)
            if row is None or row.finished:
                return Added(asked.name, known)
            self._take_up(asked, known, row)
        is_new = known is None
        packed = Packed.of(asked.content) if is_new else None
        deaths: list[int] = []
        with self.keeping_readers(), self._reader() as reader:
            while True:
                try:
                    with self._told_of_failure(asked):
                        self._read(asked, reader, packed, tuple(deaths))
                    break
                except ReaderGone as gone:
                    # The page that killed it is left out, and said to be unreadable; the others are read.
                    if not gone.page or gone.page in deaths or len(deaths) == _MOST_DEATHS:
                        self._fail(asked, gone)
                        raise
                    deaths.append(gone.page)
        source = self._matter.read().sources.get(asked.source_id)
        return Added(asked.name, source, is_new, None, tuple(asked.members))

    def _take_up(self, asked: Import, source: SourceRow, row: ImportRow) -> None:
        asked.source_id = source.id
        asked.fields = json.loads(row.said)
        asked.by = asked.by or row.begun_by
        self._from_what_is_kept(asked)

        def work(tx: Tx) -> None:
            tx.imports.set_state(source.id, "reading")
            tx.act(asked.by, "import_resumed", f"source {source.id}", pages_read=row.pages_read)

        self._matter.write(work)

    def _from_what_is_kept(self, asked: Import) -> None:
        if not asked.source_id:
            return
        read = self._matter.read()
        row = read.imports.of(asked.source_id)
        assert row is not None
        asked.carry = read.imports.carry(asked.source_id)
        asked.pages_read = row.pages_read if asked.carry else 0
        asked.start = 0
        if asked.pages_read:
            last = read.sources.page(asked.source_id, asked.pages_read)
            asked.start = last.start + len(last.text) + 1

    def _read(self, asked: Import, reader: Reader, packed: Packed | None, skip: tuple[int, ...]) -> None:
        self._from_what_is_kept(asked)
        job = Job(asked.name, asked.password, asked.pages_read + 1, asked.start, asked.carry, skip)
        waiting: Piece | None = None
        messages: Iterator[Message] = reader.read(asked.content, job, asked.cancelled)
        for message in messages:
            if isinstance(message, Opened):
                asked.opened = message
                if asked.pages_read:
                    asked.progress(asked.pages_read, message.pages)
            elif isinstance(message, Piece):
                if waiting is not None:
                    self._store(asked, waiting, packed)
                waiting = message
            elif isinstance(message, Member):
                if waiting is not None:
                    self._store(asked, waiting, packed)
                    waiting = None
                asked.members.append(self._member(asked, message))
            elif isinstance(message, Ended):
                self._store(asked, waiting, packed, message)
                relate(self._matter, asked.source_id, asked.by)
            else:
                assert isinstance(message, At)

    # storing

    def _store(
        self, asked: Import, piece: Piece | None, packed: Packed | None, ended: Ended | None = None
    ) -> None:
        """Store a piece in transactions of about ``bits.SHORT`` seconds; the last of all ends the import."""
        assert asked.opened is not None
        bits = list(bits_of(piece)) if piece is not None else [Bit((), (), 0)]
        if not asked.opened.paged and piece is not None:
            asked.read += piece.pages
        finish = self._finisher(asked, piece, ended) if ended is not None else None
        at = 0
        while at < len(bits):
            taken, at = take(bits, at, asked.size)
            self._store_some(asked, piece, packed, taken, at == len(bits), finish)
        if piece is not None and (piece.carry or ended is not None):
            asked.progress(asked.pages_read, asked.opened.pages)

    def _store_some(
        self,
        asked: Import,
        piece: Piece | None,
        packed: Packed | None,
        taken: list[Bit],
        last: bool,
        finish: Callable[[Tx], None] | None,
    ) -> None:
        """One transaction."""
        begins = not asked.source_id

        def work(tx: Tx) -> int:
            source_id = asked.source_id
            if begins:
                source_id = self._begin(tx, asked, packed, whole=last and finish is not None)
            start = piece.start if piece is not None else 0
            tx.imports.add_pages(source_id, [page for bit in taken for page in bit.pages])
            tx.passages.add_many(source_id, [span for bit in taken for span in bit.passages], start)
            if last and piece is not None:
                tx.imports.add_findings(source_id, piece.findings)
                if piece.carry:
                    tx.imports.keep(source_id, piece.pages[-1].number, piece.carry)
            if last and finish is not None:
                asked.source_id = source_id
                finish(tx)
            return source_id

        began = time.monotonic()
        known = asked.source_id
        try:
            if begins or (last and finish is not None):
                asked.source_id = self._matter.write(work)
            else:
                self._matter.write_part(work)
        except BaseException:
            asked.source_id = known
            raise
        took = time.monotonic() - began
        if last and piece is not None and piece.pages:
            asked.pages_read = piece.pages[-1].number
        if not begins:  # else the file itself went in with it
            asked.size = next_size(asked.size, took)

    def _begin(self, tx: Tx, asked: Import, packed: Packed | None, whole: bool) -> int:
        assert asked.opened is not None
        assert packed is not None
        row = tx.sources.add(
            title=asked.name,
            short_name=first_words(asked.name),
            file_name=asked.name,
            media_type=asked.opened.media_type,
            original=packed,
            page_count=asked.opened.pages,
            paged=asked.opened.paged,
            privileged=bool(asked.fields.get("privileged")),
        )
        tx.imports.begin(row.id, asked.opened.pages, asked.by, json.dumps(asked.fields, ensure_ascii=False))
        if not whole:
            tx.act(
                asked.by,
                "import_begun",
                f"source {row.id}",
                file_name=asked.name,
                sha256=row.sha256,
                pages=row.page_count,
            )
        return row.id

    def _finisher(self, asked: Import, piece: Piece | None, ended: Ended) -> Callable[[Tx], None]:
        """What is to be done once all is stored; the reading of the whole text is done here, not in the
        transaction."""
        assert asked.opened is not None
        pages: Sequence[StoredPage] = asked.read
        if asked.opened.paged:
            stored = self._matter.read().imports.texts(asked.source_id) if asked.source_id else []
            pages = [StoredPage(number, label, text, 0, 0, b"") for number, label, text in stored]
            pages += [page for page in (piece.pages if piece else ()) if page.number > len(stored)]
        read = ReadSource(
            asked.opened.media_type,
            tuple(PageText(page.number, page.label, page.text) for page in pages),
            ended.title,
            ended.dated,
            ended.findings,
            asked.opened.paged,
        )
        seen = suggest(read, asked.name)
        title = seen.title or ended.title or asked.name
        described = {"title": title, "short_name": first_words(title)}
        described |= describing.first_description(seen, asked.fields, asked.by)
        failed = [told for told in asked.members if told.error is not None]

        def finish(tx: Tx) -> None:
            source_id = asked.source_id
            tx.imports.add_findings(source_id, [*ended.findings, *map(_not_read, failed)])
            tx.imports.set_state(source_id, "done")
            row = tx.sources.set(source_id, **described)
            tx.act(
                asked.by,
                "source_added",
                f"source {source_id}",
                file_name=row.file_name,
                sha256=row.sha256,
                pages=row.page_count,
                findings=[found.code for found in tx.sources.findings(source_id)],
                suggested={
                    name: described[name]
                    for name in describing.SUGGESTED
                    if asked.fields.get(name) in (None, "", "unknown")
                    and described[name] not in ("", "unknown")
                },
                members=[told.source.id for told in asked.members if told.source is not None],
            )
            describing.record_first(tx, tx.sources.get(source_id), seen, asked.fields, asked.by)

        return finish

    # files in files

    def _member(self, asked: Import, member: Member) -> Added:
        asked.budget[0] -= 1
        if asked.depth >= DEEPEST or asked.budget[0] < 0:
            why = (
                "it lies too deep" if asked.depth >= DEEPEST else f"there are more than {MOST_MEMBERS} files"
            )
            error = errors.SourceTooLarge(
                f"“{member.name}” was not taken out of “{asked.name}”: {why}.", "Add it by itself."
            )
            return Added(member.name, None, error=error)
        inner = Import(
            member.name,
            member.content,
            {name: value for name, value in asked.fields.items() if name in ("privileged", "role")},
            asked.by,
            asked.password,
            lambda done, total: None,
            asked.cancelled,
            asked.depth + 1,
            budget=asked.budget,
        )
        try:
            added = self._add(inner)
        except (Cancelled, *_OF_THE_MATTER):
            raise
        except LexDeskError as error:
            return Added(member.name, None, error=error)
        assert added.source is not None
        child = added.source.id

        def relate(tx: Tx) -> None:
            made = tx.relations.add(member.relation, child, asked.source_id, asked.by, because=member.name)
            tx.act(asked.by, "source_related", f"source {child}", relation=made.id, to=asked.source_id)

        if child != asked.source_id:
            self._matter.write(relate)
        return added

    # ends that are no end

    @contextmanager
    def _told_of_failure(self, asked: Import) -> Iterator[None]:
        try:
            yield
        except ReaderGone:
            raise
        except Cancelled as stop:
            if not asked.source_id:
                raise Cancelled("Import stopped; nothing of the file was kept.") from stop
            self._note(asked, "stopped", "")
            raise Cancelled(
                f"Import of “{asked.name}” stopped; {self._so_far(asked)}.", "Add the file again to go on."
            ) from stop
        except LexDeskError as error:
            self._fail(asked, error)
            raise

    def _fail(self, asked: Import, error: LexDeskError) -> None:
        if asked.source_id:
            self._note(asked, "failed", error.message)

    def _note(self, asked: Import, state: Any, why: str) -> None:
        def work(tx: Tx) -> None:
            row = tx.imports.set_state(asked.source_id, state, why)
            tx.act(
                asked.by, f"import_{state}", f"source {asked.source_id}", pages_read=row.pages_read, why=why
            )

        self._matter.write(work)

    def _so_far(self, asked: Import) -> str:
        row = self._matter.read().imports.of(asked.source_id)
        assert row is not None
        return f"{row.pages_read:,} of {row.pages:,} pages are in the matter"


def _not_read(member: Added) -> Finding:
    assert member.error is not None
    return Finding("attachment_not_read", f"Not read: {member.name}. {member.error}")
