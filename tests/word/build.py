"""Small Word files made from a body written by hand, and the acts every test needs."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from lexdesk.word.document import Document
from lexdesk.word.model import Replace
from lexdesk.word.package import part_bytes

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ME = "Ada Counsel"
AT = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)
THEM = 'w:author="Other Side" w:date="2026-01-05T10:00:00Z"'
_REL = f"{R}/"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_HEAD = f'{_XML}<w:{{0}} xmlns:w="{W}" xmlns:r="{R}">{{1}}</w:{{0}}>'
_KINDS = {
    "styles": "styles",
    "numbering": "numbering",
    "footnotes": "footnotes",
    "hdr": "header",
    "settings": "settings",
}
_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_RELS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'


def docx(
    body: str, parts: Mapping[str, str] | None = None, extra: Mapping[str, bytes] | None = None
) -> bytes:
    """A .docx. ``parts``: inner XML by root name (styles, numbering, footnotes, hdr, settings)."""
    given = dict(parts or {})
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        main = f'<Relationship Id="rId1" Type="{_REL}officeDocument" Target="word/document.xml"/>'
        archive.writestr("_rels/.rels", _RELS.format(main))
        archive.writestr("word/document.xml", _HEAD.format("document", f"<w:body>{body}</w:body>"))
        links = "".join(
            f'<Relationship Id="rId{n}" Type="{_REL}{_KINDS[name]}" Target="{name}.xml"/>'
            for n, name in enumerate(given, 10)
        )
        archive.writestr("word/_rels/document.xml.rels", _RELS.format(links))
        for name, inner in given.items():
            archive.writestr(f"word/{name}.xml", _HEAD.format(name, inner))
        for name, content in (extra or {}).items():
            archive.writestr(name, content)
    return out.getvalue()


def run(text: str, properties: str = "") -> str:
    """A run with text."""
    look = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{text}</w:t></w:r>'


def para(content: str, properties: str = "") -> str:
    """A paragraph; plain text becomes one run."""
    inner = content if content.startswith("<") or not content else run(content)
    own = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{own}{inner}</w:p>"


def numbered(text: str, level: int = 0, num: int = 1) -> str:
    """A paragraph of a list."""
    return para(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>')


def level(index: int, form: str, text: str, more: str = "") -> str:
    """A ``w:lvl`` starting at 1."""
    return (
        f'<w:lvl w:ilvl="{index}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


CONTRACT_LIST = (
    '<w:abstractNum w:abstractNumId="0">'
    + level(0, "decimal", "%1.")
    + level(1, "decimal", "%1.%2")
    + level(2, "lowerLetter", "(%3)")
    + level(3, "lowerRoman", "(%4)")
    + '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def table(*rows: tuple[str, ...], marks: Mapping[int, str] | None = None) -> str:
    """A table of one-paragraph cells; ``marks`` puts XML into the properties of a row."""
    out = "<w:tbl><w:tblPr/><w:tblGrid/>"
    for number, cells in enumerate(rows):
        mark = (marks or {}).get(number, "")
        out += "<w:tr>" + (f"<w:trPr>{mark}</w:trPr>" if mark else "")
        out += "".join(
            f"<w:tc><w:tcPr/>{cell if cell.startswith('<') else para(cell)}</w:tc>" for cell in cells
        )
        out += "</w:tr>"
    return out + "</w:tbl>"


def opened(body: str, **parts: str) -> Document:
    """A document of that body."""
    return Document.open(docx(body, parts))


def replaced(document: Document, old: str, new: str, author: str = ME) -> Document:
    """The first paragraph that holds ``old`` edited to read ``new`` there."""
    paragraph = next(p for p in document.paragraphs if old in p.text)
    start = paragraph.text.index(old)
    return document.edited([Replace(paragraph.key, start, start + len(old), old, new)], author, AT)


def xml(document: Document, part: str = "word/document.xml") -> str:
    """A part of the written file as text, the stamps of our changes shortened to their author."""
    text = part_bytes(next(p for p in Document.open(document.to_bytes()).parts() if p.name == part)).decode()
    return re.sub(r' w:id="\d+"( w:author="[^"]*") w:date="[^"]*"( w16du:dateUtc="[^"]*")?', r"\1", text)


def texts(document: Document) -> list[str]:
    """The current text of each paragraph that has a place in it."""
    return [paragraph.text for paragraph in document.paragraphs if paragraph.in_current]
