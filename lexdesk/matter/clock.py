"""The time as the matter file stores it."""

from datetime import UTC, datetime


def now() -> str:
    """ISO 8601 in UTC with milliseconds: "2026-03-01T09:12:30.250+00:00"."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
