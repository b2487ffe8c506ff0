"""Notes of the matter: what a model proposed or the lawyer wrote, each with the words it rests on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.notes import Note
from lexdesk.desktop.parts import Chip, Flow, author_name, clear, clock, one_line, text_label
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_ACTS = ("keep", "change", "refuse")


class NotesPane(QWidget):
    """Proposed notes stand on top. Nothing proposed is seen by a model before it is kept."""

    keep_wanted = Signal(int)
    refuse_wanted = Signal(int)
    change_wanted = Signal(int)
    passage_opened = Signal(int)
    result_opened = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.notes: list[Note] = []
        self._read_only = False
        self.table = Table(themes, (84, 0, 96, 84), self)
        words.bind(self.table, "setAccessibleName", "memory.notes")
        self.table.chosen.connect(lambda _target: self._show())
        self.said = QLabel(self)
        self.said.setObjectName("muted")
        self.said.setWordWrap(True)
        self.rests = QWidget(self)
        self._rests = QVBoxLayout(self.rests)
        self._rests.setContentsMargins(12, 4, 12, 6)
        self._rests.setSpacing(5)
        self.buttons = {name: QPushButton(self) for name in _ACTS}
        row = QHBoxLayout()
        row.setContentsMargins(10, 4, 8, 2)
        row.addWidget(self.said, 1)
        for name, signal in zip(
            _ACTS, (self.keep_wanted, self.change_wanted, self.refuse_wanted), strict=True
        ):
            button = self.buttons[name]
            words.bind(button, "setText", f"memory.{name}")
            words.bind(button, "setToolTip", f"memory.{name}_tip")
            button.clicked.connect(lambda _checked=False, signal=signal: self._send(signal))
            row.addWidget(button)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        self.rests.setObjectName("inside")
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setWidget(self.rests)
        split.addWidget(self.scroll)
        split.setSizes([120, 130])
        split.setStretchFactor(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(split, 1)
        words.changed.connect(self._render)
        self._render()

    def show_notes(self, notes: list[Note], read_only: bool) -> None:
        """Show these, proposed ones first; the chosen one stays chosen."""
        order = {"proposed": 0, "kept": 1, "refused": 2}
        self.notes = sorted(notes, key=lambda note: (order.get(note.state, 3), note.id))
        self._read_only = read_only
        self._render()

    def current(self) -> Note | None:
        """The chosen note."""
        return next((note for note in self.notes if str(note.id) == self.table.current()), None)

    def _send(self, signal) -> None:
        note = self.current()
        if note is not None:
            signal.emit(note.id)

    def _render(self) -> None:
        heads = ("state", "note", "by", "at")
        self.table.set_heads(tuple(self.words(f"memory.{name}_head") for name in heads))
        self.table.show_lines(
            [
                Line(
                    str(note.id),
                    (
                        self.words.word("note_state", note.state),
                        one_line(note.text),
                        _by(note, self.words),
                        clock(note.at, short=True),
                    ),
                    strong=note.state == "proposed",
                    struck=note.state == "refused",
                    tip=note.text,
                )
                for note in self.notes
            ]
        )
        if self.notes and not self.table.current():
            self.table.choose(str(self.notes[0].id))
        self._show()

    def _show(self) -> None:
        clear(self._rests)
        note = self.current()
        waiting = sum(one.state == "proposed" for one in self.notes)
        self.said.setText(
            self.words.count("memory.waiting", waiting) if self.notes else self.words("memory.none")
        )
        for name, states in (
            ("keep", ("proposed", "refused")),
            ("refuse", ("proposed", "kept")),
            ("change", ()),
        ):
            can = note is not None and not self._read_only and (not states or note.state in states)
            self.buttons[name].setEnabled(can)
        if note is None:
            return
        self._rests.addWidget(text_label(self.rests, note.text))
        self._rests.addWidget(text_label(self.rests, self.words("memory.rests_on"), muted=True))
        holder = QWidget(self.rests)
        flow = Flow(holder)
        for support in note.supports:
            chip = Chip(support.label, support.label, holder)
            chip.setToolTip(support.text)
            if support.passage_id is not None:
                chip.opened.connect(lambda number=support.passage_id: self.passage_opened.emit(number))
            elif support.tool_result_id is not None:
                chip.opened.connect(lambda number=support.tool_result_id: self.result_opened.emit(number))
            flow.addWidget(chip)
        self._rests.addWidget(holder)
        for support in note.supports[:2]:
            quote = support.text if len(support.text) <= 400 else f"{support.text[:400]} …"
            self._rests.addWidget(text_label(self.rests, f"“{one_line(quote)}”", muted=True))
        self._rests.addStretch(1)


def _by(note: Note, words: Words) -> str:
    """A model's note says so; the record names the run."""
    kind, _, number = note.by.partition(" ")
    return (
        words("memory.by_model", run=number)
        if kind == "run" and number.isdigit()
        else author_name(note.by, words)
    )
