"""Keeping one matter safe: its seal in place, backups, copies, damage, and places where a save gets lost."""

import shutil
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, QStandardPaths, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QProgressDialog

from lexdesk.desktop.custody.backups import BackupsDialog
from lexdesk.desktop.custody.lock import MINUTES, Place
from lexdesk.desktop.custody.passphrases import AskPassphrase, NewPassphraseDialog
from lexdesk.desktop.faults import sentence
from lexdesk.desktop.sheets import TextSheet
from lexdesk.errors import LexDeskError
from lexdesk.matter import sealing
from lexdesk.matter.backups import KEPT, Backup, backups, backups_folder
from lexdesk.matter.errors import MatterExists
from lexdesk.matter.rescue import Rescue, rescue
from lexdesk.matter.surroundings import risk

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

MATTERS = "LexDesk (*.lexmatter)"
_AFTER = 3_000  # milliseconds from opening to the backup, so that the window is usable first
_PATIENCE = 0.4  # seconds that closing may take without a word
_LONGEST = 240  # minutes


class RiskyPlace(LexDeskError):
    """The matter lies where a save can get lost. Nothing was opened or written."""

    code = "risky_place"


class Keeping:
    """Dialogs here, work in jobs."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self._rows = -1  # of the audit, when the matter was opened or last copied

    # the seal

    def seal(self) -> None:
        """Seal the open matter with a new passphrase."""
        words, session = self.window.words, self.window.session
        if session is None or session.matter.read_only or session.desk.sealed:
            self._cannot("custody.sealed_already")
            return
        dialog = NewPassphraseDialog(words("custody.seal"), words("custody.seal_note"), words, self.window)
        if dialog.exec():
            self.seal_with(dialog.new.passphrase)

    def seal_with(self, passphrase: str) -> None:
        """Seal the open matter; it is closed for the while and comes back at the same place."""
        self._renew(
            lambda path, by: sealing.seal(path, passphrase, by), "", passphrase, "custody.sealed_done"
        )

    def change_passphrase(self) -> None:
        """Give the open matter another passphrase."""
        words, session = self.window.words, self.window.session
        if session is None or session.matter.read_only or not session.desk.sealed:
            self._cannot("custody.not_sealed")
            return
        title = words("custody.change")
        dialog = NewPassphraseDialog(title, words("custody.change_note"), words, self.window, old=True)
        if dialog.exec():
            self.change_to(dialog.old.text(), dialog.new.passphrase)

    def change_to(self, old: str, new: str) -> None:
        """Change the passphrase of the open matter."""
        self._renew(
            lambda path, by: sealing.change_passphrase(path, old, new, by), old, new, "custody.changed_done"
        )

    def open_seal(self) -> None:
        """Make the open matter readable for anyone again."""
        words, session = self.window.words, self.window.session
        if session is None or session.matter.read_only or not session.desk.sealed:
            self._cannot("custody.not_sealed")
            return
        dialog = AskPassphrase(session.matter.name, words, self.window)
        dialog.setWindowTitle(words("custody.open_seal"))
        if dialog.exec():
            self.open_seal_with(dialog.passphrase)

    def open_seal_with(self, passphrase: str) -> None:
        """Take the seal of the open matter off."""
        self._renew(
            lambda path, by: sealing.open_seal(path, passphrase, by), passphrase, "", "custody.opened_done"
        )

    def _cannot(self, key: str) -> None:
        session = self.window.session
        if session is not None:
            plain = "readonly.plain" if session.matter.read_only else key
            self.window.say(self.window.words(plain), level="info")

    def _renew(self, work: Callable[[Path, str], None], old: str, new: str, done_key: str) -> None:
        """Close the matter, have its file made anew, open it again where the lawyer was."""
        window, words = self.window, self.window.words
        session = window.session
        if session is None:
            return
        place, by = Place.of(window), session.matter.author
        window.drop_session(back_up=False)
        window.show_start()

        def back(passphrase: str) -> None:
            window.filing.open(
                place.path, passphrase=passphrase, trusted=True, then=lambda: place.show(window)
            )

        def done(_none: object) -> None:
            back(new)
            notes = [words("custody.old_bytes")] if new and not old else []
            if new and backups(place.path):
                notes.append(words("custody.old_backups", folder=backups_folder(place.path).name))
            window.say(words(done_key), " ".join(notes), level="info")

        def failed(error: BaseException) -> None:
            window.fail(error)
            if getattr(error, "code", "") != "wrong_passphrase":
                back(old)

        window.jobs.start(
            lambda _progress, _token: work(place.path, by),
            done,
            failed,
            lane="act",
            title=words("custody.under_way"),
        )

    # locking

    def ask_minutes(self) -> None:
        """After how many idle minutes sealed matters are locked."""
        words, settings = self.window.words, self.window.settings
        minutes, said = QInputDialog.getInt(
            self.window,
            words("command.file_lock_after"),
            words("custody.minutes"),
            settings.number("lock_minutes", MINUTES),
            0,
            _LONGEST,
        )
        if said:
            settings.keep("lock_minutes", minutes)

    # backups

    @property
    def keep(self) -> int:
        """How many backups of each matter are kept."""
        return max(1, self.window.settings.number("backups_kept", KEPT))

    def opened(self) -> None:
        """A matter has been opened: say what its file shows, and back it up once the window is usable."""
        window, session = self.window, self.window.session
        if session is None or window.filing.opener is None:
            return
        self._rows = session.desk.audit_size()
        if session.desk.custody_warnings:
            said = (window.words.said(one) for one in session.desk.custody_warnings)
            window.custody.say(window.words.joined(said))
        if not session.matter.read_only:
            QTimer.singleShot(_AFTER, window, lambda: self._back_up_quietly(session))

    def _back_up_quietly(self, session: Any) -> None:
        if session is self.window.session:
            keep = self.keep
            session.jobs.start(lambda _progress, _token: session.desk.back_up(keep), lane="run")

    def before_closing(self, session: Any) -> None:
        """Back the matter up when something changed since it was opened. Soon done, or a small window says
        what is waited for."""
        window = self.window
        if window.filing.opener is None or session.matter.read_only:
            return
        if session.desk.audit_size() == self._rows:
            return
        keep, failed = self.keep, []

        def work() -> None:
            try:
                session.desk.back_up(keep)
            except LexDeskError as error:
                failed.append(error)

        thread = threading.Thread(target=work, name="backup", daemon=True)
        thread.start()
        thread.join(_PATIENCE)
        if thread.is_alive():
            self._wait_for(thread)
        if failed:
            window.fail(failed[0])

    def _wait_for(self, thread: threading.Thread) -> None:
        words, loop = self.window.words, QEventLoop()
        dialog = QProgressDialog(words("custody.backing_up"), "", 0, 0, self.window)
        dialog.setCancelButton(None)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()
        check = QTimer(interval=50)
        check.timeout.connect(lambda: loop.quit() if not thread.is_alive() else None)
        check.start()
        loop.exec()
        dialog.close()
        dialog.deleteLater()

    def show_backups(self) -> None:
        """The backups of the open matter."""
        session, window = self.window.session, self.window
        if session is None:
            return
        dialog = BackupsDialog(
            session.desk.backups(), self.keep, not session.matter.read_only, window.words, window
        )

        def made(_one: object) -> None:
            dialog.show_backups(session.desk.backups())

        dialog.kept.connect(lambda number: window.settings.keep("backups_kept", number))
        dialog.make_wanted.connect(
            lambda: session.jobs.call(session.desk.back_up, self.keep, done=made, lane="run")
        )
        dialog.restore_wanted.connect(lambda one: (dialog.accept(), self.restore(one, session.matter.path)))
        dialog.show()

    def restore(self, backup: Backup, matter: Path | str) -> None:
        """Ask where, and open a backup there as a matter of its own; the backup itself stays as it is."""
        stem = f"{Path(matter).stem} {backup.at.astimezone():%Y-%m-%d %H.%M}"
        out = self._ask_new(self.window.words("custody.restore"), Path(matter).with_name(f"{stem}.lexmatter"))
        if out is not None:
            self.restore_to(backup, out)

    def restore_to(self, backup: Backup, out: Path) -> None:
        """Open a copy of a backup at ``out``."""
        window = self.window
        window.jobs.start(
            lambda _progress, _token: _copy_closed(backup.path, out),
            lambda _none: window.filing.open(out),
            lane="run",
            title=window.words("papers.writing", name=out.name),
        )

    # copies

    def save_copy(self) -> None:
        """Ask where, and write the open matter there as a file of its own."""
        session, window = self.window.session, self.window
        if session is None:
            return
        out = self._ask_new(window.words("custody.save_copy"), _own_folder() / Path(session.matter.path).name)
        if out is None:
            return
        session.jobs.start(
            lambda _progress, _token: session.desk.save_copy(out),
            lambda _none: self._copied(out),
            lane="run",
            title=window.words("papers.writing", name=out.name),
        )

    def _copied(self, out: Path) -> None:
        """The copy is there; a reader who could not write goes on in it if they want."""
        window, words = self.window, self.window.words
        session = window.session
        if session is not None and session.matter.read_only:
            if self._ask(words("custody.copied", path=out), words("custody.open_copy")) == 0:
                window.filing.open(out)
        else:
            window.say(words("custody.copied", path=out), level="info")

    # before opening

    def check_place(self, path: Path) -> None:
        """For a job, before anything is written. Raises ``RiskyPlace``."""
        said = risk(path)
        if said:
            raise RiskyPlace(said)

    def at_risk(self, path: Path, error: LexDeskError, passphrase: str) -> None:
        """A share or a folder that is copied to other machines: a working copy is offered before the first
        write."""
        window, words = self.window, self.window.words
        chosen = self._ask(
            words.said(error.message),
            words("custody.work_on_copy"),
            words("readonly.open"),
            words("custody.work_there"),
        )
        if chosen == 0:
            out = self._ask_new(words("custody.work_on_copy"), _own_folder() / path.name)
            if out is not None:
                self.work_on_copy(path, out, passphrase)
        elif chosen == 1:
            window.filing.open(path, read_only=True, passphrase=passphrase)
        elif chosen == 2:
            window.filing.open(path, passphrase=passphrase, trusted=True)

    def work_on_copy(self, path: Path, out: Path, passphrase: str = "") -> None:
        """Write the matter at ``path``, which is only read, to ``out`` and open that."""
        window = self.window
        opener = window.filing.opener
        assert opener is not None

        def work(_progress: object, _token: object) -> None:
            more = {"passphrase": passphrase} if passphrase else {}
            with opener.open_desk(path, True, **more) as desk:
                desk.save_copy(out)

        def failed(error: BaseException) -> None:
            if getattr(error, "code", "") in ("matter_sealed", "wrong_passphrase"):
                asked = AskPassphrase(
                    path.name, window.words, window, getattr(error, "code", "") == "wrong_passphrase"
                )
                if asked.exec():
                    self.work_on_copy(path, out, asked.passphrase)
            else:
                window.fail(error)

        window.jobs.start(
            work,
            lambda _none: window.filing.open(out, passphrase=passphrase, trusted=True),
            failed,
            lane="run",
            title=window.words("papers.writing", name=out.name),
        )

    # damage

    def damaged(self, path: Path, error: LexDeskError, passphrase: str) -> None:
        """A matter that could not be opened: what can be read of it, or its last backup, is offered."""
        window, words = self.window, self.window.words
        there = backups(path)
        told = sentence(error, words, window.fault_log) or (words.said(error.message), "")
        said = f"{told[0]}\n\n{words('custody.damaged')}"
        choices = [words("custody.rescue")]
        if there:
            at = there[0].at.astimezone().strftime("%Y-%m-%d %H:%M")
            said += "\n\n" + words("custody.last_backup", name=there[0].path.name, at=at)
            choices.append(words("custody.open_backup"))
        chosen = self._ask(said, *choices)
        if chosen == 0:
            out = self._ask_new(
                words("custody.rescue"), path.with_name(f"{path.stem} {date.today():%Y-%m-%d}.lexmatter")
            )
            if out is not None:
                self.rescue_to(path, out, passphrase)
        elif chosen == 1:
            self.restore(there[0], path)

    def rescue(self) -> None:
        """Ask for a damaged matter, and read what can be read of it into a new one."""
        window, words = self.window, self.window.words
        name, _ = QFileDialog.getOpenFileName(window, words("custody.rescue"), "", MATTERS)
        if not name:
            return
        path = Path(name)
        out = self._ask_new(
            words("custody.rescue"), path.with_name(f"{path.stem} {date.today():%Y-%m-%d}.lexmatter")
        )
        if out is not None:
            self.rescue_to(path, out, "")

    def rescue_to(self, path: Path, out: Path, passphrase: str = "") -> None:
        """Read what can be read of ``path`` into ``out``, say what was lost, and open it."""
        window, words = self.window, self.window.words
        by = window.filing.author

        def done(found: Rescue) -> None:
            TextSheet(
                words("custody.rescue"),
                words("custody.rescued", name=out.name),
                "\n".join(words.said(one) for one in found.lines()),
                words,
                window.fonts.sans(13),
                window,
            ).show()
            window.filing.open(out, passphrase=passphrase)

        def failed(error: BaseException) -> None:
            code = getattr(error, "code", "")
            if code not in ("matter_sealed", "wrong_passphrase"):
                window.fail(error)
                return
            asked = AskPassphrase(path.name, words, window, code == "wrong_passphrase")
            if asked.exec():
                self.rescue_to(path, out, asked.passphrase)

        window.jobs.start(
            lambda _progress, _token: rescue(path, out, by, passphrase),
            done,
            failed,
            lane="run",
            title=words("custody.rescuing", name=path.name),
        )

    # asking

    def _ask(self, text: str, *choices: str) -> int:
        """Which of the choices was pressed, -1 for none."""
        box = QMessageBox(self.window)
        box.setWindowTitle("LexDesk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        buttons = [box.addButton(one, QMessageBox.ButtonRole.AcceptRole) for one in choices]
        box.addButton(self.window.words("dialog.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(buttons[0])
        box.exec()
        pressed = box.clickedButton()
        return next((number for number, one in enumerate(buttons) if one is pressed), -1)

    def _ask_new(self, title: str, suggested: Path) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self.window, title, str(suggested), MATTERS)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix == ".lexmatter" else path.with_name(path.name + ".lexmatter")


def _copy_closed(path: Path, out: Path) -> None:
    """Copy a file that nobody works on; never over another."""
    if out.exists():
        raise MatterExists(f"There is already something at “{out.name}”.", "Choose another name or place.")
    unfinished = out.with_name(out.name + ".new")
    try:
        shutil.copyfile(path, unfinished)
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def _own_folder() -> Path:
    """The user's folder for documents."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
