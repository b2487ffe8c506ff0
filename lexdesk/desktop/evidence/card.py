"""The card of a change: why, what was looked at, warnings, what it rests on."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.views import AdvisoryView, ChangeCard, PacketLine
from lexdesk.desktop.parts import Chip, Flow, clear, clock, restyle
from lexdesk.desktop.words import Words


class Advisory(QLabel):
    """One warning, with a triangle and words. Says once that its first and last line have been seen."""

    painted = Signal(int)

    def __init__(self, advisory: AdvisoryView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("advisory")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.advisory = advisory
        sign = "▲" if advisory.severity in ("warning", "error") else "•"
        self.setText(f"{sign} {advisory.message}")
        self.setAccessibleName(f"{words.word('severity', advisory.severity)}: {advisory.message}")
        places = "\n".join(f"{label}  {text}" for _key, label, text in advisory.places)
        self.setToolTip(places)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._unseen = {"top", "bottom"}

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint, then look which part is on the screen. Later, since a first paint may come before the
        layout has given this warning its place."""
        super().paintEvent(event)
        if self._unseen:
            QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        if not self._unseen or not self.window().isVisible():
            return
        seen = self.visibleRegion()
        middle = self.width() // 2
        if seen.contains(QPoint(middle, 2)):
            self._unseen.discard("top")
        if seen.contains(QPoint(middle, self.height() - 3)):
            self._unseen.discard("bottom")
        if not self._unseen:
            self.painted.emit(self.advisory.id)


class CardView(QFrame):
    """Shows a ``ChangeCard``. ``shown(edit_id)`` comes once all its advisories have been painted."""

    shown = Signal(int)
    pin_opened = Signal(object)
    place_opened = Signal(str, str)
    passage_opened = Signal(int)
    result_opened = Signal(int)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.words = words
        self.card: ChangeCard | None = None
        self.open_details = False
        self._unpainted: set[int] = set()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 11)
        self._layout.setSpacing(8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        words.changed.connect(self._render)
        self._render()

    def show_card(self, card: ChangeCard | None) -> None:
        """Show the card of another change, or that there is none."""
        if card is not None and self.card is not None and card.change_id != self.card.change_id:
            self.open_details = False
        self.card = card
        self._render()

    def _render(self) -> None:
        clear(self._layout)
        card = self.card
        self.setProperty("current", card is not None)
        restyle(self)
        if card is None:
            self._text(self.words("card.none"), muted=True)
            self.setAccessibleName(self.words("card.none"))
            return
        self.setAccessibleName(card.title)
        self._unpainted = {one.id for one in card.advisories}
        self._why(card)
        self._byline(card)
        for advisory in card.advisories:
            label = Advisory(advisory, self.words, self)
            label.painted.connect(self._advisory_painted)
            self._layout.addWidget(label)
            if advisory.places:
                self._places(advisory)
        self._chips(card)
        tracked = card.edit_id is None or card.state == "tracked"
        if self.open_details or tracked:
            self._details(card)
        if not tracked and (card.lines or card.explanation or card.removed or card.added):
            more = QPushButton(self.words("card.less" if self.open_details else "card.more"), self)
            more.setProperty("quiet", True)
            more.clicked.connect(self._toggle)
            row = QHBoxLayout()
            row.addWidget(more)
            row.addStretch(1)
            self._layout.addLayout(row)

    def _why(self, card: ChangeCard) -> None:
        if card.instruction:
            self._text(self.words("card.why"), f"“{card.instruction}”")
        elif card.edit_id is None or card.state == "tracked":
            self._text(self.words("card.tracked"), self.words("card.tracked_by", author=card.author))
        if card.state in ("accepted", "rejected", "set_aside", "superseded"):
            self._text(self.words.word("state", card.state), muted=True)

    def _byline(self, card: ChangeCard) -> None:
        reviewed = list(
            dict.fromkeys(
                line.label for line in card.lines if line.section == "clause_reviewed" and line.label
            )
        )
        sources = {
            line.passage_id
            for line in card.lines
            if line.section in ("fact", "law", "passage") and line.passage_id is not None
        }
        parts = []
        if reviewed:
            parts.append(self.words("card.reviewed", clauses=", ".join(reviewed)))
        if sources:
            parts.append(self.words("card.passages", count=len(sources)))
        if card.model:
            parts.append(f"◆ {self.words('card.by_model', model=card.model)}")
        elif card.author and card.edit_id is not None:
            parts.append(card.author)
        if card.at:
            parts.append(clock(card.at))
        if parts:
            self._text(" · ".join(parts), muted=True)

    def _places(self, advisory: AdvisoryView) -> None:
        holder = QWidget(self)
        flow = Flow(holder)
        for key, label, text in advisory.places:
            chip = Chip(label or text[:24], self.words("card.go_to", place=label or text), holder)
            chip.setToolTip(text)
            chip.opened.connect(lambda key=key, text=text: self.place_opened.emit(key, text))
            flow.addWidget(chip)
        self._layout.addWidget(holder)

    def _chips(self, card: ChangeCard) -> None:
        if not card.pins:
            return
        holder = QWidget(self)
        flow = Flow(holder)
        for pin in card.pins:
            chip = Chip(pin.label, self.words("card.open_pin", label=pin.label), holder)
            chip.setToolTip(pin.text)
            chip.opened.connect(lambda pin=pin: self.pin_opened.emit(pin))
            flow.addWidget(chip)
        self._layout.addWidget(holder)

    def _details(self, card: ChangeCard) -> None:
        if card.removed:
            self._text(self.words("card.removed"), card.removed, mark="deletion")
        if card.added:
            self._text(self.words("card.added"), card.added, mark="insertion")
        if card.explanation:
            self._text(self.words("card.explanation"), card.explanation)
        for section in ("clause_reviewed", "fact", "law", "passage", "check"):
            lines = [line for line in card.lines if line.section == section]
            if not lines:
                continue
            self._text(self.words(f"packet.{section}"))
            for line in lines:
                self._line(line)

    def _line(self, line: PacketLine) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        text = QLabel(f"{line.label}: {line.text}" if line.text else line.label, self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setToolTip(self.words.word("basis", line.basis))
        row.addWidget(text, 1)
        if line.passage_id is not None:
            chip = Chip(self.words("card.open"), self.words("card.open_pin", label=line.label), self)
            chip.opened.connect(lambda: self.passage_opened.emit(line.passage_id))
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        elif line.tool_result_id is not None:
            chip = Chip(self.words("card.record"), self.words("card.open_record", label=line.label), self)
            chip.opened.connect(lambda: self.result_opened.emit(line.tool_result_id))
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(row)
        basis = QLabel(self.words.word("basis", line.basis), self)
        basis.setObjectName("muted")
        font = basis.font()
        font.setPixelSize(11)
        basis.setFont(font)
        self._layout.addWidget(basis)

    def _text(self, head: str, body: str = "", muted: bool = False, mark: str = "") -> None:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if muted:
            label.setObjectName("muted")
        if body:
            escaped = body.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")
            if mark:
                tag = "s" if mark == "deletion" else "u"
                escaped = f"<{tag}>{escaped}</{tag}>"
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setText(f"<b>{head}</b> {escaped}")
        else:
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setText(head)
        self._layout.addWidget(label)

    def _toggle(self) -> None:
        self.open_details = not self.open_details
        self._render()

    def _advisory_painted(self, advisory_id: int) -> None:
        waiting = bool(self._unpainted)
        self._unpainted.discard(advisory_id)
        if waiting and not self._unpainted:
            self._say_shown()

    def _say_shown(self) -> None:
        if self.card is not None and self.card.edit_id is not None:
            self.shown.emit(self.card.edit_id)
