"""Copies to send: nothing stays in them but the text (field report F12), and the report says the rest."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from docx import Document as OtherReader

from lexdesk.word.document import Document
from lexdesk.word.errors import WordFileError
from lexdesk.word.model import StoredPart
from lexdesk.word.package import changed_part, part_bytes
from lexdesk.word.scrub import carried, clean_copy, redline_copy
from tests.conftest import SHARED
from tests.word.build import THEM, docx, para, run, table, texts

FIELD = SHARED / "field"
CORPUS = SHARED / "corpus" / "docx"
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
W15 = "http://schemas.microsoft.com/office/word/2012/wordml"


def entries(document: Document) -> Mapping[str, bytes]:
    """Name and uncompressed bytes of every part, read back from the file."""
    return {part.name: part_bytes(part) for part in Document.open(document.to_bytes()).parts()}


def holding(document: Document, word: str) -> list[str]:
    """The parts that hold a word, in their content or their names."""
    found = entries(document)
    return [name for name, content in found.items() if word in f"{name} {content.decode('latin-1')}"]


SECRET = "Dunmere"
BODY = (
    '<w:p w:rsidR="00AA11BB" w:rsidRDefault="00AA11CC"><w:commentRangeStart w:id="5"/>'
    + run("We offer ")
    + f'<w:del w:id="1" {THEM}><w:r><w:delText>{SECRET} 500,000</w:delText></w:r></w:del>'
    + f'<w:ins w:id="2" {THEM}>{run("EUR 420,000")}</w:ins><w:commentRangeEnd w:id="5"/>'
    + '<w:r><w:commentReference w:id="5"/></w:r></w:p>'
    + para(run("Visible.") + run(f" {SECRET} note", "<w:vanish/>"))
    + para(run(f"{SECRET} wholly hidden", "<w:vanish/>"), "<w:rPr><w:vanish/></w:rPr>")
    + para(run(f"{SECRET} by style", '<w:rStyle w:val="Secret"/>') + run("Shown."))
    + para(
        '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/></w:sdtPr>'
        f"<w:sdtContent>{run('Bound text.')}</w:sdtContent></w:sdt>"
    )
    + para('<w:permStart w:id="7" w:ed="dunmere\\rroe"/>' + run("Editable") + '<w:permEnd w:id="7"/>')
    + table(("a cell", "another"))
    + para("")
)
SETTINGS = (
    f'<w:rsids><w:rsidRoot w:val="00AA11BB"/><w:rsid w:val="00AA11CC"/></w:rsids>'
    f'<w:attachedTemplate r:id="rId1"/><w:docVars><w:docVar w:name="client" w:val="{SECRET}"/></w:docVars>'
    f'<w15:docId xmlns:w15="{W15}" w15:val="{{6F0C}}"/>'
)
STYLES = (
    '<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/>'
    "<w:rPr><w:vanish/></w:rPr></w:style>"
)


def full() -> Document:
    """A document with something to hide in every corner."""
    hidden = para(SECRET)
    said = para(f"Think of {SECRET}")
    comment = f'<w:comment w:id="5" {THEM} w:initials="OS">{said}</w:comment>'
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    core = (
        "<cp:coreProperties "
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{SECRET} v3</dc:title><dc:creator>R. Roe</dc:creator></cp:coreProperties>"
    )
    app = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
        f"<Application>Word</Application><Company>{SECRET} LLP</Company></Properties>"
    )
    extra = {
        "word/comments.xml": f'<w:comments xmlns:w="{w}">{comment}</w:comments>',
        "word/commentsExtended.xml": f'<w15:commentsEx xmlns:w15="{W15}"/>',
        "word/people.xml": f'<w15:people xmlns:w15="{W15}"><w15:person w15:author="R. Roe"/></w15:people>',
        "docProps/core.xml": core,
        "docProps/app.xml": app,
        "docProps/custom.xml": f"<Properties><property name='m'>{SECRET}</property></Properties>",
        "docProps/thumbnail.jpeg": "\xff\xd8 picture",
        "customXml/item1.xml": f"<a>{SECRET}</a>",
        "customXml/_rels/item1.xml.rels": f'<Relationships xmlns="{RELS}"/>',
        "word/glossary/document.xml": f'<w:glossaryDocument xmlns:w="{w}">{hidden}</w:glossaryDocument>',
        "word/_rels/settings.xml.rels": f'<Relationships xmlns="{RELS}"><Relationship Id="rId1" '
        f'Type="{OFFICE}/attachedTemplate" Target="file:///C:/{SECRET}/T.dotx" TargetMode="External"/>'
        "</Relationships>",
        "word/_rels/comments.xml.rels": f'<Relationships xmlns="{RELS}"><Relationship Id="rId1" '
        f'Type="{OFFICE}/hyperlink" Target="http://{SECRET}.example" TargetMode="External"/></Relationships>',
        "word/embeddings/sheet1.xlsx": "PK sheet",
    }
    more = {name: content.encode("latin-1") for name, content in extra.items()}
    made = docx(BODY, {"settings": SETTINGS, "styles": STYLES}, more)
    package = f'<Relationships xmlns="{RELS}">' + "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(
            (
                ("officeDocument", "word/document.xml"),
                ("metadata/core-properties", "docProps/core.xml"),
                ("extended-properties", "docProps/app.xml"),
                ("custom-properties", "docProps/custom.xml"),
                ("metadata/thumbnail", "docProps/thumbnail.jpeg"),
            ),
            1,
        )
    )
    return with_parts(
        made,
        {
            "_rels/.rels": f"{package}</Relationships>",
            "word/_rels/document.xml.rels": entries(Document.open(made))["word/_rels/document.xml.rels"]
            .decode()
            .replace(
                "</Relationships>",
                f'<Relationship Id="rId5" Type="{OFFICE}/comments" Target="comments.xml"/>'
                f'<Relationship Id="rId6" Type="{OFFICE}/customXml" Target="../customXml/item1.xml"/>'
                f'<Relationship Id="rId7" Type="{OFFICE}/glossaryDocument" Target="glossary/document.xml"/>'
                "</Relationships>",
            ),
        },
    )


def with_parts(data: bytes, contents: Mapping[str, str]) -> Document:
    """The file with other contents of some parts."""
    parts: list[StoredPart] = []
    for part in Document.open(data).parts():
        parts.append(changed_part(part, contents[part.name].encode()) if part.name in contents else part)
    return Document.from_parts(parts)


@pytest.mark.skipif(not FIELD.exists(), reason="the field files are not here")
def test_f12_a_clean_copy_holds_none_of_the_forbidden_strings(shared: Path) -> None:
    document = Document.open((shared / "field/012_metadata_to_scrub.docx").read_bytes())
    wanted = json.loads((shared / "field/012_forbidden_strings.json").read_text())
    copy, report = clean_copy(document)
    for word in wanted["in_clean_export"]:
        assert holding(copy, word) == [], word
    assert wanted["must_stay"] in copy.current_text()
    assert {item.what for item in report.removed} >= {"deleted text", "comments", "hidden text"}
    said = " ".join(" ".join(item.examples) for item in carried(document))
    assert all(word in said for word in ("R. Roe", "Dunmere", "500,000"))


def test_a_clean_copy_keeps_every_visible_word_and_nothing_else() -> None:
    document = full()
    copy, report = clean_copy(document)
    assert texts(copy) == [
        "We offer EUR 420,000", "Visible.", "Shown.", "Bound text.", "Editable", "a cell", "another", "",
    ]  # fmt: skip
    for word in (SECRET, "dunmere", "R. Roe", "Other Side", "rsid", "dataBinding", "docId", "comment"):
        assert holding(copy, word) == [], word
    assert copy.revisions == ()
    assert {item.what: item.count for item in report.removed} == {
        "tracked changes, accepted": 2,
        "deleted text": 1,
        "comments": 1,
        "list of people": 1,
        "custom properties": 1,
        "thumbnail picture": 1,
        "data behind the document (custom XML)": 1,
        "building blocks (glossary)": 1,
        "hidden text": 3,
        "links of content controls to data": 1,
        "names of permitted editors": 1,
        "editing session ids (rsid)": 4,
        "path of the template": 2,
        "document variables": 1,
        "document id": 1,
        "document properties": 3,
    }
    assert [item.what for item in report.carries] == ["embedded files, with whatever they carry"]


def test_nothing_of_a_dropped_part_and_no_time_stays_in_the_package() -> None:
    copy, _ = clean_copy(full())
    for word in ("item1", "glossary", "custom.xml", "thumbnail", "people", "settings.xml.rels"):
        assert [name for name in holding(copy, word) if name != "word/_rels/settings.xml.rels"] == [], word
    with ZipFile(BytesIO(copy.to_bytes())) as archive:
        assert archive.testzip() is None
        assert {info.date_time[:3] for info in archive.infolist()} == {(1980, 1, 1)}


def test_another_program_opens_the_copy() -> None:
    copy, _ = clean_copy(full())
    reader = OtherReader(BytesIO(copy.to_bytes()))
    assert reader.paragraphs[0].text == "We offer EUR 420,000"
    assert reader.core_properties.author == ""


def test_a_redline_without_metadata_keeps_the_changes_and_may_rename_their_author() -> None:
    document = full()
    copy, report = redline_copy(document, "Firm B")
    assert [(r.kind, r.author, r.text) for r in copy.revisions] == [
        ("del", "Firm B", f"{SECRET} 500,000"),
        ("ins", "Firm B", "EUR 420,000"),
    ]
    assert holding(copy, "R. Roe") == holding(copy, "Other Side") == holding(copy, "comment") == []
    assert holding(copy, SECRET) == ["word/document.xml"], "only the struck words, as any redline shows"
    assert ("tracked changes by Firm B", 2) in [(item.what, item.count) for item in report.carries]
    kept, _ = redline_copy(document, keep_comments=True)
    assert {r.author for r in kept.revisions} == {"Other Side"}
    assert "Think of" in entries(kept)["word/comments.xml"].decode()
    assert "commentRangeStart" in entries(kept)["word/document.xml"].decode()


def test_a_file_with_nothing_to_hide_reports_nothing() -> None:
    document = Document.open(docx(para("Plain.") + table(("a", "b"))))
    copy, report = clean_copy(document)
    assert (report.removed, report.carries, carried(document)) == ((), (), ())
    assert copy.current_text() == document.current_text()


def test_hidden_marks_of_a_field_with_a_visible_result_stay_whole() -> None:
    char = '<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="{}"/></w:r>'
    shown = char.format("begin") + "<w:r><w:instrText>REF a</w:instrText></w:r>" + char.format("separate")
    index = (
        char.format("begin")
        + f"<w:r><w:rPr><w:vanish/></w:rPr><w:instrText>XE {SECRET}</w:instrText></w:r>"
        + char.format("end")
    )
    copy, _ = clean_copy(
        Document.open(docx(para(shown + run("12.7") + char.format("end") + index + run(" applies."))))
    )
    assert texts(copy) == ["12.7 applies."]
    assert entries(copy)["word/document.xml"].count(b"fldChar ") == 3
    assert holding(copy, SECRET) == []


def test_white_and_tiny_text_is_named_but_not_removed() -> None:
    """It may be white on a dark picture: only the lawyer can tell."""
    document = Document.open(docx(para(run("Shown ") + run("white", '<w:color w:val="FFFFFF"/>'))))
    copy, report = clean_copy(document)
    assert copy.current_text() == "Shown white"
    assert [(item.what, item.examples) for item in report.carries] == [
        ("text that is hidden, white or tiny", ("white",))
    ]


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_copies_of_real_files_read_the_same(shared: Path) -> None:
    for path in sorted((shared / "corpus/docx").glob("[a-o]*.docx"))[::14]:
        try:
            document = Document.open(path.read_bytes())
        except WordFileError:
            continue
        copy, _ = redline_copy(document)
        assert _visible(copy) == _visible(document), path.name
        assert holding(copy, "w:rsid") == [], path.name


def _visible(document: Document) -> list[str]:
    lines = (
        "".join(piece.text for piece in p.pieces if piece.current is not None and not piece.hidden)
        for p in document.paragraphs
    )
    return [line for line in lines if line]
