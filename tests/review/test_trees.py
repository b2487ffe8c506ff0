"""P7 and harness 18, 19 on random trees of versions: branches, reverts, hand edits, imports, undo and redo.

``LEXDESK_TREES=20 LEXDESK_TREE_ACTS=300`` runs that many trees of that many acts (two hundred versions).
"""

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexdesk.review.lineage import Hunk
from tests.review.desks import Desk, open_desk, word_file
from tests.review.trees import CLAUSES, KINDS, Act, Tree, apply, composed

TREES = int(os.environ.get("LEXDESK_TREES", "4"))
ACTS = int(os.environ.get("LEXDESK_TREE_ACTS", "25"))
WORDS = st.sampled_from(["alpha beta", "gamma", "delta fees", "books", "notice", "law"])
LISTS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 50), WORDS), min_size=ACTS // 2, max_size=ACTS
)


@settings(
    max_examples=TREES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
@given(acts=LISTS)
def test_p7_harness_18_and_19_random_trees_compose(
    tmp_path_factory: pytest.TempPathFactory, acts: list[Act]
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    desk = open_desk(folder / "tree.lexmatter", word_file(CLAUSES))
    Tree(desk).play(acts)
    every_version_is_recorded(desk)
    nothing_is_credited_to_the_wrong_edit(desk)
    any_two_versions_compose(desk, random.Random(len(acts)))
    assert desk.matter.read().audit.verify() == []
    desk.matter.close()


def every_version_is_recorded(desk: Desk) -> None:
    reader = desk.matter.read()
    texts = desk.review.lineage.texts(desk.document_id)
    for version in reader.versions.list(desk.document_id):
        blocks = desk.review.structures.of(version.id).blocks
        assert texts[version.id] == {b.key: b.text for b in blocks}
        rows = reader.changes.of_version(version.id)
        assert all(row.from_version == version.parent_id for row in rows)
        if version.kind in ("accept", "hand_edit"):
            assert rows
        if version.kind in ("revert", "branch"):
            assert rows == []
        if version.parent_id is not None:
            assert bool(rows) == (texts[version.id] != texts[version.parent_id]) or any(
                row.kind == "move" for row in rows
            )


def nothing_is_credited_to_the_wrong_edit(desk: Desk) -> None:
    reader = desk.matter.read()
    for version in reader.versions.list(desk.document_id):
        accepted = {d.edit_id for d in reader.decisions.of_version(version.id) if d.action == "accept"}
        for row in reader.changes.of_version(version.id):
            if row.edit_id is None:
                assert row.source == "line_diff"
                assert row.confidence == "medium"
                continue
            edit = reader.edits.get(row.edit_id)
            assert row.edit_id in accepted
            assert (row.source, row.confidence) == ("apply_time", "high")
            assert row.instruction == reader.packets.get(edit.id).instruction
            ops = [op for op in edit.ops if (op.new_key or op.paragraph_key) == row.paragraph_key]
            assert ops
            for op in ops:
                assert op.old_text in row.removed
                assert op.new_text in row.added


def any_two_versions_compose(desk: Desk, chance: random.Random) -> None:
    versions = [row.id for row in desk.matter.read().versions.list(desk.document_id)]
    pairs = [(chance.choice(versions), chance.choice(versions)) for _ in range(min(30, len(versions) * 2))]
    for first, second in pairs:
        wanted = {b.key: b.text for b in desk.review.structures.of(second).blocks}
        assert composed(desk, first, second) == wanted
        assert apply(desk, desk.texts(first), first, second) == desk.texts(second)
        there = {b.key: b.text for b in desk.review.structures.of(first).blocks}
        for change in desk.review.lineage.net_diff(first, second):
            behind: list[Hunk] = [*change.hunks, *change.without]
            assert behind, "a difference that no record explains"
            key = change.key_to or change.key_from
            assert {hunk.change.paragraph_key for hunk in behind} <= {change.key_from, change.key_to}
            assert there.get(key) != wanted.get(key) or any(h.change.kind == "move" for h in behind)
