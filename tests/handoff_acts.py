"""What each home does in the hand-off test, run by that home's own Python.

``python -m tests.handoff_acts work MATTER OLD NEW BY`` carries out one instruction; ``python -m
tests.handoff_acts hashes MATTER [COUNTS]`` prints, as JSON, one hash for each kind of record and how many of
it there are. COUNTS, JSON as it was printed before, keeps to those that were there first.
"""

import json
import platform
import sys
from pathlib import Path

from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.review.proposal import ReplaceText
from lexdesk.review.review import Review
from lexdesk.text.hashing import sha256_text
from tests.review.desks import AGREEMENT

RECORDS = {
    "pins": "SELECT * FROM pins WHERE id <= ? ORDER BY id",
    "tool results": "SELECT * FROM tool_results WHERE id <= ? ORDER BY id",
    "packets": "SELECT * FROM packets WHERE edit_id <= ? ORDER BY edit_id",
    "packet lines": "SELECT * FROM packet_items WHERE edit_id <= ? ORDER BY edit_id, seq",
    "changes": "SELECT * FROM changes WHERE id <= ? ORDER BY id",
    "decisions": "SELECT * FROM decisions WHERE id <= ? ORDER BY id",
    "versions": "SELECT * FROM versions WHERE id <= ? ORDER BY id",
}


def hashes(path: Path, last: dict[str, int] | None = None) -> tuple[dict[str, str], dict[str, int]]:
    """One hash for each kind of record, of those that were there first; and how many these are."""
    counts: dict[str, int] = {}
    found = {}
    with Matter.open(path, read_only=True) as matter:
        connection = matter.read().connection
        for name, sql in RECORDS.items():
            table = sql.split()[3]
            key = "edit_id" if table.startswith("packet") else "id"
            counts[name] = (last or {}).get(name) or connection.value(f"SELECT max({key}) FROM {table}") or 0
            rows = connection.rows(sql, (counts[name],))
            found[name] = sha256_text(repr([tuple(row) for row in rows]))
        lineage = Review(matter).lineage
        told = [repr(lineage.hunks(version)) for version in range(1, counts["versions"] + 1)]
        found["lineage"] = sha256_text("".join(told))
    return found, counts


def work(path: Path, old: str, new: str, by: str) -> None:
    """One instruction carried out: a look-up, a pin, an edit, its acceptance."""
    with Matter.open(path, holder=by) as matter:
        review = Review(matter)
        head = matter.read().documents.head(1).id

        def look_up(tx: Tx) -> tuple[int, int]:
            chat = tx.chats.list()[0].id
            run = tx.runs.start(chat, f"Say {new}.", "guided", "scripted", 1, head)
            call = tx.tools.start(run.id, "find_text", "{}", "{}")
            tx.tools.finish(call, "ok", f"找到 “{old}” — {new} " * 50)
            place = tx.passages.add_version_passage(head, "p5", "paragraph", 0, 8, "4.1", AGREEMENT[4][:8])
            pin = tx.pins.register(chat, run.id, place.id)
            tx.chats.add_message(chat, "assistant", f"Here [[pin_{pin.id}]].", run.id)
            tx.runs.finish(run.id, "done")
            tx.act(by, "asked", f"run {run.id}")
            return run.id, call

        run, call = matter.write(look_up)
        edit = review.stage(
            ReplaceText(old, new),
            document_id=1,
            version_id=head,
            run_id=run,
            instruction=f"Say {new}.",
            created_by="model: scripted",
            lookups=[call],
        )
        review.show_advisories(edit.id, by)
        review.accept([edit.id], by)


def main(words: list[str]) -> None:
    act, path, *rest = words
    if act == "work":
        work(Path(path), *rest)
        print(json.dumps({"python": platform.python_version()}))
    else:
        found, counts = hashes(Path(path), json.loads(rest[0]) if rest else None)
        print(json.dumps({"python": platform.python_version(), "hashes": found, "counts": counts}))


if __name__ == "__main__":
    main(sys.argv[1:])
