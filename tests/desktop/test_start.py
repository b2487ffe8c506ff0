"""The start page and the ways in and out: dropped files, new, open, locked, export."""

import hashlib
import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from lexdesk.desktop.faults import sentence
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.picture import draw_window
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.start.dropped import NotAFile, look_at
from lexdesk.desktop.window import settle
from lexdesk.desktop.words import Words
from lexdesk.errors import LexDeskError
from lexdesk.matter.errors import MatterDamaged
from lexdesk.settings import Settings
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


class Locked(LexDeskError):
    """Stands for the real error of the same code."""

    code = "matter_locked"


class FakeOpener:
    """Opens fake desks; the first writing open of a locked path fails."""

    unpack = None
    author = "Ada Brook"
    shelf = None

    def __init__(self, locked: bool = False) -> None:
        self.locked = locked
        self.asked: list[tuple[Path, bool]] = []
        self.desk = FakeDesk()

    def open_desk(self, path: Path, read_only: bool) -> FakeDesk:
        self.asked.append((path, read_only))
        if self.locked and not read_only:
            raise Locked("“Kilnbrook” is open for writing by Ada Brook.")
        self.desk = FakeDesk(read_only=read_only)
        return self.desk

    def new_desk(self, path: Path, name: str) -> FakeDesk:
        self.asked.append((path, False))
        return self.desk


@pytest.fixture
def start(qtbot: QtBot, settings: WindowSettings) -> MainWindow:
    """A window without a matter."""
    window = MainWindow(None, settings, FakeOpener())
    qtbot.addWidget(window)
    window.show()
    return window


def test_type_and_hash_of_a_dropped_file(tmp_path: Path) -> None:
    file = tmp_path / "协议.docx"
    file.write_bytes(b"PK abc")
    seen = look_at(file)
    assert (seen.kind, seen.size) == ("docx", 6)
    assert seen.sha256 == hashlib.sha256(b"PK abc").hexdigest()
    with pytest.raises(NotAFile):
        look_at(tmp_path)


def test_dropped_files_are_listed_before_anything_is_imported(
    start: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch
) -> None:
    (tmp_path / "Draft.docx").write_bytes(b"PK")
    (tmp_path / "Act.txt").write_text("An Act")
    start.start.take([tmp_path / "Draft.docx", tmp_path / "Act.txt", tmp_path / "gone.txt"])
    qtbot.waitUntil(lambda: start.jobs.active == 0)
    table = start.start.files
    assert table.isVisible()
    assert {table.item(row, 0).text() for row in range(2)} == {"Draft.docx", "Act.txt"}
    assert "gone.txt" in start.message.label.text(), "what is no file is said in a sentence"
    assert start.filing.opener.desk.calls == []
    row = next(row for row in range(2) if table.item(row, 0).text() == "Act.txt")
    box = table.cellWidget(row, 3)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("law"))
    target = tmp_path / "Kilnbrook"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(target), ""))
    start.start.new.click()
    settle(start)
    calls = start.filing.opener.desk.calls
    assert ("import_document", tmp_path / "Draft.docx") in calls
    assert ("add_source", tmp_path / "Act.txt", "law") in calls
    assert start.filing.opener.asked == [(tmp_path / "Kilnbrook.lexmatter", False)]
    assert start.stack.currentWidget() is start.panes


def test_a_matter_locked_elsewhere_is_offered_read_only(
    qtbot: QtBot, settings: WindowSettings, tmp_path: Path, monkeypatch
) -> None:
    opener = FakeOpener(locked=True)
    window = MainWindow(None, settings, opener)
    qtbot.addWidget(window)
    window.show()
    said = []

    def accept(box: QMessageBox) -> int:
        said.append(box.text())
        monkeypatch.setattr(QMessageBox, "clickedButton", lambda self: self.buttons()[0])
        return 0

    monkeypatch.setattr(QMessageBox, "exec", accept)
    window.filing.open(tmp_path / "Kilnbrook.lexmatter")
    settle(window)
    assert "by Ada Brook" in said[0]
    assert [read_only for _path, read_only in opener.asked] == [False, True]
    assert window.read_only.isVisible()


def test_recent_matters_are_listed_and_gone_ones_are_not(
    qtbot: QtBot, settings: WindowSettings, tmp_path: Path
) -> None:
    there = tmp_path / "There.lexmatter"
    there.write_bytes(b"")
    settings.add_recent(tmp_path / "Gone.lexmatter")
    settings.add_recent(there)
    window = MainWindow(None, settings, FakeOpener())
    qtbot.addWidget(window)
    window.show()
    rows = window.start.recent
    assert [rows.item(row).text() for row in range(rows.count())] == ["There"]


def test_closing_a_matter_leads_back_to_the_start_page(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.commands.run("file.close")
    assert ("close",) in desk.calls
    assert window.start.isVisible()
    assert not window.commands.action("review.accept").isEnabled()
    assert window.commands.action("file.open").isEnabled()


def test_nothing_of_one_matter_is_seen_in_the_next(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    window.deciding.step(1)
    settle()
    window.panes.evidence.open(1)
    settle()
    other = FakeDesk()
    other.message_list = {1: [], 2: []}
    monkeypatch.setattr(other, "documents", list)
    monkeypatch.setattr(other, "sources", list)
    window.show_desk(other)
    settle()
    assert ("close",) in desk.calls
    assert window.panes.document.page.toPlainText() == ""
    assert "No agreement yet" in window.panes.document.page.placeholderText()
    assert window.panes.outline.outline.count() == 0
    assert window.panes.evidence.card.card is None
    assert window.panes.evidence.text.toPlainText() == ""
    assert window.panes.evidence.list.count() == 0
    assert window.panes.chat.talks[1].messages == []
    window.deciding.step(1)
    window.deciding.accept()
    settle()
    assert not [call for call in other.calls if call[0] == "accept"]


def test_an_export_is_reported_with_hash_and_chain_head(
    window: MainWindow, desk: FakeDesk, settle: Settle, tmp_path: Path
) -> None:
    window.filing.export_to("redline", tmp_path / "redline.docx")
    settle()
    assert ("export", "redline", tmp_path / "redline.docx") in desk.calls
    text = window.message.label.text()
    assert "redline.docx" in text
    assert "cd" * 8 in text
    assert "ab" * 8 in text


def test_a_picture_of_the_window_shows_the_first_change_and_leaves_the_desk_open(
    qtbot: QtBot, tmp_path: Path
) -> None:
    desk = FakeDesk()
    user = Settings(tmp_path / "settings.json", theme="dark")
    draw_window(desk, user, tmp_path / "window.png")
    assert (tmp_path / "window.png").read_bytes().startswith(b"\x89PNG")
    assert ("card", "edit:1") in desk.calls
    assert ("close",) not in desk.calls
    assert not [call for call in desk.calls if call[0] in ("accept", "reject", "show_advisories")]
    assert not (tmp_path / "settings.json").exists()
    if os.name == "posix":
        assert Path(os.devnull).is_char_device()


def listed(window: MainWindow) -> list[str]:
    """The names on the list of files, from first to last."""
    table = window.start.files
    return [table.item(row, 0).text() for row in range(table.rowCount())]


def test_files_keep_the_order_in_which_they_were_dropped(start: MainWindow, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("Act.txt", "Ours.docx", "Theirs.docx", "Mail.eml")]
    for number, path in enumerate(paths):
        path.write_bytes(b"x" * (number + 1))
    table = start.start.files
    table.jobs = Held()
    start.start.take(paths)
    for job in reversed(table.jobs.held):  # the last hash comes first
        job()
    assert listed(start) == [path.name for path in paths]
    assert [choice for _file, choice in table.choices()] == ["unknown", "document", "unknown", "unknown"]
    assert table.cellWidget(0, 3).currentText() == "to be guessed from its text"
    start.words.switch("zh")
    assert table.cellWidget(0, 3).currentText() == "按其文字推断"
    assert table.horizontalHeaderItem(0).text() == "文件"


class Held:
    """Jobs that run when the test says so."""

    def __init__(self) -> None:
        self.held: list = []

    def call(self, function, *arguments, done, failed) -> None:
        self.held.append(lambda: done(function(*arguments)))


def test_a_file_is_taken_off_the_list_by_button_and_by_key(
    start: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("Ours.docx", "Theirs.docx", "Act.txt")]
    for path in paths:
        path.write_bytes(path.name.encode())
    start.start.take(paths)
    qtbot.waitUntil(lambda: start.jobs.active == 0)
    table = start.start.files
    table.cellWidget(0, 4).click()
    assert listed(start) == ["Theirs.docx", "Act.txt"]
    assert [choice for _file, choice in table.choices()] == ["document", "unknown"]
    table.selectRow(1)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert listed(start) == ["Theirs.docx"]
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert table.isHidden()
    start.start.take(paths[:1])
    qtbot.waitUntil(lambda: start.jobs.active == 0)
    assert listed(start) == ["Ours.docx"], "what was taken off can be dropped again"


def test_the_matter_is_named_after_the_agreement_and_filled_in_the_order_of_the_list(
    start: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch
) -> None:
    paths = [tmp_path / name for name in ("Act.txt", "Supply.docx", "Mail.eml", "Old.docx")]
    for path in paths:
        path.write_bytes(path.name.encode())
    start.start.take(paths)
    qtbot.waitUntil(lambda: start.jobs.active == 0)
    suggested = []

    def name(_window: object, _title: str, offered: str, _kinds: str) -> tuple[str, str]:
        suggested.append(offered)
        return str(tmp_path / "m"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", name)
    start.start.new.click()
    settle(start)
    assert suggested == ["Supply.lexmatter"]
    came = [call[1] for call in start.filing.opener.desk.calls if call[0].startswith(("import_", "add_"))]
    assert came == paths


def test_every_import_that_failed_is_said_in_a_line_of_its_own(
    window: MainWindow, desk: FakeDesk, settle: Settle, tmp_path: Path, monkeypatch
) -> None:
    files = []
    for name in ("One.txt", "Two.txt", "Three.txt"):
        (tmp_path / name).write_text(name)
        files.append((look_at(tmp_path / name), "law"))
    add = desk.add_source

    def refuse(path: Path, role: str, **rest: object) -> object:
        if path.name != "Two.txt":
            raise LexDeskError(f"“{path.name}” holds no text.", "Scan it anew.")
        return add(path, role, **rest)

    monkeypatch.setattr(desk, "add_source", refuse)
    window.filing.import_files(files)
    settle()
    lines = window.message.label.text().split("\n")
    assert len(lines) == 3
    assert "One.txt" in lines[1]
    assert "Three.txt" in lines[2]
    assert [call[1].name for call in desk.calls if call[0] == "add_source"] == ["Two.txt"]


def test_a_damaged_matter_is_said_without_the_words_of_the_database(words: Words, tmp_path: Path) -> None:
    problem = "database disk image is malformed"
    error = MatterDamaged(f'"Kiln.lexmatter" is damaged: {problem}.', (problem,))
    log = tmp_path / "faults.log"
    told = " ".join(sentence(error, words, log) or ())
    assert told.startswith('"Kiln.lexmatter" is damaged.')
    assert "database" not in told
    assert words("fault.damaged_next") in told
    assert problem in log.read_text(encoding="utf-8")


def test_nothing_is_sent_in_a_read_only_matter(qtbot: QtBot, settings: WindowSettings) -> None:
    desk = FakeDesk(read_only=True)
    held = MainWindow(desk, settings)
    qtbot.addWidget(held)
    held.show()
    qtbot.waitUntil(lambda: held.jobs.active == 0)
    composer = held.panes.chat.composer
    assert not composer.send_button.isEnabled()
    composer.field.setPlainText("Delete 12.7")
    composer.send()
    assert not [call for call in desk.calls if call[0] == "ask"]
    assert composer.field.toPlainText() == "Delete 12.7", "what was typed is not lost"


def test_of_several_agreements_the_first_of_the_list_is_opened(
    window: MainWindow, desk: FakeDesk, settle: Settle, tmp_path: Path, monkeypatch
) -> None:
    files = []
    for name in ("First.docx", "Second.docx"):
        (tmp_path / name).write_text(name)
        files.append((look_at(tmp_path / name), "document"))
    numbers = {"First.docx": 2, "Second.docx": 3}
    monkeypatch.setattr(desk, "import_document", lambda path: numbers[path.name])
    window.filing.import_files(files)
    settle()
    assert window.session is not None
    assert window.session.document_id == 2
