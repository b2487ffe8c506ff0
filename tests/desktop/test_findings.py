"""What the proof-reader finds stands in the side column: a click goes there, a safe fix is staged."""

from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from pytestqt.qtbot import QtBot

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.proofreading import NothingToCorrect
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import settle
from lexdesk.matter.file import Matter
from tests.assistant.obliging import obliging

LINES = """Supply Agreement
1. Supply
1.1 The seller supplies the goods under clause 1.2.
1.2 The buyer accepts them under clause 1.1 and clause 2.1.
2. Price
2.1 The buyer pays the price under clause 1.2 and clause 2.2.
2.2 The price is fixed. This is subject to Section 1.1.
2.3 Interest runs from the date in clause 7.9.
3. End
3.1 The agreement ends under clause 2.1."""


@pytest.fixture
def window(qtbot: QtBot, settings: WindowSettings, matter_path: Path, tmp_path: Path) -> Iterator[MainWindow]:
    paper = docx.Document()
    for line in LINES.split("\n"):
        paper.add_paragraph(line)
    path = tmp_path / "supply.docx"
    paper.save(str(path))
    desk = Desk(Matter.create(matter_path, name="Supply", author="A. Lawyer"), obliging)
    desk.import_document(path)
    window = MainWindow(desk, settings)
    window.resize(1366, 768)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: window.jobs.active == 0, timeout=30_000)
    settle(window)
    yield window
    window.close()
    window.deleteLater()


def row(window: MainWindow, words: str) -> str:
    rows = window.panes.outline.findings
    for number in range(rows.count()):
        if words in rows.item(number).text():
            rows.setCurrentRow(number)
            return rows.current_target()
    raise AssertionError([rows.item(number).text() for number in range(rows.count())])


def test_a_click_goes_to_the_place(window: MainWindow) -> None:
    side = window.panes.outline
    target = row(window, "no clause 7.9")
    side.findings.opened.emit(target)
    settle(window)
    cursor = window.panes.document.page.textCursor()
    assert cursor.block().text().startswith("2.3 Interest")


def test_a_safe_fix_becomes_a_staged_edit_and_changes_nothing(window: MainWindow) -> None:
    desk, document = window.session.desk, window.session.document_id
    target = row(window, "here it says “Section”")
    menu = window.panes.outline.finding_menu(target)
    menu.actions()[1].trigger()
    settle(window)
    (card,) = desk.edits(document, "staged")
    assert (card.removed, card.added) == ("Section", "clause")
    assert window.session.current == f"edit:{card.edit_id}"
    assert "proof-reader" in card.instruction
    assert [version.kind for version in desk.versions(document)] == ["import"]
    window.panes.evidence.card_scroll.verticalScrollBar().setValue(10_000)
    settle(window)


def test_a_finding_without_a_safe_fix_offers_none(window: MainWindow) -> None:
    menu = window.panes.outline.finding_menu(row(window, "no clause 7.9"))
    assert len(menu.actions()) == 1
    desk, document = window.session.desk, window.session.document_id
    (unfixable,) = (one for one in desk.findings(document) if one.code == "dangling_ref")
    assert (unfixable.label, unfixable.text) == ("2.3", "clause 7.9")
    with pytest.raises(NothingToCorrect):
        desk.stage_correction(document, unfixable)
    assert desk.edits(document) == []


def test_an_accepted_fix_is_found_no_more(window: MainWindow) -> None:
    desk, document = window.session.desk, window.session.document_id
    (drift,) = (one for one in desk.findings(document) if one.fix == "clause")
    card = desk.stage_correction(document, drift)
    desk.show_advisories(card.edit_id)
    desk.accept([card.edit_id])
    assert all(one.fix != "clause" for one in desk.findings(document))
