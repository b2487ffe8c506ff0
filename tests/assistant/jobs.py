"""The main job as a test drives it: new matter, instruct, look, accept, export."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Model
from lexdesk.matter.file import Matter
from lexdesk.word.document import Document

LAWYER = "A. Lawyer"


@contextmanager
def open_matter(path: Path, model: Model | None, document: Path | None = None) -> Iterator[Desk]:
    """A new matter with one agreement."""
    with Desk(Matter.create(path, name="Test", author=LAWYER), lambda: model) as desk:
        if document is not None:
            desk.import_document(document)
        yield desk


def accept_all(desk: Desk, edit_ids: tuple[int, ...]) -> None:
    """Look at every warning, then accept."""
    for edit_id in edit_ids:
        desk.show_advisories(edit_id)
        desk.accept([edit_id])


def texts(document: Document) -> list[str]:
    """Current text of the body, paragraph by paragraph."""
    return [p.text for p in document.paragraphs if p.in_current and p.part == "word/document.xml"]
