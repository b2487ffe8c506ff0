"""Light and dark: colours from ``resources/themes``, a palette and one style sheet made of them."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from lexdesk.desktop.style import SHEET
from lexdesk.resources import resources

CHOICES = ("system", "light", "dark")


@cache
def _colour(value: str) -> QColor:
    return QColor(value)


@dataclass(frozen=True)
class Theme:
    """The named colours of one theme, as "#rrggbb"."""

    name: str
    dark: bool
    background: str
    panel: str
    page: str
    text: str
    muted: str
    line: str
    accent: str
    on_accent: str
    soft: str
    chip: str
    insertion: str
    insertion_soft: str
    deletion: str
    deletion_soft: str
    warning: str
    warning_soft: str
    highlight: str
    selection: str

    def colour(self, name: str) -> QColor:
        """A named colour for painting; not to be changed by whoever gets it."""
        return _colour(getattr(self, name))


def load_theme(folder: Path, name: str) -> Theme:
    """Read one theme file. Raises KeyError or TypeError when a colour is missing."""
    table = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    return Theme(name=table["name"], dark=table["dark"], **table["colours"])


class Themes(QObject):
    """The theme in use. ``changed`` is sent after each switch; ``current`` holds the colours."""

    changed = Signal()

    def __init__(self, folder: Path, choice: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = {name: load_theme(folder, name) for name in ("light", "dark")}
        self.choice = choice if choice in CHOICES else "system"
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def current(self) -> Theme:
        """The theme that the choice comes to now."""
        if self.choice in self._themes:
            return self._themes[self.choice]
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._themes["dark" if dark else "light"]

    def switch(self, choice: str) -> None:
        """Use another theme at once."""
        if choice in CHOICES and choice != self.choice:
            self.choice = choice
            self.changed.emit()

    def _system_changed(self) -> None:
        if self.choice == "system":
            self.changed.emit()

    def sheet(self) -> str:
        """The style sheet of the window in the current colours."""
        text = SHEET.replace("@icons", (resources() / "icons").as_posix())
        theme = self.current
        for field in sorted(fields(Theme), key=lambda one: -len(one.name)):
            text = text.replace(f"@{field.name}", str(getattr(theme, field.name)))
        return text

    def palette(self) -> QPalette:
        """The palette of the window in the current colours."""
        theme = self.current
        palette = QPalette()
        role = QPalette.ColorRole
        for which, name in (
            (role.Window, "panel"),
            (role.WindowText, "text"),
            (role.Base, "page"),
            (role.AlternateBase, "panel"),
            (role.Text, "text"),
            (role.Button, "page"),
            (role.ButtonText, "text"),
            (role.ToolTipBase, "page"),
            (role.ToolTipText, "text"),
            (role.PlaceholderText, "muted"),
            (role.Highlight, "selection"),
            (role.HighlightedText, "text"),
            (role.Link, "accent"),
            (role.LinkVisited, "accent"),
        ):
            palette.setColor(which, theme.colour(name))
        for which in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, which, theme.colour("muted"))
        return palette
