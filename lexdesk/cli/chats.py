"""Chats: new, what each may see, names, tabs, forks, findings handed over."""

import argparse

from lexdesk.assistant.views import ChatView
from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.talking import message_lines
from lexdesk.errors import LexDeskError

_KINDS = ("version", "source", "passage", "skill", "note")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``chats``."""
    chats = commands.add_parser("chats", help="side chats and what each sees", description="Chats.")
    acts = chats.add_subparsers(dest="act", metavar="ACT", required=True)
    add(acts, "list", [common, matter], _list, "list the chats, open and closed, with what each sees")
    new = add(acts, "new", [common, matter], _new, "a side chat that sees only what is named")
    new.add_argument("title")
    _pairs(new)
    sees = add(acts, "sees", [common, matter], _sees, "what may be ticked for a chat, or tick it anew")
    sees.add_argument("id", type=int)
    _pairs(sees)
    rename = add(acts, "rename", [common, matter], _rename, "another title")
    rename.add_argument("id", type=int)
    rename.add_argument("title")
    for name, run, words in (
        ("close", _close, "take a chat out of the list of open ones; nothing of it is lost"),
        ("open", _open, "open a closed chat again"),
    ):
        add(acts, name, [common, matter], run, words).add_argument("id", type=int)
    fork = add(acts, "fork", [common, matter], _fork, "a side chat that goes on from a message")
    fork.add_argument("message", type=int)
    fork.add_argument("title")
    promote = add(
        acts, "promote", [common, matter], _promote, "hand findings with their pins to another chat"
    )
    promote.add_argument("message", type=int)
    promote.add_argument("chat", type=int)
    promote.add_argument(
        "--claim", type=int, action="append", help="number of a sentence, from 1 (default: all)"
    )


def _pairs(parser: argparse.ArgumentParser) -> None:
    for kind in _KINDS:
        parser.add_argument(f"--{kind}", action="append", default=[], help=f"a {kind} it may see")


def _chosen(arguments: argparse.Namespace) -> list[tuple[str, str | int]]:
    return [(kind, ref) for kind in _KINDS for ref in getattr(arguments, kind)]


def _line(chat: ChatView) -> str:
    return f"{chat.id:>4}  {chat.title}  ({chat.mode}; sees {'all: ' if chat.whole else ''}{chat.sees})"


def _list(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        open_, closed = desk.chats(), desk.closed_chats()
    lines = [*map(_line, open_), *(f"{_line(chat)}  closed" for chat in closed)]
    call.out.give({"open": open_, "closed": closed}, lines)


def _new(call: Call) -> None:
    context = _chosen(call.arguments)
    if not context:
        raise LexDeskError(
            "A side chat sees what is named, and nothing is.", "Name it: --source 2 --skill NAME."
        )
    with call.desk() as desk:
        chat = desk.new_chat(call.arguments.title, "side", context)
    call.out.give(chat, [_line(chat)])


def _sees(call: Call) -> None:
    context = _chosen(call.arguments)
    with call.desk(read_only=not context) as desk:
        if context:
            desk.set_context(call.arguments.id, context)
        choices = desk.context_choices(call.arguments.id)
    lines = []
    for one in choices:
        marks = ", ".join((*one.about, *(("privileged",) if one.privileged else ())))
        never = "; never seen by the model in use" if one.unseen else ""
        lines.append(f"[{'x' if one.ticked else ' '}] {one.kind} {one.ref}  {one.label} ({marks}{never})")
    call.out.give(choices, lines)


def _rename(call: Call) -> None:
    with call.desk() as desk:
        chat = desk.rename_chat(call.arguments.id, call.arguments.title)
    call.out.give(chat, [_line(chat)])


def _close(call: Call) -> None:
    with call.desk() as desk:
        desk.close_chat(call.arguments.id)
    call.out.give(
        {"closed": call.arguments.id}, [f"Chat {call.arguments.id} is closed; nothing of it is lost."]
    )


def _open(call: Call) -> None:
    with call.desk() as desk:
        chat = desk.reopen_chat(call.arguments.id)
    call.out.give(chat, [_line(chat)])


def _fork(call: Call) -> None:
    with call.desk() as desk:
        chat = desk.fork_chat(call.arguments.message, call.arguments.title)
    call.out.give(chat, [_line(chat)])


def _promote(call: Call) -> None:
    with call.desk() as desk:
        named = call.arguments.claim
        count = desk.claims_of(call.arguments.message)
        places = [number - 1 for number in named] if named else range(count)
        message = desk.promote(call.arguments.message, places, call.arguments.chat)
    call.out.give(message, message_lines(message))
