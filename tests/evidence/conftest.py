"""Files for the evidence tests, made on the spot."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest

from lexdesk.evidence.library import Library
from lexdesk.matter import Matter

MakePdf = Callable[..., bytes]


@pytest.fixture
def make_pdf() -> MakePdf:
    """``make_pdf([[(x, y, text), ...], ...])``: a list of lines a page; ``prepare(page)`` draws more."""

    def make(
        pages: Sequence[Sequence[tuple[float, float, str]]],
        prepare: Callable[[pymupdf.Page], None] | None = None,
        **save: object,
    ) -> bytes:
        document = pymupdf.open()
        for lines in pages:
            page = document.new_page(width=595, height=842)
            for x, y, text in lines:
                page.insert_text((x, y), text, fontsize=11)
            if prepare is not None:
                prepare(page)
        content: bytes = document.tobytes(**save)
        document.close()
        return content

    return make


@pytest.fixture
def matter(matter_path: Path) -> Iterator[Matter]:
    with Matter.create(matter_path, name="Meridian", author="Edith Renn") as made:
        yield made


@pytest.fixture
def library(matter: Matter) -> Iterator[Library]:
    made = Library(matter)
    yield made
    made.close()
