"""The matter itself and its settings."""

from typing import Any

from lexdesk.matter import schema
from lexdesk.matter.driver import Connection
from lexdesk.matter.records import MatterInfo

CHANGEABLE = ("name", "author", "as_of", "jurisdiction", "remote_allowed")


class MatterStore:
    """The one row that says what this matter is."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def info(self) -> MatterInfo:
        """Name, author, dates, permissions; ``schema_version`` is that of the file, not of the program."""
        version = self._db.value("PRAGMA user_version")
        info = self._db.record(
            MatterInfo, "FROM matter", schema_version=lambda _name: f"{version >> 16}.{version & 0xFFFF}"
        )
        assert info is not None, "every matter is created with its row"
        return info

    def update(self, **fields: Any) -> None:
        """Set any of name, author, as_of (ISO date or ""), jurisdiction, remote_allowed."""
        check_fields(fields, CHANGEABLE)
        self._db.update("matter", 1, **fields)


class Settings:
    """Texts by key that travel with the matter."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def get(self, key: str, default: str = "") -> str:
        """The value, or ``default`` when it was never set."""
        found = self._db.value("SELECT value FROM settings WHERE key = ?", (key,))
        return default if found is None else str(found)

    def set(self, key: str, value: str) -> None:
        """Set a value; the one before is overwritten (the audit row of the act should name it)."""
        self._db.run(
            """INSERT INTO settings (key, value) VALUES (?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value""",
            (key, value),
        )


def check_fields(fields: dict[str, Any], allowed: tuple[str, ...]) -> None:
    """Column names go into SQL, so only known ones pass; anything else is a programming error."""
    unknown = set(fields) - set(allowed)
    if unknown or not fields:
        raise TypeError(
            f"these fields cannot be set: {sorted(unknown) or 'none given'}; allowed: {list(allowed)}"
        )


def new_matter(connection: Connection, name: str, uuid: str, created_at: str, author: str) -> None:
    """The first row of a new file."""
    connection.insert("matter", id=1, name=name, uuid=uuid, created_at=created_at, author=author)


def supported(version: int) -> tuple[bool, bool]:
    """For a ``user_version``: may this program open it at all, may it write."""
    major, minor = version >> 16, version & 0xFFFF
    return major == schema.MAJOR, major == schema.MAJOR and minor <= schema.MINOR
