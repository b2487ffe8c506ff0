"""The main window: puts the panes together and connects them with the session of the open matter."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QPoint, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from lexdesk.desktop import acts
from lexdesk.desktop.chatting import Chatting
from lexdesk.desktop.commands import Commands
from lexdesk.desktop.custody.handing import Handing
from lexdesk.desktop.custody.keeping import Keeping
from lexdesk.desktop.custody.lock import Lock, LockPage, Place
from lexdesk.desktop.deciding import Deciding
from lexdesk.desktop.faults import sentence
from lexdesk.desktop.filing import Filing, Opener
from lexdesk.desktop.fonts import TALK_SIZE, Fonts
from lexdesk.desktop.hover import HoverCard
from lexdesk.desktop.jobs import Jobs
from lexdesk.desktop.keys import KeysDialog
from lexdesk.desktop.knowing import Knowing
from lexdesk.desktop.messages import MessageBar, ProgressRow, ReadOnlyBar
from lexdesk.desktop.panes import Panes
from lexdesk.desktop.papers import Papers
from lexdesk.desktop.past import Past
from lexdesk.desktop.reading import Reading
from lexdesk.desktop.runs import Runs
from lexdesk.desktop.seeking import Seeking
from lexdesk.desktop.session import MatterSession
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.sourcing import Sourcing
from lexdesk.desktop.start.page import StartPage, dropped_paths
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.titles import ends_of, said_step
from lexdesk.desktop.topbar import StatusBar, TopBar
from lexdesk.desktop.wiring import connect
from lexdesk.desktop.words import Words, language_of_system
from lexdesk.desktop.writing import Writing
from lexdesk.resources import resources

log = logging.getLogger(__name__)
_SMALLEST = QSize(900, 500)


class MainWindow(QMainWindow):
    """The window with one matter, or with the start page while ``desk`` is None.

    ``opener`` opens and makes matters; without it the window shows the given desk only.
    """

    def __init__(
        self,
        desk: Any,
        settings: WindowSettings,
        opener: Opener | None = None,
        fault_log: Path | None = None,
    ) -> None:
        fonts = Fonts()
        QApplication.setFont(
            fonts.sans(TALK_SIZE)
        )  # before any widget: a style sheet stops it from spreading
        super().__init__()
        self.fonts = fonts
        self.settings = settings
        self.fault_log = fault_log
        folder = resources()
        self.words = Words(folder / "translations", settings.text("language", language_of_system()), self)
        self.themes = Themes(folder / "themes", settings.text("theme", "system"), self)
        self.jobs = Jobs(self)
        self.session: MatterSession | None = None
        self.runs: Runs | None = None
        self._undo = ("", "")
        self._warnings: list[tuple[str, str]] = []
        self.setWindowTitle("LexDesk")
        self.setMinimumSize(_SMALLEST)
        self.setAcceptDrops(True)
        self._menu = QMenu(self)
        self.top = TopBar(self.words, self._menu, self)
        self.status = StatusBar(self.words, self)
        self.message = MessageBar(self.words, self)
        self.read_only = ReadOnlyBar(self.words, self)
        self.progress = ProgressRow(self.words, self)
        self.panes = Panes(self.words, self.themes, self.fonts, settings, self)
        self.start = StartPage(self.words, self.themes, self.jobs, self)
        self.hover = HoverCard(self.words, self.fonts, self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.start)
        self.stack.addWidget(self.panes)
        self.custody = MessageBar(self.words, self)
        self.locked = LockPage(self.words, self)
        self.stack.addWidget(self.locked)
        self._lay()
        self.filing = Filing(self, opener)
        self.reading = Reading(self)
        self.sourcing = Sourcing(self)
        self.seeking = Seeking(self)
        self.knowing = Knowing(self, opener.shelf if opener is not None else None)
        self.chatting = Chatting(self)
        self.deciding = Deciding(self)
        self.past = Past(self)
        self.writing = Writing(self)
        self.papers = Papers(self)
        self.keeping = Keeping(self)
        self.handing = Handing(self)
        self.lock = Lock(self)
        self.commands = Commands(self, self.words, settings.store)
        acts.register(self.commands, self)
        connect(self)
        self.apply_theme()
        self.apply_language()
        self._restore()
        if desk is not None:
            self.show_desk(desk)
        else:
            self.show_start()

    def _lay(self) -> None:
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.top, self.read_only, self.custody, self.message, self.progress):
            column.addWidget(widget)
        column.addWidget(self.stack, 1)
        column.addWidget(self.status)
        self.setCentralWidget(middle)

    # the matter

    def show_desk(self, desk: Any) -> None:
        """Show an open matter; the one before is closed."""
        self.drop_session()
        self.panes.forget()
        self.reading.forget()
        self.top.show_document(None)
        session = self.session = MatterSession(desk, self.jobs, self)
        evidence, chat, side = self.panes.evidence, self.panes.chat, self.panes.outline
        self.runs = Runs(session, chat, self.words, self.chatting.confirm_send, self)
        self.runs.said.connect(lambda text: self.status.set_notice(text, lasting=True))
        self.runs.ended.connect(self.chatting.run_ended)
        chat.asked.connect(self.runs.start)
        chat.stop_wanted.connect(self.runs.stop)
        session.failed.connect(self.fail)
        session.matter_changed.connect(self._matter_changed)
        session.document_changed.connect(self._document_changed)
        session.documents_changed.connect(self.filing.documents_came)
        session.edits_changed.connect(self._edits_changed)
        session.warnings_changed.connect(self._warnings_changed)
        session.findings_changed.connect(side.show_slips)
        session.change_chosen.connect(self._change_chosen)
        session.card_changed.connect(self._card_changed)
        session.sources_changed.connect(evidence.list.show_sources)
        session.sources_changed.connect(self.sourcing.sources_came)
        session.sources_changed.connect(side.show_sources)
        session.chats_changed.connect(chat.show_chats)
        session.audit_changed.connect(self.status.show_audit)
        session.undo_changed.connect(self._undo_changed)
        session.saved.connect(self.status.show_saved)
        self.deciding.connect(session)
        self.past.connect(session)
        session.pin_found.connect(self.reading.open_pin)
        self._enable(True)
        self.stack.setCurrentWidget(self.panes)
        session.load()
        self.panes.focus("document")

    def drop_session(self, back_up: bool = True) -> None:
        """Stop what runs and close the matter, if one is open, after a backup if something changed."""
        session, runs = self.session, self.runs
        if session is None:
            return
        self.custody.hide()
        self.session = self.runs = None
        self.jobs.close()
        self.panes.chat.asked.disconnect(runs.start)
        self.panes.chat.stop_wanted.disconnect(runs.stop)
        if back_up:
            self.keeping.before_closing(session)
        session.desk.close()
        runs.deleteLater()
        session.deleteLater()

    def again(self) -> "MainWindow":
        """A fresh window like this one, without a matter."""
        return MainWindow(None, self.settings, self.filing.opener, self.fault_log)

    def show_locked(self, place: Place) -> None:
        """Show that a matter is locked; its passphrase brings it back."""
        self.locked.show_place(place)
        self.stack.setCurrentWidget(self.locked)
        self.setWindowTitle(f"{place.path.stem} – LexDesk")

    def show_start(self) -> None:
        """Show the start page."""
        self._enable(False)
        self.top.show_matter(None)
        self.top.show_document(None)
        self.status.show_matter(None)
        self.read_only.show_matter(None)
        self.start.show_recent(self.settings.recent())
        self.stack.setCurrentWidget(self.start)
        self.setWindowTitle("LexDesk")

    def close_matter(self) -> None:
        """Close the matter and go back to the start page."""
        self.drop_session()
        self.show_start()

    def _enable(self, matter_open: bool) -> None:
        for command in self.commands.all():
            self.commands.action(command.id).setEnabled(matter_open or command.id in acts.WITHOUT_MATTER)

    def on_session(self, act: Callable[[MatterSession], object]) -> None:
        """Do something with the open matter, if one is open."""
        if self.session is not None:
            act(self.session)

    # what the session says

    def _matter_changed(self, matter: Any) -> None:
        self.top.show_matter(matter)
        self.status.show_matter(matter)
        self.read_only.show_matter(matter)
        self.panes.chat.composer.set_read_only(matter.read_only)
        self.panes.middle.reviewing.set_read_only(matter.read_only)
        self.setWindowTitle(f"{matter.name} – LexDesk")

    def _document_changed(self, view: Any) -> None:
        session = self.session
        if session is None:
            return
        self.panes.document.show_view(view)
        self.panes.outline.show_document(view)
        self.panes.middle.reviewing.show_changes(session.ordered())
        self.panes.middle.count("changes", len(view.changes))
        self.top.show_document(view)

    def _edits_changed(self, edits: list[Any]) -> None:
        self.panes.middle.reviewing.show_edits(edits)

    def _warnings_changed(self, warnings: list[tuple[str, str]]) -> None:
        """What to know of the file before working on it stays above the page."""
        self._warnings = warnings
        said = [self.words.word("file_warning", code) for code, _sentence in warnings]
        self.panes.document.warning.say(self.words.joined(said))

    def _change_chosen(self, item: Any, number: int, moving: bool) -> None:
        session = self.session
        if session is None:
            return
        self.hover.hide()
        document = self.panes.document
        document.set_position(number, len(session.changes), session.pending())
        self.status.show_position(document.position_text())
        document.enable_decision(session.decisions.decidable(item))
        self.panes.outline.choose_change(item)
        self.panes.middle.reviewing.choose(item.id if item is not None else "")
        if item is None:
            document.page.set_current("")
        elif moving:
            document.go_to_change(item.id, item.paragraph_key)
        else:
            document.page.set_current(item.id)

    def _card_changed(self, card: Any) -> None:
        session = self.session
        if session is None:
            return
        item = session.item() if card is not None else None
        ends = ends_of(session.view, item.id) if item is not None and item.kind == "move" else ((), ())
        self.panes.evidence.show_card(
            card,
            self.panes.document.current_number(),
            item.label if item is not None else "",
            ends,
            bool(session.changes),
            session.companions,
        )

    def _undo_changed(self, undo: str, redo: str) -> None:
        self._undo = undo, redo
        for command, text in (("edit.undo", undo), ("edit.redo", redo)):
            action = self.commands.action(command)
            said = said_step(text, self.words)
            action.setText(said or self.words("command." + command.replace(".", "_")))
            action.setEnabled(bool(text))

    def travel(self, by: int) -> None:
        """Back or forward in the focused pane."""
        pane = self.panes.evidence if self.panes.focused() == "evidence" else self.panes.document
        if not (pane.back() if by < 0 else pane.forward()):
            self.status.set_notice(self.words("go.no_further"))

    def hover_change(self, change_id: str, at: QPoint) -> None:
        """The hover card of a change; "" closes it."""
        session = self.session
        item = None
        if session is not None and change_id:
            item = next((one for one in session.changes if one.id == change_id), None)
        self.hover.show_change(item, at)

    def show_lower(self, page: str) -> None:
        """Bring a page of the lower pane forward, with the keyboard."""
        self.panes.bring("document")
        self.panes.middle.open(page)
        self.panes.middle.main_widget().setFocus()

    def open_finding(self, source_id: int, page: int) -> None:
        """Open a source at the page of a finding."""
        self.panes.bring("evidence")
        self.panes.evidence.open(source_id, page)

    def show_keys(self) -> None:
        """All commands with their keys, to be read and changed."""
        KeysDialog(self.commands, self.words, self.themes, self).exec()

    # messages

    def say(self, message: str, next_step: str = "", level: str = "warning") -> None:
        """A calm line below the top bar."""
        self.message.say(message, next_step, level)

    def fail(self, error: BaseException) -> None:
        """Say an error in one sentence; unexpected ones go to the log with their traceback."""
        told = sentence(error, self.words, self.fault_log)
        if told is None:
            self.status.set_notice(self.words("progress.stopped"))
            return
        if self.fault_log is None:
            log.error("unexpected", exc_info=error)
        self.say(*told)

    # looks, layout, the end

    def apply_theme(self) -> None:
        """Paint everything in the colours chosen."""
        self.setPalette(self.themes.palette())
        self.setStyleSheet(self.themes.sheet())
        self.settings.keep("theme", self.themes.choice)

    def apply_language(self) -> None:
        """Say everything in the language chosen."""
        self.settings.keep("language", self.words.language)
        self.show_hints()
        if self.session is not None:
            self._undo_changed(*self._undo)
            self._warnings_changed(self._warnings)
            self.status.show_position(self.panes.document.position_text())

    def show_hints(self) -> None:
        """The most used keys in the status line."""
        self.status.show_keys(
            [
                (self.commands.shortcut("review.next"), "hint.next"),
                (self.commands.shortcut("review.accept"), "hint.accept"),
                (self.commands.shortcut("go.back"), "hint.back"),
            ]
        )

    def _restore(self) -> None:
        self.resize(1366, 768)
        shape = self.settings.shape("layout/window")
        if shape is not None:
            self.restoreGeometry(QByteArray(shape))
        self.panes.restore()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """On the start page they are listed, on a matter shown before the import."""
        paths = dropped_paths(event)
        if self.session is None:
            self.start.take(paths)
        else:
            self.filing.show_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing needs saving: every act is in the matter already."""
        self.settings.keep("layout/window", self.saveGeometry())
        self.panes.keep()
        self.hover.hide()
        self.drop_session()
        self.lock.stop()
        self.jobs.close()
        self.settings.store.sync()
        super().closeEvent(event)
