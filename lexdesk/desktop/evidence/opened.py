"""One open source: its text or page, what must be known of the citation, and the foot with its acts."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from lexdesk.assistant.views import Highlight, PinView, SourceView
from lexdesk.desktop.evidence.standing import kind_line, pin_lines
from lexdesk.desktop.evidence.viewer import PageView, SourceText
from lexdesk.desktop.findbar import FindBar
from lexdesk.desktop.fonts import SOURCE_SIZE, Fonts
from lexdesk.desktop.parts import Title, breakable
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_MOST_LINES, _FEWEST = 2, 1  # notices shown above the text; all of them are in the tool tip
_CLOSER, _FARTHER = 1.25, 0.8


class OpenSource(QWidget):
    """A viewer of sources. ``turned(by)`` and ``split_wanted`` are for the pane."""

    turned = Signal(int)
    split_wanted = Signal()
    cite_wanted = Signal()

    def __init__(self, words: Words, themes: Themes, fonts: Fonts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.source: SourceView | None = None
        self.number = 1
        self.pin: PinView | None = None
        self.short = False  # little height: one notice, the others in the tool tip
        self._unplaced = False
        self.empty = QLabel(self)
        self.empty.setWordWrap(True)
        self.empty.setObjectName("muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text = SourceText(themes, fonts, SOURCE_SIZE, self)
        self.page = PageView(themes, self)
        self.find = FindBar(self.text, words, self)
        self.find.found.connect(self.text.set_finds)
        self.stack = QStackedWidget(self)
        for widget in (self.empty, self.text, self.page):
            self.stack.addWidget(widget)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.find)
        column.addWidget(self.said)
        column.addWidget(self.stack, 1)
        column.addLayout(self._foot())
        words.bind(self.text, "setAccessibleName", "evidence.source")
        words.bind(self.page, "setAccessibleName", "evidence.source")
        words.changed.connect(self.say)
        self.say()

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        self.where = Title(self)
        row.addWidget(self.where, 1)
        self.cite = self._button("❝", "evidence.copy_cite", self.cite_wanted.emit)
        self.smaller = self._button("−", "evidence.smaller", lambda: self.page.magnify(_FARTHER))
        self.larger = self._button("+", "evidence.larger", lambda: self.page.magnify(_CLOSER))
        self.wide = self._button("↔", "evidence.fit", self.page.fit_width)
        self.split = self._button("⊟", "evidence.split", self.split_wanted.emit)
        self.before = self._button("‹", "evidence.page_before", lambda: self.turned.emit(-1))
        self.after = self._button("›", "evidence.page_after", lambda: self.turned.emit(1))
        for button in (
            self.cite, self.smaller, self.larger, self.wide, self.split, self.before, self.after,
        ):  # fmt: skip
            row.addWidget(button)
        return row

    def _button(self, sign: str, key: str, act) -> QPushButton:
        button = QPushButton(sign, self)
        button.setProperty("quiet", True)
        self.words.bind(button, "setAccessibleName", key)
        self.words.bind(button, "setToolTip", key)
        button.clicked.connect(lambda _checked=False: act())
        button.setFixedWidth(28)
        return button

    def forget(self) -> None:
        """Show nothing."""
        self.source, self.pin, self._unplaced = None, None, False
        self.text.show_text("")
        self.page.source_id = 0
        self.stack.setCurrentWidget(self.empty)
        self.say()

    def show_text(self, source: SourceView | None, text: str, mark: Highlight | None) -> None:
        """The text of an unpaged source, highlighted at the mark."""
        self.source, self.number, self._unplaced = source, 1, False
        if self.text.text != text or not text:
            self.text.show_text(text)
        self.stack.setCurrentWidget(self.text)
        self.text.marked = None
        self.text.mark(mark.start if mark else 0, mark.end if mark else 0)
        self.say()

    def show_page(
        self, source: SourceView | None, page: int, points: tuple[float, float], mark: Highlight | None
    ) -> None:
        """A page of which the size is known, and the boxes on it; its picture follows."""
        self.source, self.number = source, page
        self._unplaced = mark is not None and not mark.boxes
        self.stack.setCurrentWidget(self.page)
        self.page.open(source.id if source else 0, page, points, mark)
        self.say()

    def show_pin(self, pin: PinView | None) -> None:
        """Say what must be known of the citation that is open; None when it is no citation."""
        self.pin = pin
        self.say()

    def say(self) -> None:
        """Fit every word to what is open."""
        self.empty.setText(self.words("evidence.empty"))
        source = self.source
        paged = source is not None and source.paged
        for button in (self.before, self.after, self.smaller, self.larger, self.wide):
            button.setVisible(paged)
        self.cite.setVisible(self.pin is not None)
        if source is None:
            self.where.setText("")
        elif paged:
            name = source.short_name or source.title
            self.where.setText(
                self.words("evidence.page", name=name, page=self.number, pages=source.page_count)
            )
            self.before.setEnabled(self.number > 1)
            self.after.setEnabled(self.number < source.page_count)
        else:
            self.where.setText(source.short_name or source.title)
        self._say_standing()

    def _say_standing(self) -> None:
        lines = [self.words("evidence.not_placed")] if self._unplaced else []
        line = ""
        pin = self.pin
        if pin is not None and pin.standing is not None:
            line = kind_line(pin.standing, self.words)
            lines += pin_lines(pin, self.words)
        most = _FEWEST if self.short else _MOST_LINES
        shown = [*([line] if line else []), *(f"▲ {one}" for one in lines[:most])]
        if len(lines) > most:
            shown[-1] += f"  (+{len(lines) - most})"
        grave = self._unplaced or (pin is not None and pin.standing is not None and pin.standing.earlier)
        self.said.setObjectName("advisory" if grave else "muted")
        self.said.setStyleSheet("")  # the name decides the looks
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(breakable("\n".join(shown)))
        self.said.setToolTip("\n".join([line, *lines]).strip())
        self.said.setVisible(bool(shown))
