"""Why did the model see this? Everything a run could see, was shown, or was kept from it, with the reason."""

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.agent_views import SeenLine
from lexdesk.assistant.chat_views import RunUse
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

# What the record says in English, and the word of the window for it.
_WHY = {
    "chosen for this chat": "seen.chosen",
    "this chat sees the whole matter": "seen.whole",
    "privileged, and the model is remote": "seen.privileged",
    "not chosen for this chat": "seen.not_chosen",
    "kept by the lawyer, and chosen for this chat": "seen.kept_chosen",
    "kept by the lawyer, and this chat sees the whole matter": "seen.kept_whole",
    "the model called it": "seen.called",
    "looked up by code for the instruction": "seen.by_code",
}


def said_why(why: str, words: Words) -> str:
    """The reason in the language of the window."""
    sent = re.fullmatch(r"sent to (.+)", why)
    if sent is not None:
        return words("seen.sent", model=sent[1])
    return words(_WHY[why]) if why in _WHY else why


def said_use(use: RunUse, words: Words) -> str:
    """What a run used: calls, tokens, seconds, and for a free run of how much."""
    seconds = max(use.seconds, 0.001)
    said = words(
        "seen.use",
        mode=words.word("mode", use.mode),
        model=use.model or words("seen.no_model"),
        calls=use.calls,
        read=f"{use.tokens_read:,}",
        written=f"{use.tokens_written:,}",
        seconds=f"{use.seconds:,.1f}",
    )
    if use.tokens_written and use.seconds:
        said += " " + words("seen.speed", speed=f"{use.tokens_written / seconds:,.1f}")
    if use.mode == "free":
        most = Budget()
        said += " " + words(
            "seen.budget", steps=most.steps, tokens=f"{most.tokens:,}", minutes=round(most.seconds / 60)
        )
    return f"{said} {use.budget_ended}".strip()


class SeenSheet(QDialog):
    """One row for each thing. Enter or a double-click opens a tool result or the exact context of a call."""

    result_opened = Signal(int)
    context_opened = Signal(int)
    replay_wanted = Signal()

    def __init__(
        self,
        lines: list[SeenLine],
        use: RunUse,
        words: Words,
        themes: Themes,
        parent: QWidget | None = None,
        can_replay: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("seen.title"))
        self.resize(820, 460)
        self.lines = lines
        self.use = QLabel(said_use(use, words), self)
        self.use.setObjectName("muted")
        self.use.setWordWrap(True)
        self.table = Table(themes, (116, 0, 210, 128, 96), self)
        self.table.setAccessibleName(words("seen.title"))
        self.table.set_heads(
            tuple(words(f"seen.{name}_head") for name in ("kind", "what", "why", "shown", "sha"))
        )
        self.table.show_lines([_line(number, one, words) for number, one in enumerate(lines)])
        self.table.opened.connect(self._open)
        self.replay = QPushButton(words("seen.replay"), self)
        self.replay.setToolTip(words("seen.replay_tip"))
        self.replay.setEnabled(can_replay and use.calls > 0)
        self.replay.clicked.connect(self.replay_wanted)
        self.context = QPushButton(words("seen.context"), self)
        self.context.setEnabled(any(one.kind == "model_call" for one in lines))
        self.context.clicked.connect(self._open_context)
        close = QPushButton(words("dialog.close"), self)
        close.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.context)
        row.addWidget(self.replay)
        row.addStretch(1)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 12)
        layout.setSpacing(9)
        layout.addWidget(self.use)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)

    def _open(self, target: str) -> None:
        one = self.lines[int(target)]
        if one.kind == "tool_result":
            self.result_opened.emit(one.ref)
        elif one.kind == "model_call":
            self.context_opened.emit(one.ref)

    def _open_context(self) -> None:
        """The context of the chosen call, else of the last one."""
        chosen = self.table.current()
        calls = [one for one in self.lines if one.kind == "model_call"]
        one = self.lines[int(chosen)] if chosen else calls[-1]
        self.context_opened.emit(one.ref if one.kind == "model_call" else calls[-1].ref)


def _line(number: int, one: SeenLine, words: Words) -> Line:
    hidden = one.kind == "left_out"
    label = words.word("tool", one.label) if one.kind == "tool_result" else one.label
    if one.kind == "model_call":
        label = words.said_part(one.label)
    if one.kind in ("tool_result", "model_call"):
        label = f"{label} ({one.ref})"
    shown = words("seen.shown", shown=f"{one.shown:,}", length=f"{one.length:,}") if one.length else ""
    kind = words.word("seen_kind", one.kind)
    return Line(
        str(number),
        (f"▲ {kind}" if hidden else kind, label, said_why(one.why, words), shown, one.sha256[:12]),
        strong=not hidden,
        tip="\n".join(part for part in (one.label, said_why(one.why, words), one.sha256) if part),
        warning=2 if hidden else -1,
    )
