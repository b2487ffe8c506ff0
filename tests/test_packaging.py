"""The set-up scripts and the locked requirements say the same as ``pyproject.toml``."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from packaging.requirements import Requirement

REPO = Path(__file__).parent.parent
LOCKS = REPO / "packaging" / "requirements"
PROJECT = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "base": [],
    "local": EXTRAS["local"],
    "test": GROUPS["test"],
    "bundle": [*EXTRAS["local"], *GROUPS["bundle"]],
}


def locked(name: str) -> dict[str, str]:
    text = (LOCKS / f"{name}.txt").read_text("utf-8")
    return {plain(found[1]): found[2] for found in re.finditer(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", WANTED)
def test_lock_holds_what_the_project_asks_for(name: str) -> None:
    versions = locked(name)
    for line in [*PROJECT["project"]["dependencies"], *WANTED[name]]:
        wanted = Requirement(line)
        assert versions[plain(wanted.name)] in wanted.specifier, f"{line}: run packaging/lock.sh"


def test_a_package_has_one_version_in_all_locks() -> None:
    base = locked("base")
    for name in WANTED:
        for package, version in locked(name).items():
            assert base.get(package, version) == version, (name, package)


@pytest.mark.parametrize("lock", sorted(LOCKS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_locked_package_has_hashes_and_no_address(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text("utf-8").strip())
    assert len(entries) > 5
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry, entry


@pytest.mark.parametrize("script", sorted(REPO.glob("packaging/*.sh")), ids=lambda path: path.name)
def test_scripts_are_posix_shell(script: Path) -> None:
    subprocess.run(["sh", "-n", str(script)], check=True)
    text = re.sub(r"(?m)^\s*#.*$", "", script.read_text("utf-8"))
    assert not re.search(r"\[\[ |\bfunction\b|\blocal \w+=|<\(|\bsource ", text)


def test_continuous_integration_runs_the_command_of_the_readme() -> None:
    commands = [
        line
        for line in (REPO / ".ci" / "run").read_text("utf-8").splitlines()
        if line and not line.startswith(("#", "set ", "cd "))
    ]
    assert commands == ["sh packaging/test.sh --all"]
    readme = (REPO / "README.md").read_text("utf-8")
    for script in re.findall(r"sh (packaging/\w+\.sh)", readme):
        assert (REPO / script).is_file(), script
