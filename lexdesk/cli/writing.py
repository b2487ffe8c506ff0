"""What a lawyer writes without a model: the name of a version, words changed by hand."""

import argparse

from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.deciding import document_of, document_option
from lexdesk.cli.reviewing import shown_lines


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``name-version``, ``hand-edit``."""
    parents = [common, matter, document_option()]
    name = add(commands, "name-version", parents, _name_version, "give a version a name")
    name.add_argument("number", type=int, help="the version's number")
    name.add_argument("name", help="its name (“” takes it away)")
    edit = add(
        commands, "hand-edit", parents, _hand_edit, "change words of the agreement yourself; makes a version"
    )
    edit.add_argument("old", help="words that stand in one paragraph of the current version")
    edit.add_argument("new", help="the words instead")
    edit.add_argument("--note", default="", help="why, for the record")


def _name_version(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        document = document_of(call, desk)
        desk.name_version(desk.version_id(document, arguments.number), arguments.name)
    name = arguments.name.strip()
    said = f"Version {arguments.number} is called “{name}”." if name else "The version has no name now."
    call.out.give({"version": arguments.number, "name": name}, [said])


def _hand_edit(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        document = document_of(call, desk)
        key, text = desk.paragraph_with(document, arguments.old)
        new = text.replace(arguments.old, arguments.new)
        done = desk.hand_edit(document, key, text, new, arguments.note)
        card = desk.edit_card(done.edit_id) if done.edit_id is not None else None
        lines = shown_lines(desk, card) if card is not None else []
    if card is not None:
        said = "It breaks something, so it waits as a proposal: read its warnings, then accept or reject it."
        call.out.give(card, [*lines, said])
    else:
        call.out.give(done, [f"Version {done.version_number} is written and is the head."])
