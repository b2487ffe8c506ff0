"""PDF in: words with boxes, page labels, findings; and pages as pictures.

PyMuPDF is not thread-safe: every call of this module holds one lock, page by page, so that a long
import does not keep the window from showing a page.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from lexdesk.errors import Cancelled
from lexdesk.evidence import errors
from lexdesk.evidence.assemble import PageLines
from lexdesk.evidence.concealed import PageReport, inspect_page
from lexdesk.evidence.endings import named_otherwise
from lexdesk.evidence.engine import BROKEN, ENGINE, pymupdf
from lexdesk.evidence.machine import machine_findings
from lexdesk.evidence.model import Finding, ReadSource, RenderedPage
from lexdesk.evidence.ocr import Recogniser
from lexdesk.evidence.page_content import survey
from lexdesk.evidence.pdf_book import Book, ReadPage
from lexdesk.evidence.pdf_findings import breaks_off, repaired_finding
from lexdesk.evidence.recognised import recognised
from lexdesk.evidence.textlayer import TextLayer

Progress = Callable[[int, int], None]

MAX_PAGES = 60_000
_PICTURES = (
    (b"\x89PNG\r\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
)
_HOLDERS = (b"PK", b"\xd0\xcf\x11\xe0", b"{\\rtf")
_OCR_PIXELS = 5000  # of the longer side, at most
_MAX_PIXELS = 60_000_000
_OCR_DOTS = 250  # to an inch: enough for print of eight points


def page_kind(content: bytes) -> str:
    """ "pdf", or the kind of a picture ("png" and the like); "" for what has no pages to show."""
    if content[:64].lstrip(b"\xef\xbb\xbf \t\r\n\0")[:5] == b"%PDF-":
        return "pdf"
    # Readers allow other bytes before the mark; but an archive or a mail may hold a whole PDF.
    if b"%PDF-" in content[:1024] and b"startxref" in content[-2048:] and not content.startswith(_HOLDERS):
        return "pdf"
    return next((kind for magic, kind in _PICTURES if content.startswith(magic)), "")


def media_type_of(kind: str) -> str:
    """The media type of a ``page_kind``."""
    return "application/pdf" if kind == "pdf" else f"image/{kind}"


class PdfFile:
    """An open PDF, or a picture, whose frames are its pages. Any thread may call it; calls take turns. Use
    as a context manager or ``close()``."""

    def __init__(self, content: bytes, name: str = "file.pdf", password: str = "") -> None:
        """Raises ``PasswordNeeded`` and ``SourceDamaged``; the password is not kept."""
        with ENGINE:
            pymupdf.TOOLS.mupdf_display_errors(False)
            pymupdf.TOOLS.mupdf_display_warnings(False)
            try:
                self.kind = page_kind(content) or "pdf"
                self._file = pymupdf.open(stream=content, filetype=self.kind)
                if self._file.needs_pass and not (password and self._file.authenticate(password)):
                    self._file.close()
                    raise errors.password_needed(name, bool(password))
                self.page_count = int(self._file.page_count)
                self._labelled = self.kind == "pdf" and _has_labels(self._file)
                if self.kind != "pdf" and self.page_count:
                    self._file.load_page(0)  # only then is a picture looked at
            except BROKEN as why:
                kind, cut = ("PDF", breaks_off(content)) if self.kind == "pdf" else ("picture", False)
                raise errors.damaged(name, kind, "it breaks off before its end" if cut else "") from why
        self._name = name
        self._drawn_fonts: dict[str, bool] = {}
        self._content = content
        if self.page_count == 0:
            self.close()
            raise errors.damaged(name, "PDF", "it has no pages")
        if self.page_count > MAX_PAGES:
            self.close()
            raise errors.SourceTooLarge(
                f"“{name}” has {self.page_count} pages; LexDesk takes {MAX_PAGES}.", "Split the file."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back; safe to call twice."""
        with ENGINE:
            if not self._file.is_closed:
                self._file.close()

    def size(self, page: int) -> tuple[float, float]:
        """Width and height of sheet ``page`` (from 1) in points, as shown."""
        with ENGINE:
            rect = self._page(page).rect
            return float(rect.width), float(rect.height)

    def render(self, page: int, scale: float = 1.0) -> RenderedPage:
        """Sheet ``page`` (from 1) as RGB, ``scale`` pixels to a point. Raises ``NoPicture``."""
        with ENGINE:
            sheet = self._page(page)
            biggest = (_MAX_PIXELS / max(1.0, sheet.rect.width * sheet.rect.height)) ** 0.5
            scale = max(0.02, min(scale, biggest))
            try:
                pixels = sheet.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            except BROKEN as why:
                raise errors.NoPicture(f"Page {page} of “{self._name}” cannot be drawn.") from why
            return RenderedPage(pixels.width, pixels.height, pixels.stride, bytes(pixels.samples))

    def _page(self, page: int) -> Any:
        if not 1 <= page <= self.page_count:
            raise errors.NoPicture(f"“{self._name}” has {self.page_count} pages; there is no page {page}.")
        try:
            return self._file.load_page(page - 1)
        except BROKEN as why:
            raise errors.NoPicture(f"Page {page} of “{self._name}” is damaged.") from why

    def read_page(self, page: int) -> ReadPage:
        """Lines in reading order and what is odd about the page; a damaged page gives no lines."""
        if self.kind != "pdf":
            width, height = self.size(page)
            return PageLines(page, str(page), width, height, (), height), PageReport(has_pictures=True)
        with ENGINE:
            try:
                sheet = self._page(page)
                label = (sheet.get_label() if self._labelled else "") or str(page)
                seen = survey(sheet, self._drawn_fonts)
                layer = TextLayer.of(sheet, looks=seen.tints)
                report = inspect_page(sheet, layer, seen)
            except (*BROKEN, errors.NoPicture):
                return self.skipped_page(page)
        lines = layer.lines(report)
        width, height = layer.shown
        return PageLines(page, label, width, height, tuple(lines), layer.depth, layer.turned), report

    def recognised_page(self, page: int, recogniser: Recogniser) -> ReadPage:
        """A page that is a picture, read by text recognition; boxes in the page as shown."""
        with ENGINE:
            picture = self._page(page)
            rect = picture.rect
            scale = min(_OCR_DOTS / 72, _OCR_PIXELS / max(1.0, rect.width, rect.height))
            pixels = picture.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False, colorspace="gray")
            label = (picture.get_label() if self._labelled else "") or str(page)
            size = (float(rect.width), float(rect.height))
            content = bytes(pixels.tobytes("pgm"))
        dots = round(72 * scale) if self.kind == "pdf" else _OCR_DOTS
        return recognised(page, label, size, recogniser.words(content, dots), scale)

    def skipped_page(self, page: int) -> ReadPage:
        """A page that is not even tried, since the reader died or hung at it."""
        return PageLines(page, str(page), 0.0, 0.0, (), 0.0), PageReport(damaged=True)

    def said_elsewhere(self) -> list[Finding]:
        """What is to be said of the file apart from its pages: that it was damaged, and what it says to a
        machine in places that are on no page. To be asked after the pages were read: damage may show then."""
        with ENGINE:
            repaired = self.kind == "pdf" and bool(self._file.is_repaired)
            about = {name: str(text) for name, text in (self._file.metadata or {}).items() if text}
        damage = [repaired_finding(self._content, self.page_count)] if repaired else []
        odd_name = named_otherwise(self._name, media_type_of(self.kind))
        return [*damage, *odd_name] + [
            found
            for name, text in about.items()
            for found in machine_findings(text, f"file properties ({name})")
        ]

    def facts(self) -> tuple[str, bool]:
        """Title as the file gives it ("" if none), and whether copying is restricted."""
        with ENGINE:
            about = self._file.metadata or {}
            encrypted = bool(about.get("encryption"))
            limited = encrypted and not self._file.permissions & pymupdf.PDF_PERM_COPY
            return (about.get("title") or "").strip(), bool(limited)


def _has_labels(file: Any) -> bool:
    try:
        return bool(file.get_page_labels())
    except BROKEN:
        return False  # the pages can be read all the same


def read_pdf(
    content: bytes,
    name: str,
    password: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ReadSource:
    """Read the whole file. ``progress(done, total)`` counts pages; ``cancelled`` is asked before each.

    Raises ``PasswordNeeded``, ``SourceDamaged``, ``SourceTooLarge``, ``Cancelled``.
    """
    read: list[ReadPage] = []
    with PdfFile(content, name, password) as pdf:
        title, restricted = pdf.facts()
        for number in range(1, pdf.page_count + 1):
            if cancelled is not None and cancelled():
                raise Cancelled("Import stopped; nothing of the file was kept.")
            read.append(pdf.read_page(number))
            if progress is not None:
                progress(number, pdf.page_count)
        said = pdf.said_elsewhere()
    book = Book()
    pages, findings = book.write(read, last=True)
    findings += [*book.findings(restricted), *said]
    return ReadSource(media_type_of(pdf.kind), tuple(pages), book.title(title), "", tuple(findings), True)
