"""The models of this computer: score, size, memory, where each runs, and when an idle one is put away."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.model_views import ModelLine, ModelShelfView
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_IDLE = (5, 15, 60, 0)  # minutes; 0: never


class ModelsPane(QWidget):
    """Enter or the button chooses the model that answers from now on."""

    use_wanted = Signal(str)
    idle_wanted = Signal(int)
    prepare_wanted = Signal()

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.view: ModelShelfView | None = None
        self.table = Table(themes, (78, 0, 112, 58, 112, 92), self)
        words.bind(self.table, "setAccessibleName", "models.name")
        self.table.chosen.connect(lambda _target: self._say())
        self.table.opened.connect(self._use)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.note = QLabel(self)
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.idle = QComboBox(self)
        self.idle.activated.connect(lambda at: self.idle_wanted.emit(_IDLE[at]))
        words.bind(self.idle, "setAccessibleName", "models.idle")
        words.bind(self.idle, "setToolTip", "models.idle")
        self.use = QPushButton(self)
        self.use.clicked.connect(lambda: self._use(self.table.current()))
        words.bind(self.use, "setText", "models.use")
        self.prepare = QPushButton(self)
        self.prepare.clicked.connect(self.prepare_wanted)
        words.bind(self.prepare, "setText", "models.prepare")
        words.bind(self.prepare, "setToolTip", "models.prepare_tip")
        head = QHBoxLayout()
        head.setContentsMargins(10, 4, 8, 2)
        head.addStretch(1)
        head.addWidget(self.idle)
        head.addWidget(self.prepare)
        head.addWidget(self.use)
        self.note.setContentsMargins(12, 2, 12, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self.said.setContentsMargins(12, 4, 12, 2)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.note)
        layout.addLayout(head)
        words.changed.connect(self._render)
        self._render()

    def show_models(self, view: ModelShelfView) -> None:
        """Show the models and what runs."""
        self.view = view
        self._render()

    def current(self) -> ModelLine | None:
        """The chosen row."""
        lines = self.view.lines if self.view is not None else ()
        return next((one for one in lines if one.name == self.table.current()), None)

    def _render(self) -> None:
        heads = ("name", "title", "score", "size", "memory", "state")
        self.table.set_heads(tuple(self.words(f"models.{name}_head") for name in heads))
        view = self.view
        self.table.show_lines([self._line(one, view) for one in view.lines] if view is not None else [])
        lines = view.lines if view is not None else ()
        chosen = next((one for one in lines if one.chosen and not _searches(one)), None)
        if chosen is not None and not self.table.current():
            self.table.choose(chosen.name)
        with QSignalBlocker(self.idle):
            self.idle.clear()
            for minutes in _IDLE:
                key = "models.idle_never" if minutes == 0 else "models.idle_after"
                self.idle.addItem(self.words(key, minutes=minutes) if minutes else self.words(key))
            if view is not None and view.idle_minutes in _IDLE:
                self.idle.setCurrentIndex(_IDLE.index(view.idle_minutes))
        self._say()

    def _line(self, one: ModelLine, view: ModelShelfView) -> Line:
        fits = one.memory <= view.free_memory or not one.memory
        need = self.words("models.memory", need=_gigabytes(one.memory)) if one.memory else ""
        state = "chosen" if one.chosen else "here" if one.here else "absent"
        searches = one.purpose == "meaning"
        if searches and one.here:
            state = "searches" if one.chosen else "for_search"
        return Line(
            one.name,
            (
                one.name,
                one.title,
                "" if searches else one.score or self.words("models.not_tested"),
                _gigabytes(one.size),
                need if fits else f"▲ {need}",
                self.words(f"models.{state}"),
            ),
            strong=one.chosen,
            tip=self.words.said(one.note),
            warning=-1 if fits else 4,
        )

    def _say(self) -> None:
        view, one = self.view, self.current()
        self.use.setEnabled(one is not None and one.here and not one.chosen)
        searching = next((line for line in view.lines if _searches(line)), None) if view is not None else None
        self.prepare.setVisible(searching is not None)
        if view is None:
            self.said.setText(self.words("models.none"))
            self.note.setText("")
            return
        self.said.setText(self.words.said(view.running) or self.words("models.idle_now"))
        free = self.words("models.free", free=_gigabytes(view.free_memory))
        note = self.words.said(one.note) if one is not None else ""
        self.note.setText(" ".join(part for part in (note, free) if part))

    def _use(self, name: str) -> None:
        one = next((line for line in self.view.lines if line.name == name), None) if self.view else None
        if one is not None and one.here and not one.chosen:
            self.use_wanted.emit(name)


def _searches(one: ModelLine) -> bool:
    """Whether search uses this model now."""
    return one.purpose == "meaning" and one.chosen


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
