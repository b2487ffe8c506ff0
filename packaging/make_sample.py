"""Make the files of the sample matter: ``python packaging/make_sample.py [FOLDER]``.

The texts lie in ``packaging/sample``; the finished files go to ``resources/sample`` unless another folder is
named. The same texts give the same bytes, so a change of the sample shows as a change of its text.
"""

import sys
from pathlib import Path

from sample_docx import write_docx
from sample_pdf import PdfText, write_pdf

TEXTS = Path(__file__).parent / "sample"
REPO = Path(__file__).parent.parent
COPIED = ("brackenridge-v-orlo.txt", "client-email.eml", "playbook.md", "sample.toml")


def _text(name: str) -> str:
    return (TEXTS / name).read_text("utf-8")


def _statute(year: int, number: int, date: str) -> bytes:
    title = f"Retention of Records Act {year}"
    running = f"{title} (Norland, No. {number} of {year})"
    return write_pdf(PdfText(_text(f"retention-act-{year}.html"), title, running, date))


def sample_files() -> dict[str, bytes]:
    """Every file of the sample, by name."""
    agreement = _text("agreement-body.txt") + _text("agreement-schedules.txt")
    header = "Ostrava Pigments / Kilnbrook: Supply Agreement, draft of 12 May 2025"
    halden = PdfText(
        _text("halden-v-merrow.html"),
        "Halden Glassworks Ltd v Merrow Minerals plc [2023] NCA 88",
        "Halden Glassworks v Merrow Minerals (CA)",
        "2023-03-14",
        first_page=412,
    )
    return {
        "supply-agreement.docx": write_docx(agreement, "Supply Agreement", header, "2025-05-12"),
        "earlier-draft.docx": write_docx(
            _text("earlier-draft.txt"),
            "Supply Agreement, first draft",
            "First draft, 3 March 2025",
            "2025-03-03",
        ),
        "retention-act-2021.pdf": _statute(2021, 31, "2021-09-22"),
        "retention-act-2009.pdf": _statute(2009, 12, "2009-06-03"),
        "halden-v-merrow.pdf": write_pdf(halden),
        **{name: (TEXTS / name).read_bytes() for name in COPIED},
    }


def make(folder: Path) -> list[Path]:
    """Write every file of the sample into ``folder``, which is made; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, content in sample_files().items():
        (folder / name).write_bytes(content)
        made.append(folder / name)
    return made


if __name__ == "__main__":
    for path in make(Path(sys.argv[1]) if len(sys.argv) > 1 else REPO / "resources" / "sample"):
        print(path)
