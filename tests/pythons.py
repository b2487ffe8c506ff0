"""Other Pythons of this machine, for what must work on more than the one that runs the tests."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13")
SAYS = "import sqlite3, sys; print('%d.%d' % sys.version_info[:2])"


def find_python(version: str) -> Path | None:
    """The interpreter of a version such as "3.9" that has SQLite: on the PATH, or one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    on_path = shutil.which(f"python{version}")
    candidates = [Path(on_path)] if on_path else []
    candidates += sorted(pyenv.glob(f"{version}.*/bin/python{version}"), reverse=True)
    return next((one for one in candidates if _runs(one, version)), None)


def python_or_skip(version: str) -> Path:
    """The same; without one the test is skipped and says which is missing."""
    found = find_python(version)
    if found is None:
        pytest.skip(f"no python{version} on the PATH or among those of pyenv")
    return found


def _runs(python: Path, version: str) -> bool:
    # A name on the PATH may be a shim with nothing behind it.
    done = subprocess.run([python, "-I", "-c", SAYS], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == version
