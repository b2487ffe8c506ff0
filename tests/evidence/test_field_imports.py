"""Field files through the import: what the lawyer is told, and what is kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.evidence.errors import PasswordNeeded
from lexdesk.evidence.importing.messages import At, Job
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.marks import COVERED
from lexdesk.matter import Matter
from tests.conftest import SHARED

pytestmark = pytest.mark.skipif(not (SHARED / "field").is_dir(), reason="the field files are not here")
FIELD = SHARED / "field"


def codes(matter: Matter, source_id: int) -> list[str]:
    return [finding.code for finding in matter.read().sources.findings(source_id)]


@pytest.mark.parametrize("number", ["013", "014", "015"])
def test_field_quotes_stand_in_the_text_as_written(library: Library, matter: Matter, number: str) -> None:
    (path,) = FIELD.glob(f"{number}_*.pdf")
    source, _ = library.add(path)
    text = " ".join(matter.read().sources.text(source.id).split())
    for quote in json.loads((FIELD / f"{number}_quotes.json").read_text(encoding="utf-8")):
        state = library.check_quote(source.id, quote["quote"]).state
        assert (state in {"exact", "normalised"}) is quote["expect"].startswith("found"), quote
    assert text


def test_field_020_a_password_is_asked_for_and_not_kept(library: Library, matter: Matter) -> None:
    with pytest.raises(PasswordNeeded, match="opens only with a password"):
        library.add(FIELD / "020_encrypted_user_password.pdf")
    assert matter.read().sources.list() == []
    source, _ = library.add(FIELD / "020_encrypted_user_password.pdf", password="open-me")
    assert matter.read().sources.text(source.id).strip()
    assert b"open-me" not in matter.path.read_bytes()
    other, _ = library.add(FIELD / "020_encrypted_owner_only.pdf")
    assert "copying_restricted" in codes(matter, other.id)


def test_field_022_words_under_a_box_are_not_in_the_matter(library: Library, matter: Matter) -> None:
    source, _ = library.add(FIELD / "022_black_box.pdf")
    text = matter.read().sources.text(source.id)
    assert COVERED in text
    assert "310,000" not in text
    assert "text_under_box" in codes(matter, source.id)


def test_field_023_a_long_file_is_taken_up_where_it_was_cut_off(matter: Matter) -> None:
    begun: list[int] = []

    class Noting(ReaderHere):
        def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]):  # type: ignore[no-untyped-def]
            for message in super().read(content, job, cancelled):
                if isinstance(message, At):
                    begun.append(message.page)
                    if len(begun) == 500:
                        raise KeyboardInterrupt
                yield message

    library = Library(matter, Noting)
    kept: list[int] = []
    path: Path = FIELD / "023_1200_pages.pdf"
    with pytest.raises(KeyboardInterrupt):
        library.add(path, progress=lambda done, total: kept.append(done))
    source, _ = library.add(path)
    assert begun[500:] == list(range(kept[-1] + 1, 1201))
    assert kept[-1] >= 300
    (hit,) = [hit for hit in library.search("TOK-1200") if "TOK-1200" in hit.text]
    assert hit.page_from == 1200
    library.close()
    assert source.page_count == 1200


def test_field_056_hidden_corners_are_told(library: Library, matter: Matter) -> None:
    source, _ = library.add(FIELD / "056_hidden_corners.docx")
    told = codes(matter, source.id)
    assert "concealed_text" in told
    assert "machine_directed_sentence" in told
