"""What is shown before a matter is open."""

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lexdesk.desktop.jobs import Jobs
from lexdesk.desktop.outline.rows import Row, Rows
from lexdesk.desktop.parts import Title, restyle
from lexdesk.desktop.start.files import FileTable
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words


class StartPage(QWidget):
    """Recent matters at the left; at the right dropped files and the new matter made of them."""

    open_wanted = Signal(object)  # Path, or None: ask which
    new_wanted = Signal(list)  # [(DroppedFile, choice)]

    def __init__(self, words: Words, themes: Themes, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startpage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words, self.themes, self.jobs = words, themes, jobs
        hero = QLabel("LexDesk", self)
        hero.setObjectName("hero")
        font = hero.font()
        font.setPixelSize(28)
        hero.setFont(font)
        line = QLabel(self)
        line.setObjectName("muted")
        words.bind(line, "setText", "start.line")
        self.recent = Rows(themes, self)
        words.bind(self.recent, "setAccessibleName", "start.recent")
        self.recent.opened.connect(lambda target: self.open_wanted.emit(Path(target)))
        self.no_recent = QLabel(self)
        self.no_recent.setObjectName("muted")
        self.no_recent.setWordWrap(True)
        words.bind(self.no_recent, "setText", "start.none")
        self.open = QPushButton(self)
        words.bind(self.open, "setText", "start.open")
        self.open.clicked.connect(lambda: self.open_wanted.emit(None))
        self.new = QPushButton(self)
        self.new.setProperty("primary", True)
        words.bind(self.new, "setText", "start.new")
        self.new.clicked.connect(lambda: self.new_wanted.emit(self.files.choices()))
        self.sealed = QCheckBox(self)
        words.bind(self.sealed, "setText", "start.sealed")
        words.bind(self.sealed, "setToolTip", "custody.new_note")
        self.zone = _Zone(words, self)
        self.zone.dropped.connect(self.take)
        self.files = FileTable(words, jobs, self)
        self.files.hide()
        self.files.filled.connect(lambda: self.files.setVisible(bool(self.files.files)))
        left = _sheet(self)
        title = Title(self)
        words.bind(title, "setText", "start.recent")
        for widget in (title, self.recent, self.no_recent):
            left.layout().addWidget(widget)
        left.layout().addStretch(1)
        left.layout().addWidget(self.open, 0, Qt.AlignmentFlag.AlignLeft)
        right = _sheet(self)
        title = Title(self)
        words.bind(title, "setText", "start.new_title")
        right.layout().addWidget(title)
        right.layout().addWidget(self.zone, 1)
        right.layout().addWidget(self.files, 2)
        right.layout().addWidget(self.sealed, 0, Qt.AlignmentFlag.AlignLeft)
        right.layout().addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout()
        row.setSpacing(20)
        row.addWidget(left, 2)
        row.addWidget(right, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(64, 44, 64, 44)
        layout.setSpacing(6)
        layout.addWidget(hero)
        layout.addWidget(line)
        layout.addSpacing(18)
        layout.addLayout(row, 1)

    def show_recent(self, paths: list[Path]) -> None:
        """List matters opened before; those that are gone are left out."""
        rows = []
        for path in paths:
            try:
                changed = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
            except OSError:
                continue
            rows.append(Row(str(path), path.stem, f"{changed} · {path.parent}", strong=True))
        self.recent.show_rows(rows)
        self.recent.setVisible(bool(rows))
        self.no_recent.setVisible(not rows)

    def take(self, paths: list[Path]) -> None:
        """Files have been dropped: a matter is opened, others are listed."""
        matters = [path for path in paths if path.suffix.lower() == ".lexmatter"]
        if matters:
            self.open_wanted.emit(matters[0])
            return
        self.files.add(paths)


class _Zone(QFrame):
    """Where files are dropped."""

    dropped = Signal(list)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dropzone")
        self.setAcceptDrops(True)
        self.setMinimumHeight(96)
        label = QLabel(self)
        label.setObjectName("muted")
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.bind(label, "setText", "start.drop")
        layout = QVBoxLayout(self)
        layout.addWidget(label)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files only."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._hover(True)

    def dragLeaveEvent(self, event) -> None:
        """Back to calm."""
        self._hover(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Hand the paths on."""
        self._hover(False)
        self.dropped.emit(dropped_paths(event))

    def _hover(self, on: bool) -> None:
        self.setProperty("hover", on)
        restyle(self)


def dropped_paths(event: QDropEvent) -> list[Path]:
    """The local files of a drop."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _sheet(parent: QWidget) -> QFrame:
    frame = QFrame(parent)
    frame.setObjectName("sheet")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(18, 16, 18, 16)
    layout.setSpacing(10)
    return frame
