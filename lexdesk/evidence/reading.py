"""One way in for every kind of source file, told apart by content, not only by name."""

import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePath

from lexdesk.evidence import errors
from lexdesk.evidence.archive import read_zip
from lexdesk.evidence.docx_text import read_docx
from lexdesk.evidence.endings import named_otherwise, promised
from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.mail import looks_like_mail, read_mail
from lexdesk.evidence.markup import html_text
from lexdesk.evidence.model import Finding, PageText, ReadSource
from lexdesk.evidence.office import converted
from lexdesk.evidence.outlook import is_message, read_msg
from lexdesk.evidence.pdf import Progress, page_kind, read_pdf
from lexdesk.evidence.plain import decode, read_plain
from lexdesk.evidence.rich_text import read_rtf
from lexdesk.evidence.spreadsheet import read_xlsx

MAX_BYTES = 900_000_000  # what one row of the matter file can hold, with room to spare
MAX_TEXT_BYTES = 50_000_000
_HEAD = 4096
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PACKAGES = (".docx", ".docm", ".xlsx", ".xlsm", ".pptx", ".odt", ".ods", ".zip")
_KINDS = (
    (b"GGUF", "a model file"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"7z\xbc\xaf", "a compressed archive"),
    (b"Rar!", "a compressed archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)


def load(path: Path) -> bytes:
    """The bytes of a file. Raises ``SourceMissing`` (also for a pipe or a device, which has no end),
    ``SourceDamaged`` (empty), ``SourceTooLarge``."""
    try:
        if path.is_dir():
            raise errors.is_folder(path.name)
        if path.exists() and not path.is_file():
            raise errors.no_file(path.name)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise errors.SourceTooLarge(
                f"“{path.name}” is {size // 1_000_000:,} MB; LexDesk takes {MAX_BYTES // 1_000_000} MB.",
                "Split it.",
            )
        if size > MAX_TEXT_BYTES:
            with path.open("rb") as stream:
                head = stream.read(_HEAD)
            if not _is_container(head):
                raise _too_much_text(path.name, size)
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


def _is_container(head: bytes) -> bool:
    """True for kinds whose size says little of the text in them; anything else is text, or nothing."""
    return b"%PDF-" in head[:1024] or head.startswith((b"PK", _OLE, b"{\\rtf")) or page_kind(head) != ""


def _too_much_text(name: str, size: int) -> errors.SourceTooLarge:
    return errors.SourceTooLarge(
        f"“{name}” holds {size // 1_000_000:,} MB of text; LexDesk takes {MAX_TEXT_BYTES // 1_000_000} MB.",
        "Split the file.",
    )


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
    if not content.strip(b"\0"):
        raise errors.only_zeros(name)
    if page_kind(content):
        return read_pdf(content, name, password, progress, cancelled)
    if content.startswith(b"PK"):
        return _told(_read_package(content, name, password), name)
    if content.startswith(_OLE):
        return _read_ole(content, name)
    if content.startswith(b"{\\rtf"):
        return _told(read_rtf(content, name), name)
    kind = next((kind for magic, kind in _KINDS if content.startswith(magic)), None)
    if kind is not None:
        raise errors.wrong_type(name, kind)
    return _read_text(content, name)


def _told(read: ReadSource, name: str) -> ReadSource:
    """With a finding where the name promised something else."""
    return replace(read, findings=(*named_otherwise(name, read.media_type), *read.findings))


def _read_package(content: bytes, name: str, password: str) -> ReadSource:
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            names = set(package.namelist())
            kind = package.read("mimetype")[:100].decode("ascii", "replace") if "mimetype" in names else ""
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error) as why:
        raise errors.damaged(name, _package_by(name), _cut_off(content)) from why
    if "[Content_Types].xml" in names:
        if any(entry.startswith("xl/") for entry in names):
            return read_xlsx(content, name)
        if any(entry.startswith("ppt/") for entry in names):
            return _by_way_of_pdf(content, name, "a presentation", ".pptx")
        return read_docx(content, name)
    if "content.xml" in names and "opendocument" in kind:
        if "spreadsheet" in kind:
            return read_xlsx(converted(content, name, "an OpenDocument spreadsheet", ".ods", "xlsx"), name)
        if "presentation" in kind:
            return _by_way_of_pdf(content, name, "an OpenDocument presentation", ".odp")
        return _converted(read_docx(converted(content, name, "an OpenDocument text", ".odt", "docx"), name))
    return read_zip(content, name, password)


def _package_by(name: str) -> str:
    """What a package that cannot be opened calls itself."""
    if PurePath(name).suffix.lower() in _PACKAGES:
        return promised(name).partition(" ")[2]
    return "package (zip, Word or Excel file)"


def _cut_off(content: bytes) -> str:
    """Why a package does not open, as far as its last bytes tell: its list of parts stands at the end."""
    return "" if b"PK\x05\x06" in content[-70_000:] else "it breaks off before its end"


def _read_ole(content: bytes, name: str) -> ReadSource:
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise errors.PasswordNeeded(
            f"“{name}” is protected with a password.",
            "Open it in the program it was made with, remove the password, and add the open copy.",
        )
    suffix = PurePath(name).suffix.lower()
    if is_message(content) or suffix == ".msg":
        return read_msg(content, name)
    if "Workbook".encode("utf-16-le") in content or suffix == ".xls":
        return _converted(
            read_xlsx(converted(content, name, "an old Excel file (.xls)", ".xls", "xlsx"), name)
        )
    if "PowerPoint Document".encode("utf-16-le") in content or suffix == ".ppt":
        return _by_way_of_pdf(content, name, "an old PowerPoint file (.ppt)", ".ppt")
    if "WordDocument".encode("utf-16-le") in content or suffix == ".doc":
        return _converted(
            read_docx(converted(content, name, "an old Word file (.doc)", ".doc", "docx"), name)
        )
    raise errors.wrong_type(name, "an old Office file of an unknown kind")


def _by_way_of_pdf(content: bytes, name: str, kind: str, suffix: str) -> ReadSource:
    """The words of a presentation, page by page; the pictures of its pages are not kept."""
    read = _converted(read_pdf(converted(content, name, kind, suffix, "pdf"), name))
    pages = tuple(PageText(page.number, page.label, page.text) for page in read.pages)
    return ReadSource("application/vnd.ms-powerpoint", pages, read.title, read.dated, read.findings, False)


def _converted(read: ReadSource) -> ReadSource:
    told = Finding("converted", "Read by way of LibreOffice; check the original where the layout matters.")
    return ReadSource(**{**vars(read), "findings": (told, *read.findings)})


def _read_text(content: bytes, name: str) -> ReadSource:
    suffix = PurePath(name).suffix.lower()
    if len(content) > MAX_TEXT_BYTES:
        raise _too_much_text(name, len(content))
    # A table of a web page under the name of a workbook is what many programs export.
    if suffix == ".pdf" or (suffix in _PACKAGES and not (suffix.startswith(".xls") and _is_html(content))):
        raise errors.not_what_it_says(name, promised(name), _is(content))
    if suffix == ".eml" or (suffix not in {".txt", ".md"} and looks_like_mail(content)):
        return read_mail(content, name)
    if suffix in {".html", ".htm", ".xhtml"} or _is_html(content):
        return _read_html(content, name)
    read = read_plain(content, name, "text/markdown" if suffix in {".md", ".markdown"} else "text/plain")
    if read is None:
        raise errors.wrong_type(name, "not text and of no kind LexDesk knows")
    return read


def _is(content: bytes) -> str:
    """What a file that is not what its name says is instead, "" = nothing that can be read."""
    if _is_html(content):
        return "a web page"
    if looks_like_mail(content):
        return "an e-mail"
    return "plain text" if decode(content) is not None else ""


def _is_html(content: bytes) -> bool:
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<!doctype html", b"<html")) or (
        start.startswith(b"<?xml") and b"<html" in start
    )


def _read_html(content: bytes, name: str) -> ReadSource:
    declares = b"charset" in content[:2048].lower() or b"encoding=" in content[:200].lower()
    decoded = None if declares else decode(content)
    text, findings = html_text(decoded[0] if decoded is not None else content)
    findings += [*invisible_findings(text), *machine_findings(text)]
    if not text and not any(finding.code == "page_damaged" for finding in findings):
        findings.append(Finding("no_text", "The page holds no text.", 1))
    title = next((line.strip() for line in text.split("\n") if line.strip()), "")[:120]
    return ReadSource("text/html", (PageText(1, "1", text),), title, "", tuple(findings), False)
