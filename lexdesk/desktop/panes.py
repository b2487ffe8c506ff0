"""The three resizable panes and the side column, with the lower pane under the document: hide, show, focus,
remember."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from lexdesk.desktop.authors import Authors
from lexdesk.desktop.chat.pane import ChatPane
from lexdesk.desktop.document.pane import DocumentPane
from lexdesk.desktop.evidence.pane import EvidencePane
from lexdesk.desktop.fonts import Fonts
from lexdesk.desktop.lower import PAGES, MiddleColumn
from lexdesk.desktop.outline.pane import OutlinePane
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

NAMES = ("outline", "document", "evidence", "chat")
_LEAST = {"outline": 150, "document": 560, "evidence": 260, "chat": 230}
_USUAL = (190, 570, 320, 286)


class Panes(QSplitter):
    """Outline | document | evidence | chat. At least one pane is always visible."""

    def __init__(
        self,
        words: Words,
        themes: Themes,
        fonts: Fonts,
        settings: WindowSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.settings = settings
        self.outline = OutlinePane(words, themes, self)
        self.authors = Authors(self)
        self.document = DocumentPane(words, themes, fonts, self)
        self.middle = MiddleColumn(self.document, words, themes, self.authors, self)
        self.evidence = EvidencePane(words, themes, fonts, self)
        self.chat = ChatPane(words, themes, self)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._all: dict[str, QWidget] = {
            "outline": self.outline,
            "document": self.middle,
            "evidence": self.evidence,
            "chat": self.chat,
        }
        for name in NAMES:
            self.addWidget(self._all[name])
            self._all[name].setMinimumWidth(_LEAST[name])
        for index, stretch in enumerate((0, 3, 2, 2)):
            self.setStretchFactor(index, stretch)
        self.setSizes(list(_USUAL))
        self.setMinimumWidth(_LEAST["document"])
        self._put_away: list[str] = []  # hidden for want of room, not by the lawyer

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a narrow screen put panes away, so that the document keeps its sixty characters."""
        super().resizeEvent(event)
        while self._put_away and self._needed(self._put_away[-1]) <= self.width():
            self._all[self._put_away.pop()].show()
        self._make_room("document")

    def _needed(self, more: str = "") -> int:
        """Pixels that the visible panes (and ``more``) need at least."""
        shown = [name for name in NAMES if name == more or not self._all[name].isHidden()]
        return sum(_LEAST[name] for name in shown) + len(shown) - 1

    def _make_room(self, keep: str) -> None:
        for name in ("outline", "chat", "evidence", "document"):
            if self._needed() <= self.width():
                return
            if name != keep and not self._all[name].isHidden():
                self._all[name].hide()
                self._put_away.append(name)

    def restore(self) -> None:
        """Put the remembered layout back."""
        sizes = self.settings.numbers("layout/panes")
        if len(sizes) == len(NAMES) and sum(sizes) > 0:
            self.setSizes(sizes)
        below = self.settings.numbers("layout/evidence")
        if len(below) == 3 and sum(below) > 0:
            self.evidence.place(below)
        hidden = self.settings.text("layout/hidden", "").split(" ")
        if not set(NAMES) <= set(hidden):
            for name in NAMES:
                self._all[name].setVisible(name not in hidden)
        self.middle.keep_height(self.settings.number("layout/lower", self.middle.height_kept))
        page = self.settings.text("layout/lower_page", "")
        if page in PAGES:
            self.middle.open(page)
        self.document.set_size(self.settings.number("size/document", self.document.size_pixels))
        self.evidence.set_size(self.settings.number("size/evidence", self.evidence.size_pixels))
        self.chat.set_size(self.settings.number("size/chat", self.chat.size_pixels))

    def keep(self) -> None:
        """Remember the layout."""
        hidden = [name for name in NAMES if self._all[name].isHidden() and name not in self._put_away]
        self.settings.keep("layout/hidden", " ".join(hidden))
        if not hidden and not self._put_away:
            self.settings.keep("layout/panes", " ".join(str(one) for one in self.sizes()))
        if self.evidence.placed:
            self.settings.keep("layout/evidence", " ".join(str(one) for one in self.evidence.split.sizes()))
        self.settings.keep("layout/lower", self.middle.height_kept)
        self.settings.keep("layout/lower_page", self.middle.page)
        self.settings.keep("size/document", self.document.size_pixels)
        self.settings.keep("size/evidence", self.evidence.size_pixels)
        self.settings.keep("size/chat", self.chat.size_pixels)

    def forget(self) -> None:
        """Another matter is open: show nothing of the one before."""
        for pane in (self.outline, self.middle, self.document, self.evidence, self.chat):
            pane.forget()
        self.authors.show_places({})

    def pane(self, name: str) -> QWidget:
        """A pane by its name."""
        return self._all[name]

    def toggle(self, name: str) -> None:
        """By key: show a hidden pane and focus it, focus a visible one, hide the focused one."""
        pane = self._all[name]
        if pane.isHidden():
            self.bring(name)
            self.focus(name)
        elif self.focused() != name:
            self.focus(name)
        elif sum(1 for one in self._all.values() if not one.isHidden()) > 1:
            pane.hide()
            self.cycle(1)

    def bring(self, name: str) -> None:
        """Make a pane visible without moving the focus."""
        if self._all[name].isHidden():
            self._all[name].show()
            self._put_away = [one for one in self._put_away if one != name]
            self._make_room(name)

    def focused(self) -> str:
        """The pane that has the keyboard, "" if none."""
        widget = QApplication.focusWidget()
        while widget is not None:
            for name, pane in self._all.items():
                if widget is pane:
                    return name
            widget = widget.parentWidget()
        return ""

    def focus(self, name: str) -> None:
        """Give the keyboard to a pane's main widget."""
        target = {
            "outline": self.outline.outline,
            "document": self.document.page,
            "evidence": self.evidence.list,
            "chat": self.chat.composer.field,
        }[name]
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def cycle(self, by: int) -> None:
        """To the next or previous visible pane."""
        shown = [name for name in NAMES if not self._all[name].isHidden()]
        here = self.focused()
        at = shown.index(here) + by if here in shown else 0
        self.focus(shown[at % len(shown)])

    def resize_text(self, by: int) -> None:
        """Letters of the focused pane (the document if none) larger or smaller by pixels; 0 resets."""
        name = self.focused()
        pane = {"evidence": self.evidence, "chat": self.chat}.get(name, self.document)
        usual = {"evidence": 14, "chat": 13}.get(name, 15)
        pane.set_size(pane.size_pixels + by if by else usual)
