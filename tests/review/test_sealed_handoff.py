"""The sealed hand-off: only the passphrase opens it, every change shows, nothing readable touches a disk."""

import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pyrage
import pytest

from lexdesk.errors import LexDeskError
from lexdesk.matter import memory_folder
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.file import Matter
from lexdesk.matter.key import BadPassphrase, is_sealed
from lexdesk.matter.sealing import seal as seal_matter
from lexdesk.resources import resources
from lexdesk.review import sealed_handoff
from lexdesk.review.errors import ExportRefused
from lexdesk.review.packing import PackReport, pack
from lexdesk.review.sealed_handoff import (
    WrongSealPassphrase,
    is_sealed_handoff,
    seal,
    unseal,
    verify_sealed,
)
from lexdesk.review.signing import BadSigningKey, Signer, public_path
from lexdesk.review.verifying import CannotVerify, verify
from tests.review.desks import AGREEMENT, LAWYER, open_desk, word_file

VERIFIER = resources() / "verify" / "verify_matter.py"
PASSPHRASE = "lantern orbit velvet tundra"
SECRET = b"accurate books"
BO = "Bo Colleague"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PackReport, Path]:
    folder = tmp_path_factory.mktemp("sealed")
    desk = open_desk(folder / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    report = seal(desk.matter, folder / "a.lexsealed", PASSPHRASE, LAWYER)
    desk.matter.close()
    return folder / "a.lexsealed", report, folder / "a.lexmatter"


@pytest.fixture(scope="module")
def firm_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "firm.pem"
    Signer.make(path)
    return path


def test_only_the_passphrase_opens_it(sealed: tuple[Path, PackReport, Path]) -> None:
    path, report, _ = sealed
    assert is_sealed_handoff(path)
    assert SECRET not in path.read_bytes()
    with pytest.raises(WrongSealPassphrase, match="does not open"):
        verify_sealed(path, "lantern orbit velvet tundrA")
    found = verify_sealed(path, PASSPHRASE, report.head)
    assert (found.broken, found.head, found.rows) == ((), report.head, report.rows)
    assert report.encrypted
    assert not report.not_encrypted


def test_work_goes_on_elsewhere_and_says_where_it_came_from(
    sealed: tuple[Path, PackReport, Path], tmp_path: Path
) -> None:
    path, report, _ = sealed
    made = unseal(path, tmp_path, PASSPHRASE, BO, report.head)
    assert not made.sealed  # the matter was plain; the seal was for the way
    with Matter.open(made.path) as matter:
        rows = matter.read().audit.rows(limit=None)
        assert matter.read().audit.verify() == []
        assert [row.act for row in rows[-2:]] == ["handoff.pack", "handoff.unpack"]
        assert json.loads(rows[-1].detail)["head"] == report.head
        assert matter.read().matter.info().author == BO
    kept = unseal(path, tmp_path / "sealed.lexmatter", PASSPHRASE, BO, keep_sealed=True)
    assert kept.sealed
    assert is_sealed(kept.path)
    with Matter.open(kept.path, passphrase=PASSPHRASE) as matter:
        assert matter.read().audit.verify() == []


def test_a_sealed_matter_stays_sealed_and_is_never_packed_for_anyone(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    desk.matter.close()
    seal_matter(tmp_path / "a.lexmatter", PASSPHRASE, LAWYER)
    with Matter.open(tmp_path / "a.lexmatter", passphrase=PASSPHRASE) as matter:
        with pytest.raises(ExportRefused, match="readable for anyone"):
            pack(matter, tmp_path / "a.zip", LAWYER)
        seal(matter, tmp_path / "a.lexsealed", "another one for the stick", LAWYER)
        contents = contents_sha256(matter.read().connection)
    made = unseal(tmp_path / "a.lexsealed", tmp_path / "b.lexmatter", "another one for the stick", LAWYER)
    assert made.sealed
    with Matter.open(made.path, passphrase="another one for the stick") as matter:
        assert contents_sha256(matter.read().connection) == contents


def test_the_program_age_alone_opens_it(sealed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(sealed[0]) as outer:
        key = pyrage.passphrase.decrypt(outer.read("key.age"), PASSPHRASE).decode()
        plain = pyrage.decrypt(outer.read("archive.zip.age"), [pyrage.x25519.Identity.from_str(key)])
        assert "age -d -i key.age" in outer.read("READ-ME.txt").decode()
    (tmp_path / "archive.zip").write_bytes(plain)
    assert verify(tmp_path / "archive.zip").broken == ()
    with zipfile.ZipFile(io.BytesIO(plain)) as inner:
        assert "came sealed" in inner.read("READ-ME.txt").decode()


def test_nothing_readable_is_written_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is being sealed and unsealed, no file on the disk holds a word of the matter."""
    desk = open_desk(tmp_path / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    desk.matter.close()
    seal_matter(tmp_path / "a.lexmatter", PASSPHRASE, LAWYER)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    seen: list[str] = []
    looked = 0

    def look() -> None:
        nonlocal looked
        for file in tmp_path.rglob("*"):
            if file.is_file():
                looked += 1
                if SECRET in file.read_bytes() or file.read_bytes().startswith(b"SQLite format 3"):
                    seen.append(file.name)

    write, record = sealed_handoff.write_archive, sealed_handoff.record_over

    def watched_write(*arguments, **named):  # type: ignore[no-untyped-def]
        report = write(*arguments, **named)
        look()
        return report

    def watched_record(*arguments, **named):  # type: ignore[no-untyped-def]
        record(*arguments, **named)
        look()

    monkeypatch.setattr(sealed_handoff, "write_archive", watched_write)
    monkeypatch.setattr(sealed_handoff, "record_over", watched_record)
    with Matter.open(tmp_path / "a.lexmatter", passphrase=PASSPHRASE) as matter:
        seal(matter, tmp_path / "a.lexsealed", PASSPHRASE, LAWYER)
    unseal(tmp_path / "a.lexsealed", tmp_path / "b.lexmatter", PASSPHRASE, BO)
    look()
    assert looked > 5
    assert seen == []
    assert not list(temporary.iterdir())
    assert not [file for file in memory_folder.PLACE.glob("lexdesk-*") if any(file.glob("matter.lexmatter"))]


def test_every_changed_byte_is_detected_or_harmless(
    sealed: tuple[Path, PackReport, Path], tmp_path: Path
) -> None:
    path, report, _ = sealed
    content = path.read_bytes()
    rng = random.Random(8)
    unnoticed = []
    for _ in range(6):
        place = rng.randrange(len(content))
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.randrange(8)
        bad = tmp_path / "bad.lexsealed"
        bad.write_bytes(damaged)
        try:
            found = verify_sealed(bad, PASSPHRASE)
        except LexDeskError:
            continue
        assert (found.broken, found.head) == ((), report.head)  # never a wrong reading
        unnoticed.append(place)
    assert len(unnoticed) <= 2  # the text for people without LexDesk, and dates in the outer directory


@pytest.mark.parametrize("cut", [1, 100, 3000])
def test_a_cut_one_is_refused(sealed: tuple[Path, PackReport, Path], tmp_path: Path, cut: int) -> None:
    bad = tmp_path / "bad.lexsealed"
    bad.write_bytes(sealed[0].read_bytes()[:-cut])
    with pytest.raises(LexDeskError):
        unseal(bad, tmp_path / "b.lexmatter", PASSPHRASE, BO)
    assert not (tmp_path / "b.lexmatter").exists()


def test_what_a_killed_process_left_in_memory_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_folder, "PLACE", tmp_path)
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom lexdesk.matter import memory_folder\n"
        "memory_folder.PLACE = Path(sys.argv[1])\n"
        "with memory_folder.memory_folder(1) as folder:\n"
        "    (folder / 'words').write_text('of a client')\n    os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert len(list(tmp_path.rglob("words"))) == 1
    with memory_folder.memory_folder(1) as folder:
        assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    assert list(tmp_path.iterdir()) == []


def test_no_memory_is_a_sentence_and_nothing_is_written(
    sealed: tuple[Path, PackReport, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_folder, "PLACE", tmp_path / "nowhere")
    with Matter.open(sealed[2]) as matter, pytest.raises(LexDeskError, match="no folder in memory"):
        seal(matter, tmp_path / "a.lexsealed", PASSPHRASE, LAWYER)
    assert list(tmp_path.iterdir()) == []


def test_no_passphrase_is_no_seal(sealed: tuple[Path, PackReport, Path], tmp_path: Path) -> None:
    with Matter.open(sealed[2]) as matter, pytest.raises(BadPassphrase):
        seal(matter, tmp_path / "a.lexsealed", "short", LAWYER)
    assert list(tmp_path.iterdir()) == []


# Signatures


def stand_alone(*words: object) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def signed(sealed: tuple[Path, PackReport, Path], firm_key: Path) -> Path:
    out = sealed[2].with_name("signed.zip")
    with Matter.open(sealed[2]) as matter:
        pack(matter, out, LAWYER, signer=Signer.load(firm_key))
    return out


def test_a_signature_is_checked_with_the_key_of_the_firm(signed: Path, firm_key: Path) -> None:
    key = public_path(firm_key)
    found = verify(signed, key=key)
    assert found.broken == ()
    assert "It is signed with the key you gave." in found.holds
    assert "signed it" in found.proves
    status, said = stand_alone(signed, "--key", key)
    assert (status, "It is signed with the key you gave." in said) == (0, True)
    assert "fingerprint" in " ".join(verify(signed).holds)


def test_another_key_a_missing_or_a_forged_signature_is_named(
    signed: Path, firm_key: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.pem"
    Signer.make(other)
    assert any("another key" in line for line in verify(signed, key=public_path(other)).broken)
    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(signed) as old, zipfile.ZipFile(forged, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b'"made_by": "Ada', b'"made_by": "Eve'))
    broken = verify(forged, key=public_path(firm_key)).broken
    assert "The signature does not fit the manifest." in broken
    assert stand_alone(forged, "--key", public_path(firm_key))[0] == 1
    unsigned = tmp_path / "unsigned.zip"
    with zipfile.ZipFile(signed) as old, zipfile.ZipFile(unsigned, "w") as new:
        for name in old.namelist():
            if name != "signature.json":
                new.writestr(name, old.read(name))
    assert "The archive is not signed." in verify(unsigned, key=public_path(firm_key)).broken


def test_our_check_of_signatures_agrees_with_the_library(tmp_path: Path) -> None:
    namespace: dict[str, object] = {}
    exec(compile(VERIFIER.read_text("utf-8"), "verifier", "exec"), namespace)
    check = namespace["signed_by"]
    rng = random.Random(2)
    for number in range(6):
        signer = Signer.make(tmp_path / f"{number}.pem")
        content = rng.randbytes(rng.randrange(200))
        signature = bytes.fromhex(signer.sign(content)["signature"])
        assert check(signer.public, content, signature)  # type: ignore[operator]
        assert not check(signer.public, content + b"x", signature)  # type: ignore[operator]
        bent = bytearray(signature)
        bent[rng.randrange(64)] ^= 1
        assert not check(signer.public, content, bytes(bent))  # type: ignore[operator]
    known = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")  # RFC 8032, 7.1
    signature = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert check(known, b"", signature)  # type: ignore[operator]


def test_a_key_that_cannot_sign_is_a_sentence(firm_key: Path, tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no key")
    with pytest.raises(BadSigningKey, match="no private key"):
        Signer.load(tmp_path / "no.pem")
    Signer.make(tmp_path / "protected.pem", "pass phrase")
    with pytest.raises(BadSigningKey, match="needs its passphrase"):
        Signer.load(tmp_path / "protected.pem")
    assert Signer.load(tmp_path / "protected.pem", "pass phrase").fingerprint
    with pytest.raises(BadSigningKey, match="could not be written"):
        Signer.make(firm_key)
    assert (firm_key.stat().st_mode & 0o077) == 0
    with pytest.raises(CannotVerify):
        verify(tmp_path / "none.zip")


def test_an_encryption_that_fails_at_its_very_end_leaves_no_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    desk = open_desk(tmp_path / "m.lexmatter", word_file(AGREEMENT), "a.docx")

    def full(stream: io.BufferedReader, target: object, to: object) -> None:
        while stream.read(1 << 20):
            pass
        raise pyrage.EncryptError("No space left on device")

    monkeypatch.setattr(sealed_handoff.pyrage, "encrypt_io", full)
    with pytest.raises(ExportRefused, match="could not be written"):
        sealed_handoff.seal(desk.matter, tmp_path / "m.lexsealed", PASSPHRASE, LAWYER)
    desk.matter.close()
    assert not list(tmp_path.glob("*.lexsealed"))
    assert not list(tmp_path.glob(".*.part"))
    assert "Traceback" not in capfd.readouterr().err
