"""Taking back what a colleague did on a copy of a matter: as branches, chats and records of its own.

Two files are copies of one matter when their audit chains begin alike; the last row they share is the common
ancestor. A row of the copy is *known* when the matter has the same row under the same id, or took it in
before. Every other row is new here: it gets an id of its own, and whatever points at it is led there. Nothing
of the matter is changed: a branch that went on there becomes a branch of its own, a chat that went on becomes
a chat of its own, and where both decided one edit differently, both decisions stand.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lexdesk.errors import LexDeskError
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.passages import Passages
from lexdesk.matter.stores import Reader, Tx


class NoCommonAncestor(LexDeskError):
    """The other file is no copy of this matter."""

    code = "no_common_ancestor"


class NothingToTake(LexDeskError):
    """The copy holds nothing that is not here."""

    code = "nothing_to_take"


@dataclass(frozen=True)
class Taken:
    """What came in. ``common_rows`` audit rows are shared; ``rows`` counts the new rows by table."""

    id: int
    colleague: str
    common_rows: int
    head: str
    branches: tuple[str, ...]
    chats: tuple[str, ...]
    rows: tuple[tuple[str, int], ...]
    conflicts: tuple[str, ...]

    def count(self, table: str) -> int:
        """New rows of one table."""
        return dict(self.rows).get(table, 0)


# Order matters: what is pointed at comes first. ``documents`` and ``branches`` point at each other and at
# versions, so references are checked when all is in. Texts that cite pins and changes come after these.
ORDER = (
    "blobs", "contexts", "parts", "documents", "branches", "versions", "version_parts", "head_moves",
    "version_lines", "version_names", "sources", "imports", "source_pages", "source_findings", "source_facts",
    "passages",
    "chats", "chat_context", "runs", "tool_results", "tool_result_sources", "model_calls", "pins", "edits",
    "edit_ops", "edit_effects", "packets", "packet_items", "advisories", "advisory_places",
    "advisories_shown", "decisions", "decision_advisories", "changes", "change_clauses", "messages",
    "chat_backs", "limits", "claims",
    "claim_pins", "removed_markers", "relations", "relation_states", "authority_checks", "notes",
    "note_versions", "note_supports", "note_acts", "skills", "skill_files", "skill_acts", "playbook_results",
)  # fmt: skip
LEFT = {
    "matter", "holder", "settings", "audit", "author_colours", "_sqlite_migrations", "taken_back",
    "taken_audit", "taken_ids", "closing", "closing_tables",
    # The model's own view of a chat names results by the ids they have over there; the chat, its messages
    # and results come in, its view is made anew.
    "turns", "run_reach", "compactions", "compaction_lines", "compaction_items",
    # What was destroyed over there is named, and stays here until somebody destroys it here.
    "expunged", "expunged_places",
    # An index, made anew here where there is a model for it.
    "vector_models", "passage_vectors",
}  # fmt: skip
CHANGING = {
    "documents": {"name", "current_branch"},
    "branches": {"head_version"},
    "sources": {
        "title", "short_name", "role", "jurisdiction", "status", "status_by", "as_of", "dated", "privileged",
        "kind", "rank", "issuer", "valid_from", "valid_to", "purpose", "confidentiality", "extent", "voice",
        "text_length", "page_count", "paged",
    },
    "imports": {"state", "pages", "pages_read", "why", "said", "ended_at", "carry"},
    "chats": {"title"},
    "runs": {"state", "error", "ended_at"},
    "messages": {"text", "state"},
    "tool_results": {"status", "error", "ended_at", "output", "length", "sha256", "shown_start", "shown_end"},
    "model_calls": {"response", "prompt_tokens", "response_tokens", "state", "ended_at"},
    "edits": {"state"},
}  # fmt: skip
"""Columns that may differ in two copies of one row."""

ALIKE = {
    "sources": ("sha256",),
    "passages": ("source_id", "version_id", "paragraph_key", "kind", "start", "end"),
    "pins": ("chat_id", "passage_id"),
    "advisories_shown": ("advisory_id", "shown_to"),
    "parts": ("sha256", "name", "header"),
    "skills": ("name", "sha256"),
}
"""Rows that two people can make alike: the one that is here already serves both."""

HANDING_OVER = ("handoff.pack", "handoff.unpack", "handoff.packed")
LEAVING_OUT = ("source_expunged", "handoff.chat_left_out")
"""Acts of packing that bring nothing in: the first of its own, the others of what it left out."""

POINTERS = {
    "head_moves": {"from_version": "versions", "to_version": "versions"},
    "changes": {"from_version": "versions"},
}
"""Columns that hold an id without saying so to SQLite."""

MARKED = {"messages": ("text",), "claims": ("text",), "edits": ("explanation",), "limits": ("message",)}
_MARKER = re.compile(r"\[\[(pin|diff)_(\d+)\]\]")
_MARKER_TABLES = {"pin": "pins", "diff": "changes"}


def take_back(tx: Tx, theirs: Reader, by: str, origin: str) -> Taken:
    """Take in what the copy ``theirs`` holds beyond the common ancestor; ``origin`` names the file it came
    from. Raises ``NoCommonAncestor``, ``NothingToTake``."""
    common = common_rows(tx, theirs)
    head = theirs.audit.head()[1]
    if tx.connection.row("SELECT id FROM taken_back WHERE head = ?", (head,)) is not None:
        raise NothingToTake("What this copy holds was taken back before.", "Nothing was changed.")
    colleague = theirs.matter.info().author
    if all(row.act in HANDING_OVER for row in theirs.audit.rows(common)):
        raise NothingToTake("Nothing was done on this copy since it was made.", "Nothing was changed.")
    earlier = [seq for _, seq in _taken_before(tx.connection, theirs.connection)]
    acts = [row.act for row in theirs.audit.rows(max(earlier))] if earlier else ["not taken yet"]
    if not any(act not in (*HANDING_OVER, *LEAVING_OUT) for act in acts):
        raise NothingToTake("What this copy holds was taken back before.", "Nothing was changed.")
    tx.connection.run("PRAGMA defer_foreign_keys=ON")
    taking = _Taking(tx.connection, theirs.connection, colleague)
    taking.run()
    taken_id = tx.connection.insert(
        "taken_back",
        at=now(),
        taken_by=by,
        colleague=colleague,
        origin=origin,
        common_seq=common,
        head=head,
        rows=theirs.audit.head()[0],
    )
    taking.keep(taken_id, theirs.audit.rows(common))
    return Taken(
        taken_id,
        colleague,
        common,
        head,
        tuple(taking.branch_names),
        tuple(taking.chat_titles),
        tuple(sorted((table, count) for table, count in taking.counts.items() if count)),
        tuple(taking.conflicts),
    )


def common_rows(ours: Reader, theirs: Reader) -> int:
    """How many audit rows both chains begin with; raises ``NoCommonAncestor`` when none."""
    if ours.matter.info().uuid != theirs.matter.info().uuid:
        raise NoCommonAncestor(
            "The other file is another matter, not a copy of this one (a rescued matter counts as another).",
            "Open it by itself.",
        )
    low, high = 0, min(ours.audit.head()[0], theirs.audit.head()[0])
    while low < high:
        middle = (low + high + 1) // 2
        mine, other = ours.audit.rows(middle - 1, 1), theirs.audit.rows(middle - 1, 1)
        if mine and other and mine[0].hash == other[0].hash:
            low = middle
        else:
            high = middle - 1
    if not low:
        raise NoCommonAncestor(
            "The two files have no audit row in common, so nobody can say what was done since.",
            "Check both with “lexdesk verify”.",
        )
    return low


def _taken_before(ours: Connection, theirs: Connection) -> list[tuple[int, int]]:
    """Earlier takings of work that this copy holds too: their ids, and the audit row with which that work
    ends. An archive ends with the rows that packing made in it, which the colleague's own file has not."""
    found = []
    for (taken_id,) in ours.rows("SELECT id FROM taken_back ORDER BY id"):
        for seq, act, row_hash in ours.rows(
            "SELECT seq, act, hash FROM taken_audit WHERE taken_id = ? ORDER BY seq DESC", (taken_id,)
        ):
            there = theirs.value("SELECT hash FROM audit WHERE seq = ?", (seq,))
            if there == row_hash:
                found.append((taken_id, seq))
            if there == row_hash or act not in (*HANDING_OVER, *LEAVING_OUT):
                break
    return found


class _Taking:
    """One taking: which ids of the copy are which ids here."""

    def __init__(self, ours: Connection, theirs: Connection, colleague: str) -> None:
        self.ours, self.theirs = ours, theirs
        self.colleague = colleague
        self.counts: Counter[str] = Counter()
        self.branch_names: list[str] = []
        self.chat_titles: list[str] = []
        self.conflicts: list[str] = []
        self._ids: dict[tuple[str, int], int] = {}  # of rows that are new here, or alike
        self._gone_on: dict[int, int] = {}  # known chats that went on there: the chat their new part is in
        self._now_known()

    def _now_known(self) -> None:
        """What an earlier taking brought in of the same copy keeps its place."""
        for taken_id, _ in _taken_before(self.ours, self.theirs):
            rows = self.ours.rows(
                "SELECT table_name, theirs, ours FROM taken_ids WHERE taken_id = ?", (taken_id,)
            )
            self._ids.update({(table, other): mine for table, other, mine in rows})

    def run(self) -> None:
        there = {row[0] for row in self.theirs.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in ORDER:
            if table in there:
                self._table(table)
        for old, new in [(old, new) for (table, old), new in self._ids.items() if table == "versions"]:
            original = self.theirs.value("SELECT value FROM settings WHERE key = ?", (f"imported:{old}",))
            if original is not None:
                self.ours.run(
                    "INSERT OR IGNORE INTO settings (key, value) VALUES (?, ?)", (f"imported:{new}", original)
                )
        for (wiped,) in (
            self.theirs.rows("SELECT DISTINCT sha256 FROM expunged") if "expunged" in there else []
        ):
            if self.ours.row("SELECT 1 FROM expunged WHERE sha256 = ?", (wiped,)) is None:
                self.conflicts.append(
                    f"{self.colleague} destroyed the source {wiped[:12]}; it is still here. Destroy it "
                    "here too if that is due."
                )

    def _table(self, table: str) -> None:
        shape = _Shape.of(self.theirs, table)
        for values in self.theirs.rows(f"SELECT {shape.columns} FROM {table} ORDER BY {shape.order}"):
            row = dict(zip(shape.names, values, strict=True))
            if table == "documents":  # it points at a branch that comes after it
                row["current_branch"] = None
            if "id" in row:
                self._row_with_id(table, shape, row)
            else:
                self._row_by_key(table, shape, row)
        if table == "versions":
            self._branches_that_went_on()

    def _row_with_id(self, table: str, shape: "_Shape", row: dict[str, Any]) -> None:
        old = int(row["id"])
        if (table, old) in self._ids or self._is_here(table, shape, row):
            return
        new = self._led(table, shape, row)
        if table == "branches":
            new["head_version"] = None
        if table in ALIKE and (found := self._alike(table, new)) is not None:
            self._ids[table, old] = found
            return
        self._own_name(table, new)
        if table == "decisions" and ("edits", int(row["edit_id"])) not in self._ids:
            self._other_decision(row)
        new.pop("id")
        self._ids[table, old] = self.ours.insert(table, **new)
        self.counts[table] += 1
        if table == "passages":
            Passages(self.ours).index([(self._ids[table, old], new["kind"], new["text"])])

    def _row_by_key(self, table: str, shape: "_Shape", row: dict[str, Any]) -> None:
        if table == "chat_context" and ("chats", int(row["chat_id"])) not in self._ids:
            return  # what the model of a chat of ours may see is not for others to change
        new = self._led(table, shape, row)
        where = " AND ".join(f'"{key}" IS ?' for key in shape.keys)
        here = self.ours.row(
            f"SELECT {shape.columns} FROM {table} WHERE {where}", [new[key] for key in shape.keys]
        )
        if here is None:
            self.ours.insert(table, **new)
            self.counts[table] += 1

    def _is_here(self, table: str, shape: "_Shape", row: dict[str, Any]) -> bool:
        fixed = [name for name in shape.names if name not in CHANGING.get(table, set())]
        columns = ", ".join(f'"{name}"' for name in fixed)
        here = self.ours.row(f"SELECT {columns} FROM {table} WHERE id = ?", (row["id"],))
        return here is not None and here == tuple(row[name] for name in fixed)

    def _led(self, table: str, shape: "_Shape", row: dict[str, Any]) -> dict[str, Any]:
        """The row with every reference led to where it points here."""
        new = dict(row)
        for column, target in shape.pointers.items():
            if isinstance(new[column], int):
                new[column] = self._here(target, new[column], fresh=table != "chats")
        for column in MARKED.get(table, ()):
            new[column] = _MARKER.sub(self._marker, str(new[column]))
        if table == "chat_context" and str(new["ref"]).isdigit():
            tables = {"source": "sources", "version": "versions", "passage": "passages", "note": "notes"}
            if new["kind"] in tables:
                new["ref"] = str(self._here(tables[new["kind"]], int(new["ref"])))
        return new

    def _here(self, table: str, old: int, fresh: bool = False) -> int:
        if (table, old) in self._ids:
            return self._ids[table, old]
        if table == "chats" and fresh:
            return self._chat_that_went_on(old)
        return old

    def _marker(self, hit: re.Match[str]) -> str:
        return f"[[{hit[1]}_{self._here(_MARKER_TABLES[hit[1]], int(hit[2]))}]]"

    def _alike(self, table: str, new: dict[str, Any]) -> int | None:
        where = " AND ".join(f'"{name}" IS ?' for name in ALIKE[table])
        found = self.ours.row(f"SELECT id FROM {table} WHERE {where}", [new[name] for name in ALIKE[table]])
        return int(found[0]) if found is not None else None

    def _own_name(self, table: str, new: dict[str, Any]) -> None:
        if table == "versions":
            new["number"] = self.ours.value(
                "SELECT COALESCE(MAX(number), 0) + 1 FROM versions WHERE document_id = ?",
                (new["document_id"],),
            )
        elif table == "branches":
            new["name"] = self._free_branch_name(new["document_id"], new["name"])
        elif table == "chats":
            new["title"] = f"{new['title']} ({self.colleague})"
            self.chat_titles.append(new["title"])
        elif table == "messages":
            new["seq"] = self.ours.value(
                "SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE chat_id = ?", (new["chat_id"],)
            )

    def _other_decision(self, row: dict[str, Any]) -> None:
        state = self.ours.value("SELECT state FROM edits WHERE id = ?", (row["edit_id"],))
        self.conflicts.append(
            f"Edit {row['edit_id']} was decided over there ({row['action']} by {row['decided_by']}, "
            f"{row['at']}); here it is {state}. Both stand."
        )

    def _free_branch_name(self, document: int, name: str) -> str:
        wanted = f"{name} ({self.colleague})"
        number = 1
        while self.ours.row("SELECT 1 FROM branches WHERE document_id = ? AND name = ?", (document, wanted)):
            number += 1
            wanted = f"{name} ({self.colleague} {number})"
        return wanted

    def _chat_that_went_on(self, old: int) -> int:
        """A known chat with something new in it: what is new goes into a chat of its own."""
        if old not in self._gone_on:
            row = self.ours.row("SELECT title FROM chats WHERE id = ?", (old,))
            title = f"{row[0] if row else 'Chat'} ({self.colleague})"
            self._gone_on[old] = self.ours.insert(
                "chats", title=title, kind="side", parent_chat=old, created_at=now()
            )
            for kind, ref in self.theirs.rows(
                "SELECT kind, ref FROM chat_context WHERE chat_id = ? ORDER BY seq", (old,)
            ):
                seq = self.ours.value(
                    "SELECT COUNT(*) FROM chat_context WHERE chat_id = ?", (self._gone_on[old],)
                )
                self.ours.insert("chat_context", chat_id=self._gone_on[old], seq=seq, kind=kind, ref=str(ref))
            self.chat_titles.append(title)
            self.counts["chats"] += 1
        return self._gone_on[old]

    def _branches_that_went_on(self) -> None:
        """Each branch whose head is new here, under a name of its own; known ones stay where they are."""
        for branch, document, name, head in self.theirs.rows(
            "SELECT id, document_id, name, head_version FROM branches ORDER BY id"
        ):
            if head is None:
                continue
            here = self._here("versions", head)
            mine = self._ids.get(("branches", branch))
            if mine is not None and self._is_still_theirs(mine):
                if self.ours.value("SELECT head_version FROM branches WHERE id = ?", (mine,)) != here:
                    self.ours.update("branches", mine, head_version=here)
                    self.branch_names.append(
                        self.ours.value("SELECT name FROM branches WHERE id = ?", (mine,))
                    )
            elif ("versions", head) in self._ids:
                wanted = self._free_branch_name(self._here("documents", document), name)
                self._ids["branches", branch] = self.ours.insert(
                    "branches",
                    document_id=self._here("documents", document),
                    name=wanted,
                    head_version=here,
                )
                self.branch_names.append(wanted)
                self.counts["branches"] += 1
        for document, branch in self.theirs.rows("SELECT id, current_branch FROM documents"):
            if ("documents", document) in self._ids and branch is not None:
                self.ours.update(
                    "documents",
                    self._ids["documents", document],
                    current_branch=self._here("branches", branch),
                )

    def _is_still_theirs(self, branch: int) -> bool:
        """Whether nobody went on here on a branch that was taken in: its head is theirs, or not set yet."""
        head = self.ours.value("SELECT head_version FROM branches WHERE id = ?", (branch,))
        return head is None or any(
            table == "versions" and new == head for (table, _), new in self._ids.items()
        )

    def keep(self, taken_id: int, audit: Iterable[Any]) -> None:
        """The rows of their chain, whole, and which id became which."""
        for row in audit:
            self.ours.insert("taken_audit", taken_id=taken_id, **vars(row))
        self.ours.run_many(
            "INSERT INTO taken_ids (taken_id, table_name, theirs, ours) VALUES (?, ?, ?, ?)",
            [(taken_id, table, old, new) for (table, old), new in self._ids.items()],
        )


@dataclass(frozen=True)
class _Shape:
    """The columns of a table, its key, and what its columns point at."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    pointers: dict[str, str]

    @classmethod
    def of(cls, connection: Connection, table: str) -> "_Shape":
        info = connection.rows(f"PRAGMA table_info({table})")
        pointers = {
            str(row[3]): str(row[2])
            for row in connection.rows(f"PRAGMA foreign_key_list({table})")
            if str(row[4] or "id") in ("id", "edit_id", "source_id", "note_id")
            and row[2] not in ("blobs", "contexts")
        }
        # What points at a packet, an import or a note's version points at the edit, the source, the note.
        led = {"packets": "edits", "imports": "sources", "note_versions": "notes"}
        pointers = {column: led.get(target, target) for column, target in pointers.items()}
        keys = tuple(str(row[1]) for row in sorted((row for row in info if row[5]), key=lambda row: row[5]))
        return cls(tuple(str(row[1]) for row in info), keys, pointers | POINTERS.get(table, {}))

    @property
    def columns(self) -> str:
        return ", ".join(f'"{name}"' for name in self.names)

    @property
    def order(self) -> str:
        return ", ".join(f'"{key}"' for key in self.keys)
