"""Set the sample's statutes and judgments as PDF pages with a real text layer."""

import io
from dataclasses import dataclass

import pymupdf

CSS = """
body { font-family: Times; font-size: 12pt; line-height: 1.4; }
h1 { font-size: 17pt; text-align: center; margin-top: 6pt; margin-bottom: 10pt; }
h2 { font-size: 12.5pt; margin-top: 14pt; margin-bottom: 6pt; }
p { margin-top: 0; margin-bottom: 7pt; text-align: justify; }
p.c { text-align: center; }
p.i { font-style: italic; margin-left: 18pt; margin-right: 18pt; }
p.s { margin-left: 20pt; }
p.t { margin-left: 44pt; }
"""
PAGE = pymupdf.paper_rect("a4")
TEXT = pymupdf.Rect(78, 84, PAGE.width - 78, PAGE.height - 84)
GREY = (0.35, 0.35, 0.38)


@dataclass(frozen=True)
class PdfText:
    """What is set: ``first_page`` is the printed number of the first sheet and its PDF page label."""

    html: str
    title: str
    running: str
    date: str  # ISO, of creation
    first_page: int = 1


def _flow(html: str) -> pymupdf.Document:
    story = pymupdf.Story(html, user_css=CSS)
    out = io.BytesIO()
    writer = pymupdf.DocumentWriter(out)
    more = 1
    while more:
        device = writer.begin_page(PAGE)
        more, _ = story.place(TEXT)
        story.draw(device)
        writer.end_page()
    writer.close()
    return pymupdf.open("pdf", out.getvalue())


def write_pdf(text: PdfText) -> bytes:
    """The finished PDF; the same text gives the same bytes with one version of PyMuPDF."""
    document = _flow(text.html)
    for page in document:
        number = str(text.first_page + page.number)
        top, bottom = (PAGE.width / 2, 52), (PAGE.width / 2, PAGE.height - 46)
        for (middle, y), words, font in ((top, text.running, "tiit"), (bottom, number, "tiro")):
            width = pymupdf.get_text_length(words, fontname=font, fontsize=9.5)
            page.insert_text((middle - width / 2, y), words, fontname=font, fontsize=9.5, color=GREY)
    document.set_page_labels([{"startpage": 0, "prefix": "", "style": "D", "firstpagenum": text.first_page}])
    stamp = f"D:{text.date.replace('-', '')}090000Z"
    document.set_metadata(
        {"title": text.title, "creationDate": stamp, "modDate": stamp, "producer": "LexDesk sample"}
    )
    document.xref_set_key(-1, "ID", "null")
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))
