"""Small real models, written once for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.models.local import LocalModel
from tests.models.tiny_gguf import endless, saying, write_model

SAID = "Ja, 合😀é!"


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose name no careless program survives."""
    folder = tmp_path_factory.mktemp("models") / "田中　花子 'ملف'"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def tiny(model_folder: Path) -> Path:
    """A model that answers everything with ``SAID``."""
    return write_model(model_folder / "tiny.gguf", saying(SAID))


@pytest.fixture(scope="session")
def talker(model_folder: Path) -> Path:
    """A model that never ends by itself, and reads prompts slowly enough to be interrupted."""
    return write_model(model_folder / "talker.gguf", endless(), layers=8, inner=2048)


@pytest.fixture(scope="module")
def model(tiny: Path) -> Iterator[LocalModel]:
    loaded = LocalModel(tiny, "tiny", threads=1)
    yield loaded
    loaded.close()
