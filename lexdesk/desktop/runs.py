"""Runs of the assistant in the window: start, hear, confirm a first send, stop.

Events come from the run's thread and are heard in the GUI thread, in order. A text piece is painted as it
comes. Before the first send to a remote model the run's thread waits until the lawyer has seen the exact
bytes and said yes or no.
"""

import queue
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from lexdesk.assistant import events
from lexdesk.desktop.chat.pane import ChatPane
from lexdesk.desktop.jobs import CancelToken, Job
from lexdesk.desktop.session import MatterSession
from lexdesk.desktop.words import Words


class _Question:
    """The exact bytes of a first send, and where the answer goes."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self._answer: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def answer(self, yes: bool) -> None:
        """Say yes or no, from the GUI thread."""
        self._answer.put(yes)

    def wait(self, cancelled: Callable[[], bool]) -> bool:
        """The answer; no when the run is stopped meanwhile. For the run's thread."""
        while not cancelled():
            try:
                return self._answer.get(timeout=0.1)
            except queue.Empty:
                continue
        return False


class Runs(QObject):
    """Connects one chat pane with one session."""

    ended = Signal(int)
    staged = Signal(int)
    said = Signal(str)
    _heard = Signal(int, object)
    _asked = Signal(object)

    def __init__(
        self,
        session: MatterSession,
        pane: ChatPane,
        words: Words,
        confirm: Callable[[bytes], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._pane, self.words, self._confirm = session, pane, words, confirm
        self._jobs: dict[int, Job] = {}
        self._heard.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._asked.connect(self._ask_lawyer, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """True while any run is on."""
        return bool(self._jobs)

    def start(self, chat_id: int, text: str) -> None:
        """Ask the assistant in a chat. One run at a time in each chat."""
        desk, document = self._session.desk, self._session.document_id
        self.begin(
            chat_id, text, lambda **hooks: (desk.ask(chat_id, text, document_id=document, **hooks), None)
        )

    def begin(
        self,
        chat_id: int,
        text: str,
        work: Callable[..., tuple[Any, Any]],
        then: Callable[[Any], None] | None = None,
    ) -> None:
        """Start any run of a chat. ``work`` takes the hooks ``on_event``, ``cancelled``, ``confirm_send`` and
        gives the message and what else came of it, which ``then`` hears. One run at a time in each chat."""
        if chat_id in self._jobs:
            return
        self._pane.begin(chat_id, text)

        def run(_progress: Callable[..., None], token: CancelToken) -> Any:
            return work(
                on_event=lambda event: self._heard.emit(chat_id, event),
                cancelled=token,
                confirm_send=lambda request: self.confirm(request, token),
            )

        def done(found: tuple[Any, Any]) -> None:
            self._end(chat_id, found[0])
            if then is not None:
                then(found[1])

        self._jobs[chat_id] = self._session.jobs.start(
            run,
            done=done,
            failed=lambda error: self._fail(chat_id, text, error),
            lane="run",
        )

    def stop(self, chat_id: int) -> None:
        """Ask the run of a chat to stop. What became of it is told below the answer, and only there."""
        job = self._jobs.get(chat_id)
        if job is not None:
            job.cancel()
            self.said.emit(self.words("progress.stopping"))

    def stop_all(self) -> bool:
        """Stop every run; True if there was one."""
        for chat_id in list(self._jobs):
            self.stop(chat_id)
        return bool(self._jobs)

    def confirm(self, request: bytes, token: CancelToken) -> bool:
        """Whether the lawyer lets these first bytes go; for the thread of a run, which waits."""
        question = _Question(request)
        self._asked.emit(question)
        return question.wait(token)

    @Slot(object)
    def _ask_lawyer(self, question: _Question) -> None:
        question.answer(self._confirm(question.request))

    @Slot(int, object)
    def _hear(self, chat_id: int, event: events.Event) -> None:
        self._pane.hear(chat_id, event)
        if isinstance(event, events.EditStaged):
            self._session.edits_staged(event.edit_id)
            self.staged.emit(event.edit_id)

    def _end(self, chat_id: int, message: Any) -> None:
        self._forget(chat_id)
        self._pane.end(chat_id, message)
        self._session.refresh_audit()
        self.ended.emit(chat_id)

    def _forget(self, chat_id: int) -> None:
        job = self._jobs.pop(chat_id, None)
        if job is not None and job.token():
            self.said.emit("")  # "Stopping" is over

    def _fail(self, chat_id: int, text: str, error: BaseException) -> None:
        self._forget(chat_id)
        self._pane.end(chat_id, None)
        self._pane.messages_wanted.emit(chat_id)
        self._pane.give_back(text)
        self._session.failed.emit(error)
        self.ended.emit(chat_id)
