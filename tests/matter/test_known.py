"""A cut tail shows against what was last seen here; risky places are named before work begins."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from lexdesk.app import Application
from lexdesk.matter import Matter, surroundings
from lexdesk.matter.known import KnownHeads
from lexdesk.matter.rescue import rescue
from lexdesk.matter.taking import NoCommonAncestor, common_rows
from lexdesk.settings import Places


def note(path: Path, text: str) -> None:
    with Matter.open(path) as matter:
        matter.write(lambda tx: tx.act("anna", "noted", text))


@pytest.fixture
def application(tmp_path: Path) -> Application:
    return Application(Places(tmp_path / "config", tmp_path / "cache", tmp_path / "state"))


def test_a_tail_cut_off_is_named_with_its_rows(application: Application, tmp_path: Path) -> None:
    path = tmp_path / "a.lexmatter"
    application.new_desk(path, "A").close()
    shutil.copyfile(path, tmp_path / "old.lexmatter")
    for number in range(3):
        note(path, str(number))
    with application.open_desk(path) as desk:
        assert desk.custody_warnings == ()
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER audit_stays")
        raw.execute("DELETE FROM audit WHERE seq > (SELECT max(seq) - 2 FROM audit)")
    raw.close()
    with application.open_desk(path) as desk:
        (said,) = desk.custody_warnings
    assert "2 rows are missing at its end" in said


def test_another_copy_of_the_matter_is_named(application: Application, tmp_path: Path) -> None:
    path, other = tmp_path / "a.lexmatter", tmp_path / "b.lexmatter"
    application.new_desk(path, "A").close()
    shutil.copyfile(path, other)
    note(path, "here")
    application.open_desk(path).close()
    note(other, "there")
    note(other, "there again")
    with application.open_desk(other) as desk:
        assert "another copy" in desk.custody_warnings[0]


def test_a_rescued_matter_does_not_make_the_original_look_cut(
    application: Application, tmp_path: Path
) -> None:
    path, rescued = tmp_path / "a.lexmatter", tmp_path / "b.lexmatter"
    application.new_desk(path, "A").close()
    application.open_desk(path).close()
    assert "a matter of its own" in " ".join(rescue(path, rescued, "anna").lines())
    for number in range(3):
        note(rescued, str(number))
    for one in (rescued, path, rescued):
        with application.open_desk(one) as desk:
            assert desk.custody_warnings == ()
    with (
        Matter.open(path) as matter,
        Matter.open(rescued, read_only=True) as other,
        pytest.raises(NoCommonAncestor),
    ):
        common_rows(matter.read(), other.read())


def test_an_unreadable_list_of_heads_says_nothing_and_is_made_anew(tmp_path: Path, matter: Matter) -> None:
    path = tmp_path / "heads.json"
    for content in (b"", b"\xff\xfe", b"[]", b'{"x": 3}'):
        path.write_bytes(content)
        assert KnownHeads(path).compare(matter.read()) == ""
    KnownHeads(path).remember(matter.read())
    assert KnownHeads(path).compare(matter.read()) == ""
    KnownHeads(tmp_path / "heads.json" / "below a file").remember(matter.read())


@pytest.mark.parametrize(
    ("folder", "named"),
    [
        ("Dropbox", True),
        ("OneDrive - Brown LLP", True),
        ("Google Drive", True),
        ("坚果云", True),
        ("Dropbox contracts", False),
        ("Matters", False),
    ],
)
def test_a_folder_that_a_program_copies_is_named(tmp_path: Path, folder: str, named: bool) -> None:
    path = tmp_path / folder / "client" / "a.lexmatter"
    path.parent.mkdir(parents=True)
    assert (folder in surroundings.risk(path)) == named


def test_a_share_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    share = tmp_path / "the share"
    share.mkdir()
    point = str(share).replace(" ", "\\040")
    mounts.write_text(
        "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"
        f"40 22 0:44 / {point} rw,relatime shared:1 - cifs //server/share rw\n"
    )
    monkeypatch.setattr(surroundings, "MOUNTS", mounts)
    assert "network share (cifs)" in surroundings.risk(share / "a.lexmatter")
    assert surroundings.risk(tmp_path / "a.lexmatter") == ""


def test_a_damaged_matter_names_the_last_backup_and_the_rescue(
    application: Application, tmp_path: Path
) -> None:
    path = tmp_path / "a.lexmatter"
    with application.new_desk(path, "A") as desk:
        made = desk.back_up()
    assert made is not None
    content = bytearray(path.read_bytes())
    for page in range(8, len(content) // 4096, 3):
        content[page * 4096 : page * 4096 + 64] = bytes(range(64))
    path.write_bytes(content)
    with pytest.raises(Exception, match="damaged") as caught:
        application.open_desk(path)
    assert made.path.name in caught.value.next_step  # type: ignore[attr-defined]
    assert "lexdesk rescue" in caught.value.next_step  # type: ignore[attr-defined]
