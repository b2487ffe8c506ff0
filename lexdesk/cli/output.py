"""How the command line speaks: plain lines, or one JSON value with ``--json``."""

import dataclasses
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

# What a terminal obeys instead of showing it: controls (but tab and line feed) and the two signs that turn
# whole words round. A name or a subject with these could write over what LexDesk says above it.
_OBEYED = (*range(9), *range(11, 32), *range(127, 160), 0x202D, 0x202E)
_HARMLESS = {sign: f"[U+{sign:04X}]" for sign in _OBEYED}
_ESCAPED = {sign: f"\\u{sign:04x}" for sign in _OBEYED}


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


def never_fail(stream: TextIO) -> None:
    """Let a stream write what its encoding lacks (Chinese on a Latin-1 terminal) as "\\u6761" instead of
    failing half-way through an answer."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


@dataclasses.dataclass
class Output:
    """Where answers go. Progress and errors go to ``err`` so that JSON on ``out`` stays one value. Signs that
    a terminal obeys are shown by their numbers, in JSON as escapes: the words are other people's."""

    as_json: bool = False
    out: TextIO = dataclasses.field(default_factory=lambda: sys.stdout)
    err: TextIO = dataclasses.field(default_factory=lambda: sys.stderr)

    def give(self, value: Any, lines: Iterable[str]) -> None:
        """The answer: ``value`` as JSON, or ``lines``."""
        if self.as_json:
            unicode = (getattr(self.out, "encoding", None) or "utf-8").lower().startswith("utf")
            text = json.dumps(plain(value), ensure_ascii=not unicode, indent=1)
            print(text.translate(_ESCAPED), file=self.out, flush=True)
            return
        for line in lines:
            print(line.translate(_HARMLESS), file=self.out, flush=True)

    def note(self, line: str) -> None:
        """Progress, for people."""
        print(line.translate(_HARMLESS), file=self.err, flush=True)
