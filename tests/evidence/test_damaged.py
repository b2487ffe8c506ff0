"""Damaged files, and files that are not what their names say: one right sentence each, and no silence."""

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path
from random import Random

import docx
import pymupdf
import pytest

from lexdesk.evidence.errors import PasswordNeeded, SourceDamaged, WrongType
from lexdesk.evidence.library import Library
from lexdesk.evidence.limits import limits_of
from lexdesk.evidence.markup import html_text
from lexdesk.evidence.nesting import DEEPEST
from lexdesk.evidence.pdf_findings import repaired_finding
from lexdesk.evidence.reading import read_source
from lexdesk.matter import Matter

PAGE = b"<html><head><title>Sign in</title></head><body><p>Please sign in to get the file.</p></body></html>"
_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def pdf(pages: int = 20) -> bytes:
    file = pymupdf.open()
    for number in range(pages):
        page = file.new_page()
        for line in range(30):
            page.insert_text((72, 72 + 20 * line), f"Page {number + 1} line {line}: goods of kind {line}.")
    content: bytes = file.tobytes()
    file.close()
    return content


def word() -> bytes:
    file, random, out = docx.Document(), Random(1), io.BytesIO()
    for number in range(100):
        file.add_paragraph(f"{number}. The supplier delivers {random.random()} goods.")
    file.save(out)
    return out.getvalue()


def workbook(damaged: tuple[int, ...] = ()) -> bytes:
    """Three sheets; those named are cut in the middle."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", "<Types/>")
        sheets = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in (1, 2, 3))
        package.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets></workbook>',
        )
        rels = "".join(f'<Relationship Id="r{n}" Target="worksheets/sheet{n}.xml"/>' for n in (1, 2, 3))
        package.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{_RELS}">{rels}</Relationships>'
        )
        for n in (1, 2, 3):
            rows = "".join(
                f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>goods {n} {row}</t></is></c></row>'
                for row in range(1, 60)
            )
            sheet = f'<worksheet xmlns="{_SHEETS}"><sheetData>{rows}</sheetData></worksheet>'
            package.writestr(
                f"xl/worksheets/sheet{n}.xml", sheet[: len(sheet) // 2] if n in damaged else sheet
            )
    return out.getvalue()


def archive() -> bytes:
    out, random = io.BytesIO(), Random(2)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for number in range(4):
            words = " ".join(str(random.random()) for _ in range(400))
            package.writestr(f"f{number}.txt", f"File {number}. {words}")
    return out.getvalue()


def mail() -> bytes:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Delivery", "a@b.example", "c@d.example"
    message.set_content("Dear Sir,\nthe goods are late.\n")
    message.add_attachment(pdf(2), maintype="application", subtype="pdf", filename="a.pdf")
    return message.as_bytes()


def codes(content: bytes, name: str) -> dict[str, str]:
    return {found.code: found.message for found in read_source(content, name).findings}


@pytest.mark.parametrize("share", [0.75, 0.9, 0.98])
def test_a_cut_pdf_that_opens_says_that_it_was_repaired(share: float) -> None:
    whole = pdf()
    said = codes(whole[: int(len(whole) * share)], "brief.pdf")["source_damaged"]
    assert said.startswith("The file was damaged and repaired on opening; pages, or parts of pages, may be")
    assert "breaks off before its end" in said


def test_a_pdf_with_a_wrong_table_says_so_and_a_whole_one_does_not() -> None:
    whole = pdf(3)
    said = codes(whole.replace(b"startxref", b"startxxxx"), "brief.pdf")["source_damaged"]
    assert "breaks off" not in said
    assert "source_damaged" not in codes(whole, "brief.pdf")


def test_the_number_of_pages_a_repaired_file_says_it_has_is_told() -> None:
    list_ = b"%PDF-1.7 1 0 obj <</Type /Pages /Kids [2 0 R] /Count 40>> endobj"
    assert "It says it has 40 pages; 31 were found." in repaired_finding(list_, 31).message
    head = b"%PDF-1.7 1 0 obj <</Linearized 1 /L 900 /N 12>> endobj"
    assert "It says it has 12 pages; 5 were found." in repaired_finding(head, 5).message
    outline = b"%PDF-1.7 <</Type /Outlines /Count 90>> %%EOF"
    assert "It says" not in repaired_finding(outline, 5).message


def test_damage_is_a_limit_of_what_rests_on_the_file(
    matter: Matter, library: Library, tmp_path: Path
) -> None:
    whole = pdf()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: len(whole) * 3 // 4])
    source, _ = library.add(path)
    assert "source_damaged" in {code for code, _ in limits_of(matter.read(), [source.id], [])}
    assert any("damaged and repaired" in line for line in library.find("goods of kind 3").not_searched)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("brief.pdf", pdf()[:40], "a damaged PDF"),
        ("brief.docx", word()[:9000], "a damaged Word document"),
        ("fees.xlsx", workbook()[:900], "a damaged spreadsheet"),
        ("all.zip", archive()[:2000], "a damaged zip archive"),
    ],
)
def test_a_file_cut_off_is_refused_as_what_it_is(name: str, content: bytes, kind: str) -> None:
    with pytest.raises(SourceDamaged) as told:
        read_source(content, name)
    assert kind in told.value.message
    assert "it breaks off before its end" in told.value.message


def test_a_damaged_sheet_costs_that_sheet() -> None:
    read = read_source(workbook((2,)), "fees.xlsx")
    assert "goods 1 59" in read.pages[0].text
    assert "goods 3 59" in read.pages[2].text
    (said,) = [found for found in read.findings if found.code == "page_damaged"]
    assert "“S2” is damaged and was not read to its end; its last row read is" in said.message
    assert said.page == 2


def test_a_workbook_of_nothing_but_damage_is_refused() -> None:
    broken = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook())) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"" if "worksheets" in name else old.read(name))
    with pytest.raises(SourceDamaged, match="damaged spreadsheet"):
        read_source(broken.getvalue(), "fees.xlsx")


def test_a_damaged_member_of_an_archive_costs_that_member() -> None:
    content = bytearray(archive())
    content[bytes(content).find(b"f2.txt") + 200] ^= 0xFF
    read = read_source(bytes(content), "all.zip")
    assert [member.name for member in read.members] == ["f0.txt", "f1.txt", "f3.txt"]
    assert [found.message for found in read.findings] == ["Not read: f2.txt (it is damaged in the archive)."]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_cut_mail_says_that_parts_may_be_missing(share: float) -> None:
    whole = mail()
    assert "breaks off or is damaged" in codes(whole[: int(len(whole) * share)], "m.eml")["source_damaged"]
    assert "source_damaged" not in codes(whole, "m.eml")


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.txt", "a.eml", "a.xyz"])
def test_a_file_of_zeros_was_lost_in_copying(name: str) -> None:
    with pytest.raises(SourceDamaged, match="nothing but zero bytes"):
        read_source(b"\0" * 5000, name)


@pytest.mark.parametrize("name", ["brief.pdf", "brief.docx", "all.zip"])
def test_a_web_page_by_another_name_is_told(name: str) -> None:
    with pytest.raises(WrongType, match=r"is a web page, not a .*sign-in page"):
        read_source(PAGE, name)


def test_a_table_exported_as_a_workbook_is_read() -> None:
    assert read_source(b"<html><table><tr><td>goods</td></tr></table></html>", "a.xlsx").text == "goods"


@pytest.mark.parametrize(
    ("name", "content", "is_"),
    [
        ("a.pdf", word(), "a Word document"),
        ("a.docx", pdf(1), "a PDF"),
        ("a.docx", archive(), "a zip archive"),
    ],
)
def test_a_file_read_as_another_kind_says_so(name: str, content: bytes, is_: str) -> None:
    assert f"but it is {is_}; it was read as that" in codes(content, name)["named_otherwise"]
    right = {"a PDF": "a.pdf", "a Word document": "a.docx", "a zip archive": "a.zip"}[is_]
    assert "named_otherwise" not in codes(content, right)


def test_protected_office_files_ask_for_an_open_copy() -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le")
    for name in ("a.docx", "a.xlsx"):
        with pytest.raises(PasswordNeeded, match="protected with a password"):
            read_source(content, name)


@pytest.mark.parametrize("depth", [300, 3000, 60_000])
@pytest.mark.parametrize("closed", [True, False])
def test_a_page_nested_without_end_is_read_whole(depth: int, closed: bool) -> None:
    ends = "</div>" * depth if closed else ""
    text, findings = html_text(
        f"<html><body><p>First words.</p>{'<div>' * depth}<p>The seller pays.</p>{ends}<p>Last words.</p>"
    )
    assert text.split() == ["First", "words.", "The", "seller", "pays.", "Last", "words."]
    assert findings == []


def test_what_hides_stays_hidden_below_the_depth() -> None:
    down = "<div>" * (DEEPEST + 50)
    text, findings = html_text(f"{down}Seen.<div style='display:none'>Unseen words.</div>Seen too.")
    assert "Unseen" not in text
    assert "Seen too." in text
    assert [found.code for found in findings] == ["concealed_text"]
