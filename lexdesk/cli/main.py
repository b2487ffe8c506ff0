"""Reads the command line, runs one command, and says errors in one sentence (exit status 2)."""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lexdesk import __version__
from lexdesk.assistant.desk import Desk
from lexdesk.cli import (
    agent,
    chats,
    citing,
    deciding,
    evidence,
    handoff,
    inspecting,
    knowledge,
    matters,
    models,
    proofing,
    reviewing,
    sealing,
    searching,
    talking,
    word,
    writing,
)
from lexdesk.cli.command import Call, has_display
from lexdesk.cli.demo import add_demo
from lexdesk.cli.host import Host, NoMatterNamed
from lexdesk.cli.output import Output, never_fail
from lexdesk.cli.passphrases import asking
from lexdesk.errors import Cancelled, LexDeskError, or_make_room


def build_parser() -> argparse.ArgumentParser:
    """All commands. Every one takes ``--json`` and ``--debug``; those of a matter take ``-m``."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="answer as one JSON value")
    common.add_argument("--debug", action="store_true", help="show the traceback of an error")
    matter = argparse.ArgumentParser(add_help=False)
    matter.add_argument(
        "-m", "--matter", type=Path, help="the .lexmatter file (default: the one opened last)"
    )
    parser = argparse.ArgumentParser(
        prog="lexdesk", description="A model proposes, the lawyer decides; every edit carries its evidence."
    )
    parser.add_argument("--version", action="version", version=f"lexdesk {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for add in (
        matters.add_commands,
        evidence.add_commands,
        searching.add_commands,
        talking.add_commands,
        citing.add_commands,
        chats.add_commands,
        agent.add_commands,
        knowledge.add_commands,
        reviewing.add_commands,
        deciding.add_commands,
        writing.add_commands,
        handoff.add_commands,
        sealing.add_commands,
        inspecting.add_commands,
        proofing.add_commands,
        word.add_commands,
        models.add_commands,
        add_demo,
    ):
        add(commands, common, matter)
    return parser


def main(host: Host, argv: Sequence[str]) -> int:
    """Run one command. 0 = done, 2 = an error that was said in a sentence, 130 = stopped by the user."""
    never_fail(sys.stdout)
    host = replace(host, open_desk=asking(host.open_desk))
    parser = build_parser()
    words = list(argv)
    if len(words) == 1 and words[0].endswith(".lexmatter"):  # a double-click on the file
        words.insert(0, "open")
    arguments = parser.parse_args(words)
    if arguments.command is None:
        if argv or not has_display():
            parser.print_help()
            return 0
        return _guarded(Output(), False, lambda: host.show(None))
    out = Output(as_json=arguments.json)
    return _guarded(out, arguments.debug, lambda: int(arguments.run(_Call(host, out, arguments)) or 0))


def _guarded(out: Output, debug: bool, run: Callable[[], int]) -> int:
    """The edge of the program: whatever fails in ``run`` is one sentence and an exit status."""
    try:
        return run()
    except KeyboardInterrupt:
        out.note("Stopped.")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except LexDeskError as error:
        failure = error
    except OSError as error:
        failure = LexDeskError(
            f"Reading or writing failed: {error.strerror or error}. Nothing that was finished is lost.",
            or_make_room(error, ""),
        )
        failure.__cause__ = error
    except Exception as error:  # noqa: BLE001 - the edge: a fault of ours, too, is a sentence
        failure = LexDeskError(
            f"LexDesk failed unexpectedly ({type(error).__name__}). Nothing that was finished is lost.",
            "Run the command again with --debug and tell us what it prints.",
        )
        failure.__cause__ = error
    if debug:
        traceback.print_exception(failure, file=out.err)
    if out.as_json:
        said = {"error": failure.code, "message": failure.message, "next_step": failure.next_step}
        print(json.dumps(said), file=out.out)
    out.note(str(failure))
    return 130 if isinstance(failure, Cancelled) else 2


class _Call(Call):
    """The call of one command; it opens the matter only when the command asks for it."""

    def matter_path(self) -> Path:
        named: Path | None = getattr(self.arguments, "matter", None)
        if named is not None:
            return named
        if os.environ.get("LEXDESK_MATTER"):
            named = Path(os.environ["LEXDESK_MATTER"])
        elif self.host.settings.recent:
            named = Path(self.host.settings.recent[0])
        if named is None:
            raise NoMatterNamed()
        self.out.note(f"Matter: {named}")  # nobody should act on another client's file unawares
        return named

    def desk(self, read_only: bool = False) -> Desk:
        return self.host.open_desk(self.matter_path(), read_only)
