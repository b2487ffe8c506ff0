"""A colleague's continued copy comes back as branches; nothing here is written over. P1, P4, P7."""

from pathlib import Path

import pytest

from lexdesk.matter import taking
from lexdesk.matter.file import Matter
from lexdesk.matter.taking import NoCommonAncestor, NothingToTake
from lexdesk.review.packing import ArchiveBroken, pack
from lexdesk.review.proposal import ReplaceText
from lexdesk.review.review import Review
from lexdesk.review.sealed_handoff import seal, unseal
from lexdesk.review.verifying import unpack
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file

BO = "Bo Colleague"
PASSPHRASE = "lantern orbit velvet tundra"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = open_desk(tmp_path / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    desk.accept(desk.stage(ReplaceText("accurate books", "good books"), "Say good books."))
    desk.stage(ReplaceText("without notice", "without written notice"), "Written.")

    def chat(tx):  # type: ignore[no-untyped-def]
        row = tx.chats.add("Main", "main")
        tx.chats.add_message(row.id, "user", "Before the copy.")
        tx.act(LAWYER, "chat", "Main")

    desk.matter.write(chat)
    return desk


def copy_for_bo(desk: Desk, folder: Path) -> Path:
    pack(desk.matter, folder / "out.zip", LAWYER, overwrite=True)
    path, _ = unpack(folder / "out.zip", folder / "bo.lexmatter", BO)
    return path


def work_of_bo(path: Path) -> None:
    """An accepted edit, a decision on an edit that waits here too, a chat that goes on with a pin."""
    with Matter.open(path) as matter:
        bo = Desk(matter, Review(matter), 1)
        edit = bo.stage(ReplaceText("forty-five (45)", "sixty (60)"), "Sixty days.")
        bo.accept(edit)
        bo.review.show_advisories(2, BO)
        bo.review.accept([2], BO)

        def chat(tx):  # type: ignore[no-untyped-def]
            place = tx.passages.add_version_passage(bo.head.id, "p5", "paragraph", 0, 10, "4.1", "4.1 The Cu")
            run = tx.runs.start(1, "Ask", "guided", "scripted", 1, bo.head.id)
            call = tx.tools.start(run.id, "find_text", "{}", "{}")
            tx.tools.finish(call, "ok", "the whole output of Bo's look-up " * 100)
            tx.runs.finish(run.id, "done")
            pin = tx.pins.register(1, run.id, place.id)
            tx.chats.add_message(1, "assistant", f"It says so [[pin_{pin.id}]].", run.id)
            tx.act(BO, "chat", "Main")

        matter.write(chat)


def work_here(desk: Desk) -> None:
    desk.accept(
        desk.stage(ReplaceText("thirty (30) days of receipt", "ten (10) days of receipt"), "Ten days.")
    )

    def chat(tx):  # type: ignore[no-untyped-def]
        place = tx.passages.add_version_passage(desk.head.id, "p6", "paragraph", 0, 5, "4.2", "4.2 T")
        pin = tx.pins.register(1, None, place.id)
        tx.chats.add_message(1, "assistant", f"Here [[pin_{pin.id}]].")
        tx.act(LAWYER, "chat", "Main")

    desk.matter.write(chat)


def everything(desk: Desk) -> dict[str, list[tuple[object, ...]]]:
    connection = desk.matter.read().connection
    names = [row[0] for row in connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    plain = [
        n for n in names if not n.startswith(("passage_words", "passage_characters", "sqlite_", "taken"))
    ]
    return {name: connection.rows(f"SELECT * FROM {name}") for name in plain}


def test_the_colleagues_work_comes_in_beside_ours(desk: Desk, tmp_path: Path) -> None:
    theirs = copy_for_bo(desk, tmp_path)
    work_of_bo(theirs)
    work_here(desk)
    before, texts = everything(desk), desk.texts()
    taken = desk.review.take_back(theirs, LAWYER)

    after = everything(desk)
    for table, rows in before.items():
        assert set(rows) <= set(after[table]), f"{table}: something of ours was changed"
    assert desk.texts() == texts
    assert taken.branches == ("main (Bo Colleague)",)
    assert taken.chats == ("Main (Bo Colleague)",)
    assert taken.count("versions") == 2
    assert any("Edit 2 was decided over there" in line for line in taken.conflicts)
    reader = desk.matter.read()
    assert reader.audit.verify() == []
    assert not reader.connection.rows("PRAGMA foreign_key_check")
    last = reader.audit.rows(reader.audit.head()[0] - 1)[-1]
    assert (last.act, last.actor) == ("handoff.taken_back", LAWYER)

    desk.review.switch(1, taken.branches[0], LAWYER)
    assert any("sixty (60)" in text for text in desk.texts())
    assert any("without written notice" in text for text in desk.texts())
    assert not any("ten (10) days of receipt" in text for text in desk.texts())
    hunks = desk.review.lineage.history(desk.head.id)
    assert [(h.change.source, h.change.decided_by) for h in hunks if "sixty" in h.change.added] == [
        ("apply_time", LAWYER)
    ]

    chat = next(row for row in reader.chats.list() if row.title == taken.chats[0])
    (message,) = reader.chats.messages(chat.id)
    (run,) = reader.connection.rows("SELECT id FROM runs WHERE chat_id = ?", (chat.id,))
    (pin,) = reader.connection.rows("SELECT id, passage_id FROM pins WHERE chat_id = ?", (chat.id,))
    assert message.text == f"It says so [[pin_{pin[0]}]]."
    assert reader.passages.get(pin[1]).text == "4.1 The Cu"
    (result,) = reader.connection.rows("SELECT output FROM tool_results WHERE run_id = ?", (run[0],))
    assert result[0] == "the whole output of Bo's look-up " * 100


def test_their_chain_is_kept_whole(desk: Desk, tmp_path: Path) -> None:
    theirs = copy_for_bo(desk, tmp_path)
    work_of_bo(theirs)
    taken = desk.review.take_back(theirs, LAWYER)
    with Matter.open(theirs, read_only=True) as matter:
        rows = [vars(row) for row in matter.read().audit.rows(taken.common_rows)]
    kept = desk.matter.read().connection.rows(
        "SELECT seq, at, actor, act, subject, detail, prev_hash, hash FROM taken_audit ORDER BY seq"
    )
    assert kept == [tuple(row.values()) for row in rows]
    assert kept[-1][-1] == taken.head


def test_taking_back_twice_takes_only_what_is_new(desk: Desk, tmp_path: Path) -> None:
    theirs = copy_for_bo(desk, tmp_path)
    work_of_bo(theirs)
    desk.review.take_back(theirs, LAWYER)
    with pytest.raises(NothingToTake):
        desk.review.take_back(theirs, LAWYER)
    with Matter.open(theirs) as matter:
        bo = Desk(matter, Review(matter), 1)
        bo.accept(bo.stage(ReplaceText("sixty (60)", "ninety (90)"), "Ninety."))
    taken = desk.review.take_back(theirs, LAWYER)
    assert taken.count("versions") == 1
    assert taken.count("messages") == 0
    assert taken.branches == ("main (Bo Colleague)",)  # nobody had gone on on it: it goes on too
    desk.review.switch(1, taken.branches[0], LAWYER)
    assert any("ninety (90)" in text for text in desk.texts())
    desk.accept(desk.stage(ReplaceText("ninety (90)", "eighty (80)"), "Eighty."))
    with Matter.open(theirs) as matter:
        bo = Desk(matter, Review(matter), 1)
        bo.accept(bo.stage(ReplaceText("good books", "true books"), "True."))
    taken = desk.review.take_back(theirs, LAWYER)
    assert taken.branches == ("main (Bo Colleague 2)",)  # both went on: neither is written over
    assert any("eighty (80)" in text for text in desk.texts())
    assert not desk.matter.read().connection.rows("PRAGMA foreign_key_check")


def test_an_archive_and_later_the_file_it_was_packed_from_bring_nothing_twice(
    desk: Desk, tmp_path: Path
) -> None:
    """The archive's chain ends with a row of the packing that the colleague's own file does not have."""
    theirs, back = copy_for_bo(desk, tmp_path), tmp_path / "back.zip"
    work_of_bo(theirs)
    with Matter.open(theirs) as matter:
        pack(matter, back, BO)
    desk.review.take_back(back, LAWYER)
    before = everything(desk)
    with pytest.raises(NothingToTake, match="taken back before"):
        desk.review.take_back(theirs, LAWYER)
    assert everything(desk) == before
    with Matter.open(theirs) as matter:
        bo = Desk(matter, Review(matter), 1)
        bo.accept(bo.stage(ReplaceText("sixty (60)", "ninety (90)"), "Ninety."))
        pack(matter, back, BO, overwrite=True)
    taken = desk.review.take_back(back, LAWYER)
    assert taken.count("versions") == 1
    assert taken.count("messages") == 0
    assert not desk.matter.read().connection.rows("PRAGMA foreign_key_check")


def test_a_copy_on_which_nothing_was_done_and_another_matter_are_refused(desk: Desk, tmp_path: Path) -> None:
    theirs = copy_for_bo(desk, tmp_path)
    before = everything(desk)
    with pytest.raises(NothingToTake, match="Nothing was done"):
        desk.review.take_back(theirs, LAWYER)
    other = open_desk(tmp_path / "other.lexmatter", word_file(AGREEMENT), "draft.docx")
    other.matter.close()
    with pytest.raises(NoCommonAncestor, match="another matter"):
        desk.review.take_back(tmp_path / "other.lexmatter", LAWYER)
    assert everything(desk) == before


def test_it_comes_back_sealed_and_a_broken_archive_is_refused(desk: Desk, tmp_path: Path) -> None:
    seal(desk.matter, tmp_path / "out.lexsealed", PASSPHRASE, LAWYER)
    path = unseal(
        tmp_path / "out.lexsealed", tmp_path / "bo.lexmatter", PASSPHRASE, BO, keep_sealed=True
    ).path
    with Matter.open(path, passphrase=PASSPHRASE) as matter:
        bo = Desk(matter, Review(matter), 1)
        bo.accept(bo.stage(ReplaceText("forty-five (45)", "sixty (60)"), "Sixty days."))
        seal(matter, tmp_path / "back.lexsealed", PASSPHRASE, BO)
    plain = tmp_path / "plain.zip"
    bad = tmp_path / "bad.zip"
    (tmp_path / "x").mkdir()
    with Matter.open(copy_for_bo(desk, tmp_path / "x")) as matter:
        other = Desk(matter, Review(matter), 1)
        other.accept(other.stage(ReplaceText("forty-five (45)", "seven (7)"), "Seven."))
        pack(matter, plain, BO)
    content = bytearray(plain.read_bytes())
    content[len(content) // 2] ^= 1
    bad.write_bytes(content)
    with pytest.raises(ArchiveBroken):
        desk.review.take_back(bad, LAWYER)
    taken = desk.review.take_back(tmp_path / "back.lexsealed", LAWYER, PASSPHRASE)
    assert taken.count("versions") == 1
    again = desk.review.take_back(plain, LAWYER)
    assert again.count("versions") == 1
    assert len({*taken.branches, *again.branches}) == 2


def test_a_read_only_matter_takes_nothing(desk: Desk, tmp_path: Path) -> None:
    theirs = copy_for_bo(desk, tmp_path)
    work_of_bo(theirs)
    path = desk.matter.path
    desk.matter.close()
    with Matter.open(path, read_only=True) as matter, pytest.raises(Exception, match="reading only"):
        Review(matter).take_back(theirs, LAWYER)


def test_every_table_of_the_file_is_taken_in_or_left_out_on_purpose(desk: Desk) -> None:
    connection = desk.matter.read().connection
    names = {row[0] for row in connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    virtual = ("passage_words", "passage_characters", "sqlite_")
    plain = {name for name in names if not name.startswith(virtual)}
    assert plain == set(taking.ORDER) | taking.LEFT
