"""The file of a matter in the window: its seal, its lock, its copies, and what is offered in danger."""

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from lexdesk.app import Application
from lexdesk.desktop.custody.handing import HandOverDialog
from lexdesk.desktop.custody.passphrases import AskPassphrase, NewPassphraseDialog
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.window import make_window, settle
from lexdesk.matter import surroundings
from lexdesk.matter.backups import back_up, backups
from lexdesk.matter.file import Matter
from lexdesk.matter.key import is_sealed
from lexdesk.resources import resources
from lexdesk.review.signing import Signer
from lexdesk.settings import Places

PASSPHRASE = "lantern orbit velvet tundra"
OTHER = "walnut comet harbour sleeve"
SLOW = 60_000  # milliseconds: the key of an archive takes its time on purpose
SAMPLE = resources() / "sample"
SECRET = ("Kilnbrook", "Retention", "shall ")  # of the agreement and the evidence


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Application]:
    """The program with a home of its own."""
    home = tmp_path / "home"
    made = Application(Places(home / "config", home / "cache", home / "state"))
    made.settings.author = "Ada Brook"
    yield made
    made.close()


@pytest.fixture
def start(application: Application, qtbot: QtBot) -> Iterator[MainWindow]:
    """The window on its start page."""
    window = make_window(application.open_desk, application.new_desk, application.settings, application.close)
    window.resize(1366, 768)
    yield window
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, MainWindow):
            widget.close()
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def matter(application: Application, tmp_path: Path) -> Path:
    """A sealed matter with the sample agreement and one statute."""
    path = tmp_path / "work" / "Brook.lexmatter"
    path.parent.mkdir()
    with application.new_desk(path, "Brook", passphrase=PASSPHRASE) as desk:
        desk.import_document(SAMPLE / "supply-agreement.docx")
        desk.add_source(SAMPLE / "client-email.eml", "fact")
    return path


@pytest.fixture
def plain(application: Application, tmp_path: Path) -> Path:
    """A matter that is not sealed, with the sample agreement."""
    path = tmp_path / "work" / "Plain.lexmatter"
    path.parent.mkdir(exist_ok=True)
    with application.new_desk(path, "Plain") as desk:
        desk.import_document(SAMPLE / "supply-agreement.docx")
    return path


def answering(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[AskPassphrase]:
    """Type these passphrases one after the other, then give up; the dialogs that were shown."""
    shown: list[AskPassphrase] = []
    left = list(typed)

    def answer(dialog: AskPassphrase) -> int:
        shown.append(dialog)
        if not left:
            return QDialog.DialogCode.Rejected
        QTest.keyClicks(dialog.field, left.pop(0))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(AskPassphrase, "exec", answer)
    return shown


def pressing(monkeypatch: pytest.MonkeyPatch, text: str) -> list[QMessageBox]:
    """Press the button of a question that begins so; the questions that were asked."""
    asked: list[QMessageBox] = []

    def press(box: QMessageBox) -> int:
        asked.append(box)
        next(button for button in box.buttons() if button.text().startswith(text)).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    return asked


def saving(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Choose this place whenever one is asked for."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_all: (str(path), ""))


def open_sealed(window: MainWindow, path: Path) -> None:
    """Open a sealed matter as by its passphrase, and wait for its document."""
    window.filing.open(path, passphrase=PASSPHRASE)
    settle(window, lambda: window.session is not None and window.session.view is not None)


def current() -> MainWindow:
    """The window that is shown."""
    return next(
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, MainWindow) and widget.isVisible()
    )


# opening


def test_a_wrong_passphrase_is_said_and_asked_for_again(
    start: MainWindow, matter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = answering(monkeypatch, "wrong one entirely", PASSPHRASE)
    start.filing.open(matter)
    settle(start, lambda: start.session is not None)
    assert [dialog.wrong.isVisibleTo(dialog) for dialog in shown] == [False, True]
    assert start.session.matter.name == "Brook"


def test_giving_up_opens_nothing(start: MainWindow, matter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = matter.read_bytes()
    shown = answering(monkeypatch)
    start.filing.open(matter)
    settle(start, lambda: bool(shown))
    assert start.session is None
    assert matter.read_bytes() == before


def test_caps_lock_is_hinted_at(start: MainWindow, qtbot: QtBot) -> None:
    dialog = AskPassphrase("m", start.words, start)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClick(dialog.field, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier)
    assert dialog.hint.isHidden()
    QApplication.sendEvent(dialog.field, _key("A", Qt.KeyboardModifier.NoModifier))
    assert not dialog.hint.isHidden()
    QApplication.sendEvent(dialog.field, _key("B", Qt.KeyboardModifier.ShiftModifier))
    assert dialog.hint.isHidden()
    QApplication.sendEvent(dialog.field, _key("密", Qt.KeyboardModifier.NoModifier))
    assert dialog.hint.isHidden(), "a letter without two sizes says nothing"


def _key(text: str, modifiers: Qt.KeyboardModifier) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, modifiers, text)


def test_a_new_passphrase_shows_its_strength_and_that_there_is_no_way_back(
    start: MainWindow, qtbot: QtBot
) -> None:
    dialog = NewPassphraseDialog("Seal", "note", start.words, start)
    qtbot.addWidget(dialog)
    accept = next(button for button in dialog.findChildren(QWidget) if button.property("primary"))
    assert "no court" in " ".join(label.text() for label in dialog.findChildren(QLabel))
    dialog.new.field.setText("short")
    assert dialog.new.bar.value() == 0
    assert not accept.isEnabled()
    dialog.new.field.setText("password1")
    dialog.new.again.setText("password1")
    assert dialog.new.said.text().startswith("Weak")
    dialog.new.field.setText(PASSPHRASE)
    assert (dialog.new.bar.value(), accept.isEnabled()) == (4, False)
    assert "not the same" in dialog.new.said.text()
    dialog.new.again.setText(PASSPHRASE)
    assert accept.isEnabled()


def test_a_matter_is_sealed_from_the_start(
    start: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving(monkeypatch, tmp_path / "New.lexmatter")

    def typed(dialog: NewPassphraseDialog) -> int:
        dialog.new.field.setText(PASSPHRASE)
        dialog.new.again.setText(PASSPHRASE)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(NewPassphraseDialog, "exec", typed)
    start.start.sealed.setChecked(True)
    start.start.new.click()
    settle(start, lambda: start.session is not None)
    assert is_sealed(tmp_path / "New.lexmatter")


# the seal in place


def test_seal_change_and_unseal_in_place(start: MainWindow, plain: Path) -> None:
    with Matter.open(plain) as held:
        back_up(held)
    start.filing.open(plain)
    settle(start, lambda: start.session is not None and start.session.view is not None)
    document = start.session.document_id
    start.keeping.seal_with(PASSPHRASE)
    settle(start, lambda: start.session is not None and start.session.view is not None)
    assert is_sealed(plain)
    assert start.session.document_id == document
    assert "Plain backups" in start.message.label.text(), "old readable copies are named"
    start.keeping.change_to(PASSPHRASE, OTHER)
    settle(start, lambda: start.session is not None and start.session.view is not None)
    Matter.open(plain, read_only=True, passphrase=OTHER).close()
    start.keeping.open_seal_with(OTHER)
    settle(start, lambda: start.session is not None and start.session.view is not None)
    assert not is_sealed(plain)
    acts = [row.act for row in start.session.desk.audit_rows(0, None)]
    wanted = ["matter.sealed", "matter.passphrase_changed", "matter.seal_opened"]
    assert [act for act in acts if act in wanted] == wanted


# locking


def texts_of(widget: QWidget) -> Iterator[str]:
    """Every text that a widget holds."""
    yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.statusTip())
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        yield widget.toPlainText()
    for name in ("text", "full_text", "placeholderText"):
        value = getattr(widget, name, None)
        if callable(value):
            yield str(value())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model = widget.model()
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        for row in range(model.rowCount(QModelIndex())):
            for column in range(columns):
                yield str(model.index(row, column).data())


def holding(words: tuple[str, ...]) -> list[str]:
    """Widgets of this process that hold one of these words."""
    return [
        f"{type(widget).__name__} {widget.objectName()}: {text[:80]}"
        for widget in QApplication.allWidgets()
        for text in texts_of(widget)
        if any(word in text for word in words)
    ]


def test_after_the_lock_no_word_of_the_matter_is_left_anywhere(
    start: MainWindow, matter: Path, tmp_path: Path
) -> None:
    open_sealed(start, matter)
    source = start.session.desk.sources()[0].id
    start.panes.evidence.open(source)
    start.panes.document.go_to_key(start.session.view.paragraphs[40].key)
    start.panes.chat.composer.field.setPlainText("Delete the Kilnbrook indemnity")
    settle(start)
    scroll = start.panes.document.page.verticalScrollBar().value()
    assert scroll > 0
    QGuiApplication.clipboard().setText("Retention of records")
    sheet = TextSheet("t", "n", "records of Kilnbrook", start.words, start.fonts.mono(12), start)
    sheet.show()
    assert len(holding(SECRET)) > 5, "before the lock they are there"

    start.lock.lock()
    fresh = current()
    settle(fresh)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    assert fresh is not start
    assert holding(SECRET) == []
    assert QGuiApplication.clipboard().text() == ""
    for folder, _, names in os.walk(tmp_path):
        for name in names:
            content = (Path(folder) / name).read_bytes()
            assert not any(word.encode() in content for word in SECRET), name
    assert not any(Path("/dev/shm").glob(f"lexdesk-{os.getpid()}-*"))
    assert not fresh.commands.action("file.export_redline").isEnabled()

    fresh.locked.field.setText("not the right words")
    fresh.locked.unlock()
    settle(fresh)
    assert fresh.locked.wrong.text()
    assert fresh.session is None
    fresh.locked.field.setText(PASSPHRASE)
    fresh.locked.unlock()
    settle(fresh, lambda: fresh.session is not None and fresh.session.view is not None)
    settle(fresh)
    viewer = fresh.panes.evidence.active
    assert viewer.source is not None
    assert viewer.source.id == source
    assert abs(fresh.panes.document.page.verticalScrollBar().value() - scroll) < 5
    assert fresh.panes.chat.composer.field.toPlainText() == "Delete the Kilnbrook indemnity"


def test_the_lock_stops_a_run_first(start: MainWindow, matter: Path) -> None:
    open_sealed(start, matter)
    seen: list[str] = []

    def run(_progress: object, token: Callable[[], bool]) -> None:
        stopped = threading.Event()
        while not token():
            stopped.wait(0.01)
        seen.append("closed" if desk.matter.closed else "open")

    desk = start.session.desk
    start.session.jobs.start(run, lane="run")
    start.lock.lock()
    assert seen == ["open"], "the run ended while the matter was still open"
    assert desk.matter.closed


def test_what_another_program_put_on_the_clipboard_stays(
    start: MainWindow, matter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_sealed(start, matter)
    inactive = Qt.ApplicationState.ApplicationInactive
    monkeypatch.setattr(QGuiApplication, "applicationState", lambda: inactive)
    QGuiApplication.clipboard().setText("a train ticket")
    start.lock.clipboard._ours.clear()
    start.lock.clipboard.clear()
    assert QGuiApplication.clipboard().text() == "a train ticket"


def test_it_locks_after_idle_minutes_and_not_before(
    start: MainWindow, matter: Path, plain: Path, application: Application
) -> None:
    open_sealed(start, matter)
    assert start.lock.minutes == 15
    start.lock.last_act -= 14 * 60
    start.lock.look()
    assert start.session is not None
    start.settings.keep("lock_minutes", 0)
    start.lock.last_act -= 600 * 60
    start.lock.look()
    assert start.session is not None, "0 means never"
    start.settings.keep("lock_minutes", 3)
    start.lock.look()
    assert current().session is None
    assert Application(application.places).settings.lock_minutes == 3


def test_a_plain_matter_says_that_a_lock_protects_nothing(start: MainWindow, plain: Path) -> None:
    start.filing.open(plain)
    settle(start, lambda: start.session is not None)
    start.lock.last_act -= 600 * 60
    start.lock.look()
    start.commands.run("file.lock")
    assert start.session is not None
    assert "not sealed" in start.message.label.text()


# in danger


def test_f44_a_synced_folder_is_warned_of_before_the_first_write(
    start: MainWindow, plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "Dropbox" / "Plain.lexmatter"
    shared.parent.mkdir()
    shutil.copyfile(plain, shared)
    before = shared.read_bytes()
    asked = pressing(monkeypatch, "Work on a copy")
    saving(monkeypatch, tmp_path / "mine.lexmatter")
    start.filing.open(shared)
    settle(start, lambda: start.session is not None)
    assert "Dropbox" in asked[0].text()
    assert Path(start.session.matter.path) == tmp_path / "mine.lexmatter"
    assert shared.read_bytes() == before
    assert not list(shared.parent.glob("*-*")), "not even a side file was written"

    start.close_matter()
    pressing(monkeypatch, "Work there")
    start.filing.open(shared)
    settle(start, lambda: start.session is not None)
    assert "Dropbox" in start.custody.label.text()
    assert start.custody.isVisible()


def test_f44_a_read_only_place_offers_a_copy_to_work_in(
    start: MainWindow, plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start.filing.open(plain, read_only=True)
    settle(start, lambda: start.session is not None)
    assert start.read_only.isVisible()
    pressing(monkeypatch, "Go on in the copy")
    saving(monkeypatch, tmp_path / "copy.lexmatter")
    start.read_only.copy.click()
    settle(start, lambda: start.session is not None and not start.session.matter.read_only)
    assert Path(start.session.matter.path) == tmp_path / "copy.lexmatter"


def test_f48_a_damaged_matter_offers_its_rescue_and_its_last_backup(
    start: MainWindow, plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Matter.open(plain) as held:
        made = back_up(held)
    content = bytearray(plain.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xa5" * 4096
    plain.write_bytes(content)
    asked = pressing(monkeypatch, "Rescue")
    saving(monkeypatch, tmp_path / "rescued.lexmatter")
    start.filing.open(plain)
    settle(start, lambda: start.session is not None)
    assert made is not None
    assert made.path.name in asked[0].text()
    assert Path(start.session.matter.path) == tmp_path / "rescued.lexmatter"
    sheet = next(one for one in start.findChildren(TextSheet))
    assert "rows could be read" in sheet.text.toPlainText()
    assert plain.read_bytes() == bytes(content), "the damaged file is kept as it is"

    start.close_matter()
    pressing(monkeypatch, "Open the last backup")
    saving(monkeypatch, tmp_path / "restored.lexmatter")
    start.filing.open(plain)
    settle(start, lambda: start.session is not None)
    assert Path(start.session.matter.path) == tmp_path / "restored.lexmatter"
    assert made.path.exists()


def test_every_warning_about_a_file_is_said_in_both_languages(
    start: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, application: Application, plain: Path
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"1 0 0:1 / {tmp_path}/work rw - cifs //server/share rw\n")
    said = [surroundings.risk(tmp_path / "Dropbox" / "a.lexmatter")]
    monkeypatch.setattr(surroundings, "MOUNTS", mounts)
    said.append(surroundings.risk(plain))
    shutil.copyfile(plain, tmp_path / "old.lexmatter")
    with application.open_desk(plain) as desk:
        desk.set_author("B")
    with application.open_desk(tmp_path / "old.lexmatter") as desk:
        said.append(desk.custody_warnings[0])
        desk.set_author("C")
        desk.set_author("D")
    with application.open_desk(plain) as desk:
        said += [one for one in desk.custody_warnings if "network share" not in one]
    assert len(said) == 4
    start.words.switch("zh")
    for one in said:
        assert re.search("[\u4e00-\u9fff]", start.words.said(one)), one


# backups


def test_backups_come_after_opening_and_at_closing_and_only_so_many_stay(
    start: MainWindow, plain: Path, application: Application
) -> None:
    start.settings.keep("backups_kept", 2)
    start.filing.open(plain)
    settle(start, lambda: start.session is not None)
    assert backups(plain) == [], "not before the window is usable"
    start.keeping._back_up_quietly(start.session)
    settle(start, lambda: bool(backups(plain)))
    start.close_matter()
    assert len(backups(plain)) == 1, "nothing changed, so none at closing"
    for name in ("A", "B", "C"):
        start.filing.open(plain)
        settle(start, lambda: start.session is not None)
        start.session.desk.set_author(name)
        start.close_matter()
    assert len(backups(plain)) == 2
    with Matter.open(backups(plain)[0].path, read_only=True) as newest:
        assert newest.read().matter.info().author == "C"
    assert Application(application.places).settings.backups_kept == 2


# handing over and taking back


def test_hand_over_without_a_source_open_elsewhere_and_take_back(
    start: MainWindow, matter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    open_sealed(start, matter)
    desk = start.session.desk
    Signer.make(tmp_path / "firm.pem", OTHER)
    dialog = HandOverDialog(desk.sources(), desk.chats(), start.words, start)
    dialog.new.field.setText(OTHER)
    dialog.new.again.setText(OTHER)
    dialog.list.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.key.setText(str(tmp_path / "firm.pem"))
    dialog.key_passphrase.setText(OTHER)
    archive, copy = tmp_path / "out.lexsealed", tmp_path / "theirs.lexmatter"
    start.handing.hand_over_to(archive, dialog)
    qtbot.waitUntil(lambda: bool(_sheets(start)), timeout=SLOW)
    left = _sheets(start)[-1]
    assert "left out" in left
    assert "Fingerprint" in left

    answering(monkeypatch, OTHER)
    start.handing.verify(archive)
    qtbot.waitUntil(lambda: any("✓" in text for text in _sheets(start)), timeout=SLOW)

    start.handing.unseal_to(archive, copy, OTHER)
    qtbot.waitUntil(lambda: start.session.matter.path == str(copy), timeout=SLOW)
    settle(start)
    assert is_sealed(copy)
    start.session.desk.new_chat("What the colleague asked")
    start.close_matter()

    open_sealed(start, matter)
    answering(monkeypatch, "not the right words", OTHER)
    start.handing.take_back_from(copy)
    qtbot.waitUntil(lambda: any("What the colleague" in text for text in _sheets(start)), timeout=SLOW)
    assert "What the colleague asked (Ada Brook)" in [chat.title for chat in start.session.desk.chats()]


def _sheets(window: MainWindow) -> list[str]:
    return [sheet.text.toPlainText() for sheet in window.findChildren(TextSheet)]
