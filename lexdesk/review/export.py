"""What leaves the matter: the redline, the clean text, the imported original, and a packet as JSON."""

import json
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from lexdesk.errors import or_make_room
from lexdesk.matter.file import Matter
from lexdesk.matter.records import VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.matter.unfinished import unfinished_beside
from lexdesk.review.errors import ExportRefused
from lexdesk.review.replacing import check_replaceable, taking_its_name
from lexdesk.review.structure import Structures
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from lexdesk.word.scrub import Carried, Removed, carried, clean_copy, redline_copy

Form = Literal["redline", "clean", "original"]


@dataclass(frozen=True)
class ExportReport:
    """What was written, and what the file still carries besides its visible text. ``chain_head`` is the hash
    of the last audit row before the export: a cut tail of the record shows against it.

    ``against_number``: the version that a redline was drawn against, None for the imported one; ``left_out``:
    what such a redline could not carry; ``removed``: what was taken out of a file to be sent.
    """

    path: str
    form: Form
    sha256: str
    size: int
    version_number: int
    chain_seq: int
    chain_head: str
    tracked: tuple[tuple[str, str, int], ...]  # author, kind, how many
    carries: tuple[Carried, ...]
    against_number: int | None = None
    left_out: tuple[str, ...] = ()
    removed: tuple[Removed, ...] = ()


def document_bytes(matter: Matter, structures: Structures, version_id: int, form: Form) -> bytes:
    """The Word file of a version. ``redline``: our accepted edits as tracked changes on the imported
    document, everybody else's as they were; ``clean``: every tracked change accepted; ``original``: the
    file as it was imported, byte for byte."""
    reader = matter.read()
    if form == "original":
        return _original(reader, version_id)
    document = structures.of(version_id).document
    return document.to_bytes() if form == "redline" else resolved(document, "accept").to_bytes()


def _original(reader: Reader, version_id: int) -> bytes:
    for row in reader.versions.chain(version_id):
        sha256 = reader.settings.get(f"imported:{row.id}")
        if sha256:
            return reader.blobs.get(sha256)
    return reader.documents.original(reader.versions.get(version_id).document_id)


def export(
    matter: Matter,
    structures: Structures,
    version: VersionRow,
    form: Form,
    path: Path,
    by: str,
    overwrite: bool = False,
    against: VersionRow | None = None,
    scrub: bool = False,
) -> ExportReport:
    """Write a version to ``path`` and record it in the audit. The file appears whole or not at all; an
    existing one is replaced only with ``overwrite``. Raises ``ExportRefused``.

    ``against``: a redline, by ``by``, of what this version changes against another one of the document.
    ``scrub``: without comments, hidden text and data about its making, for the other side.
    """
    left_out: tuple[str, ...] = ()
    removed: tuple[Removed, ...] = ()
    if against is not None:
        _check_against(form, version, against)
        old, new = (structures.of(row.id).document for row in (against, version))
        made = redlined(old, new, by, datetime.now().astimezone())
        content, left_out = made.document.to_bytes(), made.left_out
    else:
        content = document_bytes(matter, structures, version.id, form)
    if scrub:
        if form == "original":
            raise ExportRefused("The original is given as it came.", "Export a redline or a clean copy.")
        document = Document.open(content)
        copy, told = clean_copy(document) if form == "clean" else redline_copy(document)
        content, removed = copy.to_bytes(), told.removed
    seq, head = matter.read().audit.head()
    report = _report(content, form, version, str(path), seq, head)
    report = replace(
        report,
        against_number=against.number if against is not None else None,
        left_out=left_out,
        removed=removed,
    )

    def record(put: Callable[[], None]) -> None:
        def work(tx: Tx) -> None:
            tx.act(
                by,
                "export",
                form,
                version=version.id,
                file=path.name,
                sha256=report.sha256,
                chain_head=head,
                **({"against": against.id} if against is not None else {}),
                **({"scrubbed": True} if scrub else {}),
            )
            put()

        matter.write(work)

    write_file(path, content, overwrite, record)
    return report


def _check_against(form: Form, version: VersionRow, against: VersionRow) -> None:
    if form != "redline":
        raise ExportRefused("Only a redline is drawn against another version.", "Export a redline.")
    if against.document_id != version.document_id:
        raise ExportRefused(
            "That version belongs to another agreement.", "Name a version of the same agreement."
        )
    if against.id == version.id:
        raise ExportRefused(
            f"Version {version.number} has no changes against itself.", "Name an earlier version."
        )


_ENDINGS = (".docx", ".docm", ".dotx", ".dotm")


def check_ending(path: Path) -> None:
    """Raises ``ExportRefused`` for the name of a Word file that Word would not take for one."""
    if path.suffix.lower() not in _ENDINGS:
        raise ExportRefused(
            f"“{path.name}” is not the name of a Word file.", f"Let it end in .docx, as “{path.stem}.docx”."
        )


def write_file(
    path: Path, content: bytes, overwrite: bool, record: Callable[[Callable[[], None]], None]
) -> None:
    """Write a file beside its place, then give it its name in one step, which ``record`` does inside the
    transaction that records the export. Raises ``ExportRefused``; then nothing is left behind."""
    check_replaceable(path, overwrite)
    unfinished = unfinished_beside(path)
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with taking_its_name(unfinished, path) as put:
            record(put)
    except OSError as error:
        raise ExportRefused(
            f"“{path.name}” could not be written: {error.strerror or 'the place refuses it'}.",
            or_make_room(error, "Choose a folder that exists and that you may write to."),
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _report(content: bytes, form: Form, version: VersionRow, path: str, seq: int, head: str) -> ExportReport:
    document = Document.open(content)
    tracked = Counter((revision.author, revision.kind) for revision in document.revisions)
    return ExportReport(
        path=path,
        form=form,
        sha256=sha256_bytes(content),
        size=len(content),
        version_number=version.number,
        chain_seq=seq,
        chain_head=head,
        tracked=tuple((author, kind, count) for (author, kind), count in sorted(tracked.items())),
        carries=carried(document),
    )


def packet_json(matter: Matter, edit_id: int) -> str:
    """Everything about one edit, as readable JSON: the edit, its packet, advisories (and whether each was
    shown), decisions, and what it changed. Raises the matter's ``NotFound``."""
    reader = matter.read()
    edit = reader.edits.get(edit_id)
    packet = asdict(reader.packets.get(edit_id))
    packet["items"] = [_item(reader, item) for item in packet["items"]]
    shown = reader.advisories.shown(edit_id)
    advisories = [
        {**_with_json(asdict(row), "details"), "shown": row.id in shown}
        for row in reader.advisories.of_edit(edit_id)
    ]
    changes = [asdict(row) for row in reader.changes.of_document(edit.document_id) if row.edit_id == edit_id]
    seq, head = reader.audit.head()
    whole = {
        "edit": asdict(edit),
        "packet": packet,
        "advisories": advisories,
        "decisions": [asdict(row) for row in reader.decisions.of_edit(edit_id)],
        "changes": changes,
        "chain": {"seq": seq, "head": head},
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _item(reader: Reader, item: dict[str, object]) -> dict[str, object]:
    item = _with_json(item, "details")
    passage_id = item["passage_id"]
    if isinstance(passage_id, int):
        passage = reader.passages.get(passage_id)
        item["passage"] = {"text": passage.text, "page": passage.page_from, "label": passage.label}
        if passage.source_id is not None:
            source = reader.sources.get(passage.source_id)
            item["source"] = {
                "title": source.title,
                "role": source.role,
                "status": source.status,
                "as_of": source.as_of,
                "sha256": source.sha256,
            }
    return item


def _with_json(row: dict[str, object], field: str) -> dict[str, object]:
    try:
        return {**row, field: json.loads(str(row[field]) or "{}")}
    except ValueError:
        return row
