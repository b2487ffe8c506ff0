"""Malformed, hostile and huge files: bounded with a sentence, and the next file is read as usual."""

import io
import os
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import docx
import pymupdf
import pytest

from lexdesk.errors import LexDeskError
from lexdesk.evidence.errors import SourceMissing
from lexdesk.evidence.importing.messages import Ended, Job, Message, Piece
from lexdesk.evidence.importing.reader import ReaderGone, ReaderProcess
from lexdesk.evidence.reading import load


@pytest.fixture(scope="module")
def reader() -> Iterator[ReaderProcess]:
    with ReaderProcess(silence=60) as made:
        yield made


def many_objects() -> bytes:
    """A PDF with 10^6 objects that nothing uses, and a page."""
    out = bytearray(
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    )
    out += b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\n"
    out += b"".join(b"%d 0 obj 0 endobj\n" % number for number in range(4, 1_000_004))
    out += b"trailer<</Root 1 0 R/Size 1000004>>\n%%EOF"
    return bytes(out)


def deep_pdf() -> bytes:
    nested = b"[" * 200_000 + b"]" * 200_000
    return (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Deep "
        + nested
        + b">>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )


def looping_pdf() -> bytes:
    return (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
        b"2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]/Count 3>>"
        b"endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )


def form_loop() -> bytes:
    """Forms that draw each other many times over: 10^9 drawings if they were all followed."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "Words.")
    xrefs = [document.get_new_xref() for _ in range(10)]
    for number, xref in enumerate(xrefs):
        inner = xrefs[number + 1] if number + 1 < len(xrefs) else xrefs[-1]
        resources = f"/Resources<</XObject<</F {inner} 0 R>>>>"
        document.update_object(xref, f"<</Type/XObject/Subtype/Form/BBox[0 0 100 100]{resources}>>")
        document.update_stream(xref, b"/F Do " * (10 if number + 1 < len(xrefs) else 0) + b"0 0 1 1 re f")
    document.xref_set_key(page.xref, "Resources", f"<</XObject<</F {xrefs[0]} 0 R>>>>")
    contents = page.get_contents()[0]
    document.update_stream(contents, document.xref_stream(contents) + b" /F Do")
    content: bytes = document.tobytes()
    return content


def huge_page() -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=14_000, height=14_000)
    page.insert_text((72, 100), "A plan of the whole site.")
    page.draw_rect(pymupdf.Rect(60, 80, 9_000, 9_000), fill=(0.9, 0.9, 0.9), overlay=False)
    document.xref_set_key(page.xref, "MediaBox", "[0 0 90000000 90000000]")
    content: bytes = document.tobytes()
    return content


def drawing() -> bytes:
    """A page of very many small fills over very many words."""
    document = pymupdf.open()
    page = document.new_page()
    for line in range(60):
        page.insert_text((30, 20 + 13 * line), "word " * 40, fontsize=6)
    contents = page.get_contents()[-1]
    fills = b"".join(b"%d %d 5 5 re f " % (n % 600, n // 600 % 800) for n in range(20_000))
    document.update_stream(contents, document.xref_stream(contents) + b"\n0.95 g " + fills)
    content: bytes = document.tobytes(deflate=True)
    return content


def bomb_docx() -> bytes:
    plain = io.BytesIO()
    docx.Document().save(plain)
    out = io.BytesIO()
    with zipfile.ZipFile(plain) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for entry in package.infolist():
            data = package.read(entry)
            made.writestr(entry, data + b" " * 400_000_000 if entry.filename == "word/document.xml" else data)
    return out.getvalue()


def deep_docx() -> bytes:
    plain = io.BytesIO()
    docx.Document().save(plain)
    out = io.BytesIO()
    with zipfile.ZipFile(plain) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for entry in package.infolist():
            data = package.read(entry)
            if entry.filename == "word/document.xml":
                data = data.replace(b"<w:body>", b"<w:body>" + b"<w:sdt><w:sdtContent>" * 50_000, 1)
                data = data.replace(b"</w:body>", b"</w:sdtContent></w:sdt>" * 50_000 + b"</w:body>", 1)
            made.writestr(entry, data)
    return out.getvalue()


def entities_docx() -> bytes:
    plain = io.BytesIO()
    docx.Document().save(plain)
    out = io.BytesIO()
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "lol" * 10}">' for n in range(10))
    bad = f'<?xml version="1.0"?><!DOCTYPE x [{entities}]><x>&e9;</x>'.encode()
    with zipfile.ZipFile(plain) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for entry in package.infolist():
            made.writestr(entry, bad if entry.filename == "word/document.xml" else package.read(entry))
    return out.getvalue()


def deep_mail() -> bytes:
    head = b"From: a@x.example\nSubject: deep\nMIME-Version: 1.0\n"
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2_000))
    return head + parts + b"Content-Type: text/plain\n\nDeep down.\n"


def many_parts() -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Date"] = "a@x.example", "many", "Wed, 11 Jun 2025 10:00:00 +0000"
    mail.set_content("Words.")
    for number in range(700):
        mail.add_attachment(b"x", maintype="text", subtype="plain", filename=f"{number}.txt")
    return mail.as_bytes()


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a million objects": ("a.pdf", many_objects),
    "arrays within arrays": ("b.pdf", deep_pdf),
    "a page tree that eats its tail": ("c.pdf", looping_pdf),
    "a page of a million inches": ("e.pdf", huge_page),
    "twenty thousand fills": ("f.pdf", drawing),
    "a Word file that unpacks to 400 MB": ("g.docx", bomb_docx),
    "a Word file nested 100,000 times": ("h.docx", deep_docx),
    "entities that multiply": ("i.docx", entities_docx),
    "a mail nested 2,000 times": ("j.eml", deep_mail),
    "a mail of 700 attachments": ("k.eml", many_parts),
    "web page nested without end": ("l.html", lambda: b"<html>" + b"<b><div>" * 300_000 + b"x"),
    "one word of 5 MB": ("m.txt", lambda: b"x" * 5_000_000),
    "brackets without end": ("n.txt", lambda: b"[[((" * 300_000),
    "noise": ("o.pdf", lambda: b"%PDF-1.7\n" + bytes(range(256)) * 4000),
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.timeout(150)
def test_a_hostile_file_is_bounded_with_a_sentence_and_the_next_one_is_read(
    reader: ReaderProcess, what: str
) -> None:
    name, make = HOSTILE[what]
    said, messages = "", list[Message]()
    try:
        messages = list(reader.read(make(), Job(name), lambda: False))
    except LexDeskError as error:
        said = error.message
    assert isinstance(messages[-1], Ended) if messages else said.endswith(".")
    assert "\n" not in said
    after = list(reader.read(b"The next file.", Job("next.txt"), lambda: False))
    assert [piece.text for piece in after if isinstance(piece, Piece)] == ["The next file."]


def test_a_page_that_is_drawn_without_end_is_given_up() -> None:
    with ReaderProcess(silence=4) as patient, pytest.raises(ReaderGone, match="did not come back in 4 s"):
        list(patient.read(form_loop(), Job("d.pdf"), lambda: False))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_or_a_device_without_an_end_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    for path in (tmp_path / "pipe.txt", Path(os.devnull)):
        with pytest.raises(SourceMissing, match="pipe or a device"):
            load(path)
