"""The card of a change: why, what was looked at, warnings, what it rests on."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.views import AdvisoryView, ChangeCard, PacketLine
from lexdesk.desktop.parts import Chip, Flow, breakable, clear, clock, restyle
from lexdesk.desktop.titles import Ends, said_title
from lexdesk.desktop.words import Words

_BASES = ("cited_for_edit", "shown_to_model", "found_by_code")


def _strength(basis: str) -> int:
    return _BASES.index(basis) if basis in _BASES else len(_BASES)


class Advisory(QLabel):
    """One warning, with a triangle and words. Says once that every part of it has been on the screen, its
    whole width included: a warning cut at the edge of the pane has not been shown (P1)."""

    painted = Signal(int)

    def __init__(self, advisory: AdvisoryView, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("advisory")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.advisory = advisory
        sign = "▲" if advisory.severity in ("warning", "error") else "•"
        self.setText(f"{sign} {breakable(advisory.message)}")
        self.setAccessibleName(f"{words.word('severity', advisory.severity)}: {advisory.message}")
        places = "\n".join(f"{label}  {text}" for _key, label, text in advisory.places)
        self.setToolTip(places)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._seen = QRegion()
        self._told = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """At another width its words stand elsewhere: what was seen before does not count."""
        super().resizeEvent(event)
        self._seen = QRegion()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint, then look which part is on the screen. Later, since a first paint may come before the
        layout has given this warning its place."""
        super().paintEvent(event)
        if not self._told:
            QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        if self._told or not self.window().isVisible():
            return
        self._seen = self._seen.united(self.visibleRegion())
        inside = self.rect().adjusted(1, 2, -1, -2)
        fits = self.height() >= self.heightForWidth(self.width())
        if fits and QRegion(inside).subtracted(self._seen).isEmpty():
            self._told = True
            self.painted.emit(self.advisory.id)


class CardView(QFrame):
    """Shows a ``ChangeCard``. ``shown(edit_id)`` comes once all its advisories have been painted."""

    shown = Signal(int)
    grown = Signal()  # it may need another height now
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
        self._any_changes = False
        self._ends: tuple[Ends, Ends] = ((), ())
        self._unpainted: set[int] = set()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 11)
        self._layout.setSpacing(8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        words.changed.connect(self._render)
        self._render()

    def show_card(
        self, card: ChangeCard | None, ends: tuple[Ends, Ends] = ((), ()), any_changes: bool = True
    ) -> None:
        """Show the card of another change, or that there is none. ``ends`` are the places that moved text
        left and came to; without any the change is no move."""
        self._ends = ends
        self._any_changes = any_changes
        if card is not None and self.card is not None and card.change_id != self.card.change_id:
            self.open_details = False
        self.card = card
        self._render()

    def _render(self) -> None:
        self._fill()
        self.grown.emit()

    def _fill(self) -> None:
        clear(self._layout)
        card = self.card
        self.setProperty("current", card is not None)
        restyle(self)
        if card is None:
            none = self.words("card.none" if self._any_changes else "card.no_changes")
            self._text(none, muted=True)
            self.setAccessibleName(none)
            return
        self.setAccessibleName(said_title(card.title, self.words))
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
            sign = "▾" if self.open_details else "▸"
            word = self.words("card.less" if self.open_details else "card.more")
            more = QPushButton(f"{sign} {word}", self)
            more.setProperty("link", True)
            more.setAccessibleName(word)
            more.setCursor(Qt.CursorShape.PointingHandCursor)
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
        parts = []
        if reviewed:
            parts.append(self.words("card.reviewed", clauses=", ".join(reviewed)))
        parts += self._passages(card)
        if card.model:
            parts.append(f"◆ {self.words('card.by_model', model=card.model)}")
        elif card.author and card.edit_id is not None:
            parts.append(card.author)
        if card.at:
            parts.append(clock(card.at))
        if parts:
            self._text(" · ".join(parts), muted=True)

    def _passages(self, card: ChangeCard) -> list[str]:
        """How many passages the packet holds, for each basis in words; each counts once, by its strongest."""
        basis: dict[int, str] = {}
        for line in card.lines:
            if line.section in ("fact", "law", "passage") and line.passage_id is not None:
                kept = basis.get(line.passage_id, line.basis)
                basis[line.passage_id] = min(kept, line.basis, key=_strength)
        found = list(basis.values())
        return [
            self.words.count(f"card.passages_{name}", found.count(name)) for name in _BASES if name in found
        ]

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
            chip.setToolTip(f"{pin.label}\n{pin.text}")
            chip.opened.connect(lambda pin=pin: self.pin_opened.emit(pin))
            flow.addWidget(chip)
        self._layout.addWidget(holder)

    def _details(self, card: ChangeCard) -> None:
        if any(self._ends):
            self._move(card)
        else:
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

    def _move(self, card: ChangeCard) -> None:
        """Of moved text: the words, and the places they left and came to."""
        self._text(self.words("card.moved"), card.added or card.removed)
        for word, ends in zip(("card.moved_from", "card.moved_to"), self._ends, strict=True):
            if not ends:
                continue
            holder = QWidget(self)
            flow = Flow(holder)
            flow.addWidget(QLabel(self.words(word), holder))
            for key, label, text in ends:
                shown = label or text[:24]
                chip = Chip(shown, self.words("card.go_to", place=shown), holder)
                chip.setToolTip(text)
                chip.opened.connect(lambda key=key: self.place_opened.emit(key, ""))
                flow.addWidget(chip)
            self._layout.addWidget(holder)

    def _line(self, line: PacketLine) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        text = QLabel(breakable(f"{line.label}: {line.text}" if line.text else line.label), self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        said = self._basis(line)
        text.setToolTip(said)
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
        basis = QLabel(said, self)
        basis.setObjectName("muted")
        font = basis.font()
        font.setPixelSize(11)
        basis.setFont(font)
        self._layout.addWidget(basis)

    def _basis(self, line: PacketLine) -> str:
        if line.basis == "found_by_code" and line.passage_id is not None:
            return self.words("basis.found_by_search")
        return self.words.word("basis", line.basis)

    def _text(self, head: str, body: str = "", muted: bool = False, mark: str = "") -> None:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if muted:
            label.setObjectName("muted")
        if body:
            escaped = breakable(body).replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")
            if mark:
                tag = "s" if mark == "deletion" else "u"
                escaped = f"<{tag}>{escaped}</{tag}>"
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setText(f"<b>{head}</b> {escaped}")
        else:
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setText(breakable(head))
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
