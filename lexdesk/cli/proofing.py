"""``proofread FILE``: likely slips of a file, without a matter and without a model."""

import argparse
from collections import Counter
from pathlib import Path

from lexdesk.assistant.proofreading import proofread_file
from lexdesk.cli.command import Call, Commands, add
from lexdesk.law.proofreading import CHECKS


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``proofread``."""
    parser = add(commands, "proofread", [common], _proofread, "find slips in an agreement, by code alone")
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--off",
        action="append",
        default=[],
        metavar="CODE",
        help=f"switch a check off (may be given more than once): {', '.join(c.code for c in CHECKS)}",
    )


def _proofread(call: Call) -> None:
    found = proofread_file(call.arguments.file, call.arguments.off)
    lines = []
    for finding in found:
        shown = " ".join(finding.text.split())
        shown = f"{shown[:77]}…" if len(shown) > 78 else shown
        place = finding.place or f"paragraph {finding.paragraph + 1}"
        lines.append(f"{finding.severity:8}{place}: {finding.message}  [{finding.code}]")
        if shown:
            fix = "" if finding.fix is None else f"  ->  “{finding.fix}”"
            lines.append(f"        “{shown}”{fix}")
    counts = Counter(finding.severity for finding in found)
    if not found:
        lines.append("Nothing found by the checks that ran.")
    else:
        parts = [
            f"{counts[s]} {s}{'' if counts[s] == 1 else 's'}"
            for s in ("error", "warning", "note")
            if counts[s]
        ]
        lines.append(", ".join(parts) + ".")
    if call.arguments.off:
        lines.append(f"Checks that did not run: {', '.join(sorted(set(call.arguments.off)))}.")
    call.out.give(found, lines)
