"""A review against a playbook: one row for each rule: verdict, evidence of both sides, staged edit."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QSplitter, QVBoxLayout, QWidget

from lexdesk.assistant.knowledge_views import PlaybookResultView, RuleView
from lexdesk.assistant.views import PinView
from lexdesk.desktop.parts import Chip, author_name, clear, one_line, text_label
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_SIGNS = {"met": "✓", "deviates": "▲", "missing": "▲", "needs_judgement": "?"}


class PlaybookPane(QWidget):
    """Before a review the rules stand alone. Enter opens the staged edit of a row, else the clause."""

    review_wanted = Signal()
    pin_opened = Signal(object)  # PinView
    edit_opened = Signal(int)

    def __init__(self, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.results: list[PlaybookResultView] = []
        self.rules: list[RuleView] = []
        self._can = False
        self._why = ""
        self.table = Table(themes, (150, 118, 78, 0, 62), self)
        words.bind(self.table, "setAccessibleName", "playbook.name")
        self.table.chosen.connect(lambda _target: self._show())
        self.table.opened.connect(self._open)
        self.said = QLabel(self)
        self.said.setObjectName("muted")
        self.said.setWordWrap(True)
        self.review = QPushButton(self)
        self.review.clicked.connect(self.review_wanted)
        words.bind(self.review, "setText", "playbook.review")
        words.bind(self.review, "setToolTip", "playbook.review_tip")
        row = QHBoxLayout()
        row.setContentsMargins(10, 4, 8, 2)
        row.addWidget(self.said, 1)
        row.addWidget(self.review)
        self.sides = QWidget(self)
        self._sides = QVBoxLayout(self.sides)
        self._sides.setContentsMargins(12, 4, 12, 6)
        self._sides.setSpacing(4)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        self.sides.setObjectName("inside")
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setWidget(self.sides)
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

    def show_rules(self, rules: list[RuleView], can_review: bool, why: str = "") -> None:
        """The rules of the playbook; ``why`` there are none."""
        self.rules, self._can, self._why = list(rules), can_review, why
        self._render()

    def show_results(self, results: list[PlaybookResultView]) -> None:
        """The results of the last review."""
        self.results = list(results)
        self._render()

    def current(self) -> PlaybookResultView | None:
        """The chosen result."""
        at = self.table.current()
        return self.results[int(at)] if self.results and at else None

    def _render(self) -> None:
        heads = ("rule", "verdict", "position", "reason", "edit")
        self.table.set_heads(tuple(self.words(f"playbook.{name}_head") for name in heads))
        lines = [self._line(number, one) for number, one in enumerate(self.results)] or [
            Line(
                str(number),
                (rule.name, "", "", one_line(rule.positions[0].text) if rule.positions else "", ""),
            )
            for number, rule in enumerate(self.rules)
        ]
        self.table.show_lines(lines)
        if self.results and not self.table.current():
            self.table.choose("0")
        self.review.setEnabled(self._can and bool(self.rules))
        self.said.setText(self._sentence())
        self._show()

    def _line(self, number: int, one: PlaybookResultView) -> Line:
        verdict = self.words.word("verdict", one.verdict)
        return Line(
            str(number),
            (
                one.rule,
                f"{_SIGNS.get(one.verdict, '')} {verdict}".strip(),
                self.words.said(one.position),
                one_line(self._reason(one)),
                self.words("playbook.edit", number=one.edit_id) if one.edit_id is not None else "",
            ),
            strong=one.verdict != "met",
            tip=f"{one.rule}: {verdict}\n{self._reason(one)}",
            warning=1 if one.verdict in ("deviates", "missing") else -1,
        )

    def _reason(self, one: PlaybookResultView) -> str:
        """Why, as code composed it; words of a model within it stay."""
        return self.words.said(one.reason)

    def _sentence(self) -> str:
        if not self.rules and not self.results:
            return self._why or self.words("playbook.none")
        if not self.results:
            return self.words.count("playbook.rules", len(self.rules))
        verdicts = [one.verdict for one in self.results]
        counts = [
            self.words("playbook.count", count=verdicts.count(name), verdict=self.words.word("verdict", name))
            for name in _SIGNS
            if name in verdicts
        ]
        return self.words("playbook.result", counts=self.words("playbook.and").join(counts))

    def _show(self) -> None:
        clear(self._sides)
        one = self.current()
        self.scroll.setVisible(one is not None)
        if one is None:
            return
        judge = author_name(one.judged_by, self.words)
        head = self.words("playbook.judged", by=judge)
        self._sides.addWidget(text_label(self.sides, head, self._reason(one)))
        self._side("playbook.clause_side", one.clause_pin)
        self._side("playbook.rule_side", one.rule_pin)
        if one.edit_id is not None:
            chip = Chip(self.words("chat.show_edit"), self.words("chat.show_edit"), self.sides)
            chip.opened.connect(lambda: self.edit_opened.emit(one.edit_id))
            self._sides.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
        self._sides.addStretch(1)

    def _side(self, key: str, pin: PinView | None) -> None:
        if pin is None:
            self._sides.addWidget(text_label(self.sides, self.words("playbook.no_clause"), muted=True))
            return
        row = QHBoxLayout()
        row.setSpacing(7)
        chip = Chip(self.words.cite(pin.label), self.words.cite(pin.label), self.sides)
        chip.opened.connect(lambda: self.pin_opened.emit(pin))
        row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text_label(self.sides, self.words(key), one_line(pin.text)), 1)
        self._sides.addLayout(row)

    def _open(self, target: str) -> None:
        one = self.current()
        if one is None:
            return
        if one.edit_id is not None:
            self.edit_opened.emit(one.edit_id)
        else:
            self.pin_opened.emit(one.clause_pin or one.rule_pin)
