"""``word``: Word files without a matter: read, edit, resolve, compare, and make copies to send."""

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from lexdesk.assistant.inspecting import inspect_file
from lexdesk.cli.command import Call, Commands, add
from lexdesk.errors import LexDeskError
from lexdesk.evidence.reading import load
from lexdesk.review.export import check_ending, write_file
from lexdesk.word.choice import chosen
from lexdesk.word.compare import Comparison, Difference, compare
from lexdesk.word.compare_redline import redlined
from lexdesk.word.concealed import concealed_words
from lexdesk.word.document import Document
from lexdesk.word.edits import edits_from, found_text
from lexdesk.word.model import Paragraph, Revision, WordEdit
from lexdesk.word.resolve import resolved
from lexdesk.word.scrub import Carried, Removed, ScrubReport, carried, clean_copy, redline_copy

_ROWS = {"row_ins": "row inserted", "row_del": "row deleted"}


class NoAuthor(LexDeskError):
    """Tracked changes need the name of a person."""

    code = "no_author"

    def __init__(self) -> None:
        super().__init__("Tracked changes need the name of their author.", "Give it with --author NAME.")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``word text``, ``outline``, ``edit``, ``resolve``, ``compare``, ``scrub``."""
    words = "read, edit, compare and clean Word files without a matter"
    acts = commands.add_parser("word", help=words, description=words).add_subparsers(
        dest="act", metavar="ACT", required=True
    )
    out = argparse.ArgumentParser(add_help=False)
    out.add_argument("--out", type=Path, required=True, help="the Word file to write")
    out.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    author = argparse.ArgumentParser(add_help=False)
    author.add_argument(
        "--author", default="", help="the name that tracked changes bear (default: yours, from the settings)"
    )

    text = add(acts, "text", [common], _text, "the text, paragraph by paragraph, with computed numbers")
    text.add_argument("file", type=Path)
    text.add_argument(
        "--view",
        choices=("current", "original", "markup"),
        default="current",
        help="with all tracked changes accepted, rejected, or shown",
    )
    outline = add(acts, "outline", [common], _outline, "the sections with their numbers and headings")
    outline.add_argument("file", type=Path)
    edit = add(acts, "edit", [common, out, author], _edit, "write edits as tracked changes")
    edit.add_argument("file", type=Path)
    edit.add_argument(
        "--replace",
        nargs=2,
        action="append",
        default=[],
        metavar=("OLD", "NEW"),
        help="words that stand once in the document; an empty NEW deletes them",
    )
    edit.add_argument("--edits", type=Path, help="a JSON file with a list of edits")
    edit.add_argument(
        "--mend",
        action="store_true",
        help="take the document's own quotes, dashes and blanks where only those differ, and say so",
    )
    resolve = add(acts, "resolve", [common], _resolve, "list, accept or reject tracked changes")
    resolve.add_argument("action", choices=("list", "accept", "reject"))
    resolve.add_argument("file", type=Path)
    resolve.add_argument("--author", action="append", default=[], help="only changes by this person")
    resolve.add_argument("--id", action="append", default=[], help="only this change (r1, r2 ...)")
    resolve.add_argument("--kind", action="append", default=[], help="only ins, del, move, format ...")
    resolve.add_argument("--out", type=Path, help="the Word file to write, for accept and reject")
    resolve.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    both = add(acts, "compare", [common, author], _compare, "what differs, and what of it is not marked")
    both.add_argument("old", type=Path)
    both.add_argument("new", type=Path)
    both.add_argument("--out", type=Path, help="write a redline of the old file to this Word file")
    both.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    scrub = add(acts, "scrub", [common, author], _scrub, "a copy to send, without metadata")
    scrub.add_argument("file", type=Path)
    scrub.add_argument("--out", type=Path, help="the copy to write (default: only say what the file carries)")
    scrub.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    scrub.add_argument("--redline", action="store_true", help="keep the tracked changes")
    scrub.add_argument("--keep-comments", action="store_true", help="with --redline: keep the comments")


def _open(path: Path) -> Document:
    return Document.open(load(path))


def _write(call: Call, document: Document) -> None:
    check_ending(call.arguments.out)
    write_file(call.arguments.out, document.to_bytes(), call.arguments.overwrite, lambda put: put())


def _author(call: Call) -> str:
    name = str(call.arguments.author or call.host.settings.author).strip()
    if not name:
        raise NoAuthor()
    return name


def _text(call: Call) -> None:
    view = call.arguments.view
    document = _open(call.arguments.file)
    if view != "markup":
        # Decided for the view: two paragraphs may be one in it, and its numbers are its own.
        document = resolved(document, "accept" if view == "current" else "reject")
    text = _markup if view == "markup" else lambda paragraph: paragraph.text
    shown = [
        {**_place(paragraph), "text": text(paragraph), "concealed": concealed_words(paragraph)}
        for paragraph in document.paragraphs
    ]
    call.out.give(shown, [_text_line(item) for item in shown])


def _text_line(item: dict[str, Any]) -> str:
    line = f"{item['label']} {item['text']}".strip()
    hidden = "; ".join(f"“{words}”" for words in item["concealed"])
    return f"{line} [concealed in Word: {hidden}]" if hidden else line


def _place(paragraph: Paragraph) -> dict[str, Any]:
    cell = paragraph.table
    return {
        "key": paragraph.key,
        "part": paragraph.part,
        "label": paragraph.label_path or paragraph.label,
        "style": paragraph.style,
        "cell": None if cell is None else [cell.table, cell.row, cell.column],
    }


def _markup(paragraph: Paragraph) -> str:
    out = []
    for piece in paragraph.pieces:
        signs = {"ins": "{+%s+}", "move_to": "{+%s+}", "del": "[-%s-]", "move_from": "[-%s-]"}
        out.append(signs[piece.change] % piece.text if piece.change and piece.text else piece.text)
    return "".join(out)


def _outline(call: Call) -> None:
    sections = inspect_file(call.arguments.file).sections
    call.out.give(
        sections,
        [f"{'  ' * s.depth}{s.label} {s.heading}".rstrip() for s in sections] or ["No sections found."],
    )


def _edit(call: Call) -> None:
    arguments = call.arguments
    document = _open(arguments.file)
    edits: list[WordEdit] = []
    notes: list[str] | None = [] if arguments.mend else None
    if arguments.edits is not None:
        edits += edits_from(document, load(arguments.edits), notes)
    edits += [found_text(document, old, new, notes=notes) for old, new in arguments.replace]
    if not edits:
        raise LexDeskError("There is nothing to edit.", "Give --replace OLD NEW or --edits FILE.")
    after = document.edited(edits, _author(call), datetime.now().astimezone())
    _write(call, after)
    value = {
        "edits": len(edits),
        "revisions": len(after.revisions),
        "out": arguments.out,
        "mended": notes or [],
    }
    said = f"Wrote {len(edits)} edit(s) as tracked changes to {arguments.out}."
    call.out.give(value, [*(notes or ()), said])


def _resolve(call: Call) -> None:
    arguments = call.arguments
    document = _open(arguments.file)
    if arguments.action == "list":
        lines = [_revision_line(document, revision) for revision in document.revisions]
        call.out.give(document.revisions, lines or ["There are no tracked changes."])
        return
    if arguments.out is None:
        raise LexDeskError("Where to write the result is not said.", "Give --out FILE.docx.")
    after = resolved(
        document, arguments.action, chosen(document, arguments.id, arguments.author, arguments.kind)
    )
    _write(call, after)
    done = len(document.revisions) - len(after.revisions)
    value = {"action": arguments.action, "resolved": done, "left": after.revisions, "out": arguments.out}
    line = (
        f"{done} tracked change(s) {arguments.action}ed, {len(after.revisions)} left. Wrote {arguments.out}."
    )
    call.out.give(value, [line])


def _revision_line(document: Document, revision: Revision) -> str:
    paragraph = document.paragraph(revision.keys[0]) if revision.keys else None
    where = (paragraph.label_path or paragraph.label) if paragraph is not None else ""
    if paragraph is not None and paragraph.table is not None and revision.kind not in _ROWS:
        where = f"{where}, table cell" if where else "table cell"
    kind = _ROWS.get(revision.kind, revision.kind)
    # Without words it is the paragraph's end that was added or struck.
    said = revision.text or ("(paragraph mark)" if revision.kind in ("ins", "del") else "")
    return (
        f"{revision.id:<5} {kind:<7} {revision.author}, {revision.date or 'no date'}"
        f"{f', {where}' if where else ''}: {said}"
    ).removesuffix(": ")


def difference_line(difference: Difference) -> str:
    """One difference as a line: who marked it, where, what."""
    who = f"tracked by {difference.author}" if difference.tracked else "NOT MARKED"
    where = difference.clause.rstrip(".") or ("table" if difference.cell is not None else "unnumbered text")
    words = []
    if difference.removed:
        words.append(f"removed “{difference.removed}”")
    if difference.added:
        words.append(f"added “{difference.added}”")
    if difference.kind == "format":
        words = [f"{difference.detail or 'format changed'} “{difference.added}”"]
    elif difference.kind == "moved":
        words = [f"moved “{difference.added}”"]
    return f"{who}: {where}: {', '.join(words)}"


def comparison_lines(found: Comparison) -> list[str]:
    """What differs between two drafts as lines, with the count of what is not marked first."""
    count = len(found.differences)
    return [
        f"{count} difference(s): {len(found.tracked)} tracked, {len(found.silent)} NOT marked.",
        *(difference_line(difference) for difference in found.differences),
    ]


def _compare(call: Call) -> None:
    arguments = call.arguments
    old, new = _open(arguments.old), _open(arguments.new)
    found = compare(old, new)
    left_out: tuple[str, ...] = ()
    if arguments.out is not None:
        made = redlined(old, new, _author(call), datetime.now().astimezone())
        left_out = made.left_out
        _write(call, made.document)
    value = {
        "differences": found.differences,
        "tracked": len(found.tracked),
        "silent": len(found.silent),
        "out": arguments.out,
        "left_out": left_out,
    }
    lines = comparison_lines(found)
    if arguments.out is not None:
        lines += [
            f"Wrote the redline to {arguments.out}.",
            *(f"Not in the redline: {line}" for line in left_out),
        ]
    call.out.give(value, lines)


def _scrub(call: Call) -> None:
    arguments = call.arguments
    document = _open(arguments.file)
    if arguments.out is None:
        report = ScrubReport((), carried(document))
    elif arguments.redline:
        name = arguments.author.strip() or None
        copy, report = redline_copy(document, name, keep_comments=arguments.keep_comments)
        _write(call, copy)
    else:
        copy, report = clean_copy(document)
        _write(call, copy)
    lines = [f"Wrote {arguments.out}."] if arguments.out is not None else []
    lines += scrub_lines(report.removed, report.carries)
    call.out.give(report, lines or ["The file carries nothing besides its text."])


def scrub_lines(removed: Sequence[Removed], carries: Sequence[Carried]) -> list[str]:
    """What was taken out of a file, and what it still carries besides its visible text."""
    lines = [f"Removed {item.count}: {item.what}{_examples(item.examples)}" for item in removed]
    return lines + [f"Still carries {item.count}: {item.what}{_examples(item.examples)}" for item in carries]


def _examples(examples: tuple[str, ...]) -> str:
    shown = [example if len(example) <= 80 else f"{example[:77]}..." for example in examples[:3]]
    return f" ({'; '.join(shown)})" if shown else ""
