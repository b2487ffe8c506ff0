"""Documents, branches, heads and versions; stored bytes."""

import json
import random
import sqlite3
from pathlib import Path

import pytest

from lexdesk.matter import Matter, MatterDamaged, NotFound, Tx
from lexdesk.matter.records import VersionRow
from lexdesk.word.model import StoredPart
from tests.matter.conftest import Ground


def add_version(matter: Matter, document: int, parent: int | None, kind: str = "accept") -> VersionRow:
    def work(tx: Tx) -> VersionRow:
        made = tx.versions.add(document, parent, kind, "anna", "", "", ["p1"], [])
        tx.act("anna", "version_made", f"version {made.id}")
        return made

    return matter.write(work)


def move(matter: Matter, branch: int, version: int, kind: str) -> None:
    def work(tx: Tx) -> None:
        tx.documents.set_head(branch, version, kind)
        tx.act("anna", kind, f"branch {branch}")

    matter.write(work)


def test_an_imported_document_keeps_its_file_byte_for_byte(matter: Matter) -> None:
    original = bytes(range(256)) * 300

    def work(tx: Tx) -> int:
        document = tx.documents.add("Supply Agreement", "供应合同.docx", original)
        tx.act("anna", "document_imported", f"document {document.id}")
        return document.id

    document = matter.read().documents.get(matter.write(work))
    assert (document.name, document.file_name) == ("Supply Agreement", "供应合同.docx")
    assert matter.read().documents.original(document.id) == original
    branch = matter.read().documents.branch(document.current_branch)
    assert (branch.name, branch.head_version) == ("main", 0)
    with pytest.raises(NotFound, match="no version yet"):
        matter.read().documents.head(document.id)


def test_versions_are_a_tree_by_parent_not_by_number(matter: Matter, ground: Ground) -> None:
    two = add_version(matter, ground.document, ground.version)
    three = add_version(matter, ground.document, ground.version)
    four = add_version(matter, ground.document, two.id)
    read = matter.read().versions
    assert [v.number for v in read.list(ground.document)] == [1, 2, 3, 4]
    assert [v.number for v in read.chain(four.id)] == [4, 2, 1]
    assert [v.number for v in read.chain(three.id)] == [3, 1]
    with pytest.raises(NotFound, match="There is no version 99"):
        read.chain(99)


def test_a_version_gives_back_its_parts_and_keys_in_order(matter: Matter, ground: Ground) -> None:
    parts = [StoredPart(f"word/{n}.xml", json.dumps({"n": n}), bytes([n]) * n) for n in (3, 1, 2, 0)]
    keys = ["p9", "p1", "", "表-1"]

    def work(tx: Tx) -> int:
        made = tx.versions.add(ground.document, ground.version, "hand_edit", "anna", "note", "t", keys, parts)
        tx.act("anna", "version_made", f"version {made.id}")
        return made.id

    version = matter.write(work)
    assert [(p.name, p.header, p.data) for p in matter.read().versions.parts(version)] == [
        (p.name, p.header, p.data) for p in parts
    ]
    assert matter.read().versions.keys(version) == keys


def test_a_hundred_versions_cost_little_more_than_their_changed_parts(
    matter: Matter, matter_path: Path
) -> None:
    noise = random.Random(1)
    fixed = [
        StoredPart(f"word/media/{n}.png", '{"method": 0}' * 20, noise.randbytes(40_000)) for n in range(20)
    ]
    changed = 4000  # bytes of the part that changes, in each version

    def first(tx: Tx) -> int:
        document = tx.documents.add("A", "a.docx", b"small")
        tx.act("anna", "document_imported", "document")
        return document.id

    document = matter.write(first)

    def work(tx: Tx) -> None:
        body = StoredPart("word/document.xml", "{}", noise.randbytes(changed))
        tx.versions.add(document, None, "accept", "anna", "", "", ["p1"], [body, *fixed])
        tx.act("anna", "version_made", "version")

    matter.write(work)
    one = matter_path.stat().st_size
    for _ in range(99):
        matter.write(work)
    assert matter_path.stat().st_size - one < 99 * (changed + 3000)
    assert len(matter.read().versions.parts(1)) == 21
    assert matter.read().versions.parts(100)[20].data == fixed[19].data


def test_a_version_of_another_document_is_no_head_and_no_parent(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> int:
        other = tx.documents.add("Other", "other.docx", b"other")
        tx.act("anna", "document_imported", "document")
        return other.id

    other = matter.write(work)
    branch = matter.read().documents.get(other).current_branch
    with pytest.raises(NotFound):
        move(matter, branch, ground.version, "accept")
    with pytest.raises(NotFound):
        add_version(matter, other, ground.version)
    with pytest.raises(NotFound):
        matter.write(lambda tx: tx.documents.set_current_branch(other, ground.branch))


def test_redo_follows_what_was_undone_and_ends_with_new_work(matter: Matter, ground: Ground) -> None:
    one, branch, redo = ground.version, ground.branch, matter.read().documents.redo_version
    two = add_version(matter, ground.document, one).id
    move(matter, branch, two, "accept")
    three = add_version(matter, ground.document, two).id
    move(matter, branch, three, "accept")
    assert redo(branch) is None
    move(matter, branch, two, "undo")
    assert redo(branch) == three
    move(matter, branch, one, "undo")
    assert redo(branch) == two
    assert matter.read().documents.head(ground.document).id == one
    move(matter, branch, two, "redo")
    assert redo(branch) == three
    four = add_version(matter, ground.document, two).id
    move(matter, branch, four, "accept")
    assert redo(branch) is None
    move(matter, branch, two, "undo")
    assert redo(branch) == four
    moves = matter.read().documents.head_moves(branch)
    assert [m.kind for m in moves] == ["import", "accept", "accept", "undo", "undo", "redo", "accept", "undo"]
    assert (moves[0].from_version, moves[0].to_version) == (0, one)
    assert (moves[-1].from_version, moves[-1].to_version) == (four, two)


def test_a_branch_has_a_head_of_its_own(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> int:
        branch = tx.documents.add_branch(ground.document, "counter-offer", ground.version)
        made = tx.versions.add(ground.document, ground.version, "accept", "anna", "", "", [], [])
        tx.documents.set_head(branch.id, made.id, "accept")
        tx.act("anna", "branch_made", f"branch {branch.id}")
        return branch.id

    branch = matter.write(work)
    read = matter.read().documents
    assert read.head(ground.document).number == 1
    assert [b.name for b in read.branches(ground.document)] == ["main", "counter-offer"]

    def change(tx: Tx) -> None:
        tx.documents.set_current_branch(ground.document, branch)
        tx.act("anna", "branch_chosen", f"branch {branch}")

    matter.write(change)
    assert read.head(ground.document).number == 2


@pytest.mark.parametrize(
    "data",
    [b"", b"a", b"text " * 9000, random.Random(2).randbytes(70_000)],
    ids=["none", "one", "text", "noise"],
)
def test_bytes_come_back_as_they_were_and_take_no_more_room(matter: Matter, data: bytes) -> None:
    def work(tx: Tx) -> str:
        assert tx.blobs.put(data) == tx.blobs.put(data)
        tx.act("anna", "stored", "bytes")
        return tx.blobs.put(data)

    sha256 = matter.write(work)
    read = matter.read()
    assert read.blobs.get(sha256) == data
    assert read.blobs.has(sha256)
    row = read.connection.row("SELECT length(bytes), size FROM blobs WHERE sha256 = ?", (sha256,))
    assert row is not None
    assert row[0] <= len(data) == row[1]
    with pytest.raises(NotFound):
        read.blobs.get("0" * 64)


@pytest.mark.parametrize("change", ["X'00'", "substr(bytes, 1, 20)", "zeroblob(length(bytes))"])
def test_bytes_that_no_longer_fit_their_hash_are_damage(
    matter: Matter, matter_path: Path, change: str
) -> None:
    def work(tx: Tx) -> list[str]:
        tx.act("anna", "stored", "bytes")
        return [tx.blobs.put(b"text " * 900), tx.blobs.put(random.Random(3).randbytes(500))]

    hashes = matter.write(work)
    matter.close()
    with sqlite3.connect(matter_path) as raw:
        raw.execute("DROP TRIGGER blobs_is_final")
        raw.execute(f"UPDATE blobs SET bytes = {change}")
    raw.close()
    with Matter.open(matter_path, read_only=True) as damaged:
        for sha256 in hashes:
            with pytest.raises(MatterDamaged, match=sha256[:12]):
                damaged.read().blobs.get(sha256)
