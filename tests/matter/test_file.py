"""Creating, opening, writing and closing a matter."""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lexdesk.matter import (
    DiskFull,
    Matter,
    MatterClosed,
    MatterExists,
    MatterMissing,
    MatterMoved,
    MatterReadOnly,
    RecordRefused,
    Tx,
    UnrecordedChange,
)
from lexdesk.matter.driver import Connection


def test_a_new_matter_says_what_it_is_and_has_one_audit_row(matter: Matter) -> None:
    info = matter.read().matter.info()
    assert (info.name, info.author, info.schema_version, info.remote_allowed) == (
        "Meridian",
        "anna",
        "1.1",
        False,
    )
    (row,) = matter.read().audit.rows()
    assert (row.seq, row.actor, row.act) == (1, "anna", "matter_created")
    assert info.uuid in row.detail
    assert not matter.read_only
    assert matter.held_by is None
    assert matter.left_by is None


def test_the_file_carries_our_mark_and_is_safe_to_copy(matter: Matter, matter_path: Path) -> None:
    matter.close()
    header = matter_path.read_bytes()[:100]
    assert header[68:72] == b"LXMT"
    assert header[60:64] == bytes([0, 1, 0, 1])  # user_version: major 1, minor 1
    assert header[18:20] == b"\x01\x01"  # rollback journal, not WAL
    assert sorted(p.name for p in matter_path.parent.iterdir() if p.is_file()) == [matter_path.name]


def test_all_our_tables_are_strict(matter: Matter) -> None:
    rows = matter.read().connection.rows("PRAGMA table_list")
    loose = [row[1] for row in rows if row[2] == "table" and not row[5] and not row[1].startswith("sqlite_")]
    assert loose == []


def test_the_writer_is_careful(matter: Matter) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "recursive_triggers")
        return [connection.value(f"PRAGMA {name}") for name in names]

    def work(tx: Tx) -> list[object]:
        return pragmas(tx.connection)

    assert matter.write(work) == ["delete", 2, 1, 0, 1]
    assert matter.read().connection.value("PRAGMA query_only") == 1


@pytest.mark.parametrize("there", ["matter", "file", "folder", "dangling link"])
def test_create_refuses_a_path_where_something_is(matter_path: Path, there: str) -> None:
    if there == "matter":
        Matter.create(matter_path, name="First", author="anna").close()
    elif there == "file":
        matter_path.write_bytes(b"notes")
    elif there == "folder":
        matter_path.mkdir()
    else:
        matter_path.symlink_to("nowhere")
    before = matter_path.read_bytes() if matter_path.is_file() else None
    with pytest.raises(MatterExists):
        Matter.create(matter_path, name="Second", author="ben")
    assert (matter_path.read_bytes() if matter_path.is_file() else None) == before


def test_create_in_a_missing_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(MatterMissing, match="no folder"):
        Matter.create(tmp_path / "none" / "a.lexmatter", name="A", author="anna")


LEAVE = """
import sys
from pathlib import Path
from lexdesk.matter.unfinished import unfinished_beside
left = unfinished_beside(Path(sys.argv[1]))
left.write_text("half a file", "utf-8")
print(left, end="")
"""


def test_an_unfinished_creation_is_no_obstacle(matter_path: Path) -> None:
    left = subprocess.run(
        [sys.executable, "-c", LEAVE, str(matter_path)], check=True, capture_output=True, text=True
    )
    assert "half a file" in Path(left.stdout).read_text("utf-8")
    Matter.create(matter_path, name="A", author="anna").close()
    assert [p.name for p in matter_path.parent.iterdir() if p.is_file()] == [matter_path.name]


@pytest.mark.parametrize(
    "name",
    [
        "田中　花子.lexmatter",
        "اتفاقية التوريد.lexmatter",
        "x" * 190 + ".lexmatter",
        "50% #1? & 'a' \"b\".lexmatter",
    ],
    ids=["chinese", "arabic", "200 characters", "signs of addresses"],
)
def test_names_keep_their_exact_characters(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "合同　2026"
    folder.mkdir()
    with Matter.create(folder / name, name="A", author="花子") as matter:
        matter.write(lambda tx: tx.act("花子", "noted", "matter", text="第十二条"))
    with Matter.open(folder / name) as matter:
        assert matter.read().audit.rows()[1].actor == "花子"
        assert (folder / f"{name}.lock").exists()
    assert [p.name for p in folder.iterdir()] == [name]


def test_a_name_too_long_for_the_disk_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MatterMissing, match="too long"):
        Matter.create(tmp_path / ("花" * 80 + ".lexmatter"), name="A", author="anna")


def test_p1_a_transaction_is_wholly_there_or_not_at_all(matter: Matter) -> None:
    def work(tx: Tx) -> None:
        tx.documents.add("A", "a.docx", b"bytes")
        tx.act("anna", "document_imported", "document 1")
        raise KeyError("the caller's own mistake")

    with pytest.raises(KeyError, match="the caller's own mistake"):
        matter.write(work)
    assert matter.read().documents.list() == []
    assert matter.read().audit.head()[0] == 1
    assert not matter.read().blobs.has("anything")


def test_a_change_without_an_audit_row_is_rolled_back(matter: Matter) -> None:
    with pytest.raises(UnrecordedChange):
        matter.write(lambda tx: tx.settings.set("theme", "dark"))
    assert matter.read().settings.get("theme", "unset") == "unset"


def test_looking_inside_a_write_needs_no_audit_row(matter: Matter) -> None:
    assert matter.write(lambda tx: tx.matter.info().name) == "Meridian"


def test_a_write_inside_a_write_is_a_programming_error(matter: Matter) -> None:
    with pytest.raises(RuntimeError, match="write inside a write"):
        matter.write(lambda tx: matter.write(lambda inner: inner.act("a", "b", "c")))
    assert matter.read().audit.head()[0] == 1


def test_writes_run_on_one_thread_that_is_not_the_caller(matter: Matter) -> None:
    first = matter.write(lambda tx: threading.get_ident())
    assert first == matter.write(lambda tx: threading.get_ident())
    assert first != threading.get_ident()


def test_a_reader_cannot_write(matter: Matter) -> None:
    with pytest.raises(MatterReadOnly):
        matter.read().settings.set("theme", "dark")
    with pytest.raises(MatterReadOnly):
        matter.read().audit.append("anna", "forged", "matter", {})


def test_a_full_disk_is_one_sentence_and_loses_only_the_act(matter: Matter) -> None:
    # A real SQLITE_FULL: the file may not grow any more.
    matter.write(
        lambda tx: tx.connection.run(f"PRAGMA max_page_count={tx.connection.value('PRAGMA page_count')}")
    )

    def work(tx: Tx) -> None:
        tx.documents.add("A", "a.docx", bytes(range(256)) * 4000)
        tx.act("anna", "document_imported", "document 1")

    with pytest.raises(DiskFull) as caught:
        matter.write(work)
    assert "full" in caught.value.message
    assert "room" in caught.value.next_step
    assert matter.read().documents.list() == []
    assert matter.read().audit.verify() == []
    matter.write(lambda tx: tx.connection.run("PRAGMA max_page_count=1000000"))
    matter.write(work)
    assert len(matter.read().documents.list()) == 1


def test_close_is_idempotent_and_final(matter: Matter, matter_path: Path) -> None:
    matter.read()
    matter.close()
    matter.close()
    with pytest.raises(MatterClosed):
        matter.read()
    with pytest.raises(MatterClosed):
        matter.write(lambda tx: None)
    with sqlite3.connect(matter_path) as raw:
        assert raw.execute("SELECT COUNT(*) FROM holder").fetchone() == (0,)
    raw.close()


def test_a_row_that_points_at_nothing_is_refused(matter: Matter) -> None:
    def work(tx: Tx) -> None:
        tx.pins.register(1, None, 99)
        tx.act("anna", "pinned", "passage 99")

    with pytest.raises(RecordRefused):
        matter.write(work)


def test_matter_and_settings_can_be_set(matter: Matter) -> None:
    def work(tx: Tx) -> None:
        tx.matter.update(as_of="2026-03-01", jurisdiction="England and Wales", remote_allowed=True)
        tx.settings.set("model", "starter")
        tx.settings.set("model", "other")
        tx.act("anna", "settings_changed", "matter", as_of="2026-03-01")

    matter.write(work)
    info = matter.read().matter.info()
    assert (info.as_of, info.jurisdiction, info.remote_allowed) == ("2026-03-01", "England and Wales", True)
    assert matter.read().settings.get("model") == "other"
    assert matter.read().settings.get("none") == ""
    with pytest.raises(TypeError, match="uuid"):
        matter.write(lambda tx: tx.matter.update(uuid="forged"))


@pytest.mark.parametrize("how", ["moved", "removed", "replaced"])
def test_a_file_that_lost_its_name_takes_no_act_that_would_be_lost(
    matter: Matter, matter_path: Path, how: str
) -> None:
    """An act is saved in the file that has the name, or not at all."""
    elsewhere = matter_path.with_name("elsewhere")
    if how == "replaced":
        matter.copy_to(elsewhere)
        elsewhere.replace(matter_path)
    elif how == "moved":
        matter_path.rename(elsewhere)
    else:
        matter_path.unlink()
    with pytest.raises(MatterMoved, match="was not saved") as caught:
        matter.write(lambda tx: tx.act("anna", "noted", "lost?"))
    assert "open it where it is now" in caught.value.next_step
    if how == "moved":
        elsewhere.rename(matter_path)
        matter.write(lambda tx: tx.act("anna", "noted", "kept"))
        assert matter.read().audit.rows()[-1].subject == "kept"
    matter.close()


def test_nothing_is_read_from_a_file_that_took_the_matters_place(matter_path: Path) -> None:
    other = matter_path.with_name("other.lexmatter")
    Matter.create(other, name="Another client", author="bo").close()
    with Matter.create(matter_path, name="Meridian", author="anna") as matter:
        other.replace(matter_path)
        read: list[object] = []

        def ask() -> None:
            try:
                read.append(matter.read().matter.info().name)
            except MatterMoved as error:
                read.append(error.code)

        thread = threading.Thread(target=ask)  # a thread that has not read before
        thread.start()
        thread.join()
        assert read == ["matter_moved"]
