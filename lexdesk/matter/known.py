"""What this user last saw of each matter: a tail that was cut off a chain shows against it.

One small file outside of any matter; it holds hashes and numbers, never a client's text.
"""

import json
from contextlib import suppress
from pathlib import Path

from lexdesk.matter.stores import Reader

KEPT = 500  # matters; the ones seen longest ago go first


class KnownHeads:
    """The heads of matters as they were last seen here, in the file at ``path``."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def compare(self, reader: Reader) -> str:
        """A sentence when the chain of a matter is not a continuation of what was seen here, else ""."""
        seen = self._read().get(reader.matter.info().uuid)
        if not seen:
            return ""
        rows, head = int(seen[0]), str(seen[1])
        now_rows, _ = reader.audit.head()
        if now_rows < rows:
            return (
                f"The record of this file ends at row {now_rows}, and it had {rows} when it was last open "
                f"here: {rows - now_rows} rows are missing at its end. If you went back to a backup or an "
                "older copy on purpose, this is right; else look for the newer file."
            )
        there = reader.audit.rows(rows - 1, 1)
        if not there or there[0].hash != head:
            return (
                f"Row {rows} of this file's record is not the one that was last seen here: this is another "
                "copy of the matter, on which other work was done. “lexdesk take-back” brings two copies "
                "together."
            )
        return ""

    def remember(self, reader: Reader) -> None:
        """Note the head; where nothing can be written, nothing is noted."""
        rows, head = reader.audit.head()
        seen = self._read()
        uuid = reader.matter.info().uuid
        seen.pop(uuid, None)
        seen[uuid] = [rows, head]
        kept = dict(list(seen.items())[-KEPT:])
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_suffix(".new")
            try:
                new.write_text(json.dumps(kept, indent=0), encoding="utf-8")
                new.replace(self._path)
            finally:  # half a file, where the disk is full
                new.unlink(missing_ok=True)

    def _read(self) -> dict[str, list[int | str]]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            uuid: seen
            for uuid, seen in found.items()
            if isinstance(seen, list) and len(seen) == 2 and isinstance(seen[0], int)
        }
