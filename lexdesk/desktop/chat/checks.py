"""The sentences of an answer with what code found of each, in words and a sign, and what was removed."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from lexdesk.assistant.views import ClaimView, MessageView
from lexdesk.desktop.parts import FittedButton, clear, one_line
from lexdesk.desktop.words import Words

_FINE = ("ok", "found", "exact", "normalised")
_QUIET = ("not_checked", "not_classified", "authority_unconfirmed")
_OWN = ("by_code", "advisory", "warning")


@dataclass(frozen=True)
class Checked:
    """A sentence with its checks. ``sign``: ✓ what was cited stands there, ○ nothing could be checked, ▲ look
    at it, ◇ said by the program from its records."""

    sign: str
    text: str
    said: str
    claim: ClaimView


def checked(view: MessageView, words: Words) -> list[Checked]:
    """Each sentence of an answer with its verdict in words."""
    return [_checked(claim, words) for claim in view.claims]


def _checked(claim: ClaimView, words: Words) -> Checked:
    states = [state for state, _said in claim.checks]
    said: list[str] = []
    for state, about in claim.checks:
        if state in _OWN or (state == "no_evidence" and not claim.pins):
            continue
        name = words.word("check", state)
        said.append(f"{name}: {words.said(about)}" if about and state not in (*_FINE, *_QUIET) else name)
    if set(states) & set(_OWN):
        sign = "▲" if set(states) & {"advisory", "warning"} else "◇"
        said.insert(0, words("check.own"))
    elif not claim.pins:
        sign, said = "○", [words("check.no_source")]
    elif any(state not in (*_FINE, *_QUIET) for state in states):
        sign = "▲"
    elif any(state in _FINE for state in states):
        sign = "✓"
    else:
        sign = "○"
        said = said or [words("check.not_checked")]
    text = words.said(claim.text) if set(states) & set(_OWN) else claim.text
    return Checked(sign, one_line(text), " · ".join(dict.fromkeys(said)), claim)


@dataclass(frozen=True)
class FoldLine:
    """A line of a fold; ``open`` is what a press does, None for nothing."""

    text: str
    tip: str
    open: Callable[[], None] | None = None


class Fold(QFrame):
    """A head that says how much there is; a press shows the lines below it."""

    unfolded_changed = Signal(bool)

    def __init__(self, head: str, lines: list[FoldLine], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trail")
        self.head, self.lines, self.unfolded = head, lines, False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(6, 0, 0, 0)
        self._layout.setSpacing(0)
        self._render()

    def toggle(self) -> None:
        """Show or hide the lines."""
        self.unfolded = not self.unfolded
        self._render()
        self.unfolded_changed.emit(self.unfolded)

    def _render(self) -> None:
        clear(self._layout)
        sign = "▾" if self.unfolded else "▸"
        self._button(f"{sign} {self.head}", self.head).clicked.connect(self.toggle)
        if self.unfolded:
            for line in self.lines:
                button = self._button(line.text, line.tip or line.text)
                if line.open is not None:
                    button.clicked.connect(lambda _checked=False, act=line.open: act())

    def _button(self, text: str, tip: str) -> FittedButton:
        button = FittedButton(self)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        self._layout.addWidget(button)
        return button
