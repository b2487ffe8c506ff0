"""What the other side made of what was sent: one row for each of our changes and each of theirs."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.history_views import RoundLine, RoundView
from lexdesk.desktop.parts import clock, one_line
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_HEADS = ("clause", "fate", "how", "removed", "added")


class RoundsPane(QWidget):
    """The newest round is shown first. Silent changes stand on top: nobody was told of them."""

    place_wanted = Signal(object)  # RoundLine
    sent_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.rounds: list[RoundView] = []
        self.read_only = False
        self._lines: list[RoundLine] = []
        self.choice = QComboBox(self)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.table = Table(themes, (72, 92, 96, 0, 0), self)
        self.sent = QPushButton(self)
        self.back = QPushButton(self)
        self._make()
        words.changed.connect(self._render)
        self._render()

    def _make(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(10, 5, 8, 3)
        head.setSpacing(6)
        head.addWidget(self.choice, 1)
        for button, key, signal in (
            (self.sent, "rounds.mark_sent", self.sent_wanted),
            (self.back, "rounds.import", self.import_wanted),
        ):
            self.words.bind(button, "setText", key)
            self.words.bind(button, "setToolTip", key + "_tip")
            self.words.bind(button, "setAccessibleName", key + "_tip")
            button.clicked.connect(signal)
            head.addWidget(button)
        self.words.bind(self.choice, "setAccessibleName", "rounds.choice")
        self.words.bind(self.table, "setAccessibleName", "rounds.list")
        self.choice.currentIndexChanged.connect(self._fill)
        self.table.opened.connect(lambda target: self.place_wanted.emit(self._lines[int(target)]))
        self.said.setContentsMargins(12, 2, 12, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)

    def show_rounds(self, rounds: list[RoundView], read_only: bool) -> None:
        """Show the rounds of a document, oldest first as given."""
        self.rounds, self.read_only = list(reversed(rounds)), read_only
        self._render()

    def _render(self) -> None:
        self.table.set_heads(tuple(self.words(f"rounds.{name}_head") for name in _HEADS))
        chosen = max(0, self.choice.currentIndex())
        with QSignalBlocker(self.choice):
            self.choice.clear()
            for one in self.rounds:
                form = self.words(f"export.{one.form}")
                text = self.words(
                    "rounds.row", form=form, number=one.sent_number, to=one.to, at=clock(one.at, short=True)
                )
                self.choice.addItem(text)
            self.choice.setCurrentIndex(min(chosen, len(self.rounds) - 1))
        self.choice.setEnabled(len(self.rounds) > 1)
        self.sent.setEnabled(not self.read_only)
        self.back.setEnabled(not self.read_only)
        self._fill()

    def _fill(self) -> None:
        at = self.choice.currentIndex()
        one = self.rounds[at] if 0 <= at < len(self.rounds) else None
        self._lines = sorted(one.lines, key=lambda line: not line.silent) if one is not None else []
        self.said.setText(self._sentence(one))
        lines = []
        for number, line in enumerate(self._lines):
            theirs = line.fate == "theirs"
            how = "" if line.fate in ("accepted", "open") else "silent" if line.silent else "tracked"
            lines.append(
                Line(
                    str(number),
                    (
                        line.clause or "–",
                        self.words(f"rounds.{line.fate}"),
                        self.words(f"rounds.{how}") if how else "",
                        one_line(line.removed),
                        one_line(line.added),
                    ),
                    strong=line.silent or theirs,
                    tip="\n".join(part for part in (line.author, line.removed, line.added) if part),
                    warning=2 if line.silent else -1,
                )
            )
        self.table.show_lines(lines)

    def _sentence(self, one: RoundView | None) -> str:
        if one is None:
            return self.words("rounds.none")
        if one.returned_number is None:
            return self.words("rounds.waiting")
        fates = [line.fate for line in one.lines]
        counts = [
            self.words("rounds.count", count=fates.count(fate), fate=self.words(f"rounds.{fate}"))
            for fate in ("accepted", "rejected", "changed", "open", "theirs")
            if fate in fates
        ]
        said = self.words("rounds.back", number=one.returned_number, at=clock(one.returned_at, short=True))
        silent = sum(line.silent for line in one.lines)
        if silent:
            counts.append("▲ " + self.words.count("rounds.silent_count", silent))
        return f"{said} {', '.join(counts) or self.words('rounds.same')}"
