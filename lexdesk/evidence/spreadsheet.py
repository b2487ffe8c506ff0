"""Spreadsheets (``.xlsx``): a sheet is a page, a row a line, a cell a passage with its name ("Fees!B7")."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from posixpath import normpath
from typing import IO, Any, cast

from lxml import etree

from lexdesk.evidence import errors
from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText, PassageSpan, ReadSource

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_CELLS = 1_000_000
MOST_BYTES = 150_000_000  # of one part, unpacked
_NS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_REF = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_DATE_IDS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_BROKEN = (etree.XMLSyntaxError, zipfile.BadZipFile, zlib.error, OSError, EOFError)
_PERCENT_IDS = {9: 0, 10: 2}


@dataclass(frozen=True)
class _Sheet:
    name: str
    part: str
    hidden: bool


@dataclass(frozen=True)
class _Cell:
    place: str  # "B7"
    text: str


class _Book:
    """The parts of a workbook."""

    def __init__(self, content: bytes, name: str) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as why:
            raise errors.damaged(name, "spreadsheet") from why
        self.names = set(self._zip.namelist())
        self.cells = 0
        self.from_1904 = False
        self.strings: list[str] = []
        self.formats: list[str] = []

    def events(self, part: str, tags: tuple[str, ...], broken: list[str] | None = None) -> Iterator[Any]:
        """Elements of a part as they end, with the local names ``tags``; each is emptied afterwards. A part
        that cannot be read to its end is noted in ``broken``, or raises ``SourceDamaged`` without."""
        info = self._zip.getinfo(part)
        if info.file_size > MOST_BYTES:
            raise errors.SourceTooLarge(
                f"“{self.name}” unpacks to more than {MOST_BYTES // 1_000_000} MB.", "Split the workbook."
            )
        wanted = [f"{ns}{tag}" for tag in tags for ns in (_NS, _STRICT)]
        try:
            with self._zip.open(info) as stream:
                parse = etree.iterparse(
                    _Bounded(stream, self.name),
                    events=("end",),
                    tag=wanted,
                    resolve_entities=False,
                    no_network=True,
                    huge_tree=False,
                )
                for _, element in parse:
                    yield element
                    element.clear()
                    while element.getprevious() is not None:
                        del element.getparent()[0]
        except _BROKEN as why:
            if broken is None:
                raise errors.damaged(self.name, "spreadsheet") from why
            broken.append(part)

    def tree(self, part: str) -> Any | None:
        """A small part as a whole; ``None`` where there is none."""
        if part not in self.names:
            return None
        try:
            with self._zip.open(part) as stream:
                parser = etree.XMLParser(resolve_entities=False, no_network=True)
                return etree.parse(cast(IO[bytes], _Bounded(stream, self.name)), parser).getroot()
        except _BROKEN as why:
            raise errors.damaged(self.name, "spreadsheet") from why


class _Bounded:
    """A stream that gives no more than it may, whatever the package says of its size."""

    def __init__(self, stream: Any, name: str) -> None:
        self._stream, self._name, self._left = stream, name, MOST_BYTES

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read(size if size >= 0 else 1 << 20)
        self._left -= len(data)
        if self._left < 0:
            raise errors.SourceTooLarge(
                f"“{self._name}” unpacks to more than {MOST_BYTES // 1_000_000} MB.", "Split the workbook."
            )
        return data


def read_xlsx(content: bytes, name: str) -> ReadSource:
    """Every sheet with its cells as they are shown: dates and per cents by their format, formulas by the
    value last computed. Hidden sheets, rows and columns are read, and said to be hidden.

    Raises ``SourceDamaged``, ``SourceTooLarge``.
    """
    book = _Book(content, name)
    sheets = _sheets(book)
    book.strings = _strings(book)
    book.formats = _formats(book)
    pages: list[PageText] = []
    passages: list[PassageSpan] = []
    findings: list[Finding] = []
    at = 0
    for number, sheet in enumerate(sheets, 1):
        lines, hidden, uncomputed, broken = _rows(book, sheet)
        text = _lay_out(lines, sheet, number, at, passages)
        pages.append(PageText(number, sheet.name, text))
        at += len(text) + 1
        if broken:
            last = f"; its last row read is {lines[-1][0]}" if lines else ""
            message = f"The sheet “{sheet.name}” is damaged and was not read to its end{last}."
            findings.append(Finding("page_damaged", message, number))
        if sheet.hidden:
            findings.append(Finding("hidden_cells", f"The sheet “{sheet.name}” is hidden.", number))
        if hidden:
            findings.append(
                Finding("hidden_cells", f"Hidden in “{sheet.name}”: {', '.join(hidden)}.", number)
            )
        if uncomputed:
            message = f"“{sheet.name}”: {uncomputed} formulas hold no computed value; their cells are empty."
            findings.append(Finding("formula_without_value", message, number))
        found = [*invisible_findings(text, number), *machine_findings(text, f"sheet “{sheet.name}”", number)]
        findings += found
    findings += _comments(book)
    if not passages and any(finding.code == "page_damaged" for finding in findings):
        raise errors.damaged(name, "spreadsheet")
    if not any(page.text.strip() for page in pages):
        findings.append(Finding("no_text", "The workbook holds no text.", 1))
    title = next((line.strip() for page in pages for line in page.text.split("\n") if line.strip()), "")
    title = title.split("\t")[0][:120]
    return ReadSource(MEDIA_TYPE, tuple(pages), title, "", tuple(findings), False, cells=tuple(passages))


def _lay_out(
    lines: list[tuple[int, list[_Cell]]], sheet: _Sheet, number: int, start: int, passages: list[PassageSpan]
) -> str:
    out: list[str] = []
    at = start
    for row, cells in lines:
        begin = at
        for cell in cells:
            end = at + len(cell.text)
            label = f"{sheet.name}!{cell.place}"
            passages.append(PassageSpan("sentence", at, end, number, number, cell.text, label))
            at = end + 1
        line = "\t".join(cell.text for cell in cells)
        label = f"{sheet.name}!{row}:{row}"
        passages.append(PassageSpan("paragraph", begin, begin + len(line), number, number, line, label))
        out.append(line)
    return "\n".join(out)


def _local(element: Any) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _sheets(book: _Book) -> list[_Sheet]:
    root, rels = book.tree("xl/workbook.xml"), book.tree("xl/_rels/workbook.xml.rels")
    if root is None or rels is None:
        raise errors.damaged(book.name, "spreadsheet")
    targets = {str(rel.get("Id")): str(rel.get("Target") or "") for rel in rels}
    found: list[_Sheet] = []
    for element in root.iter():
        if _local(element) == "workbookPr":
            book.from_1904 = (element.get("date1904") or "0") in {"1", "true"}
        if _local(element) != "sheet":
            continue
        key = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
        target = targets.get(str(key), "")
        part = target.lstrip("/") if target.startswith("/") else normpath(f"xl/{target}")
        if part in book.names and part.startswith("xl/worksheets/"):
            hidden = (element.get("state") or "visible") != "visible"
            found.append(_Sheet(str(element.get("name") or part), part, hidden))
    if not found:
        raise errors.damaged(book.name, "spreadsheet", "it has no sheets")
    return found


def _words(element: Any) -> str:
    # Phonetic hints (rPh) stand beside the words and are not read as part of them.
    parts = [
        str(node.text or "")
        for node in element.iter()
        if _local(node) == "t" and not any(_local(up) == "rPh" for up in node.iterancestors())
    ]
    return "".join(parts)


def _strings(book: _Book) -> list[str]:
    part = next((name for name in book.names if name.lower() == "xl/sharedstrings.xml"), None)
    return [_words(element) for element in book.events(part, ("si",))] if part else []


def _formats(book: _Book) -> list[str]:
    """How each style shows a number: "date", "percent:N", "fixed:N" or ""."""
    root = book.tree("xl/styles.xml")
    if root is None:
        return []
    own = {
        int(element.get("numFmtId") or 0): str(element.get("formatCode") or "")
        for element in root.iter()
        if _local(element) == "numFmt"
    }
    styles = next((element for element in root if _local(element) == "cellXfs"), ())
    return [_format(int(style.get("numFmtId") or 0), own) for style in styles if _local(style) == "xf"]


def _format(number: int, own: dict[int, str]) -> str:
    code = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", own.get(number, "")).split(";")[0]
    if number in _DATE_IDS or re.search(r"[ymdhs]", code, re.IGNORECASE):
        return "date"
    decimals = re.search(r"\.(0+)", code)
    places = len(decimals.group(1)) if decimals else 0
    if number in _PERCENT_IDS or "%" in code:
        return f"percent:{_PERCENT_IDS.get(number, places)}"
    if number in {2, 4} or decimals:
        return f"fixed:{2 if number in {2, 4} else places}"
    return ""


def _rows(book: _Book, sheet: _Sheet) -> tuple[list[tuple[int, list[_Cell]]], list[str], int, bool]:
    """Rows with their cells, what is hidden, formulas without a value, and whether the sheet breaks off."""
    lines: list[tuple[int, list[_Cell]]] = []
    hidden_rows: list[int] = []
    hidden_columns: list[str] = []
    uncomputed = row_number = 0
    broken: list[str] = []
    for element in book.events(sheet.part, ("col", "row"), broken):
        if _local(element) == "col":
            if (element.get("hidden") or "0") in {"1", "true"}:
                first, last = int(element.get("min") or 1), int(element.get("max") or 1)
                hidden_columns.append(
                    _letters(first) if first == last else f"{_letters(first)}-{_letters(last)}"
                )
            continue
        row_number = int(element.get("r") or row_number + 1)
        cells: list[_Cell] = []
        for place, cell in enumerate((c for c in element if _local(c) == "c"), 1):
            book.cells += 1
            if book.cells > MOST_CELLS:
                raise errors.SourceTooLarge(
                    f"“{book.name}” has more than {MOST_CELLS:,} cells.", "Add the sheets that matter."
                )
            text, has_formula = _shown(book, cell)
            if text:
                cells.append(_Cell(str(cell.get("r") or f"{_letters(place)}{row_number}"), text))
            else:
                uncomputed += has_formula
        if cells:
            lines.append((row_number, cells))
            if (element.get("hidden") or "0") in {"1", "true"}:
                hidden_rows.append(row_number)
    hidden: list[str] = []
    if hidden_columns:
        hidden.append(f"columns {', '.join(hidden_columns)}")
    if hidden_rows:
        hidden.append(f"rows {_list(hidden_rows)}")
    return lines, hidden, uncomputed, bool(broken)


def _shown(book: _Book, cell: Any) -> tuple[str, bool]:
    kind = cell.get("t") or "n"
    parts = {_local(part): part for part in cell}
    value = str(parts["v"].text or "") if "v" in parts else ""
    has_formula = "f" in parts
    try:
        if kind == "s":
            text = book.strings[int(value)] if value else ""
        elif kind == "inlineStr":
            text = _words(parts["is"]) if "is" in parts else ""
        elif kind == "b":
            text = {"1": "TRUE", "0": "FALSE"}.get(value, value)
        elif kind == "n" and value:
            style = int(cell.get("s") or 0)
            text = _number(value, book.formats[style] if style < len(book.formats) else "", book.from_1904)
        else:
            text = value
    except (ValueError, IndexError, OverflowError):
        text = value
    return " ".join(text.split()), has_formula


def _number(value: str, form: str, from_1904: bool) -> str:
    number = float(value)
    if form == "date":
        return _day(number, from_1904)
    kind, _, places = form.partition(":")
    if kind == "percent":
        return f"{number * 100:.{int(places)}f}%"
    if kind == "fixed":
        return f"{number:,.{int(places)}f}"
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"


def _day(serial: float, from_1904: bool) -> str:
    # Day 60 of the 1900 system is 29 February 1900, which there never was (ECMA-376, part 1, 18.17.4.1).
    first = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if serial >= 60 else 31)
    moment = first + timedelta(days=serial)
    if serial < 1:
        return moment.strftime("%H:%M:%S")
    whole = abs(serial - round(serial)) < 1e-9
    return moment.strftime("%Y-%m-%d" if whole else "%Y-%m-%d %H:%M")


def _letters(column: int) -> str:
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _list(rows: list[int]) -> str:
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _comments(book: _Book) -> list[Finding]:
    said: list[str] = []
    for part in sorted(name for name in book.names if re.match(r"xl/(?:comments|threadedComments/)", name)):
        root = book.tree(part)
        if root is not None:
            said += [
                words
                for element in root.iter()
                if _local(element) in {"comment", "threadedComment"}
                and (words := " ".join((_words(element) or str(element.findtext("{*}text") or "")).split()))
            ]
    if not said:
        return []
    quoted = "; ".join(f"“{words}”" for words in dict.fromkeys(said))
    message = f"The workbook holds {len(said)} comments, which are no part of the text: {quoted}"
    return [Finding("comment_text", message), *machine_findings("\n".join(said), "a comment")]
