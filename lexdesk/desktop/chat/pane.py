"""The chat pane: one tab for each chat, its messages, the composer."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget

from lexdesk.assistant import events
from lexdesk.assistant.agent_views import CompactionView
from lexdesk.assistant.views import ChatView, MessageView
from lexdesk.desktop.chat.composer import Composer
from lexdesk.desktop.chat.sees import chat_title, said_sees
from lexdesk.desktop.chat.talk import Talk
from lexdesk.desktop.fonts import TALK_SIZE
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class ChatPane(QWidget):
    """Shows the chats. Runs are started and stopped by whoever hears ``asked`` and ``stop_wanted``."""

    asked = Signal(int, str)
    stop_wanted = Signal(int)
    messages_wanted = Signal(int)
    new_chat_wanted = Signal()
    pin_opened = Signal(object)
    pin_number_opened = Signal(int)
    pin_hovered = Signal(object, QPoint)
    result_opened = Signal(int)
    edit_opened = Signal(int)
    seen_wanted = Signal(int)  # run
    cleared_opened = Signal(object)  # CompactionView
    message_menu_wanted = Signal(object, QPoint)  # MessageView
    tab_menu_wanted = Signal(int, QPoint)  # chat
    rename_wanted = Signal(int)
    close_wanted = Signal(int)
    context_wanted = Signal(int)
    mode_wanted = Signal(int, str)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes = words, themes
        self.size_pixels = TALK_SIZE
        self.talks: dict[int, Talk] = {}
        self.running: set[int] = set()
        self._chats: list[ChatView] = []
        self._wanted = (0, 0)  # a message to be brought into view when its chat's messages have come
        self.tabs = QTabBar(self)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.currentChanged.connect(self._show_tab)
        self.tabs.tabBarDoubleClicked.connect(
            lambda at: at >= 0 and self.rename_wanted.emit(self._chats[at].id)
        )
        self.tabs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tabs.customContextMenuRequested.connect(self._tab_menu)
        self.plus = QToolButton(self)
        self.plus.setText("+")
        self.plus.clicked.connect(self.new_chat_wanted)
        self.stack = QStackedWidget(self)
        self.composer = Composer(words, self)
        self.composer.sent.connect(self._send)
        self.composer.stopped.connect(lambda: self.stop_wanted.emit(self.current_chat() or 0))
        self.composer.context_wanted.connect(lambda: self.context_wanted.emit(self.current_chat() or 0))
        self.composer.mode_wanted.connect(lambda mode: self.mode_wanted.emit(self.current_chat() or 0, mode))
        words.bind(self.tabs, "setAccessibleName", "chat.tabs")
        words.changed.connect(self._name_tabs)
        words.bind(self.plus, "setToolTip", "chat.new")
        words.bind(self.plus, "setAccessibleName", "chat.new")
        head = QHBoxLayout()
        head.setContentsMargins(10, 8, 8, 0)
        head.setSpacing(2)
        head.addWidget(self.tabs, 1)
        head.addWidget(self.plus)
        foot = QVBoxLayout()
        foot.setContentsMargins(10, 4, 10, 10)
        foot.addWidget(self.composer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        layout.addLayout(foot)

    def show_chats(self, chats: list[ChatView]) -> None:
        """Show these chats as tabs; the chosen one stays chosen."""
        chosen = self.current_chat()
        self._chats = list(chats)
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for chat in chats:
            self.tabs.addTab("")
            if chat.id not in self.talks:
                self._make_talk(chat.id)
        ids = [chat.id for chat in chats]
        if chosen in ids:
            self.tabs.setCurrentIndex(ids.index(chosen))
        self.tabs.blockSignals(False)
        self._name_tabs()
        self._show_tab(self.tabs.currentIndex())

    def _name_tabs(self) -> None:
        for index, chat in enumerate(self._chats):
            title, sees = chat_title(chat, self.words), said_sees(chat, self.words)
            self.tabs.setTabText(index, title)
            self.tabs.setTabToolTip(index, f"{title}\n{self.words('chat.sees', what=sees)}")
            if chat.kind != "main":  # the main chat stays open
                self._name_cross(index, chat.id, title)
        chosen = self.chat()
        if chosen is not None:
            self.composer.show_sees(said_sees(chosen, self.words))

    def _name_cross(self, index: int, chat_id: int, title: str) -> None:
        side = QTabBar.ButtonPosition.RightSide
        cross = self.tabs.tabButton(index, side)
        if cross is None:
            cross = QToolButton(self.tabs)
            cross.setObjectName("cross")
            cross.setText("×")
            cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # by key: the list of chats, or the palette
            cross.clicked.connect(lambda: self.close_wanted.emit(chat_id))
            self.tabs.setTabButton(index, side, cross)
        cross.setAccessibleName(self.words("chat.close_tab", title=title))
        cross.setToolTip(self.words("chat.close_tab", title=title))

    def chat(self) -> ChatView | None:
        """The chat in view."""
        index = self.tabs.currentIndex()
        return self._chats[index] if 0 <= index < len(self._chats) else None

    def chats(self) -> list[ChatView]:
        """The open chats, in the order of their tabs."""
        return list(self._chats)

    def _tab_menu(self, at: QPoint) -> None:
        index = self.tabs.tabAt(at)
        if index >= 0:
            self.tab_menu_wanted.emit(self._chats[index].id, self.tabs.mapToGlobal(at))

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.running.clear()
        self.show_chats([])
        for talk in self.talks.values():
            self.stack.removeWidget(talk)
            talk.deleteLater()
        self.talks = {}
        self.composer.show_sees("")
        self.composer.set_running(False)

    def _make_talk(self, chat_id: int) -> None:
        talk = Talk(self.words, self.themes, self.size_pixels, self)
        talk.pin_opened.connect(self.pin_opened)
        talk.pin_number_opened.connect(self.pin_number_opened)
        talk.pin_hovered.connect(self.pin_hovered)
        talk.result_opened.connect(self.result_opened)
        talk.edit_opened.connect(self.edit_opened)
        talk.seen_wanted.connect(self.seen_wanted)
        talk.cleared_opened.connect(self.cleared_opened)
        talk.menu_wanted.connect(self.message_menu_wanted)
        self.talks[chat_id] = talk
        self.stack.addWidget(talk)
        self.messages_wanted.emit(chat_id)

    def current_chat(self) -> int | None:
        """Id of the chat in view, or None."""
        index = self.tabs.currentIndex()
        return self._chats[index].id if 0 <= index < len(self._chats) else None

    def choose(self, chat_id: int) -> None:
        """Bring a chat to the front."""
        for index, chat in enumerate(self._chats):
            if chat.id == chat_id:
                self.tabs.setCurrentIndex(index)

    def go_to(self, chat_id: int, message_id: int) -> None:
        """Bring a message of a chat into view, now or when its messages have come."""
        talk = self.talks.get(chat_id)
        if talk is None or not talk.go_to(message_id):
            self._wanted = chat_id, message_id

    def _show_tab(self, index: int) -> None:
        if not 0 <= index < len(self._chats):
            return
        chat = self._chats[index]
        self.stack.setCurrentWidget(self.talks[chat.id])
        self.composer.show_sees(said_sees(chat, self.words))
        self.composer.show_mode(chat.mode)
        self.composer.set_running(chat.id in self.running)

    def show_messages(self, chat_id: int, messages: list[MessageView]) -> None:
        """The messages of a chat have come."""
        if chat_id in self.talks and chat_id not in self.running:
            self.talks[chat_id].show_messages(messages)
            if self._wanted[0] == chat_id:
                QTimer.singleShot(0, self.talks[chat_id], lambda: self.talks[chat_id].go_to(self._wanted[1]))

    def show_cleared(self, chat_id: int, views: list[CompactionView]) -> None:
        """The compaction markers of a chat have come."""
        if chat_id in self.talks:
            self.talks[chat_id].show_cleared(views)

    def _send(self, text: str) -> None:
        chat_id = self.current_chat()
        if chat_id is not None:
            self.asked.emit(chat_id, text)

    def begin(self, chat_id: int, text: str) -> None:
        """A run has started for what the lawyer asked."""
        self.running.add(chat_id)
        asked = MessageView(0, "user", text, "", "complete", None, "", (), (), (), (), ())
        self.talks[chat_id].begin(asked)
        self._show_running()

    def hear(self, chat_id: int, event: events.Event) -> None:
        """Something has happened in a run."""
        if chat_id in self.running:
            self.talks[chat_id].hear(event)

    def end(self, chat_id: int, message: MessageView | None) -> None:
        """A run is over."""
        self.running.discard(chat_id)
        self.talks[chat_id].end(message)
        self._show_running()

    def give_back(self, text: str) -> None:
        """Put a text that was not sent back into the field."""
        if not self.composer.field.toPlainText():
            self.composer.field.setPlainText(text)

    def _show_running(self) -> None:
        self.composer.set_running(self.current_chat() in self.running)

    def set_size(self, pixels: int) -> None:
        """Size of the letters in pixels."""
        self.size_pixels = max(9, min(26, pixels))
        for talk in self.talks.values():
            talk.set_pixels(self.size_pixels)
        font = self.composer.field.font()
        font.setPixelSize(self.size_pixels)
        self.composer.field.setFont(font)
