"""The window as a picture, for the demo and the README. Works without a display."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import open_window, screenshot, settle
from lexdesk.settings import Settings


def draw_window(desk: Any, settings: Settings, path: Path) -> None:
    """Draw the window of an open desk at its first waiting change (else its own last one, else the first)
    with that change's first source open. The desk stays open; nothing is decided, recorded or remembered.
    Raises OSError when ``path`` cannot be written."""
    looks = WindowSettings.forgetful()
    looks.keep("theme", settings.theme)
    looks.keep("language", settings.language)
    window = open_window(_LookedAt(desk), looks)
    window.resize(1366, 768)
    settle(window)
    session = window.session
    if session is not None and session.changes:
        changes = session.ordered()
        waiting = [one for one in changes if one.state == "staged"]
        own = [one for one in changes if one.origin == "ours"]
        session.choose((waiting or own[-1:] or changes)[0].id)
        settle(window)
        card = session.card
        pins = [pin for pin in card.pins if pin.source_id is not None] if card else []
        said = [
            pin
            for talk in window.panes.chat.talks.values()
            for message in reversed(talk.messages)
            if message.view is not None
            for claim in message.view.claims
            for pin in claim.pins
            if pin.source_id is not None
        ]
        if pins or said:
            window.reading.open_pin((pins or said)[0])
    try:
        screenshot(window, path)
    finally:
        window.close()
        window.deleteLater()


class _LookedAt:
    """A desk that the window may look at, but not close; that a picture was drawn is no showing of
    warnings to a person."""

    def __init__(self, desk: Any) -> None:
        self._desk = desk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    def show_advisories(self, edit_id: int) -> None:
        """Nobody has read them."""

    def author_places(self, names: Sequence[str] = (), keep: bool = True) -> dict[str, int]:
        """Colours for the picture alone; the matter keeps none of them."""
        return dict(self._desk.author_places(names, keep=False))

    def close(self) -> None:
        """Whoever opened the desk closes it."""
