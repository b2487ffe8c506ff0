"""Fixtures for all tests: no display, no key store, no home of the user, the same clock zone everywhere."""

import os
from pathlib import Path

# Before any test module can import Qt or keyring: both read these once.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ["TZ"] = "UTC"
os.environ["LC_ALL"] = "C.UTF-8"

import pytest

SHARED = Path(os.environ.get("LEXDESK_SHARED") or Path(__file__).resolve().parents[2] / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with field files and measuring sets. Tests that need it carry a ``skipif`` on it."""
    return SHARED


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, models and logs of the program go to a folder of this test alone."""
    monkeypatch.setenv("LEXDESK_HOME", str(tmp_path / "lexdesk-home"))


@pytest.fixture
def matter_path(tmp_path: Path) -> Path:
    """A path for a matter that does not exist yet."""
    return tmp_path / "Meridian.lexmatter"
