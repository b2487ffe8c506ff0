"""Matters and files: open, make, import, export, and what the lawyer says about a source."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMenu, QMessageBox

from lexdesk.assistant.model_views import ModelShelf
from lexdesk.desktop.custody.passphrases import AskPassphrase, NewPassphraseDialog
from lexdesk.desktop.evidence.facts import FactsDialog
from lexdesk.desktop.faults import sentence
from lexdesk.desktop.jobs import CancelToken
from lexdesk.desktop.start.dropped import DroppedFile
from lexdesk.desktop.start.files import DOCUMENT, AddFilesDialog
from lexdesk.errors import Cancelled

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

_MATTERS = "LexDesk (*.lexmatter)"
_FILES = "*.docx *.pdf *.txt *.md *.eml"


@dataclass(frozen=True)
class Opener:
    """Opens and makes matters: ``open_desk(path, read_only)`` and ``new_desk(path, name)`` give a desk or
    raise ``LexDeskError``; both take a ``passphrase``. ``app.py`` provides both.
    ``unpack(archive, out, head)`` makes a matter of an archive that holds, and gives its path. ``author`` is
    the lawyer's name where no matter is open; ``end_model`` ends the model's process and all it knows."""

    open_desk: Callable[..., Any]
    new_desk: Callable[..., Any]
    unpack: Callable[[Path, Path, str], Path] | None = None
    author: str = ""
    end_model: Callable[[], None] = lambda: None
    shelf: ModelShelf | None = None  # the models of this computer


class Filing:
    """Everything that goes through the file system. Dialogs here, work in jobs."""

    def __init__(self, window: "MainWindow", opener: Opener | None) -> None:
        self.window = window
        self.opener = opener
        self._documents: list[tuple[int, str]] = []

    # matters

    @property
    def author(self) -> str:
        """The lawyer's name for what is done with files while no matter is open."""
        return self.opener.author if self.opener is not None else ""

    def open(
        self,
        path: Path | None,
        read_only: bool = False,
        passphrase: str = "",
        trusted: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Open a matter; without a path ask which. ``trusted``: the lawyer knows where it lies. ``then`` is
        done once it is open."""
        window, opener = self.window, self.opener
        if opener is None:
            return
        if path is None:
            name, _ = QFileDialog.getOpenFileName(window, window.words("start.open"), "", _MATTERS)
            if not name:
                return
            path = Path(name)
        place = path

        def work() -> Any:
            if not (read_only or trusted):
                window.keeping.check_place(place)
            return opener.open_desk(place, read_only, **({"passphrase": passphrase} if passphrase else {}))

        def done(desk: Any) -> None:
            self.opened(place, desk)
            if then is not None:
                then()

        window.jobs.call(
            work,
            done=done,
            failed=partial(self._not_opened, path, read_only, passphrase, trusted),
            lane="act",
        )

    def _not_opened(
        self, path: Path, read_only: bool, passphrase: str, trusted: bool, error: BaseException
    ) -> None:
        """A sealed matter asks for its passphrase, one that is open elsewhere is offered read-only, a damaged
        one is offered its rescue; anything else is said."""
        window, words = self.window, self.window.words
        code = getattr(error, "code", "")
        if code in ("matter_sealed", "wrong_passphrase"):
            asked = AskPassphrase(path.name, words, window, wrong=code == "wrong_passphrase")
            if asked.exec():
                self.open(path, read_only, asked.passphrase, trusted)
            return
        if code == "risky_place":
            window.keeping.at_risk(path, error, passphrase)
            return
        if code == "matter_damaged":
            window.keeping.damaged(path, error, passphrase)
            return
        if code != "matter_locked":
            window.fail(error)
            return
        box = QMessageBox(window)
        box.setWindowTitle(words("readonly.title"))
        box.setText(str(getattr(error, "message", error)))
        yes = box.addButton(words("readonly.open"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(words("dialog.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is yes:
            self.open(path, read_only=True, passphrase=passphrase)

    def new_sealed(self) -> None:
        """Make a matter that is sealed from the start."""
        self.new([], sealed=True)

    def new(self, files: list[tuple[DroppedFile, str]], sealed: bool = False) -> None:
        """Make a matter, sealed if wanted, then import the files that were chosen for it."""
        window = self.window
        if self.opener is None:
            return
        agreements = [file for file, choice in files if choice == DOCUMENT]
        named = [*agreements, *(file for file, _choice in files)]
        suggested = f"{named[0].path.stem}.lexmatter" if named else ""
        name, _ = QFileDialog.getSaveFileName(window, window.words("start.new"), suggested, _MATTERS)
        if not name:
            return
        path = Path(name)
        if path.suffix != ".lexmatter":
            path = path.with_name(path.name + ".lexmatter")
        more = {}
        if sealed:
            words = window.words
            asked = NewPassphraseDialog(words("custody.new_sealed"), words("custody.new_note"), words, window)
            if not asked.exec():
                return
            more["passphrase"] = asked.new.passphrase
        make = partial(self.opener.new_desk, path, path.stem, **more)
        window.jobs.call(make, done=lambda desk: self.opened(path, desk, files), lane="act")

    def opened(self, path: Path, desk: Any, files: Sequence[tuple[DroppedFile, str]] = ()) -> None:
        """A matter is open: show it, and import what was chosen for it."""
        self.window.settings.add_recent(path)
        self.window.message.hide()
        self.window.show_desk(desk)
        self.window.keeping.opened()
        self.import_files(list(files))

    # documents of the matter

    def documents_came(self, documents: list[tuple[int, str]]) -> None:
        """The documents of the matter, for the menu under its name."""
        self._documents = documents

    def choose_document(self) -> None:
        """The working documents of the matter as a menu; the open one is ticked."""
        session = self.window.session
        if session is None:
            return
        menu = QMenu(self.window)
        for number, name in self._documents:
            action = QAction(name, menu, checkable=True, checked=number == session.document_id)
            action.triggered.connect(partial(_ignoring, session.open_document, number))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.window.commands.action("file.import"))
        anchor = self.window.top.matter
        menu.exec(anchor.mapToGlobal(anchor.rect().bottomLeft()))

    # import

    def ask_files(self) -> None:
        """Ask for files, then show them with type and hash."""
        window = self.window
        names, _ = QFileDialog.getOpenFileNames(window, window.words("files.title"), "", f"({_FILES})")
        if names:
            self.show_files([Path(name) for name in names])

    def show_files(self, paths: list[Path]) -> None:
        """Show files with type and hash; nothing is imported before the lawyer says so."""
        dialog = AddFilesDialog(paths, self.window.words, self.window.jobs, self.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.import_files(dialog.table.choices())

    def import_files(self, files: list[tuple[DroppedFile, str]]) -> None:
        """Import the files one after the other, so that their numbers follow the list; one that is refused
        does not stop the others, and all that were are said at the end."""
        session = self.window.session
        if session is not None and files:
            self._import_next(session, list(files), [])

    def _import_next(
        self,
        session: Any,
        left: list[tuple[DroppedFile, str]],
        refused: list[tuple[str, BaseException]],
        opened: bool = False,
    ) -> None:
        """Import the first of ``left``. The first agreement of the list is opened (``opened``: one was)."""
        if session is not self.window.session:
            return
        if not left:
            self._say_refused(refused)
            self.window.knowing.read_for_search()
            return
        (file, choice), rest = left[0], left[1:]
        if choice == DOCUMENT:
            work: Callable[..., Any] = partial(_import_document, session.desk, file.path)
            show: Callable[[Any], None] = partial(self._document_imported, opened)
        else:
            work, show = partial(_import_source, session.desk, file.path, choice), self._source_imported

        def done(result: Any) -> None:
            show(result)
            self._import_next(session, rest, refused, opened or choice == DOCUMENT)

        def failed(error: BaseException) -> None:
            if isinstance(error, Cancelled):
                self.window.fail(error)
                self._say_refused(refused)
            else:
                self._import_next(session, rest, [*refused, (file.path.name, error)], opened)

        title = self.window.words("files.importing", name=file.path.name)
        session.jobs.start(work, done, failed, lane="run", title=title)

    def _say_refused(self, refused: list[tuple[str, BaseException]]) -> None:
        if len(refused) == 1:
            self.window.fail(refused[0][1])
        elif refused:
            lines = [self.window.words("files.failed")]
            for name, error in refused:
                told = sentence(error, self.window.words, self.window.fault_log) or ("", "")
                said = " ".join(part for part in told if part)
                lines.append(said if name in said else f"{name}: {said}")
            self.window.say("\n".join(lines))

    def _document_imported(self, opened: bool, document_id: int) -> None:
        session = self.window.session
        if session is None:
            return
        self._documents = session.desk.documents()
        if not opened:
            session.document_id = session.version_id = None
            session.open_document(document_id)
        session.refresh_audit()
        session.refresh_chats()

    def _source_imported(self, source: Any) -> None:
        session = self.window.session
        if session is not None:
            session.refresh_sources()
            session.refresh_audit()
            session.refresh_chats()
            self.window.status.set_notice(
                self.window.words("files.imported", name=source.short_name or source.title)
            )

    def edit_facts(self, source_id: int) -> None:
        """Ask what the lawyer knows of a source."""
        window = self.window
        source = window.panes.evidence.list.source(source_id)
        if source is None or window.session is None:
            return
        dialog = FactsDialog(source, window.words, window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.fields():
            window.session.set_source(source_id, dialog.fields())

    # export

    def export(self, form: str) -> None:
        """Ask where, write, report. The version in view is exported."""
        window, session = self.window, self.window.session
        if session is None or session.view is None or session.document_id is None:
            return
        suggested = f"{session.view.name} {window.words('export.' + form)}.docx"
        title = window.words(f"command.file_export_{form}")
        name, _ = QFileDialog.getSaveFileName(window, title, suggested, "Word (*.docx)")
        if name:
            self.export_to(form, Path(name))

    def export_to(self, form: str, path: Path) -> None:
        """Write the version in view; the file dialog has asked about overwriting."""
        session = self.window.session
        if session is None or session.document_id is None:
            return
        desk, document, version = session.desk, session.document_id, session.version_id
        session.jobs.start(
            lambda _progress, _token: desk.export(document, form, path, version, True),
            self._exported,
            lane="run",
            title=self.window.words("export.title"),
        )

    def _exported(self, report: Any) -> None:
        window = self.window
        window.say(
            window.words("export.done", path=report.path),
            window.words("export.hashes", sha=report.sha256[:16], chain=report.chain_head[:16])
            + " "
            + window.words("export.when_sent"),
            level="info",
        )
        if window.session is not None:
            window.session.refresh_audit()

    # the matter's settings

    def ask_author(self) -> None:
        """Under which name decisions and revisions stand."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        name, said = QInputDialog.getText(
            self.window, words("author.title"), words("author.note"), text=session.matter.author
        )
        if said and name.strip():
            session.jobs.call(
                session.desk.set_author, name.strip(), done=lambda _none: session.refresh_audit(), lane="act"
            )

    def ask_remote(self) -> None:
        """Say which model is in use; allow or forbid a remote one for this matter."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        matter = session.matter
        if not matter.model:
            self.window.say(words("model.none"), words("model.none_next"), level="info")
        elif not matter.model_remote:
            self.window.say(words("model.local", name=matter.model), level="info")
        else:
            box = QMessageBox(self.window)
            box.setWindowTitle(words("model.remote_title"))
            box.setText(words("model.remote_note", name=matter.model))
            allow = box.addButton(words("model.allow"), QMessageBox.ButtonRole.AcceptRole)
            forbid = box.addButton(words("model.forbid"), QMessageBox.ButtonRole.RejectRole)
            box.setDefaultButton(forbid)
            box.exec()
            session.allow_remote(box.clickedButton() is allow)


def _import_document(desk: Any, path: Path, _progress: Any, _token: CancelToken) -> int:
    return int(desk.import_document(path))


def _import_source(desk: Any, path: Path, role: str, progress: Any, token: CancelToken) -> Any:
    return desk.add_source(path, role, progress=progress, cancelled=token)


def _ignoring(function: Callable[[int], None], number: int, _checked: bool = False) -> None:
    function(number)
