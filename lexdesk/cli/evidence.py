"""Sources."""

import argparse
import getpass
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.import_desk import AddedView, all_of
from lexdesk.assistant.views import SourceView
from lexdesk.cli import ontology
from lexdesk.cli.command import Call, Commands, add
from lexdesk.errors import LexDeskError

ROLES = (
    "law",
    "secondary",
    "fact",
    "other_side_fact",
    "draft",
    "earlier_draft",
    "precedent",
    "playbook",
    "note",
    "unknown",
)
STATES = ("in_force", "superseded", "repealed", "overruled", "draft", "executed", "unknown")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``source add|list|set``."""
    source = commands.add_parser(
        "source", help="add, list and describe sources", description="Sources of the matter."
    )
    acts = source.add_subparsers(dest="act", metavar="ACT", required=True)
    adding = add(acts, "add", [common, matter], _add, "add files, or all files of folders, as evidence")
    adding.add_argument("files", type=_named, nargs="+")
    adding.add_argument("--password", action="store_true", help="ask for the password of a protected file")
    _facts(adding)
    add(acts, "resume", [common, matter], _resume, "read the pages that an import did not come to")
    add(acts, "list", [common, matter], _list, "list the sources with what is known of them")
    setting = add(acts, "set", [common, matter], _set, "say what a source is")
    setting.add_argument("id", type=int)
    setting.add_argument("--title")
    _facts(setting)
    ontology.add_acts(acts, common, matter)
    ontology.add_commands(commands, common, matter)


def _named(text: str) -> Path:
    """The path; an empty word, such as a shell's unset variable, would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name names no file")
    return Path(text)


def _facts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--role", choices=ROLES)
    parser.add_argument("--status", choices=STATES)
    parser.add_argument("--jurisdiction")
    parser.add_argument(
        "--as-of", dest="as_of", help="date up to which the status is vouched for (YYYY-MM-DD)"
    )
    parser.add_argument("--dated", help="date of the thing itself (YYYY-MM-DD)")
    parser.add_argument("--short-name", dest="short_name")
    ontology.add_facts(parser)
    parser.add_argument("--privileged", action=argparse.BooleanOptionalAction, default=None)


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    names = ("role", "status", "jurisdiction", "as_of", "dated", "short_name", "privileged", "title")
    return {
        name: value
        for name in (*names, *ontology.FIELDS)
        if (value := getattr(arguments, name, None)) is not None
    }


def _line(source: SourceView) -> str:
    if source.expunged:
        return f"{source.id:>4}  {source.expunged}  ({source.sha256[:12]})"
    known = [
        source.role if source.kind in (source.role, "unknown") else source.kind.replace("_", " "),
        source.status,
        source.jurisdiction or "jurisdiction unknown",
        source.dated or "no date",
    ]
    if source.status_by:
        known.append(f"status: {source.status_by}")
    if source.privileged:
        known.append("privileged")
    if source.pages_read >= 0:
        known.append(f"import {source.import_state}: {source.pages_read} of {source.page_count} pages")
    if source.unconfirmed:
        known.append(f"not confirmed: {', '.join(source.unconfirmed)}")
    name = source.file_name.replace("\n", "[U+000A]")  # a name of two lines would look like two sources
    return f"{source.id:>4}  {source.short_name}  ({', '.join(known)})  {name}"


def _add(call: Call) -> None:
    password = _asked_password() if call.arguments.password else ""
    files: list[Path] = call.arguments.files
    with call.desk() as desk:
        if len(files) == 1 and not files[0].is_dir():
            progress = _progress(call, files[0].name)
            view = desk.add_source(files[0], progress=progress, password=password, **_given(call.arguments))
            call.out.give([view], _added_lines(view))
            return
        told = all_of(desk.add_many(files, password=password, **_given(call.arguments)))
    views = [one.source for one in told if one.source is not None]
    call.out.give(views, [line for view in views for line in _added_lines(view)])
    _raise_for_failed(call, told)


def _added_lines(view: SourceView) -> list[str]:
    return [_line(view), *(f"      {message}" for _code, message, _page in view.findings)]


def _raise_for_failed(call: Call, told: Sequence[AddedView]) -> None:
    failed = [one for one in told if one.error]
    for one in failed:
        call.out.note(f"{one.name}: {one.error} {one.next_step}".rstrip())
    if failed:
        raise LexDeskError(f"{len(failed)} of {len(told)} files were not added; the others were.")


def _progress(call: Call, name: str) -> Callable[[int, int], None]:
    """Says every tenth part of a long file."""
    told = 0

    def tell(done: int, total: int) -> None:
        nonlocal told
        if total >= 200 and done * 10 // total > told:
            told = done * 10 // total
            call.out.note(f"{name}: {done:,} of {total:,} pages")

    return tell


def _resume(call: Call) -> None:
    with call.desk() as desk:
        told = desk.resume_imports()
    views = [one.source for one in told if one.source is not None]
    lines = [line for view in views for line in _added_lines(view)]
    call.out.give(views, lines or ["No import is unfinished."])
    _raise_for_failed(call, told)


def _asked_password() -> str:
    """From the keyboard without showing it, or the first line of a pipe; it is not stored."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


def _list(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        views = desk.sources()
    call.out.give(views, [_line(view) for view in views] or ["No sources yet."])


def _set(call: Call) -> None:
    with call.desk() as desk:
        view = desk.set_source(call.arguments.id, **_given(call.arguments))
    call.out.give(view, [_line(view)])
