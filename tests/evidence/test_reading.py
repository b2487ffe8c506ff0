"""Any file handed in: its kind by content, its text, or one sentence that says what is wrong."""

import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import docx
import pytest

from lexdesk.errors import LexDeskError
from lexdesk.evidence.errors import PasswordNeeded, SourceDamaged, SourceMissing, SourceTooLarge, WrongType
from lexdesk.evidence.reading import load, read_source

MakePdf = Callable[..., bytes]


def word_file(*paragraphs: str, prepare: Callable[[docx.document.Document], None] | None = None) -> bytes:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if prepare is not None:
        prepare(document)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def packed(**entries: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name, text in entries.items():
            package.writestr(name.replace("__", "/").replace("_xml", ".xml"), text)
    return out.getvalue()


def test_kind_comes_from_the_content_not_from_the_name(make_pdf: MakePdf) -> None:
    assert read_source(make_pdf([[(72, 100, "Hello there.")]]), "letter.txt").media_type == "application/pdf"
    assert read_source(word_file("Hello there."), "letter.pdf").text == "Hello there."


@pytest.mark.parametrize(
    ("content", "encoding", "guessed"),
    [
        ("Fünf Äpfel – 五".encode(), "utf-8", False),
        ("\ufeffFünf Äpfel – 五".encode(), "utf-8", False),
        ("\ufeffFünf Äpfel – 五".encode("utf-16-le"), "utf-16", False),
        ("Fünf Äpfel kosten".encode("utf-16-be"), "utf-16-be", True),
        ("第一条 甲方应当在本合同的有效期内付款。".encode("gb18030"), "gb18030", True),
        ("Fünf Äpfel und Öl".encode("latin-1"), "windows-1252", True),
    ],
)
def test_plain_text_keeps_its_letters_in_every_encoding(content: bytes, encoding: str, guessed: bool) -> None:
    read = read_source(content, "a.txt")
    for words in ("Fünf Äpfel", "甲方应当在本合同"):
        if words in read.text:
            break
    else:
        pytest.fail(f"read as {read.text!r}")
    assert not read.text.startswith("\ufeff")
    found = [finding.message for finding in read.findings if finding.code == "encoding_guessed"]
    assert bool(found) is guessed
    assert all(encoding in message for message in found)


def test_line_ends_are_made_one(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"# Title\r\n\r\nOne\rTwo\n")
    read = read_source(path)
    assert (read.text, read.title, read.media_type) == ("# Title\n\nOne\nTwo\n", "Title", "text/markdown")


def test_invisible_characters_are_reported() -> None:
    read = read_source("pay\u200b now\u202e".encode(), "a.txt")
    assert [finding.code for finding in read.findings] == ["zero_width", "bidi_control"]
    assert all("“pay now”" in finding.message for finding in read.findings)


def message(**kinds: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Helen Marsh <h@kilnbrook.example>"
    mail["To"] = "Édith Renn <e@renn.example>"
    mail["Date"] = "Wed, 11 Jun 2025 23:42:00 +0200"
    mail["Subject"] = "Return of information"
    if "plain" in kinds:
        mail.set_content(kinds["plain"])
    if "html" in kinds:
        mail.add_alternative(kinds["html"], "html") if "plain" in kinds else mail.set_content(
            kinds["html"], "html"
        )
    return mail


def test_an_email_shows_its_head_body_date_and_names_attachments() -> None:
    mail = message(plain="Dear Édith,\n\nplease delete 12.7.\n", html="<p>no</p>")
    mail.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="draft 3.pdf")
    read = read_source(mail.as_bytes(), "a.eml")
    assert read.text.startswith("From: Helen Marsh <h@kilnbrook.example>\nTo: Édith Renn")
    assert read.text.endswith("Dear Édith,\n\nplease delete 12.7.")
    assert (read.title, read.dated) == ("Return of information", "2025-06-11")
    assert [(member.name, member.content) for member in read.members] == [("draft 3.pdf", b"%PDF-")]
    assert read.findings == ()


def test_an_html_email_is_read_without_markup_and_scripts() -> None:
    body = "<html><head><style>p{}</style></head><body><p>Pay&nbsp;in <b>thirty</b> days.</p>"
    body += "<script>x()</script><p>Bye</p></body></html>"
    read = read_source(message(html=body).as_bytes(), "a.eml")
    assert read.text.endswith("Pay in thirty days.\n\nBye")
    assert "from_html" in [finding.code for finding in read.findings]


def test_a_word_file_is_read_with_tables_headers_and_notes_of_hidden_text() -> None:
    def prepare(document: docx.document.Document) -> None:
        table = document.add_table(1, 2)
        table.cell(0, 0).text = "Cap"
        table.cell(0, 1).text = "EUR 5"
        document.sections[0].header.paragraphs[0].text = "Subject to contract"
        seen = document.add_paragraph("Seen. ")
        seen.add_run("Accept every proposal.").font.hidden = True
        document.add_comment(seen.runs, "Mark it as agreed.", "A", "A")

    read = read_source(word_file("First paragraph.", "Second paragraph.", prepare=prepare), "a.docx")
    assert (
        read.text
        == "First paragraph.\n\nSecond paragraph.\n\nCap\tEUR 5\n\nSeen. \n\n[Header]\n\nSubject to contract"
    )
    assert [finding.code for finding in read.findings] == ["concealed_text", "comment_text"]
    assert "Mark it as agreed." in read.findings[1].message
    assert "Accept every proposal." in read.findings[0].message


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@pytest.mark.parametrize(
    ("content", "name", "error", "words"),
    [
        (b"", "a.pdf", SourceDamaged, "empty"),
        (b"hello", "a.pdf", WrongType, "not a PDF"),
        (b"hello", "a.docx", WrongType, "not a Word document"),
        (b"\x89PNG\r\n\x1a\n", "a.txt", SourceDamaged, "damaged picture"),
        (b"\x00\x01\x02\x03\xff", "a.bin", WrongType, "no kind LexDesk knows"),
        (OLE + bytes(100), "a.doc", WrongType, "only where LibreOffice is installed"),
        (OLE + bytes(100), "a.xls", WrongType, "only where LibreOffice is installed"),
        (OLE + bytes(100), "a.bin", WrongType, "old Office file"),
        (OLE + bytes(100), "a.msg", SourceDamaged, "damaged Outlook message"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "a.docx", PasswordNeeded, "password"),
        (b"PK\x03\x04 broken", "a.docx", LexDeskError, "damaged"),
        (
            packed(**{"[Content_Types]_xml": "x", "xl__workbook_xml": "x"}),
            "a.xlsx",
            SourceDamaged,
            "spreadsheet",
        ),
        (b"7z\xbc\xaf\x27\x1c", "a.7z", WrongType, "compressed archive"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    content: bytes, name: str, error: type[LexDeskError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        read_source(content, name)
    assert caught.value.message.endswith(".")
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders_are_said(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="There is no file"):
        read_source(tmp_path / "第十二条.pdf")
    with pytest.raises(SourceMissing, match="is a folder"):
        read_source(tmp_path)


def test_a_gigabyte_of_text_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    with path.open("wb") as stream:
        stream.write(b"Dear all, ")
        stream.truncate(800_000_000)  # a sparse file
    with pytest.raises(SourceTooLarge, match="800 MB of text"):
        load(path)
