"""What leaves the matter: the redline, the clean text, the imported original, and a packet as JSON."""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

from lxml import etree

from lexdesk.matter.file import Matter
from lexdesk.matter.records import VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.errors import ExportRefused
from lexdesk.review.structure import Structure, Structures
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved

Form = Literal["redline", "clean", "original"]


@dataclass(frozen=True)
class ExportReport:
    """What was written and what the file still carries. ``chain_head`` is the hash of the last audit row
    before the export: a cut tail of the record shows against it."""

    path: str
    form: Form
    sha256: str
    size: int
    version_number: int
    chain_seq: int
    chain_head: str
    tracked: tuple[tuple[str, str, int], ...]  # author, kind, how many
    comments: tuple[tuple[str, int], ...]  # author, how many
    hidden: tuple[str, ...]  # hidden text, by paragraph
    properties: tuple[tuple[str, str], ...]  # names of people in the document properties


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
) -> ExportReport:
    """Write a version to ``path`` and record it in the audit. The file appears whole or not at all; an
    existing one is replaced only with ``overwrite``. Raises ``ExportRefused``."""
    content = document_bytes(matter, structures, version.id, form)
    seq, head = matter.read().audit.head()
    report = _report(content, form, version, str(path), seq, head)

    def record(put: Callable[[], None]) -> None:
        def work(tx: Tx) -> None:
            tx.act(
                by, "export", form, version=version.id, file=path.name, sha256=report.sha256, chain_head=head
            )
            put()

        matter.write(work)

    write_file(path, content, overwrite, record)
    return report


def write_file(
    path: Path, content: bytes, overwrite: bool, record: Callable[[Callable[[], None]], None]
) -> None:
    """Write a file beside its place, then give it its name in one step, which ``record`` does inside the
    transaction that records the export. Raises ``ExportRefused``; then nothing is left behind."""
    if path.is_dir():
        raise ExportRefused(f"“{path.name}” is a folder.", "Name a file.")
    if path.exists() and not overwrite:
        raise ExportRefused(
            f"There is a file “{path.name}” already.", "Choose another name, or allow replacing it."
        )
    unfinished = path.with_name(f".{uuid4().hex}.part")
    try:
        unfinished.write_bytes(content)
        record(lambda: _give_name(unfinished, path))
    except OSError as error:
        raise ExportRefused(
            f"“{path.name}” could not be written: {error.strerror or 'the place refuses it'}.",
            "Choose a folder that exists and that you may write to.",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _give_name(unfinished: Path, path: Path) -> None:
    unfinished.replace(path)


def _report(content: bytes, form: Form, version: VersionRow, path: str, seq: int, head: str) -> ExportReport:
    document = Document.open(content)
    tracked = Counter((revision.author, revision.kind) for revision in document.revisions)
    comments, properties = _people(content)
    return ExportReport(
        path=path,
        form=form,
        sha256=sha256_bytes(content),
        size=len(content),
        version_number=version.number,
        chain_seq=seq,
        chain_head=head,
        tracked=tuple((author, kind, count) for (author, kind), count in sorted(tracked.items())),
        comments=tuple(sorted(comments.items())),
        hidden=_hidden(Structure(document)),
        properties=properties,
    )


def _hidden(structure: Structure) -> tuple[str, ...]:
    found = []
    for paragraph in structure.document.paragraphs:
        text = "".join(piece.text for piece in paragraph.pieces if piece.hidden)
        if text.strip():
            found.append(text)
    return tuple(found)


def _people(content: bytes) -> tuple[Counter[str], tuple[tuple[str, str], ...]]:
    """Authors of comments, and people named in the document properties."""
    comments: Counter[str] = Counter()
    properties: list[tuple[str, str]] = []
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = package.namelist()
        if "word/comments.xml" in names:
            for element in _elements(package.read("word/comments.xml")):
                if element[0] == "comment":
                    comments[element[1].get("author", "")] += 1
        if "docProps/core.xml" in names:
            for name, _, text in _elements(package.read("docProps/core.xml")):
                if name in ("creator", "lastModifiedBy") and text.strip():
                    properties.append((name, text.strip()))
    return comments, tuple(properties)


def _elements(xml: bytes) -> list[tuple[str, dict[str, str], str]]:
    """Local name, attributes by local name, and text of every element."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(xml, parser)
    return [
        (
            etree.QName(element).localname,
            {etree.QName(name).localname: str(value) for name, value in element.attrib.items()},
            element.text or "",
        )
        for element in root.iter(etree.Element)
    ]


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
