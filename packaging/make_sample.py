"""Make the files of the sample matter: ``python packaging/make_sample.py [FOLDER]``.

The texts lie in ``packaging/sample``; the finished files go to ``resources/sample`` unless another folder is
named. The same texts give the same bytes, so a change of the sample shows as a change of its text.
"""

import sys
from pathlib import Path

from sample_docx import write_docx

TEXTS = Path(__file__).parent / "sample"
REPO = Path(__file__).parent.parent


def agreement() -> bytes:
    """The supply agreement with the other side's tracked changes."""
    source = "".join((TEXTS / f"agreement-{part}.txt").read_text("utf-8") for part in ("body", "schedules"))
    header = "Ostrava Pigments / Kilnbrook: Supply Agreement, draft of 12 May 2025"
    return write_docx(source, "Supply Agreement", header, "2025-05-12")


def make(folder: Path) -> list[Path]:
    """Write every file of the sample into ``folder``, which is made; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {"supply-agreement.docx": agreement()}
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in made]


if __name__ == "__main__":
    for path in make(Path(sys.argv[1]) if len(sys.argv) > 1 else REPO / "resources" / "sample"):
        print(path)
