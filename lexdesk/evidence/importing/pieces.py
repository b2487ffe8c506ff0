"""Any file as a stream of messages, ending with ``Ended``: what runs in the helper process.

A PDF comes in pieces of about a hundred pages, each with its passages, so that each can be stored while the
next is read. Where pieces end follows from the file alone: an import that was cut off and taken up again
gives what one in one go gives.
"""

from collections.abc import Callable, Iterator

from lexdesk.evidence import ocr
from lexdesk.evidence.importing.messages import At, Ended, Job, Lines, Member, Message, Opened, Piece
from lexdesk.evidence.model import PageText, PassageSpan, ReadSource
from lexdesk.evidence.passages import passages_of
from lexdesk.evidence.pdf import PdfFile, media_type_of, page_kind
from lexdesk.evidence.pdf_book import Book, ReadPage
from lexdesk.evidence.reading import read_source
from lexdesk.matter.import_records import StoredPage
from lexdesk.matter.page_words import laid_out

PIECE = 100  # weight at which a piece ends, where no paragraph runs on; a page weighs one
WHOLE = 150  # a file of so many pages is one piece
SHARED = 1000  # so many pages to come are read by a process of their own; to start it takes half a second
_OCR_WEIGHT = 25  # of a page that is read by text recognition, which takes seconds


def read_in_pieces(
    content: bytes,
    job: Job,
    cancelled: Callable[[], bool] = lambda: False,
    elsewhere: Callable[[bytes, Job], Iterator[Message]] | None = None,
) -> Iterator[Message]:
    """Read a file. Raises what ``read_source`` raises. After a cancel the stream ends without ``Ended``.
    ``elsewhere`` reads the pages of a PDF of which many are still to be read (see ``read_lines``)."""
    if page_kind(content):
        recogniser = ocr.recogniser()
        with PdfFile(content, job.name, job.password) as pdf:
            if job.lines_only:
                yield from read_lines(pdf, job, recogniser)
                yield Ended("", "")
            else:
                lines = read_lines(pdf, job, recogniser)
                if elsewhere is not None and pdf.page_count - job.first_page >= SHARED:
                    lines = elsewhere(content, job)
                because = "" if recogniser is not None else ocr.WHY_NOT
                yield from _pdf(pdf, job, lines, because, cancelled)
        return
    yield At(1)
    read = read_source(content, job.name, job.password)
    yield Opened(read.media_type, read.paged, len(read.pages))
    passages = read.cells if read.cells is not None else passages_of(read)
    yield Piece(0, tuple(map(_stored, read.pages)), tuple(passages), ())
    for member in read.members:
        yield Member(member.name, member.content, member.relation)
    yield Ended(read.title, read.dated, read.findings)


def read_lines(pdf: PdfFile, job: Job, recogniser: ocr.Recogniser | None) -> Iterator[Message]:
    """Each page from the job's first: ``At``, then its ``Lines``."""
    for number in range(job.first_page, pdf.page_count + 1):
        yield At(number)
        page, weight = pdf.skipped_page(number) if number in job.skip else pdf.read_page(number), 1
        if recogniser is not None and page[1].is_scan(page[0]):
            page, weight = pdf.recognised_page(number, recogniser), 1 + _OCR_WEIGHT
        yield Lines(page, weight)


def _pdf(
    pdf: PdfFile, job: Job, lines: Iterator[Message], unread_because: str, cancelled: Callable[[], bool]
) -> Iterator[Message]:
    book, start = Book(job.carry), job.start
    yield Opened(media_type_of(pdf.kind), True, pdf.page_count)
    title, restricted = pdf.facts()
    most = PIECE if pdf.page_count > WHOLE else WHOLE + 1
    read: list[ReadPage] = []
    weight = 0
    for message in lines:
        if isinstance(message, Lines):
            read.append(message.read)
            weight += message.weight
            if weight >= most and message.read[0].number < pdf.page_count:
                pages, findings = book.write(read, last=False)
                yield Piece(start, *_made(pages), tuple(findings), book.packed())
                start += sum(len(page.text) + 1 for page in pages)
                read = read[len(pages) :]
                weight = len(read)
        elif cancelled():
            return
        elif not isinstance(message, Ended):
            yield message
    pages, findings = book.write(read, last=True)
    yield Piece(start, *_made(pages), tuple(findings))
    findings = [*book.findings(restricted, unread_because), *pdf.said_elsewhere()]
    yield Ended(book.title(title), "", tuple(findings))


def _made(pages: list[PageText]) -> tuple[tuple[StoredPage, ...], tuple[PassageSpan, ...]]:
    read = ReadSource("application/pdf", tuple(pages), "", "", (), True)
    return tuple(map(_stored, pages)), tuple(passages_of(read))


def _stored(page: PageText) -> StoredPage:
    return StoredPage(page.number, page.label, page.text, page.width, page.height, laid_out(page.words))
