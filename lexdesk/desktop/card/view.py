"""The card of a change: why, what was looked at, warnings, what it rests on."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.history_views import CompanionView
from lexdesk.assistant.views import AdvisoryView, ChangeCard
from lexdesk.desktop.card.advisory import Advisory
from lexdesk.desktop.card.packet import PacketDetails
from lexdesk.desktop.parts import Chip, Flow, author_name, clear, clock, restyle, text_label
from lexdesk.desktop.titles import Ends, said_title
from lexdesk.desktop.wording import said_effects
from lexdesk.desktop.words import Words

_BASES = ("cited_for_edit", "shown_to_model", "found_by_code")


def _strength(basis: str) -> int:
    return _BASES.index(basis) if basis in _BASES else len(_BASES)


class CardView(QFrame):
    """Shows a ``ChangeCard``. ``shown(edit_id)`` comes once all its advisories have been painted."""

    shown = Signal(int)
    grown = Signal()  # it may need another height now
    pin_opened = Signal(object)
    place_opened = Signal(str, str)
    passage_opened = Signal(int)
    result_opened = Signal(int)
    context_opened = Signal(int)  # edit
    edit_opened = Signal(int)
    act_wanted = Signal(str)  # reword | set_aside | comment | revoke

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.words = words
        self.card: ChangeCard | None = None
        self.open_details = False
        self._any_changes = False
        self._ends: tuple[Ends, Ends] = ((), ())
        self._companions: tuple[CompanionView, ...] = ()
        self._unpainted: set[int] = set()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 11)
        self._layout.setSpacing(8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        words.changed.connect(self._render)
        self._render()

    def show_card(
        self,
        card: ChangeCard | None,
        ends: tuple[Ends, Ends] = ((), ()),
        any_changes: bool = True,
        companions: Sequence[CompanionView] = (),
    ) -> None:
        """Show the card of another change, or that there is none. ``ends`` are the places that moved text
        left and came to; without any the change is no move. ``companions`` are edits it belongs with."""
        self._ends, self._companions = ends, tuple(companions)
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
        effects = said_effects(card.effect_sentence, card.effect_counts, self.words)
        if effects:
            self._text(effects)
        self._byline(card)
        for advisory in card.advisories:
            label = Advisory(advisory, self.words, self)
            label.painted.connect(self._advisory_painted)
            self._layout.addWidget(label)
            if advisory.places:
                self._places(advisory)
        self._belonging()
        self._chips(card)
        tracked = card.edit_id is None or card.state == "tracked"
        if self.open_details or tracked:
            self._details(card)
        self._acts(card)
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
            instruction = self.words.said(card.instruction) if card.author == "code" else card.instruction
            self._text(self.words("card.why"), f"“{instruction}”")
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
            parts.append(author_name(card.author, self.words))
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
            label = self.words.cite(pin.label)
            chip = Chip(label, self.words("card.open_pin", label=label), holder)
            chip.setToolTip(f"{label}\n{pin.text}")
            chip.opened.connect(lambda pin=pin: self.pin_opened.emit(pin))
            flow.addWidget(chip)
        self._layout.addWidget(holder)

    def _text(self, head: str, body: str = "", muted: bool = False) -> None:
        self._layout.addWidget(text_label(self, head, body, muted))

    def _details(self, card: ChangeCard) -> None:
        details = PacketDetails(card, self._ends, self.words, self)
        details.place_opened.connect(self.place_opened)
        details.passage_opened.connect(self.passage_opened)
        details.result_opened.connect(self.result_opened)
        details.context_opened.connect(self.context_opened)
        self._layout.addWidget(details)

    def _belonging(self) -> None:
        """Edits that need this one or that it needs."""
        for one in self._companions:
            said = self.words(
                "decision.companion",
                title=said_title(one.title, self.words),
                state=self.words.word("state", one.state),
                why=self.words.said(one.why),
            )
            self._text(self.words("card.belongs"), said)
            chip = Chip(self.words("card.open"), said, self)
            chip.opened.connect(lambda edit=one.edit_id: self.edit_opened.emit(edit))
            self._layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)

    def _acts(self, card: ChangeCard) -> None:
        """What can be done besides accepting and rejecting."""
        names = {
            "staged": ("reword", "set_aside", "comment"),
            "set_aside": ("reword", "comment"),
            "accepted": ("revoke",),
            "tracked": ("comment",),
        }.get(card.state, ())
        if card.state != "tracked" and card.edit_id is None:
            names = ()
        if not names:
            return
        holder = QWidget(self)
        flow = Flow(holder, gap=10)
        for name in names:
            button = QPushButton(self.words(f"card.do_{name}"), holder)
            button.setProperty("link", True)
            button.setToolTip(self.words(f"card.do_{name}_tip"))
            button.setAccessibleName(self.words(f"card.do_{name}_tip"))
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _checked=False, name=name: self.act_wanted.emit(name))
            flow.addWidget(button)
        self._layout.addWidget(holder)

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
