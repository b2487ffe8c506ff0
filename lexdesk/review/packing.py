"""The hand-off of a matter: one archive that a colleague opens, or checks without trusting us.

The archive is a zip file (``archive``) with the matter, the originals and everything readable. Its manifest
lists every file with its hash, and the last audit row of the matter inside vouches for both: for the list of
all other files and for every row of the matter. So whoever knows the head of that chain knows all of it.
``pack`` leaves it readable for anyone; ``seal`` (:mod:`lexdesk.review.sealed_handoff`) encrypts it.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from lexdesk import __version__
from lexdesk.errors import LexDeskError, or_make_room
from lexdesk.matter import places
from lexdesk.matter.beside import flushed
from lexdesk.matter.contents import LEFT_OUT, contents_sha256
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.matter.unfinished import folder_beside, unfinished_beside
from lexdesk.review.archive import FORMAT, MATTER, ArchiveWriter
from lexdesk.review.errors import ExportRefused
from lexdesk.review.paper import to_html
from lexdesk.review.readable_files import NOT_ENCRYPTED, index_lines, readable_files
from lexdesk.review.redacting import NOTHING, Redaction, redact
from lexdesk.review.replacing import check_replaceable, taking_its_name
from lexdesk.review.signing import Signer


@dataclass(frozen=True)
class PackReport:
    """What was packed. ``head`` is what the receiver compares by another way (telephone, letter); ``signed``
    the fingerprint of the key that signed, "" for none; ``left_out`` says what is missing in the archive."""

    path: str
    size: int
    sha256: str
    files: int
    rows: int
    head: str
    encrypted: bool = False
    signed: str = ""
    not_encrypted: str = NOT_ENCRYPTED
    left_out: tuple[str, ...] = ()


def pack(
    matter: Matter,
    path: Path,
    by: str,
    overwrite: bool = False,
    signer: Signer | None = None,
    redaction: Redaction = NOTHING,
) -> PackReport:
    """Write the hand-off archive of a matter, without what ``redaction`` names, and record it in the matter's
    audit, with the head.

    It shows one state of the matter, taken at the beginning; work may go on meanwhile. The file appears whole
    or not at all. Raises ``ExportRefused``, ``MatterReadOnly``.
    """
    if matter.sealed:
        raise ExportRefused(
            f"“{matter.path.name}” is sealed, and this archive would be readable for anyone.",
            "Hand it over sealed (lexdesk seal), or open its seal first.",
        )
    check_place(matter, path, overwrite)
    redaction.check(matter)
    unfinished = unfinished_beside(path)
    try:
        unfinished.touch(exist_ok=False)
        with (
            folder_beside(path) as folder,
            flushed(unfinished),
            unfinished.open("wb") as out,
        ):
            report = write_archive(
                matter, out, folder, path, by, encrypted=False, signer=signer, redaction=redaction
            )
        record(matter, report, unfinished, path, by)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return report


def record(matter: Matter, report: PackReport, unfinished: Path, path: Path, by: str) -> None:
    """Put the hand-off on record and give the finished file its name, both or neither."""

    def work(tx: Tx) -> None:
        tx.act(
            by,
            "handoff.packed",
            path.name,
            sha256=report.sha256,
            head=report.head,
            rows=report.rows,
            files=report.files,
            encrypted=report.encrypted,
            signed=report.signed,
            left_out=list(report.left_out),
        )
        put()

    with taking_its_name(unfinished, path) as put:
        matter.write(work)
    places.flush_folder(path.parent)


def not_written(path: Path, error: OSError) -> ExportRefused:
    """The sentence for a place that took no archive."""
    return ExportRefused(
        f"“{path.name}” could not be written: {error.strerror or 'the place refuses it'}.",
        or_make_room(error, "Choose a folder that exists, that you may write to, and that has room."),
    )


def check_place(matter: Matter, path: Path, overwrite: bool) -> None:
    """Raise unless an archive of this matter can be written at ``path`` and recorded."""
    matter.must_be_writable()  # what is packed is recorded
    check_replaceable(path, overwrite)
    if not path.parent.is_dir():
        raise ExportRefused(f"There is no folder “{path.parent}”.", "Make it first or choose another.")


def write_archive(
    matter: Matter,
    out: BinaryIO,
    folder: Path,
    path: Path,
    by: str,
    *,
    encrypted: bool,
    signer: Signer | None = None,
    redaction: Redaction = NOTHING,
) -> PackReport:
    """Write the archive to ``out``, with a plain copy of the matter in ``folder`` on the way."""
    copy_path = folder / MATTER
    was_sealed = matter.sealed
    contents = matter.recode_and_hash(copy_path, None)
    with ArchiveWriter(out) as archive:
        with Matter.open(copy_path, holder=by) as copy:
            left_out = redact(copy, redaction, by)
            name = copy.read().matter.info().name
            if left_out:
                archive.add("LEFT-OUT.txt", ("\n\n".join(left_out) + "\n").encode())
            for file_name, content in readable_files(copy, by, encrypted):
                archive.add(file_name, content)
            index = index_lines(copy.read(), archive.entries, encrypted)
            archive.add("index.html", to_html(f"{name}: hand-off", index))
            # What was hashed beside the copying is still what the copy says.
            known = contents if copy.written_since_opening() <= set(LEFT_OUT) else ""

            def vouch(tx: Tx) -> tuple[int, str]:
                row = tx.act(
                    by,
                    "handoff.pack",
                    path.name,
                    contents=known or contents_sha256(tx.connection),
                    files=archive.files_sha256(),
                    encrypted=encrypted,
                )
                return row.seq, row.hash

            rows, head = copy.write(vouch)
            uuid = copy.read().matter.info().uuid
        archive.copy(MATTER, copy_path)
        manifest: dict[str, object] = {
            "format": FORMAT,
            "program": f"LexDesk {__version__}",
            "matter": {"name": name, "uuid": uuid, "sealed": was_sealed},
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "made_by": by,
            "encrypted": encrypted,
            "chain": {"rows": rows, "head": head},
        }
        sha256, size = archive.finish(manifest, signer)
    return PackReport(
        str(path),
        size,
        sha256,
        len(archive.entries),
        rows,
        head,
        encrypted,
        signer.fingerprint if signer is not None else "",
        "" if encrypted else NOT_ENCRYPTED,
        left_out,
    )


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
