"""The bundle, as somebody gets it: whole, named, doing the main job where there is no Python and no network.

Run by ``sh packaging/test.sh --bundle``, which makes the bundle first.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lexdesk.settings import Places

REPO = Path(__file__).parent.parent
FOLDER = REPO / "dist" / "lexdesk"
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
        "LEXDESK_MODELS": str(Places.of_user().models),
        "PATH": "/nowhere",
        "LANG": "C.UTF-8",
    }


def run(home: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """The bundled program in a network name space without any device."""
    unshare = shutil.which("unshare")
    alone = subprocess.run([unshare, "-rn", "true"], check=False).returncode == 0 if unshare else False
    if not alone:
        pytest.skip("this machine lets nobody take the network away from a program")
    assert unshare is not None
    command = [unshare, "-rn", str(FOLDER / "lexdesk"), *(str(word) for word in words)]
    return subprocess.run(command, env=home, capture_output=True, text=True, check=False, timeout=1500)


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


def test_the_main_job_with_the_model_and_the_window_without_a_network(
    home: dict[str, str], tmp_path: Path
) -> None:
    done = run(home, "demo", "--headless", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for name in ("redline.docx", "packet.json", "answer.md", "window.png"):
        assert (tmp_path / "out" / name).stat().st_size > 500, name
    assert run(home, "verify", tmp_path / "out" / "sample.lexmatter").returncode == 0


def test_sealing_and_unsealing(home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "words").write_text(PASSPHRASE, "utf-8")
    home = {**home, "LEXDESK_PASSPHRASE_FILE": str(tmp_path / "words")}
    matter, archive = tmp_path / "m.lexmatter", tmp_path / "m.lexsealed"
    for words in (
        ("new", matter, "--sealed"),
        ("seal", matter, archive),
        ("unseal", archive, tmp_path / "back.lexmatter"),
        ("verify", tmp_path / "back.lexmatter"),
    ):
        done = run(home, *words)
        assert done.returncode == 0, (words, done.stderr)
    assert not (tmp_path / "m.lexmatter").read_bytes().startswith(b"SQLite format 3")
