"""A line above the page: what is special about what it shows, with the way out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from lexdesk.desktop.parts import announce, restyle


class PageNotice(QWidget):
    """Hidden while there is nothing to say. ``pressed`` comes from its button, if it has one."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None, level: str = "info") -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("level", level)
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton(self)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 10, 4)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        self.hide()

    def say(self, text: str, button: str = "") -> None:
        """Show a sentence, "" to hide it; without a word for the button there is none."""
        fresh = text != self.label.text()
        self.label.setText(text)
        self.label.setAccessibleName(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.setVisible(bool(text))
        restyle(self)
        if text and fresh:
            announce(self.label, text)
