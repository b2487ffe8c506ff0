"""Fixtures for all tests: no display, no key store, no home of the user, the same clock zone everywhere."""

import os
from pathlib import Path

# Before any test module can import Qt or keyring: both read these once.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ["TZ"] = "UTC"
os.environ["LC_ALL"] = "C.UTF-8"

import pytest

from lexdesk.evidence.importing.reader import ReaderHere

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


@pytest.fixture(autouse=True)
def _reads_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read in this process, which saves half a second each; tests of the helper process itself say
    ``@pytest.mark.usefixtures("helper_process")``. Without text recognition and LibreOffice, which not
    every machine has."""
    monkeypatch.setenv("LEXDESK_TESSERACT", "no")
    monkeypatch.setenv("LEXDESK_OFFICE", "no")
    if "helper_process" not in request.fixturenames:
        monkeypatch.setattr("lexdesk.evidence.library.ReaderProcess", ReaderHere)


@pytest.fixture
def helper_process() -> None:
    """Files are read as the product reads them."""
