"""Writing in the document: one paragraph is opened in its place, and kept or left as it was."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout

from lexdesk.desktop.document.page import Page
from lexdesk.desktop.offsets import shown
from lexdesk.desktop.words import Words


class ParagraphEditor(QFrame):
    """Lies over a paragraph of the page, table cells too. ``kept(key, old, new)`` on Ctrl+Enter or Keep; Esc
    leaves the paragraph as it was. A line break begins a further paragraph; nothing at all deletes it."""

    kept = Signal(str, str, str)
    left = Signal()

    def __init__(self, page: Page, words: Words) -> None:
        super().__init__(page)
        self.setObjectName("editor")
        self.page, self.words = page, words
        self.key = ""
        self.old = ""
        self.field = QPlainTextEdit(self)
        self.field.setTabChangesFocus(True)
        self.field.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.field.installEventFilter(self)
        self.hint = QLabel(self)
        self.hint.setObjectName("muted")
        self.hint.setWordWrap(True)
        self.keep = QPushButton(self)
        self.keep.setProperty("primary", True)
        self.leave = QPushButton(self)
        words.bind(self.keep, "setText", "editor.keep")
        words.bind(self.leave, "setText", "dialog.cancel")
        self.keep.clicked.connect(self._keep)
        self.leave.clicked.connect(self.close_editor)
        row = QHBoxLayout()
        row.addWidget(self.hint, 1)
        row.addWidget(self.leave)
        row.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(5)
        column.addWidget(self.field, 1)
        column.addLayout(row)
        self.field.textChanged.connect(self._fit)
        page.verticalScrollBar().valueChanged.connect(self._fit)
        page.installEventFilter(self)
        self.hide()

    def open(self, key: str, old: str, text: str, hint: str) -> None:
        """Open a paragraph: ``old`` is what it says, ``text`` what the field begins with."""
        self.key, self.old = key, old
        self.field.setFont(self.page.document().defaultFont())
        self.field.setPlainText(shown(text))
        self.hint.setText(hint)
        self.field.setAccessibleName(hint)
        self.page.scroll_to_key(key)
        self._fit()
        self.show()
        self.raise_()
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Leave the paragraph as it was."""
        self.key = ""
        self.hide()
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.left.emit()

    def _keep(self) -> None:
        key, old, new = self.key, self.old, self.field.toPlainText().strip("\n")
        if not key or new == shown(old):
            self.close_editor()
            return
        self.hide()
        self.kept.emit(key, old, new)

    def _fit(self) -> None:
        """Stand at the paragraph, as wide as the page, as high as the words need up to its height."""
        built = self.page.built
        block = built.block(self.key) if built is not None and self.key else None
        if block is None:
            return
        layout = self.page.document().documentLayout()
        rect = layout.blockBoundingRect(block)
        view = self.page.viewport()
        top = round(rect.top()) - self.page.verticalScrollBar().value()
        wide = min(view.width() - 40, max(340, round(rect.width()) + 30))
        left = min(max(20, round(rect.left()) - 12), max(20, view.width() - wide - 20))
        lines = self.field.document().documentLayout().documentSize().height() + 1
        need = round(lines * self.field.fontMetrics().lineSpacing()) + 66
        high = min(max(need, 110), view.height() - 16)
        top = max(8, min(top - 8, view.height() - high - 8))
        self.setGeometry(QRect(view.geometry().left() + left, view.geometry().top() + top, wide, high))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Enter keeps, Esc leaves; the keys of the window stay away from the words."""
        if watched is self.page and event.type() == QEvent.Type.Resize and self.isVisible():
            self._fit()
        if watched is self.field and isinstance(event, QKeyEvent):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            mine = (enter and control) or event.key() == Qt.Key.Key_Escape
            undoing = event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_Backspace) and control
            if event.type() == QEvent.Type.ShortcutOverride and (mine or undoing):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and mine:
                if enter:
                    self._keep()
                else:
                    self.close_editor()
                return True
        return super().eventFilter(watched, event)
