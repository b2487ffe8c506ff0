"""A ``.docx`` as a source: the current text as a reader sees it, numbers included."""

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from lxml import etree

from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText, ReadSource
from lexdesk.word.document import Document
from lexdesk.word.model import Paragraph

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_COMMENTS = "word/comments.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BODY = "word/document.xml"
_TEXTS = re.compile(
    r"word/(?:document|comments|footnotes|endnotes|header\d*|footer\d*)\.xml|docProps/(?:core|app|custom)\.xml"
)
_SAYINGS = ("statusText", "helpText", "alias", "tag", "default")  # of fields and content controls


def read_docx(content: bytes, name: str) -> ReadSource:
    """Paragraphs parted by a blank line, each with its computed number; a table row is one line with
    tabs between the cells; notes, headers and footers follow the body under their own names.

    Tracked changes are read as accepted, and a finding says so; concealed text is left out of the text
    and quoted in a finding. Raises the word engine's errors (``LexDeskError``).
    """
    document = Document.open(content)
    findings: list[Finding] = []
    blocks: list[str] = []
    body = [paragraph for paragraph in document.paragraphs if paragraph.part == _BODY]
    blocks += _blocks(body)
    in_parts = machine_findings("\n\n".join(blocks))
    for part, paragraphs in _by_part(p for p in document.paragraphs if p.part != _BODY):
        texts = [text for text in _blocks(paragraphs) if text.strip()]
        if texts:
            blocks.append(f"[{_part_name(part)}]")
            blocks += texts
            in_parts += machine_findings("\n\n".join(texts), _part_name(part).lower())
    concealed = [text for p in document.paragraphs for text in _concealed(p)]
    if concealed:
        quoted = "; ".join(f"“{text}”" for text in concealed)
        findings.append(Finding("concealed_text", f"Text that a reader cannot see, left out: {quoted}"))
    findings += machine_findings("\n".join(concealed), "text that a reader cannot see")
    comments = _comments(content)
    findings += machine_findings("\n".join(comments), "a comment")
    if comments:
        said = "; ".join(f"“{comment}”" for comment in comments)
        message = f"The file holds {len(comments)} comments, which are no part of the text: {said}"
        findings.append(Finding("comment_text", message))
    if document.revisions:
        authors = sorted({revision.author or "unnamed" for revision in document.revisions})
        findings.append(
            Finding(
                "tracked_changes",
                f"The file holds {len(document.revisions)} tracked changes by {', '.join(authors)}; "
                "the text is read with all of them accepted.",
            )
        )
    for place, words in _elsewhere(content):
        findings += machine_findings(words, place)
    text = "\n\n".join(block for block in blocks if block.strip())
    findings += [*invisible_findings(text), *in_parts]
    if not text:
        findings.append(Finding("no_text", "The file holds no text.", 1))
    title = next((block.strip() for block in blocks if block.strip()), "")[:120]
    return ReadSource(MEDIA_TYPE, (PageText(1, "1", text),), title, "", tuple(findings), False)


def _comments(content: bytes) -> list[str]:
    root = next((root for name, root in _parts(content) if name == _COMMENTS), None)
    if root is None:
        return []
    said = ("".join(map(str, comment.itertext(f"{_W}t"))) for comment in root.iter(f"{_W}comment"))
    return [words for words in said if words.strip()]


def _elsewhere(content: bytes) -> Iterator[tuple[str, str]]:
    """Texts of the file that stand on no page, with the name of their place."""
    for name, root in _parts(content):
        if name.startswith("docProps/"):
            for element in root.iter():
                if element.text and element.text.strip():
                    yield f"file properties ({etree.QName(element).localname})", str(element.text)
            continue
        described = (
            str(element.get(key)) for element in root.iter() for key in ("descr", "title") if element.get(key)
        )
        if words := "\n".join(described):
            yield "a description of a picture", words
        gone = ["".join(map(str, p.itertext(f"{_W}delText"))) for p in root.iter(f"{_W}p")]
        if words := "\n".join(text for text in gone if text.strip()):
            yield "text deleted in a tracked change", words
        sayings = (element for tag in _SAYINGS for element in root.iter(f"{_W}{tag}"))
        asked = [str(element.get(f"{_W}val") or "") for element in sayings]
        if words := "\n".join(text for text in asked if text.strip()):
            yield "a form field or content control", words
        fields = "".join(map(str, root.itertext(f"{_W}instrText")))
        if fields.strip():
            yield "a field code", fields


def _parts(content: bytes) -> Iterator[tuple[str, Any]]:
    # The word engine has opened the package, so it is sound and within its bounds.
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    with zipfile.ZipFile(BytesIO(content)) as package:
        for name in package.namelist():
            if _TEXTS.fullmatch(name):
                try:
                    root = etree.fromstring(package.read(name), parser)
                except etree.XMLSyntaxError:
                    continue
                yield name, root


def _visible(paragraph: Paragraph) -> str:
    hidden = [piece.current for piece in paragraph.pieces if piece.hidden and piece.current is not None]
    text = paragraph.text
    for span in reversed(hidden):
        text = text[: span.start] + text[span.end :]
    return text


def _concealed(paragraph: Paragraph) -> list[str]:
    return [piece.text for piece in paragraph.pieces if piece.hidden and piece.current and piece.text.strip()]


def _line(paragraph: Paragraph) -> str:
    text = _visible(paragraph)
    label = paragraph.label or paragraph.note_mark
    return f"{label} {text.lstrip()}" if label and text.strip() else text


def _blocks(paragraphs: Sequence[Paragraph]) -> list[str]:
    blocks: list[str] = []
    row: tuple[int, int] | None = None
    column = 0
    joins = False
    for paragraph in paragraphs:
        if not paragraph.in_current:
            continue
        place = paragraph.table
        if place is not None and place.row_change == "del":
            continue
        line = _line(paragraph)
        if joins and blocks:
            blocks[-1] += line
        elif place is not None:
            at = (place.table, place.row)
            if at == row and blocks:
                blocks[-1] += ("\t" if place.column != column else "\n") + line
            else:
                blocks.append(line)
            row, column = at, place.column
        else:
            row = None
            blocks.append(line)
        joins = paragraph.joins_next
    return blocks


def _by_part(paragraphs: Iterable[Paragraph]) -> list[tuple[str, list[Paragraph]]]:
    parts: dict[str, list[Paragraph]] = {}
    for paragraph in paragraphs:
        parts.setdefault(paragraph.part, []).append(paragraph)
    return list(parts.items())


def _part_name(part: str) -> str:
    stem = part.rsplit("/", 1)[-1].removesuffix(".xml").rstrip("0123456789")
    names = {"footnotes": "Footnotes", "endnotes": "Endnotes", "header": "Header", "footer": "Footer"}
    return names.get(stem, stem.capitalize())
