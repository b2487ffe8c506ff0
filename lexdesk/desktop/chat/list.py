"""All chats, open and closed, and search over everything said in them."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.search_desk import MessageHit
from lexdesk.assistant.views import ChatView
from lexdesk.desktop.chat.sees import chat_title, said_sees
from lexdesk.desktop.parts import one_line
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class ChatsPane(QWidget):
    """With nothing in the field every chat has a row; else every message found. Enter opens it, a closed chat
    too."""

    chat_opened = Signal(int, int)  # chat, message (0: none)
    search_wanted = Signal(str)
    close_wanted = Signal(int)
    rename_wanted = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._open: list[ChatView] = []
        self._closed: list[ChatView] = []
        self._hits: list[MessageHit] | None = None
        self._read_only = False
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        words.bind(self.field, "setPlaceholderText", "chats.field")
        words.bind(self.field, "setAccessibleName", "chats.field")
        self._timer = QTimer(self, singleShot=True, interval=200)
        self._timer.timeout.connect(self.search)
        self.field.textChanged.connect(self._timer.start)
        self.field.returnPressed.connect(self.search)
        self.count = QLabel(self)
        self.count.setObjectName("muted")
        self.rename = QPushButton(self)
        self.close_tab = QPushButton(self)
        self.table = Table(themes, (190, 96, 0), self)
        words.bind(self.table, "setAccessibleName", "chats.name")
        words.bind(self.rename, "setText", "chats.rename")
        words.bind(self.close_tab, "setText", "chats.close")
        self.rename.clicked.connect(lambda: self._send(self.rename_wanted))
        self.close_tab.clicked.connect(lambda: self._send(self.close_wanted))
        self.table.chosen.connect(lambda _target: self._say())
        self.table.opened.connect(self._opened)
        row = QHBoxLayout()
        row.setContentsMargins(10, 4, 8, 2)
        for widget, stretch in ((self.field, 1), (self.count, 0), (self.rename, 0), (self.close_tab, 0)):
            row.addWidget(widget, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.table, 1)
        words.changed.connect(self._render)
        self._render()

    def show_chats(self, open_: list[ChatView], closed: list[ChatView], read_only: bool) -> None:
        """All chats of the matter."""
        self._open, self._closed, self._read_only = list(open_), list(closed), read_only
        self._render()

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.field.clear()
        self._timer.stop()
        self._hits = None
        self.show_chats([], [], False)

    def show_hits(self, text: str, hits: list[MessageHit]) -> None:
        """What was found for a text; late answers for another text are dropped."""
        if text == self.field.text().strip():
            self._hits = list(hits)
            self._render()

    def search(self) -> None:
        """Look the text up."""
        self._timer.stop()
        text = self.field.text().strip()
        if text:
            self.search_wanted.emit(text)
        else:
            self._hits = None
            self._render()

    def _render(self) -> None:
        if self._hits is not None:
            self.table.set_heads(tuple(self.words(f"chats.{name}_head") for name in ("chat", "who", "found")))
            self.table.show_lines(
                [
                    Line(
                        f"{hit.chat_id}:{hit.message_id}",
                        (hit.chat, self.words.word("chat_role", hit.role), one_line(hit.text)),
                        tip=hit.text[:600],
                    )
                    for hit in self._hits
                ]
            )
            found = len(self._hits)
            self.count.setText(self.words.count("chats.count", found) if found else self.words("find.none"))
        else:
            self.table.set_heads(
                tuple(self.words(f"chats.{name}_head") for name in ("chat", "state", "sees"))
            )
            self.table.show_lines(
                [
                    Line(
                        f"{chat.id}:0",
                        (chat_title(chat, self.words), self.words(state), said_sees(chat, self.words)),
                        strong=state == "chats.open",
                    )
                    for chats, state in ((self._open, "chats.open"), (self._closed, "chats.closed"))
                    for chat in chats
                ]
            )
            self.count.setText("")
        self._say()

    def _chat(self) -> ChatView | None:
        target = self.table.current().partition(":")[0]
        return next((chat for chat in (*self._open, *self._closed) if str(chat.id) == target), None)

    def _say(self) -> None:
        chat = self._chat()
        side = chat is not None and chat.kind != "main" and not self._read_only
        self.rename.setEnabled(chat is not None and not self._read_only)
        self.close_tab.setEnabled(side and chat in self._open)

    def _send(self, signal) -> None:
        chat = self._chat()
        if chat is not None:
            signal.emit(chat.id)

    def _opened(self, target: str) -> None:
        chat, _, message = target.partition(":")
        self.chat_opened.emit(int(chat), int(message))
