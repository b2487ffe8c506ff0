"""Any file as a stream of messages, ending with ``Ended``: what runs in the helper process.

A PDF comes in pieces of about a hundred pages, each with its passages, so that each can be stored while the
next is read. Where pieces end follows from the file alone: an import that was cut off and taken up again
gives what one in one go gives.
"""

from collections.abc import Callable, Iterator

from lexdesk.evidence import ocr
from lexdesk.evidence.importing.messages import At, Ended, Job, Member, Message, Opened, Piece
from lexdesk.evidence.model import PageText, PassageSpan, ReadSource
from lexdesk.evidence.passages import passages_of
from lexdesk.evidence.pdf import PdfFile, media_type_of, page_kind
from lexdesk.evidence.pdf_book import Book, ReadPage
from lexdesk.evidence.reading import read_source
from lexdesk.matter.import_records import StoredPage
from lexdesk.matter.page_words import laid_out

PIECE = 100  # weight at which a piece ends, where no paragraph runs on; a page weighs one
WHOLE = 150  # a file of so many pages is one piece
_OCR_WEIGHT = 25  # of a page that is read by text recognition, which takes seconds


def read_in_pieces(
    content: bytes, job: Job, cancelled: Callable[[], bool] = lambda: False
) -> Iterator[Message]:
    """Read a file. Raises what ``read_source`` raises. After a cancel the stream ends without ``Ended``."""
    if page_kind(content):
        yield from _pdf(content, job, cancelled)
        return
    yield At(1)
    read = read_source(content, job.name, job.password)
    yield Opened(read.media_type, read.paged, len(read.pages))
    passages = read.cells if read.cells is not None else passages_of(read)
    yield Piece(0, tuple(map(_stored, read.pages)), tuple(passages), ())
    for member in read.members:
        yield Member(member.name, member.content, member.relation)
    yield Ended(read.title, read.dated, read.findings)


def _pdf(content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
    book, start = Book(job.carry), job.start
    recogniser = ocr.recogniser()
    with PdfFile(content, job.name, job.password) as pdf:
        yield Opened(media_type_of(pdf.kind), True, pdf.page_count)
        title, restricted = pdf.facts()
        most = PIECE if pdf.page_count > WHOLE else WHOLE + 1
        read: list[ReadPage] = []
        weight = 0
        for number in range(job.first_page, pdf.page_count + 1):
            if cancelled():
                return
            yield At(number)
            page = pdf.skipped_page(number) if number in job.skip else pdf.read_page(number)
            if recogniser is not None and page[1].is_scan(page[0]):
                page = pdf.recognised_page(number, recogniser)
                weight += _OCR_WEIGHT
            weight += 1
            read.append(page)
            if weight >= most and number < pdf.page_count:
                pages, findings = book.write(read, last=False)
                yield Piece(start, *_made(pages), tuple(findings), book.packed())
                start += sum(len(page.text) + 1 for page in pages)
                read = read[len(pages) :]
                weight = len(read)
        pages, findings = book.write(read, last=True)
        yield Piece(start, *_made(pages), tuple(findings))
        because = "" if recogniser is not None else ocr.WHY_NOT
        yield Ended(book.title(title), "", (*book.findings(restricted, because), *pdf.said_elsewhere()))


def _made(pages: list[PageText]) -> tuple[tuple[StoredPage, ...], tuple[PassageSpan, ...]]:
    read = ReadSource("application/pdf", tuple(pages), "", "", (), True)
    return tuple(map(_stored, pages)), tuple(passages_of(read))


def _stored(page: PageText) -> StoredPage:
    return StoredPage(page.number, page.label, page.text, page.width, page.height, laid_out(page.words))
