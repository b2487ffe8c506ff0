"""The versions below the document: picture and list say the same, by mouse and by keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from lexdesk.assistant.history_views import TreeVersion, VersionTree
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.versions.layout import laid_out
from lexdesk.desktop.versions.pane import VersionsPane
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


@pytest.fixture
def versions(window: MainWindow, settle: Settle) -> VersionsPane:
    """The versions, open."""
    window.show_lower("versions")
    settle()
    return window.panes.middle.versions


def tree_of(parents: list[int | None], chain: set[int]) -> list[TreeVersion]:
    """Versions 1, 2, ... with these parents."""
    return [
        TreeVersion(n, n, p, "accept", "", "A", "", "", (), n in chain, n == max(chain), False, (), 1)
        for n, p in enumerate(parents, 1)
    ]


def test_no_two_lines_of_work_overlap_in_a_lane() -> None:
    versions = tree_of([None, 1, 2, 2, 4, 3, 1, 5, 7, 6], {1, 2, 3, 6, 10})
    nodes = {node.version.id: node for node in laid_out(versions)}
    assert all(nodes[one].lane == 0 for one in (1, 2, 3, 6, 10))
    assert nodes[4].lane == nodes[5].lane == nodes[8].lane == 1
    assert nodes[7].lane == nodes[9].lane == 2
    assert [nodes[number].column for number in range(1, 11)] == list(range(10))


def test_a_lane_is_used_again_when_its_line_has_ended() -> None:
    versions = tree_of([None, 1, 1, 2, 4, 4], {1, 2, 4, 5})
    nodes = {node.version.id: node for node in laid_out(versions)}
    assert (nodes[3].lane, nodes[6].lane) == (1, 1)


def test_picture_and_list_have_the_same_versions_and_one_current_one(
    versions: VersionsPane, settle: Settle
) -> None:
    ids = {node.version.id for node in versions.graph.nodes}
    assert ids == {int(line.target) for line in versions.table.lines()}
    rect = versions.graph.node_rect(4)
    QTest.mouseClick(versions.graph.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert versions.table.current() == "4"
    versions.table.setFocus()
    QTest.keyClick(versions.table, Qt.Key.Key_Down)
    assert versions.graph.current == 3


def test_the_picture_is_walked_by_arrows_and_speaks(versions: VersionsPane) -> None:
    graph = versions.graph
    graph.choose(6)
    graph.setFocus()
    QTest.keyClick(graph, Qt.Key.Key_Left)
    assert graph.current == 3, "the parent"
    QTest.keyClick(graph, Qt.Key.Key_Down)
    assert graph.current == 4, "the nearest line below"
    assert "Version 4" in graph.accessibleName()
    assert "head of client" in graph.accessibleName()
    QTest.keyClick(graph, Qt.Key.Key_Right)
    assert graph.current == 5
    assert "undone" in graph.accessibleName()
    QTest.keyClick(graph, Qt.Key.Key_Up)
    assert graph.current in (6, 3, 2)


def test_marks_tell_heads_sent_files_and_undone_versions(versions: VersionsPane) -> None:
    marks = {line.target: line.cells[5] for line in versions.table.lines()}
    assert marks["6"] == "head of main"
    assert "head of client" in marks["4"]
    assert "sent to Marl LLP" in marks["2"]
    assert marks["5"] == "undone"
    assert next(line for line in versions.table.lines() if line.target == "5").struck


def test_enter_shows_a_version_and_the_bar_leads_back(
    window: MainWindow, versions: VersionsPane, desk: FakeDesk, settle: Settle
) -> None:
    versions.table.choose("3")
    QTest.keyClick(versions.table, Qt.Key.Key_Return)
    settle()
    assert window.session.version_id == 3
    assert window.panes.document.state.isVisible()
    window.panes.document.state.button.click()
    settle()
    assert window.session.version_id is None
    assert not window.panes.document.state.isVisible()


def test_two_chosen_versions_are_compared_as_a_redline(
    window: MainWindow, versions: VersionsPane, desk: FakeDesk, settle: Settle
) -> None:
    versions.table.setFocus()
    versions.table.choose("2")
    QTest.keyClick(versions.table, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert versions.chosen() == [2, 3]
    versions.buttons["compare"].click()
    settle()
    assert ("comparison", 2, 3) in desk.calls
    assert [one.id for one in window.session.changes] == ["net:1"]
    window.deciding.step(1)
    settle()
    assert window.panes.evidence.card.card.instruction == "Make consent reasonable"
    assert not window.panes.document.accept.isEnabled()
    window.deciding.accept()
    settle()
    assert window.message.label.text().startswith(window.words("compare.nothing_to_decide"))
    assert not [call for call in desk.calls if call[0] == "accept"]
    window.commands.run("review.back_to_head")
    settle()
    assert len(window.session.changes) == 4


def test_one_chosen_version_is_compared_with_the_one_in_view(
    window: MainWindow, versions: VersionsPane, desk: FakeDesk, settle: Settle
) -> None:
    versions.table.choose("6")
    assert not versions.buttons["compare"].isEnabled(), "it is in view itself"
    versions.table.choose("4")
    versions._enable()
    versions.do("compare")
    settle()
    assert ("comparison", 4, 6) in desk.calls


def test_name_branch_switch_and_revert(
    window: MainWindow, versions: VersionsPane, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Client's list", True))
    versions.table.choose("2")
    versions._enable()
    versions.do("name")
    settle()
    assert ("name_version", 2, "Client's list") in desk.calls
    assert "Client's list" in next(line.cells[1] for line in versions.table.lines() if line.target == "2")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("fallback", True))
    versions.do("branch")
    settle()
    assert ("branch", 2, "fallback") in desk.calls
    versions.branches.setCurrentIndex(versions.branches.findData("client"))
    versions.branches.activated.emit(versions.branches.currentIndex())
    settle()
    assert ("switch", "client") in desk.calls
    window.session.revert(2)
    settle()
    assert ("revert", 2) in desk.calls


def test_what_a_version_changed_is_listed_in_the_history(
    window: MainWindow, versions: VersionsPane, settle: Settle
) -> None:
    versions.table.choose("3")
    versions._enable()
    versions.do("changed")
    settle()
    assert window.panes.middle.page == "history"
    assert window.panes.middle.lineage.sentence.text() == "What version 3 changed"
    assert len(window.panes.middle.lineage.table.lines()) == 1


def test_a_read_only_matter_offers_no_acts_on_versions(versions: VersionsPane) -> None:
    versions.show_tree(versions.tree, 6, True)
    versions.table.choose("3")
    versions._enable()
    assert [name for name, button in versions.buttons.items() if button.isEnabled()] == [
        "show",
        "changed",
        "compare",
    ]
    assert not versions.branches.isEnabled()


def test_a_thousand_versions_are_laid_out_and_found(versions: VersionsPane) -> None:
    parents: list[int | None] = [None, *(n if n % 10 else n - 3 for n in range(1, 1000))]
    chain: set[int] = set()
    one: int | None = 1000
    while one:
        chain.add(one)
        one = parents[one - 1]
    many = tree_of(parents, chain)
    versions.show_tree(VersionTree(1, tuple(replace(v) for v in many), ()), 1000, False)
    versions.graph.choose(1)
    assert versions.graph.viewport().rect().contains(versions.graph.node_rect(1).center())
    versions.graph.choose(1000)
    assert versions.graph.viewport().rect().contains(versions.graph.node_rect(1000).center())
    assert max(node.lane for node in versions.graph.nodes) < 4, "lanes are used again"
