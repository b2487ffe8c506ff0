"""Chats in the window: new from anywhere, what each sees, names and tabs, forks, findings handed over, what
stands behind an answer, and the question before a first send."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QInputDialog, QMenu

from lexdesk.assistant.agent_views import CompactionView, ReplayView
from lexdesk.assistant.views import ChatView, MessageView
from lexdesk.desktop.chat.sees import chat_title
from lexdesk.desktop.context.cleared import ClearedSheet
from lexdesk.desktop.context.dialog import ContextDialog
from lexdesk.desktop.context.replayed import ReplaySheet
from lexdesk.desktop.context.seen import SeenSheet
from lexdesk.desktop.parts import one_line
from lexdesk.desktop.sheets import TextSheet

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

Pairs = Sequence[tuple[str, str | int]]
_CUT_OFF = ("stopped", "failed", "interrupted")  # runs that can go on
_LONGEST = 40  # code points of a message in a menu or a title


class Chatting:
    """Acts of the window around its chats."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        chat, page = window.panes.chat, window.panes.middle.assistant.chats
        chat.new_chat_wanted.connect(self.new_chat)
        chat.context_wanted.connect(self.ask_context)
        chat.mode_wanted.connect(self.set_mode)
        chat.rename_wanted.connect(self.ask_name)
        chat.close_wanted.connect(self.close_chat)
        chat.tab_menu_wanted.connect(self.tab_menu)
        chat.message_menu_wanted.connect(self.message_menu)
        chat.seen_wanted.connect(self.show_seen)
        chat.cleared_opened.connect(self.show_cleared)
        page.chat_opened.connect(self.open_chat)
        page.search_wanted.connect(self.search)
        page.close_wanted.connect(self.close_chat)
        page.rename_wanted.connect(self.ask_name)

    # new chats

    def new_chat(self, ticked: Pairs = (), title: str = "") -> None:
        """A side chat that sees only what is ticked; ``ticked`` is what it begins with."""
        session = self.window.session
        if session is None or session.matter.read_only:
            return
        session.jobs.call(
            session.desk.context_choices, None, list(ticked or ()), done=partial(self._ask_new_chat, title)
        )

    def _ask_new_chat(self, title: str, choices: list[Any]) -> None:
        window, words = self.window, self.window.words
        dialog = ContextDialog(title or words("chat.new_title"), choices, words, window.themes, window)
        if window.session is not None and dialog.exec() == QDialog.DialogCode.Accepted:
            name = dialog.title.text().strip() or words("chat.new_title")
            window.jobs.call(
                window.session.desk.new_chat, name, "side", dialog.chosen(), done=self._chat_made, lane="act"
            )

    def chat_of_words(self) -> None:
        """A side chat about what is selected in the document, else about the paragraph of the cursor."""
        page = self.window.panes.document.page
        selected, key, _change = page.selected()
        self._chat_of(key or page.paragraph_key(), selected if key else "")

    def chat_of_clause(self, key: str) -> None:
        """A side chat about a clause of the outline."""
        self._chat_of(key, "")

    def _chat_of(self, key: str, selected: str) -> None:
        session = self.window.session
        if session is None or session.view is None or session.matter.read_only or not key:
            return
        place = next((one for one in session.view.paragraphs if one.key == key), None)
        label = place.label if place is not None else ""
        name = self.window.words("chat.about", what=label or one_line(selected)[:_LONGEST])
        session.jobs.call(
            session.desk.mark_words,
            session.view.version_id,
            key,
            selected,
            done=lambda passages: self.new_chat([("passage", one) for one in passages], name),
            lane="act",
        )

    def chat_of_source(self, source_id: int) -> None:
        """A side chat about one source."""
        source = self.window.panes.evidence.list.source(source_id)
        name = source.short_name or source.title if source is not None else ""
        self.new_chat([("source", source_id)], self.window.words("chat.about", what=name[:_LONGEST]))

    def chat_of_passage(self) -> None:
        """A side chat about the citation that was opened last."""
        pin = self.window.reading.last_pin
        if pin is None:
            self.window.say(self.window.words("cite.none"), level="info")
        else:
            words = self.window.words
            self.new_chat([("passage", pin.passage_id)], words("chat.about", what=words.cite(pin.label)))

    def chat_of_message(self, view: MessageView) -> None:
        """A side chat about the passages that a message cites."""
        passages = dict.fromkeys(pin.passage_id for claim in view.claims for pin in claim.pins)
        name = self.window.words("chat.about", what=one_line(view.text)[:_LONGEST])
        self.new_chat([("passage", one) for one in passages], name)

    def _chat_made(self, chat: ChatView) -> None:
        self._refresh(chat.id)

    def _refresh(self, choose: int | None = None, message: int = 0) -> None:
        """Fetch the chats anew; bring one, and a message of it, forward."""

        def came(chats: list[ChatView]) -> None:
            self.window.panes.chat.show_chats(chats)
            self.window.knowing.fill("chats")
            if choose is not None:
                self.window.panes.bring("chat")
                self.window.panes.chat.choose(choose)
                if message:
                    self.window.panes.chat.go_to(choose, message)

        self.window.on_session(
            lambda session: (
                self.window.jobs.call(session.desk.chats, done=came, key="chats"),
                session.refresh_audit(),
            )
        )

    # what a chat sees, and how it works

    def ask_context(self, chat_id: int) -> None:
        """Ask what a chat's model may see from its next run on."""
        session = self.window.session
        chat = self._chat(chat_id)
        if session is None or chat is None or session.matter.read_only:
            return
        session.jobs.call(session.desk.context_choices, chat_id, done=partial(self._ask_context, chat))

    def _ask_context(self, chat: ChatView, choices: list[Any]) -> None:
        window = self.window
        main = chat.kind == "main"
        title = chat_title(chat, window.words)
        dialog = ContextDialog(title, choices, window.words, window.themes, window, new=False, main=main)
        if window.session is not None and dialog.exec() == QDialog.DialogCode.Accepted:
            self._act("set_context", chat.id, dialog.chosen())

    def set_mode(self, chat_id: int, mode: str) -> None:
        """How a chat works from now on."""
        self._act("set_mode", chat_id, mode)

    def _act(self, name: str, *arguments: Any, choose: int | None = None) -> None:
        session = self.window.session
        if session is not None and not session.matter.read_only:
            call = getattr(session.desk, name)
            session.jobs.call(call, *arguments, done=lambda _done: self._refresh(choose), lane="act")

    # names and tabs

    def _chat(self, chat_id: int) -> ChatView | None:
        return next((one for one in self.window.panes.chat.chats() if one.id == chat_id), None)

    def ask_name(self, chat_id: int) -> None:
        """Ask how a chat is called."""
        chat, words = self._chat(chat_id), self.window.words
        if chat is None or self.window.session is None or self.window.session.matter.read_only:
            return
        title, said = QInputDialog.getText(
            self.window, words("chats.rename"), words("chat.title"), text=chat.title
        )
        if said and title.strip():
            self._act("rename_chat", chat_id, title.strip())

    def close_chat(self, chat_id: int) -> None:
        """Take a tab away; a run in it is stopped first. The list of chats opens it again."""
        if self.window.runs is not None:
            self.window.runs.stop(chat_id)
        self._act("close_chat", chat_id)

    def open_chat(self, chat_id: int, message_id: int = 0) -> None:
        """Bring a chat forward, closed ones too, at a message if one is named."""
        if self._chat(chat_id) is not None:
            self._refresh(chat_id, message_id)
        else:
            session = self.window.session
            if session is not None:
                session.jobs.call(
                    session.desk.reopen_chat,
                    chat_id,
                    done=lambda chat: self._refresh(chat.id, message_id),
                    lane="act",
                )

    def tab_menu(self, chat_id: int, at: QPoint) -> QMenu:
        """What can be done with a chat."""
        chat, menu = self._chat(chat_id), QMenu(self.window)
        side = chat is not None and chat.kind != "main"
        entries = (
            ("chat.context_of", self.ask_context, True),
            ("chats.rename", self.ask_name, True),
            ("chats.close", self.close_chat, side),
        )
        self._fill(menu, [(word, partial(act, chat_id), can) for word, act, can in entries])
        menu.popup(at)
        return menu

    def message_menu(self, view: MessageView, at: QPoint) -> QMenu:
        """What can be done with an answer: go on from it, hand a finding over, make it again."""
        window, words = self.window, self.window.words
        menu = QMenu(window)
        cited = any(claim.pins for claim in view.claims)
        self._fill(
            menu,
            [
                ("chat.fork", partial(self.fork, view), True),
                ("chat.from_message", partial(self.chat_of_message, view), cited),
            ],
        )
        current = window.panes.chat.current_chat()
        others = [chat for chat in window.panes.chat.chats() if chat.id != current]
        for chat in others:
            under = menu.addMenu(words("chat.hand_over", chat=chat_title(chat, words)))
            whole = QAction(words("chat.hand_over_all"), under)
            whole.triggered.connect(partial(self._hand_over, view, range(len(view.claims)), chat.id))
            under.addAction(whole)
            under.addSeparator()
            for place, claim in enumerate(view.claims):
                text = one_line(claim.text)
                action = QAction(text[:_LONGEST] + ("…" if len(text) > _LONGEST else ""), under)
                action.triggered.connect(partial(self._hand_over, view, [place], chat.id))
                under.addAction(action)
            under.setEnabled(bool(view.claims))
        if view.run_id is not None and view.mode == "free" and view.run_state in _CUT_OFF:
            self._fill(menu, [("chat.resume", partial(self.resume, view.run_id), True)])
        menu.popup(at)
        return menu

    def _fill(self, menu: QMenu, entries: Sequence[tuple[str, Any, bool]]) -> None:
        for word, act, can in entries:
            action = QAction(self.window.words(word), menu)
            action.setEnabled(can)
            action.triggered.connect(lambda _checked=False, act=act: act())
            menu.addAction(action)

    def fork(self, view: MessageView) -> None:
        """A side chat that goes on from an answer."""
        chat = self.window.panes.chat.chat()
        if chat is not None:
            title = self.window.words(
                "chat.fork_title", title=chat_title(chat, self.window.words).rstrip(" ⌂")
            )
            session = self.window.session
            if session is not None:
                session.jobs.call(session.desk.fork_chat, view.id, title, done=self._chat_made, lane="act")

    def _hand_over(
        self, view: MessageView, places: Sequence[int], chat_id: int, _checked: bool = False
    ) -> None:
        session = self.window.session
        if session is None:
            return

        def done(_notice: MessageView) -> None:
            self.window.reading.fetch_messages(chat_id)
            self.window.status.set_notice(self.window.words("chat.handed_over"))
            self._refresh()

        session.jobs.call(session.desk.promote, view.id, list(places), chat_id, done=done, lane="act")

    def resume(self, run_id: int) -> None:
        """Go on with a free run that was stopped, cut off or came to the end of its budget."""
        session, runs = self.window.session, self.window.runs
        chat = self.window.panes.chat.current_chat()
        if session is not None and runs is not None and chat is not None:
            desk = session.desk
            runs.begin(
                chat, self.window.words("chat.resume"), lambda **hooks: (desk.resume(run_id, **hooks), None)
            )

    # arguments

    def ask_argument(self) -> None:
        """Ask for a proposition, then for the arguments on both sides of it, in the chat in view."""
        words, session, runs = self.window.words, self.window.session, self.window.runs
        chat = self.window.panes.chat.current_chat()
        if session is None or runs is None or chat is None or session.matter.read_only:
            return
        issue, said = QInputDialog.getText(self.window, words("argument.title"), words("argument.note"))
        if said and issue.strip():
            desk, document = session.desk, session.document_id
            runs.begin(
                chat,
                issue.strip(),
                lambda **hooks: (desk.argue(chat, issue.strip(), document, **hooks), None),
            )

    # search

    def search(self, text: str) -> None:
        """Look for a text in every chat, closed ones too."""
        page = self.window.panes.middle.assistant.chats
        self.window.on_session(
            lambda session: session.jobs.call(
                session.desk.find_in_chats, text, done=partial(page.show_hits, text), key="find in chats"
            )
        )

    # behind an answer

    def run_ended(self, chat_id: int) -> None:
        """A run is over: its compactions are marked, and its notes can be decided."""
        session, chat = self.window.session, self.window.panes.chat
        if session is not None:
            session.jobs.call(
                session.desk.compactions, chat_id, done=lambda views: chat.show_cleared(chat_id, views)
            )
            self.window.knowing.fill("notes")

    def show_seen(self, run_id: int) -> None:
        """Why did the model see this?"""
        session = self.window.session
        if session is not None:
            desk = session.desk
            session.jobs.call(
                lambda: (desk.seen(run_id), desk.run_use(run_id)),
                done=partial(self._seen_came, run_id),
                key="seen",
            )

    def _seen_came(self, run_id: int, found: tuple[Any, Any]) -> None:
        window = self.window
        session = window.session
        can = session is not None and not session.matter.read_only and bool(session.matter.model)
        sheet = SeenSheet(*found, window.words, window.themes, window, can)
        sheet.result_opened.connect(window.reading.show_result)
        sheet.context_opened.connect(window.reading.show_call)
        sheet.replay_wanted.connect(lambda: (sheet.accept(), self.replay(run_id)))
        sheet.exec()

    def replay(self, run_id: int) -> None:
        """Make a run again with the model in use and show the differences; nothing is staged."""
        session, runs = self.window.session, self.window.runs
        if session is None or runs is None:
            return
        desk = session.desk
        session.jobs.start(
            lambda _progress, token: desk.replay(
                run_id, cancelled=token, confirm_send=lambda request: runs.confirm(request, token)
            ),
            self._replayed,
            lane="run",
            title=self.window.words("replay.doing"),
        )

    def _replayed(self, view: ReplayView) -> None:
        self.window.on_session(lambda session: session.refresh_audit())
        ReplaySheet(view, self.window.words, self.window.themes, self.window).exec()

    def show_cleared(self, view: CompactionView) -> None:
        """Open a compaction marker."""
        window = self.window
        sheet = ClearedSheet(view, window.words, window.themes, window)
        sheet.result_opened.connect(window.reading.show_result)
        sheet.message_opened.connect(lambda number: (sheet.accept(), self._go_to(number)))
        sheet.exec()

    def _go_to(self, message_id: int) -> None:
        chat = self.window.panes.chat.current_chat()
        if chat is not None:
            self.window.panes.chat.go_to(chat, message_id)

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
