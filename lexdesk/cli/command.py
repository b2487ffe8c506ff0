"""One call of the command line, as the commands see it."""

import argparse
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lexdesk.assistant.desk import Desk
from lexdesk.cli.host import Host
from lexdesk.cli.output import Output

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


@dataclass(frozen=True)
class Call(ABC):
    """The program, where answers go, and the arguments."""

    host: Host
    out: Output
    arguments: argparse.Namespace

    @abstractmethod
    def matter_path(self) -> Path:
        """The matter named, or the one opened last. Raises ``NoMatterNamed``."""

    @abstractmethod
    def desk(self, read_only: bool = False) -> Desk:
        """The matter, opened; the caller closes it (``with``)."""


def has_display() -> bool:
    """Whether a window can be shown."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(named) or sys.platform in ("win32", "darwin")


def add(
    commands: Commands,
    name: str,
    parents: list[argparse.ArgumentParser],
    run: Callable[[Call], Any],
    words: str,
) -> argparse.ArgumentParser:
    """A command whose help line is ``words``."""
    parser = commands.add_parser(name, parents=parents, help=words, description=words)
    parser.set_defaults(run=run)
    return parser
