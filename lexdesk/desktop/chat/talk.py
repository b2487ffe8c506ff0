"""The scrolling list of messages of one chat."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from lexdesk.assistant import events
from lexdesk.assistant.agent_views import CompactionView
from lexdesk.assistant.views import MessageView, TrailRow
from lexdesk.desktop.chat.message import Message
from lexdesk.desktop.parts import clear
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


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
        self.verticalScrollBar().rangeChanged.connect(self._stay_at_end)
        self.verticalScrollBar().valueChanged.connect(self._note_place)
        words.bind(self, "setAccessibleName", "pane.chat")
        words.changed.connect(self._render_again)
        themes.changed.connect(self._render_again)

    def show_messages(self, views: list[MessageView]) -> None:
        """Show these messages instead of what was there."""
        clear(self._column)
        self.messages, self.live, self.empty = [], None, None
        for view in views:
            self._add().show_message(view)
        if not views:
            self.empty = QLabel(self.words("chat.empty"))
            self.empty.setWordWrap(True)
            self.empty.setObjectName("muted")
            self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._column.addWidget(self.empty)
        self._column.addStretch(1)
        self._follow = True

    def show_cleared(self, views: list[CompactionView]) -> None:
        """What left the view of the chat's model, marked at the answer whose run took it out."""
        for message in self.messages:
            run = message.view.run_id if message.view is not None and message.view.role != "user" else None
            message.show_cleared([one for one in views if one.run_id == run] if run is not None else [])

    def go_to(self, message_id: int) -> bool:
        """Bring a message into view; False where it is not among these."""
        for message in self.messages:
            if message.view is not None and message.view.id == message_id:
                self._follow = False
                self.ensureWidgetVisible(message, 0, 40)
                return True
        return False

    def _add(self) -> Message:
        message = Message(self.words, self.themes, self.pixels, self.widget())
        message.pin_opened.connect(self.pin_opened)
        message.pin_number_opened.connect(self.pin_number_opened)
        message.pin_hovered.connect(self.pin_hovered)
        message.result_opened.connect(self.result_opened)
        message.edit_opened.connect(self.edit_opened)
        message.seen_wanted.connect(self.seen_wanted)
        message.cleared_opened.connect(self.cleared_opened)
        message.menu_wanted.connect(self.menu_wanted)
        self.messages.append(message)
        self._column.addWidget(message)
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
            what = self.words.word("doing", event.what.lower().replace(" ", "_"))
            if live.steps > 1:
                what = self.words("chat.step", what=what, step=live.steps)
            live.say_doing(what)
        elif isinstance(event, events.FirstWords):
            live.first_words = live.first_words or event.milliseconds
        elif isinstance(event, events.CallRefused):
            live.say_doing(self.words("chat.refused_call", why=event.why))
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

    def _note_place(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - 24

    def _stay_at_end(self, _low: int, high: int) -> None:
        if self._follow:
            self.verticalScrollBar().setValue(high)
            QTimer.singleShot(0, self, self._to_end)

    def _to_end(self) -> None:
        if self._follow:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
