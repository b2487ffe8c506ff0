"""The open source: its text with a sentence highlighted, or a page as a picture with boxes over it."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QTextEdit, QWidget

from lexdesk.assistant.views import Highlight
from lexdesk.desktop.fonts import Fonts
from lexdesk.desktop.offsets import shown, to_qt
from lexdesk.desktop.themes import Themes
from lexdesk.evidence.model import RenderedPage

# A page picture is white in both themes, so its marker is the light theme's in both.
_MARKER = QColor("#ffe58a")
_READABLE = 1.15  # pixels for each point: print of ten points is then as high as the text of the window
_LARGEST = 5.0
_MARGIN = 0.09  # of the width of a page, where its text begins as a rule


class SourceText(QTextEdit):
    """An unpaged source. Offsets are code points of the source text."""

    def __init__(self, themes: Themes, fonts: Fonts, size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paper")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.themes, self.fonts = themes, fonts
        self.text = ""
        self.marked: tuple[int, int] | None = None
        self._finds: list[tuple[int, int]] = []
        self.set_size(size)
        themes.changed.connect(self._paint_marks)

    def set_size(self, pixels: int) -> None:
        """Reading size in pixels."""
        self.setFont(self.fonts.serif(pixels))
        self.document().setDocumentMargin(16)
        self.document().setDefaultFont(self.fonts.serif(pixels))

    def show_text(self, text: str) -> None:
        """Show another source from its beginning."""
        self.text = text
        self.marked, self._finds = None, []
        self.setPlainText(shown(text))
        airy = QTextBlockFormat()
        airy.setLineHeight(122.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(airy)
        self._leave_room()
        self._paint_marks()

    def mark(self, start: int, end: int) -> None:
        """Highlight ``text[start:end]`` and bring its first line into the upper third."""
        at = to_qt(self.text, start)
        self.marked = (at, at + to_qt(self.text[start:end], end - start))
        self._paint_marks()
        self.scroll_to_mark()

    def scroll_to_mark(self) -> None:
        """Bring the highlighted sentence into the upper third."""
        if self.marked is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.marked[0])
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        top = self.cursorRect(cursor).top() + bar.value()
        bar.setValue(max(0, top - self.viewport().height() // 5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the highlight in view when the pane changes its size."""
        super().resizeEvent(event)
        self._leave_room()
        if event.oldSize() != event.size():
            self.scroll_to_mark()

    def _leave_room(self) -> None:
        """Empty space below the text, so that its last line can stand in the upper third too."""
        root = self.document().rootFrame()
        form = root.frameFormat()
        room = self.viewport().height() * 2 / 3
        if abs(form.bottomMargin() - room) > 1:
            form.setBottomMargin(room)
            root.setFrameFormat(form)

    def set_finds(self, ranges: list[tuple[int, int]]) -> None:
        """Colour what the find bar found."""
        self._finds = ranges
        self._paint_marks()

    def _paint_marks(self) -> None:
        selections = []
        for start, end in [*self._finds, *([self.marked] if self.marked else [])]:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = QTextCursor(self.document())
            selection.cursor.setPosition(start)
            selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.format.setBackground(self.themes.current.colour("highlight"))
            selections.append(selection)
        self.setExtraSelections(selections)

    def event(self, event: QEvent) -> bool:
        """Let the window's own keys through: this text is never edited."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(
                event.matches(QKeySequence.StandardKey.Copy)
                or event.matches(QKeySequence.StandardKey.SelectAll)
            )
            return True
        return super().event(event)


class _Sheet(QWidget):
    """One page picture with highlight boxes."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.themes = themes
        self.page = QSize()
        self.picture: QPixmap | None = None
        self.boxes: list[QRectF] = []  # in pixels of this widget

    def paintEvent(self, event: QPaintEvent) -> None:
        """The page, then the boxes multiplied over it, so that the words stay black."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.themes.current.colour("background"))
        painter.fillRect(0, 0, self.page.width(), self.page.height(), Qt.GlobalColor.white)
        if self.picture is not None:
            painter.drawPixmap(0, 0, self.picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for box in self.boxes:
            painter.fillRect(box, _MARKER)
        painter.end()


class PageView(QScrollArea):
    """A page of a PDF, at a size one can read: as wide as the pane where that is enough, else larger and
    scrolled to the highlight. Asks for pictures with ``page_wanted``."""

    page_wanted = Signal(int, int, float)  # source, page, pixels for each point

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paper")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.sheet = _Sheet(themes, self)
        self.setWidget(self.sheet)
        self.source_id = 0
        self.page = 1
        self.zoom = 1.0
        self.whole_width = False
        self._points = (0.0, 0.0)
        self._boxes: tuple[tuple[int, float, float, float, float], ...] = ()
        self._scroll_due = False

    def open(self, source_id: int, page: int, points: tuple[float, float], mark: Highlight | None) -> None:
        """Show a page of a source whose size in points is known; its picture is asked for."""
        self.source_id, self.page, self._points = source_id, page, points
        self._boxes = mark.boxes if mark is not None else ()
        self.sheet.picture = None
        self._scroll_due = True
        self._fit()

    def scale(self) -> float:
        """Logical pixels for each point: as wide as the pane, but never under what can be read unless the
        whole width is asked for; times the zoom."""
        if self._points[0] <= 0:
            return 1.0
        fitting = max(0.2, (self.viewport().width() - 2) / self._points[0])
        if self.whole_width:
            return fitting
        return min(_LARGEST, max(fitting, _READABLE) * self.zoom)

    def set_zoom(self, zoom: float) -> None:
        """1.0 is a size one can read."""
        self.zoom = max(0.5, min(4.0, zoom))
        self.whole_width = False
        self._scroll_due = bool(self._boxes)
        self._fit()

    def magnify(self, by: float) -> None:
        """Larger or smaller by a factor, from the size it has."""
        if self.whole_width:
            fitting = max(0.2, (self.viewport().width() - 2) / max(1.0, self._points[0]))
            self.zoom = fitting / max(fitting, _READABLE)
        self.set_zoom(self.zoom * by)

    def fit_width(self) -> None:
        """The page as wide as the pane, however small its letters."""
        self.whole_width = True
        self._scroll_due = bool(self._boxes)
        self._fit()

    def _fit(self) -> None:
        if not self.source_id:
            return
        scale = self.scale()
        width, height = round(self._points[0] * scale), round(self._points[1] * scale)
        self.sheet.page = QSize(width, height)
        self.sheet.resize(width, height + self.viewport().height() * 2 // 3)  # so that the last line can rise
        self.sheet.boxes = [
            QRectF(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale)
            for page, x0, y0, x1, y1 in self._boxes
            if page == self.page
        ]
        self.sheet.update()
        self._scroll_across()
        self.scroll_to_mark()
        self.page_wanted.emit(self.source_id, self.page, scale * self.devicePixelRatioF())

    def _scroll_across(self) -> None:
        """On a page wider than the pane: the highlight from its left edge, else the left edge of the text."""
        over = self.sheet.page.width() - self.viewport().width()
        if over <= 0:
            self.horizontalScrollBar().setValue(0)
            return
        left = min((box.left() for box in self.sheet.boxes), default=self.sheet.page.width() * _MARGIN)
        self.horizontalScrollBar().setValue(max(0, min(over, round(left - 12))))

    def show_picture(self, rendered: RenderedPage) -> None:
        """Put the picture of the wanted page on the sheet."""
        image = QImage(
            rendered.data, rendered.width, rendered.height, rendered.stride, QImage.Format.Format_RGB888
        )
        picture = QPixmap.fromImage(image)
        picture.setDevicePixelRatio(rendered.width / max(1, self.sheet.page.width()))
        self.sheet.picture = picture
        self.sheet.update()
        self.scroll_to_mark()

    def scroll_to_mark(self) -> None:
        """Bring the first highlight box into the upper third; without one, the top of the page."""
        if not self._scroll_due:
            return
        top = min((box.top() for box in self.sheet.boxes), default=0.0)
        self.verticalScrollBar().setValue(max(0, round(top - self.viewport().height() / 5)))
        if self.sheet.picture is not None:
            self._scroll_due = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Render at the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._scroll_due = bool(self._boxes)
            self._fit()
