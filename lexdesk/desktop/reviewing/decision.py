"""The question before several changes are decided, or one with a comment: their warnings, what belongs with
them, and room for a comment."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.history_views import CompanionView
from lexdesk.assistant.views import ChangeCard, EffectsView
from lexdesk.desktop.card.advisory import Advisory
from lexdesk.desktop.parts import escaped_html, restyle
from lexdesk.desktop.titles import said_title
from lexdesk.desktop.wording import said_effects
from lexdesk.desktop.words import Words


class DecisionDialog(QDialog):
    """``shown(edit_id)`` comes when every warning of an edit has been on the screen; until all have, accept
    is barred (P1). ``together()`` are the companions that were ticked, to be decided as well."""

    shown = Signal(int)

    def __init__(
        self,
        cards: Sequence[ChangeCard],
        action: str,
        companions: Sequence[CompanionView],
        words: Words,
        parent: QWidget | None = None,
        read_first: bool = False,
        together: EffectsView | None = None,
    ) -> None:
        """``together`` is what accepting all of them would do. ``read_first`` bars every action, not only
        accept, until the warnings were on the screen."""
        super().__init__(parent)
        self.words, self.action = words, action
        self._read_first = read_first or action == "accept"
        self._unpainted = {
            card.edit_id: {one.id for one in card.advisories} for card in cards if card.edit_id is not None
        }
        title = words.count(f"decision.{action}", len(cards))
        self.setWindowTitle(title)
        self.resize(560, 460)
        head = QLabel(title, self)
        head.setObjectName("hero")
        inside = QWidget()
        inside.setObjectName("inside")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(6)
        self._alone = together is None
        if together is not None:
            self._label(escaped_html(said_effects(together.sentence, together.counts, words)))
        for card in cards:
            self._card(card)
        self.ticks: dict[int, QCheckBox] = {}
        self._companions(companions)
        self._column.addStretch(1)
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setWidget(inside)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.comment = QLineEdit(self)
        self.comment.setPlaceholderText(words("decision.comment"))
        self.comment.setAccessibleName(words("decision.comment"))
        self.wait = QLabel(words("decision.read_first"), self)
        self.wait.setObjectName("muted")
        box = QDialogButtonBox(self)
        self.yes = box.addButton(words(f"decision.do_{action}"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.yes.setProperty("primary", True)
        restyle(self.yes)
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(head)
        layout.addWidget(self.scroll, 1)
        layout.addWidget(self.comment)
        layout.addWidget(self.wait)
        layout.addWidget(box)
        self._enable()

    def _card(self, card: ChangeCard) -> None:
        self._label(f"<b>{escaped_html(said_title(card.title, self.words))}</b>")
        effects = said_effects(card.effect_sentence, card.effect_counts, self.words)
        if effects and self._alone:
            self._label(escaped_html(effects))
        for advisory in card.advisories:
            label = Advisory(advisory, self.words, self)
            if card.edit_id is not None:
                label.painted.connect(lambda number, edit=card.edit_id: self._painted(edit, number))
            self._column.addWidget(label)

    def _companions(self, companions: Sequence[CompanionView]) -> None:
        if not companions:
            return
        key = "decision.belong_accept" if self.action == "accept" else "decision.belong_other"
        self._label(f"<b>{escaped_html(self.words(key))}</b>")
        for one in companions:
            text = self.words(
                "decision.companion",
                title=said_title(one.title, self.words),
                state=self.words.word("state", one.state),
                why=self.words.said(one.why),
            )
            if one.state == "staged":
                self.ticks[one.edit_id] = QCheckBox(text, self)
                self._column.addWidget(self.ticks[one.edit_id])
            else:
                self._label(escaped_html(text))

    def _label(self, text: str) -> None:
        label = QLabel(text, self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        self._column.addWidget(label)

    def together(self) -> list[int]:
        """Companions to be decided with the rest."""
        return [edit for edit, tick in self.ticks.items() if tick.isChecked()]

    def _painted(self, edit_id: int, advisory_id: int) -> None:
        waiting = self._unpainted[edit_id]
        if advisory_id in waiting:
            waiting.discard(advisory_id)
            if not waiting:
                self.shown.emit(edit_id)
        self._enable()

    def _enable(self) -> None:
        read = not self._read_first or not any(self._unpainted.values())
        self.yes.setEnabled(read)
        self.wait.setVisible(not read)
