"""Matters: new, open, settings of a matter, audit."""

import argparse
from pathlib import Path

from lexdesk.cli.command import Call, Commands, add, has_display
from lexdesk.cli.passphrases import ask_new
from lexdesk.errors import LexDeskError
from lexdesk.matter.sealing import NO_RECOVERY


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``new``, ``open``, ``set``, ``audit``."""
    new = add(commands, "new", [common], _new, "make a new matter, with an agreement if one is given")
    new.add_argument("path", type=Path, help="the matter file to make, for example Kilnbrook.lexmatter")
    new.add_argument("--name", default="", help="the matter's name (default: the file's name)")
    new.add_argument("--document", type=Path, help="the agreement (.docx) to work on")
    new.add_argument("--sealed", action="store_true", help="seal it with a passphrase from the start")
    opened = add(commands, "open", [common], _open, "open a matter: in the window when there is a display")
    opened.add_argument("path", type=Path)
    opened.add_argument(
        "--no-window", action="store_true", help="only check it and make it the current matter"
    )
    change = add(commands, "set", [common, matter], _set, "set facts of the matter")
    change.add_argument("--as-of", help="the date for which the law is to be read (YYYY-MM-DD)")
    change.add_argument("--author", help="the lawyer's name under which decisions and revisions stand")
    change.add_argument("--remote", choices=("allow", "forbid"), help="whether a remote model may be used")
    document = add(commands, "import", [common, matter], _import, "add an agreement (.docx) to the matter")
    document.add_argument("file", type=Path)
    audit = add(commands, "audit", [common, matter], _audit, "check the audit chain and list its rows")
    audit.add_argument("--after", type=int, default=0, help="only rows after this number")
    audit.add_argument("--limit", type=int, default=200, help="at most this many rows")


def _new(call: Call) -> None:
    """A matter whose agreement cannot be read is not left behind."""
    arguments = call.arguments
    passphrase = ""
    if arguments.sealed:
        call.out.note(NO_RECOVERY)
        passphrase = ask_new("New passphrase", call.out.note)
    with call.host.new_desk(arguments.path, arguments.name or arguments.path.stem, passphrase) as desk:
        try:
            if arguments.document:
                desk.import_document(arguments.document)
        except LexDeskError:
            desk.close()
            arguments.path.unlink(missing_ok=True)
            raise
        view = desk.view()
        documents = desk.documents()
        warnings = [said for number, _name in documents for said in desk.document_warnings(number)]
    call.host.settings.remember(arguments.path)
    call.out.give(
        {"matter": view, "documents": documents, "warnings": warnings},
        [
            f"Made {arguments.path}.",
            *(f"Agreement {number}: {name}" for number, name in documents),
            *warnings,
        ],
    )


def _open(call: Call) -> int:
    arguments = call.arguments
    if has_display() and not arguments.no_window and not call.out.as_json:
        return call.host.show(arguments.path)  # the window says what is wrong, and offers to read only
    with call.host.open_desk(arguments.path, False) as desk:
        view = desk.view()
        audit = desk.audit()
    call.host.settings.remember(arguments.path)
    warnings = list(desk.custody_warnings)
    state = "read-only" if view.read_only else "open for work"
    chain = "chain whole" if not audit.problems else "; ".join(audit.problems)
    call.out.give(
        {"matter": view, "audit": audit, "warnings": warnings},
        [
            f"{view.name}: {state}, {audit.rows} audit rows, {chain}.",
            f"Model: {view.model or 'none chosen'}.",
            *warnings,
        ],
    )
    return 0


def _set(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        if arguments.as_of is not None:
            desk.set_as_of(arguments.as_of)
        if arguments.author is not None:
            desk.set_author(arguments.author)
        if arguments.remote is not None:
            desk.allow_remote(arguments.remote == "allow")
        view = desk.view()
    call.out.give(
        view,
        [
            f"Lawyer: {view.author}. Law as of: {view.as_of or 'not set'}. "
            f"Remote models: {'allowed' if view.remote_allowed else 'not allowed'}."
        ],
    )


def _import(call: Call) -> None:
    with call.desk() as desk:
        number = desk.import_document(call.arguments.file)
        name = dict(desk.documents())[number]
        warnings = desk.document_warnings(number)
    value = {"document": number, "name": name, "warnings": warnings}
    call.out.give(value, [f"Agreement {number}: {name}", *warnings])


def _audit(call: Call) -> int:
    with call.desk(read_only=True) as desk:
        summary = desk.audit()
        rows = desk.audit_rows(call.arguments.after, call.arguments.limit)
    lines = [f"{row.seq:>6}  {row.at}  {row.actor}: {row.act} {row.subject}  {row.detail}" for row in rows]
    shown = f", {len(rows)} shown" if len(rows) < summary.rows else ""
    lines.append(f"{summary.rows} rows{shown}; head {summary.head}")
    lines += [f"Problem: {problem}" for problem in summary.problems] or ["The chain is whole."]
    call.out.give({"summary": summary, "rows": rows}, lines)
    return 2 if summary.problems else 0
