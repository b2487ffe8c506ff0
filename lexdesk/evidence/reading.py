"""One way in for every kind of source file, told apart by content, not only by name."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path, PurePath

from lexdesk.evidence import errors
from lexdesk.evidence.docx_text import read_docx
from lexdesk.evidence.mail import looks_like_mail, read_mail
from lexdesk.evidence.model import ReadSource
from lexdesk.evidence.pdf import Progress, read_pdf
from lexdesk.evidence.plain import read_plain

MAX_BYTES = 1_000_000_000
MAX_TEXT_BYTES = 50_000_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KINDS = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"GIF8", "a picture (GIF)"),
    (b"{\\rtf", "a rich text (RTF) file"),
    (b"GGUF", "a model file"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"7z\xbc\xaf", "a compressed archive"),
    (b"Rar!", "a compressed archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)


def load(path: Path) -> bytes:
    """The bytes of a file. Raises ``SourceMissing``, ``SourceDamaged`` (empty), ``SourceTooLarge``."""
    try:
        if path.is_dir():
            raise errors.is_folder(path.name)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise errors.SourceTooLarge(
                f"“{path.name}” is {size // 1_000_000} MB; LexDesk takes 1,000 MB.", "Split it."
            )
        content = path.read_bytes()
    except FileNotFoundError as why:
        raise errors.missing(path.name) from why
    except PermissionError as why:
        raise errors.SourceMissing(
            f"“{path.name}” may not be read.", "Ask for the right to read it."
        ) from why
    except OSError as why:
        raise errors.SourceMissing(f"“{path.name}” cannot be read: {why.strerror or why}.") from why
    if not content:
        raise errors.empty(path.name)
    return content


def read_source(
    source: Path | bytes,
    name: str = "",
    password: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ReadSource:
    """Read a file (or its bytes, with the ``name`` it had). The kind is taken from the content.

    Raises ``SourceMissing``, ``WrongType``, ``PasswordNeeded``, ``SourceDamaged``, ``SourceTooLarge``, the
    word engine's errors, and ``Cancelled``. The password is used and forgotten.
    """
    if isinstance(source, Path):
        content, name = load(source), name or source.name
    else:
        content = source
        if not content:
            raise errors.empty(name)
    if b"%PDF-" in content[:1024]:
        return read_pdf(content, name, password, progress, cancelled)
    if content.startswith(b"PK"):
        return _read_package(content, name)
    if content.startswith(_OLE):
        return _refuse_ole(content, name)
    kind = next((kind for magic, kind in _KINDS if content.startswith(magic)), None)
    if kind is not None:
        raise errors.wrong_type(name, kind)
    return _read_text(content, name)


def _read_package(content: bytes, name: str) -> ReadSource:
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            names = set(package.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as why:
        raise errors.damaged(name, "zip or Word file") from why
    if any(entry.startswith("xl/") for entry in names):
        raise errors.wrong_type(name, "a spreadsheet")
    if any(entry.startswith("ppt/") for entry in names):
        raise errors.wrong_type(name, "a presentation")
    if "mimetype" in names and "content.xml" in names:
        raise errors.wrong_type(name, "an OpenDocument file")
    if "[Content_Types].xml" not in names:
        raise errors.wrong_type(name, "a zip archive")
    return read_docx(content, name)


def _refuse_ole(content: bytes, name: str) -> ReadSource:
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise errors.PasswordNeeded(
            f"“{name}” is protected with a password.",
            "Open it in Word, remove the password, and add the open copy.",
        )
    kind = (
        "an Outlook message (.msg)"
        if PurePath(name).suffix.lower() == ".msg"
        else "an old Office file (.doc)"
    )
    raise errors.wrong_type(name, kind)


def _read_text(content: bytes, name: str) -> ReadSource:
    suffix = PurePath(name).suffix.lower()
    if len(content) > MAX_TEXT_BYTES:
        raise errors.SourceTooLarge(
            f"“{name}” holds {len(content) // 1_000_000} MB of text; LexDesk takes "
            f"{MAX_TEXT_BYTES // 1_000_000} MB.",
            "Split the file.",
        )
    if suffix in {".pdf", ".docx"}:
        kind = "PDF" if suffix == ".pdf" else "Word document"
        raise errors.WrongType(
            f"“{name}” is not a {kind}, whatever its name says.", "Ask the sender for the file again."
        )
    start = content[:1000].lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise errors.wrong_type(name, "a web page (HTML)")
    if suffix == ".eml" or (suffix not in {".txt", ".md"} and looks_like_mail(content)):
        return read_mail(content, name)
    read = read_plain(content, name, "text/markdown" if suffix in {".md", ".markdown"} else "text/plain")
    if read is None:
        raise errors.wrong_type(name, "not text and of no kind LexDesk knows")
    return read
