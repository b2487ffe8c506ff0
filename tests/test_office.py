"""LibreOffice reads the redline: accepting ours gives the head's text, rejecting ours the import."""

import subprocess
import sys
from pathlib import Path

import pytest

from lexdesk.resources import resources
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from tests.assistant.jobs import LAWYER, accept_all, open_matter
from tests.assistant.obliging import obliging

ROOT = Path(__file__).resolve().parents[1]
AGREEMENT = resources() / "sample" / "supply-agreement.docx"
GONE = "Error: Reference source not found"


def office(source: Path, action: str, out: Path, profile: Path) -> Document:
    done = subprocess.run(
        [
            "/usr/bin/python3",
            str(ROOT / "tests" / "office_redlines.py"),
            source,
            LAWYER,
            action,
            out,
            profile,
        ],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[-1]) >= 5
    return Document.open(out.read_bytes())


def body(document: Document, original: bool = False) -> list[str]:
    shown = [p for p in document.paragraphs if p.part == "word/document.xml"]
    return [text for p in shown if (text := p.original if original else p.text).strip()]


def others(document: Document) -> list[tuple[str, str, str]]:
    return [(row.kind, row.author, row.text) for row in document.revisions if row.author != LAWYER]


@pytest.mark.office
@pytest.mark.skipif(sys.platform != "linux", reason="driven through the system's own LibreOffice")
@pytest.mark.timeout(600)
def test_p3_libreoffice_accepts_and_rejects_our_revisions_alone(tmp_path: Path) -> None:
    model = obliging(lambda clause: clause.replace("thirty (30)", "forty-five (45)"))
    with open_matter(tmp_path / "a.lexmatter", model, AGREEMENT) as desk:
        chat = desk.chats()[0].id
        for text in (
            "Delete Section 12.7 because its obligation appears to be duplicated elsewhere.",
            "Change the payment period in the fees clause from thirty to forty-five days.",
        ):
            accept_all(desk, desk.ask(chat, text).edit_ids)
        desk.export(desk.documents()[0][0], "redline", tmp_path / "redline.docx")
    imported = Document.open(AGREEMENT.read_bytes())
    redline = Document.open((tmp_path / "redline.docx").read_bytes())
    head = resolved(redline, "accept", LAWYER)

    accepted = office(tmp_path / "redline.docx", "accept", tmp_path / "accepted.docx", tmp_path / "office")
    rejected = office(tmp_path / "redline.docx", "reject", tmp_path / "rejected.docx", tmp_path / "office")

    # LibreOffice updates fields as it loads: the one that pointed at 12.7 shows that its target is gone,
    # which is what the warning of the deletion says.
    assert [text.replace(GONE, "12.7") for text in body(accepted)] == body(head)
    assert sum(GONE in text for text in body(accepted)) == 1
    assert body(rejected) == body(imported)
    assert body(rejected, original=True) == body(imported, original=True)
    assert others(accepted) == others(imported)
    assert others(rejected) == others(imported)
