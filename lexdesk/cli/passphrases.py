"""Where the command line takes a passphrase from: a file that is named, or the terminal. Never an argument,
which other users of the machine could read."""

import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lexdesk.assistant.desk import Desk
from lexdesk.errors import LexDeskError
from lexdesk.matter.key import MatterSealed, WrongPassphrase
from lexdesk.matter.strength import strength

VARIABLE = "LEXDESK_PASSPHRASE_FILE"
ATTEMPTS = 3


class NoPassphrase(LexDeskError):
    """A passphrase is needed and there is nobody to ask."""

    code = "no_passphrase"


def first_line(path: Path) -> str:
    """The passphrase in a file: its first line, without the line's end and the mark that some editors put at
    the beginning, which nobody could type elsewhere."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.readline().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise NoPassphrase(
            f"The passphrase could not be read from “{path}”.", "Name a text file whose first line it is."
        ) from error


def given() -> str | None:
    """The passphrase in the file that LEXDESK_PASSPHRASE_FILE names, None when it names none."""
    named = os.environ.get(VARIABLE)
    return first_line(Path(named)) if named else None


def ask(what: str) -> str:
    """A passphrase from the file or the terminal."""
    found = given()
    if found is not None:
        return found
    if not sys.stdin.isatty():
        raise NoPassphrase(
            f"{what}: there is no terminal to ask on.",
            f"Name a file whose first line it is: {VARIABLE}=FILE.",
        )
    return getpass.getpass(f"{what}: ")


def ask_new(what: str, say: Callable[[str], None], path: Path | None = None) -> str:
    """A new passphrase, typed twice, with its strength said; or the one in the file at ``path``."""
    typed = first_line(path) if path is not None else given()
    if typed is None:
        typed = ask(what)
        if getpass.getpass("Again: ") != typed:
            raise NoPassphrase("The two were not the same.", "Nothing was done; try again.")
    say(strength(typed).sentence)
    return typed


def asking(open_desk: Callable[..., Desk]) -> Callable[..., Desk]:
    """``open_desk`` that asks for the passphrase of a sealed matter."""

    def opened(path: Path, read_only: bool = False, **more: Any) -> Desk:
        try:
            return open_desk(path, read_only, **more)
        except MatterSealed:
            if given() is None and not sys.stdin.isatty():
                raise
        for attempt in range(ATTEMPTS):
            try:
                return open_desk(path, read_only, passphrase=ask(f"Passphrase of {path.name}"), **more)
            except WrongPassphrase as error:
                if attempt == ATTEMPTS - 1 or given() is not None:
                    raise
                print(error.message, file=sys.stderr)
        raise AssertionError("unreachable")

    return opened
