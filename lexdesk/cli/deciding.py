"""More decisions and the tree of versions: set aside, revoke, tracked changes of the draft, branches,
new drafts, comparing versions, who changed these words."""

import argparse
from dataclasses import asdict
from pathlib import Path

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.showing import hunk_view
from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.reviewing import hunk_lines, shown_lines
from lexdesk.cli.word import comparison_lines
from lexdesk.errors import LexDeskError
from lexdesk.review.lineage import NetChange
from lexdesk.review.tracked_names import tracked_name
from lexdesk.word.compare import compare


class NothingToDecide(LexDeskError):
    """No tracked change was named, or none has that author."""

    code = "nothing_to_decide"


def document_of(call: Call, desk: Desk) -> int:
    """The agreement named with ``--document``, or the first. Raises when the matter has none."""
    named: int | None = call.arguments.document
    documents = [number for number, _ in desk.documents()]
    if named is not None and named not in documents:
        raise LexDeskError(
            f"There is no agreement {named}.", f"There are: {', '.join(map(str, documents)) or 'none'}."
        )
    if not documents:
        raise LexDeskError("This matter has no agreement yet.", "Add one: “lexdesk import FILE.docx”.")
    return named if named is not None else documents[0]


def document_option() -> argparse.ArgumentParser:
    """The parent parser with ``--document``."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--document", type=int, help="the agreement (default: the first)")
    return parser


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``set-aside``, ``revoke``, ``reword``, ``group``, ``split``, ``move``, ``go-back``, ``tracked``,
    ``accept-tracked``, ``reject-tracked``, ``branch``, ``switch``, ``import-version``, ``compare``,
    ``who-changed``."""
    document = document_option()
    both, all_three = [common, matter], [common, matter, document]
    aside = add(commands, "set-aside", both, _set_aside, "put staged edits aside for later")
    aside.add_argument("ids", type=int, nargs="+")
    aside.add_argument("--comment", default="")
    revoke = add(
        commands, "revoke", both, _revoke, "stage the inverse of one accepted edit; later work stays"
    )
    revoke.add_argument("id", type=int)
    revoke.add_argument("--comment", default="")
    reword = add(commands, "reword", both, _reword, "stage a waiting edit in your own words instead")
    reword.add_argument("id", type=int)
    reword.add_argument("words", help="how the paragraph shall read")
    group = add(commands, "group", both, _group, "note that edits need each other")
    group.add_argument("ids", type=int, nargs="+")
    group.add_argument("--why", default="")
    split = add(commands, "split", both, _split, "divide an edit of many places into one for each")
    split.add_argument("id", type=int)
    move = add(commands, "move", all_three, _move, "stage the move of a clause")
    move.add_argument("section", help="the clause, for example 12.7")
    place = move.add_mutually_exclusive_group(required=True)
    place.add_argument("--after", help="the clause it shall stand behind")
    place.add_argument("--before", help="the clause it shall stand before")
    back = add(commands, "go-back", both, _go_back, "the agreement as it was at a message of a chat")
    back.add_argument("message", type=int, help="the message's number")
    back.add_argument("--say-only", action="store_true", help="only say what would happen")
    tracked = add(commands, "tracked", all_three, _tracked, "list the tracked changes of the head")
    tracked.add_argument("--author", help="only those of this person")
    for action in ("accept", "reject"):
        decide = add(
            commands,
            f"{action}-tracked",
            all_three,
            _decide,
            f"{action} tracked changes of the draft; makes one version",
        )
        decide.add_argument("changes", nargs="*", help="as “lexdesk tracked” names them (8:r3 ...)")
        decide.add_argument("--author", help="all changes of this person")
        decide.add_argument("--comment", default="")
        decide.set_defaults(action=action)
    branch = add(commands, "branch", all_three, _branch, "begin a branch, or list the branches")
    branch.add_argument("name", nargs="?")
    branch.add_argument("--version", type=int, help="the version it begins at (default: the head)")
    switch = add(commands, "switch", all_three, _switch, "go to another branch")
    switch.add_argument("name")
    draft = add(
        commands, "import-version", all_three, _import_version, "add a new draft as a version on the head"
    )
    draft.add_argument("file", type=Path)
    compare = add(commands, "compare", all_three, _compare, "the net difference of two versions")
    compare.add_argument("old", type=int, help="version number")
    compare.add_argument("new", type=int, nargs="?", help="version number (default: the head)")
    who = add(commands, "who-changed", all_three, _who_changed, "which decision brought or took these words")
    who.add_argument("words")
    who.add_argument("--version", type=int, help="asked of this version (default: the head)")


def _set_aside(call: Call) -> None:
    with call.desk() as desk:
        desk.set_aside(call.arguments.ids, call.arguments.comment)
    call.out.give({"set_aside": call.arguments.ids}, ["Set aside. The document is as it was."])


def _revoke(call: Call) -> None:
    with call.desk() as desk:
        card = desk.revoke(call.arguments.id, call.arguments.comment)
        lines = shown_lines(desk, card)
    said = f"Edit {card.edit_id} is staged: it takes edit {call.arguments.id} back once you accept it."
    call.out.give(card, [*lines, said])


def _reword(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        edit = desk.review.reword(arguments.id, arguments.words, desk.author)
        card = desk.edit_card(edit.id)
        lines = shown_lines(desk, card)
    said = f"Edit {edit.id} is staged in your words; edit {arguments.id} gave way to it."
    call.out.give(card, [*lines, said])


def _group(call: Call) -> None:
    with call.desk() as desk:
        desk.review.group(call.arguments.ids, call.arguments.why, desk.author)
    call.out.give({"group": call.arguments.ids}, ["Noted. They are named wherever one of them is decided."])


def _split(call: Call) -> None:
    with call.desk() as desk:
        cards = desk.split(call.arguments.id)
    lines = [f"Edit {card.edit_id}: {card.title} ({card.state})" for card in cards]
    call.out.give(cards, [*lines, f"Edit {call.arguments.id} gave way to them; they are a group."])


def _move(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        document, section = document_of(call, desk), arguments.section
        if arguments.after:
            card = desk.move_clause(document, section, arguments.after, "after")
        else:
            card = desk.move_clause(document, section, arguments.before, "before")
        lines = shown_lines(desk, card)
    call.out.give(card, [*lines, f"Edit {card.edit_id} is staged."])


def _go_back(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=arguments.say_only) as desk:
        said = desk.going_back(arguments.message)
        done = None if arguments.say_only else desk.go_back(arguments.message)
    call.out.give({"says": said, "version": done}, [said])


def _tracked(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        view = desk.document(document_of(call, desk))
    rows = [
        change
        for change in view.changes
        if change.origin != "staged" and call.arguments.author in (None, change.author)
    ]
    names = [tracked_name(view.version_number, row.id.removeprefix("rev:")) for row in rows]
    lines = [
        f"{name:<7} {row.kind:<7} {row.label or '-':<8} {row.author}, {row.at}"
        f"{' (your own accepted edit)' if row.origin == 'ours' else ''}: {row.summary}"
        for name, row in zip(names, rows, strict=True)
    ]
    value = [{"name": name, **asdict(row)} for name, row in zip(names, rows, strict=True)]
    call.out.give(value, lines or ["No tracked changes."])


def _decide(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        document = document_of(call, desk)
        changes, seen = desk.tracked_now(document, arguments.changes)
        if arguments.author:
            revisions = desk.structures.of(seen).document.revisions
            changes += [row.id for row in revisions if row.author == arguments.author]
        if not changes:
            raise NothingToDecide(
                "No tracked change was named.", "Name them (8:r3 ...), or a person with --author."
            )
        version = desk.decide_tracked(document, changes, arguments.action, arguments.comment, seen)
        left = len(desk.structures.of(version.id).document.revisions)
    lines = [f"{version.note}. Version {version.number} is the head."]
    if left:
        lines.append(
            f"The {left} tracked changes left have new numbers: “lexdesk tracked” lists them. "
            "The names it gave before (8:r3) still hold."
        )
    call.out.give(version, lines)


def _number_or_head(desk: Desk, document: int, number: int | None) -> int:
    """The version that was asked for, or the head when none was: 0 is a wrong number, not the head."""
    return desk.document(document).version_number if number is None else number


def _branch(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=arguments.name is None) as desk:
        document = document_of(call, desk)
        if arguments.name is None:
            reader = desk.matter.read()
            current = reader.documents.get(document).current_branch
            rows = reader.documents.branches(document)
            numbers = {row.id: row.number for row in reader.versions.list(document)}
            lines = [
                f"{'*' if row.id == current else ' '} {row.name}: version {numbers.get(row.head_version, 0)}"
                for row in rows
            ]
            call.out.give(rows, lines)
            return
        number = _number_or_head(desk, document, arguments.version)
        version = desk.branch(document, desk.version_id(document, number), arguments.name)
    call.out.give(version, [f"Branch {arguments.name} begins with version {version.number}; it is current."])


def _switch(call: Call) -> None:
    with call.desk() as desk:
        version = desk.switch(document_of(call, desk), call.arguments.name)
    call.out.give(version, [f"On branch {call.arguments.name}; the head is version {version.number}."])


def _import_version(call: Call) -> None:
    with call.desk() as desk:
        document = document_of(call, desk)
        before = desk.document(document).version_id
        version = desk.import_version(document, call.arguments.file)
        changes = desk.matter.read().changes.of_version(version.id)
        found = compare(desk.structures.of(before).document, desk.structures.of(version.id).document)
        warnings = desk.document_warnings(document)
    said = f"Version {version.number} is {call.arguments.file.name}; {len(changes)} paragraphs differ."
    # What came back unmarked is told at once: the tracked changes alone cannot show it.
    lines = comparison_lines(found) if found.differences else []
    value = {
        "version": version,
        "changes": changes,
        "differences": found.differences,
        "warnings": warnings,
    }
    call.out.give(value, [said, *lines, *warnings])


def _net_lines(change: NetChange) -> list[str]:
    where = change.label_to or change.label_from or "unnumbered text"
    lines = [where]
    if change.removed:
        lines.append(f"    removed: {change.removed}")
    if change.added:
        lines.append(f"    added: {change.added}")
    lines += [
        f"    by {hunk.marker}, version {hunk.after.number}, {hunk.change.decided_by}, {hunk.record}"
        for hunk in change.hunks
    ]
    lines += [
        f"    without {hunk.marker}, version {hunk.after.number}, {hunk.change.decided_by}, {hunk.record}"
        for hunk in change.without
    ]
    return lines


def _compare(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=True) as desk:
        document = document_of(call, desk)
        old = desk.version_id(document, arguments.old)
        new = desk.version_id(document, _number_or_head(desk, document, arguments.new))
        changes = desk.review.lineage.net_diff(old, new)
    lines = [line for change in changes for line in _net_lines(change)]
    call.out.give(changes, lines or ["The two versions read the same."])


def _who_changed(call: Call) -> None:
    arguments = call.arguments
    if not arguments.words.strip():
        raise LexDeskError("No words were given.", "Quote the words to be traced.")
    with call.desk(read_only=True) as desk:
        document = document_of(call, desk)
        number = _number_or_head(desk, document, arguments.version)
        answer = desk.review.lineage.who_changed(desk.version_id(document, number), arguments.words)
        numbers = {row.id: row.number for row in desk.matter.read().versions.list(document)}
    if answer.present:
        lines = [f"They stand in version {number}, at {len(answer.keys)} place(s)."]
        if answer.hunk is None:
            lines.append("They stand in the imported document; no recorded act brought them.")
    elif answer.hunk is None:
        lines = [f"They do not stand in version {number} and never did on its line of versions."]
    else:
        lines = [f"They do not stand in version {number}; this took them:"]
    if answer.hunk is not None:
        lines += hunk_lines(hunk_view(answer.hunk))
    if answer.other_versions_with:
        others = ", ".join(str(numbers[one]) for one in answer.other_versions_with)
        lines.append(f"On other branches they stand in version {others}.")
    call.out.give(answer, lines)
