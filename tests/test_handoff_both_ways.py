"""There and back between two homes: another user, time zone and language on the other side. P4, P7, P13.

What was recorded before the hand-off reads the same on both sides, byte for byte: pins, tool results, packets
and change records, compared by one hash each. What was done over there comes back and reads the same here.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.review.review import Review
from tests.review.desks import AGREEMENT, word_file

PASSPHRASE = "lantern orbit velvet tundra"
HERE = {"TZ": "America/New_York", "LANG": "en_US.UTF-8", "LC_ALL": "C.UTF-8", "USER": "ada", "LOGNAME": "ada"}
THERE = {"TZ": "Asia/Shanghai", "LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8", "USER": "bo", "LOGNAME": "bo"}
RECORDS = {
    "pins": "SELECT * FROM pins WHERE id <= ? ORDER BY id",
    "tool results": "SELECT * FROM tool_results WHERE id <= ? ORDER BY id",
    "packets": "SELECT * FROM packets WHERE edit_id <= ? ORDER BY edit_id",
    "packet lines": "SELECT * FROM packet_items WHERE edit_id <= ? ORDER BY edit_id, seq",
    "changes": "SELECT * FROM changes WHERE id <= ? ORDER BY id",
    "decisions": "SELECT * FROM decisions WHERE id <= ? ORDER BY id",
}
FIRST = 100  # more than were made before the hand-off; cut to what was there


def lexdesk(home: Path, who: dict[str, str], *words: object) -> dict[str, object]:
    """One command in a home of its own."""
    home.mkdir(exist_ok=True)
    (home / "passphrase").write_text(PASSPHRASE, "utf-8")
    surroundings = {
        **os.environ,
        **who,
        "HOME": str(home),
        "LEXDESK_HOME": str(home / "lexdesk"),
        "LEXDESK_PASSPHRASE_FILE": str(home / "passphrase"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "lexdesk.app", *map(str, words), "--json"],
        env=surroundings,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


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
            found[name] = hashlib.sha256(repr(rows).encode()).hexdigest()
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


@pytest.mark.timeout(300)
def test_there_and_back_everything_reads_the_same(tmp_path: Path) -> None:
    ada, bo = tmp_path / "ada's home", tmp_path / "博的家"
    matter = tmp_path / "Kilnbrook.lexmatter"
    (tmp_path / "draft.docx").write_bytes(word_file(AGREEMENT))
    lexdesk(ada, HERE, "new", matter, "--document", tmp_path / "draft.docx")
    work(matter, "accurate books", "good books", "Ada")
    with Matter.open(matter) as opened:
        review = Review(opened)
        waiting = review.stage(
            DeleteClause("12.7"), document_id=1, version_id=opened.read().documents.head(1).id, created_by="x"
        )
        assert waiting.state == "staged"
    before, counts = hashes(matter)

    sent = lexdesk(ada, HERE, "seal", matter, tmp_path / "out.lexsealed")
    made = lexdesk(
        bo, THERE, "unseal", tmp_path / "out.lexsealed", tmp_path / "副本.lexmatter", "--head", sent["head"]
    )
    there = Path(str(made["path"]))
    assert hashes(there, counts)[0] == before
    assert lexdesk(bo, THERE, "verify", there)["broken"] == []

    work(there, "thirty (30) days of receipt", "sixty (60) days of receipt", "博")
    theirs, their_counts = hashes(there)
    work(matter, "without notice", "without written notice", "Ada")
    lexdesk(bo, THERE, "seal", there, tmp_path / "back.lexsealed")
    taken = lexdesk(ada, HERE, "take-back", "-m", matter, tmp_path / "back.lexsealed")
    assert hashes(matter, counts)[0] == before
    assert len(taken["branches"]) == 1  # type: ignore[arg-type]
    with Matter.open(matter, read_only=True) as opened, Matter.open(there, read_only=True) as other:
        here, over = opened.read().connection, other.read().connection
        for sql in (
            "SELECT removed, added, kind, decided_by, at, source FROM changes WHERE added LIKE '%60%'",
            "SELECT output, sha256, started_at, ended_at FROM tool_results WHERE output LIKE '%sixty%'",
            "SELECT instruction, model, frozen_at FROM packets WHERE instruction LIKE '%sixty%'",
        ):
            assert here.rows(sql) == over.rows(sql) != []
        assert opened.read().audit.verify() == []
        zones = [row.at for row in opened.read().audit.rows()]
        assert all(at.endswith("+00:00") for at in zones)  # instants, whatever the clocks on the wall said
    assert their_counts["changes"] > counts["changes"]
    assert theirs != before
