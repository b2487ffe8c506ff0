"""The hand-off: whole, checkable by anyone, and every changed byte named. P4, P7, P8, P12, P15."""

import ast
import hashlib
import json
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.errors import MatterExists, MatterReadOnly
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.resources import resources
from lexdesk.review import archive as archive_format
from lexdesk.review.errors import ExportRefused
from lexdesk.review.packing import ArchiveBroken, PackReport, pack
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.review.review import Review
from lexdesk.review.verifying import CannotVerify, unpack, verify
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file

VERIFIER = resources() / "verify" / "verify_matter.py"
BO = "Bo Colleague"


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PackReport, Path]:
    """An archive with edits, a chat with a tool result, and evidence; its report; the matter it came from."""
    folder = tmp_path_factory.mktemp("handoff")
    desk = open_desk(folder / "a.lexmatter", word_file(AGREEMENT), "Zulieferung 供应: draft?.docx")
    desk.look_up("12.7")
    desk.accept(desk.stage(DeleteClause("12.7"), "Delete 12.7 <b>now</b>."))
    waiting = desk.stage(ReplaceText("accurate books", "good books"), "Say good books.")
    desk.show(waiting)
    with_chat(desk)
    report = pack(desk.matter, folder / "a.zip", LAWYER)
    desk.matter.close()
    return folder / "a.zip", report, folder / "a.lexmatter"


def with_chat(desk: Desk) -> None:
    head = desk.head.id

    def work(tx):  # type: ignore[no-untyped-def]
        chat = tx.chats.list()[0].id
        place = tx.passages.add_version_passage(head, "p5", "paragraph", 0, 10, "4.1", "4.1 The Cu")
        pin = tx.pins.register(chat, None, place.id)
        tx.chats.add_message(chat, "assistant", f"It says so [[pin_{pin.id}]] and so [[pin_999]].")
        tx.act("test", "message", str(chat))

    desk.matter.write(work)


def stand_alone(*words: object) -> tuple[int, str]:
    """The verifier as a stranger runs it: isolated, with the standard library alone."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def loaded(path: Path) -> ModuleType:
    """The verifier without a process for each of many runs."""
    namespace = ModuleType("verifier")
    exec(compile(path.read_text("utf-8"), str(path), "exec"), namespace.__dict__)
    return namespace


def test_an_archive_holds_everything_and_both_verifiers_say_so(packed: tuple[Path, PackReport, Path]) -> None:
    path, report, _ = packed
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("manifest.json"))
        read_me = archive.read("READ-ME.txt").decode()
        original = archive.read(next(name for name in names if name.startswith("originals/documents/")))
    assert original == word_file_bytes(packed)
    for part in (
        "matter.lexmatter",
        "verify_matter.py",
        "index.html",
        "chats/chats.html",
        "chats/chats.jsonl",
    ):
        assert part in names
    for part in ("audit/audit.html", "audit/audit.jsonl", "packets/edit-1.json", "packets/packets.html"):
        assert part in names
    assert {name.rsplit(" - ", 1)[-1] for name in names if name.startswith("documents/")} == {
        "redline.docx",
        "clean.docx",
    }
    assert not [name for name in names if set(name) & set('\\:?*"<>|')], "names that every system can hold"
    assert manifest["encrypted"] is False
    assert "not encrypted" in read_me
    assert manifest["chain"] == {"rows": report.rows, "head": report.head}
    found = verify(path, report.head)
    assert (found.broken, found.unchecked, found.head) == ((), (), report.head)
    assert "does not prove who made it or when" in found.proves
    status, said = stand_alone(path, "--head", report.head)
    assert status == 0
    assert found.proves in said


def word_file_bytes(packed: tuple[Path, PackReport, Path]) -> bytes:
    with Matter.open(packed[2], read_only=True) as matter:
        return matter.read().documents.original(1)


def test_another_head_is_said_though_the_archive_is_whole(packed: tuple[Path, PackReport, Path]) -> None:
    path, report, _ = packed
    other = ("0" if report.head[0] != "0" else "1") + report.head[1:]
    (broken,) = verify(path, other).broken
    assert report.head in broken
    assert stand_alone(path, "--head", other)[0] == 1


def test_one_changed_byte_anywhere_is_named(packed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    """In the bytes of every file, in every kind of header, in the directory and in the seal."""
    path, _, _ = packed
    content = path.read_bytes()
    verifier = loaded(VERIFIER)
    places: dict[int, str] = {len(content) - 1: "", len(content) - 80: ""}  # the seal
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            start = info.header_offset
            data = start + 30 + len(info.filename.encode())
            places |= dict.fromkeys(range(start, start + 30, 7), "")
            for at in (data + 25, data + info.compress_size // 2):
                places[at] = info.filename
    places |= dict.fromkeys(range(archive.start_dir, len(content), 97), "")
    places |= dict.fromkeys(random.Random(6).sample(range(len(content)), 40), "")
    changed = tmp_path / "changed.zip"
    for at, name in places.items():
        flipped = bytearray(content)
        flipped[at] ^= 1 << at % 8
        changed.write_bytes(flipped)
        report = verifier.verify(str(changed))
        assert report.broken, f"byte {at} of {len(content)} ({name})"
        if name:
            assert any(name in line for line in report.broken), (at, name, report.broken)
    assert verify(changed).broken == tuple(report.broken), "both verifiers name the same"
    changed.write_bytes(content)
    assert not verifier.verify(str(changed)).broken


@pytest.mark.parametrize("cut", [1, 64, 4000, 100_000])
def test_a_cut_archive_is_named(packed: tuple[Path, PackReport, Path], tmp_path: Path, cut: int) -> None:
    content = packed[0].read_bytes()
    (tmp_path / "cut.zip").write_bytes(content[:-cut])
    assert verify(tmp_path / "cut.zip").broken
    assert stand_alone(tmp_path / "cut.zip")[0] == 1


def rewritten(path: Path, out: Path, change: dict[str, bytes], drop: str = "", add: str = "") -> None:
    """A forgery: files exchanged, the manifest and the seal computed anew, the audit chain untouched."""
    with zipfile.ZipFile(path) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    files |= change
    manifest = json.loads(files.pop("manifest.json"))
    files.pop(drop, None)
    if add:
        files[add] = b"new"
    manifest["files"] = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.comment = archive_format.SEAL + b"0" * 64
    content = out.read_bytes()
    out.write_bytes(content[:-64] + hashlib.sha256(content[:-64]).hexdigest().encode())


def test_a_forger_who_computes_all_hashes_anew_is_caught_by_the_head(
    packed: tuple[Path, PackReport, Path], tmp_path: Path
) -> None:
    """The head vouches for every file and for every row, so it cannot stay while anything changes."""
    path, _, _ = packed
    forged = tmp_path / "forged.zip"
    rewritten(path, forged, {"chats/chats.html": b"other"})
    assert any("other files" in line for line in verify(forged).broken)
    rewritten(path, forged, {}, drop="packets/edit-2.json")
    assert verify(forged).broken
    rewritten(path, forged, {}, add="extra.html")
    assert verify(forged).broken
    with zipfile.ZipFile(path) as archive:
        archive.extract("matter.lexmatter", tmp_path)
    db = sqlite3.connect(tmp_path / "matter.lexmatter")
    db.execute("DROP TRIGGER edits_keeps_5")
    db.execute("UPDATE edits SET explanation = 'another reason' WHERE id = 1")
    db.commit()
    db.close()
    rewritten(path, forged, {"matter.lexmatter": (tmp_path / "matter.lexmatter").read_bytes()})
    broken = verify(forged).broken
    assert any("rows were changed" in line for line in broken)
    assert stand_alone(forged)[0] == 1


def test_an_archive_made_to_fill_the_disk_is_not_written_out(
    packed: tuple[Path, PackReport, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=1000))
    found = verify(packed[0])
    assert found.broken == ()
    assert "no room" in found.unchecked[0]
    assert "proves nothing yet" in found.proves
    with pytest.raises(CannotVerify, match="Make room"):
        unpack(packed[0], tmp_path / "x.lexmatter", BO)


def test_both_ways_of_computing_the_contents_agree(packed: tuple[Path, PackReport, Path]) -> None:
    with Matter.open(packed[2], read_only=True) as matter:
        ours = contents_sha256(matter.read().connection)
    assert loaded(VERIFIER).contents_sha256(str(packed[2])) == ours


def test_pages_are_readable_and_hold_no_foreign_marker_or_markup(
    packed: tuple[Path, PackReport, Path],
) -> None:
    with zipfile.ZipFile(packed[0]) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".html")}
        rows = [json.loads(line) for line in archive.read("chats/chats.jsonl").splitlines()]
        audit = [json.loads(line) for line in archive.read("audit/audit.jsonl").splitlines()]
    chats = pages["chats/chats.html"]
    assert "4.1 (version 2)]" in chats, "a registered pin is shown as its cite"
    assert "[[pin_" not in chats, "P8: nothing unregistered leaves"
    assert "Delete 12.7 &lt;b&gt;now&lt;/b&gt;." in pages["packets/packets.html"]
    assert all("<script" not in page and "http" not in page for page in pages.values())
    tool = next(row for row in rows if row["kind"] == "tool_result")
    assert tool["output"] == "References: 14.2, 15.1(c)", "P4, P15: the output is whole"
    assert [row["seq"] for row in audit] == list(range(1, packed[1].rows))


def test_hand_over_to_another_lawyer(packed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    """Another folder, another person: all records equal by hash, the hand-over in the audit, work goes on."""
    path, report, before = packed
    made, found = unpack(path, tmp_path, BO, report.head)
    assert made == tmp_path / "Test.lexmatter"
    assert found.head == report.head
    assert [item.name for item in tmp_path.iterdir()] == ["Test.lexmatter"]
    with Matter.open(made) as matter, Matter.open(before, read_only=True) as old:
        reader, sender = matter.read(), old.read()
        for rows in ("edits", "decisions", "changes", "advisories", "packets"):
            table = f"SELECT * FROM {rows} ORDER BY 1"
            assert reader.connection.rows(table) == sender.connection.rows(table)
        tools = "SELECT id, sha256, output FROM tool_results ORDER BY id"
        assert reader.connection.rows(tools) == sender.connection.rows(tools)
        pins = (
            "SELECT pins.*, text_sha256 FROM pins JOIN passages ON passages.id = passage_id ORDER BY pins.id"
        )
        assert reader.connection.rows(pins) == sender.connection.rows(pins)
        last = reader.audit.rows()[-1]
        assert (last.act, last.actor, json.loads(last.detail)["head"]) == ("handoff.unpack", BO, report.head)
        assert reader.audit.verify() == []
        assert reader.matter.info().author == BO
        assert reader.matter.info().remote_allowed is False
        assert matter.left_by is None, "nobody seems to have left it open"
        review = Review(matter)
        version = review.accept([2], BO)
        assert (version.created_by, version.number) == (BO, 3)
        assert [hunk.change.decided_by for hunk in review.lineage.hunks(version.id)] == [LAWYER, BO]
    sent = json.loads(sender_row(before, "handoff.packed"))
    assert sent["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert sent["head"] == report.head


def sender_row(path: Path, act: str) -> str:
    with Matter.open(path, read_only=True) as matter:
        return next(row.detail for row in matter.read().audit.rows() if row.act == act)


def test_a_broken_archive_is_not_unpacked(packed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    content = bytearray(packed[0].read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "x.zip").write_bytes(content)
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(ArchiveBroken):
        unpack(tmp_path / "x.zip", out, BO)
    with pytest.raises(ArchiveBroken):
        unpack(packed[0], out, BO, head="ab" * 32)
    assert list(out.iterdir()) == []


def test_unpacking_never_writes_over_a_file(packed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    (tmp_path / "Test.lexmatter").write_text("mine", encoding="utf-8")
    with pytest.raises(MatterExists):
        unpack(packed[0], tmp_path, BO)
    assert (tmp_path / "Test.lexmatter").read_text(encoding="utf-8") == "mine"
    with pytest.raises(CannotVerify):
        unpack(packed[2], tmp_path / "y.lexmatter", BO)


def test_a_refused_pack_leaves_nothing_and_no_record(desk: Desk, tmp_path: Path) -> None:
    rows = len(desk.matter.read().audit.rows())
    (tmp_path / "there.zip").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    for target in (tmp_path / "there.zip", tmp_path, tmp_path / "no" / "x.zip"):
        with pytest.raises(ExportRefused):
            pack(desk.matter, target, LAWYER)
    assert sorted(tmp_path.iterdir()) == before
    assert len(desk.matter.read().audit.rows()) == rows
    with Matter.open(desk.matter.path, read_only=True) as reading, pytest.raises(MatterReadOnly):
        pack(reading, tmp_path / "z.zip", LAWYER)


def test_a_matter_alone_is_checked_for_what_it_can_prove(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "m.lexmatter", word_file(AGREEMENT))
    desk.look_up("12.7")
    found = verify(desk.matter.path)
    assert (found.kind, found.broken) == ("matter", ())
    assert found.head == desk.matter.read().audit.head()[1]
    assert "cut tail" in found.proves
    desk.matter.close()
    for statement, says in (
        ("DROP TRIGGER audit_is_final; UPDATE audit SET actor = 'x' WHERE seq = 2", "Audit row 2"),
        ("DROP TRIGGER audit_stays; DELETE FROM audit WHERE seq = 2", "2"),
        ("DROP TRIGGER blobs_is_final; UPDATE blobs SET bytes = x'00' WHERE rowid = 1", "stored file"),
        ("DROP TRIGGER tool_results_keeps_2; UPDATE tool_results SET output = 'x'", "tool result 1"),
    ):
        copy = tmp_path / "copy.lexmatter"
        copy.write_bytes((tmp_path / "m.lexmatter").read_bytes())
        db = sqlite3.connect(copy)
        db.executescript(statement)
        db.close()
        assert any(says in line for line in verify(copy).broken), statement
        status, said = stand_alone(copy)
        assert status == 1
        assert says in said


def test_files_that_are_neither(tmp_path: Path) -> None:
    (tmp_path / "page.zip").write_text("<html>", encoding="utf-8")
    (tmp_path / "empty.zip").write_bytes(b"")
    other = sqlite3.connect(tmp_path / "other.lexmatter")
    other.execute("CREATE TABLE a (b)")
    other.commit()
    other.close()
    for name in ("page.zip", "empty.zip", "other.lexmatter"):
        assert verify(tmp_path / name).broken
        assert stand_alone(tmp_path / name)[0] == 1
    with pytest.raises(CannotVerify):
        verify(tmp_path / "nothere.zip")
    assert stand_alone(tmp_path / "nothere.zip")[0] == 2


def test_the_verifier_is_python_3_9_and_reads_with_an_older_sqlite(
    packed: tuple[Path, PackReport, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SQLite that does not know STRICT tables (before 3.37) reads a copy without the word."""
    ast.parse(VERIFIER.read_text("utf-8"), feature_version=(3, 9))
    path, report, matter = packed
    old = loaded(VERIFIER)
    old.STRICT_SINCE = (99, 0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for file in (path, matter):
        assert old.verify(str(file)).broken == []
        assert old.verify(str(file)).holds == loaded(VERIFIER).verify(str(file)).holds
    assert old.verify(str(path)).head == report.head
    bad = tmp_path / "bad.lexmatter"
    content = matter.read_bytes()
    bad.write_bytes(content.replace(b"Say good books", b"Say food books"))
    assert old.verify(str(bad)).broken == loaded(VERIFIER).verify(str(bad)).broken != []
    assert list(tmp_path.iterdir()) == [bad]


def test_a_damaged_name_in_the_list_of_tables_is_named_by_both(
    packed: tuple[Path, PackReport, Path], tmp_path: Path
) -> None:
    """SQLite's own message then holds bytes that are no text."""
    content = packed[2].read_bytes()
    bad = tmp_path / "bad.lexmatter"
    places = [hit.start() for hit in re.finditer(rb"CREATE (TABLE|TRIGGER) ", content)]
    alone = loaded(VERIFIER)
    for place in places[::12]:
        for shift in (3, 15):
            damaged = bytearray(content)
            damaged[place + shift] ^= 0x80
            bad.write_bytes(damaged)
            assert alone.verify(str(bad)).broken
            assert verify(bad).broken


def test_a_matter_with_many_files_is_checked_by_two_threads_in_its_order(tmp_path: Path) -> None:
    """Through the verifier's own connections, and through those of whoever calls it."""
    path = tmp_path / "many.lexmatter"
    with Matter.create(path, name="Many", author=LAWYER) as matter:

        def work(tx: Tx) -> None:
            for number in range(200):
                tx.blobs.put(b"file %d" % number)
            tx.act(LAWYER, "filled", "files")

        matter.write(work)
        names = [row[0] for row in matter.read().connection.rows("SELECT sha256 FROM blobs ORDER BY rowid")]
    alone = loaded(VERIFIER)
    whole = alone.verify(str(path))
    assert f"Every stored file fits its hash ({len(names)})." in whole.holds
    with sqlite3.connect(path) as raw:
        triggers = raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'blobs'")
        for (name,) in triggers.fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("UPDATE blobs SET bytes = x'00' WHERE rowid % 40 = 7")
        # Far apart and below zero: each row is read once, wherever it stands.
        raw.execute("UPDATE blobs SET rowid = -9000000000000000000 WHERE rowid = 7")
        raw.execute("UPDATE blobs SET rowid = 9000000000000000000 WHERE rowid = 167")
    raw.close()
    asked: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        asked.append(sqlite3.connect(path, check_same_thread=False))
        return asked[-1]

    report, connected = alone.verify(str(path)), alone.verify_connected(connect)
    wrong = [names[number - 1] for number in (7, 47, 87, 127, 167)]
    assert [line for line in report.broken if "stored file" in line] == [
        f"The stored file {sha256} was changed." for sha256 in wrong
    ]
    assert (connected.broken, connected.holds) == (report.broken, report.holds)
    assert len(asked) == 2
