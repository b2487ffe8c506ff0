"""Text recognition by Tesseract, where it is installed. What it reads is never passed off as the file's text:
a finding says which page it was, and how sure Tesseract is of it."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

WHY_NOT = "Tesseract, which reads pictures, is not installed."
_SWITCH = "LEXDESK_TESSERACT"  # the program to use; "no" for none
_WANTED = ("eng", "chi_sim", "chi_tra", "deu", "fra", "spa", "ita")
_SECONDS = 120
_SURE = 30.0  # per cent; what it is less sure of is no word


@dataclass(frozen=True)
class SeenWord:
    """A word in a picture: its box in pixels, its line, and how sure the program is (0 to 100)."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    block: int
    line: int
    confidence: float


@dataclass(frozen=True)
class Recogniser:
    """A Tesseract with the languages it has."""

    program: str
    languages: str

    def words(self, picture: bytes, dots_per_inch: int) -> list[SeenWord]:
        """The words of a picture (PNG or PNM), in reading order; none where it fails or takes two minutes."""
        command = [self.program, "stdin", "stdout", "-l", self.languages, "--dpi", str(dots_per_inch), "tsv"]
        try:
            done = subprocess.run(
                command,
                input=picture,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, subprocess.TimeoutExpired):
            return []
        return _rows(done.stdout.decode("utf-8", "replace").split("\n")[1:])


def _rows(lines: Sequence[str]) -> list[SeenWord]:
    # level page block par line word left top width height conf text
    words: list[SeenWord] = []
    for line in lines:
        cells = line.rstrip("\r").split("\t")
        if len(cells) < 12 or cells[0] != "5" or not cells[11].strip():
            continue
        try:
            block, paragraph, row = int(cells[2]), int(cells[3]), int(cells[4])
            left, top, width, height = (float(cell) for cell in cells[6:10])
            confidence = float(cells[10])
        except ValueError:
            continue
        if confidence >= _SURE:
            place = (block * 1000 + paragraph, row)
            words.append(
                SeenWord(left, top, left + width, top + height, cells[11].strip(), *place, confidence)
            )
    return words


@cache
def recogniser() -> Recogniser | None:
    """The Tesseract of this machine, ``None`` where there is none."""
    asked = os.environ.get(_SWITCH, "")
    program = None if asked == "no" else shutil.which(asked or "tesseract")
    if program is None:
        return None
    try:
        said = subprocess.run(
            [program, "--list-langs"],
            capture_output=True,
            timeout=20,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    there = said.stdout.decode("utf-8", "replace").split()
    languages = [name for name in _WANTED if name in there]
    return Recogniser(program, "+".join(languages)) if languages else None
