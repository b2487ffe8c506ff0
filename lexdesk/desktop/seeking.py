"""Finding things and closing what is open: hover card, find bars, search, palette, Esc."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from lexdesk.desktop.findbar import FindBar
from lexdesk.desktop.palette import Palette
from lexdesk.desktop.searching import SearchDialog

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


class Seeking:
    """Acts of the window that look for something."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window

    def toggle_hover_card(self) -> None:
        """The card of the current change by key; the same key or Esc closes it."""
        if self.window.hover.isVisible() or self.window.session is None:
            self.window.hover.hide()
            return
        page = self.window.panes.document.page
        at = page.viewport().mapToGlobal(page.cursorRect().bottomLeft())
        self.window.hover.show_change(self.window.session.item(), at)

    def escape(self) -> None:
        """Esc: close the card, else the find bar, else the message, else stop the run in view."""
        finds = (self.window.panes.document.find, self.window.panes.evidence.find)
        if self.window.hover.isVisible():
            self.window.hover.hide()
        elif any(bar.isVisible() for bar in finds):
            next(bar for bar in finds if bar.isVisible()).close_bar()
        elif self.window.runs is not None and self.window.runs.running:
            self.window.runs.stop(self.window.panes.chat.current_chat() or 0)
        elif self.window.message.isVisible():
            self.window.message.hide()

    def find(self) -> None:
        """Open the find bar of the focused text pane."""
        self._find_bar().open()

    def _find_bar(self) -> FindBar:
        evidence = self.window.panes.evidence
        in_text = evidence.stack.currentWidget() is evidence.text
        return (
            evidence.find
            if self.window.panes.focused() == "evidence" and in_text
            else self.window.panes.document.find
        )

    def find_step(self, by: int) -> None:
        """F3 and Shift+F3."""
        bar = self._find_bar()
        if not bar.isVisible():
            bar.open()
        elif by > 0:
            bar.next()
        else:
            bar.previous()

    def search(self, text: str = "") -> SearchDialog | None:
        """Search across the matter."""
        if self.window.session is None:
            return None
        dialog = SearchDialog(self.window.session, self.window.words, self.window.themes, self.window)
        dialog.passage_opened.connect(lambda number: self.window.on_session(lambda s: s.open_passage(number)))
        dialog.paragraph_opened.connect(self.window.reading.open_paragraph)
        dialog.show()
        dialog.field.setText(text)
        dialog.field.setFocus()
        return dialog

    def open_palette(self) -> Palette:
        """Every command by a few letters."""
        palette = Palette(self.window.commands, self.window.words, self.window.themes, self.window)
        palette.search_wanted.connect(self.search)
        corner = self.window.top.mapToGlobal(
            QPoint((self.window.top.width() - palette.width()) // 2, self.window.top.height() + 2)
        )
        palette.move(corner)
        palette.show()
        palette.field.setFocus()
        return palette
