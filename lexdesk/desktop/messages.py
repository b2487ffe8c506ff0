"""Calm lines below the top bar: an error with its next step, progress with Cancel, read-only."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QToolButton, QWidget

from lexdesk.assistant.views import MatterView
from lexdesk.desktop.jobs import Job
from lexdesk.desktop.parts import announce, restyle
from lexdesk.desktop.words import Words


class MessageBar(QFrame):
    """One message at a time; it stays until it is closed or the next one comes."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.words = words
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = QToolButton(self)
        self.close_button.setText("×")
        words.bind(self.close_button, "setAccessibleName", "dialog.close")
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 8, 6)
        row.addWidget(self.label, 1)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, message: str, next_step: str = "", level: str = "warning") -> None:
        """Show a sentence and what to do next. ``level`` is "warning" or "info"."""
        sign = "▲ " if level == "warning" else ""
        said = self.words.joined(part for part in (message, next_step) if part)
        self.label.setText(f"{sign}{said}")
        self.label.setAccessibleName(said)
        self.setProperty("level", level)
        restyle(self)
        restyle(self.label)
        self.show()
        announce(self.label, self.label.accessibleName())


class ReadOnlyBar(QFrame):
    """Says that the matter cannot be written here, and who holds it; a copy is offered."""

    copy_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readonly")
        self.words = words
        self._matter: MatterView | None = None
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 14, 5)
        row.addWidget(self.label, 1)
        self.copy = QPushButton(self)
        self.copy.setProperty("quiet", True)
        words.bind(self.copy, "setText", "command.file_save_copy")
        self.copy.clicked.connect(self.copy_wanted)
        row.addWidget(self.copy)
        words.changed.connect(self._say)
        self.hide()

    def show_matter(self, matter: MatterView | None) -> None:
        """Show or hide the bar."""
        self._matter = matter
        self.setVisible(matter is not None and matter.read_only)
        self._say()

    def _say(self) -> None:
        if self._matter is None or not self._matter.read_only:
            return
        if self._matter.held_by:
            self.label.setText("▲ " + self.words("readonly.held", holder=self._matter.held_by))
        else:
            self.label.setText("▲ " + self.words("readonly.plain"))
        self.label.setAccessibleName(self.label.text())


class ProgressRow(QFrame):
    """Appears when titled work takes over a second. Cancel asks the work to stop."""

    cancelled = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("progress")
        self.words = words
        self._jobs: list[Job] = []
        self._timer = QTimer(self, singleShot=True, interval=1000)
        self._timer.timeout.connect(self._due)
        self.label = QLabel(self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.bar.setRange(0, 0)
        self.cancel = QPushButton(self)
        words.bind(self.cancel, "setText", "dialog.cancel")
        self.cancel.clicked.connect(self._cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 14, 4)
        row.addWidget(self.label, 1)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        self.hide()

    def watch(self, job: Job) -> None:
        """Watch a job that has a title."""
        if not job.title:
            return
        self._jobs.append(job)
        job.ended.connect(self._ended)
        job.progressed.connect(self._progress)
        if not self._timer.isActive() and self.isHidden():
            self._timer.start()

    def _due(self) -> None:
        if self._jobs:
            self.bar.setRange(0, 0)
            self.label.setText(self._jobs[-1].title)
            self.label.setAccessibleName(self._jobs[-1].title)
            self.show()

    def _ended(self, job: Job) -> None:
        self._jobs = [one for one in self._jobs if one is not job]
        if self._jobs:
            self.label.setText(self._jobs[-1].title)
        else:
            self._timer.stop()
            self.hide()

    def _progress(self, given: tuple[object, ...]) -> None:
        numbers = [one for one in given if isinstance(one, int | float)]
        if len(numbers) >= 2 and numbers[1] > 0:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * numbers[0] / numbers[1]))

    def _cancel(self) -> None:
        for job in self._jobs:
            job.cancel()
        self.label.setText(self.words("progress.stopping"))
