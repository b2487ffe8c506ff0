"""Files are written whatever the clock of the laptop says."""

import io
import time
import zipfile

import docx
import pytest

from lexdesk.word.zip_entries import docx_bytes, zip_entry


@pytest.mark.parametrize(("seconds", "year"), [(86_400, 1980), (1_774_000_000, 2026), (5_000_000_000, 2107)])
def test_a_clock_out_of_reach_gives_the_nearest_date(
    monkeypatch: pytest.MonkeyPatch, seconds: int, year: int
) -> None:
    there = time.gmtime(seconds)
    monkeypatch.setattr("lexdesk.word.zip_entries.time.gmtime", lambda: there)
    document = docx.Document()
    document.add_paragraph("Reasons 理由")
    content = docx_bytes(document)
    assert docx.Document(io.BytesIO(content)).paragraphs[0].text == "Reasons 理由"
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert {entry.date_time[0] for entry in package.infolist()} == {year}
        assert package.testzip() is None
    assert zip_entry("a").date_time[0] == year
