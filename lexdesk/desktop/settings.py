"""What the window remembers between two starts. Nothing of a matter is kept here but its path."""

import tempfile
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from lexdesk.settings import Settings

_RECENT = 12
SHARED = ("backups_kept", "lock_minutes")
"""Numbers that the command line knows too."""


class WindowSettings:
    """Typed access to a ``QSettings``; broken values count as not set.

    With ``user`` the language, the theme and the recent matters are the user's own settings, which the
    command line shares.
    """

    def __init__(self, store: QSettings, user: Settings | None = None) -> None:
        self.store = store
        self.user = user
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    def of_user(cls, user: Settings) -> "WindowSettings":
        """The layout in ``window.ini`` beside the user's settings."""
        return cls(QSettings(str(user.path.parent / "window.ini"), QSettings.Format.IniFormat), user)

    @classmethod
    def forgetful(cls) -> "WindowSettings":
        """Settings that are gone with the window. Their file lies in a folder of its own: ``QSettings``
        replaces the file it is given, so it must never be given a device."""
        folder = tempfile.TemporaryDirectory(prefix="lexdesk-window-")
        made = cls(QSettings(str(Path(folder.name) / "window.ini"), QSettings.Format.IniFormat))
        made._folder = folder
        return made

    def text(self, key: str, default: str) -> str:
        """A word."""
        if self.user is not None and key in ("language", "theme"):
            return str(getattr(self.user, key)) or default
        value = self.store.value(key)
        return value if isinstance(value, str) and value else default

    def number(self, key: str, default: int) -> int:
        """A whole number."""
        if self.user is not None and key in SHARED:
            return int(getattr(self.user, key))
        try:
            return int(str(self.store.value(key, default)))
        except ValueError:
            return default

    def shape(self, key: str) -> QByteArray | None:
        """A saved geometry or splitter state."""
        value = self.store.value(key)
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def numbers(self, key: str) -> list[int]:
        """A list of whole numbers, empty if none or broken."""
        try:
            return [int(one) for one in self.text(key, "").split(" ") if one]
        except ValueError:
            return []

    def keep(self, key: str, value: object) -> None:
        """Remember a value."""
        if self.user is not None and key in ("language", "theme", *SHARED):
            if getattr(self.user, key) != value:
                setattr(self.user, key, value)
                self.user.save()
            return
        self.store.setValue(key, value)

    def recent(self) -> list[Path]:
        """Matters opened before, the last one first."""
        if self.user is not None:
            return [Path(name) for name in self.user.recent]
        return [Path(line) for line in self.text("recent", "").split("\n") if line]

    def add_recent(self, path: Path) -> None:
        """Put a matter at the head of the recent ones."""
        if self.user is not None:
            self.user.remember(path)
            return
        paths = [path, *(one for one in self.recent() if one != path)][:_RECENT]
        self.store.setValue("recent", "\n".join(str(one) for one in paths))
