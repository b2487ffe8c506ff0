"""Where the program's own files lie: in a checkout, an installed wheel, or a bundle."""

import sys
from pathlib import Path


def resources() -> Path:
    """The folder that holds ``icons``, ``themes``, ``sample``, ``models.toml`` and the rest."""
    bundled = getattr(sys, "_MEIPASS", None)
    if bundled:
        return Path(bundled) / "resources"
    package = Path(__file__).resolve().parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"
