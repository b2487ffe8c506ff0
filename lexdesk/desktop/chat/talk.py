"""The scrolling list of messages of one chat."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from lexdesk.assistant import events
from lexdesk.assistant.agent_views import CompactionView
from lexdesk.assistant.views import MessageView, TrailRow
from lexdesk.desktop.chat.message import Message
from lexdesk.desktop.parts import clear
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_NEWEST = 16  # messages that are laid out at once
_STEP = 8  # earlier ones that are laid out at a time: some ten milliseconds


class Talk(QScrollArea):
    """Messages from first to last, and the one being written."""

    pin_opened = Signal(object)
    pin_number_opened = Signal(int)
    pin_hovered = Signal(object, QPoint)
    result_opened = Signal(int)
    edit_opened = Signal(int)
    seen_wanted = Signal(int)
    cleared_opened = Signal(object)
    menu_wanted = Signal(object, QPoint)

    def __init__(self, words: Words, themes: Themes, pixels: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes, self.pixels = words, themes, pixels
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.messages: list[Message] = []
        self.live: Message | None = None
        holder = QWidget()
        holder.setObjectName("inside")
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(12, 10, 10, 10)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(holder)
        self._follow = True
        self.empty: QLabel | None = None
        self.more: QPushButton | None = None
        self._earlier: list[MessageView] = []  # not shown yet, oldest first
        self._cleared: list[CompactionView] = []
        self.verticalScrollBar().rangeChanged.connect(self._stay_at_end)
        self.verticalScrollBar().valueChanged.connect(self._note_place)
        words.bind(self, "setAccessibleName", "pane.chat")
        words.changed.connect(self._render_again)
        themes.changed.connect(self._render_again)

    def show_messages(self, views: list[MessageView]) -> None:
        """Show these messages instead of what was there: the newest at once, earlier ones on demand."""
        clear(self._column)
        self.messages, self.live, self.empty = [], None, None
        self._earlier = list(views[:-_NEWEST])
        self.more = QPushButton(self.widget())
        self.more.setProperty("link", True)
        self.more.clicked.connect(self.show_earlier)
        self._column.addWidget(self.more)
        for view in views[-_NEWEST:]:
            self._add().show_message(view)
        if not views:
            self.empty = QLabel(self.words("chat.empty"))
            self.empty.setWordWrap(True)
            self.empty.setObjectName("muted")
            self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._column.addWidget(self.empty)
        self._column.addStretch(1)
        self._follow = True
        self._say_more()

    def show_earlier(self) -> None:
        """Some earlier messages above the ones that are shown; what is in view stays in view."""
        bar = self.verticalScrollBar()
        from_end = bar.maximum() - bar.value()
        for view in reversed(self._earlier[-_STEP:]):
            self._add(first=True).show_message(view)
        del self._earlier[-_STEP:]
        self.show_cleared(self._cleared)
        self._say_more()
        self._follow = False
        QTimer.singleShot(0, self, lambda: bar.setValue(bar.maximum() - from_end))

    def _say_more(self) -> None:
        if self.more is not None:
            self.more.setText(self.words("chat.earlier", count=len(self._earlier)))
            self.more.setAccessibleName(self.more.text())
            self.more.setVisible(bool(self._earlier))

    def show_cleared(self, views: list[CompactionView]) -> None:
        """What left the view of the chat's model, marked at the answer whose run took it out."""
        self._cleared = list(views)
        for message in self.messages:
            run = message.view.run_id if message.view is not None and message.view.role != "user" else None
            mine = [one for one in views if one.run_id == run] if run is not None else []
            if mine != message.cleared:
                message.show_cleared(mine)

    def go_to(self, message_id: int) -> bool:
        """Bring a message into view, step by step if it is an early one; False if it is not here."""
        for message in self.messages:
            if message.view is not None and message.view.id == message_id:
                self._follow = False
                QTimer.singleShot(0, self, partial(self.ensureWidgetVisible, message, 0, 40))
                return True
        if not any(view.id == message_id for view in self._earlier):
            return False
        self.show_earlier()
        QTimer.singleShot(0, self, lambda: self.go_to(message_id))
        return True

    def _add(self, first: bool = False) -> Message:
        message = Message(self.words, self.themes, self.pixels, self.widget())
        message.pin_opened.connect(self.pin_opened)
        message.pin_number_opened.connect(self.pin_number_opened)
        message.pin_hovered.connect(self.pin_hovered)
        message.result_opened.connect(self.result_opened)
        message.edit_opened.connect(self.edit_opened)
        message.seen_wanted.connect(self.seen_wanted)
        message.cleared_opened.connect(self.cleared_opened)
        message.menu_wanted.connect(self.menu_wanted)
        self.messages.insert(0 if first else len(self.messages), message)
        self._column.insertWidget(1 if first else self._column.count(), message)
        return message

    def begin(self, asked: MessageView) -> None:
        """The lawyer has asked; an answer is being written."""
        if self.empty is not None:
            self.empty.hide()
        last = self._column.takeAt(self._column.count() - 1)
        self._add().show_message(asked)
        self.live = self._add()
        self.live.say_doing(self.words("chat.starting"))
        if last is not None and last.spacerItem() is not None:
            self._column.addItem(last)
        self._follow = True

    def hear(self, event: events.Event) -> None:
        """Something has happened in the run."""
        live = self.live
        if live is None:
            return
        if isinstance(event, events.TextArrived):
            live.append(event.text)
        elif isinstance(event, events.ToolStarted):
            live.trail.started(event.tool_result_id, event.tool, event.summary)
        elif isinstance(event, events.ToolEnded):
            live.trail.ended(
                TrailRow(event.tool_result_id, event.tool, event.summary, event.status, event.milliseconds)
            )
        elif isinstance(event, events.ModelWorking):
            live.steps += 1
            what = _said_doing(event.what, self.words)
            if live.steps > 1:
                what = self.words("chat.step", what=what, step=live.steps)
            live.say_doing(what)
        elif isinstance(event, events.FirstWords):
            live.first_words = live.first_words or event.milliseconds
        elif isinstance(event, events.CallRefused):
            live.say_doing(self.words("chat.refused_call", why=self.words.said(event.why)))
        elif isinstance(event, events.ContextCompacted):
            points = f"{event.code_points:,}"
            live.say_doing(self.words.count("cleared.marker", event.cleared, points=points))

    def end(self, view: MessageView | None) -> None:
        """The run is over: the stored message takes the place of what was streamed."""
        live, self.live = self.live, None
        if live is None:
            return
        if view is not None:
            live.show_message(view)
        else:
            live.say_doing("")

    def set_pixels(self, pixels: int) -> None:
        """Size of the letters in pixels."""
        self.pixels = pixels
        for message in self.messages:
            message.pixels = pixels
        self._render_again()

    def _render_again(self) -> None:
        for message in self.messages:
            message.render_again()
        if self.empty is not None:
            self.empty.setText(self.words("chat.empty"))
        self._say_more()

    def _note_place(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - 24

    def _stay_at_end(self, _low: int, high: int) -> None:
        if self._follow:
            self.verticalScrollBar().setValue(high)
            QTimer.singleShot(0, self, self._to_end)

    def _to_end(self) -> None:
        if self._follow:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())


def _said_doing(what: str, words: Words) -> str:
    """What the model does, in the language of the window; as the event has it where there is no word."""
    name = what.lower().replace(" ", "_")
    said = words.word("doing", name)
    return what if said == name.replace("_", " ") else said
