"""Back and forward over the jumps of one pane."""

from typing import Generic, TypeVar

T = TypeVar("T")
_MOST = 200


class Jumps(Generic[T]):
    """A list of places and where we are in it, as in a browser."""

    def __init__(self) -> None:
        self._places: list[T] = []
        self._at = -1

    def push(self, place: T) -> None:
        """A new jump; what lay forward of here is forgotten. The same place twice is one jump."""
        if self._at >= 0 and self._places[self._at] == place:
            return
        self._places = [*self._places[: self._at + 1], place][-_MOST:]
        self._at = len(self._places) - 1

    def back(self) -> T | None:
        """The place before, or None."""
        if self._at <= 0:
            return None
        self._at -= 1
        return self._places[self._at]

    def forward(self) -> T | None:
        """The place after, or None."""
        if self._at + 1 >= len(self._places):
            return None
        self._at += 1
        return self._places[self._at]

    def clear(self) -> None:
        """Forget everything."""
        self._places, self._at = [], -1
