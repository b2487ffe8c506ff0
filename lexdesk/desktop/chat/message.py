"""One message of a chat: the lawyer's bubble, or an answer with trail, pins, limits and edits."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.agent_views import CompactionView
from lexdesk.assistant.views import MessageView, PinView
from lexdesk.desktop.chat.answer import answer_html, streaming_html
from lexdesk.desktop.chat.checks import Fold, FoldLine, checked
from lexdesk.desktop.chat.trail import Trail
from lexdesk.desktop.context.cleared import marker_text
from lexdesk.desktop.parts import Chip, Flow, clear
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_LONG = 280  # code points of limits that are shown at once


class AnswerText(QTextBrowser):
    """Rich text as high as it needs to be. Links are followed by mouse, or Tab and Enter."""

    pin_opened = Signal(int)
    pin_hovered = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setStyleSheet("background: transparent;")
        self.document().setDocumentMargin(1)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._over)
        self._hover = QTimer(self, singleShot=True, interval=400)
        self._hover.timeout.connect(self._due)
        self._over_pin = 0
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def _follow(self, url: QUrl) -> None:
        if url.scheme() == "pin":
            self.pin_opened.emit(int(url.path()))

    def _over(self, url: QUrl) -> None:
        self._over_pin = int(url.path()) if url.scheme() == "pin" else 0
        if self._over_pin:
            self._hover.start()
        else:
            self._hover.stop()
            self.pin_hovered.emit(0, QPoint())

    def _due(self) -> None:
        self.pin_hovered.emit(self._over_pin, self.cursor().pos())

    def _fit(self, _size: object = None) -> None:
        height = round(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower means higher."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Let the window's own keys through."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.matches(QKeySequence.StandardKey.Copy))
            return True
        return super().event(event)

    def wheelEvent(self, event) -> None:
        """The chat scrolls, not the answer."""
        event.ignore()


class Message(QWidget):
    """A finished message, or one that is being written."""

    pin_opened = Signal(object)
    pin_number_opened = Signal(int)
    pin_hovered = Signal(object, QPoint)
    result_opened = Signal(int)
    edit_opened = Signal(int)
    seen_wanted = Signal(int)  # run
    cleared_opened = Signal(object)  # CompactionView
    menu_wanted = Signal(object, QPoint)  # MessageView

    def __init__(self, words: Words, themes: Themes, pixels: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes, self.pixels = words, themes, pixels
        self.view: MessageView | None = None
        self.cleared: list[CompactionView] = []
        self.first_words = 0  # milliseconds until the first words of this session's run came, 0 = not heard
        self.steps = 0  # model calls heard of while it is written
        self.streamed = ""
        self.doing = ""
        self._pins: dict[int, PinView] = {}
        self.trail = Trail(words, self)
        self.trail.opened.connect(self.result_opened)
        self.trail.hide()
        self.text = AnswerText(self)
        self.text.pin_opened.connect(self._open_pin)
        self.text.pin_hovered.connect(lambda number, at: self.pin_hovered.emit(self._pins.get(number), at))
        self.bubble = QFrame(self)
        self.bubble.setObjectName("bubble")
        self.said = QLabel(self.bubble)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        inside = QVBoxLayout(self.bubble)
        inside.setContentsMargins(10, 8, 10, 8)
        inside.addWidget(self.said)
        self.foot = QWidget(self)
        self._foot = QVBoxLayout(self.foot)
        self._foot.setContentsMargins(0, 2, 0, 0)
        self._foot.setSpacing(5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(7)
        self.marks = QWidget(self)
        self._marks = QVBoxLayout(self.marks)
        self._marks.setContentsMargins(0, 0, 0, 0)
        self._marks.setSpacing(2)
        self.marks.hide()
        for widget in (self.bubble, self.marks, self.trail, self.text, self.foot):
            layout.addWidget(widget)
        self.bubble.hide()
        self._face()

    def _face(self) -> None:
        for widget in (self.said, self.text):
            font = widget.font()
            font.setPixelSize(self.pixels)
            widget.setFont(font)
        self.text.document().setDefaultFont(self.text.font())

    def show_message(self, view: MessageView) -> None:
        """Show a finished message."""
        self.view = view
        self.render_again()

    def show_cleared(self, views: list[CompactionView]) -> None:
        """The compaction markers of the run behind this answer."""
        self.cleared = list(views)
        self._render_marks()

    def _render_marks(self) -> None:
        clear(self._marks)
        if len(self.cleared) > 1:
            things = sum(len(view.cleared) for view in self.cleared)
            points = sum(one.code_points for view in self.cleared for one in view.cleared)
            lines = [
                FoldLine(f"⤓ {marker_text(view, self.words)}", self.words("cleared.tip"), self._opening(view))
                for view in self.cleared
            ]
            head = self.words("cleared.several", count=things, points=f"{points:,}", times=len(self.cleared))
            self._marks.addWidget(Fold(head, lines, self.marks))
        for view in self.cleared if len(self.cleared) == 1 else ():
            text = marker_text(view, self.words)
            button = QPushButton(f"⤓ {text}", self.marks)
            button.setProperty("link", True)
            button.setToolTip(self.words("cleared.tip"))
            button.setAccessibleName(text)
            button.clicked.connect(self._opening(view))
            self._marks.addWidget(button)
        self.marks.setVisible(bool(self.cleared))

    def _opening(self, view: CompactionView) -> Callable[..., None]:
        return lambda *_checked: self.cleared_opened.emit(view)

    def render_again(self) -> None:
        """Draw anew after a change of theme, language or size."""
        self._face()
        self._render_marks()
        view = self.view
        clear(self._foot)
        if view is None:
            self._render_streaming()
            return
        own = view.role == "user"
        self.setAccessibleName(self.words.word("chat_role", view.role))
        self.bubble.setVisible(own)
        self.text.setVisible(not own)
        self.trail.show_rows(view.trail)
        if own:
            self.said.setText(view.text)
            self.said.setAccessibleName(view.text)
            self.foot.hide()
            return
        self._pins = {pin.pin_id: pin for claim in view.claims for pin in claim.pins}
        self.text.setHtml(answer_html(view, self.words, self.themes.current))
        self.text.setVisible(bool(view.text.strip() or view.claims) and not _nothing_written(view))
        self.text.setAccessibleName(self.words("chat.answer"))
        self._render_foot(view)
        self.foot.setVisible(self._foot.count() > 0)

    def _render_foot(self, view: MessageView) -> None:
        if view.edit_ids:
            holder = QWidget(self.foot)
            flow = Flow(holder)
            for number, edit_id in enumerate(view.edit_ids, 1):
                said = self.words("chat.show_edit") + (f" {number}" if len(view.edit_ids) > 1 else "")
                chip = Chip(said, said, holder)
                chip.opened.connect(lambda edit_id=edit_id: self.edit_opened.emit(edit_id))
                flow.addWidget(chip)
            self._foot.addWidget(holder)
        if view.state == "stopped":
            empty = _nothing_written(view)
            self._note(self.words("chat.stopped_empty" if empty else "chat.stopped"), "muted")
        if view.state in ("failed", "interrupted"):
            self._note(self.words("chat.failed"), "advisory")
        self._render_checks(view)
        self._render_removed(view)
        self._render_limits(view)
        self._render_behind(view)

    def _render_limits(self, view: MessageView) -> None:
        """What must not be relied on; of many the first ones stand open and the others are one press away."""
        if not view.limits:
            return
        limits = [self.words.said(one) for one in view.limits]
        few = len(" ".join(limits)) <= _LONG or len(limits) <= 2
        shown = limits if few else limits[:2]
        self._note(self.words("chat.not_covered", limits=self.words.joined(shown)), "muted")
        more = limits[len(shown) :]
        if more:
            lines = [FoldLine(f"· {limit}", limit) for limit in more]
            self._foot.addWidget(Fold(self.words.count("chat.more_limits", len(more)), lines, self.foot))

    def _render_checks(self, view: MessageView) -> None:
        """How many sentences stand, one line each on demand. Answers of the program alone need none."""
        found = checked(view, self.words)
        if not any(one.sign in "✓○▲" for one in found):
            return
        counts = {sign: sum(one.sign == sign for one in found) for sign in "✓○▲"}
        said = "  ".join(f"{sign} {number}" for sign, number in counts.items() if number)
        lines = []
        for one in found:
            pin = one.claim.pins[0] if one.claim.pins else None
            cites = ", ".join(self.words.cite(pin.label) for pin in one.claim.pins)
            open_ = None if pin is None else lambda pin=pin: self.pin_opened.emit(pin)
            tip = "\n".join(part for part in (one.text, one.said, cites) if part)
            lines.append(FoldLine(f"{one.sign} {one.said}: {one.text}", tip, open_))
        self._foot.addWidget(Fold(f"{self.words('check.head')}  {said}", lines, self.foot))

    def _render_removed(self, view: MessageView) -> None:
        """What was taken out of the answer, so that silence is not taken for support (P8)."""
        if not view.removed_markers:
            return
        lines = [
            FoldLine(f"✕ {marker}  {self.words.word('removed', _code(reason))}", f"{marker}: {reason}")
            for marker, reason in view.removed_markers
        ]
        head = "▲ " + self.words.count("chat.removed", len(lines))
        self._foot.addWidget(Fold(head, lines, self.foot))

    def _render_behind(self, view: MessageView) -> None:
        """The way behind the answer: what the model saw, and what can be done with it."""
        row = QHBoxLayout()
        row.setSpacing(12)
        buttons = [("chat.more", lambda: self._ask_menu(view))]
        if view.run_id is not None:
            buttons.insert(0, ("chat.seen", lambda: self.seen_wanted.emit(view.run_id)))
        for key, act in buttons:
            button = QPushButton(self.words(key), self.foot)
            button.setProperty("link", True)
            button.setToolTip(self.words(f"{key}_tip"))
            button.setAccessibleName(self.words(f"{key}_tip"))
            button.clicked.connect(act)
            row.addWidget(button)
        if self.first_words:
            label = QLabel(
                self.words("chat.first_words", seconds=f"{self.first_words / 1000:,.1f}"), self.foot
            )
            label.setObjectName("muted")
            row.addWidget(label)
        row.addStretch(1)
        self._foot.addLayout(row)

    def _ask_menu(self, view: MessageView) -> None:
        at = self.foot.mapToGlobal(self.foot.rect().bottomLeft())
        self.menu_wanted.emit(view, at)

    def _note(self, text: str, name: str) -> None:
        label = QLabel(text, self.foot)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._foot.addWidget(label)

    # being written

    def append(self, piece: str) -> None:
        """More text of the answer has arrived."""
        self.streamed += piece
        self.doing = ""
        self._render_streaming()

    def say_doing(self, what: str) -> None:
        """What the model does now, in plain words; "" for nothing to say."""
        self.doing = what
        self._render_streaming()

    def _render_streaming(self) -> None:
        self.bubble.hide()
        self.foot.hide()
        self.text.show()
        theme = self.themes.current
        text = streaming_html(self.streamed, {}, self.words, theme)
        if self.doing:
            text += f'<div style="color:{theme.muted}">{self.doing} …</div>'
        self.text.setHtml(text)

    def _open_pin(self, number: int) -> None:
        pin = self._pins.get(number)
        if pin is not None:
            self.pin_opened.emit(pin)
        else:
            self.pin_number_opened.emit(number)


def _code(reason: str) -> str:
    """The word of the window for a reason of the record; a reason it has no word for is shown as it is."""
    return "not_registered" if reason.startswith("not registered") else reason


def _nothing_written(view: MessageView) -> bool:
    """Of a stopped answer that had not begun, the record holds only the program's word that it stopped."""
    return view.state == "stopped" and (not view.text.strip() or view.text.startswith("Stopped."))
