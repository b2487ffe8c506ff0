"""The two SQLite libraries: the one of Python for plain matters, SQLCipher for sealed ones."""

import sqlite3
from typing import Any

from lexdesk.errors import LexDeskError
from lexdesk.matter.key import Key

try:
    from sqlcipher3 import dbapi2 as sqlcipher
except ImportError:  # a system for which there is no such package; plain matters work all the same
    sqlcipher = None

DRIVER_ERRORS: tuple[type[Exception], ...] = (
    (sqlite3.Error,) if sqlcipher is None else (sqlite3.Error, sqlcipher.Error)
)
"""The base classes of what the libraries raise: they do not share one."""


def connect(uri: str, busy_milliseconds: int, key: Key | None, by_cipher: bool = False) -> Any:
    """A connection for any thread (one uses it at a time; ``close`` may come from another).

    ``by_cipher`` opens a plain file with SQLCipher, which alone can copy it into a sealed one.
    """
    library: Any = sqlite3
    if key is not None or by_cipher:
        library = _sqlcipher()
    raw = library.connect(
        uri,
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=busy_milliseconds / 1000,
        cached_statements=256,
    )
    if key is not None:
        try:
            # Before the key: a page that does not fit is an error we translate, not a line on the terminal.
            raw.execute("PRAGMA cipher_log_level = NONE")
            raw.execute(f'PRAGMA key = "{key.literal}"')
        except BaseException:
            raw.close()
            raise
    return raw


def _sqlcipher() -> Any:
    if sqlcipher is None:
        raise LexDeskError(
            "Sealed matters cannot be used here: the package sqlcipher3 is not installed.",
            "Install it (pip install sqlcipher3), or open the matter on another machine.",
        )
    return sqlcipher
