"""The list of files about to be imported: name, type, hash, and what each one is to be."""

from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.jobs import Jobs
from lexdesk.desktop.start.dropped import DroppedFile, NotAFile, look_at
from lexdesk.desktop.words import Words
from lexdesk.evidence.model import Role

DOCUMENT = "document"


class FileTable(QTableWidget):
    """Reads type and hash in a job; a column says what each file becomes. The rows keep the order in which
    the files were dropped or chosen; Del or the small button takes one off the list."""

    filled = Signal()  # rows have come or gone

    def __init__(self, words: Words, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(0, 5, parent)
        self.words, self.jobs = words, jobs
        self.files: list[DroppedFile] = []
        self._order: list[Path] = []
        self._chosen: set[Path] = set()  # files whose last column the lawyer has set
        self._looking = 0
        self._refused: list[str] = []
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 110), (2, 150), (3, 190), (4, 34)):
            self.setColumnWidth(column, width)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        words.bind(self, "setAccessibleName", "files.list")
        words.changed.connect(self._say)
        self._say()

    def _say(self) -> None:
        """Everything in words, in the language of the window."""
        words = self.words
        self.setHorizontalHeaderLabels(
            [*(words(f"files.{name}") for name in ("name", "kind", "hash", "becomes")), ""]
        )
        for row, file in enumerate(self.files):
            kind = words.word("file_kind", file.kind)
            self.item(row, 1).setText(f"{kind} · {_size(file.size)}")
            box, button = self.cellWidget(row, 3), self.cellWidget(row, 4)
            if isinstance(box, QComboBox) and isinstance(button, QToolButton):
                for index in range(box.count()):
                    box.setItemText(index, self._becomes(str(box.itemData(index))))
                box.setAccessibleName(f"{words('files.becomes')}: {file.path.name}")
                button.setToolTip(words("files.remove"))
                button.setAccessibleName(words("files.remove_one", name=file.path.name))

    def _becomes(self, choice: str) -> str:
        if choice == DOCUMENT:
            return self.words("files.document")
        return self.words("role.guess") if choice == "unknown" else self.words.word("role", choice)

    def add(self, paths: list[Path]) -> None:
        """Look at these files; each appears in its place as soon as its hash is known."""
        for path in paths:
            if path in self._order:
                continue
            self._order.append(path)
            self._looking += 1
            self.jobs.call(look_at, path, done=self._came, failed=partial(self._not_read, path))

    def _not_read(self, path: Path, error: BaseException) -> None:
        self._order.remove(path)
        self._refused.append(str(error) if isinstance(error, NotAFile) else f"{path.name}: {error}")
        self._looked()

    def _looked(self) -> None:
        self._looking -= 1
        if not self._looking and self._refused:
            refused, self._refused = self._refused, []
            self.jobs.failed.emit(NotAFile("\n".join(refused)))

    def _came(self, file: DroppedFile) -> None:
        row = sum(1 for one in self.files if self._order.index(one.path) < self._order.index(file.path))
        self.files.insert(row, file)
        self.insertRow(row)
        for column, text in enumerate((file.path.name, "", f"{file.sha256[:16]}…")):
            item = QTableWidgetItem(text)
            item.setToolTip(file.sha256 if column == 2 else str(file.path))
            self.setItem(row, column, item)
        box = QComboBox(self)
        for choice in ((DOCUMENT,) if file.kind == "docx" else ()) + get_args(Role):
            box.addItem("", choice)
        box.setCurrentIndex(box.findData("unknown"))
        box.activated.connect(lambda _index: self._chosen.add(file.path))
        self.setCellWidget(row, 3, box)
        button = QToolButton(self)
        button.setText("×")
        button.clicked.connect(lambda: self.take_off(file.path))
        self.setCellWidget(row, 4, button)
        self.setRowHeight(row, 36)
        self._suggest()
        self._say()
        self.filled.emit()
        self._looked()

    def _suggest(self) -> None:
        """The first Word file becomes the agreement, as long as the lawyer has said nothing else."""
        boxes = [(file, self.cellWidget(row, 3)) for row, file in enumerate(self.files)]
        words = [
            (file, box)
            for file, box in boxes
            if isinstance(box, QComboBox) and file.kind == "docx" and file.path not in self._chosen
        ]
        said = any(
            isinstance(box, QComboBox) and box.currentData() == DOCUMENT and file.path in self._chosen
            for file, box in boxes
        )
        for number, (_file, box) in enumerate(words):
            box.setCurrentIndex(box.findData(DOCUMENT if number == 0 and not said else "unknown"))

    def take_off(self, path: Path) -> None:
        """Take a file off the list; it stays where it is on the disk."""
        row = next((row for row, file in enumerate(self.files) if file.path == path), None)
        if row is None:
            return
        self.removeRow(row)
        del self.files[row]
        self._order.remove(path)
        self._chosen.discard(path)
        self._suggest()
        self.filled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del takes the chosen rows off the list."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not event.modifiers():
            rows = {index.row() for index in self.selectedIndexes()}
            for path in [self.files[row].path for row in rows]:
                self.take_off(path)
            return
        super().keyPressEvent(event)

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
