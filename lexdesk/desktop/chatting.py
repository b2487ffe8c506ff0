"""Side chats, and the question before a first send."""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QDialog

from lexdesk.desktop.sheets import NewChatDialog, TextSheet

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


class Chatting:
    """Acts of the window around its chats."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window

    def new_chat(self) -> None:
        """Make a side chat that sees only what is ticked."""
        self.window.on_session(
            lambda session: self.window.jobs.call(session.desk.sources, done=self._ask_new_chat)
        )

    def _ask_new_chat(self, sources: list[Any]) -> None:
        dialog = NewChatDialog(sources, self.window.words, self.window)
        if self.window.session is not None and dialog.exec() == QDialog.DialogCode.Accepted:
            title, chosen = (
                dialog.title.text().strip() or self.window.words("chat.new_title"),
                dialog.chosen(),
            )
            self.window.jobs.call(
                self.window.session.desk.new_chat, title, "side", chosen, done=self._chat_made, lane="act"
            )

    def _chat_made(self, chat: Any) -> None:
        def came(chats: list[Any]) -> None:
            self.window.panes.chat.show_chats(chats)
            self.window.panes.chat.choose(chat.id)

        self.window.on_session(
            lambda session: self.window.jobs.call(session.desk.chats, done=came, key="chats")
        )

    def confirm_send(self, request: bytes) -> bool:
        """Show the exact bytes of a first send; True only if the lawyer says yes."""
        text = request.decode("utf-8", "replace")
        sheet = TextSheet(
            self.window.words("send.title"),
            self.window.words("send.note", size=f"{len(request):,}"),
            text,
            self.window.words,
            self.window.fonts.mono(12),
            self.window,
            (self.window.words("send.yes"), self.window.words("send.no")),
        )
        return sheet.exec() == QDialog.DialogCode.Accepted
