"""Everything behind a change: its words, the packet, the context the model saw, and what was decided."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from lexdesk.assistant.views import ChangeCard, DecisionView, PacketLine
from lexdesk.desktop.parts import Chip, Flow, breakable, clock, text_label
from lexdesk.desktop.titles import Ends
from lexdesk.desktop.words import Words

_SECTIONS = ("clause_reviewed", "fact", "law", "passage", "check", "alternative")


class PacketDetails(QWidget):
    """Shown once for one card; a new card gets a new one."""

    place_opened = Signal(str, str)
    passage_opened = Signal(int)
    result_opened = Signal(int)
    context_opened = Signal(int)  # edit

    def __init__(
        self, card: ChangeCard, ends: tuple[Ends, Ends], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.words, self._ends = words, ends
        self._status = {pin.passage_id: pin.status for pin in card.pins}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._details(card)
        if card.run_id is not None and card.chat_id is not None:
            self._text(words("card.origin", chat=card.chat_id, run=card.run_id), muted=True)
        for effect in card.effects:
            self._text(f"• {words.said(effect)}", muted=True)
        if card.limits:
            self._text(words("card.limits"))
        for limit in card.limits:
            self._text(f"▲ {words.said(limit)}", muted=True)
        self._context(card)
        for decision in card.decisions:
            self._decision(decision)

    def _details(self, card: ChangeCard) -> None:
        if any(self._ends):
            self._move(card)
        else:
            if card.removed:
                self._text(self.words("card.removed"), card.removed, mark="deletion")
            if card.added:
                self._text(self.words("card.added"), card.added, mark="insertion")
        if card.explanation:
            by_code = not card.model  # without a model the explanation is the program's own
            self._text(
                self.words("card.by_code" if by_code else "card.explanation"),
                self.words.said(card.explanation) if by_code else card.explanation,
            )
        for section in _SECTIONS:
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
        label, shown = self.words.cite(line.label), line.text
        if line.section == "check":
            label, shown = self.words.said(label), self.words.said(shown)
        text = QLabel(breakable(f"{label}: {shown}" if shown else label), self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        status = self._status.get(line.passage_id, "") if line.passage_id is not None else ""
        said = " · ".join(part for part in (self._basis(line), self.words.word("status", status)) if part)
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

    def _context(self, card: ChangeCard) -> None:
        """The address of exactly what the model saw, with the way to it."""
        if not card.context_sha256 or card.edit_id is None:
            return
        row = QHBoxLayout()
        said = self.words("card.context", model=card.model, address=card.context_sha256[:12])
        score = card.model_score or self.words("models.not_tested")
        row.addWidget(text_label(self, f"{said} {self.words('card.score', score=score)}"), 1)
        chip = Chip(self.words("card.open"), self.words("card.open_context"), self)
        chip.opened.connect(lambda: self.context_opened.emit(card.edit_id))
        row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(row)

    def _decision(self, one: DecisionView) -> None:
        said = self.words(
            f"decided.{one.action}", by=one.by, at=clock(one.at), number=one.version_number or ""
        )
        shown = self.words.count("decided.shown", one.shown) if one.shown else ""
        self._text(" ".join(part for part in (said, shown) if part))
        if one.comment:
            self._text(self.words("decided.comment"), one.comment)

    def _text(self, head: str, body: str = "", muted: bool = False, mark: str = "") -> None:
        self._layout.addWidget(text_label(self, head, body, muted, mark))
