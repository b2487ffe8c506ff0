"""Locking: all of the matter leaves the window and the session, and only its passphrase brings it back.

The window is put away whole and a fresh one stands in its place, so that no widget can keep a text that
somebody forgot to clear. What is remembered of the place are numbers and a path; an instruction that was
begun is kept encrypted with the matter's own key.
"""

import gc
import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.desktop.custody.passphrases import CapitalsHint, PassphraseField
from lexdesk.desktop.words import Words

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

MINUTES = 15
_LOOK = 5_000  # milliseconds between two looks at the clock
_ACTS = {
    QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel,
    QEvent.Type.TouchBegin, QEvent.Type.InputMethod,
}  # fmt: skip
_MODES = (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection, QClipboard.Mode.FindBuffer)


@dataclass(frozen=True)
class Place:
    """Where the lawyer was in a matter: no word of it is here. ``draft`` is encrypted."""

    path: Path
    read_only: bool = False
    document: int | None = None
    version: int | None = None
    change: str = ""
    scroll: int = 0
    source: int = 0
    page: int = 1
    chat: int | None = None
    draft: bytes = b""

    @classmethod
    def of(cls, window: "MainWindow") -> "Place":
        """Where the window is now; a matter is open in it."""
        session, panes = window.session, window.panes
        assert session is not None
        viewer = panes.evidence.active
        draft = panes.chat.composer.field.toPlainText()
        return cls(
            path=Path(session.matter.path),
            read_only=session.matter.read_only,
            document=session.document_id,
            version=session.version_id,
            change=session.current,
            scroll=panes.document.page.verticalScrollBar().value(),
            source=viewer.source.id if viewer.source is not None else 0,
            page=viewer.number,
            chat=panes.chat.current_chat(),
            draft=session.desk.hide(draft) if draft and session.desk.sealed else b"",
        )

    def show(self, window: "MainWindow") -> None:
        """Bring a window that has just opened the matter back there."""
        session = window.session
        if session is None:
            return
        session.document_id, session.version_id, session.current = self.document, self.version, self.change
        session.refresh()
        if self.draft:
            window.panes.chat.composer.field.setPlainText(session.desk.reveal(self.draft))
        waiting = QTimer(window, interval=40)

        def look() -> None:
            if window.session is not session:
                waiting.stop()
                return
            if window.jobs.active or window.panes.document.busy or session.view is None:
                return
            waiting.stop()
            waiting.deleteLater()
            window.panes.document.page.verticalScrollBar().setValue(self.scroll)
            if self.chat is not None:
                window.panes.chat.choose(self.chat)
            if self.source and window.panes.evidence.list.source(self.source) is not None:
                window.panes.evidence.open(self.source, self.page)

        waiting.timeout.connect(look)
        waiting.start()


class Clipboard(QObject):
    """Knows what this program put on the clipboard, and takes it away again."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ours: dict[QClipboard.Mode, str] = {}
        self._board = QGuiApplication.clipboard()
        self._board.changed.connect(self._changed)

    def _changed(self, mode: QClipboard.Mode) -> None:
        """What comes while our window is in front, by key or by drag, comes from us."""
        active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        if active or self._owned(mode):
            self._ours[mode] = self._sum(mode)

    def _owned(self, mode: QClipboard.Mode) -> bool:
        return {
            QClipboard.Mode.Clipboard: self._board.ownsClipboard,
            QClipboard.Mode.Selection: self._board.ownsSelection,
            QClipboard.Mode.FindBuffer: self._board.ownsFindBuffer,
        }[mode]()

    def _sum(self, mode: QClipboard.Mode) -> str:
        return hashlib.sha256(self._board.text(mode).encode("utf-8", "surrogatepass")).hexdigest()

    def clear(self) -> None:
        """Empty what is ours; what another program put there meanwhile stays."""
        for mode in _MODES:
            if self._owned(mode) or self._ours.get(mode) == self._sum(mode):
                self._board.clear(mode)
        self._ours.clear()


class Lock(QObject):
    """Locks by hand, and after minutes without a key or the mouse. ``replaced`` gives the fresh window."""

    replaced = Signal(object)

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self.window = window
        self.clipboard = Clipboard(self)
        self.last_act = time.monotonic()
        self.timer = QTimer(self, interval=_LOOK)
        self.timer.timeout.connect(self.look)
        self.timer.start()
        # Keys and mouse reach the window of the system first; a filter on the whole application would see
        # every timer and every paint too.
        QGuiApplication.instance().focusWindowChanged.connect(self._watch)

    def _watch(self, focused: QWindow | None) -> None:
        self.last_act = time.monotonic()
        if focused is not None:
            focused.installEventFilter(self)  # a filter that is there already is not added twice

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note that somebody is there; every event goes on."""
        if event.type() in _ACTS:
            self.last_act = time.monotonic()
        return False

    @property
    def minutes(self) -> int:
        """After how many idle minutes a sealed matter is locked; 0 = never."""
        return max(0, self.window.settings.number("lock_minutes", MINUTES))

    def look(self) -> None:
        """Lock when nobody has done anything for so long."""
        session = self.window.session
        if session is None or not self.minutes or not session.desk.sealed:
            return
        if time.monotonic() - self.last_act >= 60 * self.minutes:
            self.lock()

    def lock(self) -> None:
        """Stop what runs, close the matter, empty the clipboard and put a fresh, locked window here. A matter
        without a seal cannot be locked; that is said."""
        window = self.window
        if window.session is None or window.filing.opener is None:
            return
        if not window.session.desk.sealed:
            window.say(window.words("custody.lock_plain"), window.words("custody.lock_plain_next"))
            return
        place = Place.of(window)
        for dialog in window.findChildren(QDialog):
            dialog.reject()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        self.clipboard.clear()
        window.drop_session(back_up=False)
        window.filing.opener.end_model()
        fresh = window.again()
        fresh.show_locked(place)
        fresh.setGeometry(window.geometry())
        fresh.show()
        fresh.activateWindow()
        self.replaced.emit(fresh)
        window.panes.forget()
        window.reading.forget()
        window.hide()
        window.close()
        window.deleteLater()
        gc.collect()

    def stop(self) -> None:
        """The window is closing. Idempotent."""
        if not self.timer.isActive():
            return
        self.timer.stop()
        QGuiApplication.instance().focusWindowChanged.disconnect(self._watch)


class LockPage(QWidget):
    """What a locked window shows: the file's name and a line for the passphrase."""

    def __init__(self, words: Words, window: "MainWindow") -> None:
        super().__init__(window)
        self.setObjectName("startpage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self._window = words, window
        self.place: Place | None = None
        self.name = QLabel(self)
        self.name.setObjectName("hero")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        note = QLabel(self)
        note.setWordWrap(True)
        words.bind(note, "setText", "custody.locked")
        self.field = PassphraseField("", self)
        self.field.setMaximumWidth(420)
        words.bind(self.field, "setAccessibleName", "custody.passphrase")
        words.bind(self.field, "setPlaceholderText", "custody.passphrase")
        self.hint = CapitalsHint(words, self.field, parent=self)
        self.wrong = QLabel(self)
        self.wrong.setWordWrap(True)
        self.button = QPushButton(self)
        self.button.setProperty("primary", True)
        words.bind(self.button, "setText", "custody.unlock")
        leave = QPushButton(self)
        leave.setProperty("quiet", True)
        words.bind(leave, "setText", "custody.leave")
        leave.clicked.connect(window.show_start)
        self.field.returnPressed.connect(self.unlock)
        self.button.clicked.connect(self.unlock)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(64, 44, 64, 44)
        layout.setSpacing(12)
        layout.addStretch(1)
        for widget in (self.name, note, self.field, self.hint, self.wrong):
            layout.addWidget(widget)
        for button in (self.button, leave):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(2)

    def show_place(self, place: Place) -> None:
        """Lock this matter."""
        self.place = place
        self.name.setText(place.path.stem)
        self.wrong.setText("")
        self.field.setFocus()

    def unlock(self) -> None:
        """Open the matter again with what was typed, in the same place."""
        place, window, typed = self.place, self._window, self.field.text()
        if place is None or not typed or not self.button.isEnabled():
            return
        self.button.setEnabled(False)
        self.field.clear()

        def failed(error: BaseException) -> None:
            self.button.setEnabled(True)
            self.field.setFocus()
            if getattr(error, "code", "") == "wrong_passphrase":
                self.wrong.setText("▲ " + self.words("custody.wrong"))
            else:
                window.fail(error)

        def opened(desk: object) -> None:
            self.button.setEnabled(True)
            self.place = None
            window.filing.opened(place.path, desk)
            place.show(window)

        opener = window.filing.opener
        assert opener is not None
        window.jobs.start(
            lambda _progress, _token: opener.open_desk(place.path, place.read_only, passphrase=typed),
            opened,
            failed,
            lane="act",
        )
