"""The bundle, as somebody gets it: whole, named, doing the main job where there is no Python and no network.

``sh packaging/test.sh --all`` and ``--bundle`` make it first; ``LEXDESK_BUNDLE`` names another folder. Where
nobody may take the network away from a program it is tried with it, and one test says so.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from lexdesk.settings import Places

REPO = Path(__file__).parent.parent
FOLDER = Path(os.environ.get("LEXDESK_BUNDLE") or REPO / "dist" / "lexdesk")
MODELS = Places.of_user().models  # asked before each test gets a home of its own
PASSPHRASE = "lantern orbit velvet tundra"

pytestmark = [
    pytest.mark.bundle,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not (FOLDER / "lexdesk").is_file(), reason="packaging/bundle.sh makes it"),
]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment with a home of its own, nothing of this one but the models, and no other program."""
    return {
        "HOME": str(tmp_path),
        "LEXDESK_HOME": str(tmp_path / "home"),
        "LEXDESK_MODELS": str(MODELS),
        "PATH": "/nowhere",
        "LANG": "C.UTF-8",
    }


@pytest.fixture(scope="module")
def alone() -> list[str]:
    """The words that start a program in a network name space without any device; none where nobody may."""
    unshare = shutil.which("unshare")
    for words in ([unshare, "-n"], [unshare, "-rn"]) if unshare else ():
        if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
            return words
    return []


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(home: dict[str, str], alone: list[str]) -> Run:
    """Runs the bundled program."""

    def start(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*alone, str(FOLDER / "lexdesk"), *(str(word) for word in words)],
            env={**home, **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=1500,
        )

    return start


def colours(path: Path) -> int:
    """How many colours a picture has; an empty window has a handful."""
    picture = QImage(str(path))
    assert picture.width() > 600
    assert picture.height() > 400
    return len(
        {picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)}
    )


def test_every_file_is_the_one_that_was_built() -> None:
    done = subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=FOLDER, check=False)
    assert done.returncode == 0
    named = {line.split("  ", 1)[1] for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines()}
    there = {f"./{path.relative_to(FOLDER)}" for path in FOLDER.rglob("*") if path.is_file()}
    assert {one for one in there - named if not (FOLDER / one).is_symlink()} == {"./SHA256SUMS"}


def test_the_list_of_contents_and_the_licences_agree() -> None:
    (document,) = FOLDER.rglob("sbom.cdx.json")
    said = json.loads(document.read_text("utf-8"))
    assert (said["bomFormat"], said["specVersion"]) == ("CycloneDX", "1.6")
    names = {one["name"] for one in said["components"]}
    assert {"Qt", "MuPDF", "SQLCipher", "llama.cpp", "CPython", "pyrage", "cryptography", "zxcvbn"} <= names
    assert all(one.get("licenses") for one in said["components"])
    (licences,) = FOLDER.rglob("licences/README.txt")
    listed = {plain(line.split(" ")[0]) for line in licences.read_text("utf-8").splitlines() if ": " in line}
    assert {plain(one["name"]) for one in said["components"] if "purl" in one} <= listed


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_nothing_names_the_folder_it_was_built_in() -> None:
    there = str(REPO).encode()
    assert [path for path in FOLDER.rglob("*") if path.is_file() and there in path.read_bytes()] == []


def test_the_network_can_be_taken_away_here(alone: list[str]) -> None:
    if not alone:
        pytest.skip("this machine lets nobody take the network away from a program; it was tried with it")
    devices = subprocess.run(
        [*alone, "cat", "/proc/net/dev"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[2:]
    assert [line.split(":")[0].strip() for line in devices] == ["lo"]


def test_the_main_job_with_the_model_and_the_window_without_a_network(run: Run, tmp_path: Path) -> None:
    done = run("demo", "--headless", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for name in ("redline.docx", "packet.json", "answer.md"):
        assert (tmp_path / "out" / name).stat().st_size > 500, name
    assert colours(tmp_path / "out" / "window.png") > 40, "an agreement and its panes, not an empty window"
    assert run("verify", tmp_path / "out" / "sample.lexmatter").returncode == 0


def test_the_window_opens_a_matter_and_stays(
    home: dict[str, str], alone: list[str], run: Run, tmp_path: Path
) -> None:
    """The program as a double click starts it, drawing off the screen: it holds the matter and waits."""
    matter = tmp_path / "m.lexmatter"
    assert run("new", matter, "--document", REPO / "resources/sample/supply-agreement.docx").returncode == 0
    window = subprocess.Popen(
        [*alone, str(FOLDER / "lexdesk"), str(matter)],
        env={**home, "DISPLAY": ":none", "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = ""
        for _ in range(100):  # each asks once more, which takes a second
            said = run("set", "-m", matter, "--as-of", "2024-01-01").stderr
            if "is open for writing" in said or window.poll() is not None:
                break
        assert "is open for writing" in said
        with pytest.raises(subprocess.TimeoutExpired):
            window.wait(2)
    finally:
        window.kill()
        words = window.communicate()[0]
    assert words == "", "nothing to complain of"


def test_other_programs_get_their_own_libraries(home: dict[str, str], tmp_path: Path) -> None:
    """LibreOffice, started from a bundle, must not load what the bundle brought."""
    office = tmp_path / "office"
    office.write_text('#!/bin/sh\necho "found ${LD_LIBRARY_PATH-nothing}" >"$HOME/seen"\nexit 1\n', "utf-8")
    office.chmod(0o755)
    (tmp_path / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000)
    home = {**home, "LEXDESK_OFFICE": str(office)}
    lexdesk = str(FOLDER / "lexdesk")
    matter = tmp_path / "m.lexmatter"
    for words in (["new", str(matter)], ["source", "add", "-m", str(matter), str(tmp_path / "old.doc")]):
        subprocess.run([lexdesk, *words], env=home, capture_output=True, check=False, timeout=300)
    assert (tmp_path / "seen").read_text("utf-8") == "found nothing\n"


def test_sealing_and_unsealing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(PASSPHRASE, "utf-8")
    words_file = {"LEXDESK_PASSPHRASE_FILE": str(tmp_path / "words")}
    matter, archive = tmp_path / "m.lexmatter", tmp_path / "m.lexsealed"
    for words in (
        ("new", matter, "--sealed"),
        ("seal", matter, archive),
        ("unseal", archive, tmp_path / "back.lexmatter"),
        ("verify", tmp_path / "back.lexmatter"),
    ):
        done = run(*words, **words_file)
        assert done.returncode == 0, (words, done.stderr)
    assert not (tmp_path / "m.lexmatter").read_bytes().startswith(b"SQLite format 3")
