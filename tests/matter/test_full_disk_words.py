"""A full disk is told as one, also where only the driver's words say so. P12."""

import sqlite3
from pathlib import Path

from lexdesk.matter.driver import translate
from lexdesk.matter.errors import DiskFull


def test_a_full_disk_inside_a_function_of_the_driver_is_a_full_disk() -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_ERROR
    assert isinstance(translate(error, Path("m.lexmatter")), DiskFull)
