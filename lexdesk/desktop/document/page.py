"""The page: the read-only text with its numbers, change bars and double underlines painted beside it."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from lexdesk.assistant.views import ParagraphView
from lexdesk.desktop.document.build import CHANGE, MARGIN, Built
from lexdesk.desktop.document.laying import Laying
from lexdesk.desktop.document.looks import barred, marked
from lexdesk.desktop.document.margin import Margin, fragments
from lexdesk.desktop.document.pointing import change_at, other_end, selection_of
from lexdesk.desktop.offsets import to_qt, units
from lexdesk.desktop.themes import Theme

_WIDEST = 820  # pixels of a page at the usual size: longer lines are hard to read


class Page(QTextEdit):
    """Shows a ``Built`` document. Sends the change under a click and the change hovered for 400 ms."""

    change_clicked = Signal(str)
    change_hovered = Signal(str, QPoint)
    menu_wanted = Signal(QPoint)
    settled = Signal()  # a new state stands at its place

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.theme = theme
        self.built: Built | None = None
        self.current = ""
        self.zoom = 1.0
        self._marks: list[tuple[int, int]] = []
        self._finds: list[tuple[int, int]] = []
        self._hovered = ""
        self._hover_at = QPoint()
        self._hover = QTimer(self, singleShot=True, interval=400)
        self._hover.timeout.connect(self._hover_due)
        self._to_restore: tuple[Any, Any, bool] = (None, None, False)
        self._laying = Laying(self)

    def show_built(self, built: Built, patient: bool = False) -> None:
        """Show another state of the document; selection and place in the text are kept by paragraph.
        Another document is shown from its beginning. ``patient``: a very long text is laid out piece by piece
        up to the kept place, and ``settled`` tells when it is there."""
        same = self.built is not None and self.built.view.document_id == built.view.document_id
        kept = self._kept_selection() if same else None
        top = self._top_place() if same else None
        old = self.built
        self.built = built
        self._hover.stop()
        self._hovered = ""
        self._marks, self._finds = [], []
        built.document.setParent(self)
        self.setDocument(built.document)
        if old is not None:
            old.document.deleteLater()
        self._to_restore = (kept, top, same)
        if patient and same and top is not None:
            self.viewport().setUpdatesEnabled(False)
            self._laying.start(built.document, self._last_wanted(), self._restore)
        else:
            self._restore()

    @property
    def restoring(self) -> bool:
        """Whether a long text is being laid out up to its place."""
        return self._laying.active

    def _last_wanted(self) -> int:
        """Number of the last block that must be laid out before the kept place can be shown."""
        kept, top, _same = self._to_restore
        built = self.built
        keys = [top[0] if top else "", *(place[0] for place in kept or ())]
        blocks = [built.block(key) for key in keys if key] if built is not None else []
        return max((block.blockNumber() for block in blocks if block is not None), default=0)

    def _restore(self) -> None:
        built = self.built
        kept, top, same = self._to_restore
        self.viewport().setUpdatesEnabled(True)
        if built is None:
            return
        if kept is not None:
            ends = [built.position(place) for place in kept]
            if ends[0] is not None and ends[1] is not None:
                cursor = QTextCursor(built.document)
                cursor.setPosition(ends[0])
                cursor.setPosition(ends[1], QTextCursor.MoveMode.KeepAnchor)
                self.setTextCursor(cursor)
        if top is not None:
            self._restore_top(*top)
        elif not same:
            self.verticalScrollBar().setValue(0)
        self._paint_selections()
        self.settled.emit()

    def patched(self) -> None:
        """The document shown was changed in place: what was found or marked in it may be elsewhere now."""
        self._hover.stop()
        self._hovered = ""
        self._marks, self._finds = [], []
        self._paint_selections()
        self.settled.emit()

    def clear_page(self) -> None:
        """Show nothing but the hint that there is no document."""
        old, self.built = self.built, None
        self._laying.stop()
        self.viewport().setUpdatesEnabled(True)
        self._marks, self._finds, self.current = [], [], ""
        self.setDocument(QTextDocument(self))
        if old is not None:
            old.document.deleteLater()

    def _kept_selection(self) -> tuple[tuple[str, int, int], tuple[str, int, int]] | None:
        if self.built is None:
            return None
        cursor = self.textCursor()
        start, end = self.built.place(cursor.anchor()), self.built.place(cursor.position())
        return None if start is None or end is None else (start, end)

    def _top_place(self) -> tuple[str, float] | None:
        if self.built is None:
            return None
        block = self._first_block(self.verticalScrollBar().value() + 4)
        paragraph = self.built.paragraph(block)
        if paragraph is None:
            return None
        return paragraph.key, self.verticalScrollBar().value() - self._top(block)

    def _restore_top(self, key: str, below: float) -> None:
        block = self.built.block(key) if self.built else None
        if block is not None:
            self.verticalScrollBar().setValue(round(self._top(block) + below))

    def _top(self, block: QTextBlock) -> float:
        return self.document().documentLayout().blockBoundingRect(block).top()

    def set_current(self, change_id: str) -> None:
        """Mark the current change with the strong bar."""
        self.current = change_id
        self.viewport().update()

    def scroll_to_key(self, key: str, text: str = "") -> bool:
        """Bring a paragraph into the upper third; mark ``text`` in it. False if this look hides it."""
        block = self.built.block(key) if self.built else None
        if block is None:
            return False
        cursor = QTextCursor(block)
        self._marks = []
        if text:
            held = block.text()
            start = held.find(text)
            if start >= 0:
                at = block.position() + to_qt(held, start)
                self._marks = [(at, at + units(text))]
                cursor.setPosition(at)
        self.setTextCursor(cursor)
        self._to_upper_third(cursor)
        self._paint_selections()
        return True

    def scroll_to_change(self, change_id: str, key: str) -> bool:
        """Bring a change into the upper third, if it is not well in view already."""
        block = self.built.block(key) if self.built else None
        if block is None:
            return False
        cursor = QTextCursor(block)
        for start, _length, held in fragments(block):
            if held.property(CHANGE) == change_id:
                cursor.setPosition(start)
                break
        rect = self.cursorRect(cursor)
        if rect.top() < 40 or rect.bottom() > self.viewport().height() * 0.6:
            self._to_upper_third(cursor)
        self.setTextCursor(cursor)
        return True

    def shows_change(self, change_id: str) -> bool:
        """True if some of the change's text is in view (of a change without text: its paragraph)."""
        if not self.isVisible():
            return False
        room = self.viewport().rect()
        for block, paragraph, rect in self.visible_blocks():
            if change_id not in paragraph.change_ids or not rect.toRect().intersects(room):
                continue
            spans = [
                (at, at + length)
                for at, length, form in fragments(block)
                if form.property(CHANGE) == change_id
            ]
            if not spans:
                return True
            cursor = QTextCursor(block)
            cursor.setPosition(spans[0][0])
            top = self.cursorRect(cursor).top()
            cursor.setPosition(spans[-1][1])
            bottom = self.cursorRect(cursor).bottom()
            if bottom > 0 and top < room.height() - 4:
                return True
        return False

    def _to_upper_third(self, cursor: QTextCursor) -> None:
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(max(0, top - self.viewport().height() // 4))

    def mark_range(self) -> tuple[int, int] | None:
        """Start and end of the marked passage, in Qt positions."""
        return self._marks[0] if self._marks else None

    def set_finds(self, ranges: list[tuple[int, int]]) -> None:
        """Colour what the find bar found."""
        self._finds = ranges
        self._paint_selections()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours; the document itself is built anew by the pane."""
        self.theme = theme
        self._paint_selections()

    def _paint_selections(self) -> None:
        found = []
        for ranges in (self._finds, self._marks):
            for start, end in ranges:
                selection = QTextEdit.ExtraSelection()
                selection.cursor = QTextCursor(self.document())
                selection.cursor.setPosition(start)
                selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                selection.format.setBackground(self.theme.colour("highlight"))
                selection.format.setForeground(self.theme.colour("text"))
                found.append(selection)
        self.setExtraSelections(found)
        self.viewport().update()

    # layout and painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the page in the middle when the pane is wider than a page should be."""
        self.fit_margins()
        super().resizeEvent(event)

    def fit_margins(self) -> None:
        """Set the grey left and right of the page."""
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        side = max(14, (room - round(_WIDEST * self.zoom)) // 2)
        self.setViewportMargins(side, 12, side, 0)

    def visible_blocks(self) -> Iterator[tuple[QTextBlock, ParagraphView, QRectF]]:
        """The blocks in view with their paragraphs and places in the viewport."""
        if self.built is None:
            return
        layout = self.document().documentLayout()
        height = self.viewport().height()
        shift = self.verticalScrollBar().value()
        block = self._first_block(shift)
        table = QTextCursor(block).currentTable()
        block = self.document().findBlock(table.firstPosition()) if table is not None else block.previous()
        if not block.isValid():
            block = self.document().begin()
        while block.isValid():
            rect = layout.blockBoundingRect(block).translated(0, -shift)
            paragraph = self.built.paragraph(block)
            if rect.top() > height and (paragraph is None or paragraph.table is None):
                return
            if paragraph is not None and rect.bottom() >= 0:
                yield block, paragraph, rect
            block = block.next()

    def _first_block(self, shift: int) -> QTextBlock:
        """The first block that reaches below ``shift``. Qt's cursor for that point stands near the end while
        a new text is being laid out, and then no number would be painted."""
        document = self.document()
        layout = document.documentLayout()

        def reaches(number: int) -> bool:
            return layout.blockBoundingRect(document.findBlockByNumber(number)).bottom() >= shift

        last = document.blockCount() - 1
        low, high = 0, 1
        while high < last and not reaches(high):
            low, high = high, high * 2
        high = min(high, last)
        while low < high:
            middle = (low + high) // 2
            if reaches(middle):
                high = middle
            else:
                low = middle + 1
        return document.findBlockByNumber(low)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The paper, the text, then its margin."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.theme.colour("page"))
        painter.end()
        super().paintEvent(event)
        if self.built is None:
            return
        painter = QPainter(self.viewport())
        margin = Margin(painter, self.theme, self.zoom, self.current)
        font = self.document().defaultFont()
        for block, paragraph, rect in self.visible_blocks():
            margin.label(block, paragraph, rect, font, marked(self.built.look))
            if paragraph.change_ids and barred(self.built.look):
                margin.bar(paragraph, rect)
            if paragraph.change_ids and marked(self.built.look):
                margin.double_lines(block, paragraph, rect)
        painter.setPen(self.theme.colour("line"))
        painter.drawRect(QRectF(0, 0, self.viewport().width() - 1, self.viewport().height()))
        painter.end()

    # the mouse and the keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click is no hovering."""
        self._hover.stop()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click without a selection chooses the change under it."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            change = change_at(self, event.position().toPoint())
            if change:
                self.change_clicked.emit(change)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On moved text: go to its other end."""
        point = event.position().toPoint()
        change = change_at(self, point)
        here = self.cursorForPosition(point).block().blockNumber()
        key = other_end(self.built, change, here) if self.built is not None and change else ""
        if key:
            self.scroll_to_key(key)
            return
        super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu; without a selection the cursor goes where the mouse is."""
        if event.reason() == QContextMenuEvent.Reason.Mouse and not self.textCursor().hasSelection():
            self.setTextCursor(self.cursorForPosition(event.pos()))
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        self.menu_wanted.emit(at)

    def paragraph_key(self) -> str:
        """The paragraph in which the cursor stands, "" if none."""
        if self.built is None:
            return ""
        cursor = self.textCursor()
        paragraph = self.built.paragraph(self.document().findBlock(cursor.selectionStart()))
        return paragraph.key if paragraph is not None else ""

    def selected(self) -> tuple[str, str, str]:
        """The selected words, the paragraph if they stand in one (else ""), and the change if they are all of
        one change (else "")."""
        return selection_of(self.built, self.textCursor()) if self.built is not None else ("", "", "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Start the clock of the hover card."""
        super().mouseMoveEvent(event)
        self._hover_at = event.globalPosition().toPoint()
        if event.buttons() != Qt.MouseButton.NoButton:
            self._hover.stop()
            return
        point = event.position().toPoint()
        change = change_at(self, point)
        in_bar = point.x() < MARGIN - 10
        cursor = Qt.CursorShape.PointingHandCursor if change and in_bar else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(cursor)
        if change != self._hovered:
            self._hovered = change
            if change:
                self._hover.start()
            else:
                self._hover.stop()
                self.change_hovered.emit("", self._hover_at)

    def leaveEvent(self, event: QEvent) -> None:
        """No card for a mouse that has left."""
        super().leaveEvent(event)
        self._hover.stop()
        if self._hovered:
            self._hovered = ""
            self.change_hovered.emit("", self._hover_at)

    def _hover_due(self) -> None:
        if self._hovered:
            self.change_hovered.emit(self._hovered, self._hover_at)

    def event(self, event: QEvent) -> bool:
        """Let the window's own keys (undo, reject ...) through: this text is never edited."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keep = event.matches(QKeySequence.StandardKey.Copy) or event.matches(
                QKeySequence.StandardKey.SelectAll
            )
            event.setAccepted(keep)
            return True
        return super().event(event)
