"""The list of files about to be imported: name, type, hash, and what each one is to be."""

from pathlib import Path
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.jobs import Jobs
from lexdesk.desktop.start.dropped import DroppedFile, look_at
from lexdesk.desktop.words import Words
from lexdesk.evidence.model import Role

DOCUMENT = "document"


class FileTable(QTableWidget):
    """Reads type and hash in a job; the last column says what the file becomes."""

    filled = Signal()

    def __init__(self, words: Words, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self.words, self.jobs = words, jobs
        self.files: list[DroppedFile] = []
        self.setHorizontalHeaderLabels(
            [words(f"files.{name}") for name in ("name", "kind", "hash", "becomes")]
        )
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 110), (2, 150), (3, 170)):
            self.setColumnWidth(column, width)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(words("files.list"))

    def add(self, paths: list[Path]) -> None:
        """Look at these files; each appears as soon as its hash is known."""
        for path in paths:
            self.jobs.call(look_at, path, done=self._came)

    def _came(self, file: DroppedFile) -> None:
        if any(one.sha256 == file.sha256 and one.path == file.path for one in self.files):
            return
        self.files.append(file)
        row = self.rowCount()
        self.insertRow(row)
        kind = self.words.word("file_kind", file.kind)
        for column, text in enumerate(
            (file.path.name, f"{kind} · {_size(file.size)}", f"{file.sha256[:16]}…")
        ):
            item = QTableWidgetItem(text)
            item.setToolTip(file.sha256 if column == 2 else str(file.path))
            self.setItem(row, column, item)
        box = QComboBox(self)
        if file.kind == "docx":
            box.addItem(self.words("files.document"), DOCUMENT)
        for role in get_args(Role):
            box.addItem(self.words.word("role", role), role)
        first_document = not any(choice == DOCUMENT for _, choice in self.choices())
        box.setCurrentIndex(0 if file.kind == "docx" and first_document else box.findData("unknown"))
        box.setAccessibleName(f"{self.words('files.becomes')}: {file.path.name}")
        self.setCellWidget(row, 3, box)
        self.setRowHeight(row, 36)
        self.filled.emit()

    def choices(self) -> list[tuple[DroppedFile, str]]:
        """Each file with what it becomes: "document" or a role."""
        found = []
        for row, file in enumerate(self.files):
            box = self.cellWidget(row, 3)
            if isinstance(box, QComboBox):
                found.append((file, str(box.currentData())))
        return found


class AddFilesDialog(QDialog):
    """Shown when files are dropped on an open matter: nothing is imported before it is accepted."""

    def __init__(self, paths: list[Path], words: Words, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("files.title"))
        self.resize(760, 320)
        note = QLabel(words("files.note"), self)
        note.setObjectName("muted")
        note.setWordWrap(True)
        self.table = FileTable(words, jobs, self)
        self.table.add(paths)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(words("files.import"))
        buttons.button(QDialogButtonBox.StandardButton.Ok).setProperty("primary", True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(words("dialog.cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        for widget in (note, self.table, buttons):
            layout.addWidget(widget)


def _size(size: int) -> str:
    if size < 1024:
        return f"{size} B"
    return f"{size / 1024:.0f} KB" if size < 1 << 20 else f"{size / (1 << 20):.1f} MB"
