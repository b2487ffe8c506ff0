"""Skills: which there are, whose they are, and that each is trusted by its very files or not at all."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.skills import Skill
from lexdesk.desktop.parts import one_line
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

OURS = "LexDesk"


class SkillsPane(QWidget):
    """Enter reads a skill. One that was brought in is data until the lawyer trusts it; no skill grants a
    tool."""

    read_wanted = Signal(str)
    add_wanted = Signal()
    trust_wanted = Signal(str, bool)
    remove_wanted = Signal(str)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.skills: list[Skill] = []
        self._read_only = False
        self.table = Table(themes, (150, 70, 84, 92, 0), self)
        words.bind(self.table, "setAccessibleName", "skills.name")
        self.table.chosen.connect(lambda _target: self._say())
        self.table.opened.connect(self.read_wanted)
        self.said = QLabel(self)
        self.said.setObjectName("muted")
        self.said.setWordWrap(True)
        self.read = QPushButton(self)
        self.trust = QPushButton(self)
        self.remove = QPushButton(self)
        self.add = QPushButton(self)
        row = QHBoxLayout()
        row.setContentsMargins(10, 4, 8, 2)
        row.addWidget(self.said, 1)
        for button, key in (
            (self.read, "skills.read"),
            (self.trust, "skills.trust"),
            (self.remove, "skills.remove"),
            (self.add, "skills.add"),
        ):
            words.bind(button, "setText", key)
            words.bind(button, "setToolTip", key + "_tip")
            row.addWidget(button)
        self.read.clicked.connect(lambda: self.read_wanted.emit(self.table.current()))
        self.trust.clicked.connect(self._trust)
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self.table.current()))
        self.add.clicked.connect(self.add_wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self.table, 1)
        words.changed.connect(self._render)
        self._render()

    def show_skills(self, skills: list[Skill], read_only: bool) -> None:
        """Show these; the chosen one stays chosen."""
        self.skills, self._read_only = list(skills), read_only
        self._render()

    def current(self) -> Skill | None:
        """The chosen skill."""
        return next((one for one in self.skills if one.ref == self.table.current()), None)

    def _trust(self) -> None:
        skill = self.current()
        if skill is not None:
            self.trust_wanted.emit(skill.ref, not skill.trusted)

    def _render(self) -> None:
        heads = ("name", "origin", "trust", "hash", "about")
        self.table.set_heads(tuple(self.words(f"skills.{name}_head") for name in heads))
        self.table.show_lines([self._line(one) for one in self.skills])
        if self.skills and not self.table.current():
            self.table.choose(self.skills[0].ref)
        self._say()

    def _line(self, one: Skill) -> Line:
        trust = self.words("skills.trusted" if one.trusted else "skills.data")
        asks = self.words("skills.asks", tools=", ".join(one.asked_tools)) if one.asked_tools else ""
        return Line(
            one.ref,
            (
                one.name,
                one.origin,
                trust if one.trusted else f"▲ {trust}",
                one.sha256[:12],
                one_line(one.description),
            ),
            strong=True,
            tip="\n".join(part for part in (one.description, one.sha256, asks) if part),
            warning=-1 if one.trusted else 2,
        )

    def _say(self) -> None:
        skill = self.current()
        brought = skill is not None and skill.origin != OURS
        self.read.setEnabled(skill is not None)
        self.trust.setEnabled(brought and not self._read_only)
        self.remove.setEnabled(brought and not self._read_only)
        self.add.setEnabled(not self._read_only)
        key = "skills.untrust" if skill is not None and skill.trusted and brought else "skills.trust"
        self.trust.setText(self.words(key))
        said = self.words("skills.note")
        if skill is not None and skill.asked_tools:
            said = self.words("skills.asks", tools=", ".join(skill.asked_tools))
        self.said.setText(said)
