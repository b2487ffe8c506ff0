"""Models: list, get, add, use, and the remote model."""

import argparse
import getpass
import sys
from pathlib import Path

from lexdesk.cli.command import Call, Commands, add


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``model list|get|add|use|prepare|search-without|forget|remote``."""
    model = commands.add_parser(
        "model", help="choose and fetch models", description="Language models of this user."
    )
    acts = model.add_subparsers(dest="act", metavar="ACT", required=True)
    add(acts, "list", [common], _list, "list the models")
    get = add(acts, "get", [common], _get, "fetch a model of the catalogue (uses the network)")
    get.add_argument("name")
    adding = add(acts, "add", [common], _add, "add a model file (.gguf); it stays where it is")
    adding.add_argument("file", type=Path)
    adding.add_argument("--name", default="")
    use = add(acts, "use", [common], _use, "choose the model that answers, or the one for search by meaning")
    use.add_argument("name")
    add(
        acts, "prepare", [common, matter], _prepare,
        "let the model for search by meaning read the sources of a matter",
    )  # fmt: skip
    add(acts, "search-without", [common], _search_without, "search without a model again")
    forget = add(acts, "forget", [common], _forget, "take an added file off the list")
    forget.add_argument("name")
    remote = add(
        acts, "remote", [common], _remote, "name an OpenAI-compatible server; off until a matter allows it"
    )
    remote.add_argument("base_url", help="for example https://llm.firm.example/v1; “off” for none")
    remote.add_argument("model", nargs="?", default="")
    remote.add_argument("--key", action="store_true", help="ask for the key and keep it in the key store")


_FOR_SEARCH = "It is a model for search by meaning: choose it with “lexdesk model use {name}”."


def _list(call: Call) -> None:
    entries = call.host.models.list()
    lines = []
    for entry in entries:
        state = "chosen" if entry.chosen else ("here" if entry.here else "not here")
        lines.append(f"{entry.name:<14} {state:<9} {entry.size / 1e9:.1f} GB  {entry.title}  {entry.licence}")
        score = "" if entry.purpose == "meaning" else f"Instruction set: {entry.score or 'not tested'}. "
        lines.append(f"{'':<14} {score}{entry.note}".rstrip())
    call.out.give(entries, lines)


def _get(call: Call) -> None:
    shown = [-1]

    def progress(done: int, total: int, what: str) -> None:
        share = int(100 * done / total) if total else 0
        if share != shown[0] and (share % 5 == 0 or shown[0] < 0):
            shown[0] = share
            call.out.note(f"  {share:>3} %  {done / 1e6:,.0f} of {total / 1e6:,.0f} MB  {what}")

    entry = call.host.models.get(call.arguments.name, progress)
    if call.host.models.chosen() is None:
        entry = call.host.models.use(call.arguments.name)
    call.out.give(entry, [f"{entry.name} is here and checked: {entry.path}"])


def _add(call: Call) -> None:
    entry = call.host.models.add(call.arguments.file, call.arguments.name)
    if entry.purpose == "meaning":
        told = f"Added {entry.name}: {entry.path}. {_FOR_SEARCH.format(name=entry.name)}"
        call.out.give(entry, [told])
        return
    if call.host.models.chosen() is None:
        entry = call.host.models.use(entry.name)
    call.out.give(entry, [f"Added {entry.name}: {entry.path}"])


def _use(call: Call) -> None:
    entry = call.host.models.use(call.arguments.name)
    if entry.purpose == "meaning":
        told = (
            f"{entry.name} is the model for search by meaning. Let it read a matter: “lexdesk model prepare”."
        )
        call.out.give(entry, [told])
        return
    call.out.give(entry, [f"{entry.name} answers from now on. {entry.note}".strip()])


def _prepare(call: Call) -> None:
    told = 0

    def progress(done: int, every: int) -> None:
        nonlocal told
        if every and done * 10 // every > told:
            told = done * 10 // every
            call.out.note(f"{done:,} of {every:,} sentences")

    with call.desk() as desk:
        made = desk.prepare_meaning(progress)
    rest = " More would take too much room in the matter." if made.bounded else ""
    line = f"{made.done:,} of {made.every:,} sentences have been read by “{made.model}” for search.{rest}"
    call.out.give(made, [line])


def _search_without(call: Call) -> None:
    call.host.models.search_without()
    call.out.give({"model": ""}, ["Search uses no model. What one has read stays in the matters."])


def _forget(call: Call) -> None:
    call.host.models.forget(call.arguments.name)
    call.out.give(
        {"forgotten": call.arguments.name}, [f"{call.arguments.name} is off the list; its file stays."]
    )


def _remote(call: Call) -> None:
    arguments = call.arguments
    key = ""
    if arguments.key:
        key = getpass.getpass("Key: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    where = call.host.set_remote(
        "" if arguments.base_url == "off" else arguments.base_url, arguments.model, key
    )
    call.out.give(
        {"base_url": arguments.base_url, "model": arguments.model, "key_kept_in": where},
        ["No remote model is set." if arguments.base_url == "off" else f"Remote model set. Key: {where}."],
    )
