"""Steady colours of authors: the place of a name is kept with the matter, the colours with the theme."""

from PySide6.QtCore import QObject, Signal

_LIGHT = ("#2f5d8a", "#8a5a00", "#6b3fa0", "#0f6b6b", "#9c3d6e", "#5b6b1f", "#7a4a2b", "#3f6f3f")
_DARK = ("#8ab4e0", "#f0c56a", "#c0a2ea", "#79cfcf", "#eaa0c4", "#c3d37a", "#e0b394", "#9fd09f")


class Authors(QObject):
    """Colours by name. A name without a place is grey until the matter has given it one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: dict[str, int] = {}

    def show_places(self, places: dict[str, int]) -> None:
        """The places that the matter keeps."""
        if places != self._places:
            self._places = dict(places)
            self.changed.emit()

    def colour(self, name: str, dark: bool) -> str:
        """The colour of an author, readable on the page of the theme."""
        colours = _DARK if dark else _LIGHT
        place = self._places.get(name)
        return ("#8a8f98" if dark else "#6f747b") if place is None else colours[place % len(colours)]
