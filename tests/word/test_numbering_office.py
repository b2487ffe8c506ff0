"""Our numbers beside those of LibreOffice, on the real agreements of the corpus."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lexdesk.word.document import Document
from tests.conftest import SHARED

_FOLDER = SHARED / "corpus" / "docx"


def ours(path: Path) -> list[str]:
    """Each line of the body as the page shows it: label, then text."""
    document = Document.open(path.read_bytes())
    lines: list[str] = []
    for paragraph in document.paragraphs:
        if paragraph.part == "word/document.xml" and paragraph.in_current:
            lines += f"{paragraph.label} {paragraph.text}".split("\n")
    return [line for line in map(plain, lines) if line]


def plain(line: str) -> str:
    """Blanks made one; bullets, which are no numbers, and soft hyphens out."""
    return " ".join(line.replace("\u00ad", "").replace("\u2022", " ").replace("\ufeff", "").split())


@pytest.mark.office
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.skipif(not _FOLDER.is_dir(), reason="the corpus of real documents is not here")
def test_labels_of_real_agreements_are_those_of_libreoffice(tmp_path: Path) -> None:
    names = ("oa__*.docx", "oxpt__HC048-Excerpt.docx", "safedocx__letter-of-intent.docx")
    paths = sorted(path for name in names for path in _FOLDER.glob(name))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    told = ["--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", str(tmp_path / "text")]
    subprocess.run(
        ["soffice", profile, *told, *map(str, paths)],
        check=True,
        capture_output=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert len(paths) >= 20
    for path in paths:
        exported = (tmp_path / "text" / f"{path.stem}.txt").read_text("utf-8")
        theirs = [line for line in map(plain, exported.split("\n")) if line]
        # No exception is named: in these files LibreOffice shows every number as Word does.
        assert ours(path) == theirs, path.name
