"""Authorities that a sentence names, and whether a cite is what the matter holds under that name (F24).

Only what stands in the matter is compared. That an authority is not here says nothing about whether it
exists; that it is here says nothing about whether it is good law or supports the sentence.
"""

import re
from dataclasses import dataclass
from typing import Literal

from lexdesk.evidence.naming import sentences_naming
from lexdesk.evidence.quotes import check_quote
from lexdesk.law.citations import find_citations
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader
from lexdesk.text.normalise import normalised

CiteState = Literal["verified", "not_in_matter", "title_not_in_source", "wrong_pinpoint", "quote_not_found"]

_WORD = r"(?:(?:Corp|Bros|Dept|Assn|[A-Z][a-z]{0,2})\.|[A-Z](?:[\w’'&-]|\.(?=\w))*)"
_CASE = re.compile(
    rf"\b(?:In re {_WORD}(?: {_WORD}){{0,5}}"
    rf"|{_WORD}(?: (?:{_WORD}|of|and|the|de|&)){{0,6}} v\.? {_WORD}(?: (?:{_WORD}|of|and|the|de|&)){{0,6}})"
)
_LEADS = re.compile(
    r"^(?:.*?\b(?:See(?: also)?|Under|Per|Following|Applying|But|And|The case of|As|In)\s+)(?=[A-Z])(?!In re)"
)
_INNER = re.compile(r"[“\"]([^“”\"]{4,200})[”\"]")
_AUTHORS = re.compile(r"\bby ((?:[A-Z][\w.’'-]* ?){1,4}(?:(?:,| and) (?:[A-Z][\w.’'-]* ?){1,4})*)")


@dataclass(frozen=True)
class CiteCheck:
    """``passage`` is where the quoted words stand, None where none were found."""

    state: CiteState
    message: str
    passage: int | None = None


def authorities_in(text: str) -> list[str]:
    """Names and numbers of the authorities that a text cites, as it writes them, each once."""
    found = []
    for citation in find_citations(text):
        if citation.kind == "case":
            found.append(citation.title or citation.text)
        elif citation.kind != "back_reference":
            found.append(citation.title or citation.normal)
    found += case_names(text)
    kept: list[str] = []
    for name in found:
        if name and not any(same_authority(name, other) for other in kept):
            kept.append(name)
    return kept


def case_names(text: str) -> list[str]:
    """Names of cases in a text, with or without a citation behind them; lines are not run together."""
    return [name_in(hit.group()) for hit in _CASE.finditer(text)]


def same_authority(one: str, other: str) -> bool:
    """Whether one name is the other, or a part of it."""
    a, b = (normalised(name).casefold() for name in (one, other))
    return a in b or b in a


def name_in(text: str) -> str:
    """The name of a case without the words of the sentence before it and the place after it."""
    name = _LEADS.sub("", text) if not text.startswith("In re") else text
    return re.sub(r",?\s+(?:Freedonia|[A-Z]\w*\.?)\s+(?:Sup|Ct)\..*$", "", name).strip(" ,.")


def check_cite(read: Reader, cite: str, quote: str = "", page: int | None = None) -> CiteCheck:
    """Whether the matter holds an authority of this name, whether all that the cite says of it stands there,
    and whether the quoted words stand under that name (and on that page, a sheet number)."""
    names = authorities_in(cite) or [cite.split(",")[0].strip()]
    sources = read.sources.list()
    home = _home(read, names[0], sources)
    if home is None:
        return CiteCheck(
            "not_in_matter",
            f"No document of this matter names “{names[0]}”: not verified, and its treatment was "
            f"not checked.",
        )
    source, start = home
    text = normalised(read.sources.text(source.id)).casefold()
    title = source.short_name or source.title
    for said in (
        *_INNER.findall(cite),
        *(part for found in _AUTHORS.findall(cite) for part in _names(found)),
    ):
        if normalised(said).casefold() not in text:
            return CiteCheck("title_not_in_source", f"“{said}” does not stand in “{title}”.")
    if not quote:
        return CiteCheck("verified", f"“{title}” names it. What it holds was not checked.")
    return _quoted(read, source, names[0], start, quote, page)


def _home(read: Reader, name: str, sources: list[SourceRow]) -> tuple[SourceRow, int] | None:
    """The source that is this authority, else the first that names it, and the offset of its name there."""
    wanted = normalised(name).casefold()
    for source in sources:
        if wanted and wanted in normalised(source.title).casefold():
            return source, 0
    rows = sentences_naming(read, name, [source.id for source in sources], limit=5)
    for row in rows:
        source = next(one for one in sources if one.id == row.source_id)
        return source, row.start
    return None


def _names(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",| and ", text) if part.strip()]


def _quoted(
    read: Reader, source: SourceRow, name: str, start: int, quote: str, page: int | None
) -> CiteCheck:
    text = read.sources.text(source.id)
    check = check_quote(quote, text)
    title = source.short_name or source.title
    if check.state not in ("exact", "normalised") or check.start is None:
        return CiteCheck("quote_not_found", f"The quoted words do not stand in “{title}”.")
    passage = read.passages.sentence_at(source.id, check.start)
    number = passage.id if passage is not None else None
    above = list(_CASE.finditer(text, 0, check.start))
    if (
        above
        and not same_authority(name, name_in(above[-1].group()))
        and not same_authority(name, source.title)
    ):
        under = name_in(" ".join(above[-1].group().split()))
        return CiteCheck("wrong_pinpoint", f"The quoted words stand under “{under}”, not “{name}”.", number)
    if page is not None and passage is not None and not passage.page_from <= page <= passage.page_to:
        return CiteCheck(
            "wrong_pinpoint", f"The quoted words stand on page {passage.page_from}, not {page}.", number
        )
    where = f" on page {passage.page_from}" if passage is not None and source.paged else ""
    return CiteCheck(
        "verified",
        f"Quotation found{where} of “{title}”; whether it supports the statement: not judged.",
        number,
    )
