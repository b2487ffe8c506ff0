"""The desk's questions about the past, on a real matter: tree, comparison, lineage, rounds, hand edits."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.resources import resources
from lexdesk.review.proposal import MoveClause, ReplaceText
from tests.assistant.obliging import obliging

SAMPLE = resources() / "sample" / "supply-agreement.docx"


@pytest.fixture
def desk(matter_path: Path) -> Iterator[Desk]:
    """The sample agreement, version 1."""
    with Desk(Matter.create(matter_path, name="Kilnbrook", author="Ada Brook"), obliging) as made:
        made.import_document(SAMPLE)
        yield made


def key_of(desk: Desk, words: str) -> str:
    """The paragraph of the head that holds these words."""
    head = desk.matter.read().documents.head(1)
    return next(block.key for block in desk.structures.of(head.id).blocks if words in block.text)


def by_hand(desk: Desk, words: str, instead: str) -> None:
    """A hand edit of the paragraph that holds the words."""
    key = key_of(desk, words)
    old = desk.paragraph_text(1, key)
    assert desk.hand_edit(1, key, old, old.replace(words, instead)).version_number


def accepted(desk: Desk, old: str, new: str, instruction: str) -> int:
    """An edit staged, shown and accepted; its id."""
    head = desk.matter.read().documents.head(1)
    row = desk.review.stage(
        ReplaceText(old, new),
        document_id=1,
        version_id=head.id,
        instruction=instruction,
        created_by="Ada Brook",
    )
    desk.show_advisories(row.id)
    desk.accept([row.id])
    return row.id


def test_the_tree_tells_branches_heads_undone_versions_and_names(desk: Desk) -> None:
    by_hand(desk, "forty-eight (48) hours", "seventy-two (72) hours")
    by_hand(desk, "once in each Contract Year", "twice in each Contract Year")
    desk.undo(1)
    first, second, undone = desk.version_tree(1).versions
    assert (undone.undone, undone.on_chain, second.is_head, second.heads) == (True, False, True, ("main",))
    assert (first.changed, second.changed) == (0, 1)
    desk.branch(1, first.id, "client")
    desk.name_version(second.id, "sent to client")
    tree = desk.version_tree(1)
    assert [(one.name, one.head_number, one.current) for one in tree.branches] == [
        ("main", 2, False),
        ("client", 4, True),
    ]
    assert tree.versions[1].name == "sent to client"
    assert not tree.versions[1].on_chain
    assert not tree.versions[1].undone, "another branch ends there"
    desk.name_version(second.id, "")
    assert desk.version_tree(1).versions[1].name == ""
    acts = [row.act for row in desk.audit_rows(0, None)]
    assert acts.count("version.name") == 2


def test_any_two_versions_compare_as_a_redline_with_their_records(desk: Desk) -> None:
    accepted(desk, "forty-eight (48) hours", "seventy-two (72) hours", "Give us three days")
    by_hand(desk, "once in each Contract Year", "twice in each Contract Year")
    one, two, three = [row.id for row in desk.versions(1)]
    found = desk.comparison(one, three)
    assert (found.from_number, found.to_number) == (1, 3)
    assert [(item.id, item.kind) for item in found.view.changes] == [
        ("net:1", "replace"),
        ("net:2", "replace"),
    ]
    once = next(card for card in found.cards if "twice" in card.added)
    days = next(card for card in found.cards if "seventy-two" in card.added)
    assert days.instruction == "Give us three days"
    assert once.instruction == ""
    marked = [
        (piece.change, piece.text)
        for paragraph in found.view.paragraphs
        for piece in paragraph.pieces
        if piece.change
    ]
    assert ("del", "once") in marked
    assert ("ins", "twice") in marked
    assert all(not item.id.startswith("rev:") for item in found.view.changes), (
        "the draft's own marks are settled"
    )
    back = desk.comparison(three, two)
    assert [card.added.count("once") for card in back.cards] == [1]


def test_a_moved_clause_is_gone_at_one_place_and_new_at_the_other(desk: Desk) -> None:
    head = desk.matter.read().documents.head(1)
    tree = desk.structures.of(head.id).tree
    row = desk.review.stage(
        MoveClause("5", "7"), document_id=1, version_id=head.id, instruction="Move it", created_by="Ada Brook"
    )
    desk.show_advisories(row.id)
    desk.accept([row.id])
    moved = [key for section in tree.find("5") for key in (section.first_block,)]
    one, two = [version.id for version in desk.versions(1)]
    found = desk.comparison(one, two)
    cards = [(card.removed, card.added) for card in found.cards]
    net = [(change.removed, change.added) for change in desk.review.lineage.net_diff(one, two)]
    assert sorted(cards) == sorted(pair for pair in net if any(pair))
    assert all(not (removed and added) for removed, added in cards), "a move rewrites nothing"
    keys = [item.paragraph_key for item in found.view.changes]
    assert keys.count(moved[0]) == 2


def test_p7_selected_words_name_the_act_and_the_packet(desk: Desk) -> None:
    edit = accepted(desk, "forty-eight (48) hours", "seventy-two (72) hours", "Give us three days")
    brought = desk.who_changed(1, "seventy-two (72) hours")
    assert brought.present
    assert brought.hunk is not None
    assert (brought.hunk.edit_id, brought.hunk.record) == (edit, "saved record")
    gone = desk.who_changed(1, "forty-eight (48) hours")
    assert (gone.present, gone.reason) == (False, "accepted_edit")
    old = desk.who_changed(1, "Confidential Information")
    assert old.present
    assert old.hunk is None
    with pytest.raises(LexDeskError, match="No words"):
        desk.who_changed(1, "  ")


def test_a_hand_edit_that_breaks_something_waits_with_its_warnings(desk: Desk) -> None:
    key = key_of(desk, "Return of Confidential Materials.")
    done = desk.hand_edit(1, key, desk.paragraph_text(1, key), "")
    assert done.version_number is None
    assert done.edit_id is not None
    assert {one.code for one in desk.edit_card(done.edit_id).advisories} >= {"xref_dangling"}
    with pytest.raises(LexDeskError):
        desk.hand_edit(1, key, "other words", "no")


def test_a_round_lists_what_came_back_in_silence(desk: Desk, tmp_path: Path) -> None:
    accepted(desk, "forty-eight (48) hours", "seventy-two (72) hours", "Give us three days")
    sent = tmp_path / "out.docx"
    desk.export(1, "clean", sent)
    desk.record_sent(1, sent, "Marl LLP", "2026-03-02")
    mark = desk.version_tree(1).versions[1].sent
    assert [(one.to, one.form) for one in mark] == [("Marl LLP", "clean")]
    assert desk.rounds(1)[0].returned_number is None
    head = desk.matter.read().documents.head(1)
    by_hand(desk, "once in each Contract Year", "twice in each Contract Year")
    back = tmp_path / "back.docx"
    desk.export(1, "clean", back)
    desk.undo(1)
    assert desk.matter.read().documents.head(1).id == head.id
    desk.import_version(1, back)
    (found,) = desk.rounds(1)
    assert found.returned_number == 4
    silent = [line for line in found.lines if line.fate == "theirs" and line.silent]
    assert [(line.removed, line.added) for line in silent] == [("once", "twice")]


def test_an_author_keeps_the_colour_once_given(desk: Desk) -> None:
    assert desk.author_places(["J. Marl", "Ada Brook"]) == {"J. Marl": 0, "Ada Brook": 1}
    rows = desk.audit_size()
    assert desk.author_places(["Zoe", "J. Marl"])["Zoe"] == 2
    assert desk.author_places(["Ada Brook"])["Ada Brook"] == 1
    assert desk.audit_size() == rows + 1


def test_summaries_hold_what_the_view_no_longer_shows(desk: Desk) -> None:
    edit = accepted(desk, "forty-eight (48) hours", "seventy-two (72) hours", "Give us three days")
    head = desk.matter.read().documents.head(1)
    other = desk.review.stage(
        ReplaceText("by the method in Part C", "by the way in Part C"),
        document_id=1,
        version_id=head.id,
        instruction="Twice",
        created_by="Ada Brook",
    )
    desk.reject([other.id], "not needed")
    rows = desk.edit_summaries(1)
    assert [(row.edit_id, row.state, row.reason) for row in rows] == [
        (edit, "accepted", "Give us three days"),
        (other.id, "rejected", "Twice"),
    ]
    (decision,) = desk.edit_card(other.id).decisions
    assert (decision.action, decision.comment, decision.by) == ("reject", "not needed", "Ada Brook")
    with pytest.raises(LexDeskError, match="No stored context"):
        desk.edit_context(edit)
    key = key_of(desk, "seventy-two (72) hours")
    label, hunks = desk.clause_history(1, key)
    assert (label, [hunk.edit_id for hunk in hunks]) == ("12.6", [edit])
