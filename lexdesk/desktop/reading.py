"""Opening things: citations, passages, pages, stored results, contexts. Fetches in jobs, shows in panes."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from lexdesk.assistant.views import ChangeCard, PinView
from lexdesk.desktop.context.stored import PAGE, Slice, StoredSheet
from lexdesk.desktop.sheets import TextSheet
from lexdesk.text.hashing import sha256_text

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


class Reading:
    """Where the lawyer reads. Late answers for a source no longer wanted are dropped by the job keys."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self.last_pin: PinView | None = None
        self._texts: dict[int, str] = {}
        self._sizes: dict[tuple[int, int], tuple[float, float]] = {}
        self._pictures: dict[tuple[int, int, int], Any] = {}

    def forget(self) -> None:
        """Another matter is open: nothing kept of the one before."""
        self.last_pin = None
        self._texts.clear()
        self._sizes.clear()
        self._pictures.clear()

    # citations

    def open_pin(self, pin: PinView) -> None:
        """Open a citation: in the evidence pane at its sentence, or in the document at its clause."""
        self.last_pin = pin
        window = self.window
        if pin.source_id is not None:
            window.panes.bring("evidence")
            window.panes.evidence.open_pin(pin)
        elif not self.open_paragraph(pin.paragraph_key, pin.text) and pin.version_id is not None:
            self.open_version(pin.version_id)

    def open_pin_number(self, pin_id: int) -> None:
        """Open a citation of which only the number is known."""
        session = self.window.session
        if session is not None:
            session.jobs.call(session.desk.pin, pin_id, done=self.open_pin, key="pin")

    def open_paragraph(self, key: str, text: str = "") -> bool:
        """Jump to a paragraph of the document in view."""
        self.window.panes.bring("document")
        return self.window.panes.document.go_to_key(key, text)

    def open_edit(self, edit_id: int) -> None:
        """Make a staged edit the current change; one decided long ago is shown by its card alone."""
        session = self.window.session
        if session is None:
            return
        change = f"edit:{edit_id}"
        if any(one.id == change for one in session.changes):
            session.choose(change)
            return
        session.choose("")  # accept and reject must not mean another change than the card shows
        document = session.document_id or 0
        session.jobs.call(session.desk.card, document, change, done=self._card_alone, key="card")

    def _card_alone(self, card: ChangeCard) -> None:
        self.window.panes.bring("evidence")
        self.window.panes.evidence.show_card(card, 0)

    def open_version(self, version_id: int) -> None:
        """Show a version; the head is shown as the head, with what is staged on it."""
        session = self.window.session
        if session is None or session.document_id is None:
            return
        window, words = self.window, self.window.words

        def came(versions: list[Any]) -> None:
            one = next((version for version in versions if version.id == version_id), None)
            if one is None or window.session is None:
                return
            window.session.open_version(None if one.is_head else version_id)
            notice = "" if one.is_head else words("versions.looking", number=one.number)
            window.status.set_notice(notice, lasting=True)

        session.jobs.call(session.desk.versions, session.document_id, done=came)

    def copy_cite(self, with_quote: bool, pin: PinView | None = None) -> None:
        """Put a citation on the clipboard, the last opened one by default."""
        pin = pin or self.last_pin
        if pin is None:
            self.window.say(self.window.words("cite.none"), level="info")
            return
        label = self.window.words.cite(pin.label)
        text = f"“{pin.text}” ({label})" if with_quote else label
        QGuiApplication.clipboard().setText(text)
        self.window.status.set_notice(self.window.words("cite.copied", text=label))

    # sources

    def fetch_text(self, source_id: int, passage_id: int) -> None:
        """The text of an unpaged source, and where the passage stands in it."""
        session = self.window.session
        if session is None:
            return
        desk, known = session.desk, self._texts.get(source_id)

        def work() -> Any:
            text = known if known is not None else desk.source_text(source_id)
            return source_id, text, desk.highlight(passage_id) if passage_id else None

        session.jobs.call(work, done=self._text_came, key="source")

    def _text_came(self, result: tuple[int, str, Any]) -> None:
        source_id, text, mark = result
        self._texts[source_id] = text
        self.window.panes.evidence.show_text(source_id, text, mark)

    def fetch_page(self, source_id: int, page: int, passage_id: int) -> None:
        """Size of a page and the boxes on it; the picture is asked for by the page itself."""
        session = self.window.session
        if session is None:
            return
        desk, sizes = session.desk, dict(self._sizes)

        def work() -> Any:
            mark = desk.highlight(passage_id) if passage_id else None
            sheet = mark.page if mark is not None and mark.page else page
            size = sizes.get((source_id, sheet)) or desk.page_size(source_id, sheet)
            return source_id, sheet, size, mark

        session.jobs.call(work, done=self._page_came, key="source")

    def _page_came(self, result: tuple[int, int, tuple[float, float], Any]) -> None:
        source_id, page, size, mark = result
        self._sizes[source_id, page] = size
        self.window.panes.evidence.show_page(source_id, page, size, mark)

    def fetch_picture(self, source_id: int, page: int, scale: float) -> None:
        """The picture of a page; the last few are kept."""
        session = self.window.session
        if session is None:
            return
        wanted = (source_id, page, round(scale * 100))
        kept = self._pictures.get(wanted)
        if kept is not None:
            self.window.panes.evidence.show_picture(source_id, page, kept)
            return
        session.jobs.call(
            session.desk.render_page,
            source_id,
            page,
            scale,
            done=partial(self._picture_came, wanted),
            key=f"page {source_id}",
        )

    def _picture_came(self, wanted: tuple[int, int, int], rendered: Any) -> None:
        self._pictures[wanted] = rendered
        while len(self._pictures) > 6:
            self._pictures.pop(next(iter(self._pictures)))
        self.window.panes.evidence.show_picture(*wanted[:2], rendered)

    # chats and records

    def fetch_messages(self, chat_id: int) -> None:
        """The messages of a chat, and what left the view of its model."""
        session, chat = self.window.session, self.window.panes.chat
        if session is None:
            return
        desk = session.desk

        def came(found: tuple[list[Any], list[Any]]) -> None:
            chat.show_messages(chat_id, found[0])
            chat.show_cleared(chat_id, found[1])

        session.jobs.call(
            lambda: (desk.messages(chat_id), desk.compactions(chat_id)), done=came, key=f"messages {chat_id}"
        )

    def show_result(self, tool_result_id: int) -> None:
        """The stored output of a tool call, page by page, with its length and hash."""
        self._fetch_result(tool_result_id, 0, partial(self._result_came, tool_result_id))

    def _fetch_result(self, tool_result_id: int, offset: int, show: Callable[[int, Slice], None]) -> None:
        session = self.window.session
        if session is not None:
            session.jobs.call(
                session.desk.tool_result_slice,
                tool_result_id,
                offset,
                PAGE,
                done=partial(show, offset),
                key="result",
            )

    def _result_came(self, tool_result_id: int, _offset: int, first: Slice) -> None:
        window = self.window
        fetch = partial(self._fetch_result, tool_result_id)
        StoredSheet(tool_result_id, first, fetch, window.words, window.fonts.mono(12), window).exec()

    def show_call(self, call_id: int) -> None:
        """The exact request of a model call, as it was stored before it was made."""
        session = self.window.session
        if session is not None:
            session.jobs.call(session.desk.context_of, call_id, done=self._context_came, key="result")

    def show_context(self, edit_id: int) -> None:
        """Exactly what the model saw when it proposed an edit."""
        session = self.window.session
        if session is not None:
            session.jobs.call(session.desk.edit_context, edit_id, done=self._context_came, key="result")

    def _context_came(self, text: str) -> None:
        window, words = self.window, self.window.words
        note = words("record.context_note", length=f"{len(text):,}", sha=sha256_text(text)[:16])
        TextSheet(words("record.context"), note, text, words, window.fonts.mono(12), window).exec()
