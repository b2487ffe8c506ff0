"""A run made again with another model: each proposal beside the old one, differences marked."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from lexdesk.assistant.agent_views import ReplayedCall, ReplayView
from lexdesk.desktop.parts import escaped_html, text_label
from lexdesk.desktop.themes import Theme, Themes
from lexdesk.desktop.words import Words


def pieces_html(call: ReplayedCall, theme: Theme) -> str:
    """The difference in words: what only the first said struck, what only the second says underlined."""
    form = {
        "equal": "{}",
        "delete": f'<s style="color:{theme.deletion}">{{}}</s>',
        "insert": f'<u style="color:{theme.insertion}">{{}}</u>',
    }
    return "".join(form[kind].format(escaped_html(text)) for kind, text in call.pieces)


class ReplaySheet(QDialog):
    """Nothing of it is staged; it says so."""

    def __init__(self, view: ReplayView, words: Words, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("replay.title"))
        self.resize(680, 460)
        note = words("replay.note", was=view.model_was, now=view.model_now, run=view.run_id)
        inside = QWidget()
        inside.setObjectName("inside")
        column = QVBoxLayout(inside)
        column.setSpacing(10)
        column.addWidget(text_label(inside, note))
        self.differences: list[QLabel] = []
        for call in view.calls:
            same = call.was == call.now
            head = words(
                "replay.same" if same else "replay.other",
                number=call.seq,
                purpose=words.said_part(call.purpose),
            )
            column.addWidget(text_label(inside, head, muted=same))
            if not same:
                label = QLabel(pieces_html(call, themes.current), inside)
                label.setTextFormat(Qt.TextFormat.RichText)
                label.setWordWrap(True)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                label.setAccessibleName(words("replay.spoken", was=call.was, now=call.now))
                column.addWidget(label)
                self.differences.append(label)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        close = QPushButton(words("dialog.close"), self)
        close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 12)
        layout.addWidget(area, 1)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
