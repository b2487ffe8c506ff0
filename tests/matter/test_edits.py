"""Edits with packets, advisories and decisions; change records."""

import json
from dataclasses import replace

import pytest

from lexdesk.matter import Matter, NotFound, RecordRefused, Tx
from lexdesk.matter.records import ChangeRow, EditOpRow, EditRow, PacketItemRow, PacketRow, PlaceRow
from tests.matter.conftest import Ground

OPS = (
    EditOpRow(1, "replace", "p1", 10, 16, "thirty", "forty-five", "0" * 64, "", "12.7"),
    EditOpRow(2, "insert_after", "p2", 0, 0, "", "第三款", "1" * 64, "p2+1", "12.8"),
)


def stage(matter: Matter, ground: Ground, document: int | None = None) -> EditRow:
    def work(tx: Tx) -> EditRow:
        edit = tx.edits.add(
            document or ground.document, ground.version, ground.run, ground.chat, "replace", "12.7", "Fees",
            "Because.", "model: starter", OPS,
        )  # fmt: skip
        tx.act("LexDesk", "edit_staged", f"edit {edit.id}")
        return edit

    return matter.write(work)


def test_an_edit_comes_back_as_it_was_staged(matter: Matter, ground: Ground) -> None:
    edit = stage(matter, ground)
    assert edit.ops == OPS
    assert (edit.state, edit.section_label, edit.explanation) == ("staged", "12.7", "Because.")
    assert matter.read().edits.get(edit.id) == edit
    with pytest.raises(NotFound, match=r"There is no edit 7\."):
        matter.read().edits.get(7)


def test_edits_are_listed_by_document_and_state(matter: Matter, ground: Ground) -> None:
    first, second = stage(matter, ground), stage(matter, ground)

    def work(tx: Tx) -> None:
        tx.edits.set_state(second.id, "rejected")
        tx.act("anna", "edit_rejected", f"edit {second.id}")

    matter.write(work)
    read = matter.read().edits
    assert [e.id for e in read.list()] == [first.id, second.id]
    assert [e.id for e in read.list(ground.document, "staged")] == [first.id]
    assert [e.id for e in read.list(state="rejected")] == [second.id]
    assert read.list(ground.document + 1) == []


def test_only_the_state_of_an_edit_changes(matter: Matter, ground: Ground) -> None:
    stage(matter, ground)
    for column in ("explanation", "section_label", "created_by"):
        with pytest.raises(RecordRefused):
            matter.write(lambda tx, column=column: tx.connection.run(f"UPDATE edits SET {column} = 'x'"))
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.connection.run("UPDATE edit_ops SET new_text = 'x'"))


def test_a_packet_is_frozen_once(matter: Matter, ground: Ground) -> None:
    edit = stage(matter, ground)

    def work(tx: Tx) -> PacketRow:
        passage = tx.passages.add_version_passage(ground.version, "p9", "paragraph", 0, 4, "9.3", "text")
        tool = tx.tools.start(ground.run, "get_cross_references", "{}", "{}")
        tx.tools.finish(tool, "ok", "14.2")
        items = (
            PacketItemRow(1, "clause_reviewed", "9.3", "text", "shown_to_model", passage.id, None, "{}"),
            PacketItemRow(2, "check", "14.2", "refers to 12.7", "found_by_code", None, tool, '{"found":2}'),
        )
        packet = PacketRow(
            edit.id, "Delete it", ground.run, ground.chat, "starter", "0" * 64, "2026-03-01", items
        )
        tx.packets.freeze(packet)
        tx.act("LexDesk", "packet_frozen", f"edit {edit.id}")
        return packet

    packet = matter.write(work)
    assert matter.read().packets.get(edit.id) == packet
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.packets.freeze(replace(packet, instruction="other")))
    with pytest.raises(NotFound):
        matter.read().packets.get(99)


def test_p1_a_decision_records_which_advisories_were_shown(matter: Matter, ground: Ground) -> None:
    edit, other = stage(matter, ground), stage(matter, ground)
    place = PlaceRow(1, "p4", "14.2", 3, 15, "Section 12.7")

    def warn(tx: Tx) -> list[int]:
        made = [
            tx.advisories.add(
                edit_id,
                "xref_dangling",
                "warning",
                "14.2 dangles.",
                {"label": "12.7"},
                "references",
                1,
                [place],
            ).id
            for edit_id in (edit.id, edit.id, other.id)
        ]
        assert tx.advisories.mark_shown(made[1:], "anna") == 2
        assert tx.advisories.mark_shown(made[1:], "anna") == 0
        tx.act("anna", "advisories_shown", f"edit {edit.id}", ids=made[1:])
        return made

    first, second, third = matter.write(warn)
    read = matter.read()
    assert [a.id for a in read.advisories.of_edit(edit.id)] == [first, second]
    assert read.advisories.of_edit(edit.id)[0].places == (place,)
    assert json.loads(read.advisories.of_edit(edit.id)[0].details) == {"label": "12.7"}
    assert read.advisories.shown(edit.id) == {second}
    assert read.advisories.shown(other.id) == {third}

    def decide(tx: Tx) -> None:
        tx.decisions.add(edit.id, "accept", "anna", "agreed", ground.version, [second])
        tx.decisions.add(other.id, "reject", "ben")
        tx.act("anna", "decided", f"edit {edit.id}")

    matter.write(decide)
    (decision,) = matter.read().decisions.of_edit(edit.id)
    assert (decision.action, decision.decided_by, decision.comment, decision.version_id) == (
        "accept", "anna", "agreed", ground.version,
    )  # fmt: skip
    assert decision.shown_advisories == (second,)
    assert [d.action for d in matter.read().decisions.list(ground.document)] == ["accept", "reject"]
    assert matter.read().decisions.list(ground.document + 1) == []


def test_change_records_are_found_by_version_paragraph_and_id(matter: Matter, ground: Ground) -> None:
    change = ChangeRow(
        0, ground.document, ground.version, 0, 2, "p1", "s1", "12.7", "Fees", "replace", "thirty",
        "forty-five", "Because.", "Change it", "anna", "anna", "", ground.run, None, "apply_time", "high",
    )  # fmt: skip

    def work(tx: Tx) -> list[ChangeRow]:
        tx.act("anna", "changed", "version")
        return [tx.changes.add(change), tx.changes.add(replace(change, seq=1, paragraph_key="p2"))]

    one, two = matter.write(work)
    read = matter.read().changes
    assert one.id
    assert one.at
    assert read.get(one.id) == one
    assert read.of_version(ground.version) == [two, one]  # by place in the version, not by time
    assert read.of_document(ground.document) == [one, two]
    assert read.of_key(ground.document, "p2") == [two]
    assert read.of_key(ground.document, "p3") == []
    with pytest.raises(NotFound, match="change record 9"):
        read.get(9)
