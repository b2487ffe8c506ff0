"""The audit chain: append-only rows, each hashing the one before.

A stand-alone verifier needs only this rule. The hash of a row is the SHA-256, in lower-case hex, of the
UTF-8 bytes of eight strings, each written as its length in bytes (decimal ASCII), ":", the bytes, ",":
"lexdesk-audit-1", seq (decimal), at, actor, act, subject, detail, prev_hash. ``prev_hash`` is the hash of
the row before, sixty-four "0" for the first; ``seq`` counts from 1 without gaps. ``detail`` is hashed as the
stored text, so nobody has to agree on a form of JSON.
"""

import hashlib
import json
from typing import Any

from lexdesk.matter import schema
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, storable
from lexdesk.matter.guards import guards
from lexdesk.matter.records import AuditRow

START = "0" * 64


def row_hash(seq: int, at: str, actor: str, act: str, subject: str, detail: str, prev_hash: str) -> str:
    """The hash of a row, by the rule in the module's text."""
    digest = hashlib.sha256()
    for field in ("lexdesk-audit-1", str(seq), at, actor, act, subject, detail, prev_hash):
        encoded = field.encode()
        digest.update(b"%d:%s," % (len(encoded), encoded))
    return digest.hexdigest()


class Audit:
    """The ``audit`` table of one connection."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self.appended = 0  # rows appended through this object

    def append(self, actor: str, act: str, subject: str, detail: dict[str, Any]) -> AuditRow:
        """Add the next row. ``detail`` must be JSON; it is stored with sorted keys and no spaces."""
        seq, prev_hash = self.head()
        text = storable(json.dumps(detail, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
        fields = (seq + 1, now(), storable(actor), storable(act), storable(subject), text, prev_hash)
        row = AuditRow(*fields, hash=row_hash(*fields))
        self._db.insert("audit", **vars(row))
        self.appended += 1
        return row

    def rows(self, after: int = 0, limit: int | None = None) -> list[AuditRow]:
        """Rows with ``seq`` above ``after``, oldest first, at most ``limit``."""
        many = -1 if limit is None else limit
        return self._db.records(AuditRow, "FROM audit WHERE seq > ? ORDER BY seq LIMIT ?", (after, many))

    def head(self) -> tuple[int, str]:
        """``seq`` and hash of the last row; (0, sixty-four zeros) when there is none."""
        last = self._db.row("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1")
        return (last[0], last[1]) if last else (0, START)

    def verify(self) -> list[str]:
        """What is wrong with the chain, naming the rows, and with the triggers that guard what was recorded;
        [] when all is whole.

        A tail cut off shows only against a head noted elsewhere (each export carries one).
        """
        problems = []
        expected, prev_hash, seen = 1, START, 0
        while batch := self.rows(after=seen, limit=1000):
            for row in batch:
                if row.seq != expected:
                    missing = (
                        f"row {expected} is"
                        if row.seq == expected + 1
                        else f"rows {expected} to {row.seq - 1} are"
                    )
                    problems.append(f"Audit {missing} missing.")
                elif row.prev_hash != prev_hash:
                    problems.append(f"Audit row {row.seq} does not follow from row {row.seq - 1}.")
                fields = (row.seq, row.at, row.actor, row.act, row.subject, row.detail, row.prev_hash)
                if row_hash(*fields) != row.hash:
                    problems.append(f"Audit row {row.seq} was altered: its hash does not fit what it says.")
                expected, prev_hash = row.seq + 1, row.hash
            seen = batch[-1].seq
        if seen == 0:
            problems.append("The audit is empty; even a new matter has one row.")
        return problems + self._guard_problems()

    def _guard_problems(self) -> list[str]:
        """A file at the present version has exactly our triggers: without one, rows could be rewritten; with
        another, something would happen that nobody recorded."""
        if self._db.value("PRAGMA user_version") != schema.user_version():
            return []
        found = {row[0] for row in self._db.rows("SELECT sql FROM sqlite_master WHERE type = 'trigger'")}
        ours = set(guards().values())
        problems = []
        if missing := len(ours - found):
            problems.append(
                f"{missing} of the {len(ours)} guards against rewriting are missing from the file."
            )
        if foreign := len(found - ours):
            problems.append(f"The file holds {foreign} triggers that LexDesk did not make.")
        return problems
