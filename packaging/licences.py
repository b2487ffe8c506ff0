"""Collect the licences of what a bundle holds: ``licences.py LOCK... FOLDER``.

For each package named by the locks that is installed here, its licence files go to ``FOLDER/NAME-VERSION``,
and ``FOLDER/README.txt`` lists them all with the licence that each states.
"""

import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
REPO = Path(__file__).parent.parent


def locked_names(lock: Path) -> list[str]:
    """The package names of one lock, in order."""
    return re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text("utf-8"), re.MULTILINE)


def stated_licence(name: str) -> str:
    """What the package's own metadata says its licence is."""
    meta = distribution(name).metadata
    classified = [
        line.rpartition("::")[2].strip() for line in meta.get_all("Classifier", []) if "License" in line
    ]
    first_line = (meta.get("License") or "").strip().partition("\n")[0]
    return meta.get("License-Expression") or first_line or ", ".join(classified) or "see its files"


def collect(locks: list[Path], folder: Path) -> list[str]:
    """Copy the licence files; returns the lines of the list."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(REPO / "LICENSE", folder / "LexDesk-LICENSE.txt")
    lines = ["LexDesk is licensed under the AGPL-3.0-or-later. It holds these packages:", ""]
    for name in sorted({name for lock in locks for name in locked_names(lock)}):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # locked for another platform
        lines.append(f"{name} {found.version}: {stated_licence(name)}")
        for file in found.files or []:
            source = Path(str(found.locate_file(file)))
            if ".dist-info" in str(file) and LICENCE_FILE.search(file.name) and source.is_file():
                target = folder / f"{name}-{found.version}" / file.name
                target.parent.mkdir(exist_ok=True)
                shutil.copy(source, target)
    (folder / "README.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return lines


if __name__ == "__main__":
    print(f"{len(collect([Path(name) for name in sys.argv[1:-1]], Path(sys.argv[-1]))) - 2} packages")
