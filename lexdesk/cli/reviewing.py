"""Edits, decisions, versions, history, export."""

import argparse
from pathlib import Path

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.views import ChangeCard, HunkView, VersionView
from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.word import scrub_lines
from lexdesk.errors import LexDeskError
from lexdesk.review.export import ExportReport, check_ending


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """Everything about edits, decisions, versions and export."""
    document = argparse.ArgumentParser(add_help=False)
    document.add_argument("--document", type=int, help="the agreement (default: the first)")
    edits = add(commands, "edits", [common, matter, document], _edits, "list staged and decided edits")
    edits.add_argument("--state", choices=("staged", "accepted", "rejected", "set_aside", "superseded"))
    show = add(commands, "show-edit", [common, matter], _show, "show an edit with its packet and warnings")
    show.add_argument("id", type=int)
    show.add_argument("--packet", action="store_true", help="the packet as it is stored (JSON)")
    accept = add(
        commands, "accept", [common, matter], _accept, "accept edits that were shown; makes one version"
    )
    accept.add_argument("ids", type=int, nargs="+")
    accept.add_argument("--comment", default="")
    reject = add(commands, "reject", [common, matter], _reject, "reject edits")
    reject.add_argument("ids", type=int, nargs="+")
    reject.add_argument("--comment", default="")
    add(commands, "undo", [common, matter, document], _undo, "take the last act on the document back")
    add(commands, "redo", [common, matter, document], _redo, "do again what was undone")
    add(commands, "versions", [common, matter, document], _versions, "list the versions")
    history = add(commands, "history", [common, matter, document], _history, "which decision changed what")
    history.add_argument("--section", help="only this section, for example 12.7")
    history.add_argument(
        "--run", type=int, dest="run_id", help="only what the accepted edits of this run changed"
    )
    revert = add(
        commands,
        "revert",
        [common, matter, document],
        _revert,
        "a new version with the text of an earlier one",
    )
    revert.add_argument("number", type=int, help="the version's number")
    export = add(
        commands, "export", [common, matter, document], _export, "write the agreement as a Word file"
    )
    export.add_argument("out", type=Path)
    export.add_argument("--form", choices=("redline", "clean", "original"), default="redline")
    export.add_argument("--version", type=int, help="the version's number (default: the head)")
    export.add_argument("--against", type=int, metavar="VERSION", help="redline against that version")
    export.add_argument(
        "--scrub", action="store_true", help="without comments, hidden text and metadata, for the other side"
    )
    export.add_argument("--overwrite", action="store_true")


def card_lines(card: ChangeCard) -> list[str]:
    """An edit with its packet, as lines."""
    lines = [f"Edit {card.edit_id}: {card.title} ({card.state})", f"  Instruction: {card.instruction}"]
    if card.removed:
        lines.append(f"  Removed: {card.removed}")
    if card.added:
        lines.append(f"  Added: {card.added}")
    if card.explanation:
        lines.append(f"  Explanation (the model's words, unchecked): {card.explanation}")
    lines.append(f"  By {card.author}, {card.at}" + (f", model {card.model}" if card.model else ""))
    if card.effect_sentence:
        lines.append(f"  {card.effect_sentence}")
        lines += [f"    {effect}" for effect in card.effects]
    for item in card.advisories:
        lines.append(f"  {item.severity.upper()} {item.code}: {item.message}")
    for line in card.lines:
        lines.append(
            f"  {line.section.replace('_', ' ')} ({line.basis.replace('_', ' ')}): {line.label}: {line.text}"
        )
    return lines


def shown_lines(desk: Desk, card: ChangeCard) -> list[str]:
    """An edit as lines, to be printed in full: its warnings count as shown from here on (P1)."""
    if card.edit_id is not None and not desk.view().read_only:
        desk.show_advisories(card.edit_id)
    return card_lines(card)


def _document(call: Call, documents: list[tuple[int, str]]) -> int:
    if call.arguments.document:
        return int(call.arguments.document)
    if not documents:
        raise LexDeskError("This matter has no agreement yet.", "Add one: “lexdesk import FILE.docx”.")
    return documents[0][0]


def _edits(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        cards = desk.edits(call.arguments.document, call.arguments.state)
    lines = [
        f"{card.edit_id:>4}  {card.state:<10}  {card.title}  ({len(card.advisories)} warnings or notes)"
        for card in cards
    ]
    call.out.give(cards, lines or ["No edits."])


def _companion_lines(desk: Desk, edit_ids: list[int]) -> list[str]:
    """Edits that need these, or that these need, one line each."""
    return [one.sentence for one in desk.review.companions(edit_ids)]


def _show(call: Call) -> None:
    """Showing an edit shows its warnings: that is recorded, and accept asks for it."""
    with call.desk() as desk:
        card = desk.edit_card(call.arguments.id)
        packet = desk.packet_json(call.arguments.id) if call.arguments.packet else ""
        lines = shown_lines(desk, card)
        companions = _companion_lines(desk, [call.arguments.id])
    if call.arguments.packet:
        call.out.out.write(packet + "\n")
        return
    call.out.give(card, [*lines, *(f"  {line}" for line in companions)])


def _version_line(version: VersionView) -> str:
    parent = f"from {version.parent_number}" if version.parent_number else "first"
    mark = "*" if version.is_head else " "
    off = "" if version.on_chain else "  (off the current line)"
    what = f"{version.kind:<9}  {version.at}  {version.by}  {version.note}{off}"
    return f"{mark}{version.number:>4}  {parent:<8}  {what}"


def _accept(call: Call) -> None:
    with call.desk() as desk:
        version = desk.accept(call.arguments.ids, call.arguments.comment)
        companions = _companion_lines(desk, call.arguments.ids)
    call.out.give(version, [f"Accepted. Version {version.number} is the head.", *companions])


def _reject(call: Call) -> None:
    with call.desk() as desk:
        desk.reject(call.arguments.ids, call.arguments.comment)
        companions = _companion_lines(desk, call.arguments.ids)
    lines = ["Rejected. The document is as it was.", *companions]
    call.out.give({"rejected": call.arguments.ids}, lines)


def _undo(call: Call) -> None:
    with call.desk() as desk:
        what = desk.undo_text(_document(call, desk.documents()))
        version = desk.undo(_document(call, desk.documents()))
    call.out.give(version, [f"{what or 'Undone'}. The head is version {version.number}."])


def _redo(call: Call) -> None:
    with call.desk() as desk:
        version = desk.redo(_document(call, desk.documents()))
    call.out.give(version, [f"Done again. The head is version {version.number}."])


def _versions(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        versions = desk.versions(_document(call, desk.documents()))
    call.out.give(versions, [_version_line(version) for version in versions])


def hunk_lines(hunk: HunkView) -> list[str]:
    """A change record as lines."""
    lines = [
        f"{hunk.marker} {hunk.label} {hunk.heading}".rstrip()
        + f": version {hunk.from_number} to {hunk.to_number}, {hunk.record} ({hunk.confidence})"
    ]
    if hunk.kind == "move":
        lines.append(f"    moved: {hunk.added}")
    elif hunk.removed == hunk.added and hunk.explanation:
        # A tracked change was settled as the text already read: only the record says which words.
        lines.append(f"    {hunk.explanation}")
    else:
        if hunk.removed:
            lines.append(f"    removed: {hunk.removed}")
        if hunk.added:
            lines.append(f"    added: {hunk.added}")
    if hunk.instruction:
        lines.append(f"    instruction: {hunk.instruction}")
    # A difference found by comparing drafts was decided by nobody here: it came in with the version.
    made = "version made by" if hunk.source == "line_diff" and hunk.edit_id is None else "decided by"
    lines.append(
        f"    {made} {hunk.decided_by}, {hunk.at}" + (f", edit {hunk.edit_id}" if hunk.edit_id else "")
    )
    return lines


def _history(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        if call.arguments.run_id is not None:
            hunks = desk.of_run(call.arguments.run_id)
        else:
            hunks = desk.history(_document(call, desk.documents()), call.arguments.section)
    lines = [line for hunk in hunks for line in hunk_lines(hunk)]
    call.out.give(hunks, lines or ["No changes on this line of versions."])


def _revert(call: Call) -> None:
    with call.desk() as desk:
        document = _document(call, desk.documents())
        version = desk.revert(document, desk.version_id(document, call.arguments.number))
    call.out.give(version, [f"Version {version.number} has the text of version {call.arguments.number}."])


def _report_lines(report: ExportReport) -> list[str]:
    """What the file is and what it still carries."""
    against = f" against version {report.against_number}" if report.against_number is not None else ""
    lines = [
        f"{report.form} of version {report.version_number}{against}, {report.size:,} bytes, "
        f"SHA-256 {report.sha256}"
    ]
    lines.append(f"Audit chain before the export: row {report.chain_seq}, {report.chain_head}")
    lines += [f"Not in the redline: {text}" for text in report.left_out]
    lines += scrub_lines(report.removed, report.carries)
    return lines


def _export(call: Call) -> None:
    arguments = call.arguments
    check_ending(arguments.out)
    with call.desk() as desk:
        document = _document(call, desk.documents())
        version = desk.version_id(document, arguments.version) if arguments.version is not None else None
        against = desk.version_id(document, arguments.against) if arguments.against is not None else None
        report = desk.export(
            document, arguments.form, arguments.out, version, arguments.overwrite, against, arguments.scrub
        )
    call.out.give(report, [f"Wrote {arguments.out}.", *_report_lines(report)])
