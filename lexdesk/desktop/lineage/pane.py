"""Change records as a list, each with its reason and the way to the packet behind it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.views import HunkView
from lexdesk.desktop.authors import Authors
from lexdesk.desktop.parts import clock, escaped_html, one_line
from lexdesk.desktop.table import Line, Table
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words

_HEADS = ("clause", "version", "what", "who")


def _settled(one: HunkView) -> bool:
    """True for half of a tracked replacement, settled as the text already read: only the record says which
    words were decided."""
    return one.kind != "move" and one.removed == one.added and bool(one.explanation)


class LineagePane(QWidget):
    """A sentence, the records it rests on, and the chosen record in full."""

    packet_wanted = Signal(int)  # edit
    place_wanted = Signal(object)  # HunkView
    version_wanted = Signal(int, int)  # numbers of the versions before and after

    def __init__(self, words: Words, themes: Themes, authors: Authors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.themes, self.authors = words, themes, authors
        self.hunks: list[HunkView] = []
        self._said: tuple[str, dict[str, object]] = ("history.start", {})
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.table = Table(themes, (54, 64, 0, 92), self)
        self.detail = QLabel(self)
        self.packet = QPushButton(self)
        self.place = QPushButton(self)
        self.pair = QPushButton(self)
        self._make()
        words.changed.connect(self._render)
        themes.changed.connect(self._render)
        authors.changed.connect(self._render)
        self._render()

    def _make(self) -> None:
        self.detail.setWordWrap(True)
        self.detail.setTextFormat(Qt.TextFormat.RichText)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.detail.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.words.bind(self.table, "setAccessibleName", "history.list")
        self.table.chosen.connect(lambda _target: self._show_chosen())
        self.table.opened.connect(lambda _target: self._open())
        for button, key, act in (
            (self.packet, "history.packet", self._open),
            (self.place, "history.place", lambda: self._emit(self.place_wanted)),
            (self.pair, "history.pair", self._compare),
        ):
            self.words.bind(button, "setText", key)
            button.setProperty("quiet", True)
            button.clicked.connect(lambda _checked=False, act=act: act())
        inside = QWidget()
        inside.setObjectName("inside")
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(self.detail)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        self.words.bind(scroll, "setAccessibleName", "history.detail")
        scroll.setWidget(inside)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(scroll)
        split.setSizes([345, 225])
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 3)
        head.addWidget(self.sentence, 1)
        for button in (self.pair, self.place, self.packet):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(split, 1)

    def show_hunks(self, hunks: Sequence[HunkView], key: str, **values: object) -> None:
        """Show records, newest first, under the sentence of a word key."""
        self.hunks = list(reversed(hunks))
        self._said = key, values
        self.table.choose("")
        self._render()
        if self.hunks:
            self.table.choose(str(self.hunks[0].id))
            self._show_chosen()

    def chosen(self) -> HunkView | None:
        """The record in full view."""
        current = self.table.current()
        return next((one for one in self.hunks if str(one.id) == current), None)

    def _render(self) -> None:
        key, values = self._said
        self.sentence.setText(self.words(key, **values))
        self.sentence.setAccessibleName(self.sentence.text())
        self.table.set_heads(tuple(self.words(f"history.{name}_head") for name in _HEADS))
        dark = self.themes.current.dark
        lines = []
        for one in self.hunks:
            said = self.words("history.step", before=one.from_number, after=one.to_number)
            instead = [
                f"−{one_line(one.removed)}" if one.removed else "",
                f"+{one_line(one.added)}" if one.added else "",
            ]
            if _settled(one):
                instead = [one_line(one.explanation)]
            lines.append(
                Line(
                    str(one.id),
                    (
                        one.label or "–",
                        said,
                        one.instruction or " ".join(part for part in instead if part),
                        one.decided_by,
                    ),
                    strong=one.source == "apply_time",
                    dots=((3, self.authors.colour(one.decided_by, dark)),),
                )
            )
        self.table.show_lines(lines)
        self._show_chosen()

    def _show_chosen(self) -> None:
        one = self.chosen()
        self.packet.setEnabled(one is not None and one.edit_id is not None)
        self.place.setEnabled(one is not None)
        self.pair.setEnabled(one is not None)
        self.detail.setText("" if one is None else self._in_full(one))

    def _in_full(self, one: HunkView) -> str:
        theme = self.themes.current
        words = self.words
        head = words("history.head", label=one.label or "–", before=one.from_number, after=one.to_number)
        by = f"{one.decided_by} · {clock(one.at)} · {words.word('record_kind', one.source)}"
        parts = [
            f"<b>{escaped_html(head)}</b>",
            f"<span style='color:{theme.muted}'>{escaped_html(by)}</span>",
        ]
        if one.instruction:
            parts.append(f"<b>{escaped_html(words('card.why'))}</b> “{escaped_html(one.instruction)}”")
        if one.removed and not _settled(one):
            parts.append(f"<s style='color:{theme.deletion}'>{escaped_html(one.removed)}</s>")
        if one.added and not _settled(one):
            parts.append(f"<u style='color:{theme.insertion}'>{escaped_html(one.added)}</u>")
        if one.explanation:
            parts.append(
                f"<b>{escaped_html(words('history.explanation'))}</b> {escaped_html(one.explanation)}"
            )
        parts.append(
            f"<span style='color:{theme.muted}'>{escaped_html(words(f'history.note_{one.source}'))}</span>"
        )
        return "<br><br>".join(parts)

    def _open(self) -> None:
        one = self.chosen()
        if one is not None and one.edit_id is not None:
            self.packet_wanted.emit(one.edit_id)
        elif one is not None:
            self.place_wanted.emit(one)

    def _emit(self, signal: Signal) -> None:
        one = self.chosen()
        if one is not None:
            signal.emit(one)

    def _compare(self) -> None:
        one = self.chosen()
        if one is not None:
            self.version_wanted.emit(one.from_number, one.to_number)
