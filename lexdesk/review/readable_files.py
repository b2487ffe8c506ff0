"""What a hand-off holds beside the matter, for people without LexDesk: documents, packets, chats, audit."""

import re
from collections.abc import Iterable, Iterator

from lexdesk.matter.expunging import EXPUNGED
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Reader
from lexdesk.resources import resources
from lexdesk.review.archive import VERIFIER
from lexdesk.review.export import document_bytes, packet_json
from lexdesk.review.memo import packet_lines
from lexdesk.review.paper import Line, to_html
from lexdesk.review.readable import audit_lines, chat_lines, chat_rows, history_lines, json_lines
from lexdesk.review.structure import Structures

NOT_ENCRYPTED = "This archive is not encrypted: anyone who holds the file can read all of it."
UNSEALED = "This came sealed with a passphrase; as it lies here, anyone who holds it can read it."


def readable_files(copy: Matter, by: str, encrypted: bool) -> Iterator[tuple[str, bytes]]:
    """Every file but the matter, the manifest and the index: name and content, one at a time."""
    reader = copy.read()
    yield "READ-ME.txt", _read_me(reader, by, encrypted).encode()
    yield VERIFIER, (resources() / "verify" / VERIFIER).read_bytes()
    yield from _documents(copy, reader)
    for source in reader.sources.list():
        if source.media_type == EXPUNGED:
            continue  # only its hash is left; the audit tells who destroyed it
        name = f"originals/evidence/{source.id} {_file_name(source.file_name)}"
        yield name, reader.sources.original(source.id)
    edits = reader.edits.list()
    lines: list[Line] = []
    for edit in edits:
        yield f"packets/edit-{edit.id}.json", packet_json(copy, edit.id).encode("utf-8", "replace")
        lines += packet_lines(reader, edit)
    yield "packets/packets.html", to_html("Packets: the reasons of every edit", lines)
    yield "chats/chats.jsonl", json_lines(chat_rows(reader))
    yield "chats/chats.html", to_html("Chats", chat_lines(reader))
    yield "history/history.html", to_html("Versions and changes", history_lines(reader))
    changes = (row for document in reader.documents.list() for row in reader.changes.of_document(document.id))
    yield "history/changes.jsonl", json_lines(changes)
    yield "audit/audit.jsonl", json_lines(reader.audit.rows())
    yield "audit/audit.html", to_html("Audit", audit_lines(reader))


def _documents(copy: Matter, reader: Reader) -> Iterator[tuple[str, bytes]]:
    structures = Structures(copy, keep=1)
    for document in reader.documents.list():
        stem = f"{document.id} {_file_name(document.name)}"
        yield (
            f"originals/documents/{document.id} {_file_name(document.file_name)}",
            reader.documents.original(document.id),
        )
        for version in reader.versions.list(document.id):
            sha256 = reader.settings.get(f"imported:{version.id}")
            if sha256:
                name = f"originals/documents/{stem} - imported as version {version.number}.docx"
                yield name, reader.blobs.get(sha256)
        head = reader.documents.head(document.id)
        for form in ("redline", "clean"):
            name = f"documents/{stem} - version {head.number} - {form}.docx"
            yield name, document_bytes(copy, structures, head.id, form)


def _file_name(name: str) -> str:
    """The name without what a file system or an archive could take amiss, at most 80 code points."""
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 8:
        stem, dot, ending = name, "", ""
    plain = re.sub(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]', "_", stem).strip(" .")[:80] or "file"
    return plain + dot + re.sub(r"\W", "_", ending)


def _read_me(reader: Reader, by: str, encrypted: bool) -> str:
    info = reader.matter.info()
    privileged = sum(source.privileged for source in reader.sources.list())
    lines = [
        f"Hand-off of the matter “{info.name}”, packed by {by}.",
        "",
        UNSEALED if encrypted else NOT_ENCRYPTED,
        f"It holds instructions, reasons, chats and evidence ({privileged} privileged sources): it is for a",
        "colleague, never for the other side.",
        "",
        "To read: open index.html.",
        f"To check: python {VERIFIER} ARCHIVE.zip [--head HASH], with a {VERIFIER} that you trust, or",
        "lexdesk verify ARCHIVE.zip [--head HASH]. Ask the sender for the head by another way.",
        "To go on working: lexdesk unpack ARCHIVE.zip FOLDER (of the sealed file: lexdesk unseal).",
        "",
        "The audit pages end before the row that records the packing; the matter inside holds that row too.",
        "",
    ]
    return "\n".join(lines)


def index_lines(reader: Reader, entries: Iterable[dict[str, object]], encrypted: bool) -> Iterator[Line]:
    """The front page: the matter, its evidence, and a link to every file."""
    info = reader.matter.info()
    yield Line("warning", UNSEALED if encrypted else NOT_ENCRYPTED)
    yield Line("text", info.author, "Lawyer:")
    yield Line("text", info.as_of or "not set", "Law read as of:")
    yield Line("heading", "Evidence")
    for source in reader.sources.list():
        known = f"role {source.role}, status {source.status}, jurisdiction {source.jurisdiction or 'unknown'}"
        yield Line(
            "text", f"{source.title} ({known}{', privileged' if source.privileged else ''})", f"{source.id}"
        )
    yield Line("heading", "Files")
    for entry in entries:
        yield Line("text", str(entry["name"]), link=_link(str(entry["name"])))


def _link(name: str) -> str:
    return "/".join(
        re.sub(r"[^A-Za-z0-9._~-]", lambda hit: _percent(hit[0]), part) for part in name.split("/")
    )


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())
