"""``inspect FILE``: sections, references and terms of a file, without a matter."""

import argparse
import json
from pathlib import Path

from lexdesk.assistant.gold_form import gold_form
from lexdesk.assistant.inspecting import inspect_file
from lexdesk.cli.command import Call, Commands, add


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``inspect``."""
    parser = add(commands, "inspect", [common], _inspect, "list sections, references and terms of a file")
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--as",
        dest="form",
        choices=["gold"],
        help="gold: JSON in the form of the hand-made reference files, offsets into the flat text",
    )


def _inspect(call: Call) -> None:
    if call.arguments.form == "gold":
        form = gold_form(call.arguments.file)
        call.out.give(form, [json.dumps(form, ensure_ascii=False, indent=1)])
        return
    found = inspect_file(call.arguments.file)
    lines = ["Sections"]
    for section in found.sections:
        lines.append(f"  {'  ' * section.depth}{section.label} {section.heading}".rstrip())
    lines.append("References")
    for reference in found.references:
        holder = found.tree.get(reference.in_section) if reference.in_section else None
        where = holder.label if holder else "unnumbered text"
        targets = ", ".join(reference.targets) or reference.instrument or "nothing found"
        lines.append(f"  {where}: “{reference.text}” ({reference.kind}): {targets}")
    lines.append("Terms")
    for term in found.terms:
        lines.append(f"  “{term.name}”: defined {len(term.sites)} time(s), used {len(term.uses)} time(s)")
    value = {"sections": found.sections, "references": found.references, "terms": found.terms}
    call.out.give(value, lines)
