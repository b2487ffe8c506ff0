"""What the window remembers between two starts. Nothing of a matter is kept here but its path."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_RECENT = 12


class WindowSettings:
    """Typed access to a ``QSettings``; broken values count as not set."""

    def __init__(self, store: QSettings) -> None:
        self.store = store

    @classmethod
    def in_folder(cls, folder: Path) -> "WindowSettings":
        """Settings in ``window.ini`` of a folder, which is made if need be."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat))

    def text(self, key: str, default: str) -> str:
        """A word."""
        value = self.store.value(key)
        return value if isinstance(value, str) and value else default

    def number(self, key: str, default: int) -> int:
        """A whole number."""
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
        self.store.setValue(key, value)

    def recent(self) -> list[Path]:
        """Matters opened before, the last one first."""
        return [Path(line) for line in self.text("recent", "").split("\n") if line]

    def add_recent(self, path: Path) -> None:
        """Put a matter at the head of the recent ones."""
        paths = [path, *(one for one in self.recent() if one != path)][:_RECENT]
        self.store.setValue("recent", "\n".join(str(one) for one in paths))
