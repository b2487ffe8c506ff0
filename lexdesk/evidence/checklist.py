"""The authorities of a matter as a list to be checked on a networked machine, and the results taken back.

LexDesk sees no law outside the file. Somebody else looks: the list says what to look up; what comes back is
the status found, who looked, when and where, and goes on record in that person's name.
"""

import csv
import html
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

import docx
from docx.opc.exceptions import PackageNotFoundError

from lexdesk.errors import LexDeskError
from lexdesk.evidence import ontology
from lexdesk.evidence.authorities import case_names, same_authority
from lexdesk.evidence.describing import describe
from lexdesk.evidence.naming import name_of
from lexdesk.law.citations import find_citations
from lexdesk.matter.expunging import EXPUNGED
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.text.normalise import normalised
from lexdesk.word.zip_entries import docx_bytes

FORMS = ("docx", "html", "csv")
HEADS = (
    "Ref",
    "Authority",
    "Jurisdiction",
    "Known status",
    "Cited in",
    "Status found",
    "Checked by",
    "Checked on",
    "Where",
    "Note",
)
STATUSES = ("in_force", "superseded", "repealed", "overruled")
_MEANT = {
    "in force": "in_force",
    "good law": "in_force",
    "valid": "in_force",
    "current": "in_force",
    "现行有效": "in_force",
    "有效": "in_force",
    "superseded": "superseded",
    "amended": "superseded",
    "被取代": "superseded",
    "已修订": "superseded",
    "已被修改": "superseded",
    "repealed": "repealed",
    "已废止": "repealed",
    "废止": "repealed",
    "失效": "repealed",
    "overruled": "overruled",
    "被推翻": "overruled",
    "unknown": "unknown",
    "not found": "unknown",
    "未找到": "unknown",
}
_HELP = (
    "Fill in the last five columns and give the file back with “lexdesk checklist --take FILE”. "
    "Status found: "
    "in force, superseded, repealed, overruled or not found. Checked on: YYYY-MM-DD. Leave a row empty if "
    "nobody looked."
)
_STYLE = (
    "body{font:14px sans-serif}table{border-collapse:collapse}"
    "td,th{border:1px solid #999;padding:4px;text-align:start;vertical-align:top}"
)


class ChecklistRefused(LexDeskError):
    """A list that cannot be read or written; nothing of it was taken."""

    code = "checklist_refused"


@dataclass(frozen=True)
class ChecklistRow:
    """One authority. ``ref`` finds it again: "source 3", or "cited: ..." for one that is only cited here.
    ``places`` name the documents that cite it."""

    ref: str
    source_id: int | None
    authority: str
    jurisdiction: str
    known: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """A filled-in row."""

    ref: str
    authority: str
    status: str
    checked_by: str
    checked_on: str
    where: str
    note: str


@dataclass(frozen=True)
class Taken:
    """What came back: results recorded, and rows in which nobody had filled in a status."""

    results: tuple[Result, ...]
    empty: int


def rows(read: Reader, documents: Iterable[tuple[str, str]] = ()) -> list[ChecklistRow]:
    """The authorities among the sources, then those cited in sources or in ``documents`` (name, text) that
    the matter does not hold, each once."""
    sources = [source for source in read.sources.list() if source.media_type != EXPUNGED]
    held = [source for source in sources if ontology.is_authority(source)]
    checked = read.authority_checks.latest()
    found = [
        ChecklistRow(
            f"source {source.id}",
            source.id,
            source.title,
            source.jurisdiction,
            _known(source, f"source {source.id}" in checked),
            (),
        )
        for source in held
    ]
    cited: dict[str, tuple[str, str, list[str]]] = {}
    texts = [(source.short_name or source.title, read.sources.text(source.id)) for source in sources]
    for name, text in (*texts, *documents):
        for authority, whole, place in _cited_in(text):
            if any(_is(source, whole) for source in held):
                continue
            _whole, _place, names = cited.setdefault(f"cited: {authority}", (whole, place, []))
            if name not in names:
                names.append(name)
    for ref, (whole, place, names) in cited.items():
        known = f"checked by {checked[ref].checked_by}" if ref in checked else "not in this matter"
        found.append(ChecklistRow(ref, None, whole, place, known, tuple(names)))
    return found


def _cited_in(text: str) -> list[tuple[str, str, str]]:
    """Authorities cited in a text: how each is known again, its whole cite, its jurisdiction."""
    found = []
    for citation in find_citations(text):
        if citation.kind == "case":
            whole = f"{citation.title}, {citation.normal}" if citation.title else citation.normal
            found.append((citation.normal, whole, str(citation.jurisdiction)))
        elif citation.kind != "back_reference":
            named = citation.title or citation.normal
            found.append((named, named, str(citation.jurisdiction)))
    for name in case_names(text):
        if not any(same_authority(name, whole) for _known, whole, _place in found):
            found.append((name, name, ""))
    return found


def _known(source: SourceRow, checked: bool) -> str:
    said = ontology.word(source.status) if source.status != "unknown" else "unknown"
    who = f" ({source.status_by}{', ' + source.as_of if source.as_of else ''})" if source.status_by else ""
    return said + who + (", checked before" if checked else "")


def _is(source: SourceRow, authority: str) -> bool:
    name = normalised(name_of(source)).casefold()
    said = normalised(authority).casefold()
    return bool(name) and (name in said or said in normalised(source.title).casefold())


def content(name: str, form: str, found: Sequence[ChecklistRow]) -> bytes:
    """The list of a matter called ``name`` as a file: "docx", "html" or "csv"."""
    table = [
        (
            row.ref,
            row.authority,
            row.jurisdiction,
            row.known,
            "; ".join(row.places),
            *([""] * 5),
        )
        for row in found
    ]
    if form == "csv":
        return _csv(table)
    return _html(name, table) if form == "html" else _word(name, table)


def _csv(table: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(HEADS)
    # A cell that begins like a formula would be computed by a spreadsheet.
    writer.writerows(
        [f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell for cell in row] for row in table
    )
    return out.getvalue().encode("utf-8-sig")


def _html(name: str, table: Sequence[Sequence[str]]) -> bytes:
    def cells(row: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} dir="auto">{html.escape(cell)}</{tag}>' for cell in row) + "</tr>"

    title = html.escape(f"{name}: authorities to check")
    body = "\n".join(cells(row, "td") for row in table)
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
        f"</head><body><h1>{title}</h1><p>{html.escape(_HELP)}</p>"
        f"<table>{cells(HEADS, 'th')}\n{body}</table></body></html>\n"
    ).encode("utf-8", "replace")


def _word(name: str, table: Sequence[Sequence[str]]) -> bytes:
    word = docx.Document()
    section = word.sections[0]
    section.page_width, section.page_height = section.page_height, section.page_width
    word.add_heading(_storable(f"{name}: authorities to check"), 0)
    word.add_paragraph(_HELP)
    made = word.add_table(rows=1, cols=len(HEADS), style="Table Grid")
    for cell, head in zip(made.rows[0].cells, HEADS, strict=True):
        cell.text = head
    for row in table:
        for cell, text in zip(made.add_row().cells, row, strict=True):
            cell.text = _storable(text)
    return docx_bytes(word)


def _storable(text: str) -> str:
    return "".join(ch if ch in "\t\n" or ch.isprintable() else "\ufffd" for ch in text)


def results_in(data: bytes, file_name: str) -> Taken:
    """What a filled-in .docx or .csv says. Raises ``ChecklistRefused`` naming the first row that is wrong."""
    if file_name.lower().endswith(".csv"):
        table = _csv_rows(data)
    elif file_name.lower().endswith(".docx"):
        table = _word_rows(data)
    else:
        raise ChecklistRefused(
            f"Results cannot be read from “{file_name}”.", "Fill in the .docx or the .csv form of the list."
        )
    heads = next((at for at, row in enumerate(table) if "Ref" in row and "Status found" in row), None)
    if heads is None:
        raise ChecklistRefused(
            f"“{file_name}” is no checklist: it has no columns “Ref” and “Status found”.",
            "Keep the heading row of the list as it was.",
        )
    at = {name: place for place, name in enumerate(table[heads])}
    results, empty = [], 0
    for row in table[heads + 1 :]:
        said = {name: row[place].strip() if place < len(row) else "" for name, place in at.items()}
        if not said.get("Ref"):
            continue
        if not said.get("Status found"):
            empty += 1
            continue
        results.append(_result(said))
    return Taken(tuple(results), empty)


def _result(said: dict[str, str]) -> Result:
    ref = said["Ref"].lstrip("'")
    found = said["Status found"].casefold()
    status = found.replace(" ", "_") if found.replace(" ", "_") in STATUSES else _MEANT.get(found, "")
    if not status:
        raise ChecklistRefused(
            f"{ref}: “{said['Status found']}” is no status.",
            "Write in force, superseded, repealed, overruled or not found. Nothing was taken.",
        )
    day = said.get("Checked on", "").replace("/", "-")
    try:
        date.fromisoformat(day)
    except ValueError as error:
        raise ChecklistRefused(
            f"{ref}: “{day}” is no date of the check.", "Write it as YYYY-MM-DD. Nothing was taken."
        ) from error
    for column in ("Checked by", "Where"):
        if not said.get(column):
            raise ChecklistRefused(f"{ref}: “{column}” is empty.", "Fill it in. Nothing was taken.")
    return Result(
        ref, said.get("Authority", ""), status, said["Checked by"], day, said["Where"], said.get("Note", "")
    )


def _csv_rows(data: bytes) -> list[list[str]]:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        line = text.split("\n", 1)[0]
        return list(
            csv.reader(io.StringIO(text), delimiter=";" if line.count(";") > line.count(",") else ",")
        )
    raise ChecklistRefused("The .csv file is no text.", "Save it again as CSV (UTF-8).")


def _word_rows(data: bytes) -> list[list[str]]:
    try:
        word = docx.Document(io.BytesIO(data))
    except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ChecklistRefused("The .docx file cannot be read.", "Save it again from Word.") from error
    return [[cell.text.strip() for cell in row.cells] for table in word.tables for row in table.rows]


def record(tx: Tx, taken: Taken, by: str, file_name: str) -> None:
    """Take the results into the matter: on record for every authority, and as the status of those that are
    sources. Raises ``ChecklistRefused`` when a source named is not there; then nothing is taken."""
    known = {source.id: source for source in tx.sources.list()}
    for result in taken.results:
        source_id = None
        if result.ref.startswith("source "):
            number = result.ref.removeprefix("source ").strip()
            source_id = int(number) if number.isdigit() else None
            if source_id not in known:
                raise ChecklistRefused(f"There is no {result.ref} in this matter.", "Nothing was taken.")
        tx.authority_checks.add(
            result.ref,
            source_id,
            result.authority,
            result.status,
            result.checked_by,
            result.checked_on,
            result.where,
            result.note,
            by,
        )
        if source_id is not None and result.status != "unknown":
            said = {"status": result.status, "status_by": result.checked_by, "as_of": result.checked_on}
            describe(tx, source_id, by, said)
    tx.act(
        by,
        "checklist_taken",
        file_name,
        results=[[one.ref, one.status, one.checked_by, one.checked_on, one.where] for one in taken.results],
    )
