"""Fixtures of the review's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.review.desks import AGREEMENT, Desk, open_desk, word_file


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = open_desk(tmp_path / "test.lexmatter", word_file(AGREEMENT))
    yield made
    made.matter.close()
