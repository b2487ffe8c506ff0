"""Write a Word agreement from the plain marked-up text in ``packaging/sample``.

A line is a paragraph. Its first word says what kind: ``#`` to ``####`` are the four levels of automatic
clause numbering, ``=`` a schedule heading, ``=1`` and ``=2`` numbered paragraphs inside a schedule, ``d`` a
definition and ``da`` its lettered parts, ``p`` plain text, ``table`` a table whose rows follow as ``|``
lines. Inside a line: ``**bold**``, ``{fn text}`` a footnote, ``{ref name}`` a REF field to the paragraph
with ``{#name}``, ``{+new+}`` and ``{-old-}`` tracked changes; ``{+para}`` before the kind tracks the whole
paragraph.

The same text always gives the same bytes: dates, ids and zip times are fixed.
"""

import io
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

import sample_parts as parts

AUTHOR = "Ostrava Legal"
LEVELS = {"#": ("ClauseHeading", 0), "##": ("Clause2", 1), "###": ("Clause3", 2), "####": ("Clause4", 3)}
SCHEDULE = {"=": ("ScheduleHeading", 0), "=1": ("SchedulePara", 1), "=2": ("ScheduleSub", 2)}
STYLES = {
    "p": "BodyText",
    "d": "Definition",
    "title": "Title",
    "sub": "Subtitle",
    "center": "Centered",
    "caption": "Caption",
    "keep": "BodyText",
}
INLINE = re.compile(
    r"\{fn (?P<fn>.*?)\}|\{ref (?P<ref>\w+)\}|\{\+(?P<ins>.*?)\+\}|\{-(?P<del>.*?)-\}|\*\*(?P<bold>.*?)\*\*"
)
TWIPS_OF_TEXT = 9026


@dataclass
class Line:
    """One paragraph of the marked-up text, with the number that Word will compute for it."""

    kind: str
    text: str
    label: str = ""
    name: str = ""
    tracked: bool = False
    rows: list[list[str]] = field(default_factory=list)


def read_lines(source: str) -> list[Line]:
    """The paragraphs of a marked-up text, numbered as Word numbers them."""
    lines: list[Line] = []
    for raw in source.splitlines():
        if raw.startswith("| "):
            lines[-1].rows.append([cell.strip() for cell in raw[2:].split(" | ")])
        elif raw.strip():
            tracked = raw.startswith("{+para}")
            kind, _, text = raw.removeprefix("{+para}").partition(" ")
            name = ""
            if mark := re.search(r" ?\{#(\w+)\}", text):
                name, text = mark[1], text.replace(mark[0], "")
            lines.append(Line(kind, text, name=name, tracked=tracked))
    _number(lines)
    return lines


def _letter(count: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[count - 1]


def _number(lines: list[Line]) -> None:
    clause = [0, 0, 0, 0]
    schedule = 0
    for line in lines:
        if line.kind in LEVELS:
            level = LEVELS[line.kind][1]
            clause[level] += 1
            clause[level + 1 :] = [0] * (3 - level)
            first = ".".join(str(n) for n in clause[: min(level + 1, 2)])
            tail = f"({_letter(clause[2])})" if level > 1 else ""
            line.label = first + tail + ("(" + "i" * clause[3] + ")" if level > 2 else "")
        elif line.kind == "=":
            schedule += 1
            line.label = f"Schedule {schedule}"


class DocxWriter:
    """Builds the parts of one document; ``footnotes``, ids and dates count up as paragraphs are written."""

    def __init__(self, lines: list[Line], local_hour: int = 2) -> None:
        self.lines = lines
        self.labels = {line.name: line.label for line in lines if line.name}
        self.footnotes: list[str] = []
        self.instances: list[int] = []  # abstract list of each w:num beyond the two fixed ones
        self._revision = 900
        self._bookmark = 0
        self._minute = 0
        self._utc_offset = local_hour

    def _stamp(self) -> str:
        """Id, author and dates of the next tracked change; ``w:date`` is local time, as Word writes it."""
        self._revision += 1
        self._minute += 7
        hour, minute = divmod(self._minute, 60)
        local, utc = 15 + hour + self._utc_offset, 15 + hour
        return (
            f'w:id="{self._revision}" w:author="{AUTHOR}" w:date="2025-05-12T{local:02}:{minute:02}:00Z" '
            f'w16du:dateUtc="2025-05-12T{utc:02}:{minute:02}:00Z"'
        )

    @staticmethod
    def _run(text: str, bold: bool = False, deleted: bool = False) -> str:
        tag = "w:delText" if deleted else "w:t"
        props = "<w:rPr><w:b/></w:rPr>" if bold else ""
        return f'<w:r>{props}<{tag} xml:space="preserve">{escape(text)}</{tag}></w:r>' if text else ""

    @staticmethod
    def _field(code: str, shown: str) -> str:
        def char(kind: str) -> str:
            return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

        instruction = f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
        return char("begin") + instruction + char("separate") + f"<w:r><w:t>{shown}</w:t></w:r>" + char("end")

    def _runs(self, text: str) -> str:
        out, at = [], 0
        for match in INLINE.finditer(text):
            out.append(self._run(text[at : match.start()]))
            at = match.end()
            if match["fn"] is not None:
                self.footnotes.append(match["fn"])
                out.append(
                    '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
                    f'<w:footnoteReference w:id="{len(self.footnotes)}"/></w:r>'
                )
            elif match["ref"]:
                out.append(self._field(f"REF {bookmark(match['ref'])} \\r \\h", self.labels[match["ref"]]))
            elif match["ins"] is not None:
                out.append(f"<w:ins {self._stamp()}>{self._run(match['ins'])}</w:ins>")
            elif match["del"] is not None:
                out.append(f"<w:del {self._stamp()}>{self._run(match['del'], deleted=True)}</w:del>")
            else:
                out.append(self._run(match["bold"], bold=True))
        return "".join([*out, self._run(text[at:])])

    def _paragraph(
        self, line: Line, style: str, number: tuple[int, int] | None = None, extra: str = ""
    ) -> str:
        props = f'<w:pStyle w:val="{style}"/>{extra}'
        if number:
            props += f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>'
        runs = self._runs(line.text)
        if line.tracked:
            stamp = self._stamp()
            props += f"<w:rPr><w:ins {stamp}/></w:rPr>"
            runs = f"<w:ins {stamp.replace(str(self._revision), str(self._revision + 50))}>{runs}</w:ins>"
        if line.name:
            self._bookmark += 1
            runs = (
                f'<w:bookmarkStart w:id="{self._bookmark}" w:name="{bookmark(line.name)}"/>{runs}'
                f'<w:bookmarkEnd w:id="{self._bookmark}"/>'
            )
        return f"<w:p><w:pPr>{props}</w:pPr>{runs}</w:p>"

    def _new_list(self, abstract: int) -> int:
        self.instances.append(abstract)
        return len(self.instances) + 2

    def _table(self, line: Line) -> str:
        widths = [int(word) for word in line.text.split() if word.isdigit()]
        style = "SignatureTable" if "plain" in line.text else "AgreementTable"
        grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
        rows = []
        for index, row in enumerate(line.rows):
            cells = "".join(
                f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>'
                + self._paragraph(Line("cell", text), "TableText")
                + "</w:tc>"
                for width, text in zip(widths, row, strict=True)
            )
            head = "<w:tblHeader/>" if index == 0 and style == "AgreementTable" else ""
            rows.append(f"<w:tr><w:trPr><w:cantSplit/>{head}</w:trPr>{cells}</w:tr>")
        return (
            f'<w:tbl><w:tblPr><w:tblStyle w:val="{style}"/><w:tblW w:w="{sum(widths)}" w:type="dxa"/>'
            '<w:tblLayout w:type="fixed"/><w:tblLook w:val="0420" w:firstRow="1" w:noVBand="1"/></w:tblPr>'
            f"<w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl>"
            '<w:p><w:pPr><w:pStyle w:val="AfterTable"/></w:pPr></w:p>'
        )

    def _contents(self) -> str:
        heads = [line for line in self.lines if line.kind in ("#", "=")]
        tab = "<w:r><w:tab/></w:r>"
        begin = (
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">'
            ' TOC \\n \\t "Clause Heading,1,Schedule Heading,1" </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        )
        end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        return "".join(
            f'<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>{begin if line is heads[0] else ""}'
            f"{self._run(line.label)}{tab}{self._run(line.text)}{end if line is heads[-1] else ''}</w:p>"
            for line in heads
        )

    def body(self) -> str:
        """The paragraphs and tables of the document, as WordprocessingML."""
        out: list[str] = []
        list_of = {"da": 0, "party": 0, "recital": 0}
        for line in self.lines:
            kind = line.kind
            if kind in LEVELS:
                out.append(self._paragraph(line, LEVELS[kind][0]))
            elif kind in SCHEDULE:
                out.append(self._paragraph(line, SCHEDULE[kind][0]))
            elif kind == "table":
                out.append(self._table(line))
            elif kind == "toc":
                out.append(self._contents())
            elif kind == "pagebreak":
                out.append('<w:p><w:r><w:br w:type="page"/></w:r></w:p>')
            elif kind in list_of:
                style, abstract = parts.SIDE_LISTS[kind]
                list_of[kind] = list_of[kind] or self._new_list(abstract)
                out.append(self._paragraph(line, style, (list_of[kind], 0)))
            else:
                list_of["da"] = 0  # lettered parts start again under each definition
                keep = "<w:keepNext/><w:keepLines/>" if kind == "keep" else ""
                out.append(self._paragraph(line, STYLES[kind], extra=keep))
        return "".join(out)


def bookmark(name: str) -> str:
    """The bookmark name Word would give to a referenced paragraph: ``_Ref`` and digits."""
    return f"_Ref{zlib.crc32(name.encode()) % 10**9:09}"


def write_docx(source: str, title: str, header: str, date: str) -> bytes:
    """The finished ``.docx`` of a marked-up text; ``date`` is the ISO date of creation."""
    writer = DocxWriter(read_lines(source))
    files = {
        "[Content_Types].xml": parts.CONTENT_TYPES,
        "_rels/.rels": parts.PACKAGE_RELS,
        "word/document.xml": parts.document(writer.body(), TWIPS_OF_TEXT),
        "word/_rels/document.xml.rels": parts.DOCUMENT_RELS,
        "word/styles.xml": parts.styles(),
        "word/numbering.xml": parts.numbering(writer.instances),
        "word/footnotes.xml": parts.footnotes(writer.footnotes),
        "word/settings.xml": parts.SETTINGS,
        "word/header1.xml": parts.header(escape(header)),
        "word/footer1.xml": parts.FOOTER,
        "docProps/core.xml": parts.core(escape(title), date),
        "docProps/app.xml": parts.APP,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            package.writestr(entry, text.encode())
    return out.getvalue()
