"""The page of sources: a table that is filtered, sorted and confirmed, the card, the relations, expunging."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog

from lexdesk.desktop.evidence.facts import FactsDialog
from lexdesk.desktop.evidence.table import SourcesPane
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.sourcing import RelationDialog
from lexdesk.evidence.checklist import Taken
from lexdesk.evidence.expunge import ExpungeReport
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


@pytest.fixture
def pane(window: MainWindow, desk: FakeDesk, settle: Settle) -> SourcesPane:
    act = desk.source_list[2]
    desk.source_list[2] = replace(
        act,
        kind="statute",
        unconfirmed=("kind", "status"),
        said=(("status", "suggested by code", "2026-01-01"),),
    )
    window.on_session(lambda session: session.refresh_sources())
    window.commands.run("view.lower_sources")
    settle()
    return window.panes.middle.sources


def names(pane: SourcesPane) -> list[str]:
    return [line.cells[0] for line in pane.table.lines()]


def test_every_source_has_a_row_and_what_code_suggested_is_marked(pane: SourcesPane) -> None:
    assert len(names(pane)) == 4
    row = next(line for line in pane.table.lines() if line.target == "3")
    assert row.cells[1] == "statute ?"
    assert row.cells[3] == "superseded ?"
    assert row.cells[4] == "code"
    assert "1 sources hold suggestions" in pane.said.full_text()


def test_the_table_is_filtered_by_words_kind_and_what_is_unconfirmed(pane: SourcesPane) -> None:
    pane.filter.setText("retention superseded")
    assert names(pane) == ["Retention Act 2009"]
    pane.filter.clear()
    pane.kinds.setCurrentIndex(pane.kinds.findData("statute"))
    assert names(pane) == ["Retention Act 2009"]
    pane.kinds.setCurrentIndex(0)
    pane.only.setChecked(True)
    assert names(pane) == ["Retention Act 2009"]


def test_a_click_on_a_head_sorts_and_a_second_turns_round(pane: SourcesPane) -> None:
    head = pane.table.horizontalHeader()
    head.sectionClicked.emit(0)
    assert names(pane) == sorted(names(pane), key=str.casefold)
    head.sectionClicked.emit(0)
    assert names(pane) == sorted(names(pane), key=str.casefold, reverse=True)
    assert "▾" in pane.table.model().headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)


def test_the_card_says_everything_and_no_text_of_a_source_is_markup(
    pane: SourcesPane, settle: Settle
) -> None:
    pane.table.setCurrentIndex(pane.table.model().index(2, 0))
    settle()
    said = pane.sheet.text()
    assert "“Retention Act 2021” repeals this (suggested by code, not confirmed)." in said
    assert "clause 9 is to be deleted" in said
    assert "Ada Brook" in said
    assert "&lt;Act&gt;" in said
    assert 'href="93"' in said


def test_confirming_is_one_key_and_unmarks_the_row(pane: SourcesPane, desk: FakeDesk, settle: Settle) -> None:
    pane.table.setCurrentIndex(pane.table.model().index(2, 0))
    settle()
    button = pane.buttons["confirm"]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    settle()
    assert ("confirm_source", 3) in desk.calls
    row = next(line for line in pane.table.lines() if line.target == "3")
    assert row.cells[1] == "statute"
    assert not button.isEnabled(), "nothing is left to confirm"


def test_relations_are_a_tree_by_kind_and_can_be_decided(
    pane: SourcesPane, desk: FakeDesk, settle: Settle
) -> None:
    pane.switches["relations"].click()
    tree = pane.relations.tree
    groups = [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]
    assert groups == ["repeals (1)", "replies to (1)"]
    item = tree.topLevelItem(0).child(0)
    assert item.text(0) == "Retention Act 2021 repeals Retention Act 2009 (suggested, not confirmed)"
    tree.setCurrentItem(item)
    assert "The Retention Act 2009 is repealed." in pane.relations.because.text()
    pane.relations.confirm.click()
    settle()
    assert ("decide_relation", 1, "confirmed") in desk.calls
    assert tree.topLevelItem(0).child(0).text(0) == "Retention Act 2021 repeals Retention Act 2009"


def test_the_page_is_in_chinese_when_the_window_is(
    pane: SourcesPane, window: MainWindow, settle: Settle
) -> None:
    pane.table.setCurrentIndex(pane.table.model().index(2, 0))
    settle()
    window.words.switch("zh")
    settle()
    shown = [*(text for line in pane.table.lines() for text in line.cells[1:4]), pane.said.full_text()]
    assert "制定法 ？" in shown
    assert "废止" in pane.sheet.text()
    assert "repeals" not in pane.sheet.text()


def test_the_dialog_gives_only_what_was_changed_and_kind_decides_the_role(
    window: MainWindow, desk: FakeDesk
) -> None:
    dialog = FactsDialog(desk.source_list[0], window.words, window)
    assert dialog.fields() == {}
    dialog.kind.setCurrentIndex(dialog.kind.findData("regulation"))
    dialog.rank.setCurrentIndex(dialog.rank.findData("government"))
    dialog.issuer.setText(" Ministry of Kilns ")
    assert dialog.fields() == {"kind": "regulation", "rank": "government", "issuer": "Ministry of Kilns"}
    assert all(dialog.findChildren(type(dialog.issuer))[n].accessibleName() for n in range(5))
    dialog.deleteLater()


def test_a_relation_is_said_in_a_dialog(
    pane: SourcesPane, window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[object, ...]] = []
    monkeypatch.setattr(desk, "relate", lambda *given: said.append(given), raising=False)

    def choose(dialog: RelationDialog) -> int:
        dialog.kind.setCurrentIndex(dialog.kind.findData("contradicts"))
        dialog.second.setCurrentIndex(dialog.second.findData(2))
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(RelationDialog, "exec", choose)
    pane.table.setCurrentIndex(pane.table.model().index(0, 0))
    pane.buttons["relate"].click()
    settle()
    assert said == [("contradicts", 1, 2)]


def test_expunging_shows_what_it_touches_asks_why_and_shows_the_report(
    pane: SourcesPane, window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = ExpungeReport(
        1, "Act", "0" * 64, 9, False, (("passages", 3),), (), ("The audit keeps the hash.",)
    )
    done: list[tuple[int, str]] = []
    shown: list[str] = []

    def destroy(number: int, reason: str) -> ExpungeReport:
        done.append((number, reason))
        return replace(report, done=True)

    def read(sheet: TextSheet) -> int:
        shown.append(sheet.text.toPlainText())
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(desk, "preview_expunge", lambda _number: report, raising=False)
    monkeypatch.setattr(desk, "expunge_source", destroy, raising=False)
    monkeypatch.setattr(TextSheet, "exec", read)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_given, **_more: ("", True))
    pane.table.setCurrentIndex(pane.table.model().index(0, 0))
    pane.buttons["expunge"].click()
    settle()
    assert "The audit keeps the hash." in shown[0]
    assert done == [], "without a reason nothing is destroyed"
    monkeypatch.setattr(QInputDialog, "getText", lambda *_given, **_more: ("court order", True))
    pane.buttons["expunge"].click()
    settle()
    assert done == [(1, "court order")]
    assert len(shown) == 3, "the report comes after the second preview"


def test_the_checklist_goes_out_and_comes_back_from_the_menu(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "list.docx"
    written: list[Path] = []
    monkeypatch.setattr(desk, "write_checklist", lambda path, _over: written.append(path) or 7, raising=False)
    monkeypatch.setattr(desk, "take_checklist", lambda _path: Taken((), 4), raising=False)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(out), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(out), ""))
    window.commands.run("file.checklist")
    settle()
    assert written == [out]
    assert "7 authorities" in window.message.label.text()
    window.commands.run("file.checklist_take")
    settle()
    assert "4 authorities were left empty" in window.message.label.text()


def test_read_only_nothing_can_be_said(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    pane = window.panes.middle.sources
    pane.show_sources(desk.source_list, True)
    pane.table.setCurrentIndex(pane.table.model().index(0, 0))
    assert not any(button.isEnabled() for button in pane.buttons.values())


def test_a_source_that_was_not_read_whole_says_so_and_is_read_on(
    pane: SourcesPane, window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    monkeypatch.setattr(
        desk, "resume_import", lambda number, _progress, _token: read.append(number), raising=False
    )
    assert not pane.buttons["resume"].isVisible()
    desk.source_list[3] = replace(desk.source_list[3], import_state="stopped", pages_read=4)
    window.on_session(lambda session: session.refresh_sources())
    settle()
    row = next(line for line in pane.table.lines() if line.target == "4")
    assert "4 of 11 pages read" in row.cells[0]
    pane.table.setCurrentIndex(pane.table.model().index(3, 0))
    settle()
    assert pane.buttons["resume"].isVisible()
    pane.buttons["resume"].click()
    settle()
    assert read == [4]
