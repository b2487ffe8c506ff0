"""How the command line speaks: plain lines, or one JSON value with ``--json``."""

import dataclasses
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO


def plain(value: Any) -> Any:
    """Views and records as JSON values; bytes are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return value


@dataclasses.dataclass
class Output:
    """Where answers go. Progress and errors go to ``err`` so that JSON on ``out`` stays one value."""

    as_json: bool = False
    out: TextIO = dataclasses.field(default_factory=lambda: sys.stdout)
    err: TextIO = dataclasses.field(default_factory=lambda: sys.stderr)

    def give(self, value: Any, lines: Iterable[str]) -> None:
        """The answer: ``value`` as JSON, or ``lines``."""
        if self.as_json:
            print(json.dumps(plain(value), ensure_ascii=False, indent=1), file=self.out, flush=True)
            return
        for line in lines:
            print(line, file=self.out, flush=True)

    def note(self, line: str) -> None:
        """Progress, for people."""
        print(line, file=self.err, flush=True)
