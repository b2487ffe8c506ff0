"""What the command line needs of the program; ``app.py`` provides it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lexdesk.assistant.desk import Desk
from lexdesk.errors import LexDeskError
from lexdesk.settings import Places, Settings


class NoWindow(LexDeskError):
    """A library that the window needs is not on this machine; everything else works."""

    code = "no_window"

    def __init__(self, error: ImportError) -> None:
        super().__init__(
            f"The window cannot be drawn here: {error}.",
            "On Debian and Ubuntu: sudo apt-get install libegl1 libgl1 fontconfig-config fonts-dejavu-core. "
            "The command line works without them.",
        )


class ModelList(Protocol):
    """The models of this user (``lexdesk.models.catalogue.ModelStore``)."""

    def list(self) -> list[Any]: ...
    def add(self, path: Path, name: str = "") -> Any: ...
    def get(
        self, name: str, progress: Callable[[int, int, str], None] = ..., cancelled: Callable[[], bool] = ...
    ) -> Any: ...
    def use(self, name: str) -> Any: ...
    def chosen(self) -> Any: ...
    def forget(self, name: str) -> None: ...
    def search_without(self) -> None: ...


@dataclass(frozen=True)
class Host:
    """``open_desk(path, read_only)`` and ``new_desk(path, name)`` give open matters (both take a
    ``passphrase``); ``show`` opens the
    window and returns its exit status; ``picture(desk, path)`` draws it into a PNG without a display."""

    places: Places
    settings: Settings
    models: ModelList
    open_desk: Callable[..., Desk]
    new_desk: Callable[..., Desk]
    show: Callable[[Path | None], int]
    show_demo: Callable[[Path, Path], int]
    picture: Callable[[Desk, Path], None]
    set_remote: Callable[[str, str, str], str]


class NoMatterNamed(LexDeskError):
    """No matter was named and none is open."""

    code = "no_matter"

    def __init__(self) -> None:
        super().__init__(
            "No matter is named.",
            "Name one with -m FILE.lexmatter, or open one first with “lexdesk open FILE”.",
        )
