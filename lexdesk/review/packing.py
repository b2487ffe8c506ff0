"""The hand-off of a matter: one archive that a colleague opens, or checks without trusting us.

The archive is a zip file and not encrypted. It ends with a seal (a hash of all its bytes), its manifest
lists every file with its hash, and the last audit row of the matter inside vouches for both: for the list of
all other files and for every row of the matter. So whoever knows the head of that chain knows all of it.
"""

import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from lexdesk import __version__
from lexdesk.errors import LexDeskError
from lexdesk.matter.contents import contents_sha256, netstring
from lexdesk.matter.errors import MatterReadOnly
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Reader, Tx
from lexdesk.resources import resources
from lexdesk.review.errors import ExportRefused
from lexdesk.review.export import document_bytes, packet_json
from lexdesk.review.memo import packet_lines
from lexdesk.review.paper import Line, to_html
from lexdesk.review.readable import audit_lines, chat_lines, chat_rows, history_lines, json_lines
from lexdesk.review.structure import Structures
from lexdesk.text.hashing import sha256_bytes

FORMAT = "lexdesk-handoff-1"
SEAL = b"lexdesk-handoff-1 sha256 "
MATTER = "matter.lexmatter"
MANIFEST = "manifest.json"
VERIFIER = "verify_matter.py"
NOT_ENCRYPTED = "This archive is not encrypted: anyone who holds the file can read all of it."


@dataclass(frozen=True)
class PackReport:
    """What was packed. ``head`` is what the receiver compares by another way (telephone, letter)."""

    path: str
    size: int
    sha256: str
    files: int
    rows: int
    head: str
    not_encrypted: str = NOT_ENCRYPTED


def pack(matter: Matter, path: Path, by: str, overwrite: bool = False) -> PackReport:
    """Write the hand-off archive of a matter and record it in the matter's audit, with the head.

    It shows one state of the matter, taken at the beginning; work may go on meanwhile. The file appears whole
    or not at all. Raises ``ExportRefused``, ``MatterReadOnly``.
    """
    _refuse(matter, path, overwrite)
    unfinished = path.with_name(f".{uuid4().hex}.part")
    try:
        with tempfile.TemporaryDirectory(prefix=".lexdesk-", dir=path.parent) as folder:
            report = _write(matter, unfinished, Path(folder) / MATTER, path, by)

        def work(tx: Tx) -> None:
            tx.act(
                by,
                "handoff.packed",
                path.name,
                sha256=report.sha256,
                head=report.head,
                rows=report.rows,
                files=report.files,
                encrypted=False,
            )
            unfinished.replace(path)

        matter.write(work)
    except OSError as error:
        raise ExportRefused(
            f"“{path.name}” could not be written: {error.strerror or 'the place refuses it'}.",
            "Choose a folder that exists, that you may write to, and that has room.",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return report


def _refuse(matter: Matter, path: Path, overwrite: bool) -> None:
    if matter.read_only:
        raise MatterReadOnly(
            f"“{matter.path.name}” is open for reading only, so packing it could not be recorded.",
            "Close it where it is open, or check it with “lexdesk verify”.",
        )
    if path.is_dir():
        raise ExportRefused(f"“{path.name}” is a folder.", "Name a file.")
    if path.exists() and not overwrite:
        raise ExportRefused(
            f"There is a file “{path.name}” already.", "Choose another name, or allow replacing it."
        )
    if not path.parent.is_dir():
        raise ExportRefused(f"There is no folder “{path.parent}”.", "Make it first or choose another.")


def _write(matter: Matter, archive: Path, copy_path: Path, path: Path, by: str) -> PackReport:
    matter.copy_to(copy_path)
    files = _Files()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        with Matter.open(copy_path, holder=by) as copy:
            name = copy.read().matter.info().name
            for file_name, content in _readable(copy, by):
                files.add(out, file_name, content)
            files.add(out, "index.html", to_html(f"{name}: hand-off", _index(copy.read(), files.entries)))

            def vouch(tx: Tx) -> tuple[int, str]:
                contents = contents_sha256(tx.connection)
                row = tx.act(
                    by, "handoff.pack", path.name, contents=contents, files=files.sha256(), encrypted=False
                )
                return row.seq, row.hash

            rows, head = copy.write(vouch)
            uuid = copy.read().matter.info().uuid
        files.copy(out, MATTER, copy_path)
        manifest = {
            "format": FORMAT,
            "program": f"LexDesk {__version__}",
            "matter": {"name": name, "uuid": uuid},
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "made_by": by,
            "encrypted": False,
            "chain": {"rows": rows, "head": head},
            "files": files.entries,
        }
        out.writestr(_entry(MANIFEST), json.dumps(manifest, ensure_ascii=False, indent=1))
        out.comment = SEAL + b"0" * 64
    sha256 = _seal(archive)
    return PackReport(str(path), archive.stat().st_size, sha256, len(files.entries), rows, head)


class _Files:
    """What was written, as the manifest lists it."""

    def __init__(self) -> None:
        self.entries: list[dict[str, object]] = []

    def add(self, out: zipfile.ZipFile, name: str, content: bytes) -> None:
        out.writestr(_entry(name), content)
        self.entries.append({"name": name, "size": len(content), "sha256": sha256_bytes(content)})

    def copy(self, out: zipfile.ZipFile, name: str, path: Path) -> None:
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
            file.seek(0)
            with out.open(_entry(name), "w", force_zip64=True) as target:
                shutil.copyfileobj(file, target, 1 << 20)
        self.entries.append({"name": name, "size": path.stat().st_size, "sha256": digest.hexdigest()})

    def sha256(self) -> str:
        """One hash over the list but the matter itself: netstrings of "lexdesk-files-1" and, by name, each
        name and hash."""
        digest = hashlib.sha256(netstring(b"lexdesk-files-1"))
        for name, sha256 in sorted((str(entry["name"]), str(entry["sha256"])) for entry in self.entries):
            if name != MATTER:
                digest.update(netstring(name.encode()) + netstring(sha256.encode()))
        return digest.hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, datetime.now(UTC).timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _seal(archive: Path) -> str:
    """Put the hash of all bytes before it at the very end; the hash of the finished file."""
    digest = hashlib.sha256()
    with archive.open("r+b") as file:
        left = archive.stat().st_size - 64
        while left:
            piece = file.read(min(1 << 20, left))
            digest.update(piece)
            left -= len(piece)
        seal = digest.hexdigest().encode()
        file.write(seal)
    digest.update(seal)
    return digest.hexdigest()


def _readable(copy: Matter, by: str) -> Iterator[tuple[str, bytes]]:
    """Every file but the matter, the manifest and the index: name and content, one at a time."""
    reader = copy.read()
    yield "READ-ME.txt", _read_me(reader, by).encode()
    yield VERIFIER, (resources() / "verify" / VERIFIER).read_bytes()
    yield from _documents(copy, reader)
    for source in reader.sources.list():
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


def _read_me(reader: Reader, by: str) -> str:
    info = reader.matter.info()
    privileged = sum(source.privileged for source in reader.sources.list())
    lines = [
        f"Hand-off of the matter “{info.name}”, packed by {by}.",
        "",
        NOT_ENCRYPTED,
        f"It holds instructions, reasons, chats and evidence ({privileged} privileged sources): it is for a",
        "colleague, never for the other side.",
        "",
        "To read: open index.html.",
        f"To check: python {VERIFIER} ARCHIVE.zip [--head HASH], with a {VERIFIER} that you trust, or",
        "lexdesk verify ARCHIVE.zip [--head HASH]. Ask the sender for the head by another way.",
        "To go on working: lexdesk unpack ARCHIVE.zip FOLDER.",
        "",
        "The audit pages end before the row that records the packing; the matter inside holds that row too.",
        "",
    ]
    return "\n".join(lines)


def _index(reader: Reader, entries: Iterable[dict[str, object]]) -> Iterator[Line]:
    info = reader.matter.info()
    yield Line("warning", NOT_ENCRYPTED)
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


class ArchiveBroken(LexDeskError):
    """The archive is not whole; nothing was unpacked. ``broken`` names what does not hold."""

    code = "archive_broken"

    def __init__(self, name: str, broken: Iterable[str]) -> None:
        self.broken = tuple(broken)
        more = f" (and {len(self.broken) - 1} more)" if len(self.broken) > 1 else ""
        super().__init__(
            f"“{name}” is not whole, so nothing was unpacked: {self.broken[0]}{more}",
            "Ask for another copy; “lexdesk verify” lists everything.",
        )
