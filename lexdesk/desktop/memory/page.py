"""The page of the lower pane for the assistant: chats, notes, skills, playbook, models, one tab each."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from lexdesk.desktop.chat.list import ChatsPane
from lexdesk.desktop.memory.notes import NotesPane
from lexdesk.desktop.models.pane import ModelsPane
from lexdesk.desktop.playbook.pane import PlaybookPane
from lexdesk.desktop.skills.pane import SkillsPane
from lexdesk.desktop.table import Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

TABS = ("chats", "notes", "skills", "playbook", "models")


class AssistantPage(QWidget):
    """Each tab is filled when it is looked at: ``shown(tab)`` asks for it."""

    shown = Signal(str)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.chats = ChatsPane(words, themes, self)
        self.notes = NotesPane(words, themes, self)
        self.skills = SkillsPane(words, themes, self)
        self.playbook = PlaybookPane(words, themes, self)
        self.models = ModelsPane(words, themes, self)
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("views")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        words.bind(self.tabs, "setAccessibleName", "lower.assistant")
        self.stack = QStackedWidget(self)
        for name in TABS:
            self.tabs.addTab("")
            self.stack.addWidget(getattr(self, name))
        self.tabs.currentChanged.connect(self._show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.stack, 1)
        words.changed.connect(self._name)
        self._name()

    @property
    def tab(self) -> str:
        """The tab in view."""
        return TABS[self.tabs.currentIndex()]

    def choose(self, tab: str) -> None:
        """Bring a tab forward."""
        if tab == self.tab:
            self.shown.emit(tab)
        else:
            self.tabs.setCurrentIndex(TABS.index(tab))

    def table(self) -> Table:
        """The list of the tab in view, which takes the keyboard."""
        return self.stack.currentWidget().table

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        self.chats.forget()
        self.notes.show_notes([], False)
        self.skills.show_skills([], False)
        self.playbook.show_results([])
        self.playbook.show_rules([], False)

    def _show(self, at: int) -> None:
        self.stack.setCurrentIndex(at)
        self.shown.emit(TABS[at])

    def _name(self) -> None:
        for at, name in enumerate(TABS):
            self.tabs.setTabText(at, self.words(f"assistant.{name}"))
