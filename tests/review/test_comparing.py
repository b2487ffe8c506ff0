"""The redline that is shown: joining its pieces gives the old text, or the new one."""

import random
from pathlib import Path

from lexdesk.review.comparing import RedlineParagraph, redline
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, InsertBefore, ReplaceParagraph, ReplaceText
from tests.review.desks import LAWYER, Desk, open_desk, word_file
from tests.review.test_advisories import tracked_file


def old_text(paragraph: RedlineParagraph) -> str:
    return "".join(
        p.text
        for p in paragraph.pieces
        if (p.source.current is not None and p.change_id[:5] != "edit:")
        or (p.change == "del" and p.change_id[:5] == "edit:")
    )


def new_text(paragraph: RedlineParagraph) -> str:
    return "".join(p.text for p in paragraph.pieces if p.change != "del")


def test_staged_edits_are_drawn_over_the_head(desk: Desk) -> None:
    change = desk.stage(ReplaceText("accurate books", "good books"))
    gone = desk.stage(DeleteParagraphs((desk.key("4.2"),)))
    new = desk.stage(
        [InsertAfter(desk.key("16.1"), "16.2 A.\n16.3 B."), InsertBefore(desk.key("9.3"), "9.2 C.")]
    )
    shown = desk.review.redline(desk.document_id)
    by_key = {p.key: p for p in shown}
    pieces = [(p.text, p.change, p.change_id) for p in by_key[desk.key("12.6")].pieces]
    assert pieces == [
        ("12.6 The Supplier shall keep ", "", ""),
        ("accurate", "del", f"edit:{change.id}"),
        ("good", "ins", f"edit:{change.id}"),
        (" books.", "", ""),
    ]
    deleted = by_key[desk.key("4.2")]
    assert (deleted.mark_change, deleted.change_ids) == ("del", (f"edit:{gone.id}",))
    assert {p.change for p in deleted.pieces} == {"del"}
    assert [new_text(p) for p in shown if f"edit:{new.id}" in p.change_ids] == [
        "9.2 C.",
        "16.2 A.",
        "16.3 B.",
    ]
    assert [p.mark_change for p in shown if f"edit:{new.id}" in p.change_ids] == ["ins"] * 3
    version = desk.accept(change, gone, new)
    assert [new_text(p) for p in shown if p.mark_change != "del"] == desk.texts(version.id)
    after = {p.key: p for p in desk.review.redline(desk.document_id)}
    assert all(name.startswith("rev:") for p in after.values() for name in p.change_ids)


def test_tracked_changes_of_the_file_keep_their_own_names(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "t.lexmatter", tracked_file())
    edit = desk.stage(ReplaceText("due at once", "due on demand"))
    (shown,) = desk.review.redline(desk.document_id)
    assert [(p.text, p.change, p.change_id) for p in shown.pieces] == [
        ("The fee is due ", "", ""),
        ("at once", "del", f"edit:{edit.id}"),
        ("on demand", "ins", f"edit:{edit.id}"),
        (" in full.", "", ""),
    ]
    desk.review.reject([edit.id], LAWYER)
    (plain,) = desk.review.redline(desk.document_id)
    assert [(p.change, p.change_id) for p in plain.pieces] == [("", ""), ("ins", "rev:r1"), ("", "")]
    desk.matter.close()


def test_random_rewrites_show_both_texts(tmp_path: Path) -> None:
    rng = random.Random(5)
    text = "The Supplier shall deliver the goods within ten days and invoice each month in arrear."
    desk = open_desk(tmp_path / "r.lexmatter", word_file([text]))
    words = text.split()
    for _ in range(25):
        other = [w for w in words if rng.random() > 0.2]
        other.insert(rng.randrange(len(other) + 1), rng.choice(["not", "promptly", "30"]))
        edit = desk.stage(ReplaceParagraph(desk.structure.blocks[0].key, " ".join(other)))
        (shown,) = redline(desk.structure, [edit])
        assert old_text(shown) == text
        assert new_text(shown) == " ".join(other)
    desk.matter.close()


def test_an_edit_that_does_not_fit_the_version_is_not_drawn(desk: Desk) -> None:
    stale = desk.stage(ReplaceText("accurate books", "good books"))
    desk.accept(desk.stage(ReplaceText("accurate books", "fine books")))
    assert stale.id in {row.id for row in desk.matter.read().edits.list(state="staged")}
    names = {name for p in desk.review.redline(desk.document_id) for name in p.change_ids}
    assert f"edit:{stale.id}" not in names
