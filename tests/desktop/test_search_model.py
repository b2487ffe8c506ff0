"""The model for search by meaning in the window: told from the others, and reading in the background."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model_views import ModelLine, ModelShelf, ModelShelfView
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import settle
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.matter.file import Matter
from lexdesk.models.embedding import EmbeddingModel
from tests.models.tiny_bert import write_bert

LOG = "The skipper let the boat founder. Lamps were lit at dusk. No claim was made. Water is paid for."


def shelf(chosen: bool) -> ModelShelfView:
    return ModelShelfView(
        (
            ModelLine("starter", "Starter 1.5B", 10**9, 2 * 10**9, "6 of 24", "", True, True),
            ModelLine("finder", "Tiny BERT", 10**6, 10**6, "", "It finds.", True, chosen, "meaning"),
        ),
        4 * 10**9,
        "",
        15,
    )


@pytest.fixture
def window(
    tmp_path: Path, qtbot: QtBot, settings: WindowSettings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    monkeypatch.setattr("lexdesk.evidence.library.ReaderProcess", ReaderHere)
    finder = EmbeddingModel(write_bert(tmp_path / "b.gguf"), "finder", threads=1)
    chosen: list[str] = []
    matter = Matter.create(tmp_path / "m.lexmatter", name="Log", author="Edith Renn")
    desk = Desk(matter, lambda: None, embedder=lambda: finder if chosen else None)
    (tmp_path / "log.txt").write_text(LOG, "utf-8")
    desk.add_source(tmp_path / "log.txt")
    shown = ModelShelf(lambda: shelf(bool(chosen)), chosen.append, print)
    made = MainWindow(desk, settings, Opener(print, print, shelf=shown))
    made.resize(1366, 768)
    made.show()
    qtbot.waitExposed(made)
    settle(made)
    yield made
    made.close()
    made.deleteLater()
    finder.close()


def test_choosing_it_reads_the_matter_in_the_background(window: MainWindow, tmp_path: Path) -> None:
    window.knowing.show("models")
    settle(window)
    pane = window.panes.middle.assistant.models
    rows = [line.cells for line in pane.table.lines()]
    assert [(row[2], row[5]) for row in rows] == [("6 of 24", "answers now"), ("", "for search")]
    assert pane.prepare.isHidden()
    pane.table.setCurrentIndex(pane.table.model().index(1, 0))
    pane.use.click()
    settle(window)
    desk = window.session.desk
    store = desk.matter.read().vectors
    assert store.counts(store.model(desk.library.embedder().fingerprint)) == (4, 4)
    assert not pane.prepare.isHidden()
    assert pane.table.lines()[1].cells[5] == "searches now"

    (tmp_path / "more.txt").write_text("One sentence more.", "utf-8")
    desk.add_source(tmp_path / "more.txt")
    pane.prepare.click()
    settle(window)
    assert store.counts(1) == (5, 5)
    assert [hit.text for hit in desk.search("captain sink vessel")] == ["The skipper let the boat founder."]


def test_without_one_nothing_is_read(window: MainWindow) -> None:
    window.knowing.read_for_search()
    settle(window)
    assert window.session.desk.matter.read().vectors.counts(1) == (0, 4)
