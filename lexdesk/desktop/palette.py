"""The command palette: type a few letters in either language, Enter runs."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from lexdesk.desktop.commands import Commands
from lexdesk.desktop.outline.rows import Row, Rows
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class Palette(QDialog):
    """Lists every command with its keys; the last row searches the matter for what was typed."""

    search_wanted = Signal(str)

    def __init__(self, commands: Commands, words: Words, themes: Themes, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.commands, self.words = commands, words
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(words("palette.field"))
        self.field.setAccessibleName(words("palette.field"))
        self.field.installEventFilter(self)
        self.rows = Rows(themes, self)
        self.rows.setAccessibleName(words("palette.list"))
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.opened.connect(self._run)
        self.field.textChanged.connect(self.refill)
        self.field.returnPressed.connect(lambda: self._run(self.rows.current_target()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.field)
        layout.addWidget(self.rows)
        self.resize(520, 420)
        self.refill("")

    def refill(self, typed: str) -> None:
        """List what fits: every typed word must occur in the English or the Chinese text. Where words
        begin with what was typed comes first."""
        parts = typed.lower().split()
        found = []
        for command in self.commands.all():
            if not self.commands.action(command.id).isEnabled():
                continue
            hay = " ".join((*self.words.in_all(command.word), command.id)).lower()
            if all(part in hay for part in parts):
                group = self.words(f"menu.{command.group}")
                text = self.commands.action(command.id).text()
                keys = self.commands.shortcut(command.id)
                rank = _rank((text, *self.words.in_all(command.word)), parts)
                found.append((rank, Row(command.id, f"{text}   {keys}".rstrip(), group, strong=True)))
        rows = [row for _rank_of, row in sorted(found, key=lambda one: one[0])]
        if typed.strip():
            rows.append(Row("?" + typed.strip(), self.words("palette.search", text=typed.strip())))
        self.rows.show_rows(rows)
        self.rows.setCurrentRow(0)

    def _run(self, target: str) -> None:
        if not target:
            return
        self.close()
        if target.startswith("?"):
            self.search_wanted.emit(target[1:])
        else:
            self.commands.run(target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while the field keeps the keyboard."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}.get(
                Qt.Key(event.key())
            )
            if by is not None:
                row = max(0, min(self.rows.count() - 1, self.rows.currentRow() + by))
                self.rows.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)


def _rank(texts: tuple[str, ...], parts: list[str]) -> int:
    """0: a text begins with what was typed; 1: every part begins a word; 2: it stands anywhere."""
    lowered = [text.lower() for text in texts]
    if any(text.startswith(" ".join(parts)) for text in lowered):
        return 0
    words = [word.strip("(:…") for text in lowered for word in text.split()]
    return 1 if all(any(word.startswith(part) for word in words) for part in parts) else 2
