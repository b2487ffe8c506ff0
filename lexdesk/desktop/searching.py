"""Search across the matter: its sources through the desk, the documents in view through their text."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QVBoxLayout, QWidget

from lexdesk.assistant.views import DocumentView, SourceView
from lexdesk.desktop.outline.rows import Row, Rows
from lexdesk.desktop.parts import one_line
from lexdesk.desktop.session import MatterSession
from lexdesk.desktop.themes import Themes
from lexdesk.desktop.words import Words
from lexdesk.evidence.search.found import Found

_MOST = 100
_MOST_LEFT_OUT = 3


@dataclass(frozen=True)
class _Place:
    key: str
    label: str
    text: str


class SearchDialog(QDialog):
    """Enter or a click opens a place; the dialog stays open for the next one."""

    passage_opened = Signal(int)
    paragraph_opened = Signal(str, str)

    def __init__(self, session: MatterSession, words: Words, themes: Themes, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("search.title"))
        self.resize(620, 460)
        self.session, self.words = session, words
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(words("search.field"))
        self.field.setAccessibleName(words("search.field"))
        self.count = QLabel(self)
        self.count.setObjectName("muted")
        self.rows = Rows(themes, self)
        self.rows.setAccessibleName(words("search.found"))
        self.rows.opened.connect(self._open)
        self.left_out = QLabel(self)
        self.left_out.setObjectName("muted")
        self.left_out.setWordWrap(True)
        self._timer = QTimer(self, singleShot=True, interval=200)
        self._timer.timeout.connect(self.search)
        self.field.textChanged.connect(self._timer.start)
        self.field.returnPressed.connect(self.search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(8)
        for widget in (self.field, self.count, self.rows, self.left_out):
            layout.addWidget(widget)

    def search(self) -> None:
        """Look the text up; one Chinese sign is enough."""
        self._timer.stop()
        text = self.field.text().strip()
        if not text:
            self.rows.show_rows([])
            self.count.setText("")
            self.left_out.setText("")
            return
        desk, view = self.session.desk, self.session.view
        self.session.jobs.call(
            lambda: (places_in(view, text), desk.find(text, limit=_MOST), desk.sources()),
            done=self._found,
            key="search",
        )

    def _found(self, result: tuple[list[_Place], Found, list[SourceView]]) -> None:
        places, found, sources = result
        hits = found.hits
        names = {source.id: source for source in sources}
        rows = [
            Row(
                f"p:{place.key}",
                one_line(place.text),
                f"{self.words('search.document')} {place.label}",
                strong=True,
            )
            for place in places[:_MOST]
        ]
        for hit in hits:
            source = names.get(hit.source_id)
            name = (source.short_name or source.title) if source else ""
            page = self.words("search.page", page=hit.page_from) if source and source.paged else ""
            rows.append(Row(f"s:{hit.passage_id}", one_line(hit.text), f"{name} {page}".strip(), strong=True))
        self.rows.show_rows(rows)
        more = len(places) > _MOST or len(hits) >= _MOST
        word = "search.count_more" if more else "search.count"
        said = self.words.count(word, len(rows)) if rows else self.words("find.none")
        if rows and found.asks and not found.answered and not places:
            said = f"{self.words('search.unanswered')} {said}"
        self.count.setText(said)
        shown = [self.words.said(one) for one in found.not_searched[:_MOST_LEFT_OUT]]
        if len(found.not_searched) > len(shown):
            shown.append(self.words("search.more_left_out", count=len(found.not_searched) - len(shown)))
        self.left_out.setText("\n".join(shown))
        self.left_out.setVisible(bool(shown))

    def _open(self, target: str) -> None:
        kind, _, name = target.partition(":")
        if kind == "p":
            self.paragraph_opened.emit(name, self.field.text().strip())
        else:
            self.passage_opened.emit(int(name))

    def keyPressEvent(self, event) -> None:
        """Down goes from the field into the list."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus() and self.rows.count():
            self.rows.setFocus()
            self.rows.setCurrentRow(0)
            return
        super().keyPressEvent(event)


def places_in(view: DocumentView | None, text: str) -> list[_Place]:
    """Paragraphs of the document in view that hold the text, without regard to case."""
    if view is None:
        return []
    wanted = text.lower()
    found = []
    for paragraph in view.paragraphs:
        whole = "".join(piece.text for piece in paragraph.pieces)
        at = whole.lower().find(wanted)
        if at >= 0:
            start = max(0, at - 40)
            found.append(
                _Place(paragraph.key, paragraph.label, ("…" if start else "") + whole[start : at + 120])
            )
    return found
