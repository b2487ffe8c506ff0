"""The trail of an answer: one line for each tool call, its whole stored result on demand."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from lexdesk.assistant.views import TrailRow
from lexdesk.desktop.parts import FittedButton, clear
from lexdesk.desktop.words import Words

_MARKER = re.compile(r"\[\[\w+\]\]\s*")  # the stored result has it; a line of the trail is no place to cite
_FEW = 4  # so many calls are listed at once, more are folded into one line


class Trail(QFrame):
    """Rows of tool calls. A row sends ``opened(tool_result_id)``."""

    opened = Signal(int)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trail")
        self.words = words
        self.rows: list[TrailRow] = []
        self.unfolded = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(6, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_rows(self, rows: Sequence[TrailRow]) -> None:
        """Show these calls in order."""
        self.rows = list(rows)
        self._render()

    def started(self, tool_result_id: int, tool: str, summary: str) -> None:
        """A call is under way."""
        self.rows.append(TrailRow(tool_result_id, tool, summary, "running", 0))
        self._render()

    def ended(self, row: TrailRow) -> None:
        """A call has ended, well or not."""
        self.rows = [row if one.tool_result_id == row.tool_result_id else one for one in self.rows]
        self._render()

    def _render(self) -> None:
        clear(self._layout)
        self.setVisible(bool(self.rows))
        failed = [row for row in self.rows if row.status not in ("ok", "running")]
        if len(self.rows) > _FEW:
            sign = "▾" if self.unfolded else "▸"
            note = f" · ▲ {len(failed)}" if failed else ""
            head = self._button(f"{sign} {self.words('trail.count', count=len(self.rows))}{note}")
            head.clicked.connect(self._fold)
        if len(self.rows) <= _FEW or self.unfolded:
            for row in self.rows:
                self._row(row)
        elif failed:
            for row in failed:
                self._row(row)

    def _row(self, row: TrailRow) -> None:
        sign = {"ok": "▸", "running": "…"}.get(row.status, "▲")
        name = self.words.word("tool", row.tool)
        about = _MARKER.sub("", row.summary).strip().split(" · ")
        text = f"{sign} {name} {' · '.join(self.words.said(one) for one in about)}"
        if row.status not in ("ok", "running"):
            text += f" · {self.words.word('trail', row.status)}"
        button = self._button(text)
        button.setToolTip(
            f"{text[2:]}\n"
            + self.words("trail.tip", tool=row.tool, milliseconds=row.milliseconds, status=row.status)
        )
        button.clicked.connect(lambda: self.opened.emit(row.tool_result_id))

    def _button(self, text: str) -> FittedButton:
        button = FittedButton(self)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setText(text)
        button.setAccessibleName(text.lstrip("▸▾▲… "))
        self._layout.addWidget(button)
        return button

    def _fold(self) -> None:
        self.unfolded = not self.unfolded
        self._render()
