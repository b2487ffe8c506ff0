"""An opened compaction marker: what left the model's view, how much, and the way to each record."""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.agent_views import CompactionView
from lexdesk.desktop.offsets import shown
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_ADDRESS = re.compile(r'tool_use_id="(tr|msg)_(\d+)"')


def marker_text(view: CompactionView, words: Words) -> str:
    """The marker in the talk: how many things left the view and how many code points they hold."""
    points = sum(one.code_points for one in view.cleared)
    return words.count("cleared.marker", len(view.cleared), points=f"{points:,}")


class ClearedSheet(QDialog):
    """Enter or a double-click opens the stored record whole."""

    result_opened = Signal(int)
    message_opened = Signal(int)

    def __init__(
        self, view: CompactionView, words: Words, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("cleared.title"))
        self.resize(680, 460)
        self.view = view
        note = words(
            f"cleared.note_{view.level}",
            before=f"{view.tokens_before:,}",
            after=f"{view.tokens_after:,}",
            run=view.run_id,
        )
        self.note = QLabel(note, self)
        self.note.setWordWrap(True)
        self.table = Table(themes, (150, 130, 0), self)
        self.table.setAccessibleName(words("cleared.title"))
        self.table.set_heads(tuple(words(f"cleared.{name}_head") for name in ("kind", "points", "address")))
        self.table.show_lines(
            [
                Line(
                    str(number),
                    (
                        f"{words.word('cleared_kind', one.kind)} {one.ref}",
                        f"{one.code_points:,}",
                        one.address or words("cleared.no_address"),
                    ),
                    tip=one.address,
                )
                for number, one in enumerate(view.cleared)
            ]
        )
        self.table.opened.connect(self._open)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 12)
        layout.setSpacing(9)
        layout.addWidget(self.note)
        layout.addWidget(self.table, 2)
        kept = "\n".join([*(f"{text} ({address})" for address, text in view.lines), view.pinned]).strip()
        if kept:
            layout.addWidget(QLabel(words("cleared.kept"), self))
            self.kept = QPlainTextEdit(shown(kept), self)
            self.kept.setReadOnly(True)
            self.kept.setAccessibleName(words("cleared.kept"))
            layout.addWidget(self.kept, 1)
        close = QPushButton(words("dialog.close"), self)
        close.clicked.connect(self.reject)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)

    def _open(self, target: str) -> None:
        found = _ADDRESS.search(self.view.cleared[int(target)].address)
        if found is not None:
            (self.result_opened if found[1] == "tr" else self.message_opened).emit(int(found[2]))
