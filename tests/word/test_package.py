"""The zip: kept byte for byte, and refused with a sentence where it is no Word document."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

import pytest

from lexdesk.word.document import Document
from lexdesk.word.errors import (
    DamagedWordFile,
    NotWordFile,
    ProtectedWordFile,
    StrictWordFile,
    WordFileError,
    WordFileTooLarge,
)
from lexdesk.word.package import changed_part, pack, part_bytes
from tests.word.build import W, docx, opened, para, replaced


def raw_entries(data: bytes) -> dict[str, bytes]:
    """The compressed bytes of each zip entry, as they lie in the file."""
    found = {}
    with ZipFile(BytesIO(data)) as archive:
        for info in archive.infolist():
            start = info.header_offset
            name, extra = struct.unpack_from("<HH", data, start + 26)
            begin = start + 30 + name + extra
            found[info.filename] = data[begin : begin + info.compress_size]
    return found


def test_p3_untouched_parts_keep_their_compressed_bytes() -> None:
    odd = zlib.compress(b"macro", 1)
    data = docx(
        para("Thirty days."), {"styles": ""}, {"word/vbaProject.bin": odd, "customXml/item1.xml": b"<a/>"}
    )
    edited = replaced(Document.open(data), "Thirty", "Sixty").to_bytes()
    before, after = raw_entries(data), raw_entries(edited)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == ["word/document.xml"]
    with ZipFile(BytesIO(edited)) as archive:
        assert archive.testzip() is None
        assert archive.read("word/vbaProject.bin") == odd


def test_p3_a_document_nobody_edited_is_the_same_file() -> None:
    data = docx(para("Text"), {"styles": ""})
    assert Document.open(data).to_bytes() == data


def test_parts_rebuild_the_document_with_its_keys() -> None:
    first = Document.open(docx(para("One") + para("Two")), ["a", "b"])
    again = Document.from_parts(first.parts(), first.keys)
    assert (again.keys, again.current_text()) == (("a", "b"), "One\nTwo")
    with pytest.raises(ValueError, match="3 keys for 2 paragraphs"):
        Document.from_parts(first.parts(), ["a", "b", "c"])


def stored(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b"", NotWordFile, "empty"),
        (b"%PDF-1.7 ...", NotWordFile, "PDF"),
        (b"<!DOCTYPE html><html></html>", NotWordFile, "web page"),
        (b"{\\rtf1 text}", NotWordFile, "rich text"),
        (b"just words", NotWordFile, "not a Word document"),
        (OLE, NotWordFile, "97-2003"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), ProtectedWordFile, "password"),
        (stored({"a.txt": b"x"}), NotWordFile, "zip archive"),
        (stored({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<w/>"}), NotWordFile, "Excel"),
        (docx(para("x"))[:-200], DamagedWordFile, "damaged"),
        (b"PK\x03\x04" + bytes(40), DamagedWordFile, "damaged"),
    ],
)
def test_other_files_are_refused_with_a_sentence(data: bytes, kind: type[WordFileError], words: str) -> None:
    with pytest.raises(kind, match=words) as refused:
        Document.open(data)
    assert refused.value.message
    assert refused.value.next_step


def with_document(content: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(BytesIO(docx(para("x")))) as source, ZipFile(out, "w") as archive:
        for info in source.infolist():
            archive.writestr(info, content if info.filename == "word/document.xml" else source.read(info))
    return out.getvalue()


def test_strict_malformed_and_entity_files_are_refused() -> None:
    strict = b'<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body/></w:document>'
    with pytest.raises(StrictWordFile, match="Strict"):
        Document.open(with_document(strict))
    with pytest.raises(DamagedWordFile, match=r"word/document\.xml is not well-formed"):
        Document.open(with_document(f'<w:document xmlns:w="{W}"><w:body>'.encode()))
    entity = f'<!DOCTYPE d [<!ENTITY a "x">]><w:document xmlns:w="{W}"><w:body>&a;</w:body></w:document>'
    with pytest.raises(DamagedWordFile, match="document type"):
        Document.open(with_document(entity.encode()))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(WordFileTooLarge, match="unpack"):
        Document.open(docx(para("x"), extra={"word/media/bomb.bin": bytes(64 * 1024 * 1024)}))


def test_a_flipped_byte_is_noticed() -> None:
    data = bytearray(docx(para("Some text that is long enough to be compressed " * 20)))
    start = raw_start(bytes(data), "word/document.xml")
    data[start + 40] ^= 0xFF
    with pytest.raises(DamagedWordFile, match=r"word/document\.xml"):
        Document.open(bytes(data))


def raw_start(data: bytes, name: str) -> int:
    with ZipFile(BytesIO(data)) as archive:
        offset = archive.getinfo(name).header_offset
    lengths = struct.unpack_from("<HH", data, offset + 26)
    return offset + 30 + sum(lengths)


def test_keys_are_made_in_order_of_the_paragraphs() -> None:
    document = opened(para("One") + para("") + para("Three"))
    assert document.keys == ("p1", "p2", "p3")


@pytest.mark.parametrize(
    "kind",
    [
        "ms-word.document.macroEnabled.main+xml",
        "ms-word.template.macroEnabledTemplate.main+xml",
        "openxmlformats-officedocument.wordprocessingml.template.main+xml",
    ],
)
def test_templates_and_files_with_macros_stay_what_they_are(kind: str) -> None:
    macros = b"\xd0\xcf\x11\xe0 not read by anyone"
    plain = docx(para("Pay within ten days."), {}, {"word/vbaProject.bin": macros})
    parts = {part.name: part for part in Document.open(plain).parts()}
    types = part_bytes(parts["[Content_Types].xml"]).replace(
        b"openxmlformats-officedocument.wordprocessingml.document.main+xml", kind.encode()
    )
    parts["[Content_Types].xml"] = changed_part(parts["[Content_Types].xml"], types)
    after = replaced(Document.open(pack(parts.values())), "ten", "six")
    written = {part.name: part for part in Document.open(after.to_bytes()).parts()}
    for name in set(parts) - {"word/document.xml"}:
        assert written[name] == parts[name], name
    assert kind.encode() in part_bytes(written["[Content_Types].xml"])
