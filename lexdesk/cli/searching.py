"""Search of the matter, and the quotations of a brief."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from lexdesk.assistant.search_desk import CheckedQuote
from lexdesk.assistant.views import SourceView
from lexdesk.cli.command import Call, Commands, add
from lexdesk.errors import LexDeskError
from lexdesk.evidence.describing import check_date, check_fields
from lexdesk.evidence.search.found import Scope

_VERDICTS = {
    "exact": "exact",
    "normalised": "same words",
    "altered": "ALTERED",
    "not_found": "NOT FOUND",
    "found_elsewhere": "FOUND ELSEWHERE",
    "too_short": "too short to tell",
}
_GOOD = ("exact", "normalised")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``search`` and ``check-quotes``."""
    search = add(commands, "search", [common, matter], _search, "search the sources")
    search.add_argument("text", help="words, or a question")
    search.add_argument("--limit", type=int, default=20)
    search.add_argument("--everywhere", action="store_true", help="documents and chats too")
    search.add_argument(
        "--source", type=int, action="append", metavar="ID", help="only this source; may repeat"
    )
    for name, words in (
        ("role", "only sources of this role"),
        ("kind", "only sources of this kind (statute, case ...)"),
        ("status", "only sources of this status"),
        ("jurisdiction", "only sources of this jurisdiction"),
    ):
        search.add_argument(f"--{name}", action="append", default=[], help=f"{words}; may repeat")
    search.add_argument("--since", default="", metavar="DATE", help="only sources dated on this day or later")
    search.add_argument(
        "--until", default="", metavar="DATE", help="only sources dated on this day or earlier"
    )
    search.add_argument("--privileged", action=argparse.BooleanOptionalAction, default=None)
    quotes = add(
        commands, "check-quotes", [common, matter], _check_quotes, "check every quotation of a brief"
    )
    quotes.add_argument("file", type=Path, help="the brief: .docx, .pdf, .txt, .md ...")


class NothingAsked(LexDeskError):
    """A search that could find nothing, whatever the sources say."""

    code = "nothing_asked"


def _scope(arguments: argparse.Namespace, sources: Mapping[int, SourceView]) -> Scope:
    """The filters given. Raises for one that no source can meet by its spelling: a "nothing found" would read
    as if the matter had been searched."""
    for name in ("role", "kind", "status"):
        for value in getattr(arguments, name):
            check_fields({name: value})
    for day in (arguments.since, arguments.until):
        if day:
            check_date(day)
    for number in arguments.source or ():
        if number not in sources:
            raise NothingAsked(f"There is no source {number}.", "“lexdesk source list” names them.")
    if not arguments.text.strip():
        raise NothingAsked("There are no words to search for.", "Give a word or a question.")
    if arguments.limit < 1:
        raise NothingAsked(f"{arguments.limit} is no number of results.", "Give 1 or more.")
    known = {source.jurisdiction.casefold(): source.jurisdiction for source in sources.values()}
    known.pop("", None)
    for place in arguments.jurisdiction:
        if place.casefold() not in known:
            raise NothingAsked(
                f"No source is marked with the jurisdiction “{place}”.",
                f"Use one of: {', '.join(sorted(known.values()))}." if known else "Leave the filter out.",
            )
    return Scope(
        source_ids=tuple(arguments.source) if arguments.source else None,
        roles=tuple(arguments.role),
        kinds=tuple(arguments.kind),
        statuses=tuple(arguments.status),
        jurisdictions=tuple(known[place.casefold()] for place in arguments.jurisdiction),
        dated_from=arguments.since,
        dated_to=arguments.until,
        privileged=arguments.privileged,
    )


def _search(call: Call) -> None:
    given = call.arguments
    with call.desk(read_only=True) as desk:
        names = {view.id: view for view in desk.sources()}
        scope = _scope(given, names)
        whole = desk.find_everywhere(given.text, scope, given.limit) if given.everywhere else None
        found = whole.sources if whole is not None else desk.find(given.text, scope, given.limit)
    lines = [
        f"{_where(names[hit.source_id], hit.page_from)} [passage {hit.passage_id}]: {hit.text}"
        for hit in found.hits
    ]
    if whole is not None:
        lines += [f"{hit.document} {hit.label}".rstrip() + f": {hit.text}" for hit in whole.paragraphs]
        lines += [f"chat “{hit.chat}”, {hit.role}: {hit.text}" for hit in whole.messages]
    lines = lines or ["Nothing found in the sources of this matter."]
    if found.hits and found.asks and not found.answered:
        lines.insert(
            0,
            "Nothing found that answers this: the best passage speaks of "
            f"{found.support:.0%} of it, less than {found.threshold:.0%} or without the amount asked for. "
            "The nearest are:",
        )
    lines += [f"Note: {sentence}" for sentence in found.not_searched]
    call.out.give(whole or found, lines)


def _where(source: SourceView, page: int) -> str:
    return f"{source.short_name}, p. {page}" if source.paged else source.short_name


def _check_quotes(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        checked = desk.check_quotes(call.arguments.file)
    lines = [line for number, one in enumerate(checked, 1) for line in _lines(number, one)]
    good = sum(one.quote.check.state in _GOOD for one in checked)
    lines.append(
        f"{len(checked)} quotations: {good} word for word, {len(checked) - good} to be looked at. "
        "Where words stand says nothing on whether they support what is said."
        if checked
        else "No quotation of four words or more was found."
    )
    call.out.give(checked, lines)


def _lines(number: int, one: CheckedQuote) -> list[str]:
    quote, check = one.quote, one.quote.check
    cited = f"cited to {one.cited}" if one.cited else f"cited as “{quote.cite}”" if quote.cite else "no cite"
    page = f", p. {quote.page}" if quote.page is not None else ""
    there = (
        f"; stands in {one.found_in} {one.place}".rstrip() if one.found_in and check.start is not None else ""
    )
    said = [f"{number:>3}  {_VERDICTS[check.state]}: “{_short(quote.text)}” ({cited}{page}{there})"]
    said += [
        f"       “{quoted}” in the brief, “{source}” in the source" for quoted, source in check.differing
    ]
    return [*said, f"       {check.note}"] if check.note else said


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else f"{flat[:120]}… ({len(flat)} characters)"
