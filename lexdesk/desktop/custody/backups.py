"""The backups of a matter as a list: make one, open one as a matter of its own, say how many are kept."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from lexdesk.desktop.words import Words
from lexdesk.matter.backups import Backup

_MOST = 99


class BackupsDialog(QDialog):
    """See the module."""

    make_wanted = Signal()
    restore_wanted = Signal(object)  # Backup
    kept = Signal(int)

    def __init__(
        self, there: list[Backup], keep: int, can_make: bool, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.words = words
        self.setWindowTitle(words("custody.backups"))
        self.resize(560, 340)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setObjectName("plain")
        self.list.setAccessibleName(words("custody.backups"))
        self.make = QPushButton(words("custody.back_up_now"), self)
        self.make.setEnabled(can_make)
        self.make.clicked.connect(self.make_wanted)
        self.restore = QPushButton(words("custody.restore"), self)
        self.restore.clicked.connect(self._restore)
        self.list.itemSelectionChanged.connect(lambda: self.restore.setEnabled(self.chosen() is not None))
        self.number = QSpinBox(self)
        self.number.setRange(1, _MOST)
        self.number.setValue(keep)
        self.number.setAccessibleName(words("custody.keep"))
        self.number.valueChanged.connect(self.kept)
        close = QPushButton(words("dialog.close"), self)
        close.clicked.connect(self.reject)
        number = QHBoxLayout()
        number.addWidget(QLabel(words("custody.keep"), self))
        number.addWidget(self.number)
        number.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.make)
        row.addWidget(self.restore)
        row.addStretch(1)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(self.note)
        layout.addWidget(self.list, 1)
        layout.addLayout(number)
        layout.addLayout(row)
        self.show_backups(there)

    def show_backups(self, there: list[Backup]) -> None:
        """List them, the newest first, in the time of this machine."""
        self.list.clear()
        for one in there:
            at = one.at.astimezone().strftime("%Y-%m-%d %H:%M %z")
            item = QListWidgetItem(self.words("custody.backup_row", at=at, rows=f"{one.rows:,}"), self.list)
            item.setData(256, one)
            item.setToolTip(one.path.name)
        self.note.setText(
            self.words("custody.backups_note", folder=there[0].path.parent.name)
            if there
            else self.words("custody.no_backups")
        )
        if there:
            self.list.setCurrentRow(0)
        self.restore.setEnabled(self.chosen() is not None)

    def chosen(self) -> Backup | None:
        """The backup that is marked."""
        item = self.list.currentItem()
        found = item.data(256) if item is not None else None
        return found if isinstance(found, Backup) else None

    def _restore(self) -> None:
        one = self.chosen()
        if one is not None:
            self.restore_wanted.emit(one)
