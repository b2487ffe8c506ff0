"""The command line of passphrases: a sealed matter from new to hand-off, and what is asked for."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.app import main
from lexdesk.matter.key import is_sealed
from tests.review.desks import AGREEMENT, word_file

Run = Callable[..., tuple[int, str, str]]
PASSPHRASE = "lantern orbit velvet tundra"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return status, said.out, said.err.strip()

    return call


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The passphrase lies in the file that LEXDESK_PASSPHRASE_FILE names."""
    path = tmp_path / "passphrase"
    path.write_text(PASSPHRASE + "\n", "utf-8")
    monkeypatch.setenv("LEXDESK_PASSPHRASE_FILE", str(path))
    return path


def test_a_sealed_matter_from_new_to_the_next_laptop(
    run: Run, known: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = tmp_path / "draft.docx"
    draft.write_bytes(word_file(AGREEMENT))
    matter, sealed = tmp_path / "m.lexmatter", tmp_path / "m.lexsealed"
    status, _, err = run("new", matter, "--document", draft, "--sealed")
    assert status == 0
    assert "Nobody can open this matter without its passphrase" in err
    assert "Strong" in err
    assert is_sealed(matter)
    assert run("versions")[0] == 0
    assert run("verify", matter)[0] == 0
    assert run("signing-key", tmp_path / "firm.pem")[0] == 0
    status, out, _ = run("seal", matter, sealed, "--sign", tmp_path / "firm.pem", "--json")
    report = json.loads(out)
    assert (status, report["encrypted"]) == (0, True)
    assert run("verify", sealed, "--head", report["head"], "--key", tmp_path / "firm.pem.pub")[0] == 0
    status, out, _ = run("unseal", sealed, tmp_path / "back.lexmatter", "--head", report["head"])
    assert status == 0
    assert "sealed with the same passphrase" in out
    assert is_sealed(tmp_path / "back.lexmatter")

    monkeypatch.delenv("LEXDESK_PASSPHRASE_FILE")
    for words in (
        ("versions", "-m", matter),
        ("verify", sealed),
        ("unseal", sealed, tmp_path / "x.lexmatter"),
    ):
        status, _, err = run(*words)
        assert status == 2
        assert "passphrase" in err.lower()
    known.write_text("another passphrase\n", "utf-8")
    monkeypatch.setenv("LEXDESK_PASSPHRASE_FILE", str(known))
    assert "does not open" in run("versions", "-m", matter)[2]


def test_a_plain_matter_is_sealed_changed_and_opened_again(
    run: Run, known: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = tmp_path / "m.lexmatter"
    assert run("new", matter)[0] == 0
    status, out, err = run("passphrase", "set", matter)
    assert (status, is_sealed(matter)) == (0, True)
    assert "flash memory" in out
    assert "no second way in" in err
    other = tmp_path / "other"
    other.write_text("granite polka seven umbra", "utf-8")
    assert run("passphrase", "change", matter, "--new-file", other)[0] == 0
    assert run("versions", "-m", matter)[0] == 2
    monkeypatch.setenv("LEXDESK_PASSPHRASE_FILE", str(other))
    assert run("passphrase", "remove", matter)[0] == 0
    monkeypatch.delenv("LEXDESK_PASSPHRASE_FILE")
    assert run("audit", "-m", matter)[0] == 0
    assert not is_sealed(matter)


def test_a_weak_passphrase_is_called_weak_and_a_short_one_refused(
    run: Run, known: Path, tmp_path: Path
) -> None:
    known.write_text("password1", "utf-8")
    status, _, err = run("new", tmp_path / "a.lexmatter", "--sealed")
    assert status == 0
    assert "Weak" in err
    known.write_text("abc", "utf-8")
    status, _, err = run("new", tmp_path / "b.lexmatter", "--sealed")
    assert status == 2
    assert "at least 8 characters" in err
    assert not (tmp_path / "b.lexmatter").exists()


def test_a_letter_with_an_accent_is_the_same_from_every_keyboard_and_editor(
    run: Run, known: Path, tmp_path: Path
) -> None:
    composed = "K\u00e4se lantern orbit Zo\u00eb"
    known.write_text(composed, "utf-8")
    assert run("new", tmp_path / "m.lexmatter")[0] == 0
    assert run("seal", tmp_path / "m.lexmatter", tmp_path / "m.lexsealed")[0] == 0
    for number, (words, encoding) in enumerate(
        ((unicodedata.normalize("NFD", composed), "utf-8"), (composed, "utf-8-sig"))
    ):
        known.write_text(words, encoding)
        assert run("unseal", tmp_path / "m.lexsealed", tmp_path / f"{number}.lexmatter", "--sealed")[0] == 0
        assert run("audit", "-m", tmp_path / f"{number}.lexmatter")[0] == 0
